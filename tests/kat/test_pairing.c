/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Pairing checks that tests/oracle made with the Tate pairing, on bytes: products that are one and that are not, and what
 * must be refused. Through the table of one engine.
 */
#include "support/gmp_field.h"

#include <jansson.h>
#include <string.h>

#include "core/ns.h"
#include "curve/encode.h"
#include "engine/engine.h"

extern const lsm_engine NS(engine);

#define MOST_PAIRS 8
#define PAIR_BYTES (G1_BYTES + G2_BYTES)

static size_t bytes_of_hex(uint8_t *out, size_t room, const char *hex) {
    const size_t n = strlen(hex) / 2;

    ck_assert_uint_le(n, room);
    for (size_t i = 0; i < n; i++) {
        unsigned value;

        ck_assert_int_eq(sscanf(hex + 2 * i, "%2x", &value), 1);
        out[i] = (uint8_t)value;
    }
    return n;
}

static lsm_status status_named(const char *name) {
    static const struct {
        const char *name;
        lsm_status status;
    } known[] = {
        {"not_canonical", LSM_ERR_NOT_CANONICAL},
        {"not_on_curve", LSM_ERR_NOT_ON_CURVE},
        {"not_in_subgroup", LSM_ERR_NOT_IN_SUBGROUP},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(known[i].name, name) == 0) {
            return known[i].status;
        }
    }
    ck_abort_msg("no status is called %s", name);
}

START_TEST(test_answers) {
    json_error_t error;
    json_t *records = json_load_file(PAIRING_FILE, 0, &error), *record;
    size_t i, ones = 0, zeros = 0, refused = 0;

    ck_assert_msg(records != NULL, "%s:%d: %s", PAIRING_FILE, error.line, error.text);
    json_array_foreach(records, i, record) {
        const char *name = json_string_value(json_object_get(record, "Name"));
        json_t *expected = json_object_get(record, "Expected");
        uint8_t in[MOST_PAIRS * PAIR_BYTES];
        const size_t len = bytes_of_hex(in, sizeof in, json_string_value(json_object_get(record, "Input")));
        size_t bad_item = SIZE_MAX;
        int is_one = -1;
        const lsm_status status = NS(engine).evm.pairing(&is_one, in, len / PAIR_BYTES, &bad_item);

        ck_assert_uint_eq(len % PAIR_BYTES, 0);
        if (expected != NULL) {
            ck_assert_msg(status == LSM_OK, "%s: refused with %d", name, (int)status);
            ck_assert_msg(is_one == json_integer_value(expected), "%s: %d", name, is_one);
            ones += is_one == 1;
            zeros += is_one == 0;
        } else {
            const lsm_status want = status_named(json_string_value(json_object_get(record, "ExpectedError")));

            ck_assert_msg(status == want, "%s: %d, must be %d", name, (int)status, (int)want);
            ck_assert_uint_eq(bad_item, (size_t)json_integer_value(json_object_get(record, "Item")));
            refused++;
        }
    }
    ck_assert(ones > 3 && zeros > 2 && refused > 10);
    json_decref(records);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pairing vectors");
    TCase *tcase = add_case(suite, "pairing vectors");

    tcase_add_checked_fixture(tcase, gmp_field_setup, NULL);
    tcase_add_test(tcase, test_answers);
    return run_suite(suite);
}
