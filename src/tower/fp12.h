/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Quadratic extension Fp12 = Fp6[w] / (w^2 - v); an element is c0 + c1*w.
 *
 * Since w^6 = xi, an element is also a polynomial of degree 5 in w over Fp2. The coefficients of w^0, w^2, w^4 are
 * c0.c0, c0.c1, c0.c2, and those of w^1, w^3, w^5 are c1.c0, c1.c1, c1.c2. Line functions are spoken of in these slots.
 *
 * All functions: coefficients in and out are reduced field elements in Montgomery form; r may be the same object as any
 * input (but must not overlap it partly); time is constant unless the name ends in _vartime or _ref. Units of cost as
 * in tower/fp6.h. */
#ifndef LSM_TOWER_FP12_H
#define LSM_TOWER_FP12_H

#include <stddef.h>
#include <stdint.h>

#include "tower/fp6.h"

typedef struct {
    fp6 c0, c1;
} fp12;

#define fp12_mul NS(fp12_mul)
#define fp12_sqr NS(fp12_sqr)
#define fp12_inv NS(fp12_inv)
#define fp12_inv_vartime NS(fp12_inv_vartime)
#define fp12_mul_ref NS(fp12_mul_ref)
#define fp12_pow_ref NS(fp12_pow_ref)

/* r = 0. */
static inline void fp12_set_zero(fp12 *r) {
    r->c0.c0 = r->c0.c1 = r->c0.c2 = LSM_FP2_ZERO;
    r->c1 = r->c0;
}

/* r = 1. */
static inline void fp12_set_one(fp12 *r) {
    fp12_set_zero(r);
    r->c0.c0 = LSM_FP2_ONE;
}

/* r = a^(p^6) = c0 - c1*w, which is 1/a for a of norm 1 over Fp6 (everything after the easy part).   cost: 3 A2. */
static inline void fp12_conj(fp12 *r, const fp12 *a) {
    r->c0 = a->c0;
    fp6_neg(&r->c1, &a->c1);
}

/* r = a if mask is all ones, b if mask is 0.   requires mask in {0, ~0}. */
static inline void fp12_select(fp12 *r, const fp12 *a, const fp12 *b, uint64_t mask) {
    fp6_select(&r->c0, &a->c0, &b->c0, mask);
    fp6_select(&r->c1, &a->c1, &b->c1, mask);
}

/* 1 if a = 0, else 0. */
static inline int fp12_is_zero(const fp12 *a) {
    return fp6_is_zero(&a->c0) & fp6_is_zero(&a->c1);
}

/* 1 if a = b, else 0. */
static inline int fp12_eq(const fp12 *a, const fp12 *b) {
    return fp6_eq(&a->c0, &b->c0) & fp6_eq(&a->c1, &b->c1);
}

/* 1 if a = 1, else 0. */
static inline int fp12_is_one(const fp12 *a) {
    return fp2_eq(&a->c0.c0, &LSM_FP2_ONE) & fp2_is_zero(&a->c0.c1) & fp2_is_zero(&a->c0.c2) & fp6_is_zero(&a->c1);
}

/* r = a*b.
 * cost: 18 M2 + 7 X + 60 A2 (Karatsuba over Fp6; eprint 2010/354, algorithm 20). */
void fp12_mul(fp12 *r, const fp12 *a, const fp12 *b);

/* r = a^2.
 * cost: 12 M2 + 6 X + 45 A2 (complex squaring; eprint 2010/354, algorithm 22). */
void fp12_sqr(fp12 *r, const fp12 *a);

/* r = 1/a, and 0 for a = 0.
 * cost: 25 M2 + 9 S2 + I2 + 12 X (norm to Fp6; eprint 2010/354, algorithm 23). */
void fp12_inv(fp12 *r, const fp12 *a);

/* The same value and cost; time depends on a. */
void fp12_inv_vartime(fp12 *r, const fp12 *a);

/* r = a*b by the schoolbook product of two polynomials in w over Fp2, reduced by w^6 = xi: the reference for fp12_mul,
 * fp12_sqr and the sparse products, sharing nothing with them but Fp2.   cost: 41 M2. */
void fp12_mul_ref(fp12 *r, const fp12 *a, const fp12 *b);

/* r = a^e for the plain integer e = sum e[i]*2^(64 i), by binary square and multiply with fp12_mul_ref; a^0 = 1.
 * requires e to hold n words (n may be 0).   time: depends on e. */
void fp12_pow_ref(fp12 *r, const fp12 *a, const uint64_t *e, size_t n);

#endif
