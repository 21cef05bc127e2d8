/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Selections on secret data. A selection is a mask, never a ternary: gcc 12 at -O2 compiles `r = w ? t : s` on a
 * borrow to a conditional jump. The mask passes a value barrier, so that the compiler cannot learn that it is only
 * ever zero or all ones and turn the masking back into a branch.
 */
#ifndef LSM_CORE_CT_H
#define LSM_CORE_CT_H

#include "core/word.h"

/* result = x, in a way the optimiser cannot see through. */
LSM_INLINE uint64_t lsm_ct_barrier(uint64_t x) {
#if defined(__GNUC__) || defined(__clang__)
    __asm__ volatile("" : "+r"(x));
    return x;
#else
    volatile uint64_t hidden = x;
    return hidden;
#endif
}

/* result = 2^64 - 1 if bit = 1, 0 if bit = 0.   requires bit in {0, 1}. */
LSM_INLINE uint64_t lsm_ct_mask(uint64_t bit) {
    return lsm_ct_barrier(0 - bit);
}

/* result = a if mask is all ones, b if mask is 0. */
LSM_INLINE uint64_t lsm_ct_select(uint64_t mask, uint64_t a, uint64_t b) {
    return b ^ ((a ^ b) & mask);
}

/* Overwrites len bytes with zeros, even if the memory is not read again. */
LSM_INLINE void lsm_zeroize(void *data, size_t len) {
    volatile unsigned char *byte = (volatile unsigned char *)data;
    for (size_t i = 0; i < len; i++) {
        byte[i] = 0;
    }
}

#endif
