/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "curve/endo.h"

#if CURVE_HAS_ENDOMORPHISM
void g1_affine_phi(g1_affine *r, const g1_affine *a) {
    fp_mul(&r->x, &a->x, &CURVE_BETA);
    r->y = a->y;
}
#endif

#if CURVE_HAS_TWIST
/*
 * psi(x, y) = (conj(x) PSI_X, conj(y) PSI_Y); psi^2 has no conjugation left and a coefficient in Fp; psi^3 conjugates
 * again. In Jacobian coordinates the conjugation also takes Z, and the coefficients stay with X and Y.
 */
void g2_psi(g2 *r, const g2 *a, int power) {
    if (power == 2) {
        fp2_mul_fp(&r->x, &a->x, &PSI2_X);
        fp2_neg(&r->y, &a->y);
        r->z = a->z;
        return;
    }
    fp2_conj(&r->x, &a->x);
    fp2_mul(&r->x, &r->x, power == 1 ? &PSI_X : &PSI3_X);
    fp2_conj(&r->y, &a->y);
    fp2_mul(&r->y, &r->y, power == 1 ? &PSI_Y : &PSI3_Y);
    fp2_conj(&r->z, &a->z);
}

void g2_affine_psi(g2_affine *r, const g2_affine *a, int power) {
    g2 t;

    /* the coefficients do not involve Z, so any Z will do */
    t.x = a->x;
    t.y = a->y;
    t.z = LSM_FP2_ONE;
    g2_psi(&t, &t, power);
    r->x = t.x;
    r->y = t.y;
}
#endif
