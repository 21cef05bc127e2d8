/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The stack bound that the headers state: every call runs in a thread on a stack painted beforehand, and the paint that
 * is gone afterwards is what it took. Skipped without optimisation and under sanitizers, for which the bound is not
 * stated.
 */
#include "support/runner.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limbsmith/bn254.h"
#include "limbsmith/evm.h"
#include "limbsmith/version.h"
#include "vectors.h"

#if !defined(__OPTIMIZE__) || defined(__SANITIZE_ADDRESS__) || defined(LSM_VERIFY) || !defined(__x86_64__)
#define BOUND_IS_STATED 0
#else
#define BOUND_IS_STATED 1
#endif

#define STACK_SIZE (512 * 1024)
#define PAINT 0xa7
#define PAIRS 40

static uint8_t many[PAIRS * 192];

typedef struct {
    const char *name;
    int (*run)(void);
} call;

static int run_nothing(void) {
    return 1;
}

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

static int run_points(void) {
    static lsm_bn254_g1 p[2];
    static lsm_bn254_g2 q[2];

    lsm_bn254_g1_generator(&p[0]);
    lsm_bn254_g2_generator(&q[0]);
    lsm_bn254_g1_mul(&p[1], &p[0], VEC_MUL_IN + 64);
    lsm_bn254_g2_mul(&q[1], &q[0], VEC_MUL_IN + 64);
    lsm_bn254_g1_mul_vartime(&p[1], &p[0], VEC_MUL_IN + 64);
    lsm_bn254_g2_mul_vartime(&q[1], &q[0], VEC_MUL_IN + 64);
    return lsm_bn254_g2_in_subgroup(&q[1]) && !lsm_bn254_pairing_check(p, q, 2);
}

static int run_selftest(void) {
    return lsm_selftest() == LSM_OK;
}

static const call calls[] = {{"nothing", run_nothing},
                             {"add", run_add},
                             {"mul", run_mul},
                             {"pairing 1", run_pairing_1},
                             {"pairing 2", run_pairing_2},
                             {"pairing 40", run_pairing_many},
                             {"pairing, late error", run_pairing_late_error},
                             {"points", run_points},
                             {"selftest", run_selftest}};
#define CALLS (sizeof calls / sizeof *calls)

static void *thread_main(void *context) {
    const call *what = context;

    return what->run() ? context : NULL;
}

static size_t stack_used(const call *what) {
    uint8_t *stack = aligned_alloc(4096, STACK_SIZE);
    void *result = NULL;
    pthread_attr_t attributes;
    pthread_t thread;
    size_t untouched = 0;

    ck_assert_ptr_nonnull(stack);
    memset(stack, PAINT, STACK_SIZE);
    ck_assert_int_eq(pthread_attr_init(&attributes), 0);
    ck_assert_int_eq(pthread_attr_setstack(&attributes, stack, STACK_SIZE), 0);
    ck_assert_int_eq(pthread_create(&thread, &attributes, thread_main, (void *)(uintptr_t)what), 0);
    ck_assert_int_eq(pthread_join(thread, &result), 0);
    ck_assert_msg(result != NULL, "%s: wrong result", what->name);
    while (untouched < STACK_SIZE && stack[untouched] == PAINT) { /* it grows downwards */
        untouched++;
    }
    ck_assert_int_eq(pthread_attr_destroy(&attributes), 0);
    free(stack);
    return STACK_SIZE - untouched;
}

START_TEST(test_bound) {
    size_t base;

    for (size_t i = 0; i < PAIRS; i++) {
        memcpy(many + 192 * i, VEC_PAIRING_TRUE_IN + 192 * (i % 2), 192);
    }
    base = stack_used(&calls[0]); /* what the thread itself takes */
    for (size_t i = 1; i < CALLS; i++) {
        const size_t used = stack_used(&calls[i]) - base;

        printf("%-22s %6zu bytes of stack\n", calls[i].name, used);
        ck_assert_msg(used <= LSM_STACK_BYTES, "%s takes %zu bytes, stated are %d",
                      calls[i].name, used, LSM_STACK_BYTES);
        ck_assert_msg(used > 200, "%s: nothing measured", calls[i].name);
    }
}
END_TEST

int main(void) {
    Suite *suite;

    if (!BOUND_IS_STATED) {
        printf("skipped: no stack bound is stated for this build\n");
        return TEST_SKIPPED;
    }
    suite = suite_create("stack");
    tcase_add_test(add_case(suite, "stack"), test_bound);
    return run_suite(suite);
}
