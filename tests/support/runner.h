/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What every Check program of the tests shares: the main program, random words with a printed seed, skipping. */
#ifndef LSM_TESTS_RUNNER_H
#define LSM_TESTS_RUNNER_H

#include <check.h>
#include <stddef.h>
#include <stdint.h>

#define TEST_SKIPPED 77 /* exit status that ctest shows as skipped */

/*
 * Runs the suite and returns the exit status. Prints the seed of the random numbers; LSM_TEST_SEED=NUMBER in the
 * environment repeats a run.
 */
int run_suite(Suite *suite);

/* A test case of the suite with a time limit that also holds under sanitizers. */
TCase *add_case(Suite *suite, const char *name);

/* 64 random bits; the same sequence for the same seed in every test function (each runs in its own process). */
uint64_t random_word(void);

/* A number in [0, bound), bound > 0. */
uint64_t random_below(uint64_t bound);

void random_bytes(uint8_t *out, size_t len);

#endif
