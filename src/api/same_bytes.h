/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Comparison of answers in the self-tests. memcmp would be the only function of that kind that the library needs from
 * outside.
 */
#ifndef LSM_API_SAME_BYTES_H
#define LSM_API_SAME_BYTES_H

#include <stddef.h>
#include <stdint.h>

static inline int same_bytes(const uint8_t *a, const uint8_t *b, size_t len) {
    uint8_t differences = 0;

    for (size_t i = 0; i < len; i++) {
        differences |= (uint8_t)(a[i] ^ b[i]);
    }
    return differences == 0;
}

#endif
