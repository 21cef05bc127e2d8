/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The three calls of besu-native's libgnark_eip_196 in the form of its releases up to 1.4.1: input, output (128 bytes),
 * error text (256 bytes), input length, output length, error length. The result is 0, 1 for a bad input, -1 for what is no
 * fault of the input. README.md lists what differs.
 */
#include "libgnark_eip_196.h"

enum { SUCCESS = 0, BAD_INPUT = 1, FAILURE = -1 };

static const char *text(lsm_status status) {
    switch (status) {
    case LSM_ERR_LENGTH: return "limbsmith: the input of a pairing is no multiple of 192 bytes";
    case LSM_ERR_NOT_CANONICAL: return "limbsmith: a coordinate is not below the field's modulus";
    case LSM_ERR_NOT_ON_CURVE: return "limbsmith: a point does not satisfy its curve's equation";
    case LSM_ERR_NOT_IN_SUBGROUP: return "limbsmith: a point of G2 is not of the prime order";
    case LSM_ERR_ENGINE: return "limbsmith: the arithmetic is out of order";
    default: return "limbsmith: a null pointer or a negative length";
    }
}

static int finish(lsm_status status, int written, char *error, int *out_len, int *error_len) {
    int length = 0;
    if (status != LSM_OK && error != NULL) {
        const char *from = text(status);
        for (; from[length] != '\0'; length++) error[length] = from[length]; /* all of them are far shorter than 256 */
    }
    if (error != NULL) error[length] = '\0';
    if (out_len != NULL) *out_len = status == LSM_OK ? written : 0;
    if (error_len != NULL) *error_len = length;
    if (status == LSM_OK) return SUCCESS;
    return status >= LSM_ERR_LENGTH && status <= LSM_ERR_NOT_IN_SUBGROUP ? BAD_INPUT : FAILURE;
}

static int call(compat_operation operation, int result_bytes, const char *in, char *out, char *error, int in_len,
                int *out_len, int *error_len) {
    /* A caller who gives no place for the lengths could not tell a result from an error. */
    const int complete = error != NULL && out_len != NULL && error_len != NULL;
    const lsm_status status = compat_run(operation, out, (size_t)result_bytes, complete ? in : NULL, in_len);
    return finish(status, result_bytes, error, out_len, error_len);
}

int eip196altbn128G1Add(const char *in, char *out, char *error, int in_len, int *out_len, int *error_len) {
    return call(lsm_evm_bn254_add, LSM_EVM_BN254_ADD_OUTPUT, in, out, error, in_len, out_len, error_len);
}

int eip196altbn128G1Mul(const char *in, char *out, char *error, int in_len, int *out_len, int *error_len) {
    return call(lsm_evm_bn254_mul, LSM_EVM_BN254_MUL_OUTPUT, in, out, error, in_len, out_len, error_len);
}

int eip196altbn128Pairing(const char *in, char *out, char *error, int in_len, int *out_len, int *error_len) {
    return call(lsm_evm_bn254_pairing, LSM_EVM_BN254_PAIRING_OUTPUT, in, out, error, in_len, out_len, error_len);
}
