/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Cubic extension Fp6 = Fp2[v] / (v^3 - xi); an element is c0 + c1*v + c2*v^2.
 *
 * All functions: coefficients in and out are reduced field elements in Montgomery form; r may be the same object as any
 * input (but must not overlap it partly); time is constant unless the name ends in _vartime. Costs are given in
 * multiplications M2, squarings S2 and inversions I2 of Fp2, multiplications X by xi, and additions A2. */
#ifndef LSM_TOWER_FP6_H
#define LSM_TOWER_FP6_H

#include <stdint.h>

#include "core/ns.h"
#include "fp2.h"

typedef struct {
    fp2 c0, c1, c2;
} fp6;

#define fp6_mul NS(fp6_mul)
#define fp6_sqr NS(fp6_sqr)
#define fp6_mul_01 NS(fp6_mul_01)
#define fp6_inv NS(fp6_inv)
#define fp6_inv_vartime NS(fp6_inv_vartime)

/* r = a + b.   cost: 3 A2. */
static inline void fp6_add(fp6 *r, const fp6 *a, const fp6 *b) {
    fp2_add(&r->c0, &a->c0, &b->c0);
    fp2_add(&r->c1, &a->c1, &b->c1);
    fp2_add(&r->c2, &a->c2, &b->c2);
}

/* r = a - b.   cost: 3 A2. */
static inline void fp6_sub(fp6 *r, const fp6 *a, const fp6 *b) {
    fp2_sub(&r->c0, &a->c0, &b->c0);
    fp2_sub(&r->c1, &a->c1, &b->c1);
    fp2_sub(&r->c2, &a->c2, &b->c2);
}

/* r = 2a.   cost: 3 A2. */
static inline void fp6_dbl(fp6 *r, const fp6 *a) {
    fp2_dbl(&r->c0, &a->c0);
    fp2_dbl(&r->c1, &a->c1);
    fp2_dbl(&r->c2, &a->c2);
}

/* r = -a.   cost: 3 A2. */
static inline void fp6_neg(fp6 *r, const fp6 *a) {
    fp2_neg(&r->c0, &a->c0);
    fp2_neg(&r->c1, &a->c1);
    fp2_neg(&r->c2, &a->c2);
}

/* r = v*a = xi*a2 + a0*v + a1*v^2.   cost: X. */
static inline void fp6_mul_v(fp6 *r, const fp6 *a) {
    fp2 top;

    fp2_mul_xi(&top, &a->c2);
    r->c2 = a->c1;
    r->c1 = a->c0;
    r->c0 = top;
}

/* r = k*a with k in Fp2.   k may be a coefficient of r or a.   cost: 3 M2. */
static inline void fp6_mul_fp2(fp6 *r, const fp6 *a, const fp2 *k) {
    const fp2 factor = *k;

    fp2_mul(&r->c0, &a->c0, &factor);
    fp2_mul(&r->c1, &a->c1, &factor);
    fp2_mul(&r->c2, &a->c2, &factor);
}

/* r = a if mask is all ones, b if mask is 0.   requires mask in {0, ~0}. */
static inline void fp6_select(fp6 *r, const fp6 *a, const fp6 *b, uint64_t mask) {
    fp2_select(&r->c0, &a->c0, &b->c0, mask);
    fp2_select(&r->c1, &a->c1, &b->c1, mask);
    fp2_select(&r->c2, &a->c2, &b->c2, mask);
}

/* 1 if a = 0, else 0. */
static inline int fp6_is_zero(const fp6 *a) {
    return fp2_is_zero(&a->c0) & fp2_is_zero(&a->c1) & fp2_is_zero(&a->c2);
}

/* 1 if a = b, else 0. */
static inline int fp6_eq(const fp6 *a, const fp6 *b) {
    return fp2_eq(&a->c0, &b->c0) & fp2_eq(&a->c1, &b->c1) & fp2_eq(&a->c2, &b->c2);
}

/* r = a*b.
 * cost: 6 M2 + 2 X + 15 A2 (Karatsuba over three coefficients; Devegili et al., eprint 2006/471, section 4). */
void fp6_mul(fp6 *r, const fp6 *a, const fp6 *b);

/* r = a^2.
 * cost: 2 M2 + 3 S2 + 2 X + 10 A2 (Chung-Hasan SQR2; eprint 2006/471, section 4). */
void fp6_sqr(fp6 *r, const fp6 *a);

/* r = a*(b0 + b1*v).   b0 and b1 may be coefficients of r or a.
 * cost: 5 M2 + X + 10 A2. */
void fp6_mul_01(fp6 *r, const fp6 *a, const fp2 *b0, const fp2 *b1);

/* r = 1/a, and 0 for a = 0.
 * cost: 9 M2 + 3 S2 + I2 + 3 X + 5 A2 (adjugate over the norm to Fp2; eprint 2010/354, algorithm 17). */
void fp6_inv(fp6 *r, const fp6 *a);

/* The same value and cost; time depends on a. */
void fp6_inv_vartime(fp6 *r, const fp6 *a);

#endif
