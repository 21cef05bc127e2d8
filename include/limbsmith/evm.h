/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The Ethereum precompiles of BN254 (alt_bn128), bytes in and bytes out: ecAdd and ecMul (EIP-196, addresses 6 and 7),
 * ecPairing (EIP-197, address 8), gas after EIP-1108.
 *
 * Encoding. Numbers are 32 bytes, big-endian. A G1 point is x, y; a G2 point is x then y, each with its imaginary
 * part first. All zeros is the point at infinity. A coordinate of p or more is rejected, never reduced, and there are
 * no flag bits. A G1 or G2 point must lie on its curve, and a G2 point in the subgroup of order r. Scalars may be any
 * 256-bit number.
 *
 * Rules for every call here:
 *   - out and in may overlap in any way. in may be NULL if in_len is 0.
 *   - On LSM_OK exactly the first 64 (pairing: 32) bytes of out are written. On every error that many bytes, or out_len
 *     if that is less, are zero. Bytes beyond are never touched.
 *   - Errors of the call itself come first: LSM_ERR_ARGUMENT (out is NULL, or in is NULL with in_len above 0), then
 *     LSM_ERR_OUTPUT (out_len below 64 or 32), then LSM_ERR_ENGINE, then LSM_ERR_LENGTH.
 *   - Then the first bad point or pair in input order decides: LSM_ERR_NOT_CANONICAL, LSM_ERR_NOT_ON_CURVE,
 *     LSM_ERR_NOT_IN_SUBGROUP, tested in that order for each point. For a contract all of them mean failure.
 *   - No allocation, no state, safe from any thread; at most LSM_STACK_BYTES of stack.
 *   - time: depends on the input, which is public on a chain. For secret scalars see <limbsmith/bn254.h>.
 */
#ifndef LIMBSMITH_EVM_H
#define LIMBSMITH_EVM_H

#include <limbsmith/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LSM_EVM_BN254_ADD_INPUT 128
#define LSM_EVM_BN254_ADD_OUTPUT 64
#define LSM_EVM_BN254_MUL_INPUT 96
#define LSM_EVM_BN254_MUL_OUTPUT 64
#define LSM_EVM_BN254_PAIRING_INPUT 192 /* a pair */
#define LSM_EVM_BN254_PAIRING_OUTPUT 32

/*
 * out = a + b in G1. Input: a, b; shorter than 128 bytes it is padded with zeros on the right, longer it is cut.
 */
LSM_MUST_CHECK LSM_API lsm_status lsm_evm_bn254_add(uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len);

/*
 * out = [k]a in G1. Input: a, k; shorter than 96 bytes it is padded with zeros on the right, longer it is cut.
 */
LSM_MUST_CHECK LSM_API lsm_status lsm_evm_bn254_mul(uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len);

/*
 * out = 1 if the product of e(P_i, Q_i) is 1, else 0, as a 32-byte number; both are LSM_OK. Input: pairs of 192 bytes,
 * P_i in G1 and Q_i in G2; another length is LSM_ERR_LENGTH, no pair at all gives 1. A pair that holds infinity
 * contributes nothing, and its other point must be valid all the same.
 */
LSM_MUST_CHECK LSM_API lsm_status lsm_evm_bn254_pairing(uint8_t *out, size_t out_len, const uint8_t *in,
                                                        size_t in_len);

/* The gas a call with in_len bytes of input costs, valid or not (EIP-1108); UINT64_MAX where it would not fit. */
LSM_API uint64_t lsm_evm_bn254_add_gas(size_t in_len);
LSM_API uint64_t lsm_evm_bn254_mul_gas(size_t in_len);
LSM_API uint64_t lsm_evm_bn254_pairing_gas(size_t in_len);

/*
 * The same calls on a named engine (see <limbsmith/version.h>), saying also which item was bad.
 * engine: NULL for the one in use; a name that is not built in, or that this machine cannot run, is LSM_ERR_ENGINE:
 *         there is no falling back. A call here does not change what the other calls use.
 * bad_item: may be NULL. Receives the index, from 0, of the point (add, mul) or pair (pairing) that decided the
 *           status; LSM_NO_ITEM for LSM_OK and for errors of the call itself.
 */
#define LSM_NO_ITEM ((size_t)-1)

LSM_MUST_CHECK LSM_API lsm_status lsm_evm_bn254_add_on(const char *engine, uint8_t *out, size_t out_len,
                                                       const uint8_t *in, size_t in_len, size_t *bad_item);
LSM_MUST_CHECK LSM_API lsm_status lsm_evm_bn254_mul_on(const char *engine, uint8_t *out, size_t out_len,
                                                       const uint8_t *in, size_t in_len, size_t *bad_item);
LSM_MUST_CHECK LSM_API lsm_status lsm_evm_bn254_pairing_on(const char *engine, uint8_t *out, size_t out_len,
                                                           const uint8_t *in, size_t in_len, size_t *bad_item);

#ifdef __cplusplus
}
#endif

#endif
