/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Every engine of the curve DIFF_CURVE against the portable one, which is the last of the list: the same bytes in, the
 * same bytes out, for each operation of its fields, groups and tower, for the pairing, and with DIFF_EVM for each EVM
 * call. LSM_DIFF_ROUNDS says how often an operation of Fp, Fr or Fp2 runs (the full run takes 1000000 for bn254, 200000
 * for other curves), slower operations less often and an EVM call a hundredth of that. Without it a quick run takes
 * 20000, and fewer of inversions and roots too. The first lines of the output say what is run.
 *
 *   test_engines ENGINE      exit 77 if this machine cannot run it
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/runner.h"

#include "api/cpu.h"
#include "diff/ops.h"
#include "diff/run.h"

#define TABLE_OF(curve, engine) lsm_##curve##_##engine##_diff_table
#define TABLE_IN(curve, engine) TABLE_OF(curve, engine)
#define TABLE(engine) TABLE_IN(DIFF_CURVE, engine)

#define X(name) extern const diff_table TABLE(name);
LSM_CURVE_ENGINES
#undef X

static const diff_table *const tables[] = {
#define X(name) &TABLE(name),
    LSM_CURVE_ENGINES
#undef X
};

#define COUNT (sizeof tables / sizeof tables[0])

const diff_table *tested, *portable;

size_t rounds(void) {
    const char *given = getenv("LSM_DIFF_ROUNDS");
    return given != NULL ? (size_t)strtoull(given, NULL, 10) : 20000;
}

static int is_slow(const diff_op *op) {
    return op->kind == DIFF_SCALAR || op->words > 2 * tested->fp_words;
}

static size_t rounds_of(const diff_op *op) {
    const int whole = getenv("LSM_DIFF_ROUNDS") != NULL && !is_slow(op);
    return whole ? rounds() : (rounds() + op->heavy - 1) / op->heavy;
}

/* What the run is, as its output states it. */
static void print_plan(void) {
    printf("%s against %s: inputs random and at corners, five ways of aliasing\n", tested->engine, portable->engine);
    for (size_t i = 0; i < tested->count; i++) {
        printf("%s%s %zu", i % 6 ? ", " : "  ", tested->ops[i].name, rounds_of(&tested->ops[i]));
        printf("%s", i % 6 == 5 || i + 1 == tested->count ? "\n" : "");
    }
#ifdef DIFF_EVM
    printf("  EVM calls add, mul, pairing: %zu each\n", rounds() / 100);
#endif
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
uint64_t corner_word(void) {
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
        const uint64_t any = random_below(4) == 0 ? corner_word() : random_below(4);
        const uint64_t distance = n == 1 ? any % modulus[0] : any;
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
    const int fr = op->kind == DIFF_FR || op->kind == DIFF_SCALAR || op->kind == DIFF_FR_BYTES;
    const int is_bytes = op->kind == DIFF_FP_BYTES || op->kind == DIFF_FR_BYTES;
    const size_t n = fr ? tested->fr_words : tested->fp_words;

    if (op->kind == DIFF_WORD || (is_bytes && random_below(2))) {
        for (size_t i = 0; i < op->words; i++) {
            out[i] = random_below(2) ? corner_word() : random_word();
        }
        return;
    }
    for (size_t i = 0; i < op->words; i += n) {
        element(out + i, fr ? tested->r : tested->p, n);
    }
    if (is_bytes) {
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

int main(int argc, char **argv) {
    Suite *suite = suite_create("engines");
    TCase *operations = add_case(suite, "operations");

    for (size_t i = 0; i < COUNT; i++) {
        if (argc > 1 && strcmp(argv[1], tables[i]->engine) == 0) {
            tested = tables[i];
        }
    }
    portable = tables[COUNT - 1];
    if (tested == NULL) {
        fprintf(stderr, "usage: test_engines ENGINE\n");
        return 2;
    }
    if ((tested->cpu_needs & ~lsm_cpu_features()) != 0) {
        printf("this machine cannot run the engine %s\n", tested->engine);
        return TEST_SKIPPED;
    }
    print_plan();
    tcase_set_timeout(operations, 3600);
    tcase_add_loop_test(operations, test_operation, 0, (int)tested->count);
#ifdef DIFF_EVM
    add_evm_case(suite);
#endif
    return run_suite(suite);
}
