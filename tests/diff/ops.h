/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The operations of one engine, from the fields to the pairing if there is one, as one table of functions on words, the
 * same for every engine of a curve.
 */
#ifndef LSM_TESTS_DIFF_OPS_H
#define LSM_TESTS_DIFF_OPS_H

#include <stddef.h>
#include <stdint.h>

#define DIFF_WORDS 96 /* of the largest operand or result, an element of Fp12 (48 for four words a field element) */

/* What the words of an operand must be. */
typedef enum {
    DIFF_FP,       /* elements of Fp, each below p */
    DIFF_FR,       /* elements of Fr, each below r */
    DIFF_WORD,     /* any words */
    DIFF_FP_BYTES, /* any bytes, often an element of Fp in big-endian order */
    DIFF_FR_BYTES, /* the same for Fr */
    DIFF_SCALAR    /* integers below r, of an operation in a group or a pairing */
} diff_kind;

typedef struct {
    const char *name;
    diff_kind kind;
    size_t inputs; /* operands: 1 or 2 */
    size_t words;  /* of each operand */
    unsigned
        heavy; /* this many times fewer rounds than a multiplication, for operations of the tower or in a quick run */
    /* r and the operands may be the same memory; returns the words of the result */
    size_t (*call)(uint64_t *r, const uint64_t *a, const uint64_t *b);
} diff_op;

typedef struct {
    const char *engine;
    uint32_t cpu_needs;
    size_t count;
    const diff_op *ops;
    size_t fp_words, fr_words;
    const uint64_t *p, *r;
} diff_table;

#endif
