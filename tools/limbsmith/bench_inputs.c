/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench_inputs.h"

#include <stdio.h>
#include <string.h>

#include <limbsmith/bn254.h>
#include <limbsmith/evm.h>

#include "hex.h"

/* splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014) */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15); /* 2^64 over the golden ratio, odd */
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9); /* the factors are Stafford's, his Mix13 */
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb); /* the second */
    return z ^ (z >> 31);
}

static void random_scalar(uint64_t *state, uint8_t out[32]) {
    for (size_t i = 0; i < 4; i++) {
        uint64_t word = next_random(state);
        for (size_t j = 0; j < 8; j++) {
            out[8 * i + j] = (uint8_t)(word >> (56 - 8 * j));
        }
    }
}

static bool make_calls(bench_inputs *in, uint64_t *state) {
    for (size_t i = 0; i < BENCH_CALLS; i++) {
        uint8_t call[BENCH_MUL_BYTES] = {0};
        call[31] = 1;
        call[63] = 2; /* the generator (1, 2) */
        random_scalar(state, call + 64);
        if (lsm_evm_bn254_mul(in->mul[i], 64, call, sizeof call) != LSM_OK) {
            return false;
        }
        random_scalar(state, in->mul[i] + 64);
    }
    for (size_t i = 0; i < BENCH_CALLS; i++) {
        memcpy(in->add[i], in->mul[i], 64);
        memcpy(in->add[i] + 64, in->mul[(i + 1) % BENCH_CALLS], 64);
    }
    return true;
}

static void make_pairs(bench_inputs *in, uint64_t *state) {
    lsm_bn254_g1 g, ag, abg;
    lsm_bn254_g2 h, ch, bch;
    lsm_bn254_g1_generator(&g);
    lsm_bn254_g2_generator(&h);
    for (size_t i = 0; i < BENCH_PAIRS; i += 2) {
        uint8_t a[32], b[32], c[32];
        random_scalar(state, a);
        random_scalar(state, b);
        random_scalar(state, c);
        lsm_bn254_g1_mul(&ag, &g, a);
        lsm_bn254_g1_mul(&abg, &ag, b);
        lsm_bn254_g1_neg(&abg, &abg);
        lsm_bn254_g2_mul(&ch, &h, c);
        lsm_bn254_g2_mul(&bch, &ch, b);
        lsm_bn254_g1_encode(in->pairs[i], &ag);
        lsm_bn254_g2_encode(in->pairs[i] + 64, &bch);
        lsm_bn254_g1_encode(in->pairs[i + 1], &abg);
        lsm_bn254_g2_encode(in->pairs[i + 1] + 64, &ch);
    }
    memcpy(in->pairs[BENCH_PAIRS], in->pairs[0], sizeof in->pairs[0] * BENCH_WINDOW);
}

bool make_bench_inputs(bench_inputs *in) {
    uint64_t state = 1;
    if (!make_calls(in, &state)) {
        return false;
    }
    make_pairs(in, &state);
    return true;
}

static void print_record(const char *name, size_t index, const char *op, const uint8_t *input, size_t len) {
    printf("%s {\"Name\": \"%s_%zu\", \"Op\": \"%s\", \"Input\": \"", strcmp(name, "ecadd") == 0 && index == 0 ? "" : ",\n",
           name, index, op);
    hex_print(stdout, input, len);
    fputs("\"}", stdout);
}

void print_bench_inputs(const bench_inputs *in) {
    puts("[");
    for (size_t i = 0; i < BENCH_CALLS; i++) {
        print_record("ecadd", i, "bn254_add", in->add[i], BENCH_ADD_BYTES);
    }
    for (size_t i = 0; i < BENCH_CALLS; i++) {
        print_record("ecmul", i, "bn254_mul", in->mul[i], BENCH_MUL_BYTES);
    }
    for (size_t pairs = 1; pairs <= BENCH_WINDOW; pairs *= 2) {
        char name[32];
        snprintf(name, sizeof name, "ecpairing_%zu", pairs);
        for (size_t i = 0; i < BENCH_PAIRS; i += 2) {
            print_record(name, i / 2, "bn254_pairing", in->pairs[i], pairs * BENCH_PAIR_BYTES);
        }
    }
    puts("\n]");
}
