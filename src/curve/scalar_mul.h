/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Recodings of scalars, shared by G1 and G2.
 */
#ifndef LSM_CURVE_SCALAR_MUL_H
#define LSM_CURVE_SCALAR_MUL_H

#include "core/ct.h"
#include "core/ns.h"
#include "curve.h"
#include "fr.h"

#define window_recode NS(window_recode)
#define wnaf_recode NS(wnaf_recode)
#define glv_split NS(glv_split)
#define glv_recode NS(glv_recode)
#define scalar_is_tiny NS(scalar_is_tiny)
#define scalar_reduce NS(scalar_reduce)

/*
 * Fixed windows for secret scalars: with s = k + sum over i < WINDOW_COUNT of 16 * 2^(5i), the base-32 digits e_i of s
 * give k = sum (e_i - 16) 2^(5i). No carry runs from digit to digit, so nothing depends on k but the digits.
 * s fits when k + 2^(5n) * 16/31 < 2^(5n), n = WINDOW_COUNT; k < 2^(5n-2) is enough, hence the two bits added below.
 */
#define WINDOW_BITS 5
#define WINDOW_TABLE 17 /* the multiples 0..16 */
#define WINDOW_COUNT ((LSM_FR_BITS + 2 + WINDOW_BITS - 1) / WINDOW_BITS)

/* The digits e_i in [0, 31], lowest first. requires k < r. time: constant. */
void window_recode(uint8_t digits[WINDOW_COUNT], const fr_raw *k);

/* e - 16 as a magnitude in [0, 16] and a mask, all ones if it is negative. time: constant. */
LSM_INLINE void window_digit(uint64_t *magnitude, uint64_t *negative, uint8_t e) {
    *negative = lsm_ct_mask((((uint64_t)e >> 4) & 1) ^ 1);
    *magnitude = (((uint64_t)e - 16) ^ *negative) - *negative;
}

/*
 * Width-5 non-adjacent form, lowest digit first: digits are 0 or odd in [-15, 15], and any five neighbours hold at
 * most one that is not 0. Writes 64*n + 1 digits; returns how many of them are needed (the top one is then not 0).
 * time: variable.
 */
#define WNAF_BITS 5
#define WNAF_TABLE 8 /* the odd multiples 1, 3 .. 15 */
#define WNAF_LEN(n) (64 * (n) + 1)
size_t wnaf_recode(int8_t *digits, const uint64_t *k, size_t n);

#if CURVE_HAS_ENDOMORPHISM

/*
 * k = k1 + lambda*k2 mod r with |k1|, |k2| < 2^GLV_BITS; magnitudes and signs (1: negative) apart.
 * requires k < r. time: variable.
 */
typedef struct {
    uint64_t magnitude[2][GLV_LIMBS];
    int negative[2];
} glv_scalar;
void glv_split(glv_scalar *s, const fr_raw *k);

/*
 * k = sum over i of (digit[0][i] + lambda*digit[1][i]) 2^i mod r in width-5 non-adjacent forms; what lies beyond len[j]
 * is 0. A k below 2^GLV_BITS is not split: len[1] = 0.
 * requires k < r. time: variable.
 */
typedef struct {
    int8_t digit[2][WNAF_LEN(GLV_LIMBS)];
    size_t len[2];
} glv_digits;
void glv_recode(glv_digits *d, const fr_raw *k);

#endif

/*
 * k < 2^TINY_BITS ?  0 or 1. Up to this length a table of odd multiples costs more than it saves, and the
 * multiplication bit by bit is the fastest. Small curves keep to the general case, for its tests: there the answer
 * is 0.
 */
#define TINY_BITS 7
int scalar_is_tiny(const fr_raw *k);

/* r = a mod r for any a of LSM_FR_LIMBS limbs. time: constant. */
void scalar_reduce(fr_raw *r, const fr_raw *a);

#endif
