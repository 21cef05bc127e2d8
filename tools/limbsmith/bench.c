/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * bench: time per operation, as median over rounds. Rounds are interleaved over the rows, so that a slow moment of
 * the machine hits one round of every row and not every round of one row.
 */
#include "program.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include <limbsmith/evm.h>
#include <limbsmith/version.h>

#include "api/curve.h"
#include "bench_engine.h"
#include "bench_inputs.h"

static const char NAME[] = "bench";

enum { ROUNDS_DEFAULT = 11, ROUNDS_MAX = 1001, MS_DEFAULT = 5, MS_MAX = 10000 /* 10 s */, ROWS_MAX = 64 };

#define X(engine) extern const bench_engine lsm_bn254_##engine##_bench_table;
LSM_CURVE_ENGINES
#undef X

static const bench_engine *const TABLES[] = {
#define X(engine) &lsm_bn254_##engine##_bench_table,
    LSM_CURVE_ENGINES
#undef X
};

/* ---- rows over the EVM calls ---- */

static bench_inputs inputs;
static const char *forced_engine; /* NULL: what the library selects */
static bool call_failed;

static void add_call(uint8_t out[64], const uint8_t *in) {
    lsm_status status = forced_engine == NULL
                            ? lsm_evm_bn254_add(out, 64, in, BENCH_ADD_BYTES)
                            : lsm_evm_bn254_add_on(forced_engine, out, 64, in, BENCH_ADD_BYTES, NULL);
    call_failed |= status != LSM_OK;
}

static void mul_call(uint8_t out[64], const uint8_t *in) {
    lsm_status status = forced_engine == NULL
                            ? lsm_evm_bn254_mul(out, 64, in, BENCH_MUL_BYTES)
                            : lsm_evm_bn254_mul_on(forced_engine, out, 64, in, BENCH_MUL_BYTES, NULL);
    call_failed |= status != LSM_OK;
}

static void pairing_call(const uint8_t *in, size_t pairs) {
    uint8_t out[32];
    lsm_status status = forced_engine == NULL
                            ? lsm_evm_bn254_pairing(out, sizeof out, in, pairs * BENCH_PAIR_BYTES)
                            : lsm_evm_bn254_pairing_on(forced_engine, out, sizeof out, in, pairs * BENCH_PAIR_BYTES, NULL);
    call_failed |= status != LSM_OK || out[31] != (pairs % 2 == 0);
}

static void run_ecadd(size_t n) {
    uint8_t out[64];
    for (size_t i = 0; i < n; i++) {
        add_call(out, inputs.add[i % BENCH_CALLS]);
    }
}

static void run_ecmul(size_t n) {
    uint8_t out[64];
    for (size_t i = 0; i < n; i++) {
        mul_call(out, inputs.mul[i % BENCH_CALLS]);
    }
}

static void run_pairing(size_t n, size_t pairs) {
    for (size_t i = 0; i < n; i++) {
        pairing_call(inputs.pairs[2 * i % BENCH_PAIRS], pairs);
    }
}

static void run_ecpairing_1(size_t n) {
    run_pairing(n, 1);
}

static void run_ecpairing_2(size_t n) {
    run_pairing(n, 2);
}

static void run_ecpairing_4(size_t n) {
    run_pairing(n, 4);
}

static void run_ecpairing_8(size_t n) {
    run_pairing(n, 8);
}

/* the calls of a contract that verifies a proof with five public inputs and checks two products of two pairings */
static void run_groth16_contract(size_t n) {
    uint8_t sum[BENCH_ADD_BYTES];
    for (size_t i = 0; i < n; i++) {
        memcpy(sum, inputs.mul[i % BENCH_CALLS], 64);
        for (size_t j = 0; j < 5; j++) {
            mul_call(sum + 64, inputs.mul[(5 * i + j) % BENCH_CALLS]);
            add_call(sum, sum);
        }
        add_call(sum, inputs.add[i % BENCH_CALLS]);
        pairing_call(inputs.pairs[2 * i % BENCH_PAIRS], 2);
        pairing_call(inputs.pairs[(2 * i + 2) % BENCH_PAIRS], 2);
    }
}

static const bench_row EVM_ROWS[] = {
    {"ecadd", run_ecadd},
    {"ecmul", run_ecmul},
    {"ecpairing_1", run_ecpairing_1},
    {"ecpairing_2", run_ecpairing_2},
    {"ecpairing_4", run_ecpairing_4},
    {"ecpairing_8", run_ecpairing_8},
    {"groth16_contract", run_groth16_contract},
    {NULL, NULL},
};

/* ---- timing ---- */

typedef struct {
    double ns, ticks; /* per operation */
} sample;

typedef struct {
    const bench_row *row;
    size_t iterations;
    sample *samples; /* one per round */
} measurement;

#if defined(__x86_64__) && defined(__GNUC__)
enum { HAVE_TICKS = 1 };
static uint64_t read_ticks(void) {
    return __builtin_ia32_rdtsc();
}
#else
enum { HAVE_TICKS = 0 };
static uint64_t read_ticks(void) {
    return 0;
}
#endif

static sample time_once(const bench_row *row, size_t iterations) {
    double start = now_ns();
    uint64_t start_ticks = read_ticks();
    row->run(iterations);
    uint64_t ticks = read_ticks() - start_ticks;
    double ns = now_ns() - start;
    return (sample){ns / (double)iterations, (double)ticks / (double)iterations};
}

/* doubles until the row runs long enough; the doubling also warms it up */
static void calibrate(measurement *m, double least_ns) {
    m->iterations = 1;
    while (time_once(m->row, m->iterations).ns * (double)m->iterations < least_ns) {
        m->iterations *= 2;
    }
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct {
    double median, min, max;
} summary;

static summary summarize(const sample *samples, size_t rounds, bool ticks) {
    double sorted[ROUNDS_MAX];
    for (size_t i = 0; i < rounds; i++) {
        sorted[i] = ticks ? samples[i].ticks : samples[i].ns;
    }
    qsort(sorted, rounds, sizeof sorted[0], compare_doubles);
    double median = (sorted[(rounds - 1) / 2] + sorted[rounds / 2]) / 2;
    return (summary){median, sorted[0], sorted[rounds - 1]};
}

/* ---- output ---- */

static void print_text(const measurement *rows, size_t count, size_t rounds, const char *engine) {
    printf("limbsmith %s, engine %s, median of %zu rounds\n", lsm_version(), engine, rounds);
    printf("%-20s %12s %12s %12s %8s %12s\n", "operation", "ns", "min ns", "max ns", "spread", "cycles");
    for (size_t i = 0; i < count; i++) {
        summary ns = summarize(rows[i].samples, rounds, false);
        printf("%-20s %12.1f %12.1f %12.1f %7.1f%%", rows[i].row->name, ns.median, ns.min, ns.max,
               100 * (ns.max - ns.min) / ns.median);
        if (HAVE_TICKS) {
            printf(" %12.0f\n", summarize(rows[i].samples, rounds, true).median);
        } else {
            printf(" %12s\n", "-");
        }
    }
}

/* of this program, and so of a library built with it */
#if defined(__clang__)
static const char COMPILER[] = __VERSION__;
#elif defined(__GNUC__)
static const char COMPILER[] = "gcc " __VERSION__;
#else
static const char COMPILER[] = "unknown";
#endif

static bool print_json(const measurement *rows, size_t count, size_t rounds, const char *engine) {
    json_t *results = json_array();
    for (size_t i = 0; i < count; i++) {
        summary ns = summarize(rows[i].samples, rounds, false);
        json_t *cycles = HAVE_TICKS ? json_real(summarize(rows[i].samples, rounds, true).median) : json_null();
        json_array_append_new(results,
                              json_pack("{s:s, s:s, s:f, s:f, s:f, s:f, s:o, s:I}", "name", rows[i].row->name, "engine",
                                        engine, "ns", ns.median, "min_ns", ns.min, "max_ns", ns.max, "spread",
                                        (ns.max - ns.min) / ns.median, "cycles", cycles, "iterations",
                                        (json_int_t)rows[i].iterations));
    }
    json_t *root = json_pack("{s:s, s:s, s:s, s:I, s:o}", "version", lsm_version(), "engine", engine, "compiler",
                             COMPILER, "rounds", (json_int_t)rounds, "results", results);
    if (root == NULL || json_array_size(results) != count) {
        report(NAME, "out of memory");
        json_decref(root);
        return false;
    }
    json_dumpf(root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(root);
    return true;
}

/* ---- the command ---- */

static size_t select_rows(measurement rows[ROWS_MAX], const bench_row *const lists[2], const char *filter) {
    size_t count = 0;
    for (size_t i = 0; i < 2; i++) {
        for (const bench_row *row = lists[i]; row->name != NULL && count < ROWS_MAX; row++) {
            if (filter == NULL || strstr(row->name, filter) != NULL) {
                rows[count++] = (measurement){row, 0, NULL};
            }
        }
    }
    return count;
}

static bool measure(measurement *rows, size_t count, size_t rounds, double least_ns) {
    for (size_t i = 0; i < count; i++) {
        rows[i].samples = calloc(rounds, sizeof *rows[i].samples);
        if (rows[i].samples == NULL) {
            report(NAME, "out of memory");
            return false;
        }
        calibrate(&rows[i], least_ns);
    }
    for (size_t round = 0; round < rounds; round++) {
        for (size_t i = 0; i < count; i++) {
            rows[i].samples[round] = time_once(rows[i].row, rows[i].iterations);
        }
    }
    if (call_failed) {
        report(NAME, "engine: an EVM call gave a wrong answer");
    }
    return !call_failed;
}

typedef struct {
    const char *engine, *filter;
    unsigned long rounds, ms; /* ms: how long a row runs in one round, at least */
    bool json, print_inputs;
} settings;

static int run_bench(const settings *s) {
    char text[SAFE_TEXT_MAX + 4];
    const char *engine = s->engine != NULL ? s->engine : lsm_engine_name();
    const bench_engine *table = NULL;
    for (size_t i = 0; i < sizeof TABLES / sizeof TABLES[0]; i++) {
        if (strcmp(TABLES[i]->engine, engine) == 0) {
            table = TABLES[i];
        }
    }
    if (table == NULL || !lsm_engine_supported(engine)) {
        report(NAME, "engine: %s is not an engine that is built in and that this machine runs", safe_text(text, engine));
        return EXIT_INVALID;
    }
    if (!make_bench_inputs(&inputs) || !table->prepare(inputs.pairs[0])) {
        report(NAME, "engine: the library refuses the bench's inputs");
        return EXIT_INVALID;
    }
    if (s->print_inputs) {
        print_bench_inputs(&inputs);
        return EXIT_OK;
    }
    forced_engine = s->engine;
    measurement rows[ROWS_MAX];
    const bench_row *const lists[2] = {table->rows, EVM_ROWS};
    size_t count = select_rows(rows, lists, s->filter);
    if (count == 0) {
        report(NAME, "no row has %s in its name", safe_text(text, s->filter));
        return EXIT_INVALID;
    }
    int code = EXIT_INVALID;
    if (measure(rows, count, s->rounds, (double)s->ms * 1e6)) {
        code = EXIT_OK;
        if (!s->json) {
            print_text(rows, count, s->rounds, engine);
        } else if (!print_json(rows, count, s->rounds, engine)) {
            code = EXIT_INVALID;
        }
    }
    for (size_t i = 0; i < count; i++) {
        free(rows[i].samples);
    }
    return code;
}

static bool read_count(const char *option, const char *text, unsigned long max, unsigned long *count) {
    char shown[SAFE_TEXT_MAX + 4], *end;
    errno = 0;
    *count = strtoul(text, &end, 10);
    if (errno != 0 || *text < '0' || *text > '9' || *end != '\0' || *count < 1 || *count > max) {
        usage_error(NAME, "%s is a number from 1 to %lu, not %s", option, max, safe_text(shown, text));
        return false;
    }
    return true;
}

int command_bench(int argc, char **argv) {
    static const struct option OPTIONS[] = {{"help", no_argument, NULL, 'h'},
                                            {"engine", required_argument, NULL, 'e'},
                                            {"json", no_argument, NULL, 'j'},
                                            {"filter", required_argument, NULL, 'f'},
                                            {"rounds", required_argument, NULL, 'r'},
                                            {"ms", required_argument, NULL, 'm'},
                                            {"print-inputs", no_argument, NULL, 'i'},
                                            {NULL, 0, NULL, 0}};
    settings s = {.rounds = ROUNDS_DEFAULT, .ms = MS_DEFAULT};
    for (int option; (option = next_option(argc, argv, OPTIONS)) != -1;) {
        switch (option) {
        case 'h':
            return print_help(argv[0]);
        case 'e':
            s.engine = optarg;
            break;
        case 'j':
            s.json = true;
            break;
        case 'f':
            s.filter = optarg;
            break;
        case 'i':
            s.print_inputs = true;
            break;
        case 'r':
            if (!read_count("--rounds", optarg, ROUNDS_MAX, &s.rounds)) {
                return EXIT_USAGE;
            }
            break;
        case 'm':
            if (!read_count("--ms", optarg, MS_MAX, &s.ms)) {
                return EXIT_USAGE;
            }
            break;
        default:
            return EXIT_USAGE;
        }
    }
    if (optind != argc) {
        return usage_error(argv[0], "takes no arguments");
    }
    return run_bench(&s);
}
