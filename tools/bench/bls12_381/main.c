/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Our side of compare.py, over the include path of one engine of bls12_381; rust/src/bls12_381.rs is the other.
 *
 *     answer                prints the pairing of the generators in hexadecimal, coefficients as Fp12 holds them
 *     time OP NANOSECONDS   runs OP at least that long in batches of 20 microseconds or more, and prints the nanoseconds of
 *                           one in the quickest batch, which a busy machine disturbs least
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "curve/g1.h"
#include "curve/g2.h"
#include "pairing/final_exp.h"
#include "pairing/miller_loop.h"
#include "tower/cyclotomic.h"

static const g1_affine p = {CURVE_G1_X, CURVE_G1_Y};
static const g2_affine q = {CURVE_G2_X, CURVE_G2_Y};
static fp x = CURVE_G1_X;
static fp2 x2 = CURVE_G2_X;
static fp12 f, g;
static int members = 1;

static void run_fp_mul(void) {
    fp_mul(&x, &x, &p.y);
}

static void run_fp_sqr(void) {
    fp_sqr(&x, &x);
}

static void run_fp2_mul(void) {
    fp2_mul(&x2, &x2, &q.y);
}

static void run_fp2_sqr(void) {
    fp2_sqr(&x2, &x2);
}

static void run_fp12_mul(void) {
    fp12_mul(&g, &g, &f);
}

static void run_cyclotomic_sqr(void) {
    cyclotomic_sqr(&g, &g);
}

static void run_miller_loop(void) {
    miller_loop(&f, &p, &q, 1);
}

static void run_final_exp(void) {
    final_exp(&g, &f);
}

static void run_pairing(void) {
    run_miller_loop();
    run_final_exp();
}

static void run_g1_in_subgroup(void) {
    members &= g1_in_subgroup_vartime(&p);
}

static void run_g2_in_subgroup(void) {
    members &= g2_in_subgroup_vartime(&q);
}

static const struct {
    const char *name;
    void (*run)(void);
} operations[] = {
    {"fp_mul", run_fp_mul},
    {"fp_sqr", run_fp_sqr},
    {"fp2_mul", run_fp2_mul},
    {"fp2_sqr", run_fp2_sqr},
    {"fp12_mul", run_fp12_mul},
    {"cyclotomic_sqr", run_cyclotomic_sqr},
    {"miller_loop", run_miller_loop},
    {"final_exp", run_final_exp},
    {"pairing", run_pairing},
    {"g1_in_subgroup", run_g1_in_subgroup},
    {"g2_in_subgroup", run_g2_in_subgroup},
};

static double now(void) {
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec; /* nanoseconds */
}

static void answer(void) {
    const fp *coefficient = &g.c0.c0.c0;

    for (size_t i = 0; i < sizeof g / sizeof *coefficient; i++) {
        uint8_t bytes[LSM_FP_BYTES];

        fp_to_bytes(bytes, &coefficient[i]);
        for (size_t k = 0; k < sizeof bytes; k++) {
            printf("%02x", bytes[k]);
        }
    }
    printf("\n");
}

int main(int argc, char **argv) {
    run_pairing();
    if (argc == 2 && strcmp(argv[1], "answer") == 0) {
        answer();
        return 0;
    }
    for (size_t i = 0; argc == 4 && i < sizeof operations / sizeof *operations; i++) {
        if (strcmp(argv[2], operations[i].name) == 0) {
            const double start = now(), enough = strtod(argv[3], NULL);
            double least = enough;
            int batch = 1;

            for (double before = start, spent; before - start < enough; before = now()) {
                for (int k = 0; k < batch; k++) {
                    operations[i].run();
                }
                spent = now() - before;
                if (spent < 20000) { /* nanoseconds: = 20 * 1000 */
                    batch *= 2;
                } else if (spent / batch < least) {
                    least = spent / batch;
                }
            }
            printf("%f\n", least);
            return members ? 0 : 1;
        }
    }
    fprintf(stderr, "usage: %s answer | time OP NANOSECONDS\n", argv[0]);
    return 2;
}
