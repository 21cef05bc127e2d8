/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * ecadd, ecmul, ecpairing: one EVM call on hexadecimal input.
 */
#include "program.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <limbsmith/evm.h>

#include "hex.h"
#include "u256.h"

enum { G1_BYTES = 64, G2_BYTES = 128, PAIR_BYTES = 192, OUT_MAX = 64 };

typedef lsm_status evm_call(const char *engine, uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len,
                            size_t *bad_item);

/* ---- the message: the library says which item is bad and how, here is looked which number of it ---- */

static const char *const G1_NAMES[] = {"x", "y"};
static const char *const G2_NAMES[] = {"imaginary part of x", "real part of x", "imaginary part of y", "real part of y"};

/* Names the first of `count` coordinates that is not below p, or NULL. */
static const char *large_coordinate(const uint8_t *point, size_t count, const char *const *names) {
    for (size_t i = 0; i < count; i++) {
        if (!u256_is_below(point + U256_BYTES * i, BN254_P)) {
            return names[i];
        }
    }
    return NULL;
}

static void say_point(const char *name, lsm_status status, const char *item, const uint8_t *point, bool is_g2) {
    const char *code = lsm_status_string(status);
    const char *large = large_coordinate(point, is_g2 ? 4 : 2, is_g2 ? G2_NAMES : G1_NAMES);
    if (status == LSM_ERR_NOT_CANONICAL && large != NULL) {
        report(name, "%s: %s: %s is not below the field modulus p", code, item, large);
    } else if (status == LSM_ERR_NOT_ON_CURVE) {
        report(name, "%s: %s: does not satisfy y^2 = x^3 + %s", code, item, is_g2 ? "3/(9 + u)" : "3");
    } else if (status == LSM_ERR_NOT_IN_SUBGROUP) {
        report(name, "%s: %s: is on the curve, its order is not r", code, item);
    } else {
        report(name, "%s: %s", code, item);
    }
}

static void explain_point(const char *name, lsm_status status, const bytes *in, size_t index) {
    uint8_t padded[2 * G1_BYTES] = {0};
    char item[32];
    memcpy(padded, in->data, in->len < sizeof padded ? in->len : sizeof padded);
    snprintf(item, sizeof item, "point %zu", index);
    say_point(name, status, item, padded + G1_BYTES * (index & 1), false);
}

static void explain_pair(const char *name, lsm_status status, const bytes *in, size_t index) {
    const uint8_t *g1 = in->data + PAIR_BYTES * index;
    uint8_t sum[OUT_MAX];
    char item[64];
    /* a sum with infinity, all that is missing being zero, validates the first point and nothing else */
    bool is_g2 = lsm_evm_bn254_add(sum, sizeof sum, g1, G1_BYTES) == LSM_OK;
    snprintf(item, sizeof item, "pair %zu: G%d point", index, is_g2 ? 2 : 1);
    say_point(name, status, item, is_g2 ? g1 + G1_BYTES : g1, is_g2);
}

/* The call's input from the argument HEX. */
static bool read_input(const char *name, const char *argument, bytes *in) {
    reason why;
    char source[SAFE_TEXT_MAX + 4];
    bool decoded;
    if (strcmp(argument, "@") == 0) {
        usage_error(name, "@ needs the name of a file behind it");
        return false;
    }
    if (strcmp(argument, "-") == 0 || argument[0] == '@') {
        const char *path = argument[0] == '@' ? argument + 1 : argument;
        bytes text;
        safe_text(source, argument[0] == '@' ? path : "standard input");
        if (!read_file(&text, path, &why)) {
            report(name, "%s: %s", source, why.text);
            return false;
        }
        decoded = hex_decode(in, (const char *)text.data, text.len, &why);
        free(text.data);
    } else {
        safe_text(source, "HEX");
        decoded = hex_decode(in, argument, strlen(argument), &why);
    }
    if (!decoded) {
        usage_error(name, "%s: %s", source, why.text);
    }
    return decoded;
}

static int run_call(int argc, char **argv, evm_call *call, size_t out_len, bool is_pairing) {
    static const struct option OPTIONS[] = {{"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    int option = next_option(argc, argv, OPTIONS);
    if (option != -1) {
        return option == 'h' ? print_help(argv[0]) : EXIT_USAGE;
    }
    if (argc - optind != 1) {
        return usage_error(argv[0], "needs one argument HEX, got %d", argc - optind);
    }
    bytes in;
    if (!read_input(argv[0], argv[optind], &in)) {
        return EXIT_USAGE;
    }
    uint8_t out[OUT_MAX];
    size_t bad_item = LSM_NO_ITEM;
    lsm_status status = call(NULL, out, out_len, in.data, in.len, &bad_item);
    int code = EXIT_INVALID;
    if (status == LSM_OK) {
        hex_print(stdout, out, out_len);
        putchar('\n');
        code = EXIT_OK;
    } else if (status == LSM_ERR_LENGTH) {
        report(argv[0], "%s: input: %zu bytes is no multiple of %d", lsm_status_string(status), in.len, PAIR_BYTES);
    } else if (bad_item == LSM_NO_ITEM) {
        report(argv[0], "%s: the library did not compute", lsm_status_string(status));
        code = EXIT_USAGE;
    } else if (is_pairing) {
        explain_pair(argv[0], status, &in, bad_item);
    } else {
        explain_point(argv[0], status, &in, bad_item);
    }
    free(in.data);
    return code;
}

int command_ecadd(int argc, char **argv) {
    return run_call(argc, argv, lsm_evm_bn254_add_on, 64, false);
}

int command_ecmul(int argc, char **argv) {
    return run_call(argc, argv, lsm_evm_bn254_mul_on, 64, false);
}

int command_ecpairing(int argc, char **argv) {
    return run_call(argc, argv, lsm_evm_bn254_pairing_on, 32, true);
}
