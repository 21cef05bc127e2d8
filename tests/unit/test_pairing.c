/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The pairing: fast against reference, bilinear, non-degenerate, independent of how pairs are grouped; and the subgroup
 * test that is folded into the Miller loop against multiplication by r, over every order class of the twist.
 */
#include <string.h>

#include "support/gmp_curve.h"
#include "support/gmp_tower.h"

#include "pairing/final_exp.h"
#include "pairing/miller_loop.h"
#include "pairing/pairing_ref.h"

#define MANY (2 * MILLER_BATCH + 1)

static g1_affine gen1;
static g2_affine gen2;

static void setup(void) {
    gmp_field_setup();
    generator_g1(&gen1);
    generator_g2(&gen2);
}

static void mul_g1(g1_affine *r, const g1_affine *a, const fr_raw *k) {
    g1 t;

    g1_mul_ref(&t, a, k);
    g1_to_affine(r, &t);
}

static void mul_g2(g2_affine *r, const g2_affine *a, const fr_raw *k) {
    g2 t;

    g2_mul_ref(&t, a, k);
    g2_to_affine(r, &t);
}

static void random_nonzero_scalar(fr_raw *k) {
    mpz_t v;

    mpz_init(v);
    do {
        random_scalar(k);
        gmp_from_words(v, k->l, LSM_FR_LIMBS);
    } while (mpz_sgn(v) == 0);
    mpz_clear(v);
}

/* r = a*b mod r, or 1/a */
static void mul_scalars(fr_raw *r, const fr_raw *a, const fr_raw *b) {
    mpz_t x, y;

    mpz_inits(x, y, NULL);
    gmp_from_words(x, a->l, LSM_FR_LIMBS);
    gmp_from_words(y, b->l, LSM_FR_LIMBS);
    mpz_mul(x, x, y);
    mpz_mod(x, x, gmp_r.modulus);
    gmp_to_words(r->l, LSM_FR_LIMBS, x);
    mpz_clears(x, y, NULL);
}

static void pairing(fp12 *r, const g1_affine *p, const g2_affine *q) {
    miller_loop(r, p, q, 1);
    final_exp(r, r);
}

START_TEST(test_fast_against_reference) {
    for (int i = 0; i < 6; i++) {
        g1_affine p[3];
        g2_affine q[3];

        for (int j = 0; j < 3; j++) {
            random_g1(&p[j]);
            random_g2(&q[j]);
        }
        for (size_t n = 0; n <= 3; n++) {
            fp12 fast, slow, reduced;

            miller_loop(&fast, p, q, n);
            final_exp(&fast, &fast);
            miller_loop_ref(&slow, p, q, n);
            final_exp_ref(&reduced, &slow);
            final_exp_cofactor_ref(&slow, &reduced);
            assert_fp12_eq(&fast, &slow, "pairing = reference pairing, to the cofactor");
            ck_assert_int_eq(fp12_is_one(&reduced), fp12_is_one(&fast));
        }
    }
}
END_TEST

START_TEST(test_final_exp) {
    fp12 zero, f, r, want;

    fp12_set_zero(&zero);
    final_exp(&r, &zero);
    ck_assert(fp12_is_zero(&r));
    final_exp_ref(&r, &zero);
    ck_assert(fp12_is_zero(&r));
    ck_assert_int_eq(final_exp_is_one_vartime(&zero), 0);
    fp12_set_one(&f);
    final_exp(&r, &f);
    ck_assert(fp12_is_one(&r));
    ck_assert_int_eq(final_exp_is_one_vartime(&f), 1);
    for (int i = 0; i < 8; i++) { /* any element of Fp12, not only Miller values */
        random_fp12(&f);
        if (fp12_is_zero(&f)) {
            continue;
        }
        final_exp_ref(&want, &f);
        ck_assert_int_eq(final_exp_is_one_vartime(&f), fp12_is_one(&want));
        final_exp_cofactor_ref(&want, &want);
        final_exp(&r, &f);
        assert_fp12_eq(&r, &want, "final_exp of a random element");
        r = f;
        final_exp(&r, &r);
        assert_fp12_eq(&r, &want, "final_exp in place");
    }
    for (int i = 0; i < 20; i++) { /* f^r: every such element is one after the exponentiation */
        random_fp12(&f);
        if (fp12_is_zero(&f)) {
            continue;
        }
        fp12_pow_ref(&f, &f, LSM_FR_P.l, LSM_FR_LIMBS);
        ck_assert_int_eq(final_exp_is_one_vartime(&f), 1);
        final_exp(&r, &f);
        ck_assert(fp12_is_one(&r));
    }
}
END_TEST

START_TEST(test_subfields_vanish) {
    for (int i = 0; i < 20; i++) { /* a factor in Fp6 (or below) never changes the result */
        fp12 f, r;

        fp12_set_zero(&f);
        do {
            random_fp6(&f.c0);
        } while (fp6_is_zero(&f.c0));
        ck_assert_int_eq(final_exp_is_one_vartime(&f), 1);
        final_exp(&r, &f);
        ck_assert(fp12_is_one(&r));
    }
}
END_TEST

START_TEST(test_bilinear) {
    fp12 base;

    pairing(&base, &gen1, &gen2);
    ck_assert_msg(!fp12_is_one(&base), "degenerate");
    {
        fp12 r;

        fp12_pow_ref(&r, &base, LSM_FR_P.l, LSM_FR_LIMBS);
        ck_assert_msg(fp12_is_one(&r), "order does not divide r");
    }
    for (int i = 0; i < 12; i++) {
        fr_raw a, b, ab;
        g1_affine p;
        g2_affine q;
        fp12 r, want;

        random_nonzero_scalar(&a);
        random_nonzero_scalar(&b);
        mul_scalars(&ab, &a, &b);
        mul_g1(&p, &gen1, &a);
        mul_g2(&q, &gen2, &b);
        pairing(&r, &p, &q);
        fp12_pow_ref(&want, &base, ab.l, LSM_FR_LIMBS);
        assert_fp12_eq(&r, &want, "e(aP, bQ) = e(P, Q)^(ab)");
        ck_assert(!fp12_is_one(&r));
    }
}
END_TEST

START_TEST(test_linear_in_each_argument) {
    for (int i = 0; i < 6; i++) {
        g1_affine p, s, sum1;
        g2_affine q, t, sum2;
        fp12 left, right, f;

        random_g1(&p);
        random_g1(&s);
        random_g2(&q);
        random_g2(&t);
        g1_affine_add_vartime(&sum1, &p, &s);
        g2_affine_add_vartime(&sum2, &q, &t);
        if (!g1_affine_is_infinity(&sum1)) {
            pairing(&left, &p, &q);
            pairing(&f, &s, &q);
            fp12_mul(&left, &left, &f);
            pairing(&right, &sum1, &q);
            assert_fp12_eq(&left, &right, "e(P + S, Q)");
        }
        if (!g2_affine_is_infinity(&sum2)) {
            pairing(&left, &p, &q);
            pairing(&f, &p, &t);
            fp12_mul(&left, &left, &f);
            pairing(&right, &p, &sum2);
            assert_fp12_eq(&left, &right, "e(P, Q + T)");
        }
        g1_affine_neg(&s, &p);
        pairing(&left, &p, &q);
        pairing(&f, &s, &q);
        fp12_mul(&left, &left, &f);
        ck_assert_msg(fp12_is_one(&left), "e(P, Q) e(-P, Q)");
        g2_affine_neg(&t, &q);
        pairing(&right, &p, &t);
        assert_fp12_eq(&right, &f, "e(-P, Q) = e(P, -Q)");
    }
}
END_TEST

/* The product over n pairs does not depend on how the pairs are grouped into batches. */
START_TEST(test_products) {
    static g1_affine p[MANY];
    static g2_affine q[MANY];
    fp12 product;

    fp12_set_one(&product);
    for (size_t i = 0; i < MANY; i++) {
        if (i % 5 == 4) { /* repeated points too */
            p[i] = p[i - 1];
            q[i] = q[i - 2];
        } else {
            random_g1(&p[i]);
            random_g2(&q[i]);
        }
    }
    for (size_t n = 0; n <= MANY; n++) {
        fp12 f, checked;

        miller_loop(&f, p, q, n);
        ck_assert_int_eq(miller_loop_checked_vartime(&checked, p, q, n), 1);
        final_exp(&checked, &checked);
        final_exp(&f, &f);
        assert_fp12_eq(&checked, &f, "checked = unchecked");
        assert_fp12_eq(&f, &product, "product over n pairs");
        if (n < MANY) {
            fp12 one_more;

            pairing(&one_more, &p[n], &q[n]);
            fp12_mul(&product, &product, &one_more);
        }
    }
}
END_TEST

START_TEST(test_is_one) {
    for (int i = 0; i < 10; i++) {
        g1_affine p[2];
        g2_affine q[2];
        fr_raw a;
        fp12 f;

        random_g1(&p[0]);
        random_g2(&q[0]);
        random_nonzero_scalar(&a);
        mul_g1(&p[1], &p[0], &a); /* e(aP, Q) e(-P, aQ) = 1 */
        mul_g2(&q[1], &q[0], &a);
        {
            const g1_affine t = p[0];

            p[0] = p[1];
            g1_affine_neg(&p[1], &t);
        }
        miller_loop(&f, p, q, 2);
        ck_assert_int_eq(final_exp_is_one_vartime(&f), 1);
        g1_affine_neg(&p[1], &p[1]);
        miller_loop(&f, p, q, 2); /* e(aP, Q)^2: one only if r divides 2a */
        ck_assert_int_eq(final_exp_is_one_vartime(&f), 0);
        miller_loop(&f, p, q, 1);
        ck_assert_int_eq(final_exp_is_one_vartime(&f), 0);
    }
}
END_TEST

/* The folded test accepts a point exactly if r kills it, wherever in a call it stands. */
static void check_folded(const g2_affine *a, int in_g2, void *context) {
    static g1_affine p[MANY];
    static g2_affine q[MANY];
    /* in a call of several batches: at a border of the batches, and anywhere; all borders are met over the classes */
    const size_t borders[] = {0, MILLER_BATCH - 1, MILLER_BATCH, MANY - 1};
    const size_t places[] = {borders[random_below(4)], random_below(MANY)};
    fp12 f;

    (void)context;
    for (size_t i = 0; i < MANY; i++) {
        p[i] = gen1;
        q[i] = gen2;
    }
    ck_assert_int_eq(miller_loop_checked_vartime(&f, p, a, 1), in_g2);
    ck_assert_int_eq(fp12_is_zero(&f), !in_g2);
    random_g1(&p[0]);
    ck_assert_int_eq(miller_loop_checked_vartime(&f, p, a, 1), in_g2);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        q[places[i]] = *a;
        ck_assert_int_eq(miller_loop_checked_vartime(&f, p, q, MANY), in_g2);
        ck_assert_int_eq(miller_loop_checked_vartime(&f, p, q, places[i] + 1), in_g2);
        ck_assert_int_eq(fp12_is_zero(&f), !in_g2);
        ck_assert_int_eq(miller_loop_checked_vartime(&f, p, q, places[i]), 1);
        q[places[i]] = gen2;
    }
}

START_TEST(test_folded_classes) {
    ck_assert_uint_ge(visit_order_classes(check_folded, NULL), 3);
}
END_TEST

START_TEST(test_folded_random) {
    for (int i = 0; i < 100; i++) {
        g2_affine a;
        fp12 f;
        int in_g2;

        random_twist(&a);
        in_g2 = g2_in_subgroup_ref(&a);
        ck_assert_int_eq(miller_loop_checked_vartime(&f, &gen1, &a, 1), in_g2);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pairing");
    TCase *tcase = add_case(suite, "pairing");

    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, test_fast_against_reference);
    tcase_add_test(tcase, test_final_exp);
    tcase_add_test(tcase, test_subfields_vanish);
    tcase_add_test(tcase, test_bilinear);
    tcase_add_test(tcase, test_linear_in_each_argument);
    tcase_add_test(tcase, test_products);
    tcase_add_test(tcase, test_is_one);
    tcase_add_test(tcase, test_folded_classes);
    tcase_add_test(tcase, test_folded_random);
    return run_suite(suite);
}
