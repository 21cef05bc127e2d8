/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Constantine's EVM calls (its header ethereum_evm_precompiles.h): bytes in, bytes out, status 0 for success.
 */
#include "capi.h"

#include <dlfcn.h>
#include <string.h>

typedef int evm_call(uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len);

static evm_call *add, *mul, *pairing;

static const char *open_library(void *handle) {
    static const char *const NAMES[] = {"ctt_eth_evm_bn254_g1add", "ctt_eth_evm_bn254_g1mul",
                                        "ctt_eth_evm_bn254_ecpairingcheck"};
    evm_call **const calls[] = {&add, &mul, &pairing};
    for (size_t i = 0; i < 3; i++) {
        void *symbol = dlsym(handle, NAMES[i]);
        if (symbol == NULL) {
            return NAMES[i];
        }
        memcpy(calls[i], &symbol, sizeof symbol);
    }
    return NULL;
}

static int run_add(uint8_t out[OUT_MAX], const uint8_t *in, size_t len) {
    return add(out, 64, in, len) == 0 ? 64 : -1;
}

static int run_mul(uint8_t out[OUT_MAX], const uint8_t *in, size_t len) {
    return mul(out, 64, in, len) == 0 ? 64 : -1;
}

static int run_pairing(uint8_t out[OUT_MAX], const uint8_t *in, size_t len) {
    return pairing(out, 32, in, len) == 0 ? 32 : -1;
}

static const capi_call CALLS[] = {
    {"bn254_add", run_add}, {"bn254_mul", run_mul}, {"bn254_pairing", run_pairing}, {NULL, NULL}};
static const capi_chain CHAINS[] = {{NULL, NULL}};

const capi_peer CONSTANTINE = {"constantine", open_library, NULL, CALLS, CHAINS};
