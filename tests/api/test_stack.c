/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The stack bound that the headers state, of the EVM's calls. Skipped without optimisation and under sanitizers, for
 * which it is not stated.
 */
#include "support/runner.h"
#include "support/stack.h"

#include <stdio.h>
#include <string.h>

#include "limbsmith/evm.h"
#include "limbsmith/version.h"
#include "vectors.h"

#define PAIRS 40

static uint8_t many[PAIRS * 192];

static int run_add(void) {
    uint8_t out[64];

    return lsm_evm_bn254_add(out, 64, VEC_ADD_IN, sizeof VEC_ADD_IN) == LSM_OK;
}

static int run_mul(void) {
    uint8_t out[64];

    return lsm_evm_bn254_mul(out, 64, VEC_MUL_IN, sizeof VEC_MUL_IN) == LSM_OK;
}

static int run_pairing_1(void) {
    uint8_t out[32];

    return lsm_evm_bn254_pairing(out, 32, many, 192) == LSM_OK;
}

static int run_pairing_2(void) {
    uint8_t out[32];

    return lsm_evm_bn254_pairing(out, 32, VEC_PAIRING_TRUE_IN, 384) == LSM_OK;
}

static int run_pairing_many(void) {
    uint8_t out[32];

    return lsm_evm_bn254_pairing(out, 32, many, sizeof many) == LSM_OK;
}

/* The last pair does not decode: the standalone test runs over the ones that wait. (The input is static: only the
 * library's own stack is to be measured.) */
static int run_pairing_late_error(void) {
    static uint8_t in[16 * 192];
    uint8_t out[32];

    memcpy(in, many, sizeof in);
    memset(in + sizeof in - 192, 0xff, 192);
    return lsm_evm_bn254_pairing(out, 32, in, sizeof in) == LSM_ERR_NOT_CANONICAL;
}

static int run_selftest(void) {
    return lsm_selftest() == LSM_OK;
}

static const stack_call calls[] = {{"add", run_add},
                                   {"mul", run_mul},
                                   {"pairing 1", run_pairing_1},
                                   {"pairing 2", run_pairing_2},
                                   {"pairing 40", run_pairing_many},
                                   {"pairing, late error", run_pairing_late_error},
                                   {"selftest", run_selftest}};

START_TEST(test_bound) {
    for (size_t i = 0; i < PAIRS; i++) {
        memcpy(many + 192 * i, VEC_PAIRING_TRUE_IN + 192 * (i % 2), 192);
    }
    assert_stack_bound(calls, sizeof calls / sizeof *calls);
}
END_TEST

int main(void) {
    Suite *suite;

    if (!STACK_BOUND_IS_STATED) {
        printf("skipped: no stack bound is stated for this build\n");
        return TEST_SKIPPED;
    }
    suite = suite_create("stack");
    tcase_add_test(add_case(suite, "stack"), test_bound);
    return run_suite(suite);
}
