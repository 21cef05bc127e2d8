/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Points as bytes, in the form of EIP-196 and EIP-197: coordinates big-endian, LSM_FP_BYTES each, no flag bits; x
 * before y, and in Fp2 the imaginary part first; all zeros is the point at infinity.
 */
#ifndef LSM_CURVE_ENCODE_H
#define LSM_CURVE_ENCODE_H

#include "curve/g1.h"
#if CURVE_HAS_TWIST
#include "curve/g2.h"
#endif
#include "limbsmith/status.h"

#define g1_decode NS(g1_decode)
#define g1_encode NS(g1_encode)
#define g2_decode NS(g2_decode)
#define g2_encode NS(g2_encode)

#define G1_BYTES (2 * LSM_FP_BYTES)
#define G2_BYTES (4 * LSM_FP_BYTES)

/*
 * LSM_OK, LSM_ERR_NOT_CANONICAL (a coordinate is p or more; looked at first) or LSM_ERR_NOT_ON_CURVE; on an error
 * *r is infinity. The subgroup of G2 is not tested here. time: variable in whether, and why, the input is bad.
 */
LSM_MUST_CHECK lsm_status g1_decode(g1_affine *r, const uint8_t in[G1_BYTES]);
#if CURVE_HAS_TWIST
LSM_MUST_CHECK lsm_status g2_decode(g2_affine *r, const uint8_t in[G2_BYTES]);
#endif

/* time: constant. */
void g1_encode(uint8_t out[G1_BYTES], const g1_affine *a);
#if CURVE_HAS_TWIST
void g2_encode(uint8_t out[G2_BYTES], const g2_affine *a);
#endif

#endif
