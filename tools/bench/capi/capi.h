/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * A peer reached through its C interface, loaded from a shared library.
 */
#ifndef BENCH_CAPI_H
#define BENCH_CAPI_H

#include <stddef.h>
#include <stdint.h>

enum { OUT_MAX = 64 };

typedef struct {
    const char *name;
    /* Length of what was written, or -1 for a refusal. */
    int (*run)(uint8_t out[OUT_MAX], const uint8_t *in, size_t len);
} capi_call;

typedef struct {
    const char *name;
    void (*run)(size_t n); /* n steps, each on the result of the one before or on another input */
} capi_chain;

typedef struct {
    const char *name;
    /* dlopen's handle; NULL if all is there, else what is missing. */
    const char *(*open)(void *handle);
    /* Takes a pair of 192 bytes for the chains; 1 if it decodes. NULL if there are no chains. */
    int (*add_pair)(const uint8_t *pair);
    const capi_call *calls;   /* ended by a NULL name */
    const capi_chain *chains; /* ended by a NULL name */
} capi_peer;

extern const capi_peer MCL, CONSTANTINE;

#endif
