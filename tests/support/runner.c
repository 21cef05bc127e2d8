/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/runner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t rng_state;

/* splitmix64 (Steele, Lea, Flood 2014): any seed will do. */
uint64_t random_word(void) {
    uint64_t x = rng_state += UINT64_C(0x9e3779b97f4a7c15);

    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

uint64_t random_below(uint64_t bound) {
    return random_word() % bound;
}

void random_bytes(uint8_t *out, size_t len) {
    for (size_t i = 0; i < len; i++) {
        out[i] = (uint8_t)random_word();
    }
}

TCase *add_case(Suite *suite, const char *name) {
    TCase *tcase = tcase_create(name);

    tcase_set_timeout(tcase, 300);
    suite_add_tcase(suite, tcase);
    return tcase;
}

int run_suite(Suite *suite) {
    const char *given = getenv("LSM_TEST_SEED");
    SRunner *runner = srunner_create(suite);
    int failed;

    rng_state = given != NULL ? strtoull(given, NULL, 0) : (uint64_t)time(NULL) * UINT64_C(1000003) + (uint64_t)clock();
    printf("LSM_TEST_SEED=%" PRIu64 "\n", rng_state);
    (void)fflush(stdout);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
