/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * groth16-verify: a Groth16 proof in snarkjs's files, verified by the EVM calls that a Solidity verifier makes:
 *     V = IC[0] + sum public[i] IC[i+1],   e(-A, B) e(alpha, beta) e(V, gamma) e(C, delta) = 1
 * (J. Groth, "On the size of pairing-based non-interactive arguments", 2016, section 3.2).
 */
#include "program.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <limbsmith/evm.h>

#include "json.h"
#include "u256.h"

enum { G1_BYTES = 64, G2_BYTES = 128, PAIR_BYTES = 192 };

static const char NAME[] = "groth16-verify";

typedef struct {
    size_t inputs; /* nPublic */
    uint8_t alpha[G1_BYTES], beta[G2_BYTES], gamma[G2_BYTES], delta[G2_BYTES];
    uint8_t (*ic)[G1_BYTES]; /* inputs + 1 points */
    uint8_t a[G1_BYTES], b[G2_BYTES], c[G1_BYTES];
    uint8_t (*public)[U256_BYTES];
} statement;

/* ---- reading: each function returns false after it has reported what is malformed ---- */

/* The name of a JSON value within its file, such as IC[3][0]. */
enum { FIELD_MAX = 64 };

PRINTF_LIKE(3, 4)
static bool malformed(const char *path, const char *field, const char *format, ...) {
    char file[SAFE_TEXT_MAX + 4], text[REASON_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    report(NAME, "malformed: %s: %s: %s", safe_text(file, path), field, text);
    return false;
}

static const char *type_name(const json_t *value) {
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "an array";
    case JSON_STRING:
        return "a string";
    case JSON_INTEGER:
        return "an integer";
    case JSON_REAL:
        return "a number with fraction or exponent";
    case JSON_TRUE:
    case JSON_FALSE:
        return "a boolean";
    case JSON_NULL:
        break;
    }
    return "null";
}

/* An array of exactly `count` values. */
static bool check_array(const char *path, const char *field, const json_t *value, size_t count, const char *what) {
    if (value == NULL) {
        return malformed(path, field, "is missing");
    }
    if (!json_is_array(value)) {
        return malformed(path, field, "is %s, not an array", type_name(value));
    }
    if (json_array_size(value) != count) {
        return malformed(path, field, "has %zu %s, not %zu", json_array_size(value), what, count);
    }
    return true;
}

/* A decimal below `bound`: a string of digits, or a JSON integer (jansson's are exact and of 64 bits at most). */
static bool read_number(const char *path, const char *field, const json_t *value, const uint8_t bound[U256_BYTES],
                        uint8_t out[U256_BYTES]) {
    char digits[32];
    const char *text = digits;
    size_t len;
    if (json_is_string(value)) {
        text = json_string_value(value);
        len = json_string_length(value);
    } else if (json_is_integer(value)) {
        len = (size_t)snprintf(digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    } else {
        return malformed(path, field, "is %s, not a decimal number in a string", type_name(value));
    }
    const char *wrong = u256_from_decimal(out, text, len, bound);
    if (wrong != NULL) {
        char shown[SAFE_TEXT_MAX + 4];
        const char *modulus = wrong != U256_TOO_LARGE ? "" : bound == BN254_R ? " r" : " p";
        return malformed(path, field, "%s%s (%s)", wrong, modulus, safe_text(shown, text));
    }
    return true;
}

/* z of a point must be exactly 1; for G2 [1, 0]. */
static bool check_one(const char *path, const char *field, const json_t *value, bool one) {
    uint8_t z[U256_BYTES], expected[U256_BYTES] = {0};
    expected[U256_BYTES - 1] = one;
    if (!read_number(path, field, value, BN254_P, z)) {
        return false;
    }
    if (memcmp(z, expected, sizeof z) != 0) {
        return malformed(path, field, "is not %d: the point is not given in affine form", one);
    }
    return true;
}

static bool read_g1(const char *path, const char *field, const json_t *value, uint8_t out[G1_BYTES]) {
    if (!check_array(path, field, value, 3, "coordinates")) {
        return false;
    }
    char names[3][FIELD_MAX];
    for (size_t i = 0; i < 3; i++) {
        snprintf(names[i], sizeof names[i], "%s[%zu]", field, i);
    }
    return read_number(path, names[0], json_array_get(value, 0), BN254_P, out)
           && read_number(path, names[1], json_array_get(value, 1), BN254_P, out + U256_BYTES)
           && check_one(path, names[2], json_array_get(value, 2), true);
}

/* snarkjs writes the real part first, the EVM wants the imaginary part first */
static bool read_g2(const char *path, const char *field, const json_t *value, uint8_t out[G2_BYTES]) {
    if (!check_array(path, field, value, 3, "coordinates")) {
        return false;
    }
    for (size_t i = 0; i < 3; i++) {
        char coordinate[FIELD_MAX], parts[2][FIELD_MAX + 4];
        snprintf(coordinate, sizeof coordinate, "%s[%zu]", field, i);
        const json_t *pair = json_array_get(value, i);
        if (!check_array(path, coordinate, pair, 2, "parts")) {
            return false;
        }
        for (size_t j = 0; j < 2; j++) {
            snprintf(parts[j], sizeof parts[j], "%s[%zu]", coordinate, j);
            const json_t *part = json_array_get(pair, j);
            bool good = i == 2 ? check_one(path, parts[j], part, j == 0)
                               : read_number(path, parts[j], part, BN254_P, out + U256_BYTES * (2 * i + 1 - j));
            if (!good) {
                return false;
            }
        }
    }
    return true;
}

static json_t *read_object(const char *path, const char *what, bool want_object) {
    reason why;
    char file[SAFE_TEXT_MAX + 4];
    json_t *root = json_read(path, &why);
    if (root == NULL) {
        report(NAME, "malformed: %s: %s", safe_text(file, path), why.text);
    } else if (json_is_object(root) != want_object) {
        malformed(path, what, "is %s, not %s", type_name(root), want_object ? "an object" : "an array");
        json_decref(root);
        root = NULL;
    }
    return root;
}

/* A field that must be one of the given strings; some writers leave `curve` out of the proof. */
static bool check_name(const char *path, const json_t *root, const char *field, const char *const *accepted,
                       bool optional) {
    const json_t *value = json_object_get(root, field);
    char shown[SAFE_TEXT_MAX + 4];
    if (value == NULL) {
        return optional || malformed(path, field, "is missing");
    }
    if (!json_is_string(value)) {
        return malformed(path, field, "is %s, not a string", type_name(value));
    }
    for (size_t i = 0; accepted[i] != NULL; i++) {
        if (strcmp(json_string_value(value), accepted[i]) == 0) {
            return true;
        }
    }
    return malformed(path, field, "is \"%s\", not \"%s\"", safe_text(shown, json_string_value(value)), accepted[0]);
}

static const char *const PROTOCOLS[] = {"groth16", NULL};
static const char *const CURVES[] = {"bn128", "bn254", "alt_bn128", NULL}; /* one curve, three names */

static bool read_count(const char *path, const json_t *root, size_t *count) {
    const json_t *value = json_object_get(root, "nPublic");
    if (value == NULL) {
        return malformed(path, "nPublic", "is missing");
    }
    if (!json_is_integer(value)) {
        return malformed(path, "nPublic", "is %s, not an integer", type_name(value));
    }
    if (json_integer_value(value) < 0 || json_integer_value(value) > INT32_MAX) {
        return malformed(path, "nPublic", "is %" JSON_INTEGER_FORMAT ", no count", json_integer_value(value));
    }
    *count = (size_t)json_integer_value(value);
    return true;
}

static bool read_key_fields(const char *path, const json_t *root, statement *s) {
    if (!check_name(path, root, "protocol", PROTOCOLS, false) || !check_name(path, root, "curve", CURVES, false)
        || !read_count(path, root, &s->inputs)
        || !read_g1(path, "vk_alpha_1", json_object_get(root, "vk_alpha_1"), s->alpha)
        || !read_g2(path, "vk_beta_2", json_object_get(root, "vk_beta_2"), s->beta)
        || !read_g2(path, "vk_gamma_2", json_object_get(root, "vk_gamma_2"), s->gamma)
        || !read_g2(path, "vk_delta_2", json_object_get(root, "vk_delta_2"), s->delta)) {
        return false;
    }
    const json_t *ic = json_object_get(root, "IC");
    if (!check_array(path, "IC", ic, s->inputs + 1, "points (nPublic + 1 are needed)")) {
        return false;
    }
    s->ic = calloc(s->inputs + 1, sizeof *s->ic);
    if (s->ic == NULL) {
        return malformed(path, "IC", "is too long for the memory");
    }
    for (size_t i = 0; i <= s->inputs; i++) {
        char field[FIELD_MAX];
        snprintf(field, sizeof field, "IC[%zu]", i);
        if (!read_g1(path, field, json_array_get(ic, i), s->ic[i])) {
            return false;
        }
    }
    return true;
}

static bool read_proof_fields(const char *path, const json_t *root, statement *s) {
    return check_name(path, root, "protocol", PROTOCOLS, false) && check_name(path, root, "curve", CURVES, true)
           && read_g1(path, "pi_a", json_object_get(root, "pi_a"), s->a)
           && read_g2(path, "pi_b", json_object_get(root, "pi_b"), s->b)
           && read_g1(path, "pi_c", json_object_get(root, "pi_c"), s->c);
}

/* A public input must be below r: x + r would satisfy the same equation, and contracts count on one form. */
static bool read_public_fields(const char *path, const json_t *root, statement *s) {
    if (!check_array(path, "public", root, s->inputs, "values (nPublic of the verification key)")) {
        return false;
    }
    s->public = calloc(s->inputs + 1, sizeof *s->public);
    if (s->public == NULL) {
        return malformed(path, "public", "is too long for the memory");
    }
    for (size_t i = 0; i < s->inputs; i++) {
        char field[FIELD_MAX];
        snprintf(field, sizeof field, "public[%zu]", i);
        if (!read_number(path, field, json_array_get(root, i), BN254_R, s->public[i])) {
            return false;
        }
    }
    return true;
}

static bool read_statement(char *const paths[3], statement *s) {
    static bool (*const READERS[3])(const char *, const json_t *, statement *) = {read_key_fields, read_proof_fields,
                                                                                  read_public_fields};
    static const char *const ROOTS[3] = {"verification key", "proof", "public"};
    bool good = true;
    for (size_t i = 0; i < 3 && good; i++) {
        json_t *root = read_object(paths[i], ROOTS[i], i < 2);
        good = root != NULL && READERS[i](paths[i], root, s);
        json_decref(root);
    }
    return good;
}

/* ---- group membership ---- */

/* A file states affine points, so (0, 0), the EVM's infinity, is off the curve like any other wrong pair. */
static lsm_status point_status(const uint8_t *point, bool is_g2) {
    uint8_t pair[PAIR_BYTES] = {0}, out[G1_BYTES];
    size_t len = is_g2 ? G2_BYTES : G1_BYTES;
    if (memcmp(point, pair, len) == 0) {
        return LSM_ERR_NOT_ON_CURVE;
    }
    if (!is_g2) {
        return lsm_evm_bn254_add(out, G1_BYTES, point, G1_BYTES);
    }
    memcpy(pair + G1_BYTES, point, G2_BYTES);
    return lsm_evm_bn254_pairing(out, U256_BYTES, pair, sizeof pair);
}

static const char *membership_text(lsm_status status) {
    return status == LSM_ERR_NOT_IN_SUBGROUP ? "the point is on the curve, its order is not r"
                                             : "the point is not on the curve";
}

static bool check_key_points(const char *path, const statement *s) {
    const struct {
        const char *field;
        const uint8_t *point;
        bool is_g2;
    } points[] = {{"vk_alpha_1", s->alpha, false},
                  {"vk_beta_2", s->beta, true},
                  {"vk_gamma_2", s->gamma, true},
                  {"vk_delta_2", s->delta, true}};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        lsm_status status = point_status(points[i].point, points[i].is_g2);
        if (status != LSM_OK) {
            return malformed(path, points[i].field, "%s: %s", lsm_status_string(status), membership_text(status));
        }
    }
    for (size_t i = 0; i <= s->inputs; i++) {
        lsm_status status = point_status(s->ic[i], false);
        if (status != LSM_OK) {
            char field[FIELD_MAX];
            snprintf(field, sizeof field, "IC[%zu]", i);
            return malformed(path, field, "%s: %s", lsm_status_string(status), membership_text(status));
        }
    }
    return true;
}

static bool check_proof_points(const statement *s) {
    const struct {
        const char *field;
        const uint8_t *point;
        bool is_g2;
    } points[] = {{"pi_a", s->a, false}, {"pi_b", s->b, true}, {"pi_c", s->c, false}};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++) {
        lsm_status status = point_status(points[i].point, points[i].is_g2);
        if (status != LSM_OK) {
            report(NAME, "%s: %s: %s", lsm_status_string(status), points[i].field, membership_text(status));
            return false;
        }
    }
    return true;
}

/* ---- the computation ---- */

typedef struct {
    bool print;
    size_t calls;
    uint64_t gas;
    double ns;
} trace;

typedef struct {
    const char *name;
    lsm_status (*call)(uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len);
    uint64_t (*gas)(size_t in_len);
    size_t out_len;
} precompile;

static const precompile EC_ADD = {"0x06 ecAdd", lsm_evm_bn254_add, lsm_evm_bn254_add_gas, G1_BYTES};
static const precompile EC_MUL = {"0x07 ecMul", lsm_evm_bn254_mul, lsm_evm_bn254_mul_gas, G1_BYTES};
static const precompile EC_PAIRING = {"0x08 ecPairing", lsm_evm_bn254_pairing, lsm_evm_bn254_pairing_gas, U256_BYTES};

/* A number, or the first and last 16 digits of a point. */
static void print_result(const precompile *p, const uint8_t *out) {
    if (p->out_len == U256_BYTES) {
        printf("%-36s", out[U256_BYTES - 1] == 1 ? "1 (the product is one)" : "0 (the product is not one)");
        return;
    }
    hex_print(stdout, out, 8);
    fputs("....", stdout);
    hex_print(stdout, out + p->out_len - 8, 8);
}

static lsm_status call(trace *t, const precompile *p, uint8_t *out, const uint8_t *in, size_t in_len) {
    double start = now_ns();
    lsm_status status = p->call(out, p->out_len, in, in_len);
    double ns = now_ns() - start;
    uint64_t gas = p->gas(in_len);
    t->calls++;
    t->gas += gas;
    t->ns += ns;
    if (t->print) {
        printf("%4zu  %-15s %5zu bytes %7llu gas  ", t->calls, p->name, in_len, (unsigned long long)gas);
        if (status == LSM_OK) {
            print_result(p, out);
        } else {
            printf("%-36s", lsm_status_string(status));
        }
        printf(" %9.1f us\n", ns / 1000);
    }
    return status;
}

/* *valid is the answer unless the status is an error, which validated points cannot bring about */
static lsm_status evaluate(trace *t, const statement *s, bool *valid) {
    uint8_t sum[2 * G1_BYTES], product[G1_BYTES + U256_BYTES], pairs[4 * PAIR_BYTES], answer[U256_BYTES];
    lsm_status status = LSM_OK;
    memcpy(sum, s->ic[0], G1_BYTES);
    for (size_t i = 0; i < s->inputs && status == LSM_OK; i++) {
        memcpy(product, s->ic[i + 1], G1_BYTES);
        memcpy(product + G1_BYTES, s->public[i], U256_BYTES);
        status = call(t, &EC_MUL, sum + G1_BYTES, product, sizeof product);
        if (status == LSM_OK) {
            status = call(t, &EC_ADD, sum, sum, sizeof sum);
        }
    }
    if (status != LSM_OK) {
        return status;
    }
    uint8_t minus_a[G1_BYTES];
    memcpy(minus_a, s->a, G1_BYTES);
    u256_sub(minus_a + U256_BYTES, BN254_P, s->a + U256_BYTES); /* y is not 0: the group has no point of order 2 */
    const uint8_t *g1[4] = {minus_a, s->alpha, sum, s->c};
    const uint8_t *g2[4] = {s->b, s->beta, s->gamma, s->delta};
    for (size_t i = 0; i < 4; i++) {
        memcpy(pairs + PAIR_BYTES * i, g1[i], G1_BYTES);
        memcpy(pairs + PAIR_BYTES * i + G1_BYTES, g2[i], G2_BYTES);
    }
    status = call(t, &EC_PAIRING, answer, pairs, sizeof pairs);
    *valid = status == LSM_OK && answer[U256_BYTES - 1] == 1;
    return status;
}

static int verify(char *const paths[3], statement *s, bool print) {
    if (!read_statement(paths, s) || !check_key_points(paths[0], s)) {
        return EXIT_USAGE;
    }
    if (!check_proof_points(s)) {
        return EXIT_INVALID;
    }
    trace t = {.print = print};
    bool valid = false;
    lsm_status status = evaluate(&t, s, &valid);
    if (print) {
        printf("total %zu calls, %llu gas, %.1f us\n", t.calls, (unsigned long long)t.gas, t.ns / 1000);
    }
    if (status != LSM_OK) {
        report(NAME, "%s: the library failed on validated points", lsm_status_string(status));
        return EXIT_USAGE;
    }
    if (!valid) {
        report(NAME, "invalid_proof: the pairing product is not one");
        return EXIT_INVALID;
    }
    puts("valid");
    return EXIT_OK;
}

int command_groth16_verify(int argc, char **argv) {
    static const struct option OPTIONS[] = {
        {"help", no_argument, NULL, 'h'}, {"trace", no_argument, NULL, 't'}, {NULL, 0, NULL, 0}};
    bool print = false;
    for (int option; (option = next_option(argc, argv, OPTIONS)) != -1;) {
        switch (option) {
        case 'h':
            return print_help(argv[0]);
        case 't':
            print = true;
            break;
        default:
            return EXIT_USAGE;
        }
    }
    if (argc - optind != 3) {
        return usage_error(argv[0], "needs three files, got %d", argc - optind);
    }
    statement s = {0};
    int code = verify(argv + optind, &s, print);
    free(s.ic);
    free(s.public);
    return code;
}
