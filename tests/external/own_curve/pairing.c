/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A program of another project on a curve that it generated: the known answers, and e([k]P, Q) = e(P, [k]Q). Exit 0 if all
 * holds, else the number of what does not.
 */
#include <limbsmith/own_bn.h>

int main(void) {
    const uint8_t k[LSM_OWN_BN_SCALAR_BYTES] = {1, 2, 3, [LSM_OWN_BN_SCALAR_BYTES - 1] = 5};
    lsm_own_bn_g1 p[2];
    lsm_own_bn_g2 q[2];

    if (lsm_own_bn_selftest() != LSM_OK) {
        return 1;
    }
    lsm_own_bn_g1_generator(&p[1]);
    lsm_own_bn_g2_generator(&q[0]);
    lsm_own_bn_g1_mul(&p[0], &p[1], k);
    lsm_own_bn_g2_mul(&q[1], &q[0], k);
    lsm_own_bn_g1_neg(&p[1], &p[1]);
    if (!lsm_own_bn_pairing_check(p, q, 2)) {
        return 2;
    }
    lsm_own_bn_g2_add(&q[1], &q[1], &q[0]);
    if (lsm_own_bn_pairing_check(p, q, 2)) {
        return 3;
    }
    return lsm_status_string(LSM_OK)[0] == 'o' ? 0 : 4;
}
