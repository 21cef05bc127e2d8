/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * capi LIBRARY PATH ops             prints the operations it can time, one a line
 * capi LIBRARY PATH answer FILE     prints the result of each record in hexadecimal, or "refused", one a line
 * capi LIBRARY PATH time FILE OP NANOSECONDS ROUNDS
 *                                   runs OP at least that long in each round, and prints the median and the least of the
 *                                   rounds' nanoseconds per operation, on the inputs of the records whose name begins
 *                                   with OP and _
 * LIBRARY: mcl or constantine. A record is a line of FILE: a name, a call and its input in hexadecimal.
 */
#include "capi.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RECORDS_MAX = 4096, LINE_MAX_BYTES = 1 << 16, ROUNDS_MAX = 1001 };

typedef struct {
    char name[64];
    const capi_call *call;
    uint8_t *in;
    size_t len;
} record;

static const capi_peer *peer;
static record records[RECORDS_MAX];
static size_t record_count;

__attribute__((noreturn, format(printf, 1, 2))) static void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("capi: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(1);
}

static const capi_call *find_call(const char *name) {
    for (const capi_call *call = peer->calls; call->name != NULL; call++) {
        if (strcmp(call->name, name) == 0) {
            return call;
        }
    }
    return NULL;
}

static void load(const char *path) {
    static char line[LINE_MAX_BYTES], hex[LINE_MAX_BYTES];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fail("%s: cannot be read", path);
    }
    while (record_count < RECORDS_MAX && fgets(line, sizeof line, file) != NULL) {
        record *r = &records[record_count];
        char call[64];
        hex[0] = '\0';
        if (sscanf(line, "%63s %63s %65535s", r->name, call, hex) < 2 || (r->call = find_call(call)) == NULL) {
            fail("%s: not a record: %.60s", path, line);
        }
        r->len = strlen(hex) / 2;
        r->in = malloc(r->len + 1);
        for (size_t i = 0; i < r->len; i++) {
            unsigned byte;
            if (r->in == NULL || sscanf(hex + 2 * i, "%2x", &byte) != 1) {
                fail("%s: %s: not hexadecimal", path, r->name);
            }
            r->in[i] = (uint8_t)byte;
        }
        record_count++;
    }
    fclose(file);
}

static void print_ops(void) {
    puts("ecadd\necmul\necpairing_1\necpairing_2\necpairing_4\necpairing_8");
    for (const capi_chain *chain = peer->chains; chain->name != NULL; chain++) {
        puts(chain->name);
    }
}

static void answer(void) {
    uint8_t out[OUT_MAX];
    for (size_t i = 0; i < record_count; i++) {
        int len = records[i].call->run(out, records[i].in, records[i].len);
        if (len < 0) {
            fputs("refused", stdout);
        }
        for (int j = 0; j < len; j++) {
            printf("%02x", out[j]);
        }
        putchar('\n');
    }
}

static bool is_of(const record *r, const char *op) {
    size_t len = strlen(op);
    return strncmp(r->name, op, len) == 0 && r->name[len] == '_';
}

static size_t selected[RECORDS_MAX], selected_count;

static void run_calls(size_t n) {
    uint8_t out[OUT_MAX];
    for (size_t i = 0; i < n; i++) {
        const record *r = &records[selected[i % selected_count]];
        if (r->call->run(out, r->in, r->len) < 0) {
            fail("%s is refused", r->name);
        }
    }
}

static double elapsed_ns(void (*run)(size_t), size_t n) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    run(n);
    clock_gettime(CLOCK_MONOTONIC, &end);
    return 1e9 * (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec);
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void time_operation(const char *op, double least, size_t rounds) {
    static double times[ROUNDS_MAX];
    void (*run)(size_t) = NULL;
    for (const capi_chain *chain = peer->chains; chain->name != NULL; chain++) {
        if (strcmp(chain->name, op) == 0) {
            run = chain->run;
        }
    }
    size_t pairs = 0;
    for (size_t i = 0; i < record_count; i++) {
        if (run == NULL && is_of(&records[i], op)) {
            selected[selected_count++] = i;
        } else if (run != NULL && is_of(&records[i], "ecpairing_1")) {
            pairs += (size_t)peer->add_pair(records[i].in);
        }
    }
    if (selected_count == 0 && pairs == 0) {
        fail("no inputs for %s", op);
    }
    if (run == NULL) {
        run = run_calls;
    }
    size_t n = 1; /* doubles until a round is long enough, which also warms up */
    while (elapsed_ns(run, n) < least) {
        n *= 2;
    }
    for (size_t i = 0; i < rounds; i++) {
        times[i] = elapsed_ns(run, n) / (double)n;
    }
    qsort(times, rounds, sizeof times[0], compare_doubles);
    printf("%.2f %.2f\n", (times[(rounds - 1) / 2] + times[rounds / 2]) / 2, times[0]);
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fail("usage: capi LIBRARY PATH ops | answer FILE | time FILE OP NANOSECONDS ROUNDS");
    }
    peer = strcmp(argv[1], "mcl") == 0 ? &MCL : &CONSTANTINE;
    if (strcmp(argv[1], peer->name) != 0) {
        fail("%s: not mcl or constantine", argv[1]);
    }
    void *handle = dlopen(argv[2], RTLD_NOW);
    if (handle == NULL) {
        fail("%s", dlerror());
    }
    const char *missing = peer->open(handle);
    if (missing != NULL) {
        fail("the library lacks %s", missing);
    }
    if (argc == 4 && strcmp(argv[3], "ops") == 0) {
        print_ops();
    } else if (argc == 5 && strcmp(argv[3], "answer") == 0) {
        load(argv[4]);
        answer();
    } else if (argc == 8 && strcmp(argv[3], "time") == 0) {
        long rounds = strtol(argv[7], NULL, 10);
        if (rounds < 1 || rounds > ROUNDS_MAX) {
            fail("ROUNDS is a number from 1 to %d", ROUNDS_MAX);
        }
        load(argv[4]);
        time_operation(argv[5], strtod(argv[6], NULL), (size_t)rounds);
    } else {
        fail("usage: capi LIBRARY PATH ops | answer FILE | time FILE OP NANOSECONDS ROUNDS");
    }
    return 0;
}
