/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tower/frobenius.h"

#include "curve.h"

/* Odd powers conjugate every coefficient over Fp; g[j - 1] is gamma_{i,j}. */
static void frobenius_odd(fp12 *r, const fp12 *a, const fp2 g[5]) {
    fp2 t;

    fp2_conj(&r->c0.c0, &a->c0.c0);
    fp2_conj(&t, &a->c1.c0);
    fp2_mul(&r->c1.c0, &t, &g[0]);
    fp2_conj(&t, &a->c0.c1);
    fp2_mul(&r->c0.c1, &t, &g[1]);
    fp2_conj(&t, &a->c1.c1);
    fp2_mul(&r->c1.c1, &t, &g[2]);
    fp2_conj(&t, &a->c0.c2);
    fp2_mul(&r->c0.c2, &t, &g[3]);
    fp2_conj(&t, &a->c1.c2);
    fp2_mul(&r->c1.c2, &t, &g[4]);
}

/* gamma_{2,j} lies in Fp, and gamma_{2,3} = xi^((p^2 - 1)/2) = -1 because xi is no square. */
static void frobenius_square(fp12 *r, const fp12 *a) {
    r->c0.c0 = a->c0.c0;
    fp2_mul_fp(&r->c1.c0, &a->c1.c0, &FROBENIUS_GAMMA2[0]);
    fp2_mul_fp(&r->c0.c1, &a->c0.c1, &FROBENIUS_GAMMA2[1]);
    fp2_neg(&r->c1.c1, &a->c1.c1);
    fp2_mul_fp(&r->c0.c2, &a->c0.c2, &FROBENIUS_GAMMA2[3]);
    fp2_mul_fp(&r->c1.c2, &a->c1.c2, &FROBENIUS_GAMMA2[4]);
}

void fp12_frobenius(fp12 *r, const fp12 *a, int power) {
    if (power == 2) {
        frobenius_square(r, a);
    } else if (power == 1) {
        frobenius_odd(r, a, FROBENIUS_GAMMA1);
    } else {
        frobenius_odd(r, a, FROBENIUS_GAMMA3);
    }
}
