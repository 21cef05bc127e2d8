/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/stack.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/runner.h"

#include "limbsmith/status.h"

#define STACK_SIZE (512 * 1024)
#define PAINT 0xa7

static int run_nothing(void) {
    return 1;
}

static void *thread_main(void *context) {
    const stack_call *what = context;

    return what->run() ? context : NULL;
}

static size_t stack_used(const stack_call *what) {
    uint8_t *stack = aligned_alloc(4096, STACK_SIZE);
    void *result = NULL;
    pthread_attr_t attributes;
    pthread_t thread;
    size_t untouched = 0;

    ck_assert_ptr_nonnull(stack);
    memset(stack, PAINT, STACK_SIZE);
    ck_assert_int_eq(pthread_attr_init(&attributes), 0);
    ck_assert_int_eq(pthread_attr_setstack(&attributes, stack, STACK_SIZE), 0);
    ck_assert_int_eq(pthread_create(&thread, &attributes, thread_main, (void *)(uintptr_t)what), 0);
    ck_assert_int_eq(pthread_join(thread, &result), 0);
    ck_assert_msg(result != NULL, "%s: wrong result", what->name);
    while (untouched < STACK_SIZE && stack[untouched] == PAINT) { /* it grows downwards */
        untouched++;
    }
    ck_assert_int_eq(pthread_attr_destroy(&attributes), 0);
    free(stack);
    return STACK_SIZE - untouched;
}

void assert_stack_bound(const stack_call *calls, size_t count) {
    const stack_call nothing = {"nothing", run_nothing};
    const size_t base = stack_used(&nothing);

    for (size_t i = 0; i < count; i++) {
        const size_t used = stack_used(&calls[i]) - base;

        printf("%-22s %6zu bytes of stack\n", calls[i].name, used);
        ck_assert_msg(used <= LSM_STACK_BYTES, "%s takes %zu bytes, stated are %d",
                      calls[i].name, used, LSM_STACK_BYTES);
        ck_assert_msg(used > 200, "%s: nothing measured", calls[i].name);
    }
}
