/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* G1 against GMP; scalar recoding and splitting; the endomorphism; encoding. */
#include <string.h>

#include "support/gmp_curve.h"

#include "curve/encode.h"
#include "curve/endo.h"
#include "curve/scalar_mul.h"

#define G(name) g1_##name
#define POINT g1
#define AFFINE g1_affine
#define FROM_POINT zpoint_from_g1
#define TO_POINT zpoint_to_g1
#define GENERATOR generator_g1
#define RANDOM_POINT random_g1
#define JACOBIAN jacobian_g1
#define ASSERT_EQ assert_g1_eq
#define COORDINATES_REDUCED(a) (fp_reduced(&(a)->x) && fp_reduced(&(a)->y))

#if CURVE_HAS_ENDOMORPHISM
static size_t extra_points(g1_affine *out) {
    g1_affine_phi(&out[0], &out[-1]); /* the same y as the point before it, and another x */
    return 1;
}
#define EXTRA_POINTS extra_points
#endif

/* y^2 = x^3 + a x + b over GMP */
static int zpoint_on_curve(const zpoint *a) {
    mpz_t s, t;
    int on;

    mpz_inits(s, t, NULL);
    gmp_from_fp(s, &CURVE_B);
    mpz_powm_ui(t, a->x.c0, 3, gmp_p.modulus);
    mpz_add(s, s, t);
#if CURVE_A_IS_MINUS3
    mpz_submul_ui(s, a->x.c0, 3);
#endif
    mpz_mul(t, a->y.c0, a->y.c0);
    on = mpz_congruent_p(s, t, gmp_p.modulus) != 0;
    mpz_clears(s, t, NULL);
    return on;
}
#include "support/group_laws.inc"

START_TEST(test_generator_and_order) {
    g1_affine g, r;
    g1 p;

    generator_g1(&g);
    ck_assert(g1_affine_on_curve(&g) && !g1_affine_is_infinity(&g));
    mul_by_gmp(&r, &g, LSM_FR_P.l, LSM_FR_LIMBS);
    ck_assert(g1_affine_is_infinity(&r));
    g1_mul_ref(&p, &g, &(fr_raw){{1}});
    ck_assert(!g1_is_infinity(&p));
}
END_TEST

#if CURVE_HAS_ENDOMORPHISM
START_TEST(test_endomorphism) {
    for (size_t i = 0; i < SAMPLE; i++) {
        g1_affine phi, want;

        g1_affine_phi(&phi, &sample[i]);
        mul_by_gmp(&want, &sample[i], CURVE_LAMBDA.l, LSM_FR_LIMBS);
        assert_g1_eq(&phi, &want, "phi = [lambda]");
        phi = sample[i];
        g1_affine_phi(&phi, &phi);
        assert_g1_eq(&phi, &want, "phi in place");
    }
}
END_TEST

#if CURVE_HAS_TWIST
/* A point of E of any order: the group law, the maps and the multiplications that promise to take it. */
static void check_class(const g1_affine *a, int in_g1, void *context) {
    const uint64_t z[1] = {CURVE_Z_ABS};
    g1_affine want, g, shifted;
    g1 p, r;

    (void)context;
    ck_assert(g1_affine_on_curve(a));
    ck_assert_int_eq(g1_in_subgroup_ref(a), in_g1);
    ck_assert_int_eq(g1_in_subgroup_vartime(a), in_g1);
    generator_g1(&g);
    add_by_gmp(&shifted, a, &g);
    ck_assert_int_eq(g1_in_subgroup_vartime(&shifted), g1_in_subgroup_ref(&shifted));
    check_pair(a, a);
    check_pair(a, &g);
    check_pair(&shifted, a);
    for (uint64_t i = 0; i < 20; i++) { /* small orders meet table entries that a point of G1 never does */
        fr_raw k;

        random_scalar(&k);
        if (i < 18) {
            memset(&k, 0, sizeof k);
            k.l[0] = i;
        }
        mul_by_gmp(&want, a, k.l, LSM_FR_LIMBS);
        g1_mul_ref(&r, a, &k);
        assert_point(&r, &want, "mul_ref");
        g1_mul(&r, a, &k);
        assert_point(&r, &want, "mul");
    }
    mul_by_gmp(&want, a, z, 1);
    if (CURVE_Z_IS_NEGATIVE) {
        neg_by_gmp(&want, &want);
    }
    jacobian_g1(&p, a);
    g1_mul_z_vartime(&r, &p);
    assert_point(&r, &want, "[z]a");
    g1_mul_z_vartime(&p, &p);
    assert_point(&p, &want, "[z]a in place");
}

START_TEST(test_subgroup_classes) {
    ck_assert_uint_ge(visit_g1_order_classes(check_class, NULL), CURVE_FAMILY_BN ? 1 : 3);
}
END_TEST

START_TEST(test_subgroup_random) {
    g1_affine a;

    set_infinity(&a);
    ck_assert_int_eq(g1_in_subgroup_vartime(&a), 1);
    ck_assert_int_eq(g1_in_subgroup_ref(&a), 1);
    for (int i = 0; i < 50; i++) {
        random_g1(&a);
        ck_assert_int_eq(g1_in_subgroup_vartime(&a), 1);
        ck_assert_int_eq(g1_in_subgroup_ref(&a), 1);
        random_e(&a);
        ck_assert_int_eq(g1_in_subgroup_vartime(&a), g1_in_subgroup_ref(&a));
    }
}
END_TEST
#endif

/* k = k1 + lambda*k2 mod r with both halves below 2^GLV_BITS */
static void check_split(const fr_raw *k) {
    glv_scalar s;
    mpz_t want, half[2], lambda;

    mpz_inits(want, half[0], half[1], lambda, NULL);
    glv_split(&s, k);
    for (int i = 0; i < 2; i++) {
        gmp_from_words(half[i], s.magnitude[i], GLV_LIMBS);
        ck_assert_msg(mpz_sizeinbase(half[i], 2) <= GLV_BITS, "half %d longer than GLV_BITS", i);
        ck_assert(s.negative[i] == 0 || s.negative[i] == 1);
        if (s.negative[i]) {
            mpz_neg(half[i], half[i]);
        }
    }
    gmp_from_words(want, k->l, LSM_FR_LIMBS);
    gmp_from_words(lambda, CURVE_LAMBDA.l, LSM_FR_LIMBS);
    mpz_addmul(half[0], half[1], lambda);
    ck_assert_msg(mpz_congruent_p(half[0], want, gmp_r.modulus) != 0, "k != k1 + lambda*k2");
    mpz_clears(want, half[0], half[1], lambda, NULL);
}

START_TEST(test_glv_split) {
    static fr_raw scalars[2 * EDGE_MAX];
    const size_t count = special_scalars(scalars, 2 * EDGE_MAX);
    mpz_t corner, lambda, v;

    for (size_t i = 0; i < count; i++) {
        check_split(&scalars[i]);
    }
    for (int i = 0; i < 20000; i++) {
        fr_raw k;

        random_scalar(&k);
        check_split(&k);
    }
    /* scalars around the corners of the cell, (+-v0 +-v1)/2, where the rounding is about to turn */
    mpz_inits(corner, lambda, v, NULL);
    gmp_from_words(lambda, CURVE_LAMBDA.l, LSM_FR_LIMBS);
    for (int signs = 0; signs < 4; signs++) {
        mpz_t c[2], row[2];

        mpz_inits(c[0], c[1], row[0], row[1], NULL);
        for (size_t i = 0; i < 2; i++) {
            glv_vector(row, i);
            for (int j = 0; j < 2; j++) {
                (signs >> i & 1 ? mpz_sub : mpz_add)(c[j], c[j], row[j]);
            }
        }
        for (int j = 0; j < 2; j++) {
            mpz_fdiv_q_2exp(c[j], c[j], 1);
        }
        mpz_mul(corner, c[1], lambda);
        mpz_add(corner, corner, c[0]);
        for (int d = -4; d <= 4; d++) {
            fr_raw k;

            mpz_set_si(v, d);
            mpz_add(v, v, corner);
            mpz_mod(v, v, gmp_r.modulus);
            gmp_to_words(k.l, LSM_FR_LIMBS, v);
            check_split(&k);
        }
        mpz_clears(c[0], c[1], row[0], row[1], NULL);
    }
    mpz_clears(corner, lambda, v, NULL);
}
END_TEST

/*
 * Scalars whose rounding carries out of the lowest limb of c_i: k G_i in the half unit below m 2^64 (in units of
 * 2^GLV_SHIFT), so that c_i = m 2^64 comes from the limbs (m - 1, 2^64 - 1). Such m are
 * below r G_i / 2^(GLV_SHIFT + 64).
 */
START_TEST(test_glv_rounding_carry) {
    size_t tried = 0;
    mpz_t k, g, product, limit, half;

    mpz_inits(k, g, product, limit, half, NULL);
    mpz_setbit(half, GLV_SHIFT - 1);
    for (size_t i = 0; i < 2; i++) {
        gmp_from_words(g, GLV_G[i], LSM_FR_LIMBS + 1);
        for (unsigned long m = 1; m <= 64; m++) {
            mpz_set_ui(limit, m);
            mpz_mul_2exp(limit, limit, GLV_SHIFT + 64);
            mpz_sub(k, limit, half);
            mpz_cdiv_q(k, k, g);
            mpz_mul(product, k, g);
            if (mpz_cmp(product, limit) < 0 && mpz_cmp(k, gmp_r.modulus) < 0) {
                fr_raw scalar;

                gmp_to_words(scalar.l, LSM_FR_LIMBS, k);
                check_split(&scalar);
                tried++;
            }
        }
    }
    ck_assert_msg(LSM_FR_LIMBS == 1 || tried > 0, "no scalar reaches the carry");
    mpz_clears(k, g, product, limit, half, NULL);
}
END_TEST
#endif

START_TEST(test_wnaf) {
    for (int round = 0; round < 5000; round++) {
        uint64_t k[LSM_FR_LIMBS];
        int8_t digits[WNAF_LEN(LSM_FR_LIMBS)];
        size_t len, since = WNAF_BITS;
        mpz_t sum, want;

        mpz_inits(sum, want, NULL);
        for (size_t i = 0; i < LSM_FR_LIMBS; i++) {
            k[i] = round < 3 ? (round == 0 ? 0 : round == 1 ? UINT64_MAX : UINT64_C(1) << 63) : random_word();
        }
        if (round == 3) {
            memset(k, 0, sizeof k);
            k[0] = 31;
        }
        gmp_from_words(want, k, LSM_FR_LIMBS);
        len = wnaf_recode(digits, k, LSM_FR_LIMBS);
        ck_assert_uint_le(len, WNAF_LEN(LSM_FR_LIMBS));
        ck_assert(len == 0 || digits[len - 1] != 0);
        for (size_t i = len; i-- > 0;) {
            mpz_mul_2exp(sum, sum, 1);
            if (digits[i] != 0) {
                ck_assert(digits[i] % 2 != 0 && digits[i] > -16 && digits[i] < 16);
                ck_assert_msg(since + 1 >= WNAF_BITS, "digits too close");
                since = 0;
            } else {
                since++;
            }
            if (digits[i] < 0) {
                mpz_sub_ui(sum, sum, (unsigned long)-digits[i]);
            } else {
                mpz_add_ui(sum, sum, (unsigned long)digits[i]);
            }
        }
        ck_assert_msg(mpz_cmp(sum, want) == 0, "wNAF digits do not add up");
        mpz_clears(sum, want, NULL);
    }
}
END_TEST

START_TEST(test_windows) {
    static fr_raw scalars[2 * EDGE_MAX];
    const size_t count = special_scalars(scalars, 2 * EDGE_MAX);

    for (size_t round = 0; round < count + 5000; round++) {
        uint8_t digits[WINDOW_COUNT];
        fr_raw k;
        mpz_t sum, want;

        mpz_inits(sum, want, NULL);
        if (round < count) {
            k = scalars[round];
        } else {
            random_scalar(&k);
        }
        gmp_from_words(want, k.l, LSM_FR_LIMBS);
        window_recode(digits, &k);
        for (size_t i = WINDOW_COUNT; i-- > 0;) {
            uint64_t magnitude, negative;

            ck_assert_uint_lt(digits[i], 32);
            window_digit(&magnitude, &negative, digits[i]);
            ck_assert_uint_lt(magnitude, WINDOW_TABLE);
            mpz_mul_2exp(sum, sum, WINDOW_BITS);
            if (negative) {
                mpz_sub_ui(sum, sum, magnitude);
            } else {
                mpz_add_ui(sum, sum, magnitude);
            }
        }
        ck_assert_msg(mpz_cmp(sum, want) == 0, "window digits do not add up");
        mpz_clears(sum, want, NULL);
    }
}
END_TEST

/* [k]a by the multiplication under test, in affine form. */
static void mul_vartime(g1_affine *r, const g1_affine *a, const mpz_t k) {
    fr_raw reduced;
    mpz_t t;
    g1 p;

    mpz_init(t);
    mpz_mod(t, k, gmp_r.modulus);
    gmp_to_words(reduced.l, LSM_FR_LIMBS, t);
    g1_mul_vartime(&p, a, &reduced);
    g1_to_affine(r, &p);
    mpz_clear(t);
}

/* k and r - k for every k up to 2^10, against sums of the point. */
START_TEST(test_small_scalars) {
    g1_affine a, sum, got;
    mpz_t k;

    mpz_init(k);
    random_g1(&a);
    sum = sample[0]; /* infinity */
    for (unsigned long i = 0; i <= 1024; i++) {
        mpz_set_ui(k, i);
        mul_vartime(&got, &a, k);
        assert_g1_eq(&got, &sum, "[k]a");
        mpz_neg(k, k);
        mul_vartime(&got, &a, k);
        g1_affine_neg(&got, &got);
        assert_g1_eq(&got, &sum, "-[r - k]a");
        g1_affine_add_vartime(&sum, &sum, &a);
    }
    mpz_clear(k);
}
END_TEST

#if CURVE_HAS_ENDOMORPHISM
/* i + j*lambda for all digits i, j of a width-5 NAF: every entry of the tables, with either sign. */
START_TEST(test_every_digit) {
    g1_affine multiple[31], *const zero = &multiple[15], a, phi, got;
    mpz_t k, lambda;

    mpz_inits(k, lambda, NULL);
    gmp_from_words(lambda, CURVE_LAMBDA.l, LSM_FR_LIMBS);
    random_g1(&a);
    *zero = sample[0]; /* infinity */
    for (int i = 1; i <= 15; i++) {
        g1_affine_add_vartime(&zero[i], &zero[i - 1], &a);
        g1_affine_neg(&zero[-i], &zero[i]);
    }
    for (int i = -15; i <= 15; i++) {
        for (int j = -15; j <= 15; j += 2) {
            g1_affine want;

            mpz_mul_si(k, lambda, j);
            mpz_add_ui(k, k, 15);
            mpz_sub_ui(k, k, (unsigned long)(15 - i));
            mul_vartime(&got, &a, k);
            g1_affine_phi(&phi, &zero[j]);
            g1_affine_add_vartime(&want, &zero[i], &phi);
            assert_g1_eq(&got, &want, "[i + j*lambda]a");
        }
    }
    mpz_clears(k, lambda, NULL);
}
END_TEST
#endif

START_TEST(test_scalar_reduce) {
    for (int round = 0; round < 3000; round++) {
        fr_raw any, got, want;
        mpz_t v;

        mpz_init(v);
        for (size_t i = 0; i < LSM_FR_LIMBS; i++) {
            any.l[i] = random_word();
        }
        if (round < 24) { /* multiples of r and their neighbours, and the largest integer */
            mpz_mul_ui(v, gmp_r.modulus, (unsigned long)round / 3);
            mpz_add_ui(v, v, (unsigned long)round % 3);
            mpz_sub_ui(v, v, round >= 3 ? 1 : 0);
            if (mpz_sizeinbase(v, 2) > 64 * LSM_FR_LIMBS) {
                memset(&any, 0xff, sizeof any);
            } else {
                gmp_to_words(any.l, LSM_FR_LIMBS, v);
            }
        }
        gmp_from_words(v, any.l, LSM_FR_LIMBS);
        mpz_mod(v, v, gmp_r.modulus);
        gmp_to_words(want.l, LSM_FR_LIMBS, v);
        scalar_reduce(&got, &any);
        ck_assert(memcmp(&got, &want, sizeof got) == 0);
        got = any;
        scalar_reduce(&got, &got);
        ck_assert(memcmp(&got, &want, sizeof got) == 0);
        mpz_clear(v);
    }
}
END_TEST

START_TEST(test_encoding) {
    for (size_t i = 0; i < SAMPLE; i++) {
        uint8_t bytes[G1_BYTES], again[G1_BYTES];
        g1_affine a;

        g1_encode(bytes, &sample[i]);
        ck_assert_int_eq(g1_decode(&a, bytes), LSM_OK);
        assert_g1_eq(&a, &sample[i], "decode(encode)");
        ck_assert_int_eq(g1_decode(&a, bytes), LSM_OK); /* into a used object */
        g1_encode(again, &a);
        ck_assert(memcmp(bytes, again, sizeof bytes) == 0);
        for (size_t coordinate = 0; coordinate < 2; coordinate++) {
            mpz_t v, limit;

            mpz_inits(v, limit, NULL);
            mpz_setbit(limit, 8 * LSM_FP_BYTES);
            mpz_import(v, LSM_FP_BYTES, 1, 1, 0, 0, bytes + coordinate * LSM_FP_BYTES);
            mpz_add(v, v, gmp_p.modulus); /* x + p names the same residue and must be refused */
            memcpy(again, bytes, sizeof bytes);
            if (mpz_cmp(v, limit) < 0) {
                const size_t size = (mpz_sizeinbase(v, 2) + 7) / 8;

                memset(again + coordinate * LSM_FP_BYTES, 0, LSM_FP_BYTES);
                mpz_export(again + (coordinate + 1) * LSM_FP_BYTES - size, NULL, 1, 1, 0, 0, v);
                ck_assert_int_eq(g1_decode(&a, again), LSM_ERR_NOT_CANONICAL);
                ck_assert(g1_affine_is_infinity(&a));
            }
            memset(again + coordinate * LSM_FP_BYTES, 0xff, LSM_FP_BYTES);
            ck_assert_int_eq(g1_decode(&a, again), LSM_ERR_NOT_CANONICAL);
            ck_assert(g1_affine_is_infinity(&a));
            mpz_clears(v, limit, NULL);
        }
    }
    {
        uint8_t bytes[G1_BYTES] = {0};
        g1_affine a;

        bytes[G1_BYTES - 1] = fp_eq(&CURVE_B, &LSM_FP_ONE) ? 2 : 1; /* (0, y) is on the curve for y^2 = b only */
        ck_assert_int_eq(g1_decode(&a, bytes), LSM_ERR_NOT_ON_CURVE);
        ck_assert(g1_affine_is_infinity(&a));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("g1");
    TCase *tcase = add_case(suite, "g1");

    add_group_tests(tcase);
    tcase_add_test(tcase, test_generator_and_order);
#if CURVE_HAS_TWIST
    tcase_add_test(tcase, test_subgroup_classes);
    tcase_add_test(tcase, test_subgroup_random);
#endif
#if CURVE_HAS_ENDOMORPHISM
    tcase_add_test(tcase, test_endomorphism);
    tcase_add_test(tcase, test_glv_split);
    tcase_add_test(tcase, test_glv_rounding_carry);
    tcase_add_test(tcase, test_every_digit);
#endif
    tcase_add_test(tcase, test_wnaf);
    tcase_add_test(tcase, test_windows);
    tcase_add_test(tcase, test_small_scalars);
    tcase_add_test(tcase, test_scalar_reduce);
    tcase_add_test(tcase, test_encoding);
    return run_suite(suite);
}
