/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tower/fp12.h"

void fp12_mul(fp12 *r, const fp12 *a, const fp12 *b) {
    fp6 t0, t1, s, t;

    fp6_mul(&t0, &a->c0, &b->c0);
    fp6_mul(&t1, &a->c1, &b->c1);
    fp6_add(&s, &a->c0, &a->c1);
    fp6_add(&t, &b->c0, &b->c1);
    fp6_mul(&s, &s, &t);

    /* c1 = (a0 + a1)(b0 + b1) - t0 - t1, c0 = t0 + v*t1 */
    fp6_sub(&s, &s, &t0);
    fp6_sub(&r->c1, &s, &t1);
    fp6_mul_v(&t1, &t1);
    fp6_add(&r->c0, &t0, &t1);
}

void fp12_sqr(fp12 *r, const fp12 *a) {
    fp6 s, t, u;

    /* With u = a0*a1: a0^2 + v*a1^2 = (a0 + a1)(a0 + v*a1) - u - v*u. */
    fp6_mul_v(&t, &a->c1);
    fp6_add(&t, &t, &a->c0);
    fp6_add(&s, &a->c0, &a->c1);
    fp6_mul(&u, &a->c0, &a->c1);
    fp6_mul(&s, &s, &t);
    fp6_sub(&s, &s, &u);
    fp6_dbl(&r->c1, &u);
    fp6_mul_v(&u, &u);
    fp6_sub(&r->c0, &s, &u);
}

/* d = a0^2 - v*a1^2, the norm of a to Fp6. */
static void fp12_norm(fp6 *d, const fp12 *a) {
    fp6 t;

    fp6_sqr(&t, &a->c1);
    fp6_mul_v(&t, &t);
    fp6_sqr(d, &a->c0);
    fp6_sub(d, d, &t);
}

/* r = conj(a)*d. */
static void fp12_conj_mul_fp6(fp12 *r, const fp12 *a, const fp6 *d) {
    fp6_mul(&r->c0, &a->c0, d);
    fp6_mul(&r->c1, &a->c1, d);
    fp6_neg(&r->c1, &r->c1);
}

void fp12_inv(fp12 *r, const fp12 *a) {
    fp6 d;

    fp12_norm(&d, a);
    fp6_inv(&d, &d);
    fp12_conj_mul_fp6(r, a, &d);
}

void fp12_inv_vartime(fp12 *r, const fp12 *a) {
    fp6 d;

    fp12_norm(&d, a);
    fp6_inv_vartime(&d, &d);
    fp12_conj_mul_fp6(r, a, &d);
}

/* The coefficients of w^0 .. w^5. */
static void fp12_to_slots(fp2 s[6], const fp12 *a) {
    s[0] = a->c0.c0;
    s[1] = a->c1.c0;
    s[2] = a->c0.c1;
    s[3] = a->c1.c1;
    s[4] = a->c0.c2;
    s[5] = a->c1.c2;
}

void fp12_mul_ref(fp12 *r, const fp12 *a, const fp12 *b) {
    fp2 x[6], y[6], s[11], t;

    fp12_to_slots(x, a);
    fp12_to_slots(y, b);
    for (int i = 0; i < 11; i++) {
        s[i] = LSM_FP2_ZERO;
    }
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            fp2_mul(&t, &x[i], &y[j]);
            fp2_add(&s[i + j], &s[i + j], &t);
        }
    }
    for (int i = 0; i < 5; i++) {
        fp2_mul(&t, &s[i + 6], &LSM_FP2_XI);
        fp2_add(&s[i], &s[i], &t);
    }
    r->c0 = (fp6){s[0], s[2], s[4]};
    r->c1 = (fp6){s[1], s[3], s[5]};
}

void fp12_pow_ref(fp12 *r, const fp12 *a, const uint64_t *e, size_t n) {
    const fp12 base = *a;

    fp12_set_one(r);
    for (size_t i = 64 * n; i-- > 0;) {
        fp12_mul_ref(r, r, r);
        if ((e[i / 64] >> (i % 64)) & 1) {
            fp12_mul_ref(r, r, &base);
        }
    }
}
