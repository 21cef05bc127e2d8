/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Rows of `bench` for one engine. Field operations run as dependent chains, so that they are timed by latency, as the
 * formulas above them use them, and over changing values, because a branch on the same value every time is free. The
 * rows named throughput run independent chains side by side: time per element where nothing waits.
 */
#include "bench_engine.h"

#include "core/ns.h"
#include "curve/encode.h"
#include "curve/g1.h"
#include "curve/g2.h"
#include "fp.h"
#include "fp2.h"
#include "pairing/final_exp.h"
#include "pairing/miller_loop.h"
#include "tower/fp12.h"

static g1_affine p[BENCH_PAIRS];
static g2_affine q[BENCH_PAIRS];
static fp12 f[BENCH_PAIRS];
static fp x;
static fp2 x2;
static fp12 x12;
static volatile uint64_t sink; /* results go here, so that no compiler drops the work */

#ifdef BENCH_LANES
#include "bench_lanes.inc"
#else
static fp many[BENCH_PAIRS];
static fp2 many2[BENCH_PAIRS];

static void prepare_throughput(void) {
    for (size_t i = 0; i < BENCH_PAIRS; i++) {
        many[i] = p[i].x;
        many2[i] = q[i].x;
    }
}

#define THROUGHPUT(name, call)                                                                                         \
    static void name(size_t n) {                                                                                       \
        for (size_t i = 0; i < n; i++) {                                                                               \
            const size_t j = i % BENCH_PAIRS;                                                                          \
            call;                                                                                                      \
        }                                                                                                              \
        sink = many[0].l[0] ^ many2[0].c0.l[0];                                                                        \
    }
THROUGHPUT(run_fp_mul_throughput, fp_mul(&many[j], &many[j], &p[j].y))
THROUGHPUT(run_fp_sqr_throughput, fp_sqr(&many[j], &many[j]))
THROUGHPUT(run_fp2_mul_throughput, fp2_mul(&many2[j], &many2[j], &q[j].y))
THROUGHPUT(run_fp2_sqr_throughput, fp2_sqr(&many2[j], &many2[j]))
#endif

static int prepare(const uint8_t *pairs) {
    for (size_t i = 0; i < BENCH_PAIRS; i++) {
        const uint8_t *pair = pairs + BENCH_PAIR_BYTES * i;
        if (g1_decode(&p[i], pair) != LSM_OK || g2_decode(&q[i], pair + G1_BYTES) != LSM_OK) {
            return 0;
        }
        miller_loop(&f[i], &p[i], &q[i], 1);
    }
    x = p[0].x;
    x2 = q[0].x;
    x12 = f[0];
    prepare_throughput();
    return 1;
}

static void run_fp_mul(size_t n) {
    for (size_t i = 0; i < n; i++) {
        fp_mul(&x, &x, &p[i % BENCH_PAIRS].y);
    }
    sink = x.l[0];
}

static void run_fp_sqr(size_t n) {
    for (size_t i = 0; i < n; i++) {
        fp_sqr(&x, &x);
    }
    sink = x.l[0];
}

/* an addition between inversions: otherwise two values would alternate */
static void run_fp_inv(size_t n) {
    for (size_t i = 0; i < n; i++) {
        fp_inv(&x, &x);
        fp_add(&x, &x, &p[i % BENCH_PAIRS].y);
    }
    sink = x.l[0];
}

static void run_fp_inv_vartime(size_t n) {
    for (size_t i = 0; i < n; i++) {
        fp_inv_vartime(&x, &x);
        fp_add(&x, &x, &p[i % BENCH_PAIRS].y);
    }
    sink = x.l[0];
}

static void run_fp2_mul(size_t n) {
    for (size_t i = 0; i < n; i++) {
        fp2_mul(&x2, &x2, &q[i % BENCH_PAIRS].y);
    }
    sink = x2.c0.l[0];
}

static void run_fp2_sqr(size_t n) {
    for (size_t i = 0; i < n; i++) {
        fp2_sqr(&x2, &x2);
    }
    sink = x2.c0.l[0];
}

static void run_fp12_mul(size_t n) {
    for (size_t i = 0; i < n; i++) {
        fp12_mul(&x12, &x12, &f[i % BENCH_PAIRS]);
    }
    sink = x12.c0.c0.c0.l[0];
}

static void run_fp12_sqr(size_t n) {
    for (size_t i = 0; i < n; i++) {
        fp12_sqr(&x12, &x12);
    }
    sink = x12.c0.c0.c0.l[0];
}

static void run_g2_subgroup(size_t n) {
    for (size_t i = 0; i < n; i++) {
        sink = (uint64_t)g2_in_subgroup_vartime(&q[i % BENCH_PAIRS]);
    }
}

static void run_miller_loop(size_t n) {
    for (size_t i = 0; i < n; i++) {
        miller_loop(&x12, &p[i % BENCH_PAIRS], &q[i % BENCH_PAIRS], 1);
    }
    sink = x12.c0.c0.c0.l[0];
}

/* as the pairing check ends */
static void run_final_exp(size_t n) {
    for (size_t i = 0; i < n; i++) {
        sink = (uint64_t)final_exp_is_one_vartime(&f[i % BENCH_PAIRS]);
    }
}

static const bench_row ROWS[] = {
    {"fp_mul", run_fp_mul},
    {"fp_sqr", run_fp_sqr},
    {"fp_inv", run_fp_inv},
    {"fp_inv_vartime", run_fp_inv_vartime},
    {"fp2_mul", run_fp2_mul},
    {"fp2_sqr", run_fp2_sqr},
    {"fp_mul_throughput", run_fp_mul_throughput},
    {"fp_sqr_throughput", run_fp_sqr_throughput},
    {"fp2_mul_throughput", run_fp2_mul_throughput},
    {"fp2_sqr_throughput", run_fp2_sqr_throughput},
    {"fp12_mul", run_fp12_mul},
    {"fp12_sqr", run_fp12_sqr},
    {"g2_subgroup", run_g2_subgroup},
    {"miller_loop", run_miller_loop},
    {"final_exp", run_final_exp},
    {NULL, NULL},
};

#define bench_table NS(bench_table)
extern const bench_engine bench_table;
const bench_engine bench_table = {LSM_ENGINE_NAME, prepare, ROWS};
