/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The EVM's calls of BN254: arguments, lengths and output rules. Arithmetic is behind the engine table.
 */
#include "limbsmith/evm.h"

#include <string.h>

#include "api/curves.h"

/* The curve of the precompiles: its file of src/api defines it. */
extern const lsm_curve lsm_bn254_curve;

typedef struct {
    uint8_t *out;
    size_t out_len, needed;
    const uint8_t *in;
    size_t in_len;
    const lsm_engine *engine;
} evm_call;

/* Checks of the call itself, in the documented order; finds the engine. */
static lsm_status evm_begin(evm_call *call, const char *engine, size_t *bad_item) {
    if (bad_item != NULL) {
        *bad_item = LSM_NO_ITEM;
    }
    if (call->out == NULL || (call->in == NULL && call->in_len > 0)) {
        return LSM_ERR_ARGUMENT;
    }
    if (call->out_len < call->needed) {
        return LSM_ERR_OUTPUT;
    }
    call->engine = lsm_bn254_curve.engine_named(engine);
    return call->engine != NULL ? LSM_OK : LSM_ERR_ENGINE;
}

/*
 * Writes the output: result on success, zeros on an error. Comes last, because the output may overlap the input.
 */
static lsm_status evm_end(const evm_call *call, lsm_status status, const uint8_t *result, size_t item,
                          size_t *bad_item) {
    if (status == LSM_OK) {
        memcpy(call->out, result, call->needed);
    } else if (call->out != NULL) {
        memset(call->out, 0, call->out_len < call->needed ? call->out_len : call->needed);
    }
    if (bad_item != NULL) {
        *bad_item = item;
    }
    return status;
}

/* ecAdd and ecMul: the input zero-padded on the right, or cut, to full_len (at most 128) bytes. */
static lsm_status evm_group_call(evm_call *call, const char *engine, size_t *bad_item, size_t full_len, int is_mul) {
    uint8_t full[LSM_EVM_BN254_ADD_INPUT] = {0}, result[LSM_EVM_BN254_ADD_OUTPUT];
    size_t item = LSM_NO_ITEM;
    lsm_status status = evm_begin(call, engine, bad_item);

    if (status == LSM_OK) {
        if (call->in_len > 0) { /* memcpy must not see NULL even for nothing */
            memcpy(full, call->in, call->in_len < full_len ? call->in_len : full_len);
        }
        status = (is_mul ? call->engine->evm.mul : call->engine->evm.add)(result, full, &item);
    }
    return evm_end(call, status, result, item, bad_item);
}

lsm_status lsm_evm_bn254_add_on(const char *engine, uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len,
                                size_t *bad_item) {
    evm_call call = {out, out_len, LSM_EVM_BN254_ADD_OUTPUT, in, in_len, NULL};
    return evm_group_call(&call, engine, bad_item, LSM_EVM_BN254_ADD_INPUT, 0);
}

lsm_status lsm_evm_bn254_mul_on(const char *engine, uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len,
                                size_t *bad_item) {
    evm_call call = {out, out_len, LSM_EVM_BN254_MUL_OUTPUT, in, in_len, NULL};
    return evm_group_call(&call, engine, bad_item, LSM_EVM_BN254_MUL_INPUT, 1);
}

lsm_status lsm_evm_bn254_pairing_on(const char *engine, uint8_t *out, size_t out_len, const uint8_t *in,
                                    size_t in_len, size_t *bad_item) {
    evm_call call = {out, out_len, LSM_EVM_BN254_PAIRING_OUTPUT, in, in_len, NULL};
    uint8_t result[LSM_EVM_BN254_PAIRING_OUTPUT] = {0};
    size_t item = LSM_NO_ITEM;
    lsm_status status = evm_begin(&call, engine, bad_item);

    if (status == LSM_OK && in_len % LSM_EVM_BN254_PAIRING_INPUT != 0) {
        status = LSM_ERR_LENGTH;
    }
    if (status == LSM_OK) {
        int is_one = 0;

        status = call.engine->evm.pairing(&is_one, in, in_len / LSM_EVM_BN254_PAIRING_INPUT, &item);
        result[LSM_EVM_BN254_PAIRING_OUTPUT - 1] = (uint8_t)is_one;
    }
    return evm_end(&call, status, result, item, bad_item);
}

lsm_status lsm_evm_bn254_add(uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len) {
    return lsm_evm_bn254_add_on(NULL, out, out_len, in, in_len, NULL);
}

lsm_status lsm_evm_bn254_mul(uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len) {
    return lsm_evm_bn254_mul_on(NULL, out, out_len, in, in_len, NULL);
}

lsm_status lsm_evm_bn254_pairing(uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len) {
    return lsm_evm_bn254_pairing_on(NULL, out, out_len, in, in_len, NULL);
}

/* ---- gas, EIP-1108 ---- */

#define ADD_GAS 150
#define MUL_GAS 6000
#define PAIRING_BASE_GAS 45000 /* EIP-1108 */
#define PAIRING_PAIR_GAS 34000 /* EIP-1108 */

uint64_t lsm_evm_bn254_add_gas(size_t in_len) {
    (void)in_len;
    return ADD_GAS;
}

uint64_t lsm_evm_bn254_mul_gas(size_t in_len) {
    (void)in_len;
    return MUL_GAS;
}

uint64_t lsm_evm_bn254_pairing_gas(size_t in_len) {
    const uint64_t pairs = in_len / LSM_EVM_BN254_PAIRING_INPUT;

    if (pairs > (UINT64_MAX - PAIRING_BASE_GAS) / PAIRING_PAIR_GAS) {
        return UINT64_MAX;
    }
    return PAIRING_BASE_GAS + PAIRING_PAIR_GAS * pairs;
}
