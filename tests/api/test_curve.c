/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The public header of one curve, whichever it is: known answers, group laws through bytes, refusals; pairings, if it has
 * them.
 */
#include "support/runner.h"

#include <string.h>

#include "api/curve.h"
#include "limbsmith/version.h"
#include "vectors.h"

typedef API(g1) g1_point;

/* A point of the group, not a small multiple of the generator, and a scalar. */
static void random_g1(g1_point *p, uint8_t k[API_SCALAR_BYTES]) {
    uint8_t l[API_SCALAR_BYTES];

    random_bytes(l, sizeof l);
    API(g1_generator)(p);
    API(g1_mul)(p, p, l);
    random_bytes(k, API_SCALAR_BYTES);
}

START_TEST(test_known_answers) {
    uint8_t scalar[API_SCALAR_BYTES] = {0}, bytes[API_G1_BYTES];
    const size_t len = sizeof VEC_MUL_IN - API_G1_BYTES;
    g1_point a, b, r;

    ck_assert_int_eq(API(selftest)(), LSM_OK);
    ck_assert_int_eq(API(g1_decode)(&a, VEC_ADD_IN), LSM_OK);
    ck_assert_int_eq(API(g1_decode)(&b, VEC_ADD_IN + API_G1_BYTES), LSM_OK);
    API(g1_add)(&r, &a, &b);
    API(g1_encode)(bytes, &r);
    ck_assert(memcmp(bytes, VEC_ADD_OUT, sizeof bytes) == 0);
    memcpy(scalar + sizeof scalar - len, VEC_MUL_IN + API_G1_BYTES, len);
    ck_assert_int_eq(API(g1_decode)(&a, VEC_MUL_IN), LSM_OK);
    API(g1_mul)(&r, &a, scalar);
    API(g1_encode)(bytes, &r);
    ck_assert(memcmp(bytes, VEC_MUL_OUT, sizeof bytes) == 0);
}
END_TEST

START_TEST(test_laws) {
    for (int i = 0; i < 10; i++) {
        uint8_t k[API_SCALAR_BYTES], bytes[API_G1_BYTES];
        g1_point a, b, r, s, t;

        random_g1(&a, k);
        random_g1(&b, k);
        API(g1_add)(&r, &a, &b);
        API(g1_mul)(&r, &r, k); /* k(a + b) = ka + kb */
        API(g1_mul_vartime)(&s, &a, k);
        API(g1_mul_vartime)(&t, &b, k);
        API(g1_add_vartime)(&s, &s, &t);
        ck_assert(API(g1_eq)(&r, &s) && !API(g1_eq)(&r, &a));
        API(g1_neg)(&t, &r);
        API(g1_add)(&t, &t, &s);
        ck_assert(API(g1_is_infinity)(&t) && !API(g1_is_infinity)(&r));
        API(g1_encode)(bytes, &r);
        ck_assert_int_eq(API(g1_decode)(&t, bytes), LSM_OK);
        ck_assert(API(g1_eq)(&t, &r));
    }
}
END_TEST

START_TEST(test_refusals) {
    uint8_t bytes[API_G1_BYTES], zeros[API_G1_BYTES] = {0};
    g1_point a;

    memset(&a, 0xff, sizeof a);
    memcpy(bytes, VEC_ADD_IN, API_G1_BYTES);
    bytes[API_G1_BYTES - 1] ^= 1;
    ck_assert_int_eq(API(g1_decode)(&a, bytes), LSM_ERR_NOT_ON_CURVE);
    ck_assert(API(g1_is_infinity)(&a));
    memset(bytes, 0xff, sizeof bytes);
    memset(&a, 0xff, sizeof a);
    ck_assert_int_eq(API(g1_decode)(&a, bytes), LSM_ERR_NOT_CANONICAL);
    ck_assert(API(g1_is_infinity)(&a));
    memset(&a, 0xff, sizeof a);
    ck_assert_int_eq(API(g1_decode)(&a, zeros), LSM_OK);
    ck_assert(API(g1_is_infinity)(&a));
#if API_G1_COFACTOR
    memset(&a, 0xff, sizeof a);
    ck_assert_int_eq(API(g1_decode)(&a, VEC_OUTSIDE_G1_IN), LSM_ERR_NOT_IN_SUBGROUP);
    ck_assert(API(g1_is_infinity)(&a));
    ck_assert_int_eq(API(g1_decode_unchecked)(&a, VEC_OUTSIDE_G1_IN), LSM_OK);
    ck_assert_int_eq(API(g1_in_subgroup)(&a), 0);
    API(g1_generator)(&a);
    ck_assert_int_eq(API(g1_in_subgroup)(&a), 1);
    memcpy(bytes, VEC_OUTSIDE_G1_IN, API_G1_BYTES);
    bytes[API_G1_BYTES - 1] ^= 1;
    ck_assert_int_eq(API(g1_decode_unchecked)(&a, bytes), LSM_ERR_NOT_ON_CURVE);
#endif
}
END_TEST

#if API_HAS_PAIRING

typedef API(g2) g2_point;

static void random_g2(g2_point *q, uint8_t k[API_SCALAR_BYTES]) {
    uint8_t l[API_SCALAR_BYTES];

    random_bytes(l, sizeof l);
    API(g2_generator)(q);
    API(g2_mul)(q, q, l);
    random_bytes(k, API_SCALAR_BYTES);
}

START_TEST(test_known_pairings) {
    g1_point p[2];
    g2_point q[2];

    for (int wrong = 0; wrong < 2; wrong++) {
        const uint8_t *in = wrong ? VEC_PAIRING_FALSE_IN : VEC_PAIRING_TRUE_IN;

        for (size_t i = 0; i < 2; i++) {
            ck_assert_int_eq(API(g1_decode)(&p[i], in + i * (API_G1_BYTES + API_G2_BYTES)), LSM_OK);
            ck_assert_int_eq(API(g2_decode)(&q[i], in + i * (API_G1_BYTES + API_G2_BYTES) + API_G1_BYTES), LSM_OK);
        }
        ck_assert_int_eq(API(pairing_check)(p, q, 2), !wrong);
    }
}
END_TEST

START_TEST(test_g2_laws) {
    for (int i = 0; i < 10; i++) {
        uint8_t k[API_SCALAR_BYTES], bytes[API_G2_BYTES];
        g2_point c, d, u, v, w;

        random_g2(&c, k);
        random_g2(&d, k);
        API(g2_add)(&u, &c, &d);
        API(g2_mul)(&u, &u, k);
        API(g2_mul_vartime)(&v, &c, k);
        API(g2_mul_vartime)(&w, &d, k);
        API(g2_add_vartime)(&v, &v, &w);
        ck_assert(API(g2_eq)(&u, &v) && !API(g2_eq)(&u, &c));
        API(g2_neg)(&w, &u);
        API(g2_add)(&w, &w, &v);
        ck_assert(API(g2_is_infinity)(&w) && !API(g2_is_infinity)(&u));
        ck_assert_int_eq(API(g2_in_subgroup)(&u), 1);
        API(g2_encode)(bytes, &u);
        ck_assert_int_eq(API(g2_decode)(&w, bytes), LSM_OK);
        ck_assert(API(g2_eq)(&w, &u));
    }
}
END_TEST

/* e(ka, c) e(-a, kc) = 1, and not with k + 1 on one side. */
START_TEST(test_bilinear) {
    for (int i = 0; i < 5; i++) {
        uint8_t k[API_SCALAR_BYTES];
        g1_point a, p[2];
        g2_point c, q[2];

        random_g1(&a, k);
        random_g2(&c, k);
        API(g1_mul)(&p[0], &a, k);
        API(g1_neg)(&p[1], &a);
        q[0] = c;
        API(g2_mul)(&q[1], &c, k);
        ck_assert_int_eq(API(pairing_check)(p, q, 2), 1);
        API(g2_add)(&q[1], &q[1], &c);
        ck_assert_int_eq(API(pairing_check)(p, q, 2), 0);
        ck_assert_int_eq(API(pairing_check)(p, q, 1), 0);
        ck_assert_int_eq(API(pairing_check)(NULL, NULL, 0), 1);
    }
}
END_TEST

START_TEST(test_g2_refusals) {
    uint8_t bytes[API_G2_BYTES];
    const uint8_t *outside = VEC_OUTSIDE_IN + API_G1_BYTES;
    g2_point c;

    memset(&c, 0xff, sizeof c);
    ck_assert_int_eq(API(g2_decode)(&c, outside), LSM_ERR_NOT_IN_SUBGROUP);
    ck_assert(API(g2_is_infinity)(&c));
    ck_assert_int_eq(API(g2_decode_unchecked)(&c, outside), LSM_OK);
    ck_assert_int_eq(API(g2_in_subgroup)(&c), 0);
    memcpy(bytes, outside, sizeof bytes);
    bytes[sizeof bytes - 1] ^= 1;
    ck_assert_int_eq(API(g2_decode_unchecked)(&c, bytes), LSM_ERR_NOT_ON_CURVE);
    ck_assert(API(g2_is_infinity)(&c));
    memset(bytes, 0xff, sizeof bytes);
    memset(&c, 0xff, sizeof c);
    ck_assert_int_eq(API(g2_decode)(&c, bytes), LSM_ERR_NOT_CANONICAL);
    ck_assert(API(g2_is_infinity)(&c));
}
END_TEST

#endif

/* The library says that it holds this curve, and which engine it uses. */
START_TEST(test_names) {
    int found = 0;

    for (size_t i = 0; i < lsm_curve_count(); i++) {
        found += strcmp(lsm_curve_name_at(i), API_CURVE_NAME) == 0;
    }
    ck_assert_int_eq(found, 1);
    ck_assert_ptr_null(lsm_curve_name_at(lsm_curve_count()));
    ck_assert(strlen(API(engine_name)()) > 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("curve");
    TCase *points = add_case(suite, API_CURVE_NAME);

    tcase_add_test(points, test_known_answers);
    tcase_add_test(points, test_laws);
    tcase_add_test(points, test_refusals);
#if API_HAS_PAIRING
    tcase_add_test(points, test_known_pairings);
    tcase_add_test(points, test_g2_laws);
    tcase_add_test(points, test_bilinear);
    tcase_add_test(points, test_g2_refusals);
#endif
    tcase_add_test(points, test_names);
    return run_suite(suite);
}
