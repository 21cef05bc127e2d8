/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "engine/evm.h"

#include "core/bytes.h"
#include "curve/scalar_mul.h"

void scalar_from_bytes(fr_raw *k, const uint8_t *in) {
    fr_raw any;

    lsm_bytes_load(any.l, LSM_FR_LIMBS, in, SCALAR_BYTES);
    scalar_reduce(k, &any);
    lsm_zeroize(&any, sizeof any);
}

lsm_status g1_decode_in_group(g1_affine *r, const uint8_t *in) {
    const lsm_status status = g1_decode(r, in);

    return status == LSM_OK && !g1_in_subgroup_vartime(r) ? LSM_ERR_NOT_IN_SUBGROUP : status;
}

lsm_status evm_add(uint8_t *out, const uint8_t *in, size_t *bad_item) {
    g1_affine a[2];

    for (size_t i = 0; i < 2; i++) {
        const lsm_status status = g1_decode_in_group(&a[i], in + i * G1_BYTES);

        if (status != LSM_OK) {
            *bad_item = i;
            return status;
        }
    }
    g1_affine_add_vartime(&a[0], &a[0], &a[1]);
    g1_encode(out, &a[0]);
    return LSM_OK;
}

lsm_status evm_mul(uint8_t *out, const uint8_t *in, size_t *bad_item) {
    g1_affine a;
    fr_raw k;
    g1 t;
    const lsm_status status = g1_decode_in_group(&a, in);

    if (status != LSM_OK) {
        *bad_item = 0;
        return status;
    }
    scalar_from_bytes(&k, in + G1_BYTES);
    g1_mul_vartime(&t, &a, &k);
    g1_to_affine_vartime(&a, &t);
    g1_encode(out, &a);
    return LSM_OK;
}
