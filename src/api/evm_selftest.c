/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The known answers of BN254 through the calls of the precompiles, and one that pins the curve itself.
 */
#include "api/evm_selftest.h"

#include <string.h>

#include "api/same_bytes.h"
#include "limbsmith/evm.h"
#include "vectors.h"

typedef lsm_status evm_function(const char *, uint8_t *, size_t, const uint8_t *, size_t, size_t *);

/* 1 if the call gives exactly these bytes. */
static int gives(evm_function *call, const char *engine, const uint8_t *in, size_t in_len, const uint8_t *expected,
                 size_t len) {
    uint8_t out[LSM_EVM_BN254_ADD_OUTPUT];

    return call(engine, out, len, in, in_len, NULL) == LSM_OK && same_bytes(out, expected, len);
}

/* 1 if the call fails with this status, on this item, and leaves zeros. */
static int refuses(evm_function *call, const char *engine, const uint8_t *in, size_t in_len, size_t len,
                   lsm_status expected, size_t expected_item) {
    static const uint8_t zeros[LSM_EVM_BN254_ADD_OUTPUT];
    uint8_t out[LSM_EVM_BN254_ADD_OUTPUT];
    size_t item;

    memset(out, 0xff, sizeof out);
    return call(engine, out, len, in, in_len, &item) == expected && item == expected_item &&
           same_bytes(out, zeros, len);
}

/*
 * 2G for G = (1, 2) on the curve of EIP-196, which no other curve gives: the other answers come from the same parameter
 * file as the library, so they would agree with a changed one.
 */
static const uint8_t TWICE_GENERATOR[LSM_EVM_BN254_ADD_OUTPUT] = {
    0x03, 0x06, 0x44, 0xe7, 0x2e, 0x13, 0x1a, 0x02, 0x9b, 0x85, 0x04, 0x5b, 0x68, 0x18, 0x15, 0x85,
    0xd9, 0x78, 0x16, 0xa9, 0x16, 0x87, 0x1c, 0xa8, 0xd3, 0xc2, 0x08, 0xc1, 0x6d, 0x87, 0xcf, 0xd3,
    0x15, 0xed, 0x73, 0x8c, 0x0e, 0x0a, 0x7c, 0x92, 0xe7, 0x84, 0x5f, 0x96, 0xb2, 0xae, 0x9c, 0x0a,
    0x68, 0xa6, 0xa4, 0x49, 0xe3, 0x53, 0x8f, 0xc7, 0xff, 0x3e, 0xbf, 0x7a, 0x5a, 0x18, 0xa2, 0xc4};

static int engine_is_right(const char *engine) {
    static const uint8_t generator_twice[LSM_EVM_BN254_ADD_INPUT] = {[31] = 1, [63] = 2, [95] = 1, [127] = 2};
    static const uint8_t one[LSM_EVM_BN254_PAIRING_OUTPUT] = {[LSM_EVM_BN254_PAIRING_OUTPUT - 1] = 1};
    static const uint8_t zero[LSM_EVM_BN254_PAIRING_OUTPUT];
    uint8_t bad[sizeof VEC_PAIRING_TRUE_IN];
    int right;

    right = gives(lsm_evm_bn254_add_on, engine, generator_twice, sizeof generator_twice, TWICE_GENERATOR,
                  sizeof TWICE_GENERATOR) &&
            gives(lsm_evm_bn254_add_on, engine, VEC_ADD_IN, sizeof VEC_ADD_IN, VEC_ADD_OUT, sizeof VEC_ADD_OUT) &&
            gives(lsm_evm_bn254_mul_on, engine, VEC_MUL_IN, sizeof VEC_MUL_IN, VEC_MUL_OUT, sizeof VEC_MUL_OUT) &&
            gives(lsm_evm_bn254_pairing_on, engine, VEC_PAIRING_TRUE_IN, sizeof VEC_PAIRING_TRUE_IN, one, sizeof one) &&
            gives(lsm_evm_bn254_pairing_on, engine, VEC_PAIRING_FALSE_IN, sizeof VEC_PAIRING_FALSE_IN, zero,
                  sizeof zero);

    /* off the curve: y of the first point changed in its last bit */
    memcpy(bad, VEC_ADD_IN, sizeof VEC_ADD_IN);
    bad[63] ^= 1;
    right = right && refuses(lsm_evm_bn254_add_on, engine, bad, sizeof VEC_ADD_IN, LSM_EVM_BN254_ADD_OUTPUT,
                             LSM_ERR_NOT_ON_CURVE, 0);
    /* the same in the second point of the second pair */
    memcpy(bad, VEC_PAIRING_TRUE_IN, sizeof bad);
    bad[sizeof bad - 1] ^= 1;
    right = right && refuses(lsm_evm_bn254_pairing_on, engine, bad, sizeof bad, LSM_EVM_BN254_PAIRING_OUTPUT,
                             LSM_ERR_NOT_ON_CURVE, 1);
    /* a coordinate above p */
    memset(bad + LSM_EVM_BN254_PAIRING_INPUT, 0xff, 32);
    right = right && refuses(lsm_evm_bn254_pairing_on, engine, bad, sizeof bad, LSM_EVM_BN254_PAIRING_OUTPUT,
                             LSM_ERR_NOT_CANONICAL, 1);
    /* each engine has a subgroup test of its own */
    right = right && refuses(lsm_evm_bn254_pairing_on, engine, VEC_OUTSIDE_IN, sizeof VEC_OUTSIDE_IN,
                             LSM_EVM_BN254_PAIRING_OUTPUT, LSM_ERR_NOT_IN_SUBGROUP, 0);
    return right;
}

lsm_status lsm_evm_selftest_on(const char *engine) {
    return engine_is_right(engine) ? LSM_OK : LSM_ERR_ENGINE;
}
