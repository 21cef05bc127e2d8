/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The stack bound that the header of one curve states, whichever it is. Skipped as test_stack.c is. */
#include "support/runner.h"
#include "support/stack.h"

#include <stdio.h>
#include <string.h>

#include "api/curve.h"

static const uint8_t scalar[API_SCALAR_BYTES] = {0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0};

static int run_g1(void) {
    static API(g1) p, q, r;
    static uint8_t bytes[API_G1_BYTES];

    API(g1_generator)(&p);
    API(g1_mul)(&q, &p, scalar);
    API(g1_mul_vartime)(&r, &p, scalar);
    if (!API(g1_eq)(&q, &r)) {
        return 0;
    }
    API(g1_add)(&r, &p, &q);
    API(g1_add_vartime)(&q, &p, &q);
    API(g1_encode)(bytes, &r);
    return API(g1_decode)(&p, bytes) == LSM_OK && API(g1_eq)(&p, &q);
}

#if API_HAS_PAIRING

#define PAIRS 40

static int run_g2(void) {
    static API(g2) p, q, r;
    static uint8_t bytes[API_G2_BYTES];

    API(g2_generator)(&p);
    API(g2_mul)(&q, &p, scalar);
    API(g2_mul_vartime)(&r, &p, scalar);
    if (!API(g2_eq)(&q, &r)) {
        return 0;
    }
    API(g2_add)(&r, &p, &q);
    API(g2_add_vartime)(&q, &p, &q);
    API(g2_encode)(bytes, &r);
    return API(g2_decode)(&p, bytes) == LSM_OK && API(g2_eq)(&p, &q) && API(g2_in_subgroup)(&p);
}

static int run_pairings(void) {
    static API(g1) p[PAIRS];
    static API(g2) q[PAIRS];

    for (size_t i = 0; i < PAIRS; i++) { /* e(P, Q) and e(-P, Q) in turn */
        API(g1_generator)(&p[i]);
        API(g2_generator)(&q[i]);
        if (i % 2) {
            API(g1_neg)(&p[i], &p[i]);
        }
    }
    return API(pairing_check)(p, q, PAIRS) && !API(pairing_check)(p, q, 1);
}

#endif

static int run_selftest(void) {
    return API(selftest)() == LSM_OK;
}

static const stack_call calls[] = {
    {"G1", run_g1},
#if API_HAS_PAIRING
    {"G2", run_g2},
    {"pairing 40", run_pairings},
#endif
    {"selftest", run_selftest},
};

START_TEST(test_bound) {
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
    tcase_add_test(add_case(suite, API_CURVE_NAME), test_bound);
    return run_suite(suite);
}
