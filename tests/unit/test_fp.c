/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The base field against GMP, and its square root. */
#include <string.h>

#include "support/gmp_field.h"

#define FIELD fp
#define RAW fp_raw
#define F(name) fp_##name
#define FU(name) LSM_FP_##name
#define MODULUS gmp_p
#define TO_FIELD gmp_to_fp
#define FROM_FIELD gmp_from_fp
#define REDUCED fp_reduced
#define RANDOM random_fp
#include "support/field_laws.inc"

static void check_sqrt(const fp *a) {
    fp root, square, alias = *a;
    mpz_t v;
    int found, legendre;

    mpz_init(v);
    gmp_from_fp(v, a);
    legendre = mpz_legendre(v, gmp_p.modulus);
    memset(&root, 0xa5, sizeof root);
    found = fp_sqrt(&root, a);
    ck_assert_int_eq(found, legendre >= 0);
    ck_assert(fp_reduced(&root));
    if (found) {
        fp_sqr(&square, &root);
        ck_assert(fp_eq(&square, a));
    } else {
        ck_assert_msg(fp_is_zero(&root), "no root: the result is 0");
    }
    ck_assert_int_eq(fp_sqrt(&alias, &alias), found);
    ck_assert(memcmp(&alias, &root, sizeof root) == 0);
    mpz_clear(v);
}

START_TEST(test_sqrt) {
    for (size_t i = 0; i < sample_count; i++) {
        check_sqrt(&sample[i]);
    }
    for (int i = 0; i < 1000; i++) {
        fp a;

        random_fp(&a);
        check_sqrt(&a);
        fp_sqr(&a, &a);
        check_sqrt(&a);
    }
}
END_TEST

int main(void) {
    TCase *tcase;
    Suite *suite = field_suite("fp", &tcase);

    tcase_add_test(tcase, test_sqrt);
    return run_suite(suite);
}
