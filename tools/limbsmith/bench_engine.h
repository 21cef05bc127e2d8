/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The rows of `bench` that lie below the public interface. bench_engine.c is compiled once per engine, with that
 * engine's include path, and defines one table each.
 */
#ifndef LIMBSMITH_BENCH_ENGINE_H
#define LIMBSMITH_BENCH_ENGINE_H

#include <stddef.h>
#include <stdint.h>

/* A pool of pairs, 192 bytes each as in the EVM call. Windows of up to BENCH_WINDOW pairs may start
 * at any of the first BENCH_PAIRS, so the first ones are repeated at the end. */
enum { BENCH_PAIRS = 16, BENCH_WINDOW = 8, BENCH_POOL = BENCH_PAIRS + BENCH_WINDOW, BENCH_PAIR_BYTES = 192 };

typedef struct {
    const char *name;
    void (*run)(size_t iterations); /* a chain: each step needs the one before, or takes another input */
} bench_row;

typedef struct {
    const char *engine;
    int (*prepare)(const uint8_t *pairs); /* BENCH_PAIRS of them; 1, or 0 if one does not decode */
    const bench_row *rows;                /* ended by a NULL name */
} bench_engine;

#endif
