/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The public calls of BN254: arguments, lengths and output rules. Arithmetic is behind the engine table.
 */
#include "limbsmith/bn254.h"

#include <string.h>

#include "api/engines.h"
#include "limbsmith/evm.h"

/* ---- EVM calls ---- */

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
    call->engine = lsm_bn254_engine_named(engine);
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

/* ---- points ---- */

lsm_status lsm_bn254_g1_decode(lsm_bn254_g1 *r, const uint8_t in[LSM_BN254_G1_BYTES]) {
    return lsm_bn254_engine()->g1.decode(r->private_words, in);
}

lsm_status lsm_bn254_g2_decode(lsm_bn254_g2 *r, const uint8_t in[LSM_BN254_G2_BYTES]) {
    return lsm_bn254_engine()->g2.decode(r->private_words, in);
}

lsm_status lsm_bn254_g2_decode_unchecked(lsm_bn254_g2 *r, const uint8_t in[LSM_BN254_G2_BYTES]) {
    return lsm_bn254_engine()->g2.decode_unchecked(r->private_words, in);
}

int lsm_bn254_g2_in_subgroup(const lsm_bn254_g2 *a) {
    return lsm_bn254_engine()->g2.in_subgroup_vartime(a->private_words);
}

void lsm_bn254_g1_encode(uint8_t out[LSM_BN254_G1_BYTES], const lsm_bn254_g1 *a) {
    lsm_bn254_engine()->g1.encode(out, a->private_words);
}

void lsm_bn254_g2_encode(uint8_t out[LSM_BN254_G2_BYTES], const lsm_bn254_g2 *a) {
    lsm_bn254_engine()->g2.encode(out, a->private_words);
}

void lsm_bn254_g1_generator(lsm_bn254_g1 *r) {
    lsm_bn254_engine()->g1.generator(r->private_words);
}

void lsm_bn254_g2_generator(lsm_bn254_g2 *r) {
    lsm_bn254_engine()->g2.generator(r->private_words);
}

/* 1 if the n words of a and b are equal (b NULL: are zero), which decides equality because points are canonical. */
static int words_equal(const uint64_t *a, const uint64_t *b, size_t n) {
    uint64_t differs = 0;

    for (size_t i = 0; i < n; i++) {
        differs |= a[i] ^ (b != NULL ? b[i] : 0);
    }
    return (int)(((differs | (0 - differs)) >> 63) ^ 1);
}

int lsm_bn254_g1_is_infinity(const lsm_bn254_g1 *a) {
    return words_equal(a->private_words, NULL, sizeof *a / sizeof(uint64_t));
}

int lsm_bn254_g2_is_infinity(const lsm_bn254_g2 *a) {
    return words_equal(a->private_words, NULL, sizeof *a / sizeof(uint64_t));
}

int lsm_bn254_g1_eq(const lsm_bn254_g1 *a, const lsm_bn254_g1 *b) {
    return words_equal(a->private_words, b->private_words, sizeof *a / sizeof(uint64_t));
}

int lsm_bn254_g2_eq(const lsm_bn254_g2 *a, const lsm_bn254_g2 *b) {
    return words_equal(a->private_words, b->private_words, sizeof *a / sizeof(uint64_t));
}

void lsm_bn254_g1_neg(lsm_bn254_g1 *r, const lsm_bn254_g1 *a) {
    lsm_bn254_engine()->g1.neg(r->private_words, a->private_words);
}

void lsm_bn254_g2_neg(lsm_bn254_g2 *r, const lsm_bn254_g2 *a) {
    lsm_bn254_engine()->g2.neg(r->private_words, a->private_words);
}

void lsm_bn254_g1_add(lsm_bn254_g1 *r, const lsm_bn254_g1 *a, const lsm_bn254_g1 *b) {
    lsm_bn254_engine()->g1.add(r->private_words, a->private_words, b->private_words);
}

void lsm_bn254_g2_add(lsm_bn254_g2 *r, const lsm_bn254_g2 *a, const lsm_bn254_g2 *b) {
    lsm_bn254_engine()->g2.add(r->private_words, a->private_words, b->private_words);
}

void lsm_bn254_g1_add_vartime(lsm_bn254_g1 *r, const lsm_bn254_g1 *a, const lsm_bn254_g1 *b) {
    lsm_bn254_engine()->g1.add_vartime(r->private_words, a->private_words, b->private_words);
}

void lsm_bn254_g2_add_vartime(lsm_bn254_g2 *r, const lsm_bn254_g2 *a, const lsm_bn254_g2 *b) {
    lsm_bn254_engine()->g2.add_vartime(r->private_words, a->private_words, b->private_words);
}

void lsm_bn254_g1_mul(lsm_bn254_g1 *r, const lsm_bn254_g1 *a, const uint8_t k[LSM_BN254_SCALAR_BYTES]) {
    lsm_bn254_engine()->g1.mul(r->private_words, a->private_words, k);
}

void lsm_bn254_g2_mul(lsm_bn254_g2 *r, const lsm_bn254_g2 *a, const uint8_t k[LSM_BN254_SCALAR_BYTES]) {
    lsm_bn254_engine()->g2.mul(r->private_words, a->private_words, k);
}

void lsm_bn254_g1_mul_vartime(lsm_bn254_g1 *r, const lsm_bn254_g1 *a, const uint8_t k[LSM_BN254_SCALAR_BYTES]) {
    lsm_bn254_engine()->g1.mul_vartime(r->private_words, a->private_words, k);
}

void lsm_bn254_g2_mul_vartime(lsm_bn254_g2 *r, const lsm_bn254_g2 *a, const uint8_t k[LSM_BN254_SCALAR_BYTES]) {
    lsm_bn254_engine()->g2.mul_vartime(r->private_words, a->private_words, k);
}

/* A point struct holds exactly its words, so an array of points is an array of words. */
_Static_assert(sizeof(lsm_bn254_g1) == 8 * sizeof(uint64_t), "a G1 point is 8 words");
_Static_assert(sizeof(lsm_bn254_g2) == 16 * sizeof(uint64_t), "a G2 point is 16 words");

int lsm_bn254_pairing_check(const lsm_bn254_g1 *p, const lsm_bn254_g2 *q, size_t n) {
    return lsm_bn254_engine()->pairing_is_one_vartime((const uint64_t *)p, (const uint64_t *)q, n);
}
