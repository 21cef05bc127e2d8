/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The stack that calls take: each runs in a thread on a stack painted beforehand, and the paint that is gone afterwards
 * is what it took.
 */
#ifndef LSM_TESTS_STACK_H
#define LSM_TESTS_STACK_H

#include <stddef.h>

/* The bound of the headers is stated for optimised builds without sanitizers. */
#if !defined(__OPTIMIZE__) || defined(__SANITIZE_ADDRESS__) || defined(LSM_VERIFY) || !defined(__x86_64__)
#define STACK_BOUND_IS_STATED 0
#else
#define STACK_BOUND_IS_STATED 1
#endif

typedef struct {
    const char *name;
    int (*run)(void); /* 0: a wrong result, which fails the test */
} stack_call;

/* Fails the test unless each call takes at most LSM_STACK_BYTES beyond what the thread takes; prints what they take. */
void assert_stack_bound(const stack_call *calls, size_t count);

#endif
