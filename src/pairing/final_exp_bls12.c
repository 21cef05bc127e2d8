/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "pairing/final_exp.h"

#include "curve.h"
#include "tower/cyclotomic.h"
#include "tower/frobenius.h"

#if CURVE_FAMILY_BLS12

/* r = a^(z - 1). */
static void exp_z_minus_1(fp12 *r, const fp12 *a) {
    fp12 inverse;

    fp12_conj(&inverse, a);
    cyclotomic_exp_z(r, a);
    fp12_mul(r, r, &inverse);
}

/* s = 3, since
 *   3*(p^4 - p^2 + 1)/r = (z - 1)^2*(z + p)*(z^2 + p^2 - 1) + 3   (an identity of integers).
 * The comments give the running exponent of m, e standing for what the line above has reached. */
void final_exp_hard(fp12 *t, fp12 *u, const fp12 *m) {
    fp12 a, b;

    exp_z_minus_1(&a, m);
    exp_z_minus_1(&a, &a); /* a = (z - 1)^2 */
    cyclotomic_exp_z(&b, &a);
    fp12_frobenius(&a, &a, 1);
    fp12_mul(&a, &a, &b); /* a = e*(z + p) */
    cyclotomic_exp_z(&b, &a);
    cyclotomic_exp_z(&b, &b); /* b = e*z^2 */
    fp12_frobenius(t, &a, 2);
    fp12_mul(t, t, &b);
    fp12_conj(&a, &a);
    fp12_mul(t, t, &a); /* t = e*(z^2 + p^2 - 1) */
    cyclotomic_sqr(u, m);
    fp12_mul(u, u, m); /* u = 3 */
}

#endif
