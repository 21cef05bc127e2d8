/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * vectors: test vectors in go-ethereum's precompile format, run through the EVM calls.
 */
#include "program.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <limbsmith/evm.h>
#include <limbsmith/version.h>

#include "json.h"

static const char NAME[] = "vectors";

typedef struct {
    const char *name;
    lsm_status (*call)(uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len);
    lsm_status (*call_on)(const char *engine, uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len,
                          size_t *bad_item);
    uint64_t (*gas)(size_t in_len);
    size_t out_len;
} operation;

static const operation OPERATIONS[] = {
    {"bn254_add", lsm_evm_bn254_add, lsm_evm_bn254_add_on, lsm_evm_bn254_add_gas, 64},
    {"bn254_mul", lsm_evm_bn254_mul, lsm_evm_bn254_mul_on, lsm_evm_bn254_mul_gas, 64},
    {"bn254_pairing", lsm_evm_bn254_pairing, lsm_evm_bn254_pairing_on, lsm_evm_bn254_pairing_gas, 32},
};
enum { OUT_MAX = 64, GUARD = 32 };

typedef struct {
    const operation *op; /* --op, or NULL */
    const char *engine;  /* --engine, or NULL */
    bool list_failures;
} settings;

typedef struct {
    size_t passed, failed, skipped;
} tally;

/* ---- names of operations: bn254_add, bn256Add, bn256ScalarMul, alt_bn128_pairing, ecAdd, ... ---- */

/* Case and separators do not count. Returns how much of `text` the lower-case `word` takes, or 0. */
static size_t match_word(const char *text, const char *word) {
    size_t i = 0;
    while (*word != '\0') {
        if (i > 0 && (text[i] == '_' || text[i] == '-')) {
            i++;
        }
        char c = text[i];
        if (c >= 'A' && c <= 'Z') {
            c = (char)(c - 'A' + 'a');
        }
        if (c != *word) {
            return 0;
        }
        i++;
        word++;
    }
    return i;
}

/* The operation that a text names from its start, or NULL; *end is what follows the name. */
static const operation *match_operation(const char *text, const char **end) {
    static const struct {
        const char *word;
        const char *name;
    } VERBS[] = {{"add", "bn254_add"}, {"mul", "bn254_mul"}, {"scalarmul", "bn254_mul"}, {"pairing", "bn254_pairing"}};
    static const char *const CURVES[] = {"altbn128", "bn128", "bn254", "bn256", "ec"};
    size_t start = 0;
    for (size_t i = 0; i < sizeof CURVES / sizeof CURVES[0] && start == 0; i++) {
        start = match_word(text, CURVES[i]);
    }
    if (start == 0) {
        return NULL;
    }
    text += start;
    text += *text == '_' || *text == '-';
    for (size_t i = 0; i < sizeof VERBS / sizeof VERBS[0]; i++) {
        size_t len = match_word(text, VERBS[i].word);
        if (len > 0 && !(text[len] >= 'a' && text[len] <= 'z')) {
            for (size_t j = 0; j < sizeof OPERATIONS / sizeof OPERATIONS[0]; j++) {
                if (strcmp(OPERATIONS[j].name, VERBS[i].name) == 0) {
                    *end = text + len;
                    return &OPERATIONS[j];
                }
            }
        }
    }
    return NULL;
}

/* The operation of an Op field or --op: the whole text is the name. */
static const operation *operation_of_name(const char *text) {
    const char *end = "";
    const operation *op = match_operation(text, &end);
    return *end == '\0' ? op : NULL;
}

/* The operation that a file's name tells at any word of it (fail-bn256Add.json), or NULL. */
static const operation *operation_of_path(const char *path) {
    const char *base = strrchr(path, '/');
    base = base != NULL ? base + 1 : path;
    const char *end;
    for (const char *c = base; *c != '\0'; c++) {
        bool word_start = c == base || c[-1] == '_' || c[-1] == '-' || c[-1] == '.' || c[-1] == ' ';
        const operation *op = word_start ? match_operation(c, &end) : NULL;
        if (op != NULL) {
            return op;
        }
    }
    return NULL;
}

/* ---- one record ---- */

PRINTF_LIKE(2, 3)
static bool failed(reason *why, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why->text, sizeof why->text, format, arguments);
    va_end(arguments);
    return false;
}

static bool read_hex_field(const json_t *record, const char *field, bytes *out, reason *why) {
    const json_t *value = json_object_get(record, field);
    reason wrong;
    if (value == NULL) {
        return failed(why, "record without %s", field);
    }
    if (!json_is_string(value)) {
        return failed(why, "%s is not a string", field);
    }
    if (!hex_decode(out, json_string_value(value), json_string_length(value), &wrong)) {
        return failed(why, "%s: %.200s", field, wrong.text);
    }
    return true;
}

/* Only these texts are a code of ours; any other text is another implementation's wording. */
static bool is_machine_code(const char *text) {
    static const lsm_status KNOWN[] = {LSM_ERR_LENGTH, LSM_ERR_NOT_CANONICAL, LSM_ERR_NOT_ON_CURVE,
                                       LSM_ERR_NOT_IN_SUBGROUP};
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++) {
        if (strcmp(text, lsm_status_string(KNOWN[i])) == 0) {
            return true;
        }
    }
    return false;
}

static bool check_gas(const json_t *record, const operation *op, size_t in_len, reason *why) {
    const json_t *value = json_object_get(record, "Gas");
    if (value == NULL) {
        return true;
    }
    if (!json_is_integer(value) || json_integer_value(value) < 0) {
        return failed(why, "Gas is no count");
    }
    uint64_t gas = op->gas(in_len), expected = (uint64_t)json_integer_value(value);
    if (gas != expected) {
        return failed(why, "gas %llu, expected %llu", (unsigned long long)gas, (unsigned long long)expected);
    }
    return true;
}

/* The index of the bad point or pair, which go-ethereum's format does not have: the key Item beside ExpectedError. */
static bool check_item(const json_t *record, const operation *op, const char *engine, const bytes *in, reason *why) {
    const json_t *value = json_object_get(record, "Item");
    uint8_t out[OUT_MAX];
    size_t item = LSM_NO_ITEM;
    if (value == NULL) {
        return true;
    }
    if (!json_is_integer(value) || json_integer_value(value) < 0 || json_object_get(record, "ExpectedError") == NULL) {
        return failed(why, "Item is no index beside an ExpectedError");
    }
    lsm_status status = op->call_on(engine, out, sizeof out, in->data, in->len, &item);
    if (status == LSM_OK || item == LSM_NO_ITEM) {
        return failed(why, "%s for no item, expected item %lld", lsm_status_string(status), json_integer_value(value));
    }
    if (item != (size_t)json_integer_value(value)) {
        return failed(why, "item %zu is bad, expected item %lld", item, json_integer_value(value));
    }
    return true;
}

static bool check_failure(const char *expected, lsm_status status, const uint8_t *out, size_t out_len, reason *why) {
    if (status == LSM_OK) {
        return failed(why, "success, expected failure (%.100s)", expected);
    }
    if (is_machine_code(expected) && strcmp(expected, lsm_status_string(status)) != 0) {
        return failed(why, "%s, expected %s", lsm_status_string(status), expected);
    }
    if (status == LSM_ERR_ARGUMENT || status == LSM_ERR_OUTPUT || status == LSM_ERR_ENGINE) {
        return failed(why, "%s is no verdict on the input", lsm_status_string(status));
    }
    for (size_t i = 0; i < out_len; i++) {
        if (out[i] != 0) {
            return failed(why, "failure with output: byte %zu is not zero", i);
        }
    }
    return true;
}

static bool check_success(const bytes *expected, lsm_status status, const uint8_t *out, size_t out_len, reason *why) {
    if (status != LSM_OK) {
        return failed(why, "%s, expected success", lsm_status_string(status));
    }
    if (expected->len != out_len) {
        return failed(why, "%zu bytes expected, the operation gives %zu", expected->len, out_len);
    }
    for (size_t i = 0; i < out_len; i++) {
        if (out[i] != expected->data[i]) {
            return failed(why, "wrong result from byte %zu on", i);
        }
    }
    return true;
}

/* Calls with an input of its own exact allocation (a sanitizer sees reads beyond it) and a guarded output that
 * starts as garbage, then judges. `error` is NULL if the record expects `result`. */
static bool run_call(const operation *op, const char *engine, const bytes *in, const bytes *result, const char *error,
                     reason *why) {
    uint8_t out[OUT_MAX + GUARD];
    memset(out, 0xa5, sizeof out);
    uint8_t *input = malloc(in->len > 0 ? in->len : 1);
    if (input == NULL) {
        return failed(why, "out of memory");
    }
    memcpy(input, in->data, in->len);
    /* the call is told of more room than it needs: it must leave that alone */
    lsm_status status = engine == NULL ? op->call(out, sizeof out, input, in->len)
                                       : op->call_on(engine, out, sizeof out, input, in->len, NULL);
    bool good = error != NULL ? check_failure(error, status, out, op->out_len, why)
                              : check_success(result, status, out, op->out_len, why);
    if (good && memcmp(input, in->data, in->len) != 0) {
        good = failed(why, "the call changed its input");
    }
    for (size_t i = op->out_len; i < sizeof out && good; i++) {
        if (out[i] != 0xa5) {
            good = failed(why, "byte %zu behind the output was written", i - op->out_len);
        }
    }
    free(input);
    return good;
}

static bool run_record(const json_t *record, const operation *op, const char *engine, reason *why) {
    const json_t *expected = json_object_get(record, "Expected");
    const json_t *error = json_object_get(record, "ExpectedError");
    if (expected == NULL && error == NULL) {
        return failed(why, "record without an expectation (Expected or ExpectedError)");
    }
    if (expected != NULL && error != NULL) {
        return failed(why, "record with both Expected and ExpectedError");
    }
    if (error != NULL && (!json_is_string(error) || json_string_length(error) == 0)) {
        return failed(why, "ExpectedError is no text");
    }
    bytes in = {0}, result = {0};
    bool good = read_hex_field(record, "Input", &in, why)
                && (expected == NULL || read_hex_field(record, "Expected", &result, why))
                && run_call(op, engine, &in, &result, error != NULL ? json_string_value(error) : NULL, why)
                && check_item(record, op, engine, &in, why)
                && check_gas(record, op, in.len, why);
    free(in.data);
    free(result.data);
    return good;
}

/* ---- files ---- */

/* The operation of a record: its own Op, else --op, else the file's name. NULL, with the reason, if unknown. */
static const operation *operation_of_record(const json_t *record, const settings *s, const operation *of_path,
                                            reason *why) {
    const json_t *own = json_object_get(record, "Op");
    char shown[SAFE_TEXT_MAX + 4];
    const operation *op = s->op != NULL ? s->op : of_path;
    if (own != NULL && !json_is_string(own)) {
        failed(why, "Op is not a string");
        return NULL;
    }
    if (own != NULL) {
        op = operation_of_name(json_string_value(own));
        if (op == NULL) {
            failed(why, "unknown operation %s", safe_text(shown, json_string_value(own)));
        }
    } else if (op == NULL) {
        failed(why, "unknown operation: no Op, no --op, and the file's name tells none of bn254_add, bn254_mul, "
                    "bn254_pairing");
    }
    return op;
}

static void say_failure(const settings *s, const char *path, const char *record, const char *why) {
    char text[SAFE_TEXT_MAX + 4];
    if (s->list_failures) {
        printf("%s: FAILED %s: %s\n", path, safe_text(text, record), why);
    }
}

static void run_records(const json_t *root, const char *path, const char *shown_path, const settings *s, tally *t) {
    const operation *of_path = operation_of_path(path);
    size_t index, unknown = 0;
    const json_t *record;
    json_array_foreach(root, index, record) {
        reason why = {""};
        char number[32];
        snprintf(number, sizeof number, "#%zu", index);
        const json_t *name = json_object_get(record, "Name");
        const char *label = json_is_string(name) && json_string_length(name) > 0 ? json_string_value(name) : number;
        bool good = false;
        if (!json_is_object(record)) {
            failed(&why, "is not an object");
        } else {
            const operation *op = operation_of_record(record, s, of_path, &why);
            unknown += op == NULL;
            if (op != NULL && s->op != NULL && op != s->op) {
                t->skipped++;
                continue;
            }
            good = op != NULL && run_record(record, op, s->engine, &why);
        }
        t->passed += good;
        t->failed += !good;
        if (!good) {
            say_failure(s, shown_path, label, why.text);
        }
    }
    if (unknown > 0) {
        report(NAME, "%s: %zu records of an unknown operation", shown_path, unknown);
    }
}

static void run_file(const char *path, const settings *s, tally *total) {
    char shown_path[SAFE_TEXT_MAX + 4];
    reason why;
    tally t = {0};
    safe_text(shown_path, path);
    json_t *root = json_read(path, &why);
    if (root != NULL && !json_is_array(root)) {
        snprintf(why.text, sizeof why.text, "is an object, not an array of records");
        json_decref(root);
        root = NULL;
    }
    if (root != NULL) {
        run_records(root, path, shown_path, s, &t);
        json_decref(root);
        snprintf(why.text, sizeof why.text, "no vectors ran");
    }
    if (t.passed + t.failed == 0) {
        /* a file that says nothing is a failure of its own: silence must not look like success */
        t.failed = 1;
        report(NAME, "%s: %s", shown_path, why.text);
    }
    printf("%s: %zu passed, %zu failed", shown_path, t.passed, t.failed);
    if (t.skipped > 0) {
        printf(", %zu skipped", t.skipped);
    }
    putchar('\n');
    total->passed += t.passed;
    total->failed += t.failed;
    total->skipped += t.skipped;
}

int command_vectors(int argc, char **argv) {
    static const struct option OPTIONS[] = {{"help", no_argument, NULL, 'h'},
                                            {"op", required_argument, NULL, 'o'},
                                            {"engine", required_argument, NULL, 'e'},
                                            {"list-failures", no_argument, NULL, 'l'},
                                            {NULL, 0, NULL, 0}};
    settings s = {0};
    char text[SAFE_TEXT_MAX + 4];
    for (int option; (option = next_option(argc, argv, OPTIONS)) != -1;) {
        switch (option) {
        case 'h':
            return print_help(argv[0]);
        case 'o':
            s.op = operation_of_name(optarg);
            if (s.op == NULL) {
                report(NAME, "unknown operation %s: it is bn254_add, bn254_mul or bn254_pairing",
                       safe_text(text, optarg));
                return EXIT_INVALID;
            }
            break;
        case 'e':
            s.engine = optarg;
            break;
        case 'l':
            s.list_failures = true;
            break;
        default:
            return EXIT_USAGE;
        }
    }
    if (optind == argc) {
        return usage_error(argv[0], "needs at least one file");
    }
    if (s.engine != NULL && !lsm_engine_supported(s.engine)) {
        report(NAME, "engine: %s is not an engine that is built in and that this machine runs",
               safe_text(text, s.engine));
        return EXIT_INVALID;
    }
    tally total = {0};
    for (int i = optind; i < argc; i++) {
        run_file(argv[i], &s, &total);
    }
    if (total.failed > 0 && !s.list_failures) {
        report(NAME, "failures; --list-failures names them");
    }
    printf("%zu passed, %zu failed", total.passed, total.failed);
    if (total.skipped > 0) {
        printf(", %zu skipped", total.skipped);
    }
    putchar('\n');
    fflush(stdout);
    return total.failed == 0 ? EXIT_OK : EXIT_INVALID;
}
