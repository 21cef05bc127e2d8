/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * 256-bit numbers as the EVM sees them: 32 bytes, most significant first. Only what reading files takes;
 * arithmetic is the library's.
 */
#ifndef LIMBSMITH_U256_H
#define LIMBSMITH_U256_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { U256_BYTES = 32 };

/* p and r of BN254, as EIP-197 states them ("p = 2188...8583", "q = 2188...5617"; r is its q). */
extern const uint8_t BN254_P[U256_BYTES];
extern const uint8_t BN254_R[U256_BYTES];

/* Text of `len` characters to a number. NULL, or what is wrong: the text must be decimal digits without sign,
 * space or superfluous leading zero, of a number below `bound` (else U256_TOO_LARGE). */
extern const char U256_TOO_LARGE[];
const char *u256_from_decimal(uint8_t out[U256_BYTES], const char *text, size_t len, const uint8_t bound[U256_BYTES]);

bool u256_is_below(const uint8_t a[U256_BYTES], const uint8_t b[U256_BYTES]);

/* out = a - b mod 2^256; out may be a or b */
void u256_sub(uint8_t out[U256_BYTES], const uint8_t a[U256_BYTES], const uint8_t b[U256_BYTES]);

#endif
