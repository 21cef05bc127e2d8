/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The calls of besu-native's libgnark_eip_196, form v2. */
#ifndef LIBGNARK_EIP_196_H
#define LIBGNARK_EIP_196_H

#include "../compat.h"

/*
 * out receives 64 (pairing: 32) bytes in every case, zeros on failure.
 * Returns 0; 1 for a length that no pairing has; 2 for a coordinate outside the field; 3 for a point outside the subgroup;
 * 4 for a point off its curve; 5 for arithmetic that is out of order; -1 for NULL or a negative length.
 */
COMPAT_API int eip196altbn128G1Add(const char *in, char *out, int in_len);
COMPAT_API int eip196altbn128G1Mul(const char *in, char *out, int in_len);
COMPAT_API int eip196altbn128Pairing(const char *in, char *out, int in_len);

#endif
