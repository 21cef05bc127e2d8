/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "curve/encode.h"

lsm_status g1_decode(g1_affine *r, const uint8_t in[G1_BYTES]) {
    lsm_status status = LSM_OK;

    if (!(fp_from_bytes(&r->x, in) & fp_from_bytes(&r->y, in + LSM_FP_BYTES))) {
        status = LSM_ERR_NOT_CANONICAL;
    } else if (!g1_affine_on_curve(r)) {
        status = LSM_ERR_NOT_ON_CURVE;
    }
    if (status != LSM_OK) {
        r->x = LSM_FP_ZERO;
        r->y = LSM_FP_ZERO;
    }
    return status;
}

void g1_encode(uint8_t out[G1_BYTES], const g1_affine *a) {
    fp_to_bytes(out, &a->x);
    fp_to_bytes(out + LSM_FP_BYTES, &a->y);
}

#if CURVE_HAS_TWIST
lsm_status g2_decode(g2_affine *r, const uint8_t in[G2_BYTES]) {
    lsm_status status = LSM_OK;

    if (!(fp_from_bytes(&r->x.c1, in) & fp_from_bytes(&r->x.c0, in + LSM_FP_BYTES) &
          fp_from_bytes(&r->y.c1, in + 2 * LSM_FP_BYTES) & fp_from_bytes(&r->y.c0, in + 3 * LSM_FP_BYTES))) {
        status = LSM_ERR_NOT_CANONICAL;
    } else if (!g2_affine_on_curve(r)) {
        status = LSM_ERR_NOT_ON_CURVE;
    }
    if (status != LSM_OK) {
        r->x = LSM_FP2_ZERO;
        r->y = LSM_FP2_ZERO;
    }
    return status;
}

void g2_encode(uint8_t out[G2_BYTES], const g2_affine *a) {
    fp_to_bytes(out, &a->x.c1);
    fp_to_bytes(out + LSM_FP_BYTES, &a->x.c0);
    fp_to_bytes(out + 2 * LSM_FP_BYTES, &a->y.c1);
    fp_to_bytes(out + 3 * LSM_FP_BYTES, &a->y.c0);
}
#endif
