/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Fp6 and Fp12 against schoolbook polynomials on GMP integers; Frobenius and cyclotomic maps against plain powers. */
#include <string.h>

#include "support/gmp_tower.h"
#include "tower/cyclotomic.h"
#include "tower/frobenius.h"
#include "tower/sparse.h"

#include "curve.h"

static void mul12(fp12 *want, const fp12 *a, const fp12 *b) {
    z12 x, y;

    z12_init(&x);
    z12_init(&y);
    z12_from_fp12(&x, a);
    z12_from_fp12(&y, b);
    z12_mul(&x, &x, &y);
    z12_to_fp12(want, &x);
    z12_clear(&x);
    z12_clear(&y);
}

/* Fp6 sits in Fp12 as the even powers of w */
static void mul6(fp6 *want, const fp6 *a, const fp6 *b) {
    fp12 x, y;

    memset(&x, 0, sizeof x);
    y = x;
    x.c0 = *a;
    y.c0 = *b;
    mul12(&x, &x, &y);
    *want = x.c0;
}

START_TEST(test_bridge) {
    fp12 a, b;
    z12 v;

    z12_init(&v);
    random_fp12(&a);
    z12_from_fp12(&v, &a);
    z12_to_fp12(&b, &v);
    assert_fp12_eq(&b, &a, "bridge there and back");
    z12_clear(&v);
}
END_TEST

START_TEST(test_fp6) {
    for (int i = 0; i < 1000; i++) {
        fp6 a, b, r, t, want, v;

        random_fp6(&a);
        random_fp6(&b);
        mul6(&want, &a, &b);
        fp6_mul(&r, &a, &b);
        assert_fp6_eq(&r, &want, "fp6_mul");
        r = a;
        fp6_mul(&r, &r, &b);
        assert_fp6_eq(&r, &want, "fp6_mul r == a");
        r = b;
        fp6_mul(&r, &a, &r);
        assert_fp6_eq(&r, &want, "fp6_mul r == b");
        mul6(&want, &a, &a);
        r = a;
        fp6_mul(&r, &r, &r);
        assert_fp6_eq(&r, &want, "fp6_mul r == a == b");
        fp6_sqr(&r, &a);
        assert_fp6_eq(&r, &want, "fp6_sqr");
        r = a;
        fp6_sqr(&r, &r);
        assert_fp6_eq(&r, &want, "fp6_sqr r == a");

        memset(&v, 0, sizeof v);
        v.c1 = LSM_FP2_ONE;
        mul6(&want, &a, &v);
        fp6_mul_v(&r, &a);
        assert_fp6_eq(&r, &want, "fp6_mul_v");
        r = a;
        fp6_mul_v(&r, &r);
        assert_fp6_eq(&r, &want, "fp6_mul_v r == a");

        memset(&v, 0, sizeof v);
        v.c0 = b.c0;
        mul6(&want, &a, &v);
        fp6_mul_fp2(&r, &a, &b.c0);
        assert_fp6_eq(&r, &want, "fp6_mul_fp2");
        v.c0 = a.c1;
        mul6(&want, &a, &v);
        r = a;
        fp6_mul_fp2(&r, &r, &r.c1);
        assert_fp6_eq(&r, &want, "fp6_mul_fp2, k inside r");
        v = b;
        v.c2 = LSM_FP2_ZERO;
        mul6(&want, &a, &v);
        fp6_mul_01(&r, &a, &b.c0, &b.c1);
        assert_fp6_eq(&r, &want, "fp6_mul_01");
        r = a;
        fp6_mul_01(&r, &r, &b.c0, &b.c1);
        assert_fp6_eq(&r, &want, "fp6_mul_01 r == a");
        v.c0 = a.c2;
        v.c1 = a.c0;
        mul6(&want, &a, &v);
        r = a;
        fp6_mul_01(&r, &r, &r.c2, &r.c0);
        assert_fp6_eq(&r, &want, "fp6_mul_01, factors inside r");

        fp6_inv(&t, &a);
        mul6(&r, &t, &a);
        memset(&v, 0, sizeof v);
        v.c0 = LSM_FP2_ONE;
        if (!fp6_is_zero(&a)) {
            assert_fp6_eq(&r, &v, "a * fp6_inv(a)");
        }
        r = a;
        fp6_inv(&r, &r);
        assert_fp6_eq(&r, &t, "fp6_inv r == a");
        fp6_inv_vartime(&r, &a);
        assert_fp6_eq(&r, &t, "fp6_inv_vartime");

        fp6_add(&r, &a, &b); /* (a + b) - b = a, a + (-a) = 0, dbl = a + a; all in place */
        t = a;
        fp6_add(&t, &t, &b);
        assert_fp6_eq(&t, &r, "fp6_add r == a");
        t = b;
        fp6_add(&t, &a, &t);
        assert_fp6_eq(&t, &r, "fp6_add r == b");
        fp6_sub(&r, &r, &b);
        assert_fp6_eq(&r, &a, "(a + b) - b");
        fp6_neg(&t, &b);
        fp6_sub(&r, &a, &b);
        fp6_add(&v, &a, &t);
        assert_fp6_eq(&r, &v, "a - b = a + (-b)");
        t = b;
        fp6_sub(&t, &a, &t);
        assert_fp6_eq(&t, &r, "fp6_sub r == b");
        fp6_dbl(&r, &a);
        fp6_add(&t, &a, &a);
        assert_fp6_eq(&r, &t, "fp6_dbl");
        ck_assert_int_eq(fp6_eq(&a, &a), 1);
        for (size_t j = 0; j < sizeof a / 8; j++) { /* every word counts */
            uint64_t *word;

            r = a;
            word = (uint64_t *)(void *)&r + j;
            *word ^= UINT64_C(1) << (j % 64);
            ck_assert_int_eq(fp6_eq(&a, &r), 0);
            memset(&r, 0, sizeof r);
            *word = 1;
            ck_assert_int_eq(fp6_is_zero(&r), 0);
        }
        fp6_select(&r, &a, &b, UINT64_MAX);
        assert_fp6_eq(&r, &a, "fp6_select");
        fp6_select(&r, &a, &b, 0);
        assert_fp6_eq(&r, &b, "fp6_select");
    }
}
END_TEST

START_TEST(test_fp12) {
    fp12 zero, one;

    fp12_set_zero(&zero);
    fp12_set_one(&one);
    ck_assert(fp12_is_zero(&zero) && fp12_is_one(&one) && !fp12_is_one(&zero) && !fp12_is_zero(&one));
    for (int i = 0; i < 600; i++) {
        fp12 a, b, r, t, want;

        random_fp12(&a);
        random_fp12(&b);
        mul12(&want, &a, &b);
        fp12_mul_ref(&r, &a, &b);
        assert_fp12_eq(&r, &want, "fp12_mul_ref");
        fp12_mul(&r, &a, &b);
        assert_fp12_eq(&r, &want, "fp12_mul");
        r = a;
        fp12_mul(&r, &r, &b);
        assert_fp12_eq(&r, &want, "fp12_mul r == a");
        r = b;
        fp12_mul(&r, &a, &r);
        assert_fp12_eq(&r, &want, "fp12_mul r == b");
        r = b;
        fp12_mul_ref(&r, &a, &r);
        assert_fp12_eq(&r, &want, "fp12_mul_ref r == b");
        mul12(&want, &a, &a);
        r = a;
        fp12_mul(&r, &r, &r);
        assert_fp12_eq(&r, &want, "fp12_mul r == a == b");
        fp12_sqr(&r, &a);
        assert_fp12_eq(&r, &want, "fp12_sqr");
        r = a;
        fp12_sqr(&r, &r);
        assert_fp12_eq(&r, &want, "fp12_sqr r == a");

        fp12_inv(&t, &a);
        if (!fp12_is_zero(&a)) {
            mul12(&r, &t, &a);
            assert_fp12_eq(&r, &one, "a * fp12_inv(a)");
        }
        r = a;
        fp12_inv(&r, &r);
        assert_fp12_eq(&r, &t, "fp12_inv r == a");
        fp12_inv_vartime(&r, &a);
        assert_fp12_eq(&r, &t, "fp12_inv_vartime");

        fp12_conj(&r, &a); /* conj: w -> -w; a + conj(a) lies in Fp6 and conj^2 = 1 */
        ck_assert(fp6_eq(&r.c0, &a.c0));
        fp6_add(&t.c0, &r.c1, &a.c1);
        ck_assert(fp6_is_zero(&t.c0));
        fp12_conj(&r, &r);
        assert_fp12_eq(&r, &a, "conj twice, in place");
        ck_assert_int_eq(fp12_eq(&a, &a), 1);
        for (size_t j = 0; j < sizeof a / 8; j++) {
            uint64_t *word;

            r = a;
            word = (uint64_t *)(void *)&r + j;
            *word ^= UINT64_C(1) << (j % 64);
            ck_assert_int_eq(fp12_eq(&a, &r), 0);
            memset(&r, 0, sizeof r);
            *word = 1;
            ck_assert_int_eq(fp12_is_zero(&r), 0);
            r = one;
            *word ^= UINT64_C(1) << (j % 64);
            ck_assert_int_eq(fp12_is_one(&r), 0);
        }
        fp12_select(&r, &a, &b, UINT64_MAX);
        assert_fp12_eq(&r, &a, "fp12_select");
        fp12_select(&r, &a, &b, 0);
        assert_fp12_eq(&r, &b, "fp12_select");
    }
    fp12_inv(&one, &zero);
    ck_assert(fp12_is_zero(&one));
    fp12_inv_vartime(&one, &zero);
    ck_assert(fp12_is_zero(&one));
}
END_TEST

/* Exponents with a known answer: the slow power itself is the reference of much else. */
START_TEST(test_pow_ref) {
    fp12 a, r, want;

    random_fp12(&a);
    fp12_set_one(&want);
    for (uint64_t e = 0; e < 20; e++) {
        fp12_pow_ref(&r, &a, &e, 1);
        assert_fp12_eq(&r, &want, "pow_ref");
        mul12(&want, &want, &a);
    }
    fp12_pow_ref(&r, &a, NULL, 0);
    ck_assert(fp12_is_one(&r));
    {
        const uint64_t two64[2] = {0, 1};

        fp12_pow_ref(&r, &a, two64, 2);
        for (int i = 0; i < 64; i++) {
            mul12(&a, &a, &a);
        }
        assert_fp12_eq(&r, &a, "a^(2^64)");
    }
}
END_TEST

START_TEST(test_frobenius) {
    for (int i = 0; i < 20; i++) {
        fp12 a, r, want;

        random_fp12(&a);
        want = a;
        for (int power = 1; power <= 3; power++) {
            fp12_pow_ref(&want, &want, LSM_FP_P.l, LSM_FP_LIMBS);
            fp12_frobenius(&r, &a, power);
            assert_fp12_eq(&r, &want, "frobenius = power p^i");
            r = a;
            fp12_frobenius(&r, &r, power);
            assert_fp12_eq(&r, &want, "frobenius r == a");
        }
        fp12_frobenius(&r, &want, 3); /* p^6: conjugation */
        fp12_conj(&want, &a);
        assert_fp12_eq(&r, &want, "frobenius^6 = conj");
    }
}
END_TEST

/* e = p^4 - p^2 + 1, the order of the cyclotomic subgroup. */
static void cyclotomic_order(mpz_t e) {
    mpz_mul(e, gmp_p.modulus, gmp_p.modulus);
    mpz_sub_ui(e, e, 1);
    mpz_mul(e, e, gmp_p.modulus);
    mpz_mul(e, e, gmp_p.modulus);
    mpz_add_ui(e, e, 1);
}

static void pow_mpz(fp12 *r, const fp12 *a, const mpz_t e) {
    size_t n;
    const uint64_t *words = exponent_words(&n, e);

    fp12_pow_ref(r, a, words, n);
}

static void pow_z(fp12 *r, const fp12 *a) {
    const uint64_t z[1] = {CURVE_Z_ABS};

    fp12_pow_ref(r, a, z, 1);
    if (CURVE_Z_IS_NEGATIVE) {
        fp12_inv(r, r);
    }
}

START_TEST(test_cyclotomic) {
    for (int i = 0; i < 10; i++) {
        fp12 a, r, want;

        random_cyclotomic(&a);
        mul12(&want, &a, &a);
        cyclotomic_sqr(&r, &a);
        assert_fp12_eq(&r, &want, "cyclotomic_sqr = square");
        r = a;
        cyclotomic_sqr(&r, &r);
        assert_fp12_eq(&r, &want, "cyclotomic_sqr r == a");
        pow_z(&want, &a);
        cyclotomic_exp_z(&r, &a);
        assert_fp12_eq(&r, &want, "cyclotomic_exp_z = power z");
        r = a;
        cyclotomic_exp_z(&r, &r);
        assert_fp12_eq(&r, &want, "cyclotomic_exp_z r == a");
        fp12_inv(&want, &a);
        fp12_conj(&r, &a);
        assert_fp12_eq(&r, &want, "1/a = conj(a)");
    }
    {
        fp12 one, r;

        fp12_set_one(&one);
        cyclotomic_sqr(&r, &one);
        ck_assert(fp12_is_one(&r));
        cyclotomic_exp_z(&r, &one);
        ck_assert(fp12_is_one(&r));
    }
}
END_TEST

/* A random element of the subgroup without w^1. With a1 = 0 the relations in cyclotomic.c leave the curve
 *   s^2 = 3(t^3 - 1/xi): a0 = 1 - 12/d, a2 = 6t/d, a3 = 4s/d, a4 = 6t^2/d, a5 = 2ts/d, d = xi*t^3 + 8. */
static void random_without_w(fp12 *r) {
    fp2 t, t3, s, d, k, xi_inverse;

    fp12_set_zero(r);
    fp2_mul_xi(&xi_inverse, &LSM_FP2_ONE);
    fp2_inv(&xi_inverse, &xi_inverse);
    fp2_dbl(&k, &LSM_FP2_ONE); /* 2 */
    do {
        random_fp2(&t);
        fp2_sqr(&t3, &t);
        fp2_mul(&t3, &t3, &t);
        fp2_mul_xi(&d, &t3);
        fp2_sqr(&s, &k);
        fp2_add(&d, &d, &s);
        fp2_add(&d, &d, &s);
        fp2_sub(&s, &t3, &xi_inverse);
        fp2_dbl(&t3, &s);
        fp2_add(&s, &s, &t3);
    } while (fp2_is_zero(&d) || !fp2_sqrt(&s, &s));
    fp2_inv(&d, &d);
    fp2_dbl(&d, &d); /* 2/d */
    fp2_mul(&r->c1.c2, &t, &s);
    fp2_mul(&r->c1.c2, &r->c1.c2, &d); /* a5 */
    fp2_dbl(&r->c1.c1, &d);
    fp2_mul(&r->c1.c1, &r->c1.c1, &s); /* a3 */
    fp2_dbl(&k, &d);
    fp2_add(&k, &k, &d);               /* 6/d */
    fp2_mul(&r->c0.c1, &k, &t);        /* a2 */
    fp2_mul(&r->c0.c2, &r->c0.c1, &t); /* a4 */
    fp2_dbl(&k, &k);
    fp2_sub(&r->c0.c0, &LSM_FP2_ONE, &k); /* a0 */
}

/* Every power a^(2^i) that an exponentiation by z may pass is once the one without w^1, by which Karabina's formula
 * would divide. */
START_TEST(test_cyclotomic_without_w) {
    mpz_t order, root, e;

    mpz_inits(order, root, e, NULL);
    cyclotomic_order(order);
    mpz_add_ui(root, order, 1);
    mpz_divexact_ui(root, root, 2); /* the power that is a square root */
    mpz_set_ui(e, 1);
    for (uint64_t rest = CURVE_Z_ABS; rest != 0; rest >>= 1) {
        fp12 special, a, r, want;

        mpz_mul(e, e, root);
        mpz_mod(e, e, order);
        random_without_w(&special);
        pow_mpz(&r, &special, order);
        ck_assert(fp12_is_one(&r));
        pow_mpz(&a, &special, e);
        pow_z(&want, &a);
        cyclotomic_exp_z(&r, &a);
        assert_fp12_eq(&r, &want, "cyclotomic_exp_z = power z, where a power has no w^1");
    }
    mpz_clears(order, root, e, NULL);
}
END_TEST

#if LSM_FR_BITS <= 20

/* All of GT: g^i for i = 1 .. r. */
START_TEST(test_cyclotomic_all_of_gt) {
    fp12 g, step, a, want, r;
    unsigned long count = 0;
    mpz_t e;

    mpz_init(e);
    cyclotomic_order(e);
    ck_assert(mpz_divisible_p(e, gmp_r.modulus));
    mpz_divexact(e, e, gmp_r.modulus);
    do {
        random_cyclotomic(&g);
        pow_mpz(&g, &g, e);
    } while (fp12_is_one(&g));
    pow_z(&step, &g);
    fp12_set_one(&a);
    want = a;
    do {
        fp12_mul(&a, &a, &g);
        fp12_mul(&want, &want, &step);
        cyclotomic_exp_z(&r, &a);
        assert_fp12_eq(&r, &want, "cyclotomic_exp_z on GT");
        count++;
    } while (!fp12_is_one(&a));
    ck_assert_uint_eq(count, mpz_get_ui(gmp_r.modulus));
    mpz_clear(e);
}
END_TEST

#endif

START_TEST(test_sparse) {
    for (int i = 0; i < 500; i++) {
        fp12_line k, l;
        fp12_line2 kl, kk;
        fp12 f, full_k, full_l, r, want;

        random_fp2(&k.a);
        random_fp2(&k.b);
        random_fp2(&k.c);
        random_fp2(&l.a);
        random_fp2(&l.b);
        random_fp2(&l.c);
        random_fp12(&f);
        fp12_from_line(&full_k, &k);
        fp12_from_line(&full_l, &l);
        {
            /* the slots of the header: w^0, w^1, w^3 on a D twist, w^0, w^2, w^3 on an M twist */
            fp12 slots;

            fp12_set_zero(&slots);
            slots.c0.c0 = k.a;
            *(CURVE_TWIST_D ? &slots.c1.c0 : &slots.c0.c1) = k.b;
            slots.c1.c1 = k.c;
            assert_fp12_eq(&full_k, &slots, "fp12_from_line");
        }
        mul12(&want, &f, &full_k);
        fp12_mul_line(&r, &f, &k);
        assert_fp12_eq(&r, &want, "fp12_mul_line");
        r = f;
        fp12_mul_line(&r, &r, &k);
        assert_fp12_eq(&r, &want, "fp12_mul_line r == f");
        mul12(&want, &full_k, &full_l);
        fp12_line_mul(&kl, &k, &l);
        fp12_from_line2(&r, &kl);
        assert_fp12_eq(&r, &want, "fp12_line_mul");
        mul12(&want, &want, &f);
        fp12_mul_line2(&r, &f, &kl);
        assert_fp12_eq(&r, &want, "fp12_mul_line2");
        r = f;
        fp12_mul_line2(&r, &r, &kl);
        assert_fp12_eq(&r, &want, "fp12_mul_line2 r == f");
        mul12(&want, &full_k, &full_k);
        fp12_line_mul(&kk, &k, &k);
        fp12_from_line2(&r, &kk);
        assert_fp12_eq(&r, &want, "fp12_line_mul k == l");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tower");
    TCase *tcase = add_case(suite, "tower");

    tcase_add_checked_fixture(tcase, gmp_field_setup, NULL);
    tcase_add_test(tcase, test_bridge);
    tcase_add_test(tcase, test_fp6);
    tcase_add_test(tcase, test_fp12);
    tcase_add_test(tcase, test_pow_ref);
    tcase_add_test(tcase, test_frobenius);
    tcase_add_test(tcase, test_cyclotomic);
    tcase_add_test(tcase, test_cyclotomic_without_w);
#if LSM_FR_BITS <= 20
    tcase_add_test(tcase, test_cyclotomic_all_of_gt);
#endif
    tcase_add_test(tcase, test_sparse);
    return run_suite(suite);
}
