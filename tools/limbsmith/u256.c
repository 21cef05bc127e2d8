/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "u256.h"

#include <string.h>

const uint8_t BN254_P[U256_BYTES] = {
    0x30, 0x64, 0x4e, 0x72, 0xe1, 0x31, 0xa0, 0x29, 0xb8, 0x50, 0x45, 0xb6, 0x81, 0x81, 0x58, 0x5d,
    0x97, 0x81, 0x6a, 0x91, 0x68, 0x71, 0xca, 0x8d, 0x3c, 0x20, 0x8c, 0x16, 0xd8, 0x7c, 0xfd, 0x47,
};
const uint8_t BN254_R[U256_BYTES] = {
    0x30, 0x64, 0x4e, 0x72, 0xe1, 0x31, 0xa0, 0x29, 0xb8, 0x50, 0x45, 0xb6, 0x81, 0x81, 0x58, 0x5d,
    0x28, 0x33, 0xe8, 0x48, 0x79, 0xb9, 0x70, 0x91, 0x43, 0xe1, 0xf5, 0x93, 0xf0, 0x00, 0x00, 0x01,
};

bool u256_is_below(const uint8_t a[U256_BYTES], const uint8_t b[U256_BYTES]) {
    return memcmp(a, b, U256_BYTES) < 0;
}

const char U256_TOO_LARGE[] = "is not below the modulus";

/* a = 10 a + digit; false if that is 2^256 or more */
static bool append_digit(uint8_t a[U256_BYTES], unsigned digit) {
    unsigned carry = digit;
    for (size_t i = U256_BYTES; i-- > 0;) {
        carry += 10u * a[i]; /* at most 255 + 10*255 */
        a[i] = (uint8_t)carry;
        carry >>= 8;
    }
    return carry == 0;
}

const char *u256_from_decimal(uint8_t out[U256_BYTES], const char *text, size_t len,
                              const uint8_t bound[U256_BYTES]) {
    memset(out, 0, U256_BYTES);
    if (len == 0) {
        return "is empty, not a decimal number";
    }
    for (size_t i = 0; i < len; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return text[0] == '-' && len > 1 ? "is negative or no decimal number" : "is not a decimal number";
        }
    }
    if (len > 1 && text[0] == '0') {
        return "has a leading zero";
    }
    bool fits = true;
    for (size_t i = 0; i < len && fits; i++) {
        fits = append_digit(out, (unsigned)(text[i] - '0'));
    }
    if (!fits || !u256_is_below(out, bound)) {
        memset(out, 0, U256_BYTES);
        return U256_TOO_LARGE;
    }
    return NULL;
}

void u256_sub(uint8_t out[U256_BYTES], const uint8_t a[U256_BYTES], const uint8_t b[U256_BYTES]) {
    int borrow = 0;
    for (size_t i = U256_BYTES; i-- > 0;) {
        int difference = a[i] - b[i] - borrow;
        borrow = difference < 0;
        out[i] = (uint8_t)difference;
    }
}
