/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The guard of the line form of the folded subgroup test, on the seed whose loop needs it: points of order 13 meet an
 * exceptional addition in the loop of bn256, which leaves T = (0, 0, 0), through which every line passes. The engine is
 * compiled with the line form, which the generator does not take here, because no curve that has it has such points.
 */
#include "support/gmp_curve.h"

#include "pairing/miller_loop.h"

#define EXCEPTIONAL_ORDER 13

START_TEST(test_exceptional_points_are_refused) {
    g1_affine p;
    g2_affine q;
    mpz_t cofactor;
    fp12 f;
    size_t met = 0;

    ck_assert_int_eq(SUBGROUP_FOLD, SUBGROUP_FOLD_LINE);
    generator_g1(&p);
    mpz_init(cofactor);
    gmp_from_words(cofactor, CURVE_COFACTOR_H2, CURVE_H2_LIMBS);
    mpz_mul(cofactor, cofactor, gmp_r.modulus);
    ck_assert(mpz_divisible_ui_p(cofactor, EXCEPTIONAL_ORDER));
    mpz_divexact_ui(cofactor, cofactor, EXCEPTIONAL_ORDER);
    for (int i = 0; i < 20; i++) {
        random_twist(&q);
        twist_mul(&q, &q, cofactor);
        if (!g2_affine_is_infinity(&q)) {
            ck_assert_int_eq(miller_loop_checked_vartime(&f, &p, &q, 1), 0);
            met++;
        }
        random_g2(&q);
        ck_assert_int_eq(miller_loop_checked_vartime(&f, &p, &q, 1), 1);
    }
    ck_assert_uint_gt(met, 0);
    mpz_clear(cofactor);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("line guard");
    TCase *tcase = add_case(suite, "line guard");

    tcase_add_checked_fixture(tcase, gmp_field_setup, NULL);
    tcase_add_test(tcase, test_exceptional_points_are_refused);
    return run_suite(suite);
}
