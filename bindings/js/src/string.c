/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* With bulk memory operations each of the three is one instruction, memory.copy or memory.fill. */
#include "string.h"

void *memcpy(void *restrict r, const void *restrict a, size_t n) {
    return __builtin_memcpy(r, a, n);
}

void *memmove(void *r, const void *a, size_t n) {
    return __builtin_memmove(r, a, n);
}

void *memset(void *r, int byte, size_t n) {
    return __builtin_memset(r, byte, n);
}
