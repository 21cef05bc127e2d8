/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The oracle's vectors of one curve (tests/oracle/make_curve_vectors.py) through its public header.
 *
 *   test_curve_vectors FILE
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "api/curve.h"

#define PAIR_BYTES (API_G1_BYTES + API_G2_BYTES)
#define PAIRS_MAX 8
#define INPUT_MAX (PAIRS_MAX * PAIR_BYTES)

typedef struct {
    uint8_t bytes[INPUT_MAX];
    size_t len;
} buffer;

static int unhex(buffer *out, const char *text) {
    const size_t len = strlen(text);

    if (len % 2 != 0 || len / 2 > sizeof out->bytes) {
        return 0;
    }
    for (size_t i = 0; i < len / 2; i++) {
        unsigned byte;

        if (sscanf(text + 2 * i, "%2x", &byte) != 1) {
            return 0;
        }
        out->bytes[i] = (uint8_t)byte;
    }
    out->len = len / 2;
    return 1;
}

/* a op b, or [k]a, by both forms, which must agree; out->len = 0 if they do not. */
static lsm_status g1_call(buffer *out, const buffer *in, int is_mul) {
    API(g1) a, b, r, s;
    lsm_status status = API(g1_decode)(&a, in->bytes);

    if (status == LSM_OK && is_mul) {
        API(g1_mul)(&r, &a, in->bytes + API_G1_BYTES);
        API(g1_mul_vartime)(&s, &a, in->bytes + API_G1_BYTES);
    } else if (status == LSM_OK && (status = API(g1_decode)(&b, in->bytes + API_G1_BYTES)) == LSM_OK) {
        API(g1_add)(&r, &a, &b);
        API(g1_add_vartime)(&s, &a, &b);
    }
    if (status == LSM_OK) {
        API(g1_encode)(out->bytes, &r);
        out->len = API(g1_eq)(&r, &s) ? API_G1_BYTES : 0;
    }
    return status;
}

static lsm_status g2_call(buffer *out, const buffer *in, int is_mul) {
    API(g2) a, b, r, s;
    lsm_status status = API(g2_decode)(&a, in->bytes);

    if (status == LSM_OK && is_mul) {
        API(g2_mul)(&r, &a, in->bytes + API_G2_BYTES);
        API(g2_mul_vartime)(&s, &a, in->bytes + API_G2_BYTES);
    } else if (status == LSM_OK && (status = API(g2_decode)(&b, in->bytes + API_G2_BYTES)) == LSM_OK) {
        API(g2_add)(&r, &a, &b);
        API(g2_add_vartime)(&s, &a, &b);
    }
    if (status == LSM_OK) {
        API(g2_encode)(out->bytes, &r);
        out->len = API(g2_eq)(&r, &s) ? API_G2_BYTES : 0;
    }
    return status;
}

static lsm_status g1_decode_call(buffer *out, const buffer *in) {
    API(g1) a;
    const lsm_status status = API(g1_decode)(&a, in->bytes);

    API(g1_encode)(out->bytes, &a); /* infinity after an error */
    out->len = API_G1_BYTES;
    return status;
}

static lsm_status g2_decode_call(buffer *out, const buffer *in) {
    API(g2) a;
    const lsm_status status = API(g2_decode)(&a, in->bytes);

    API(g2_encode)(out->bytes, &a); /* infinity after an error */
    out->len = API_G2_BYTES;
    return status;
}

/* Both routes: the pairs' points one by one, and the call of the engine that tests the subgroup on its way. */
static lsm_status pairing_call(buffer *out, const buffer *in) {
    const size_t n = in->len / PAIR_BYTES;
    API(g1) p[PAIRS_MAX];
    API(g2) q[PAIRS_MAX];
    lsm_status status = LSM_OK, folded;
    size_t item = n;
    int is_one = -1;

    for (size_t i = 0; i < n && status == LSM_OK; i++) {
        status = API(g1_decode)(&p[i], in->bytes + i * PAIR_BYTES);
        if (status == LSM_OK) {
            status = API(g2_decode)(&q[i], in->bytes + i * PAIR_BYTES + API_G1_BYTES);
        }
    }
    folded = API(engine)()->evm.pairing(&is_one, in->bytes, n, &item);
    out->len = 1;
    if (status == LSM_OK) {
        out->bytes[0] = (uint8_t)API(pairing_check)(p, q, n);
    }
    if (folded != status || (status == LSM_OK && out->bytes[0] != is_one)) {
        out->len = 0;
    }
    return folded;
}

static const char *text_of(const json_t *record, const char *key) {
    return json_string_value(json_object_get(record, key));
}

/* What is wrong with a record's answer, or NULL. */
static const char *judge(const json_t *record) {
    const char *op = text_of(record, "Op"), *input = text_of(record, "Input");
    const char *expected = text_of(record, "Expected"), *error = text_of(record, "ExpectedError");
    buffer in = {{0}, 0}, out = {{0}, 0}, want;
    lsm_status status;

    if (op == NULL || input == NULL || (expected == NULL) == (error == NULL) || !unhex(&in, input)) {
        return "malformed";
    }
    if (strcmp(op, "g1_add") == 0 || strcmp(op, "g1_mul") == 0) {
        status = g1_call(&out, &in, op[3] == 'm');
    } else if (strcmp(op, "g2_add") == 0 || strcmp(op, "g2_mul") == 0) {
        status = g2_call(&out, &in, op[3] == 'm');
    } else if (strcmp(op, "g1_decode") == 0) {
        status = g1_decode_call(&out, &in);
    } else if (strcmp(op, "g2_decode") == 0) {
        status = g2_decode_call(&out, &in);
    } else if (strcmp(op, "pairing") == 0) {
        status = pairing_call(&out, &in);
    } else {
        return "no such operation";
    }
    if (error != NULL) {
        return strcmp(lsm_status_string(status), error) == 0 ? NULL : lsm_status_string(status);
    }
    if (status != LSM_OK) {
        return lsm_status_string(status);
    }
    if (out.len == 0) {
        return "two routes differ";
    }
    if (!unhex(&want, expected) || want.len != out.len || memcmp(want.bytes, out.bytes, out.len) != 0) {
        return "another result";
    }
    return NULL;
}

int main(int argc, char **argv) {
    json_error_t error;
    json_t *records = argc == 2 ? json_load_file(argv[1], 0, &error) : NULL;
    size_t i, failed = 0;
    json_t *record;

    if (!json_is_array(records) || json_array_size(records) == 0) {
        (void)fprintf(stderr, "usage: test_curve_vectors FILE, a list of records\n");
        return 2;
    }
    json_array_foreach(records, i, record) {
        const char *wrong = judge(record);

        if (wrong != NULL) {
            failed++;
            (void)fprintf(stderr, "%s: %s\n", text_of(record, "Name"), wrong);
        }
    }
    printf("%s: %zu records, %zu failed\n", API_CURVE_NAME, json_array_size(records), failed);
    json_decref(records);
    return failed != 0;
}
