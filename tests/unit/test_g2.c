/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The twist and G2 against GMP; psi; the subgroup test over every order class; encoding. */
#include <string.h>

#include "support/gmp_curve.h"

#include "curve/encode.h"

#define G(name) g2_##name
#define POINT g2
#define AFFINE g2_affine
#define FROM_POINT zpoint_from_g2
#define TO_POINT zpoint_to_g2
#define GENERATOR generator_g2
#define RANDOM_POINT random_twist /* the formulas must hold on the whole twist, not only in G2 */
#define JACOBIAN jacobian_g2
#define ASSERT_EQ assert_g2_eq
#define COORDINATES_REDUCED(a) (fp2_reduced(&(a)->x) && fp2_reduced(&(a)->y))

static size_t extra_points(g2_affine *out) {
    mpz_t n;

    mpz_init(n);
    /* A point of cofactor order, and psi^2 of the one before: the same y up to sign. */
    gmp_from_words(n, LSM_FR_P.l, LSM_FR_LIMBS);
    do {
        random_twist(&out[0]);
        twist_mul(&out[0], &out[0], n);
    } while (g2_affine_is_infinity(&out[0]));
    g2_affine_psi(&out[1], &out[-1], 2);
    mpz_clear(n);
    return 2;
}
#define EXTRA_POINTS extra_points

static int zpoint_on_curve(const zpoint *a) {
    z2 s, t;
    int on;

    z2_init(&s);
    z2_init(&t);
    z2_mul(&s, &a->x, &a->x);
    z2_mul(&s, &s, &a->x);
    z2_from_fp2(&t, &CURVE_TWIST_B);
    z2_add(&s, &s, &t);
    z2_mul(&t, &a->y, &a->y);
    on = z2_eq(&s, &t);
    z2_clear(&s);
    z2_clear(&t);
    return on;
}
#include "support/group_laws.inc"

START_TEST(test_constants) {
    g2_affine g, r;
    fp2 t;

    generator_g2(&g);
    ck_assert(g2_affine_on_curve(&g));
    mul_by_gmp(&r, &g, LSM_FR_P.l, LSM_FR_LIMBS);
    ck_assert(g2_affine_is_infinity(&r));
    fp2_mul(&t, &CURVE_TWIST_B, &LSM_FP2_XI); /* b' = b/xi or b*xi */
    if (CURVE_TWIST_M) {
        fp2_mul_fp(&t, &LSM_FP2_XI, &CURVE_B);
        ck_assert(fp2_eq(&t, &CURVE_TWIST_B));
    } else {
        ck_assert(fp_eq(&t.c0, &CURVE_B) && fp_is_zero(&t.c1));
    }
    fp2_dbl(&t, &CURVE_TWIST_B);
    fp2_add(&t, &t, &CURVE_TWIST_B);
    ck_assert(fp2_eq(&t, &CURVE_TWIST_B3));
}
END_TEST

/* On G2 psi is [p]; on the whole twist psi^4 - psi^2 + 1 = 0 and psi^3 is psi after psi^2. */
START_TEST(test_psi) {
    for (int i = 0; i < 12; i++) {
        g2_affine a, want, r;
        g2 p, s;

        if (i == 0) {
            set_infinity(&a);
        } else {
            random_g2(&a);
        }
        want = a;
        for (int power = 1; power <= 3; power++) {
            mul_by_gmp(&want, &want, LSM_FP_P.l, LSM_FP_LIMBS);
            g2_affine_psi(&r, &a, power);
            assert_g2_eq(&r, &want, "psi^i = [p^i] on G2");
            r = a;
            g2_affine_psi(&r, &r, power);
            assert_g2_eq(&r, &want, "psi in place");
            jacobian_g2(&p, &a);
            g2_psi(&s, &p, power);
            assert_point(&s, &want, "psi, Jacobian");
            g2_psi(&p, &p, power);
            assert_point(&p, &want, "psi, Jacobian, in place");
        }
    }
    for (size_t i = 0; i < SAMPLE; i++) {
        g2_affine psi1, psi2, psi3, r;

        g2_affine_psi(&psi1, &sample[i], 1);
        ck_assert(g2_affine_on_curve(&psi1));
        g2_affine_psi(&psi2, &psi1, 1);
        g2_affine_psi(&r, &sample[i], 2);
        assert_g2_eq(&r, &psi2, "psi(psi) = psi^2");
        g2_affine_psi(&psi3, &psi2, 1);
        g2_affine_psi(&r, &sample[i], 3);
        assert_g2_eq(&r, &psi3, "psi^3");
        g2_affine_psi(&r, &psi3, 1); /* psi^4 + 1 = psi^2 */
        add_by_gmp(&r, &r, &sample[i]);
        assert_g2_eq(&r, &psi2, "psi^4 + 1 = psi^2");
    }
}
END_TEST

START_TEST(test_mul_z) {
    const uint64_t z[1] = {CURVE_Z_ABS};

    for (size_t i = 0; i < SAMPLE; i++) {
        g2_affine want;
        g2 p, r;

        mul_by_gmp(&want, &sample[i], z, 1);
        if (CURVE_Z_IS_NEGATIVE) {
            neg_by_gmp(&want, &want);
        }
        jacobian_g2(&p, &sample[i]);
        g2_mul_z_vartime(&r, &p);
        assert_point(&r, &want, "[z]a");
        g2_mul_z_vartime(&p, &p);
        assert_point(&p, &want, "[z]a in place");
    }
}
END_TEST

/* The criterion taken and that of the seed, against multiplication by r. */
static int in_subgroup(const g2_affine *a) {
    const int inside = g2_in_subgroup_ref(a);

    ck_assert_int_eq(g2_in_subgroup_vartime(a), inside);
    ck_assert_int_eq(g2_in_subgroup_seed_vartime(a), inside);
    return inside;
}

static void check_class(const g2_affine *a, int in_g2, void *context) {
    g2_affine shifted, g;

    (void)context;
    ck_assert(g2_affine_on_curve(a));
    for (int i = 0; i < 20; i++) { /* small orders meet table entries and accumulators that a point of G2 never does */
        fr_raw k;

        random_scalar(&k);
        if (i < 18) {
            memset(&k, 0, sizeof k);
            k.l[0] = (uint64_t)i;
        }
        check_mul(a, &k);
    }
    ck_assert_int_eq(in_subgroup(a), in_g2);
    generator_g2(&g);
    add_by_gmp(&shifted, a, &g);
    (void)in_subgroup(&shifted);
    /* On the toys also multiples: toy_bn_zm3 has h2 = 13^3, with points of the orders 13, 13^2 and 13^3. */
    shifted = *a;
    for (int level = 0; CURVE_H2_LIMBS == 1 && level < 3; level++) {
        const g2_affine base = shifted;

        for (int i = 1; i < 13; i++) {
            add_by_gmp(&shifted, &shifted, &base);
            (void)in_subgroup(&shifted);
        }
    }
}

START_TEST(test_subgroup_classes) {
    ck_assert_uint_ge(visit_order_classes(check_class, NULL), 3);
}
END_TEST

START_TEST(test_subgroup_random) {
    g2_affine a;

    set_infinity(&a);
    ck_assert_int_eq(in_subgroup(&a), 1);
    for (int i = 0; i < 50; i++) {
        random_g2(&a);
        ck_assert_int_eq(in_subgroup(&a), 1);
        random_twist(&a);
        (void)in_subgroup(&a);
    }
}
END_TEST

/* (4x, 8y) of the generator passes the tests made of psi and of additions that do not use b': only the curve equation
 * tells it apart. What a test with other additions says of it is not asked. */
START_TEST(test_curve_equation_is_a_check_of_its_own) {
    uint8_t bytes[G2_BYTES];
    g2_affine a, b;

    generator_g2(&a);
    for (int i = 0; i < 2; i++) {
        fp2_dbl(&a.x, &a.x);
    }
    for (int i = 0; i < 3; i++) {
        fp2_dbl(&a.y, &a.y);
    }
    if (g2_affine_on_curve(&a)) { /* 2^6 = 1 modulo a tiny p: this curve has no such example */
        return;
    }
    ck_assert_int_eq(g2_in_subgroup_ref(&a), 1);
    ck_assert_int_eq(g2_in_subgroup_seed_vartime(&a), 1);
    g2_encode(bytes, &a);
    ck_assert_int_eq(g2_decode(&b, bytes), LSM_ERR_NOT_ON_CURVE);
    ck_assert(g2_affine_is_infinity(&b));
}
END_TEST

START_TEST(test_encoding) {
    for (size_t i = 0; i < SAMPLE; i++) {
        uint8_t bytes[G2_BYTES], again[G2_BYTES];
        g2_affine a;

        g2_encode(bytes, &sample[i]);
        fp_to_bytes(again, &sample[i].x.c1); /* imaginary part first */
        fp_to_bytes(again + LSM_FP_BYTES, &sample[i].x.c0);
        fp_to_bytes(again + 2 * LSM_FP_BYTES, &sample[i].y.c1);
        fp_to_bytes(again + 3 * LSM_FP_BYTES, &sample[i].y.c0);
        ck_assert(memcmp(bytes, again, sizeof bytes) == 0);
        ck_assert_int_eq(g2_decode(&a, bytes), LSM_OK);
        assert_g2_eq(&a, &sample[i], "decode(encode)");
        ck_assert_int_eq(g2_decode(&a, bytes), LSM_OK); /* into a used object */
        assert_g2_eq(&a, &sample[i], "decode twice");
        for (size_t coordinate = 0; coordinate < 4; coordinate++) {
            mpz_t v, limit;

            mpz_inits(v, limit, NULL);
            mpz_setbit(limit, 8 * LSM_FP_BYTES);
            mpz_import(v, LSM_FP_BYTES, 1, 1, 0, 0, bytes + coordinate * LSM_FP_BYTES);
            mpz_add(v, v, gmp_p.modulus);
            memcpy(again, bytes, sizeof bytes);
            if (mpz_cmp(v, limit) < 0) {
                const size_t size = (mpz_sizeinbase(v, 2) + 7) / 8;

                memset(again + coordinate * LSM_FP_BYTES, 0, LSM_FP_BYTES);
                mpz_export(again + (coordinate + 1) * LSM_FP_BYTES - size, NULL, 1, 1, 0, 0, v);
                ck_assert_int_eq(g2_decode(&a, again), LSM_ERR_NOT_CANONICAL);
                ck_assert(g2_affine_is_infinity(&a));
            }
            memset(again + coordinate * LSM_FP_BYTES, 0xff, LSM_FP_BYTES);
            ck_assert_int_eq(g2_decode(&a, again), LSM_ERR_NOT_CANONICAL);
            mpz_clears(v, limit, NULL);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("g2");
    TCase *tcase = add_case(suite, "g2");

    add_group_tests(tcase);
    tcase_add_test(tcase, test_constants);
    tcase_add_test(tcase, test_psi);
    tcase_add_test(tcase, test_mul_z);
    tcase_add_test(tcase, test_subgroup_classes);
    tcase_add_test(tcase, test_subgroup_random);
    tcase_add_test(tcase, test_curve_equation_is_a_check_of_its_own);
    tcase_add_test(tcase, test_encoding);
    return run_suite(suite);
}
