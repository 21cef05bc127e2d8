/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The test of the exhaustive test: the engine compiled with the line form of the folded subgroup test, which the
 * generator refuses for this seed. If the forced form accepted no wrong point, the exhaustive test would prove nothing
 * about the choice.
 */
#include "exhaustive/toy.h"

#include <stdio.h>

#include "pairing/miller_loop.h"

static size_t accepted, accepted_wrongly;

static void count_accepted(const g2_affine *a) {
    fp12 f;

    if (miller_loop_checked_vartime(&f, &multiple1[1], a, 1)) {
        accepted++;
        accepted_wrongly += (size_t)!among_multiples(a);
    } else {
        ck_assert_msg(!among_multiples(a), "a point of the group refused");
    }
}

START_TEST(test_forced_form_is_unsound) {
    ck_assert_int_eq(SUBGROUP_FOLD, SUBGROUP_FOLD_LINE);
    (void)visit_twist(count_accepted);
    printf("forced line form: accepts %zu of %zu points of G2 and %zu points outside\n", accepted - accepted_wrongly,
           order - 1, accepted_wrongly);
    ck_assert_uint_eq(accepted - accepted_wrongly, order - 1);
    ck_assert_uint_gt(accepted_wrongly, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exhaustive");
    TCase *tcase = add_case(suite, "exhaustive");

    tcase_add_checked_fixture(tcase, toy_setup, NULL);
    tcase_add_test(tcase, test_forced_form_is_unsound);
    return run_suite(suite);
}
