/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Signed 128-bit accumulators, for numbers written in limbs of 62 bits. Straight-line code in both forms.
 */
#ifndef LSM_CORE_SIGNED62_H
#define LSM_CORE_SIGNED62_H

#include "core/word.h"

#define LSM_MASK62 (UINT64_MAX >> 2)

#if LSM_HAVE_INT128

typedef lsm_i128 lsm_acc;

/* result = a*b. */
LSM_INLINE lsm_acc lsm_acc_mul(int64_t a, int64_t b) {
    return (lsm_i128)a * b;
}

/* result = acc + a*b.   requires that it fits into 128 signed bits. */
LSM_INLINE lsm_acc lsm_acc_add(lsm_acc acc, int64_t a, int64_t b) {
    return acc + (lsm_i128)a * b;
}

/* result = acc mod 2^64. */
LSM_INLINE uint64_t lsm_acc_low(lsm_acc acc) {
    return (uint64_t)acc;
}

/* result = floor(acc / 2^62). */
LSM_INLINE lsm_acc lsm_acc_shift(lsm_acc acc) {
    return acc >> 62;
}

#else

typedef struct {
    uint64_t low, high; /* two's complement */
} lsm_acc;

LSM_INLINE lsm_acc lsm_acc_add(lsm_acc acc, int64_t a, int64_t b) {
    /* As unsigned words a stands for a + 2^64*[a < 0], so a*b = ua*ub - 2^64*([a < 0]*ub + [b < 0]*ua) mod 2^128. */
    const uint64_t ua = (uint64_t)a, ub = (uint64_t)b;
    uint64_t high;
    acc.low = lsm_mac(&high, acc.low, ua, ub, 0);
    acc.high += high - (ub & (0 - (ua >> 63))) - (ua & (0 - (ub >> 63)));
    return acc;
}

LSM_INLINE lsm_acc lsm_acc_mul(int64_t a, int64_t b) {
    const lsm_acc zero = {0, 0};
    return lsm_acc_add(zero, a, b);
}

LSM_INLINE uint64_t lsm_acc_low(lsm_acc acc) {
    return acc.low;
}

LSM_INLINE lsm_acc lsm_acc_shift(lsm_acc acc) {
    const uint64_t sign = 0 - (acc.high >> 63);
    acc.low = (acc.low >> 62) | (acc.high << 2);
    acc.high = (acc.high >> 62) | (sign << 2);
    return acc;
}

#endif
#endif
