/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * lanes/vector.h in plain C: what the AVX-512 instructions behind lanes/ifma.h do, lane by lane. Slow; for tests on
 * machines without them. Additions wrap and the multiplications drop all but 52 bits of their factors, as there.
 */
#ifndef LSM_LANES_IFMA_EMU_H
#define LSM_LANES_IFMA_EMU_H

#include <stdint.h>

#include "core/word.h"

typedef struct {
    uint64_t w[8];
} lv8;

typedef struct {
    uint64_t w[4];
} lv4;

#define LV_LOW52(a) ((a) & (((uint64_t)1 << 52) - 1))

static inline uint64_t lv_madd_lo(uint64_t acc, uint64_t a, uint64_t b) {
    return acc + LV_LOW52(LV_LOW52(a) * LV_LOW52(b));
}

static inline uint64_t lv_madd_hi(uint64_t acc, uint64_t a, uint64_t b) {
    uint64_t high = 0;
    const uint64_t low = lsm_mac(&high, 0, LV_LOW52(a), LV_LOW52(b), 0);

    return acc + (high << 12 | low >> 52);
}

static inline uint64_t lv_sar(uint64_t a, unsigned n) {
    const uint64_t sign = 0 - (a >> 63);

    return n == 0 ? a : a >> n | sign << (64 - n);
}

/* Calls, not copies: inlined thousands of times in one function these keep a compiler busy for minutes. */
#if defined(__GNUC__)
#define LV_FUNCTION static __attribute__((noinline, unused))
#else
#define LV_FUNCTION static inline
#endif

/* Every operation once, for both widths. value is an expression in i, the lane. */
#define LV_LANES(width, value)                                                                                         \
    {                                                                                                                  \
        lv##width r;                                                                                                   \
        for (unsigned i = 0; i < (width); i++) {                                                                       \
            r.w[i] = (value);                                                                                          \
        }                                                                                                              \
        return r;                                                                                                      \
    }

#define LV_OPERATIONS(n)                                                                                               \
    LV_FUNCTION lv##n lv##n##_load(const uint64_t *p) LV_LANES(n, p[i])                                                \
    LV_FUNCTION void lv##n##_store(uint64_t *p, lv##n a) {                                                             \
        for (unsigned i = 0; i < (n); i++) {                                                                           \
            p[i] = a.w[i];                                                                                             \
        }                                                                                                              \
    }                                                                                                                  \
    LV_FUNCTION lv##n lv##n##_load_pair(const uint64_t *p) LV_LANES(n, p[i & 1])                                       \
    LV_FUNCTION lv##n lv##n##_zero(void) LV_LANES(n, 0)                                                                \
    LV_FUNCTION lv##n lv##n##_add(lv##n a, lv##n b) LV_LANES(n, a.w[i] + b.w[i])                                       \
    LV_FUNCTION lv##n lv##n##_sub(lv##n a, lv##n b) LV_LANES(n, a.w[i] - b.w[i])                                       \
    LV_FUNCTION lv##n lv##n##_mul(lv##n a, lv##n b) LV_LANES(n, a.w[i] * b.w[i])                                       \
    LV_FUNCTION lv##n lv##n##_and(lv##n a, lv##n b) LV_LANES(n, a.w[i] & b.w[i])                                       \
    LV_FUNCTION lv##n lv##n##_add_masked(lv##n keep, unsigned mask, lv##n a, lv##n b)                                  \
        LV_LANES(n, mask >> i & 1 ? a.w[i] + b.w[i] : keep.w[i])                                                       \
    LV_FUNCTION lv##n lv##n##_sub_masked(lv##n keep, unsigned mask, lv##n a, lv##n b)                                  \
        LV_LANES(n, mask >> i & 1 ? a.w[i] - b.w[i] : keep.w[i])                                                       \
    LV_FUNCTION lv##n lv##n##_shl(lv##n a, unsigned count) LV_LANES(n, a.w[i] << count)                                \
    LV_FUNCTION lv##n lv##n##_shl_lanes(lv##n a, lv##n count) LV_LANES(n, a.w[i] << count.w[i])                        \
    LV_FUNCTION lv##n lv##n##_sar(lv##n a, unsigned count) LV_LANES(n, lv_sar(a.w[i], count))                          \
    LV_FUNCTION lv##n lv##n##_madd_lo(lv##n acc, lv##n a, lv##n b) LV_LANES(n, lv_madd_lo(acc.w[i], a.w[i], b.w[i]))   \
    LV_FUNCTION lv##n lv##n##_madd_hi(lv##n acc, lv##n a, lv##n b) LV_LANES(n, lv_madd_hi(acc.w[i], a.w[i], b.w[i]))   \
    LV_FUNCTION lv##n lv##n##_swap(lv##n a) LV_LANES(n, a.w[i ^ 1])                                                    \
    LV_FUNCTION lv##n lv##n##_even(lv##n a) LV_LANES(n, a.w[i & ~1u])                                                  \
    LV_FUNCTION lv##n lv##n##_odd(lv##n a) LV_LANES(n, a.w[i | 1])                                                     \
    LV_FUNCTION lv##n lv##n##_blend(lv##n a, unsigned mask, lv##n b) LV_LANES(n, mask >> i & 1 ? b.w[i] : a.w[i])

LV_OPERATIONS(8)
LV_OPERATIONS(4)

/* lane i is lane (lanes >> 2i) mod 4 of a; of its half of a */
LV_FUNCTION lv4 lv4_permute(lv4 a, unsigned lanes) LV_LANES(4, a.w[lanes >> (2 * i) & 3])
LV_FUNCTION lv8 lv8_permute_halves(lv8 a, unsigned lanes) LV_LANES(8, a.w[(i & 4) + (lanes >> (2 * (i & 3)) & 3)])

/* lane i is lane lanes[i] mod 8 of a */
LV_FUNCTION lv8 lv8_permute(lv8 a, lv8 lanes) LV_LANES(8, a.w[lanes.w[i] & 7])

/* low and high pair are chosen by one hexadecimal digit each: 0, 1 are the pairs of a, 2, 3 those of b */
LV_FUNCTION lv4 lv4_pairs2(lv4 a, lv4 b, unsigned pairs)
    LV_LANES(4, (pairs >> (4 * (i >> 1)) & 2 ? b : a).w[2 * (pairs >> (4 * (i >> 1)) & 1) + (i & 1)])

LV_FUNCTION lv8 lv8_load_twice(const uint64_t *p) LV_LANES(8, p[i & 3])

/* pair i is pair (pairs >> 2i) mod 4 of a */
LV_FUNCTION lv8 lv8_pairs(lv8 a, unsigned pairs) LV_LANES(8, a.w[2 * (pairs >> (i & 6) & 3) + (i & 1)])

/* lane i is lane lanes[i] of a, or of b from 8 on */
LV_FUNCTION lv8 lv8_permute2(lv8 a, lv8 lanes, lv8 b) LV_LANES(8, (lanes.w[i] & 8 ? b : a).w[lanes.w[i] & 7])

LV_FUNCTION lv8 lv8_concat(lv4 a, lv4 b) LV_LANES(8, i < 4 ? a.w[i] : b.w[i - 4])
LV_FUNCTION lv4 lv8_low(lv8 a) LV_LANES(4, a.w[i])
LV_FUNCTION lv4 lv8_high(lv8 a) LV_LANES(4, a.w[i + 4])

#endif
