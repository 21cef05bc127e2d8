/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Big-endian bytes to little-endian words and back, and the comparison that a canonical encoding asks for. Constant
 * time: the loops run over public lengths.
 */
#ifndef LSM_CORE_BYTES_H
#define LSM_CORE_BYTES_H

#include "core/word.h"

/* words = the big-endian number of len bytes.   requires len <= 8*count. */
LSM_INLINE void lsm_bytes_load(uint64_t *words, size_t count, const uint8_t *bytes, size_t len) {
    for (size_t i = 0; i < count; i++) {
        words[i] = 0;
    }
    for (size_t k = 0; k < len; k++) {
        words[k / 8] |= (uint64_t)bytes[len - 1 - k] << (8 * (k % 8));
    }
}

/* bytes = the number in words, big-endian in len bytes.   requires that it is below 2^(8*len). */
LSM_INLINE void lsm_bytes_store(uint8_t *bytes, size_t len, const uint64_t *words) {
    for (size_t k = 0; k < len; k++) {
        bytes[len - 1 - k] = (uint8_t)(words[k / 8] >> (8 * (k % 8)));
    }
}

/* result = 1 if a < b, else 0, for numbers of count words: the borrow of a - b. */
LSM_INLINE uint64_t lsm_words_below(const uint64_t *a, const uint64_t *b, size_t count) {
    uint64_t borrow = 0;
    for (size_t i = 0; i < count; i++) {
        (void)lsm_sbb(&borrow, a[i], b[i], borrow);
    }
    return borrow;
}

#endif
