/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "pairing/pairing_ref.h"

#include "core/word.h"
#include "curve.h"

/* A point of E(Fp12), not infinity. */
typedef struct {
    fp12 x, y;
} point12;

static void add12(fp12 *r, const fp12 *a, const fp12 *b) {
    fp6_add(&r->c0, &a->c0, &b->c0);
    fp6_add(&r->c1, &a->c1, &b->c1);
}

static void sub12(fp12 *r, const fp12 *a, const fp12 *b) {
    fp6_sub(&r->c0, &a->c0, &b->c0);
    fp6_sub(&r->c1, &a->c1, &b->c1);
}

/* r = a in Fp12. */
static void embed(fp12 *r, const fp *a) {
    fp12_set_zero(r);
    r->c0.c0.c0 = *a;
}

/* D twist: (x*w^2, y*w^3). M twist: (x/w^2, y/w^3). */
static void untwist(point12 *r, const g2_affine *q) {
    fp12 w2, w3;

    fp12_set_zero(&w2);
    fp12_set_zero(&w3);
    w2.c0.c1 = LSM_FP2_ONE;
    w3.c1.c1 = LSM_FP2_ONE;
#if CURVE_TWIST_M
    fp12_inv(&w2, &w2);
    fp12_inv(&w3, &w3);
#endif
    fp12_set_zero(&r->x);
    fp12_set_zero(&r->y);
    r->x.c0.c0 = q->x;
    r->y.c0.c0 = q->y;
    fp12_mul_ref(&r->x, &r->x, &w2);
    fp12_mul_ref(&r->y, &r->y, &w3);
}

/* f = f*l, l the line through t and q (the tangent for q = t) at P; t = t + q.
 * requires t + q not to be infinity. The vertical line at t + q is left out: its value lies in Fp6. */
static void line_step(fp12 *f, point12 *t, const point12 *q, const point12 *p) {
    fp12 num, den, slope, x, y;

    if (fp12_eq(&t->x, &q->x)) { /* 3x^2 / 2y */
        fp12_mul_ref(&x, &t->x, &t->x);
        add12(&num, &x, &x);
        add12(&num, &num, &x);
        add12(&den, &t->y, &t->y);
    } else {
        sub12(&num, &q->y, &t->y);
        sub12(&den, &q->x, &t->x);
    }
    fp12_inv(&den, &den);
    fp12_mul_ref(&slope, &num, &den);

    /* l(P) = yP - yT - slope*(xP - xT) */
    sub12(&x, &p->x, &t->x);
    fp12_mul_ref(&x, &x, &slope);
    sub12(&y, &p->y, &t->y);
    sub12(&y, &y, &x);
    fp12_mul_ref(f, f, &y);

    fp12_mul_ref(&x, &slope, &slope);
    sub12(&x, &x, &t->x);
    sub12(&x, &x, &q->x);
    sub12(&y, &t->x, &x);
    fp12_mul_ref(&y, &y, &slope);
    sub12(&t->y, &y, &t->y);
    t->x = x;
}

#if CURVE_FAMILY_BN
static void neg12(point12 *r, const point12 *a) {
    fp6_neg(&r->y.c0, &a->y.c0);
    fp6_neg(&r->y.c1, &a->y.c1);
    r->x = a->x;
}

/* r = (x^p, y^p). */
static void power_p(point12 *r, const point12 *a) {
    fp12_pow_ref(&r->x, &a->x, LSM_FP_P.l, LSM_FP_LIMBS);
    fp12_pow_ref(&r->y, &a->y, LSM_FP_P.l, LSM_FP_LIMBS);
}

/* n = |6z + 2| = 6|z| + 2, or 6|z| - 2 for a negative seed. */
static void loop_count(uint64_t n[2]) {
    uint64_t carry;

    n[0] = lsm_mac(&n[1], 0, CURVE_Z_ABS, 6, 0);
    if (CURVE_Z_IS_NEGATIVE) {
        n[0] = lsm_sbb(&carry, n[0], 2, 0);
        n[1] -= carry;
    } else {
        n[0] = lsm_adc(&carry, n[0], 2, 0);
        n[1] += carry;
    }
}

/* g = g * l_{[6z+2]Q, pi(Q)}(P) * l_{[6z+2]Q + pi(Q), -pi^2(Q)}(P), pi the p-power Frobenius, for t = +-[6z+2]Q. */
static void after_loop(fp12 *g, point12 *t, const point12 *base, const point12 *point) {
    point12 frob;

    if (CURVE_Z_IS_NEGATIVE) {
        neg12(t, t);
    }
    power_p(&frob, base);
    line_step(g, t, &frob, point);
    power_p(&frob, &frob);
    neg12(&frob, &frob);
    line_step(g, t, &frob, point);
}
#else
/* n = |z|. */
static void loop_count(uint64_t n[2]) {
    n[0] = CURVE_Z_ABS;
    n[1] = 0;
}

/* The ate pairing of t - 1 = z: nothing follows. */
static void after_loop(fp12 *g, point12 *t, const point12 *base, const point12 *point) {
    (void)g;
    (void)t;
    (void)base;
    (void)point;
}
#endif

/* f = f * f_{n,Q}(P), n the length of the loop with its sign, and the lines after it. */
static void pair_ref(fp12 *f, const g1_affine *p, const g2_affine *q) {
    point12 base, point, t;
    fp12 g;
    uint64_t n[2];
    int bit = 127;

    untwist(&base, q);
    embed(&point.x, &p->x);
    embed(&point.y, &p->y);

    loop_count(n);
    while (!((n[bit / 64] >> (bit % 64)) & 1)) {
        bit--;
    }
    t = base;
    fp12_set_one(&g);
    while (bit-- > 0) {
        fp12_mul_ref(&g, &g, &g);
        line_step(&g, &t, &t, &point);
        if ((n[bit / 64] >> (bit % 64)) & 1) {
            line_step(&g, &t, &base, &point);
        }
    }
    if (CURVE_Z_IS_NEGATIVE) {
        fp12_inv(&g, &g);
    }
    after_loop(&g, &t, &base, &point);
    fp12_mul_ref(f, f, &g);
}

void miller_loop_ref(fp12 *f, const g1_affine *p, const g2_affine *q, size_t n) {
    fp12_set_one(f);
    for (size_t i = 0; i < n; i++) {
        pair_ref(f, &p[i], &q[i]);
    }
}

#define EXPONENT_LIMBS (12 * LSM_FP_LIMBS)

/* e = p^12 - 1. */
static void p12_minus_1(uint64_t e[EXPONENT_LIMBS]) {
    uint64_t product[EXPONENT_LIMBS];

    for (size_t i = 0; i < EXPONENT_LIMBS; i++) {
        e[i] = i == 0;
    }
    for (int k = 0; k < 12; k++) { /* e = e*p; e stays below p^12 < 2^(64*EXPONENT_LIMBS) */
        for (size_t i = 0; i < EXPONENT_LIMBS; i++) {
            product[i] = 0;
        }
        for (size_t i = 0; i < LSM_FP_LIMBS; i++) {
            uint64_t carry = 0;

            for (size_t j = 0; i + j < EXPONENT_LIMBS; j++) {
                product[i + j] = lsm_mac(&carry, product[i + j], e[j], LSM_FP_P.l[i], carry);
            }
        }
        for (size_t i = 0; i < EXPONENT_LIMBS; i++) {
            e[i] = product[i];
        }
    }
    e[0] -= 1; /* p is odd */
}

/* e = floor(e / r) by restoring division, bit by bit. */
static void divide_by_r(uint64_t e[EXPONENT_LIMBS]) {
    uint64_t rem[LSM_FR_LIMBS + 1] = {0}, diff[LSM_FR_LIMBS + 1];

    for (size_t i = 64 * EXPONENT_LIMBS; i-- > 0;) {
        uint64_t borrow = 0, shifted_in = (e[i / 64] >> (i % 64)) & 1;

        for (size_t j = 0; j <= LSM_FR_LIMBS; j++) { /* rem = 2*rem + bit */
            const uint64_t top = rem[j] >> 63;

            rem[j] = (rem[j] << 1) | shifted_in;
            shifted_in = top;
        }
        for (size_t j = 0; j <= LSM_FR_LIMBS; j++) {
            diff[j] = lsm_sbb(&borrow, rem[j], j < LSM_FR_LIMBS ? LSM_FR_P.l[j] : 0, borrow);
        }
        if (borrow) { /* rem < r: quotient bit 0 */
            e[i / 64] &= ~((uint64_t)1 << (i % 64));
        } else {
            e[i / 64] |= (uint64_t)1 << (i % 64);
            for (size_t j = 0; j <= LSM_FR_LIMBS; j++) {
                rem[j] = diff[j];
            }
        }
    }
}

void final_exp_ref(fp12 *r, const fp12 *f) {
    uint64_t e[EXPONENT_LIMBS];

    p12_minus_1(e);
    divide_by_r(e); /* exact: r divides p^12 - 1 */
    fp12_pow_ref(r, f, e, EXPONENT_LIMBS);
}

#if CURVE_FAMILY_BN
/* r = a^z. */
static void pow_z_ref(fp12 *r, const fp12 *a) {
    const uint64_t z = CURVE_Z_ABS;

    fp12_pow_ref(r, a, &z, 1);
    if (CURVE_Z_IS_NEGATIVE) {
        fp12_inv(r, r);
    }
}

void final_exp_cofactor_ref(fp12 *r, const fp12 *a) {
    static const uint64_t two = 2, six = 6, twelve = 12;
    fp12 z1, z2, z3;

    pow_z_ref(&z1, a);
    pow_z_ref(&z2, &z1);
    pow_z_ref(&z3, &z2);
    fp12_pow_ref(&z1, &z1, &two, 1);
    fp12_pow_ref(&z2, &z2, &six, 1);
    fp12_pow_ref(&z3, &z3, &twelve, 1);
    fp12_mul_ref(r, &z1, &z2);
    fp12_mul_ref(r, r, &z3);
}
#else
void final_exp_cofactor_ref(fp12 *r, const fp12 *a) {
    static const uint64_t three = 3;

    fp12_pow_ref(r, a, &three, 1);
}
#endif
