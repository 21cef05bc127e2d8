/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The calls of EIP-196 and EIP-197 for one engine, on inputs of full length; padding, lengths and output rules are the
 * API's. Contracts are those of the fields of the same names in engine.h.
 */
#ifndef LSM_ENGINE_EVM_H
#define LSM_ENGINE_EVM_H

#include "core/ns.h"
#include "curve/encode.h"

#define evm_add NS(evm_add)
#define evm_mul NS(evm_mul)
#define evm_pairing NS(evm_pairing)
#define g1_decode_in_group NS(g1_decode_in_group)
#define scalar_from_bytes NS(scalar_from_bytes)

/* Scalars come as whole words, so that every value the format can hold is accepted. */
#define SCALAR_BYTES (8 * LSM_FR_LIMBS)

/* k = in mod r, in [0, r), from SCALAR_BYTES big-endian bytes of any value. time: constant. */
void scalar_from_bytes(fr_raw *k, const uint8_t *in);

/*
 * g1_decode, then the subgroup test: LSM_ERR_NOT_IN_SUBGROUP can be the answer where E has more than r points. *r is
 * then the point itself. time: as g1_decode, and variable in the subgroup test.
 */
LSM_MUST_CHECK lsm_status g1_decode_in_group(g1_affine *r, const uint8_t *in);

LSM_MUST_CHECK lsm_status evm_add(uint8_t *out, const uint8_t *in, size_t *bad_item);
LSM_MUST_CHECK lsm_status evm_mul(uint8_t *out, const uint8_t *in, size_t *bad_item);
#if CURVE_HAS_TWIST
LSM_MUST_CHECK lsm_status evm_pairing(int *is_one, const uint8_t *in, size_t n, size_t *bad_item);
#endif

#endif
