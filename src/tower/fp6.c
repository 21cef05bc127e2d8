/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tower/fp6.h"

void fp6_mul(fp6 *r, const fp6 *a, const fp6 *b) {
    fp2 t0, t1, t2, s, t, u0, u1;

    fp2_mul(&t0, &a->c0, &b->c0);
    fp2_mul(&t1, &a->c1, &b->c1);
    fp2_mul(&t2, &a->c2, &b->c2);

    /* u0 = xi*((a1 + a2)(b1 + b2) - t1 - t2) + t0 */
    fp2_add(&s, &a->c1, &a->c2);
    fp2_add(&t, &b->c1, &b->c2);
    fp2_mul(&u0, &s, &t);
    fp2_sub(&u0, &u0, &t1);
    fp2_sub(&u0, &u0, &t2);
    fp2_mul_xi(&u0, &u0);
    fp2_add(&u0, &u0, &t0);

    /* u1 = (a0 + a1)(b0 + b1) - t0 - t1 + xi*t2 */
    fp2_add(&s, &a->c0, &a->c1);
    fp2_add(&t, &b->c0, &b->c1);
    fp2_mul(&u1, &s, &t);
    fp2_sub(&u1, &u1, &t0);
    fp2_sub(&u1, &u1, &t1);

    /* u2 = (a0 + a2)(b0 + b2) - t0 - t2 + t1; the inputs are not needed after the two sums */
    fp2_add(&s, &a->c0, &a->c2);
    fp2_add(&t, &b->c0, &b->c2);
    fp2_mul(&s, &s, &t);
    fp2_sub(&s, &s, &t0);
    fp2_sub(&s, &s, &t2);
    fp2_add(&r->c2, &s, &t1);

    fp2_mul_xi(&t, &t2);
    fp2_add(&r->c1, &u1, &t);
    r->c0 = u0;
}

void fp6_sqr(fp6 *r, const fp6 *a) {
    fp2 s0, s1, s2, s3, s4;

    fp2_sqr(&s0, &a->c0);
    fp2_mul(&s1, &a->c0, &a->c1);
    fp2_dbl(&s1, &s1);
    fp2_sub(&s2, &a->c0, &a->c1);
    fp2_add(&s2, &s2, &a->c2);
    fp2_sqr(&s2, &s2);
    fp2_mul(&s3, &a->c1, &a->c2);
    fp2_dbl(&s3, &s3);
    fp2_sqr(&s4, &a->c2);

    /* (a0 - a1 + a2)^2 = s0 - s1 - s3 + s4 + (a1^2 + 2 a0 a2), so the v^2 coefficient is s1 + s2 + s3 - s0 - s4 */
    fp2_add(&s2, &s2, &s1);
    fp2_add(&s2, &s2, &s3);
    fp2_sub(&s2, &s2, &s0);
    fp2_sub(&r->c2, &s2, &s4);

    fp2_mul_xi(&s3, &s3);
    fp2_add(&r->c0, &s0, &s3);
    fp2_mul_xi(&s4, &s4);
    fp2_add(&r->c1, &s1, &s4);
}

void fp6_mul_01(fp6 *r, const fp6 *a, const fp2 *b0, const fp2 *b1) {
    fp2 t0, t1, s, u0, u2;

    fp2_mul(&t0, &a->c0, b0);
    fp2_mul(&t1, &a->c1, b1);

    /* u0 = xi*((a1 + a2)*b1 - t1) + t0 */
    fp2_add(&s, &a->c1, &a->c2);
    fp2_mul(&u0, &s, b1);
    fp2_sub(&u0, &u0, &t1);
    fp2_mul_xi(&u0, &u0);
    fp2_add(&u0, &u0, &t0);

    /* u2 = (a0 + a2)*b0 - t0 + t1 */
    fp2_add(&s, &a->c0, &a->c2);
    fp2_mul(&u2, &s, b0);
    fp2_sub(&u2, &u2, &t0);
    fp2_add(&u2, &u2, &t1);

    /* u1 = (a0 + a1)(b0 + b1) - t0 - t1; written last because b0 and b1 may lie in r */
    fp2_add(&t1, &t1, &t0);
    fp2_add(&s, &a->c0, &a->c1);
    fp2_add(&t0, b0, b1);
    fp2_mul(&s, &s, &t0);
    fp2_sub(&r->c1, &s, &t1);
    r->c0 = u0;
    r->c2 = u2;
}

/* d = norm of a to Fp2 and c = adjugate, so that a*c = d:
 *   c0 = a0^2 - xi*a1*a2,  c1 = xi*a2^2 - a0*a1,  c2 = a1^2 - a0*a2,  d = a0*c0 + xi*(a2*c1 + a1*c2). */
static void fp6_adjugate(fp6 *c, fp2 *d, const fp6 *a) {
    fp2 t, s;

    fp2_sqr(&c->c0, &a->c0);
    fp2_mul(&t, &a->c1, &a->c2);
    fp2_mul_xi(&t, &t);
    fp2_sub(&c->c0, &c->c0, &t);

    fp2_sqr(&c->c1, &a->c2);
    fp2_mul_xi(&c->c1, &c->c1);
    fp2_mul(&t, &a->c0, &a->c1);
    fp2_sub(&c->c1, &c->c1, &t);

    fp2_sqr(&c->c2, &a->c1);
    fp2_mul(&t, &a->c0, &a->c2);
    fp2_sub(&c->c2, &c->c2, &t);

    fp2_mul(&s, &a->c2, &c->c1);
    fp2_mul(&t, &a->c1, &c->c2);
    fp2_add(&s, &s, &t);
    fp2_mul_xi(&s, &s);
    fp2_mul(&t, &a->c0, &c->c0);
    fp2_add(d, &s, &t);
}

void fp6_inv(fp6 *r, const fp6 *a) {
    fp6 c;
    fp2 d;

    fp6_adjugate(&c, &d, a);
    fp2_inv(&d, &d);
    fp6_mul_fp2(r, &c, &d);
}

void fp6_inv_vartime(fp6 *r, const fp6 *a) {
    fp6 c;
    fp2 d;

    fp6_adjugate(&c, &d, a);
    fp2_inv_vartime(&d, &d);
    fp6_mul_fp2(r, &c, &d);
}
