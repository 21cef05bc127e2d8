/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The libraries of bindings/compat as a host loads them, their functions declared as besu-native declares them: codes,
 * texts, lengths, what is written and what is not, calls that besu-native does not survive, and what they export. That
 * every vector gives its result is tested through the library itself; here is tested what stands before it.
 */
#include "support/runner.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors.h"

typedef int v1_call(const char *in, char *out, char *error, int in_len, int *out_len, int *error_len);
typedef int v2_call(const char *in, char *out, int in_len);

#define PAINT 0x5a
#define ROOM 128 /* of the results in v1; v2 gets as much, to see that the end stays */
#define TEXT_ROOM 256
#define NEITHER 77 /* a length that no call gives */

enum { ADD, MUL, PAIRING, OPERATIONS };

static const char *const NAMES[OPERATIONS] = {"eip196altbn128G1Add", "eip196altbn128G1Mul", "eip196altbn128Pairing"};
static const int SIZES[OPERATIONS] = {64, 64, 32};

static const uint8_t ZEROS[192] = {0};
static const uint8_t ONE[32] = {[31] = 1};
static const uint8_t NOT_CANONICAL[192] = {0xff};
static const uint8_t NOT_ON_CURVE[192] = {[63] = 1}; /* (0, 1) */

static v1_call *v1[OPERATIONS], *v1_statuses[OPERATIONS];
static v2_call *v2[OPERATIONS], *v2_statuses[OPERATIONS];

/* The three functions of a library, in the form that calls point to. */
static void load(const char *path, void *calls) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    ck_assert_msg(library != NULL, "%s", dlerror());
    for (int op = 0; op < OPERATIONS; op++) {
        void *symbol = dlsym(library, NAMES[op]);

        ck_assert_msg(symbol != NULL, "%s: no %s", path, NAMES[op]);
        memcpy((char *)calls + (size_t)op * sizeof symbol, &symbol, sizeof symbol);
    }
}

static void setup(void) {
    load(COMPAT_V1, v1);
    load(COMPAT_V2, v2);
    load(STATUSES_V1, v1_statuses);
    load(STATUSES_V2, v2_statuses);
}

/* want, then paint up to the end of the room. */
static void assert_written(const char *got, size_t room, const void *want, size_t len) {
    ck_assert(len == 0 || memcmp(got, want, len) == 0);
    for (size_t i = len; i < room; i++) {
        ck_assert_msg(got[i] == PAINT, "byte %zu behind the result is written", i - len);
    }
}

/* out: what is in the buffer after the call. says: in the text of v1; NULL on success. */
static void expect(int op, const void *in, int in_len, const uint8_t *want, int code2, int code1, const char *says) {
    const size_t size = (size_t)SIZES[op];
    char out[ROOM], error[TEXT_ROOM];
    int out_len = NEITHER, error_len = NEITHER;

    memset(out, PAINT, sizeof out);
    ck_assert_int_eq(v2[op](in, out, in_len), code2);
    assert_written(out, sizeof out, want, size);

    memset(out, PAINT, sizeof out);
    memset(error, PAINT, sizeof error);
    ck_assert_int_eq(v1[op](in, out, error, in_len, &out_len, &error_len), code1);
    assert_written(out, sizeof out, want, size);
    ck_assert_int_eq(out_len, code1 == 0 ? SIZES[op] : 0);
    ck_assert_ptr_nonnull(memchr(error, '\0', sizeof error));
    ck_assert_int_eq(error_len, (int)strlen(error));
    assert_written(error, sizeof error, error, strlen(error) + 1);
    if (says == NULL) {
        ck_assert_str_eq(error, "");
    } else {
        ck_assert_msg(strncmp(error, "limbsmith: ", 11) == 0 && strstr(error, says) != NULL, "it says: %s", error);
    }
}

static void expect_good(int op, const void *in, int in_len, const uint8_t *want) {
    expect(op, in, in_len, want, 0, 0, NULL);
}

START_TEST(test_results) {
    expect_good(ADD, VEC_ADD_IN, sizeof VEC_ADD_IN, VEC_ADD_OUT);
    expect_good(ADD, VEC_ADD_IN, 64, VEC_ADD_IN); /* and infinity */
    expect_good(MUL, VEC_MUL_IN, sizeof VEC_MUL_IN, VEC_MUL_OUT);
    expect_good(PAIRING, VEC_PAIRING_TRUE_IN, sizeof VEC_PAIRING_TRUE_IN, ONE);
    expect_good(PAIRING, VEC_PAIRING_FALSE_IN, sizeof VEC_PAIRING_FALSE_IN, ZEROS);
    for (int op = 0; op < OPERATIONS; op++) { /* no bytes at an address, and infinity */
        expect_good(op, NOT_CANONICAL, 0, op == PAIRING ? ONE : ZEROS);
        expect_good(op, ZEROS, 192, op == PAIRING ? ONE : ZEROS);
    }
}
END_TEST

START_TEST(test_bad_inputs) {
    for (int op = 0; op < OPERATIONS; op++) {
        expect(op, NOT_CANONICAL, 192, ZEROS, 2, 1, "modulus");
        expect(op, NOT_ON_CURVE, 192, ZEROS, 4, 1, "equation");
    }
    expect(PAIRING, VEC_OUTSIDE_IN, 192, ZEROS, 3, 1, "prime order");
    for (int len = 1; len < 2 * 192; len += len % 192 == 191 ? 2 : 1) {
        expect(PAIRING, VEC_PAIRING_TRUE_IN, len, ZEROS, 1, 1, "multiple of 192");
    }
}
END_TEST

/* The first bad pair decides, not the kind of fault. */
START_TEST(test_order_of_faults) {
    static const struct {
        const uint8_t *pair;
        int code;
        const char *says;
    } faults[] = {{NOT_CANONICAL, 2, "modulus"}, {VEC_OUTSIDE_IN, 3, "prime order"}, {NOT_ON_CURVE, 4, "equation"}};

    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) {
            uint8_t in[3 * 192];

            memcpy(in, VEC_PAIRING_TRUE_IN, 192);
            memcpy(in + 192, faults[i].pair, 192);
            memcpy(in + 384, faults[j].pair, 192);
            expect(PAIRING, in, sizeof in, ZEROS, faults[i].code, 1, faults[i].says);
        }
    }
}
END_TEST

static const char BAD_CALL[] = "null pointer or a negative length";

START_TEST(test_negative_lengths) {
    static const int lens[] = {-1, -64, -192, -2147483647 - 1};

    for (size_t i = 0; i < sizeof lens / sizeof *lens; i++) {
        expect(_i, ZEROS, lens[i], ZEROS, -1, -1, BAD_CALL);
        expect(_i, NULL, lens[i], ZEROS, -1, -1, BAD_CALL);
    }
}
END_TEST

START_TEST(test_null) {
    static const int lens[] = {-1, 0, 192};

    for (size_t i = 0; i < sizeof lens / sizeof *lens; i++) {
        expect(_i, NULL, lens[i], ZEROS, -1, -1, BAD_CALL);
        ck_assert_int_eq(v2[_i]((const char *)ZEROS, NULL, lens[i]), -1);
        ck_assert_int_eq(v2[_i](NULL, NULL, lens[i]), -1);
        for (int absent = 1; absent < 16; absent++) { /* a set of the places that are not given */
            char out[ROOM], error[TEXT_ROOM];
            int out_len = NEITHER, error_len = NEITHER;

            memset(out, PAINT, sizeof out);
            memset(error, PAINT, sizeof error);
            ck_assert_int_eq(v1[_i]((const char *)ZEROS, absent & 1 ? NULL : out, absent & 2 ? NULL : error, lens[i],
                                    absent & 4 ? NULL : &out_len, absent & 8 ? NULL : &error_len), -1);
            assert_written(out, sizeof out, ZEROS, absent & 1 ? 0 : (size_t)SIZES[_i]);
            ck_assert_int_eq(out_len, absent & 4 ? NEITHER : 0);
            if (absent & 2) {
                assert_written(error, sizeof error, NULL, 0);
                ck_assert_int_eq(error_len, absent & 8 ? NEITHER : 0);
            } else {
                ck_assert_ptr_nonnull(memchr(error, '\0', sizeof error));
                ck_assert_ptr_nonnull(strstr(error, BAD_CALL));
                assert_written(error, sizeof error, error, strlen(error) + 1);
                ck_assert_int_eq(error_len, absent & 8 ? NEITHER : (int)strlen(error));
            }
        }
    }
}
END_TEST

/* An int is written where an int is pointed to: besu-native writes eight bytes. */
START_TEST(test_lengths_are_ints) {
    char out[ROOM], error[TEXT_ROOM];
    int out_len[2] = {NEITHER, NEITHER}, error_len[2] = {NEITHER, NEITHER};

    ck_assert_int_eq(v1[_i]((const char *)ZEROS, out, error, 192, out_len, error_len), 0);
    ck_assert_int_eq(out_len[0], SIZES[_i]);
    ck_assert_int_eq(error_len[0], 0);
    ck_assert(out_len[1] == NEITHER && error_len[1] == NEITHER);
}
END_TEST

/* Also what a library in good order never says: the two forms over calls that return the status they are told. */
START_TEST(test_every_status) {
    static const struct {
        const char *status;
        int code2, code1;
        const char *says;
    } answers[] = {
        {"ok", 0, 0, ""},
        {"length", 1, 1, "multiple of 192"},
        {"not canonical", 2, 1, "modulus"},
        {"not on curve", 4, 1, "equation"},
        {"not in subgroup", 3, 1, "prime order"},
        {"argument", -1, -1, BAD_CALL},
        {"output", -1, -1, ""}, /* the buffer is taken on trust: cannot be */
        {"engine", 5, -1, "arithmetic is out of order"},
        {"none that is defined", -1, -1, ""},
    };

    for (int status = 0; status < (int)(sizeof answers / sizeof *answers); status++) {
        const char in[1] = {(char)status};
        char out[ROOM], error[TEXT_ROOM];
        int out_len = NEITHER, error_len = NEITHER;

        ck_assert_msg(v2_statuses[_i](in, out, 1) == answers[status].code2, "v2: status %s", answers[status].status);
        ck_assert_msg(v1_statuses[_i](in, out, error, 1, &out_len, &error_len) == answers[status].code1,
                      "v1: status %s", answers[status].status);
        ck_assert_int_eq(error_len, (int)strlen(error));
        ck_assert_msg((error_len == 0) == (status == 0), "v1: status %s says '%s'", answers[status].status, error);
        ck_assert_msg(strstr(error, answers[status].says) != NULL, "v1: status %s says '%s'", answers[status].status, error);
        ck_assert_int_eq(out_len, status == 0 ? SIZES[_i] : 0);
    }
}
END_TEST

#if defined(COMPAT_NM)
/* The three functions and no more; nothing wanted but what every C library has, or what hardened compilers call. */
START_TEST(test_symbols) {
    static const char *const wanted[] = {"memcpy",       "memmove",       "memset",          "__memcpy_chk",
                                         "__memset_chk", "__memmove_chk", "__stack_chk_fail"};
    const char *const paths[] = {COMPAT_V1, COMPAT_V2};
    char command[4096], line[512], name[256], type;
    int exported = 0;
    FILE *nm;

    ck_assert_int_lt(snprintf(command, sizeof command, "'%s' -P -D '%s'", COMPAT_NM, paths[_i]), (int)sizeof command);
    nm = popen(command, "r"); /* the build's own nm on the build's own file */
    ck_assert_ptr_nonnull(nm);
    while (fgets(line, sizeof line, nm) != NULL) {
        int known = 0;

        ck_assert_int_eq(sscanf(line, "%255s %c", name, &type), 2);
        if (type == 'U' || type == 'w') {
            for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
                known |= strcmp(name, wanted[i]) == 0;
            }
            ck_assert_msg(known, "%s needs %s", paths[_i], name);
        } else {
            for (int op = 0; op < OPERATIONS; op++) {
                known |= strcmp(name, NAMES[op]) == 0;
            }
            ck_assert_msg(known && type == 'T', "%s exports %s (%c)", paths[_i], name, type);
            exported++;
        }
    }
    ck_assert_int_eq(pclose(nm), 0);
    ck_assert_int_eq(exported, OPERATIONS);
}
END_TEST
#endif

int main(void) {
    Suite *suite = suite_create("besu-native's calls");
    TCase *tcase = add_case(suite, "besu-native's calls");

    tcase_add_unchecked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, test_results);
    tcase_add_test(tcase, test_bad_inputs);
    tcase_add_test(tcase, test_order_of_faults);
    tcase_add_loop_test(tcase, test_negative_lengths, 0, OPERATIONS);
    tcase_add_loop_test(tcase, test_null, 0, OPERATIONS);
    tcase_add_loop_test(tcase, test_lengths_are_ints, 0, OPERATIONS);
    tcase_add_loop_test(tcase, test_every_status, 0, OPERATIONS);
#if defined(COMPAT_NM)
    tcase_add_loop_test(tcase, test_symbols, 0, 2);
#endif
    return run_suite(suite);
}
