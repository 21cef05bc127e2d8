/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The three calls of besu-native's libgnark_eip_196 in the form of its releases 1.4.2 to 1.5.0: input, output, input
 * length; the result is a code. README.md lists what differs.
 */
#include "libgnark_eip_196.h"

/* besu-native's codes, and one for calls that it cannot survive */
enum {
    SUCCESS = 0,
    PAIRING_LENGTH = 1,
    NOT_IN_FIELD = 2,
    NOT_IN_SUBGROUP = 3,
    NOT_ON_CURVE = 4,
    PAIRING_ERROR = 5,
    BAD_CALL = -1
};

static int code(lsm_status status) {
    switch (status) {
    case LSM_OK: return SUCCESS;
    case LSM_ERR_LENGTH: return PAIRING_LENGTH;
    case LSM_ERR_NOT_CANONICAL: return NOT_IN_FIELD;
    case LSM_ERR_NOT_IN_SUBGROUP: return NOT_IN_SUBGROUP;
    case LSM_ERR_NOT_ON_CURVE: return NOT_ON_CURVE;
    case LSM_ERR_ENGINE: return PAIRING_ERROR;
    default: return BAD_CALL;
    }
}

int eip196altbn128G1Add(const char *in, char *out, int in_len) {
    return code(compat_run(lsm_evm_bn254_add, out, LSM_EVM_BN254_ADD_OUTPUT, in, in_len));
}

int eip196altbn128G1Mul(const char *in, char *out, int in_len) {
    return code(compat_run(lsm_evm_bn254_mul, out, LSM_EVM_BN254_MUL_OUTPUT, in, in_len));
}

int eip196altbn128Pairing(const char *in, char *out, int in_len) {
    return code(compat_run(lsm_evm_bn254_pairing, out, LSM_EVM_BN254_PAIRING_OUTPUT, in, in_len));
}
