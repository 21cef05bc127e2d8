/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Fp2 against pairs of GMP integers. */
#include <string.h>

#include "support/gmp_field.h"

/* Random rounds: fewer on a toy field, where they soon repeat. */
#define ROUNDS(n) (LSM_FP_BITS < 64 ? (n) / 10 : (n))

static fp edge[2 * EDGE_MAX];
static size_t edge_count;
static mpz_t edge_integers[EDGE_MAX];

static void setup(void) {
    size_t count;

    gmp_field_setup();
    for (size_t i = 0; i < EDGE_MAX; i++) {
        mpz_init(edge_integers[i]);
    }
    count = edge_values(edge_integers, &gmp_p, LSM_FP_LIMBS);
    edge_count = 0;
    for (size_t i = 0; i < count; i++) {
        gmp_to_words(edge[edge_count++].l, LSM_FP_LIMBS, edge_integers[i]);
        gmp_to_fp(&edge[edge_count++], edge_integers[i]);
    }
}

/* The first calls walk the edges in all four coefficients, later ones are random. */
static void operands(int round, fp2 *a, fp2 *b) {
    random_fp2(a);
    random_fp2(b);
    if (round % 2 == 0) {
        a->c0 = edge[random_below(edge_count)];
        a->c1 = edge[random_below(edge_count)];
    }
    if (round % 3 == 0) {
        b->c0 = edge[random_below(edge_count)];
        b->c1 = edge[random_below(edge_count)];
    }
    if (round % 16 == 0) {
        *(random_below(2) ? &a->c0 : &a->c1) = LSM_FP_ZERO;
        *(random_below(2) ? &b->c0 : &b->c1) = LSM_FP_ZERO;
    }
}

typedef void (*binary_op)(fp2 *, const fp2 *, const fp2 *);
typedef void (*unary_op)(fp2 *, const fp2 *);

static void op_add(fp2 *r, const fp2 *a, const fp2 *b) { fp2_add(r, a, b); }
static void op_sub(fp2 *r, const fp2 *a, const fp2 *b) { fp2_sub(r, a, b); }
static void op_mul(fp2 *r, const fp2 *a, const fp2 *b) { fp2_mul(r, a, b); }
static void op_neg(fp2 *r, const fp2 *a) { fp2_neg(r, a); }
static void op_dbl(fp2 *r, const fp2 *a) { fp2_dbl(r, a); }
static void op_halve(fp2 *r, const fp2 *a) { fp2_halve(r, a); }
static void op_conj(fp2 *r, const fp2 *a) { fp2_conj(r, a); }
static void op_sqr(fp2 *r, const fp2 *a) { fp2_sqr(r, a); }
static void op_inv(fp2 *r, const fp2 *a) { fp2_inv(r, a); }
static void op_inv_vartime(fp2 *r, const fp2 *a) { fp2_inv_vartime(r, a); }
static void op_mul_xi(fp2 *r, const fp2 *a) { fp2_mul_xi(r, a); }

static void ref_neg(z2 *r, const z2 *a) {
    z2 zero;

    z2_init(&zero);
    z2_sub(r, &zero, a);
    z2_clear(&zero);
}
static void ref_dbl(z2 *r, const z2 *a) { z2_add(r, a, a); }
static void ref_halve(z2 *r, const z2 *a) {
    z2 half;

    z2_init(&half);
    mpz_set_ui(half.c0, 2);
    z2_inv(&half, &half);
    z2_mul(r, a, &half);
    z2_clear(&half);
}
static void ref_conj(z2 *r, const z2 *a) {
    z2_set(r, a);
    mpz_neg(r->c1, r->c1);
    mpz_mod(r->c1, r->c1, gmp_p.modulus);
}
static void ref_sqr(z2 *r, const z2 *a) { z2_mul(r, a, a); }
static void ref_inv(z2 *r, const z2 *a) {
    if (z2_is_zero(a)) {
        z2_set_ui(r, 0, 0);
    } else {
        z2_inv(r, a);
    }
}
static void ref_mul_xi(z2 *r, const z2 *a) {
    z2 xi;

    z2_init(&xi);
    z2_from_fp2(&xi, &LSM_FP2_XI);
    z2_mul(r, a, &xi);
    z2_clear(&xi);
}

static const struct {
    const char *name;
    binary_op op;
    void (*ref)(z2 *, const z2 *, const z2 *);
} binary[] = {{"add", op_add, z2_add}, {"sub", op_sub, z2_sub}, {"mul", op_mul, z2_mul}};

static const struct {
    const char *name;
    unary_op op;
    void (*ref)(z2 *, const z2 *);
} unary[] = {{"neg", op_neg, ref_neg},
             {"dbl", op_dbl, ref_dbl},
             {"halve", op_halve, ref_halve},
             {"conj", op_conj, ref_conj},
             {"sqr", op_sqr, ref_sqr},
             {"inv", op_inv, ref_inv},
             {"inv_vartime", op_inv_vartime, ref_inv},
             {"mul_xi", op_mul_xi, ref_mul_xi}};

static void check_binary(size_t which, const fp2 *a, const fp2 *b) {
    fp2 r, t, want;
    z2 va, vb;

    z2_init(&va);
    z2_init(&vb);
    z2_from_fp2(&va, a);
    z2_from_fp2(&vb, b);
    binary[which].ref(&vb, &va, &vb);
    z2_to_fp2(&want, &vb);
    binary[which].op(&r, a, b);
    assert_fp2_eq(&r, &want, binary[which].name);
    t = *a;
    binary[which].op(&t, &t, b);
    assert_fp2_eq(&t, &want, "r == a");
    t = *b;
    binary[which].op(&t, a, &t);
    assert_fp2_eq(&t, &want, "r == b");
    binary[which].ref(&va, &va, &va);
    z2_to_fp2(&want, &va);
    binary[which].op(&r, a, a);
    assert_fp2_eq(&r, &want, "a == b");
    t = *a;
    binary[which].op(&t, &t, &t);
    assert_fp2_eq(&t, &want, "r == a == b");
    z2_clear(&va);
    z2_clear(&vb);
}

START_TEST(test_binary) {
    for (int i = 0; i < ROUNDS(10000); i++) {
        fp2 a, b;

        operands(i, &a, &b);
        check_binary((size_t)_i, &a, &b);
    }
}
END_TEST

START_TEST(test_unary) {
    for (int i = 0; i < ROUNDS(5000); i++) {
        fp2 a, b, r, want;
        z2 v;

        operands(i, &a, &b);
        if (i < 2) {
            a = i == 0 ? LSM_FP2_ZERO : LSM_FP2_ONE;
        }
        z2_init(&v);
        z2_from_fp2(&v, &a);
        unary[_i].ref(&v, &v);
        z2_to_fp2(&want, &v);
        unary[_i].op(&r, &a);
        assert_fp2_eq(&r, &want, unary[_i].name);
        r = a;
        unary[_i].op(&r, &r);
        assert_fp2_eq(&r, &want, "r == a");
        z2_clear(&v);
    }
}
END_TEST

START_TEST(test_mul_fp) {
    for (int i = 0; i < ROUNDS(5000); i++) {
        fp2 a, b, r, want, k2;

        operands(i, &a, &b);
        k2.c0 = b.c0;
        k2.c1 = LSM_FP_ZERO;
        fp2_mul(&want, &a, &k2);
        fp2_mul_fp(&r, &a, &b.c0);
        assert_fp2_eq(&r, &want, "mul_fp");
        r = a;
        fp2_mul_fp(&r, &r, &b.c0);
        assert_fp2_eq(&r, &want, "mul_fp, r == a");
        r = a; /* the factor is a coefficient of the result */
        k2.c0 = a.c0;
        fp2_mul(&want, &a, &k2);
        fp2_mul_fp(&r, &r, &r.c0);
        assert_fp2_eq(&r, &want, "mul_fp, k inside r");
        r = a;
        k2.c0 = a.c1;
        fp2_mul(&want, &a, &k2);
        fp2_mul_fp(&r, &r, &r.c1);
        assert_fp2_eq(&r, &want, "mul_fp, k inside r");
    }
}
END_TEST

/* a is a square in Fp2 exactly if its norm is one in Fp */
static void check_sqrt(const fp2 *a) {
    fp2 root, square, alias = *a;
    mpz_t norm, t;
    int found;

    mpz_inits(norm, t, NULL);
    gmp_from_fp(norm, &a->c0);
    mpz_mul(norm, norm, norm);
    gmp_from_fp(t, &a->c1);
    mpz_addmul(norm, t, t);
    found = fp2_sqrt(&root, a);
    ck_assert_int_eq(found, mpz_legendre(norm, gmp_p.modulus) >= 0);
    ck_assert(fp2_reduced(&root));
    if (found) {
        fp2_sqr(&square, &root);
        assert_fp2_eq(&square, a, "sqrt squared");
    } else {
        ck_assert(fp2_is_zero(&root));
    }
    ck_assert_int_eq(fp2_sqrt(&alias, &alias), found);
    assert_fp2_eq(&alias, &root, "sqrt, r == a");
    mpz_clears(norm, t, NULL);
}

START_TEST(test_sqrt) {
    for (int i = 0; i < 1000; i++) {
        fp2 a, b;

        operands(i, &a, &b);
        check_sqrt(&a);
        fp2_sqr(&a, &a);
        check_sqrt(&a);
    }
    for (size_t i = 0; i < edge_count; i++) { /* (x, 0): for a non-residue x the root is purely imaginary; (0, x) */
        fp2 a = LSM_FP2_ZERO;

        a.c0 = edge[i];
        ck_assert_int_eq(fp2_sqrt(&(fp2){.c0 = LSM_FP_ZERO}, &a), 1);
        check_sqrt(&a);
        a.c1 = a.c0;
        a.c0 = LSM_FP_ZERO;
        check_sqrt(&a);
    }
}
END_TEST

START_TEST(test_predicates_and_selection) {
    fp2 u = LSM_FP2_ZERO, minus_one, square;

    ck_assert(fp2_is_zero(&LSM_FP2_ZERO) && !fp2_is_zero(&LSM_FP2_ONE) && fp_eq(&LSM_FP2_ONE.c0, &LSM_FP_ONE));
    u.c1 = LSM_FP_ONE;
    fp2_sqr(&square, &u);
    fp2_neg(&minus_one, &LSM_FP2_ONE);
    assert_fp2_eq(&square, &minus_one, "u^2 = -1");
    ck_assert_int_eq(fp2_is_zero(&u), 0);
    for (int i = 0; i < 2000; i++) {
        fp2 a, b, r, n;

        operands(i, &a, &b);
        ck_assert_int_eq(fp2_eq(&a, &a), 1);
        ck_assert_int_eq(fp2_eq(&a, &b), memcmp(&a, &b, sizeof a) == 0);
        r = a;
        (i % 2 ? &r.c0 : &r.c1)->l[i % LSM_FP_LIMBS] ^= UINT64_C(1) << (i % 64);
        ck_assert_int_eq(fp2_eq(&a, &r), 0);
        fp2_select(&r, &a, &b, UINT64_MAX);
        assert_fp2_eq(&r, &a, "select a");
        fp2_select(&r, &a, &b, 0);
        assert_fp2_eq(&r, &b, "select b");
        fp2_neg(&n, &a);
        fp2_cneg(&r, &a, UINT64_MAX);
        assert_fp2_eq(&r, &n, "cneg");
        fp2_cneg(&r, &a, 0);
        assert_fp2_eq(&r, &a, "cneg 0");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fp2");
    TCase *tcase = add_case(suite, "fp2");

    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_loop_test(tcase, test_binary, 0, (int)(sizeof binary / sizeof *binary));
    tcase_add_loop_test(tcase, test_unary, 0, (int)(sizeof unary / sizeof *unary));
    tcase_add_test(tcase, test_mul_fp);
    tcase_add_test(tcase, test_sqrt);
    tcase_add_test(tcase, test_predicates_and_selection);
    return run_suite(suite);
}
