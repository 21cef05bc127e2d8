/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * EVM calls that break one rule each, by the environment variable FAULT. Linked in front of the real library, they
 * show that `limbsmith vectors` and `limbsmith bench` see the fault (test_judge.py).
 */
#include <stdlib.h>
#include <string.h>

#include <limbsmith/evm.h>

static lsm_status faulty(uint8_t *out, size_t len, const uint8_t *in, size_t in_len) {
    const char *fault = getenv("FAULT");
    memset(out, 0, len);
    if (strcmp(fault, "output on failure") == 0) {
        out[len - 1] = 1;
    } else if (strcmp(fault, "beyond") == 0) {
        out[len] = 0;
    } else if (strcmp(fault, "far beyond") == 0) {
        out[len + 31] = 0;
    } else if (strcmp(fault, "input") == 0 && in_len > 0) {
        ((uint8_t *)in)[in_len - 1] ^= 1;
    } else if (strcmp(fault, "success") == 0) {
        return LSM_OK;
    } else if (strcmp(fault, "engine") == 0) {
        return LSM_ERR_ENGINE;
    }
    return LSM_ERR_NOT_ON_CURVE;
}

lsm_status lsm_evm_bn254_add(uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len) {
    (void)out_len;
    return faulty(out, 64, in, in_len);
}

lsm_status lsm_evm_bn254_pairing(uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len) {
    (void)out_len;
    return faulty(out, 32, in, in_len);
}
