/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Range assertions of the verify build. LSM_VERIFY_TRUE(condition) aborts in that build and vanishes in all others,
 * so contracts are executed by the tests and cost nothing in the library.
 */
#ifndef LSM_CORE_VERIFY_H
#define LSM_CORE_VERIFY_H

#include "core/word.h"

#ifdef LSM_VERIFY
#include <stdio.h>
#include <stdlib.h>
#define LSM_VERIFY_TRUE(condition)                                                                     \
    do {                                                                                               \
        if (!(condition)) {                                                                            \
            (void)fprintf(stderr, "%s:%d: contract broken: %s\n", __FILE__, __LINE__, #condition);     \
            abort();                                                                                   \
        }                                                                                              \
    } while (0)

/* 1 if the n-word little-endian number a is below bound. Verify build only: compares and branches freely. */
LSM_INLINE int lsm_verify_below(const uint64_t *a, const uint64_t *bound, size_t n) {
    while (n-- > 0) {
        if (a[n] != bound[n]) {
            return a[n] < bound[n];
        }
    }
    return 0;
}
#else
#define LSM_VERIFY_TRUE(condition) ((void)0)
#endif

#endif
