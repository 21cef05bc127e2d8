/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Points and pairings of BN254 (alt_bn128), for callers who do more than single precompile calls.
 *
 * A point is a plain value of fixed size; copy it with =. Its contents are private (they differ from the bytes of the
 * encoding and may differ between versions with another SONAME); a point with all words zero is infinity. Every point
 * passed to a function must have come out of a function of this header, or be all zeros: only decoding checks it.
 *
 * Encoding and checks are those of <limbsmith/evm.h>: big-endian, 32 bytes a coordinate, x before y, imaginary parts
 * first, all zeros is infinity, no flag bits, coordinates of p or more rejected. Scalars are 32 bytes, big-endian,
 * any value.
 *
 * No pointer may be NULL unless a line says so: these calls do not check, unlike those of evm.h. Results may be the same
 * object as any input, and byte buffers may overlap anything. No allocation, no state, safe from any thread; at most LSM_STACK_BYTES
 * of stack. Functions are constant time (no branch and no address depends on the value of points or scalars), except
 * those named _vartime, decoding (whose outcome is visible), and the pairing and subgroup tests.
 */
#ifndef LIMBSMITH_BN254_H
#define LIMBSMITH_BN254_H

#include <limbsmith/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LSM_BN254_SCALAR_BYTES 32
#define LSM_BN254_G1_BYTES 64
#define LSM_BN254_G2_BYTES 128

typedef struct lsm_bn254_g1 {
    uint64_t private_words[8];
} lsm_bn254_g1;

typedef struct lsm_bn254_g2 {
    uint64_t private_words[16];
} lsm_bn254_g2;

/*
 * Bytes to point: LSM_OK, LSM_ERR_NOT_CANONICAL, LSM_ERR_NOT_ON_CURVE, for G2 also LSM_ERR_NOT_IN_SUBGROUP (tested in
 * this order). On an error *r is infinity.
 */
LSM_MUST_CHECK LSM_API lsm_status lsm_bn254_g1_decode(lsm_bn254_g1 *r, const uint8_t in[LSM_BN254_G1_BYTES]);
LSM_MUST_CHECK LSM_API lsm_status lsm_bn254_g2_decode(lsm_bn254_g2 *r, const uint8_t in[LSM_BN254_G2_BYTES]);

/*
 * Bytes to a point of the twist that may lie outside the subgroup. All functions of G2 but the pairing check are right
 * for such points; ask lsm_bn254_g2_in_subgroup before anything relies on the order r.
 * LSM_OK, LSM_ERR_NOT_CANONICAL or LSM_ERR_NOT_ON_CURVE; on an error *r is infinity.
 */
LSM_MUST_CHECK LSM_API lsm_status lsm_bn254_g2_decode_unchecked(lsm_bn254_g2 *r,
                                                                const uint8_t in[LSM_BN254_G2_BYTES]);

/* 1 if a lies in the subgroup of order r, else 0. time: variable. */
LSM_MUST_CHECK LSM_API int lsm_bn254_g2_in_subgroup(const lsm_bn254_g2 *a);

LSM_API void lsm_bn254_g1_encode(uint8_t out[LSM_BN254_G1_BYTES], const lsm_bn254_g1 *a);
LSM_API void lsm_bn254_g2_encode(uint8_t out[LSM_BN254_G2_BYTES], const lsm_bn254_g2 *a);

/* The generators of EIP-196 and EIP-197. */
LSM_API void lsm_bn254_g1_generator(lsm_bn254_g1 *r);
LSM_API void lsm_bn254_g2_generator(lsm_bn254_g2 *r);

/* Predicates: 0 or 1. */
LSM_API int lsm_bn254_g1_is_infinity(const lsm_bn254_g1 *a);
LSM_API int lsm_bn254_g2_is_infinity(const lsm_bn254_g2 *a);
LSM_API int lsm_bn254_g1_eq(const lsm_bn254_g1 *a, const lsm_bn254_g1 *b);
LSM_API int lsm_bn254_g2_eq(const lsm_bn254_g2 *a, const lsm_bn254_g2 *b);

/* r = -a */
LSM_API void lsm_bn254_g1_neg(lsm_bn254_g1 *r, const lsm_bn254_g1 *a);
LSM_API void lsm_bn254_g2_neg(lsm_bn254_g2 *r, const lsm_bn254_g2 *a);

/* r = a + b, for any a and b, equal, opposite and infinite ones included. */
LSM_API void lsm_bn254_g1_add(lsm_bn254_g1 *r, const lsm_bn254_g1 *a, const lsm_bn254_g1 *b);
LSM_API void lsm_bn254_g2_add(lsm_bn254_g2 *r, const lsm_bn254_g2 *a, const lsm_bn254_g2 *b);
LSM_API void lsm_bn254_g1_add_vartime(lsm_bn254_g1 *r, const lsm_bn254_g1 *a, const lsm_bn254_g1 *b);
LSM_API void lsm_bn254_g2_add_vartime(lsm_bn254_g2 *r, const lsm_bn254_g2 *a, const lsm_bn254_g2 *b);

/*
 * r = [k mod r]a. For a point of the twist outside the subgroup that is not [k]a unless k < r.
 * The _vartime forms are for public scalars only; they take about half the time in G1 and two thirds in G2.
 */
LSM_API void lsm_bn254_g1_mul(lsm_bn254_g1 *r, const lsm_bn254_g1 *a, const uint8_t k[LSM_BN254_SCALAR_BYTES]);
LSM_API void lsm_bn254_g2_mul(lsm_bn254_g2 *r, const lsm_bn254_g2 *a, const uint8_t k[LSM_BN254_SCALAR_BYTES]);
LSM_API void lsm_bn254_g1_mul_vartime(lsm_bn254_g1 *r, const lsm_bn254_g1 *a, const uint8_t k[LSM_BN254_SCALAR_BYTES]);
LSM_API void lsm_bn254_g2_mul_vartime(lsm_bn254_g2 *r, const lsm_bn254_g2 *a, const uint8_t k[LSM_BN254_SCALAR_BYTES]);

/*
 * 1 if the product over i < n of e(p[i], q[i]) is 1, else 0; 1 for n = 0 (p and q may then be NULL). Pairs that hold
 * infinity contribute nothing. requires every q[i] in the subgroup. time: variable.
 */
LSM_MUST_CHECK LSM_API int lsm_bn254_pairing_check(const lsm_bn254_g1 *p, const lsm_bn254_g2 *q, size_t n);

#ifdef __cplusplus
}
#endif

#endif
