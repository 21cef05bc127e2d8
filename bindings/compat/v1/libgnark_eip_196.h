/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The calls of besu-native's libgnark_eip_196, form v1. */
#ifndef LIBGNARK_EIP_196_H
#define LIBGNARK_EIP_196_H

#include "../compat.h"

/*
 * out receives 64 (pairing: 32) bytes in every case, zeros on failure, and *out_len that number, or 0 on failure.
 * error receives a text that ends with a NUL, at most 256 bytes with it, empty on success, and *error_len its length.
 * Returns 0; 1 for a bad input; -1 for NULL, a negative length, or arithmetic that is out of order.
 */
COMPAT_API int eip196altbn128G1Add(const char *in, char *out, char *error, int in_len, int *out_len, int *error_len);
COMPAT_API int eip196altbn128G1Mul(const char *in, char *out, char *error, int in_len, int *out_len, int *error_len);
COMPAT_API int eip196altbn128Pairing(const char *in, char *out, char *error, int in_len, int *out_len, int *error_len);

#endif
