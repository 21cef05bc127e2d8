/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Inputs of the timed EVM calls: the same in every run and on every engine.
 */
#ifndef LIMBSMITH_BENCH_INPUTS_H
#define LIMBSMITH_BENCH_INPUTS_H

#include <stdbool.h>

#include "bench_engine.h"

enum { BENCH_CALLS = 256, BENCH_ADD_BYTES = 128, BENCH_MUL_BYTES = 96 };

typedef struct {
    uint8_t add[BENCH_CALLS][BENCH_ADD_BYTES];
    uint8_t mul[BENCH_CALLS][BENCH_MUL_BYTES]; /* scalars of 256 random bits */
    /* pairs 2j and 2j+1 are (aG, bcQ) and (-abG, cQ): a product of two is one, a single one is not */
    uint8_t pairs[BENCH_POOL][BENCH_PAIR_BYTES];
} bench_inputs;

/* False if the library refuses to compute. */
bool make_bench_inputs(bench_inputs *in);

/* Prints the inputs of ecadd, ecmul and ecpairing_1, _2, _4, _8 as records with Name, Op and Input. */
void print_bench_inputs(const bench_inputs *in);

#endif
