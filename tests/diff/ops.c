/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Compiled once per engine, on that engine's include path. */
#include "diff/ops.h"

#include <string.h>

#include "core/ns.h"
#include "curve.h"
#include "curve/g1.h"
#include "fr.h"
#if CURVE_HAS_TWIST
#include "curve/g2.h"
#include "pairing/final_exp.h"
#include "pairing/miller_loop.h"
#include "tower/cyclotomic.h"
#include "tower/fp12.h"
#include "tower/frobenius.h"
#include "tower/sparse.h"
#endif

#ifdef DIFF_LANES
#include "lanes/convert.h"
#endif

#ifndef LSM_ENGINE_CPU_NEEDS
#define LSM_ENGINE_CPU_NEEDS 0
#endif

#if CURVE_HAS_TWIST
/* The squaring that holds only in the cyclotomic subgroup is a formula like any other. */
static void fp12_cyclotomic(fp12 *r, const fp12 *a) {
    cyclotomic_sqr(r, a);
}

/* By another name than the macro of the engine. */
static void fp12_final(fp12 *r, const fp12 *a) {
    final_exp(r, a);
}

/*
 * Eight elements of Fp, or four of Fp2, at a time: in lanes a product of vectors, entered and left.
 */
typedef struct {
    fp x[8];
} fp8;

#ifdef DIFF_LANES
typedef struct {
    _Alignas(64) uint64_t w[LANES_NUMBER(8)];
} number8;

static void enter8(number8 *r, const fp8 *a) {
    for (size_t i = 0; i < 8; i++) {
        lanes_put(r->w, 8, i, &a->x[i]);
    }
    lanes_enter8(r->w, r->w);
}

static void leave8(fp8 *r, number8 *a) {
    lanes_leave8(a->w, a->w);
    for (size_t i = 0; i < 8; i++) {
        lanes_get(&r->x[i], a->w, 8, i);
    }
}

#define EIGHT_MUL(name, kernel, type, function)                                                                        \
    static void name(fp8 *r, const fp8 *a, const fp8 *b) {                                                             \
        number8 s, t;                                                                                                  \
        enter8(&s, a);                                                                                                 \
        enter8(&t, b);                                                                                                 \
        kernel(s.w, s.w, t.w);                                                                                         \
        leave8(r, &s);                                                                                                 \
    }
#define EIGHT_SQR(name, kernel, type, function)                                                                        \
    static void name(fp8 *r, const fp8 *a) {                                                                           \
        number8 s;                                                                                                     \
        enter8(&s, a);                                                                                                 \
        kernel(s.w, s.w);                                                                                              \
        leave8(r, &s);                                                                                                 \
    }
#else
#define EIGHT_MUL(name, kernel, type, function)                                                                        \
    static void name(fp8 *r, const fp8 *a, const fp8 *b) {                                                             \
        type s[sizeof(fp8) / sizeof(type)], t[sizeof(fp8) / sizeof(type)];                                             \
        memcpy(s, a, sizeof s);                                                                                        \
        memcpy(t, b, sizeof t);                                                                                        \
        for (size_t i = 0; i < sizeof s / sizeof s[0]; i++) {                                                          \
            function(&s[i], &s[i], &t[i]);                                                                             \
        }                                                                                                              \
        memcpy(r, s, sizeof s);                                                                                        \
    }
#define EIGHT_SQR(name, kernel, type, function)                                                                        \
    static void name(fp8 *r, const fp8 *a) {                                                                           \
        type s[sizeof(fp8) / sizeof(type)];                                                                            \
        memcpy(s, a, sizeof s);                                                                                        \
        for (size_t i = 0; i < sizeof s / sizeof s[0]; i++) {                                                          \
            function(&s[i], &s[i]);                                                                                    \
        }                                                                                                              \
        memcpy(r, s, sizeof s);                                                                                        \
    }
#endif
EIGHT_MUL(fp8_mul, lanes_fp_mul8, fp, fp_mul)
EIGHT_SQR(fp8_sqr, lanes_fp_sqr8, fp, fp_sqr)
EIGHT_MUL(fp8_mul_pairs, lanes_fp2_mul4, fp2, fp2_mul)
EIGHT_SQR(fp8_sqr_pairs, lanes_fp2_sqr4, fp2, fp2_sqr)
#endif

/* Types hold nothing but words; memcpy carries them over. Aliasing is kept: one object where the words are one. */
#define BINARY(type, op)                                                                                               \
    static size_t call_##type##_##op(uint64_t *r, const uint64_t *a, const uint64_t *b) {                              \
        type x, y, z;                                                                                                  \
        memcpy(&x, a, sizeof x);                                                                                       \
        memcpy(&y, b, sizeof y);                                                                                       \
        if (r == a && r == b) {                                                                                        \
            type##_##op(&x, &x, &x);                                                                                   \
            z = x;                                                                                                     \
        } else if (r == a) {                                                                                           \
            type##_##op(&x, &x, &y);                                                                                   \
            z = x;                                                                                                     \
        } else if (r == b) {                                                                                           \
            type##_##op(&y, &x, &y);                                                                                   \
            z = y;                                                                                                     \
        } else if (a == b) {                                                                                           \
            type##_##op(&z, &x, &x);                                                                                   \
        } else {                                                                                                       \
            type##_##op(&z, &x, &y);                                                                                   \
        }                                                                                                              \
        memcpy(r, &z, sizeof z);                                                                                       \
        return sizeof z / 8;                                                                                           \
    }

#define UNARY(type, op)                                                                                                \
    static size_t call_##type##_##op(uint64_t *r, const uint64_t *a, const uint64_t *b) {                              \
        type x, z;                                                                                                     \
        (void)b;                                                                                                       \
        memcpy(&x, a, sizeof x);                                                                                       \
        if (r == a) {                                                                                                  \
            type##_##op(&x, &x);                                                                                       \
            z = x;                                                                                                     \
        } else {                                                                                                       \
            type##_##op(&z, &x);                                                                                       \
        }                                                                                                              \
        memcpy(r, &z, sizeof z);                                                                                       \
        return sizeof z / 8;                                                                                           \
    }

/* A root and whether there is one. */
#define ROOT(type, op)                                                                                                 \
    static size_t call_##type##_##op(uint64_t *r, const uint64_t *a, const uint64_t *b) {                              \
        type x, z;                                                                                                     \
        (void)b;                                                                                                       \
        memcpy(&x, a, sizeof x);                                                                                       \
        const uint64_t found = (uint64_t)type##_##op(&z, &x);                                                          \
        memcpy(r, &z, sizeof z);                                                                                       \
        r[sizeof z / 8] = found;                                                                                       \
        return sizeof z / 8 + 1;                                                                                       \
    }

#define PREDICATE(type, op)                                                                                            \
    static size_t call_##type##_##op(uint64_t *r, const uint64_t *a, const uint64_t *b) {                              \
        type x;                                                                                                        \
        (void)b;                                                                                                       \
        memcpy(&x, a, sizeof x);                                                                                       \
        r[0] = (uint64_t)type##_##op(&x);                                                                              \
        return 1;                                                                                                      \
    }

#define COMPARISON(type, op)                                                                                           \
    static size_t call_##type##_##op(uint64_t *r, const uint64_t *a, const uint64_t *b) {                              \
        type x, y;                                                                                                     \
        memcpy(&x, a, sizeof x);                                                                                       \
        memcpy(&y, b, sizeof y);                                                                                       \
        r[0] = (uint64_t)type##_##op(&x, &y);                                                                          \
        return 1;                                                                                                      \
    }

/* Under both masks: the lowest bit of an operand's word chooses. */
#define SELECTION(type, op)                                                                                            \
    static size_t call_##type##_##op(uint64_t *r, const uint64_t *a, const uint64_t *b) {                              \
        type x, y, z;                                                                                                  \
        memcpy(&x, a, sizeof x);                                                                                       \
        memcpy(&y, b, sizeof y);                                                                                       \
        type##_##op(&z, &x, &y, lsm_ct_mask(a[0] & 1));                                                                \
        memcpy(r, &z, sizeof z);                                                                                       \
        return sizeof z / 8;                                                                                           \
    }

#define NEGATION(type, op)                                                                                             \
    static size_t call_##type##_##op(uint64_t *r, const uint64_t *a, const uint64_t *b) {                              \
        type x;                                                                                                        \
        memcpy(&x, a, sizeof x);                                                                                       \
        type##_##op(&x, &x, lsm_ct_mask(b[0] & 1));                                                                    \
        memcpy(r, &x, sizeof x);                                                                                       \
        return sizeof x / 8;                                                                                           \
    }

#define CONVERSION(to, from, field, op)                                                                                \
    static size_t call_##field##_##op(uint64_t *r, const uint64_t *a, const uint64_t *b) {                             \
        from x;                                                                                                        \
        to z;                                                                                                          \
        (void)b;                                                                                                       \
        memcpy(&x, a, sizeof x);                                                                                       \
        field##_##op(&z, &x);                                                                                          \
        memcpy(r, &z, sizeof z);                                                                                       \
        return sizeof z / 8;                                                                                           \
    }

#define BYTES_OUT(type, op, length)                                                                                    \
    static size_t call_##type##_##op(uint64_t *r, const uint64_t *a, const uint64_t *b) {                              \
        type x;                                                                                                        \
        uint8_t out[8 * DIFF_WORDS] = {0};                                                                             \
        (void)b;                                                                                                       \
        memcpy(&x, a, sizeof x);                                                                                       \
        type##_##op(out, &x);                                                                                          \
        memcpy(r, out, ((length) + 7) / 8 * 8);                                                                        \
        return ((length) + 7) / 8;                                                                                     \
    }

#define BYTES_IN(type, op)                                                                                             \
    static size_t call_##type##_##op(uint64_t *r, const uint64_t *a, const uint64_t *b) {                              \
        type z;                                                                                                        \
        uint8_t in[8 * DIFF_WORDS];                                                                                    \
        (void)b;                                                                                                       \
        memcpy(in, a, sizeof z);                                                                                       \
        const uint64_t good = (uint64_t)type##_##op(&z, in);                                                           \
        memcpy(r, &z, sizeof z);                                                                                       \
        r[sizeof z / 8] = good;                                                                                        \
        return sizeof z / 8 + 1;                                                                                       \
    }

/* clang-format off */
#define FIELD_OPS(X, type, kind)                                                                                       \
    X(BINARY, type, add, kind, 2, 1) X(BINARY, type, sub, kind, 2, 1)                                                  \
    X(BINARY, type, mul, kind, 2, 1) X(UNARY, type, sqr, kind, 1, 1)                                                   \
    X(UNARY, type, neg, kind, 1, 1) X(UNARY, type, dbl, kind, 1, 1)                                                    \
    X(UNARY, type, halve, kind, 1, 1) X(UNARY, type, inv, kind, 1, 50)                                                 \
    X(UNARY, type, inv_vartime, kind, 1, 25) X(SELECTION, type, select, kind, 2, 1)                                    \
    X(NEGATION, type, cneg, kind, 2, 1) X(PREDICATE, type, is_zero, kind, 1, 1)                                        \
    X(COMPARISON, type, eq, kind, 2, 1)
/* clang-format on */

#define PRIME_FIELD_OPS(X)                                                                                             \
    FIELD_OPS(X, fp, DIFF_FP)                                                                                          \
    FIELD_OPS(X, fr, DIFF_FR)                                                                                          \
    X(ROOT, fp, sqrt, DIFF_FP, 1, 200)

#define TOWER_OPS(X)                                                                                                   \
    FIELD_OPS(X, fp2, DIFF_FP)                                                                                         \
    X(ROOT, fp2, sqrt, DIFF_FP, 1, 800)                                                                                \
    X(UNARY, fp2, conj, DIFF_FP, 1, 1)                                                                                 \
    X(UNARY, fp2, mul_xi, DIFF_FP, 1, 1)                                                                               \
    X(BINARY, fp8, mul, DIFF_FP, 2, 1)                                                                                 \
    X(UNARY, fp8, sqr, DIFF_FP, 1, 1)                                                                                  \
    X(BINARY, fp8, mul_pairs, DIFF_FP, 2, 1)                                                                           \
    X(UNARY, fp8, sqr_pairs, DIFF_FP, 1, 1)                                                                            \
    X(BINARY, fp6, mul, DIFF_FP, 2, 20)                                                                                \
    X(UNARY, fp6, sqr, DIFF_FP, 1, 20)                                                                                 \
    X(UNARY, fp6, inv, DIFF_FP, 1, 100)                                                                                \
    X(BINARY, fp12, mul, DIFF_FP, 2, 50)                                                                               \
    X(UNARY, fp12, sqr, DIFF_FP, 1, 50)                                                                                \
    X(UNARY, fp12, inv_vartime, DIFF_FP, 1, 200)                                                                       \
    X(UNARY, fp12, cyclotomic, DIFF_FP, 1, 50)                                                                         \
    X(UNARY, fp12, final, DIFF_FP, 1, 1000)

#define DEFINE(shape, type, op, kind, inputs, heavy) shape(type, op)
PRIME_FIELD_OPS(DEFINE)
CONVERSION(fp, fp_raw, fp, to_mont)
CONVERSION(fp_raw, fp, fp, from_mont)
CONVERSION(fr, fr_raw, fr, to_mont)
CONVERSION(fr_raw, fr, fr, from_mont)
BYTES_OUT(fp, to_bytes, LSM_FP_BYTES)
BYTES_OUT(fr, to_bytes, LSM_FR_BYTES)
BYTES_IN(fp, from_bytes)
BYTES_IN(fr, from_bytes)

/* Points are multiples of a generator and come out in affine coordinates, which every engine must agree on. */
#define MULTIPLES(group, type, op)                                                                                     \
    static size_t call_##group##_##op(uint64_t *r, const uint64_t *a, const uint64_t *b) {                             \
        group##_affine x;                                                                                              \
        group z;                                                                                                       \
        fr_raw k, l;                                                                                                   \
        memcpy(&k, a, sizeof k);                                                                                       \
        memcpy(&l, b, sizeof l);                                                                                       \
        group##_op_##op(&z, &k, &l);                                                                                   \
        group##_to_affine(&x, &z);                                                                                     \
        memcpy(r, &x, sizeof x);                                                                                       \
        return sizeof x / 8;                                                                                           \
    }

#define GROUP_OPS(group, ...)                                                                                          \
    static void group##_multiple(group##_affine *r, const fr_raw *k) {                                                 \
        const group##_affine generator = {__VA_ARGS__};                                                                \
        group x;                                                                                                       \
        group##_mul(&x, &generator, k);                                                                                \
        group##_to_affine(r, &x);                                                                                      \
    }                                                                                                                  \
    static void group##_op_mul(group *r, const fr_raw *k, const fr_raw *l) {                                           \
        group##_affine x;                                                                                              \
        group##_multiple(&x, l);                                                                                       \
        group##_mul(r, &x, k);                                                                                         \
    }                                                                                                                  \
    static void group##_op_mul_vartime(group *r, const fr_raw *k, const fr_raw *l) {                                   \
        group##_affine x;                                                                                              \
        group##_multiple(&x, l);                                                                                       \
        group##_mul_vartime(r, &x, k);                                                                                 \
    }                                                                                                                  \
    static void group##_op_add(group *r, const fr_raw *k, const fr_raw *l) {                                           \
        group##_affine x, y;                                                                                           \
        group##_multiple(&x, k);                                                                                       \
        group##_multiple(&y, l);                                                                                       \
        group##_from_affine(r, &x);                                                                                    \
        group##_add_affine(r, r, &y);                                                                                  \
    }                                                                                                                  \
    static void group##_op_add_vartime(group *r, const fr_raw *k, const fr_raw *l) {                                   \
        group##_affine x, y;                                                                                           \
        group s;                                                                                                       \
        group##_multiple(&x, k);                                                                                       \
        group##_multiple(&y, l);                                                                                       \
        group##_from_affine(r, &x);                                                                                    \
        group##_from_affine(&s, &y);                                                                                   \
        group##_dbl(&s, &s);                                                                                           \
        group##_add_vartime(r, r, &s);                                                                                 \
    }                                                                                                                  \
    MULTIPLES(group, group, mul)                                                                                       \
    MULTIPLES(group, group, mul_vartime)                                                                               \
    MULTIPLES(group, group, add)                                                                                       \
    MULTIPLES(group, group, add_vartime)

GROUP_OPS(g1, CURVE_G1_X, CURVE_G1_Y)

#if CURVE_HAS_TWIST
TOWER_OPS(DEFINE)
GROUP_OPS(g2, CURVE_G2_X, CURVE_G2_Y)

/* e([a]G1, [b]G2); 1 if one of them is infinity. */
static size_t call_gt_pairing(uint64_t *r, const uint64_t *a, const uint64_t *b) {
    fr_raw k, l;
    g1_affine p;
    g2_affine q;
    fp12 f;

    memcpy(&k, a, sizeof k);
    memcpy(&l, b, sizeof l);
    g1_multiple(&p, &k);
    g2_multiple(&q, &l);
    miller_loop(&f, &p, &q, !g1_affine_is_infinity(&p) && !g2_affine_is_infinity(&q));
    final_exp(&f, &f);
    memcpy(r, &f, sizeof f);
    return sizeof f / 8;
}

/* k may be a part of a, or of r. */
static size_t call_fp2_mul_fp(uint64_t *r, const uint64_t *a, const uint64_t *b) {
    fp2 x, y;

    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    if (a == b) {
        fp2_mul_fp(&x, &x, &x.c1);
    } else {
        fp2_mul_fp(&x, &x, &y.c0);
    }
    memcpy(r, &x, sizeof x);
    return sizeof x / 8;
}
#endif

#define SCALARS(group, op, heavy) {#group "_" #op, DIFF_SCALAR, 2, LSM_FR_LIMBS, heavy, call_##group##_##op},
#define GROUP_ENTRIES(group)                                                                                           \
    SCALARS(group, mul, 100) SCALARS(group, mul_vartime, 100) SCALARS(group, add, 100) SCALARS(group, add_vartime, 100)
/* clang-format off */
#define ENTRY(shape, type, op, kind, inputs, heavy)                                                                    \
    {#type "_" #op, kind, inputs, sizeof(type) / 8, heavy, call_##type##_##op},
static const diff_op ops[] = {
    PRIME_FIELD_OPS(ENTRY)
    ENTRY(, fp, to_mont, DIFF_WORD, 1, 1)
    ENTRY(, fp, from_mont, DIFF_FP, 1, 1)
    ENTRY(, fr, to_mont, DIFF_WORD, 1, 1)
    ENTRY(, fr, from_mont, DIFF_FR, 1, 1)
    ENTRY(, fp, to_bytes, DIFF_FP, 1, 1)
    ENTRY(, fr, to_bytes, DIFF_FR, 1, 1)
    ENTRY(, fp, from_bytes, DIFF_FP_BYTES, 1, 1)
    ENTRY(, fr, from_bytes, DIFF_FR_BYTES, 1, 1)
    GROUP_ENTRIES(g1)
#if CURVE_HAS_TWIST
    TOWER_OPS(ENTRY)
    ENTRY(, fp2, mul_fp, DIFF_FP, 2, 1)
    GROUP_ENTRIES(g2)
    SCALARS(gt, pairing, 1000)
#endif
};
/* clang-format on */

const diff_table NS(diff_table) = {
    .engine = LSM_ENGINE_NAME,
    .cpu_needs = LSM_ENGINE_CPU_NEEDS,
    .count = sizeof ops / sizeof ops[0],
    .ops = ops,
    .fp_words = LSM_FP_LIMBS,
    .fr_words = LSM_FR_LIMBS,
    .p = LSM_FP_P.l,
    .r = LSM_FR_P.l,
};
