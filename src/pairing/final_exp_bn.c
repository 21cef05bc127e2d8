/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "pairing/final_exp.h"

#include "curve.h"
#include "tower/cyclotomic.h"
#include "tower/frobenius.h"

#if CURVE_FAMILY_BN

/* s = 2z(6z^2 + 3z + 1), since
 *   s*(p^4 - p^2 + 1)/r = l0 + l1*p + l2*p^2 + l3*p^3   (an identity of integers) with
 *   l0 = 12z^3 + 12z^2 + 6z + 1, l1 = 12z^3 + 6z^2 + 4z, l2 = 12z^3 + 6z^2 + 6z, l3 = l1 - 1.
 * The comments give the running exponent of m. */
void final_exp_hard(fp12 *t, fp12 *u, const fp12 *m) {
    fp12 a, b, c, e;

    cyclotomic_exp_z(&a, m);
    fp12_conj(&a, &a);
    cyclotomic_sqr(&a, &a); /* a = -2z */
    cyclotomic_sqr(&b, &a);
    fp12_mul(&b, &b, &a); /* b = -6z */
    cyclotomic_exp_z(&c, &b);
    fp12_conj(&c, &c); /* c = 6z^2 */
    cyclotomic_sqr(&e, &c);
    cyclotomic_exp_z(&e, &e); /* e = 12z^3 */
    fp12_mul(&e, &e, &c);     /* e = 12z^3 + 6z^2 */
    fp12_conj(&b, &b);        /* b = 6z */
    fp12_mul(&e, &e, &b);     /* e = 12z^3 + 6z^2 + 6z = l2 */
    fp12_mul(&a, &a, &e);     /* a = 12z^3 + 6z^2 + 4z = l1 */
    fp12_mul(&c, &c, &e);
    fp12_mul(&c, &c, m); /* c = 12z^3 + 12z^2 + 6z + 1 = l0 */

    fp12_conj(&b, m);
    fp12_mul(&b, &b, &a);      /* b = l3 */
    fp12_frobenius(u, &b, 3);  /* u = l3*p^3 */
    fp12_frobenius(&a, &a, 1); /* a = l1*p */
    fp12_frobenius(&e, &e, 2); /* e = l2*p^2 */
    fp12_mul(&c, &c, &a);
    fp12_mul(t, &c, &e); /* t = l0 + l1*p + l2*p^2 */
}

#endif
