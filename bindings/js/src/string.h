/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* All of a C library that the portable engine needs; string.c has the bodies. */
#ifndef LSM_JS_STRING_H
#define LSM_JS_STRING_H

#include <stddef.h>

void *memcpy(void *restrict r, const void *restrict a, size_t n);
void *memmove(void *r, const void *a, size_t n);
void *memset(void *r, int byte, size_t n);

#endif
