/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Vectors in go-ethereum's precompile format through the library itself, with more than the expected bytes checked:
 *   - every engine this machine runs gives the same;
 *   - the output overlaps the input, and bytes beyond it keep their paint;
 *   - the status and the item to blame are those of a second route, point by point with the standalone subgroup test:
 *     on every doubly bad input the folded and the standalone route agree;
 *   - a record with ExpectedError and Item is about that item.
 *
 *   test_vectors FILE...     operation from a record's Op, else from the file's name
 *   test_vectors             the public vectors in the folder LSM_VECTORS; without that variable, exit 77
 */
#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limbsmith/bn254.h"
#include "limbsmith/evm.h"
#include "limbsmith/version.h"

#define SKIPPED 77
#define PAINT 0x3c
#define INPUT_MAX 65536

typedef enum { OP_ADD, OP_MUL, OP_PAIRING, OP_NONE } op;

static const struct {
    const char *name;
    size_t out_len;
    lsm_status (*call)(uint8_t *, size_t, const uint8_t *, size_t);
    lsm_status (*call_on)(const char *, uint8_t *, size_t, const uint8_t *, size_t, size_t *);
    uint64_t (*gas)(size_t);
} operations[] = {
    {"add", 64, lsm_evm_bn254_add, lsm_evm_bn254_add_on, lsm_evm_bn254_add_gas},
    {"mul", 64, lsm_evm_bn254_mul, lsm_evm_bn254_mul_on, lsm_evm_bn254_mul_gas},
    {"pairing", 32, lsm_evm_bn254_pairing, lsm_evm_bn254_pairing_on, lsm_evm_bn254_pairing_gas},
};

static size_t failures;

static void complain(const char *name, const char *what) {
    failures++;
    if (failures <= 20) {
        (void)fprintf(stderr, "%s: %s\n", name, what);
    }
}

static int hex_digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Returns the length, or -1. */
static long unhex(uint8_t *out, size_t max, const char *text) {
    const size_t len = strlen(text);

    if (len % 2 != 0 || len / 2 > max) {
        return -1;
    }
    for (size_t i = 0; i < len / 2; i++) {
        const int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);

        if (high < 0 || low < 0) {
            return -1;
        }
        out[i] = (uint8_t)(high << 4 | low);
    }
    return (long)(len / 2);
}

/* ---- the second route ---- */

static void fit(uint8_t *out, size_t size, const uint8_t *in, size_t in_len) {
    memset(out, 0, size);
    memcpy(out, in, in_len < size ? in_len : size);
}

/* add and mul by the constant-time point calls */
static lsm_status group_route(op which, uint8_t *out, size_t *item, const uint8_t *in, size_t in_len) {
    uint8_t full[128];
    lsm_bn254_g1 a, b;
    lsm_status status;

    fit(full, which == OP_ADD ? 128 : 96, in, in_len);
    *item = 0;
    status = lsm_bn254_g1_decode(&a, full);
    if (status != LSM_OK) {
        return status;
    }
    if (which == OP_ADD) {
        *item = 1;
        status = lsm_bn254_g1_decode(&b, full + 64);
        if (status != LSM_OK) {
            return status;
        }
        lsm_bn254_g1_add(&a, &a, &b);
    } else {
        lsm_bn254_g1_mul(&a, &a, full + 64);
    }
    *item = LSM_NO_ITEM;
    lsm_bn254_g1_encode(out, &a);
    return LSM_OK;
}

/* pairing: every point decoded with its own subgroup test, in order; then one check over all pairs */
static lsm_status pairing_route(uint8_t *out, size_t *item, const uint8_t *in, size_t in_len) {
    static lsm_bn254_g1 p[INPUT_MAX / 192];
    static lsm_bn254_g2 q[INPUT_MAX / 192];
    const size_t n = in_len / 192;

    *item = LSM_NO_ITEM;
    if (in_len % 192 != 0) {
        return LSM_ERR_LENGTH;
    }
    for (size_t i = 0; i < n; i++) {
        lsm_status status = lsm_bn254_g1_decode(&p[i], in + 192 * i);

        if (status == LSM_OK) {
            status = lsm_bn254_g2_decode(&q[i], in + 192 * i + 64);
        }
        if (status != LSM_OK) {
            *item = i;
            return status;
        }
    }
    memset(out, 0, 32);
    out[31] = (uint8_t)lsm_bn254_pairing_check(p, q, n);
    return LSM_OK;
}

/* ---- one record ---- */

static int all_zero(const uint8_t *bytes, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (bytes[i] != 0) {
            return 0;
        }
    }
    return 1;
}

static lsm_status status_of(const char *code) {
    for (int s = 0; s < 8; s++) {
        if (strcmp(lsm_status_string((lsm_status)s), code) == 0) {
            return (lsm_status)s;
        }
    }
    return LSM_OK; /* a text of somebody else's: any failure will do */
}

typedef struct {
    const char *name;
    op which;
    uint8_t in[INPUT_MAX];
    size_t in_len;
    int must_fail;
    lsm_status status; /* with must_fail: the exact one, or LSM_OK for any */
    int states_item;
    size_t item;
    uint8_t expected[64];
} vector;

static void check_result(const vector *v, lsm_status status, const uint8_t *out, const char *what) {
    const size_t len = operations[v->which].out_len;

    if (!v->must_fail) {
        if (status != LSM_OK) {
            complain(v->name, lsm_status_string(status));
        } else if (memcmp(out, v->expected, len) != 0) {
            complain(v->name, what);
        }
    } else if (status == LSM_OK || (v->status != LSM_OK && status != v->status)) {
        complain(v->name, what);
    } else if (!all_zero(out, len)) {
        complain(v->name, "output not zero on an error");
    }
}

static void run(const vector *v) {
    const size_t len = operations[v->which].out_len;
    uint8_t out[96], second[64] = {0};
    static uint8_t shared[INPUT_MAX + 64];
    size_t item = 0, second_item;
    lsm_status status, second_status;

    memset(out, PAINT, sizeof out);
    status = operations[v->which].call(out, sizeof out, v->in, v->in_len);
    check_result(v, status, out, "wrong result");
    for (size_t i = len; i < sizeof out; i++) {
        if (out[i] != PAINT) {
            complain(v->name, "bytes beyond the output touched");
        }
    }

    memset(shared, PAINT, sizeof shared); /* in place */
    memcpy(shared, v->in, v->in_len);
    check_result(v, operations[v->which].call(shared, len, shared, v->in_len), shared, "wrong result in place");

    second_status = v->which == OP_PAIRING ? pairing_route(second, &second_item, v->in, v->in_len)
                                           : group_route(v->which, second, &second_item, v->in, v->in_len);
    if (v->states_item && second_item != v->item) {
        complain(v->name, "another item is bad");
    }
    for (size_t i = 0; i < lsm_engine_count(); i++) {
        const char *engine = lsm_engine_name_at(i);

        if (!lsm_engine_supported(engine)) {
            continue;
        }
        memset(out, PAINT, sizeof out);
        status = operations[v->which].call_on(engine, out, len, v->in, v->in_len, &item);
        check_result(v, status, out, "wrong result on a named engine");
        if (status != second_status || item != second_item || memcmp(out, second, len) != 0) {
            complain(v->name, "differs from the route point by point");
        }
    }
}

static op op_of(const char *text) {
    if (strstr(text, "airing") != NULL) {
        return OP_PAIRING;
    }
    if (strstr(text, "add") != NULL || strstr(text, "Add") != NULL) {
        return OP_ADD;
    }
    return strstr(text, "mul") != NULL || strstr(text, "Mul") != NULL ? OP_MUL : OP_NONE;
}

static int read_record(vector *v, json_t *record, op file_op) {
    const char *name = json_string_value(json_object_get(record, "Name"));
    const char *input = json_string_value(json_object_get(record, "Input"));
    const char *expected = json_string_value(json_object_get(record, "Expected"));
    const char *error = json_string_value(json_object_get(record, "ExpectedError"));
    const char *record_op = json_string_value(json_object_get(record, "Op"));
    const json_t *gas = json_object_get(record, "Gas"), *item = json_object_get(record, "Item");
    long len;

    v->name = name != NULL ? name : "(no name)";
    v->which = record_op != NULL ? op_of(record_op) : file_op;
    if (v->which == OP_NONE || input == NULL || (expected == NULL) == (error == NULL)) {
        complain(v->name, "not a record this test understands");
        return 0;
    }
    len = unhex(v->in, sizeof v->in, input);
    if (len < 0) {
        complain(v->name, "Input is not hexadecimal, or too long");
        return 0;
    }
    v->in_len = (size_t)len;
    v->must_fail = error != NULL;
    v->status = error != NULL ? status_of(error) : LSM_OK;
    v->states_item = item != NULL;
    v->item = (size_t)json_integer_value(item);
    if (expected != NULL && unhex(v->expected, sizeof v->expected, expected) != (long)operations[v->which].out_len) {
        complain(v->name, "Expected has a wrong length");
        return 0;
    }
    if (gas != NULL && (uint64_t)json_integer_value(gas) != operations[v->which].gas(v->in_len)) {
        complain(v->name, "wrong gas");
    }
    return 1;
}

/* Returns how many vectors ran. */
static size_t run_file(const char *path) {
    static vector v;
    const char *slash = strrchr(path, '/');
    const op file_op = op_of(slash != NULL ? slash + 1 : path);
    const size_t before = failures;
    size_t count = 0, index;
    json_error_t error;
    json_t *file = json_load_file(path, 0, &error), *record;

    if (!json_is_array(file)) {
        complain(path, "not a JSON array");
        return 0;
    }
    json_array_foreach(file, index, record) {
        if (read_record(&v, record, file_op)) {
            run(&v);
            count++;
        }
    }
    json_decref(file);
    printf("%s: %zu vectors, %zu failures\n", slash != NULL ? slash + 1 : path, count, failures - before);
    return count;
}

static size_t run_folder(const char *folder) {
    DIR *directory = opendir(folder);
    struct dirent *entry;
    size_t count = 0;

    if (directory == NULL) {
        complain(folder, "no such folder");
        return 0;
    }
    while ((entry = readdir(directory)) != NULL) {
        const size_t len = strlen(entry->d_name);
        char path[4096];

        if (strncmp(entry->d_name, "bn254_", 6) == 0 && len > 5 && strcmp(entry->d_name + len - 5, ".json") == 0) {
            (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            count += run_file(path);
        }
    }
    (void)closedir(directory);
    return count;
}

int main(int argc, char **argv) {
    const char *folder = getenv("LSM_VECTORS");
    size_t count = 0;

    if (argc < 2) {
        if (folder == NULL || *folder == '\0') {
            printf("skipped: LSM_VECTORS names no folder\n");
            return SKIPPED;
        }
        count = run_folder(folder);
    }
    for (int i = 1; i < argc; i++) {
        count += run_file(argv[i]);
    }
    printf("%zu vectors, %zu failures\n", count, failures);
    return count > 0 && failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
