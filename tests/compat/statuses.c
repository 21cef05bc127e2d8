/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* In the place of the EVM's calls, to see what becomes of every status: the first byte of the input is what a call returns. */
#include <limbsmith/evm.h>

static lsm_status told(uint8_t *out, size_t out_len, const uint8_t *in) {
    for (size_t i = 0; i < out_len; i++) {
        out[i] = 0;
    }
    return (lsm_status)in[0];
}

lsm_status lsm_evm_bn254_add(uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len) {
    (void)in_len;
    return told(out, out_len, in);
}

lsm_status lsm_evm_bn254_mul(uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len) {
    (void)in_len;
    return told(out, out_len, in);
}

lsm_status lsm_evm_bn254_pairing(uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len) {
    (void)in_len;
    return told(out, out_len, in);
}
