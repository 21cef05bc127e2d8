/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the parts of test_engines share. */
#ifndef LSM_TESTS_DIFF_RUN_H
#define LSM_TESTS_DIFF_RUN_H

#include <check.h>

#include "diff/ops.h"

extern const diff_table *tested, *portable;

/* Of an operation of Fp in this run. */
size_t rounds(void);

/* A word where carries begin or end, or any. */
uint64_t corner_word(void);

/* The precompiles of bn254. */
void add_evm_case(Suite *suite);

#endif
