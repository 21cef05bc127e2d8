/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The generator's known answers of a curve without a pairing, from its own slow arithmetic: bytes in, bytes out. */
#include <string.h>

#include "support/gmp_curve.h"

#include "curve/encode.h"
#include "vectors.h"

static void assert_encodes(const g1 *a, const uint8_t expected[G1_BYTES]) {
    uint8_t bytes[G1_BYTES];
    g1_affine p;

    g1_to_affine(&p, a);
    g1_encode(bytes, &p);
    ck_assert(memcmp(bytes, expected, sizeof bytes) == 0);
}

START_TEST(test_answers) {
    const size_t size = sizeof VEC_MUL_IN - G1_BYTES;
    g1_affine a, b;
    fr_raw k;
    mpz_t v;
    g1 r;

    ck_assert_int_eq(g1_decode(&a, VEC_ADD_IN), LSM_OK);
    ck_assert_int_eq(g1_decode(&b, VEC_ADD_IN + G1_BYTES), LSM_OK);
    g1_from_affine(&r, &a);
    g1_add_affine(&r, &r, &b);
    assert_encodes(&r, VEC_ADD_OUT);

    ck_assert_int_eq(g1_decode(&a, VEC_MUL_IN), LSM_OK);
    mpz_init(v);
    mpz_import(v, size, 1, 1, 0, 0, VEC_MUL_IN + G1_BYTES);
    gmp_to_words(k.l, LSM_FR_LIMBS, v);
    mpz_clear(v);
    g1_mul(&r, &a, &k);
    assert_encodes(&r, VEC_MUL_OUT);
    g1_mul_vartime(&r, &a, &k);
    assert_encodes(&r, VEC_MUL_OUT);
    ck_assert(memcmp(VEC_MUL_OUT, VEC_ADD_OUT, G1_BYTES) != 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("answers");

    tcase_add_test(add_case(suite, "answers"), test_answers);
    return run_suite(suite);
}
