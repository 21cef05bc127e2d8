/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Every engine against the portable one, which is the last of the list: the same bytes in, the same bytes out, for each
 * field and tower operation and for each EVM call. LSM_DIFF_ROUNDS says how often an operation of Fp, Fr or Fp2 runs
 * (the full run takes 1000000), slow operations of the tower less often and an EVM call a hundredth of that. Without it a
 * quick run takes 20000, and fewer of inversions and roots too. The first lines of the output say what is run.
 *
 *   test_engines ENGINE      exit 77 if this machine cannot run it
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/runner.h"

#include "api/cpu.h"
#include "api/curve.h"
#include "core/word.h"
#include "diff/ops.h"
#include "limbsmith/evm.h"
#include "limbsmith/version.h"

#define X(name) extern const diff_table lsm_bn254_##name##_diff_table;
LSM_CURVE_ENGINES
#undef X

static const diff_table *const tables[] = {
#define X(name) &lsm_bn254_##name##_diff_table,
    LSM_CURVE_ENGINES
#undef X
};

#define COUNT (sizeof tables / sizeof tables[0])

static const diff_table *tested, *portable;
static const lsm_engine *maker; /* the portable engine, which makes the inputs of the EVM calls */

static size_t rounds(void) {
    const char *given = getenv("LSM_DIFF_ROUNDS");
    return given != NULL ? (size_t)strtoull(given, NULL, 10) : 20000;
}

static int of_tower(const diff_op *op) {
    return op->words > 2 * tested->fp_words;
}

static size_t rounds_of(const diff_op *op) {
    const int whole = getenv("LSM_DIFF_ROUNDS") != NULL && !of_tower(op);
    return whole ? rounds() : (rounds() + op->heavy - 1) / op->heavy;
}

/* What the run is, as its output states it. */
static void print_plan(void) {
    printf("%s against %s: inputs random and at corners, five ways of aliasing\n", tested->engine, portable->engine);
    for (size_t i = 0; i < tested->count; i++) {
        printf("%s%s %zu", i % 6 ? ", " : "  ", tested->ops[i].name, rounds_of(&tested->ops[i]));
        printf("%s", i % 6 == 5 || i + 1 == tested->count ? "\n" : "");
    }
    printf("  EVM calls add, mul, pairing: %zu each\n", rounds() / 100);
    fflush(stdout);
}

static int below(const uint64_t *a, const uint64_t *bound, size_t n) {
    while (n-- > 0) {
        if (a[n] != bound[n]) {
            return a[n] < bound[n];
        }
    }
    return 0;
}

/* A word where carries begin or end, or any. */
static uint64_t corner_word(void) {
    const uint64_t bit = UINT64_C(1) << random_below(64);

    switch (random_below(6)) {
    case 0:
        return 0;
    case 1:
        return UINT64_MAX;
    case 2:
        return bit;
    case 3:
        return bit - 1;
    case 4:
        return 0 - bit;
    default:
        return random_word();
    }
}

/* An element below the modulus: random, made of corner words, or a small distance from 0 or from the modulus. */
static void element(uint64_t *out, const uint64_t *modulus, size_t n) {
    const uint64_t way = random_below(4);

    if (way == 3) {
        const uint64_t distance = random_below(4) == 0 ? corner_word() : random_below(4);
        uint64_t borrow = distance;

        memset(out, 0, 8 * n);
        out[0] = distance;
        if (random_below(2) && distance != 0) {
            for (size_t i = 0; i < n; i++) {
                out[i] = modulus[i] - borrow;
                borrow = modulus[i] < borrow;
            }
        }
        return;
    }
    do {
        for (size_t i = 0; i < n; i++) {
            out[i] = way == 0 ? random_word() : corner_word();
        }
        out[n - 1] &= UINT64_MAX >> (way == 0 || random_below(2) ? __builtin_clzll(modulus[n - 1]) : 0);
    } while (!below(out, modulus, n));
}

static void operand(uint64_t *out, const diff_op *op) {
    const size_t n = op->kind == DIFF_FR ? tested->fr_words : tested->fp_words;

    if (op->kind == DIFF_WORD || (op->kind == DIFF_BYTES && random_below(2))) {
        for (size_t i = 0; i < op->words; i++) {
            out[i] = random_below(2) ? corner_word() : random_word();
        }
        return;
    }
    for (size_t i = 0; i < op->words; i += n) {
        element(out + i, op->kind == DIFF_FR ? tested->r : tested->p, n);
    }
    if (op->kind == DIFF_BYTES) {
        uint8_t *bytes = (uint8_t *)out;
        for (size_t i = 0; i < 4 * n; i++) {
            const uint8_t t = bytes[i];
            bytes[i] = bytes[8 * n - 1 - i];
            bytes[8 * n - 1 - i] = t;
        }
    }
}

/* The operands side by side, so that "the same memory" is one pointer. */
static size_t run(const diff_op *op, uint64_t *out, const uint64_t *a, const uint64_t *b, unsigned alias) {
    uint64_t x[DIFF_WORDS + 1], y[DIFF_WORDS + 1];
    size_t count;

    memcpy(x, a, 8 * op->words);
    memcpy(y, b, 8 * op->words);
    switch (alias) {
    case 0:
        return op->call(out, x, y);
    case 1:
        count = op->call(x, x, y);
        break;
    case 2:
        count = op->call(x, x, x);
        break;
    case 3:
        return op->call(out, x, x);
    default:
        count = op->call(y, x, y);
        memcpy(x, y, sizeof x);
        break;
    }
    memcpy(out, x, 8 * count);
    return count;
}

static void print_words(const char *what, const uint64_t *words, size_t count) {
    fprintf(stderr, "%s:", what);
    for (size_t i = 0; i < count; i++) {
        fprintf(stderr, " %016" PRIx64, words[i]);
    }
    fprintf(stderr, "\n");
}

START_TEST(test_operation) {
    const diff_op *op = &tested->ops[_i], *want_op = &portable->ops[_i];
    const size_t n = rounds_of(op);

    ck_assert_str_eq(op->name, want_op->name);
    for (size_t round = 0; round < n; round++) {
        uint64_t a[DIFF_WORDS], b[DIFF_WORDS], got[DIFF_WORDS + 1], want[DIFF_WORDS + 1];
        const unsigned alias = (unsigned)(round % 5);
        size_t count;

        operand(a, op);
        operand(b, op);
        count = run(op, got, a, b, alias);
        ck_assert_uint_eq(count, run(want_op, want, a, b, alias));
        if (memcmp(got, want, 8 * count) != 0) {
            print_words("a", a, op->words);
            print_words("b", b, op->inputs > 1 ? op->words : 0);
            print_words(tested->engine, got, count);
            print_words(portable->engine, want, count);
            ck_abort_msg("%s differs, round %zu, aliasing %u", op->name, round, alias);
        }
    }
}
END_TEST

typedef lsm_status (*evm_call)(const char *, uint8_t *, size_t, const uint8_t *, size_t, size_t *);

static void same_answer(evm_call call, size_t out_len, const uint8_t *in, size_t in_len, const char *what) {
    uint8_t got[64] = {0}, want[64] = {0};
    size_t got_item = 0, want_item = 0;
    const lsm_status a = call(tested->engine, got, out_len, in, in_len, &got_item);
    const lsm_status b = call(portable->engine, want, out_len, in, in_len, &want_item);

    if (a != b || got_item != want_item || memcmp(got, want, sizeof got) != 0) {
        fprintf(stderr, "%s:", what);
        for (size_t i = 0; i < in_len; i++) {
            fprintf(stderr, "%s%02x", i % 32 ? "" : " ", in[i]);
        }
        fprintf(stderr, "\nstatus %d and %d\n", (int)a, (int)b);
        ck_abort_msg("%s differs", what);
    }
}

/* At most 16 away from a multiple of r that 32 bytes can hold, or from 2^256. */
static void near_multiple(uint8_t out[32]) {
    const uint64_t distance = random_below(17), sign = distance != 0 && random_below(2) ? UINT64_MAX : 0;
    const uint64_t signed_distance[4] = {(distance ^ sign) - sign, sign, sign, sign};
    uint64_t k[4] = {0};

    for (uint64_t terms = random_below(6) + 1; terms > 0; terms--) {
        const uint64_t *term = terms == 1 ? signed_distance : tested->r;
        uint64_t carry = 0;

        for (size_t i = 0; i < 4; i++) {
            k[i] = lsm_adc(&carry, k[i], term[i], carry);
        }
    }
    for (size_t i = 0; i < 32; i++) {
        out[31 - i] = (uint8_t)(k[i / 8] >> (8 * (i % 8)));
    }
}

static void scalar(uint8_t out[32]) {
    if (random_below(4) == 0) {
        near_multiple(out);
        return;
    }
    for (size_t i = 0; i < 32; i += 8) {
        const uint64_t word = random_below(3) ? random_word() : corner_word();
        memcpy(out + i, &word, 8);
    }
    if (random_below(4) == 0) {
        memset(out, 0, 24 + random_below(8));
    }
}

/* A multiple of the generator, infinity now and then; rarely not a point at all. */
static void point(const struct lsm_engine_group *group, uint8_t *out, size_t len) {
    uint64_t g[16];
    uint8_t k[32];

    scalar(k);
    group->generator(g);
    group->mul_vartime(g, g, k);
    group->encode(out, g);
    if (random_below(16) == 0) {
        memset(out, 0, len);
    }
    if (random_below(16) == 0) {
        out[random_below(len)] ^= (uint8_t)(1u << random_below(8));
    }
}

static void g1_bytes(uint8_t out[64]) {
    point(&maker->g1, out, 64);
}

static void g2_bytes(uint8_t out[128]) {
    point(&maker->g2, out, 128);
}

/* The negative point; what does not decode stays. */
static void negate(uint8_t out[64]) {
    uint64_t g[8];

    if (maker->g1.decode(g, out) == LSM_OK) {
        maker->g1.neg(g, g);
        maker->g1.encode(out, g);
    }
}

static size_t length(size_t full) {
    return random_below(8) ? full : random_below(2 * full);
}

START_TEST(test_add) {
    for (size_t round = 0; round < rounds() / 100; round++) {
        uint8_t in[256] = {0};

        g1_bytes(in);
        g1_bytes(in + 64);
        if (random_below(8) == 0) {
            memcpy(in + 64, in, 64);
            if (random_below(2)) {
                negate(in + 64);
            }
        }
        same_answer(lsm_evm_bn254_add_on, 64, in, length(128), "add");
    }
}
END_TEST

START_TEST(test_mul) {
    for (size_t round = 0; round < rounds() / 100; round++) {
        uint8_t in[192] = {0};

        g1_bytes(in);
        scalar(in + 64);
        same_answer(lsm_evm_bn254_mul_on, 64, in, length(96), "mul");
    }
}
END_TEST

START_TEST(test_pairing) {
    for (size_t round = 0; round < rounds() / 100; round++) {
        uint8_t in[5 * 192] = {0};
        const size_t pairs = random_below(4);

        for (size_t i = 0; i < pairs; i++) {
            g1_bytes(in + 192 * i);
            g2_bytes(in + 192 * i + 64);
        }
        if (pairs >= 2 && random_below(2)) { /* e(P, Q) e(-P, Q) = 1 */
            memcpy(in + 192, in, 192);
            negate(in + 192);
        }
        same_answer(lsm_evm_bn254_pairing_on, 32, in, random_below(32) ? 192 * pairs : random_below(sizeof in), "pairing");
    }
}
END_TEST

int main(int argc, char **argv) {
    Suite *suite = suite_create("engines");
    TCase *field = add_case(suite, "operations"), *evm = add_case(suite, "EVM calls");

    for (size_t i = 0; i < COUNT; i++) {
        if (argc > 1 && strcmp(argv[1], tables[i]->engine) == 0) {
            tested = tables[i];
        }
    }
    portable = tables[COUNT - 1];
    maker = lsm_bn254_engine_named(portable->engine);
    if (tested == NULL) {
        fprintf(stderr, "usage: test_engines ENGINE\n");
        return 2;
    }
    if ((tested->cpu_needs & ~lsm_cpu_features()) != 0 || !lsm_engine_supported(tested->engine)) {
        printf("this machine cannot run the engine %s\n", tested->engine);
        return TEST_SKIPPED;
    }
    print_plan();
    tcase_set_timeout(field, 3600);
    tcase_set_timeout(evm, 3600);
    tcase_add_loop_test(field, test_operation, 0, (int)tested->count);
    tcase_add_test(evm, test_add);
    tcase_add_test(evm, test_mul);
    tcase_add_test(evm, test_pairing);
    return run_suite(suite);
}
