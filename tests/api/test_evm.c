/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The rules of the EVM calls that hold whatever the numbers are: arguments, their order, output bytes, overlap, gas, bad
 * items, engines by name. What the calls compute is tested by the vectors.
 */
#include "support/runner.h"

#include <stdio.h>
#include <string.h>

#include "limbsmith/evm.h"
#include "limbsmith/version.h"
#include "vectors.h"

typedef struct {
    const char *name;
    lsm_status (*call)(uint8_t *, size_t, const uint8_t *, size_t);
    lsm_status (*call_on)(const char *, uint8_t *, size_t, const uint8_t *, size_t, size_t *);
    size_t out_len;
    const uint8_t *in; /* a good input */
    size_t in_len;
    size_t items;
} operation;

static const operation operations[] = {
    {"add", lsm_evm_bn254_add, lsm_evm_bn254_add_on, 64, VEC_ADD_IN, sizeof VEC_ADD_IN, 2},
    {"mul", lsm_evm_bn254_mul, lsm_evm_bn254_mul_on, 64, VEC_MUL_IN, sizeof VEC_MUL_IN, 1},
    {"pairing", lsm_evm_bn254_pairing, lsm_evm_bn254_pairing_on, 32, VEC_PAIRING_TRUE_IN, sizeof VEC_PAIRING_TRUE_IN,
     2},
};
#define OPERATIONS ((int)(sizeof operations / sizeof *operations))

#define ROOM 256
#define CANARY 0xc5

static void assert_bytes(const uint8_t *got, uint8_t want, size_t from, size_t to, const char *what) {
    for (size_t i = from; i < to; i++) {
        ck_assert_msg(got[i] == want, "%s: byte %zu is %02x", what, i, got[i]);
    }
}

/* One call on a painted buffer: on an error zeros up to the limit, and the paint beyond in any case. */
static void expect(const operation *op, size_t out_len, const uint8_t *in, size_t in_len, lsm_status want) {
    const size_t written = out_len < op->out_len ? out_len : op->out_len;
    uint8_t out[ROOM];
    size_t item = 12345;

    for (int on = 0; on < 2; on++) {
        memset(out, CANARY, sizeof out);
        ck_assert_int_eq(on ? op->call_on(NULL, out, out_len, in, in_len, &item) : op->call(out, out_len, in, in_len),
                         want);
        if (want != LSM_OK) {
            assert_bytes(out, 0, 0, written, op->name);
        }
        assert_bytes(out, CANARY, written, sizeof out, op->name);
    }
    if (want == LSM_OK || want == LSM_ERR_LENGTH || want == LSM_ERR_OUTPUT || want == LSM_ERR_ARGUMENT) {
        ck_assert_msg(item == LSM_NO_ITEM, "no item is to blame");
    } else {
        ck_assert_uint_lt(item, op->items);
    }
}

START_TEST(test_arguments) {
    const operation *op = &operations[_i];
    static const uint8_t bad[577] = {0xff};

    ck_assert_int_eq(op->call(NULL, 0, op->in, op->in_len), LSM_ERR_ARGUMENT);
    ck_assert_int_eq(op->call(NULL, ROOM, op->in, op->in_len), LSM_ERR_ARGUMENT);
    ck_assert_int_eq(op->call(NULL, ROOM, NULL, 5), LSM_ERR_ARGUMENT);
    ck_assert_int_eq(op->call(NULL, ROOM, NULL, 0), LSM_ERR_ARGUMENT);
    for (size_t out_len = 0; out_len <= 2 * op->out_len; out_len++) { /* arguments, then output, then the input */
        expect(op, out_len, NULL, 1, LSM_ERR_ARGUMENT);
        expect(op, out_len, NULL, 192, LSM_ERR_ARGUMENT);
        expect(op, out_len, NULL, 0, out_len < op->out_len ? LSM_ERR_OUTPUT : LSM_OK);
        expect(op, out_len, op->in, op->in_len, out_len < op->out_len ? LSM_ERR_OUTPUT : LSM_OK);
        expect(op, out_len, bad, op->in_len, out_len < op->out_len ? LSM_ERR_OUTPUT : LSM_ERR_NOT_CANONICAL);
    }
    expect(op, 64, op->in, 0, LSM_OK);
}
END_TEST

START_TEST(test_pairing_lengths) {
    static const uint8_t bad[1000] = {0xff};
    const operation *op = &operations[2];

    for (size_t in_len = 0; in_len <= 580; in_len++) { /* the length is judged before anything is parsed */
        const lsm_status want = in_len == 0 ? LSM_OK : in_len % 192 != 0 ? LSM_ERR_LENGTH : LSM_ERR_NOT_CANONICAL;

        expect(op, 32, bad, in_len, want);
    }
    expect(op, 31, bad, 191, LSM_ERR_OUTPUT);
}
END_TEST

/* Input and output anywhere in one buffer. */
START_TEST(test_overlap) {
    const operation *op = &operations[_i];
    uint8_t want[64], buffer[1024], copy[1024], wrong[400];
    const size_t at = 300;

    ck_assert_int_eq(op->call(want, sizeof want, op->in, op->in_len), LSM_OK);
    memcpy(wrong, op->in, op->in_len);
    wrong[31] ^= 1;
    for (size_t out = at - op->out_len - 1; out <= at + op->in_len + 1; out++) {
        for (int good = 0; good < 2; good++) {
            lsm_status status;

            memset(buffer, CANARY, sizeof buffer);
            memcpy(buffer + at, good ? op->in : wrong, op->in_len);
            memcpy(copy, buffer, sizeof copy);
            status = op->call(buffer + out, op->out_len, buffer + at, op->in_len);
            ck_assert_int_eq(status, good ? LSM_OK : LSM_ERR_NOT_ON_CURVE);
            if (good) {
                ck_assert(memcmp(buffer + out, want, op->out_len) == 0);
            } else {
                assert_bytes(buffer + out, 0, 0, op->out_len, "zeros over the input");
            }
            ck_assert(memcmp(buffer, copy, out) == 0);
            ck_assert(memcmp(buffer + out + op->out_len, copy + out + op->out_len, sizeof copy - out - op->out_len) ==
                      0);
        }
    }
}
END_TEST

/* Results are written over whatever was there: a second call into a used buffer gives the same. */
START_TEST(test_used_buffer) {
    const operation *op = &operations[_i];
    uint8_t first[64], second[64];

    memset(first, 0, sizeof first);
    memset(second, 0xff, sizeof second);
    ck_assert_int_eq(op->call(first, op->out_len, op->in, op->in_len), LSM_OK);
    ck_assert_int_eq(op->call(second, op->out_len, op->in, op->in_len), LSM_OK);
    ck_assert(memcmp(first, second, op->out_len) == 0);
}
END_TEST

START_TEST(test_bad_item) {
    for (int i = 0; i < OPERATIONS; i++) {
        const operation *op = &operations[i];
        const size_t size = i == 2 ? 192 : 64;

        for (size_t item = 0; item < op->items; item++) {
            uint8_t in[400], out[64];
            size_t got = 777;

            memcpy(in, op->in, op->in_len);
            in[item * size + 63] ^= 1;
            ck_assert_int_eq(op->call_on(NULL, out, sizeof out, in, op->in_len, &got), LSM_ERR_NOT_ON_CURVE);
            ck_assert_uint_eq(got, item);
            ck_assert_int_eq(op->call_on(NULL, out, sizeof out, in, op->in_len, NULL), LSM_ERR_NOT_ON_CURVE);
        }
    }
}
END_TEST

START_TEST(test_engines) {
    uint8_t out[64], want[64];
    const operation *op = &operations[_i];
    int seen = 0;

    ck_assert_int_eq(op->call(want, sizeof want, op->in, op->in_len), LSM_OK);
    for (size_t i = 0; i < lsm_engine_count(); i++) {
        const char *name = lsm_engine_name_at(i);

        ck_assert_ptr_nonnull(name);
        for (int longer = -1; longer <= 1; longer += 2) { /* a name is taken whole: no beginning of it, nothing after it */
            char other[32];

            ck_assert_uint_lt(strlen(name) + 2, sizeof other);
            memset(other, 0, sizeof other);
            memcpy(other, name, strlen(name));
            if (longer > 0) {
                other[strlen(name)] = 'x';
            } else {
                other[strlen(name) - 1] = '\0';
            }
            ck_assert(!lsm_engine_supported(other));
            ck_assert_int_eq(op->call_on(other, out, sizeof out, op->in, op->in_len, NULL), LSM_ERR_ENGINE);
            ck_assert_int_eq(lsm_selftest_on(other), LSM_ERR_ENGINE);
        }
        seen |= strcmp(name, lsm_engine_name()) == 0;
        if (lsm_engine_supported(name)) {
            ck_assert_int_eq(op->call_on(name, out, sizeof out, op->in, op->in_len, NULL), LSM_OK);
            ck_assert(memcmp(out, want, op->out_len) == 0);
            ck_assert_int_eq(lsm_selftest_on(name), LSM_OK);
        } else {
            ck_assert_int_eq(op->call_on(name, out, sizeof out, op->in, op->in_len, NULL), LSM_ERR_ENGINE);
        }
    }
    ck_assert_msg(seen, "the engine in use is not in the list");
    ck_assert_ptr_null(lsm_engine_name_at(lsm_engine_count()));
    ck_assert(!lsm_engine_supported("nonesuch") && !lsm_engine_supported("") && !lsm_engine_supported(NULL));
    memset(out, CANARY, sizeof out);
    ck_assert_int_eq(op->call_on("nonesuch", out, op->out_len, op->in, op->in_len, NULL), LSM_ERR_ENGINE);
    assert_bytes(out, 0, 0, op->out_len, "an unknown engine is an error, not a fallback");
    ck_assert_int_eq(op->call_on("nonesuch", out, op->out_len - 1, op->in, op->in_len, NULL), LSM_ERR_OUTPUT);
    ck_assert_int_eq(op->call_on("nonesuch", NULL, 64, op->in, op->in_len, NULL), LSM_ERR_ARGUMENT);
    ck_assert_int_eq(lsm_selftest_on("nonesuch"), LSM_ERR_ENGINE);
    ck_assert_int_eq(op->call_on("", out, op->out_len, op->in, op->in_len, NULL), LSM_ERR_ENGINE);
    ck_assert_int_eq(lsm_selftest_on(""), LSM_ERR_ENGINE);
    ck_assert_int_eq(lsm_selftest_on(NULL), LSM_OK);
    ck_assert_int_eq(lsm_selftest(), LSM_OK);
}
END_TEST

START_TEST(test_gas) {
    const size_t lens[] = {0, 1, 95, 96, 127, 128, 191, 192, 193, 383, 384, 1920, SIZE_MAX};
    const uint64_t most = (UINT64_MAX - 45000) / 34000; /* pairs whose price still fits */

    for (size_t i = 0; i < sizeof lens / sizeof *lens; i++) {
        ck_assert_uint_eq(lsm_evm_bn254_add_gas(lens[i]), 150);
        ck_assert_uint_eq(lsm_evm_bn254_mul_gas(lens[i]), 6000);
    }
    ck_assert_uint_eq(lsm_evm_bn254_pairing_gas(0), 45000);
    ck_assert_uint_eq(lsm_evm_bn254_pairing_gas(191), 45000);
    ck_assert_uint_eq(lsm_evm_bn254_pairing_gas(192), 79000);
    ck_assert_uint_eq(lsm_evm_bn254_pairing_gas(193), 79000);
    ck_assert_uint_eq(lsm_evm_bn254_pairing_gas(384), 113000);
    if (SIZE_MAX / 192 > most) {
        ck_assert_uint_eq(lsm_evm_bn254_pairing_gas((size_t)(most * 192)), 45000 + 34000 * most);
        ck_assert_uint_eq(lsm_evm_bn254_pairing_gas((size_t)(most * 192 + 191)), 45000 + 34000 * most);
        ck_assert_uint_eq(lsm_evm_bn254_pairing_gas((size_t)((most + 1) * 192)), UINT64_MAX);
        ck_assert_uint_eq(lsm_evm_bn254_pairing_gas(SIZE_MAX), UINT64_MAX);
    }
}
END_TEST

START_TEST(test_names) {
    static const struct {
        lsm_status status;
        const char *code;
    } codes[] = {{LSM_OK, "ok"},
                 {LSM_ERR_LENGTH, "invalid_length"},
                 {LSM_ERR_NOT_CANONICAL, "not_canonical"},
                 {LSM_ERR_NOT_ON_CURVE, "not_on_curve"},
                 {LSM_ERR_NOT_IN_SUBGROUP, "not_in_subgroup"},
                 {LSM_ERR_ARGUMENT, "argument"},
                 {LSM_ERR_OUTPUT, "output"},
                 {LSM_ERR_ENGINE, "engine"}};
    char version[40];

    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        ck_assert_str_eq(lsm_status_string(codes[i].status), codes[i].code);
        ck_assert_int_eq((int)codes[i].status, (int)i);
    }
    ck_assert_str_eq(lsm_status_string((lsm_status)8), "unknown");
    ck_assert_str_eq(lsm_status_string((lsm_status)-1), "unknown");
    ck_assert_str_eq(lsm_status_string((lsm_status)1000000), "unknown");
    (void)snprintf(version, sizeof version, "%d.%d.%d", LSM_VERSION_MAJOR, LSM_VERSION_MINOR, LSM_VERSION_PATCH);
    ck_assert_str_eq(lsm_version(), version);
    ck_assert(lsm_engine_supported(lsm_engine_name()));
    ck_assert_ptr_nonnull(lsm_engine_reason());
    ck_assert_uint_gt(strlen(lsm_engine_reason()), 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("evm");
    TCase *tcase = add_case(suite, "evm");

    tcase_add_loop_test(tcase, test_arguments, 0, OPERATIONS);
    tcase_add_test(tcase, test_pairing_lengths);
    tcase_add_loop_test(tcase, test_overlap, 0, OPERATIONS);
    tcase_add_loop_test(tcase, test_used_buffer, 0, OPERATIONS);
    tcase_add_test(tcase, test_bad_item);
    tcase_add_loop_test(tcase, test_engines, 0, OPERATIONS);
    tcase_add_test(tcase, test_gas);
    tcase_add_test(tcase, test_names);
    return run_suite(suite);
}
