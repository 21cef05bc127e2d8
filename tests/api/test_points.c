/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The point calls of the public API: group laws through bytes, aliasing, scalars of any size, pairings, refusals. */
#include "support/runner.h"

#include <string.h>

#include "limbsmith/bn254.h"
#include "limbsmith/evm.h"

/* r as big-endian bytes */
static const uint8_t order[32] = {0x30, 0x64, 0x4e, 0x72, 0xe1, 0x31, 0xa0, 0x29, 0xb8, 0x50, 0x45, 0xb6, 0x81, 0x81,
                                  0x58, 0x5d, 0x28, 0x33, 0xe8, 0x48, 0x79, 0xb9, 0x70, 0x91, 0x43, 0xe1, 0xf5, 0x93,
                                  0xf0, 0x00, 0x00, 0x01};

static void small(uint8_t k[32], uint8_t value) {
    memset(k, 0, 32);
    k[31] = value;
}

static void random_point(lsm_bn254_g1 *p, lsm_bn254_g2 *q) {
    uint8_t k[32];

    random_bytes(k, sizeof k);
    lsm_bn254_g1_generator(p);
    lsm_bn254_g1_mul(p, p, k);
    random_bytes(k, sizeof k);
    lsm_bn254_g2_generator(q);
    lsm_bn254_g2_mul(q, q, k);
}

START_TEST(test_generators) {
    lsm_bn254_g1 g, r;
    lsm_bn254_g2 h, s;
    uint8_t bytes[128];

    lsm_bn254_g1_generator(&g);
    lsm_bn254_g1_encode(bytes, &g);
    for (size_t i = 0; i < 64; i++) {
        ck_assert_uint_eq(bytes[i], i == 31 ? 1 : i == 63 ? 2 : 0);
    }
    lsm_bn254_g2_generator(&h);
    lsm_bn254_g2_encode(bytes, &h);
    ck_assert_uint_eq(bytes[0], 0x19); /* EIP-197: 0x198e9393..., the imaginary part of x */
    ck_assert_uint_eq(bytes[1], 0x8e);
    ck_assert_int_eq(lsm_bn254_g2_in_subgroup(&h), 1);
    lsm_bn254_g1_mul(&r, &g, order); /* r mod r = 0 */
    ck_assert(lsm_bn254_g1_is_infinity(&r));
    lsm_bn254_g2_mul(&s, &h, order);
    ck_assert(lsm_bn254_g2_is_infinity(&s));
    ck_assert(!lsm_bn254_g1_is_infinity(&g) && !lsm_bn254_g2_is_infinity(&h));
    memset(&r, 0, sizeof r);
    ck_assert_msg(lsm_bn254_g1_is_infinity(&r), "all zero words are infinity");
}
END_TEST

/* lambda, a cube root of one modulo r: on both groups [lambda](x, y) = (beta x, y) for a cube root of one beta. */
static const uint8_t lambda[32] = {0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xb3, 0xc4, 0xd7,
                                   0x9d, 0x41, 0xa9, 0x17, 0x58, 0x5b, 0xfc, 0x41, 0x08, 0x8d, 0x8d,
                                   0xaa, 0xa7, 0x8b, 0x17, 0xea, 0x66, 0xb9, 0x9c, 0x90, 0xdd};

/* Points that agree in one coordinate are not equal: P and -P in x, P and [lambda]P in y. */
START_TEST(test_equality) {
    for (int i = 0; i < 10; i++) {
        lsm_bn254_g1 p, r;
        lsm_bn254_g2 q, s;
        uint8_t a[128], b[128];

        random_point(&p, &q);
        ck_assert(lsm_bn254_g1_eq(&p, &p) && lsm_bn254_g2_eq(&q, &q));
        lsm_bn254_g1_mul(&r, &p, lambda);
        lsm_bn254_g1_encode(a, &p);
        lsm_bn254_g1_encode(b, &r);
        ck_assert(memcmp(a, b, 32) != 0 && memcmp(a + 32, b + 32, 32) == 0);
        ck_assert_int_eq(lsm_bn254_g1_eq(&p, &r), 0);
        lsm_bn254_g2_mul(&s, &q, lambda);
        lsm_bn254_g2_encode(a, &q);
        lsm_bn254_g2_encode(b, &s);
        ck_assert(memcmp(a, b, 64) != 0 && memcmp(a + 64, b + 64, 64) == 0);
        ck_assert_int_eq(lsm_bn254_g2_eq(&q, &s), 0);
        lsm_bn254_g1_neg(&r, &p);
        ck_assert_int_eq(lsm_bn254_g1_eq(&p, &r), 0);
        lsm_bn254_g2_neg(&s, &q);
        ck_assert_int_eq(lsm_bn254_g2_eq(&q, &s), 0);
        memset(&r, 0, sizeof r);
        ck_assert(!lsm_bn254_g1_eq(&p, &r) && !lsm_bn254_g1_eq(&r, &p) && lsm_bn254_g1_eq(&r, &r));
        memset(&s, 0, sizeof s);
        ck_assert(!lsm_bn254_g2_eq(&q, &s) && !lsm_bn254_g2_eq(&s, &q) && lsm_bn254_g2_eq(&s, &s));
    }
}
END_TEST

START_TEST(test_g1_laws) {
    for (int i = 0; i < 40; i++) {
        lsm_bn254_g1 a, b, r, s, t;
        lsm_bn254_g2 q;
        uint8_t k[32], one[32], two[32], bytes[64];

        random_point(&a, &q);
        random_point(&b, &q);
        lsm_bn254_g1_add(&r, &a, &b);
        lsm_bn254_g1_add_vartime(&s, &b, &a);
        ck_assert(lsm_bn254_g1_eq(&r, &s));
        t = a;
        lsm_bn254_g1_add(&t, &t, &b);
        ck_assert(lsm_bn254_g1_eq(&t, &r));
        t = b;
        lsm_bn254_g1_add(&t, &a, &t);
        ck_assert(lsm_bn254_g1_eq(&t, &r));
        ck_assert(!lsm_bn254_g1_eq(&r, &a));
        lsm_bn254_g1_neg(&t, &a);
        lsm_bn254_g1_add(&t, &t, &a);
        ck_assert(lsm_bn254_g1_is_infinity(&t));
        lsm_bn254_g1_add(&t, &t, &a); /* O + a */
        ck_assert(lsm_bn254_g1_eq(&t, &a));
        small(two, 2);
        lsm_bn254_g1_add(&r, &a, &a);
        lsm_bn254_g1_mul(&s, &a, two);
        ck_assert(lsm_bn254_g1_eq(&r, &s));
        random_bytes(k, sizeof k);
        lsm_bn254_g1_mul(&r, &a, k);
        lsm_bn254_g1_mul_vartime(&s, &a, k);
        ck_assert(lsm_bn254_g1_eq(&r, &s));
        t = a;
        lsm_bn254_g1_mul(&t, &t, k);
        ck_assert(lsm_bn254_g1_eq(&t, &r));
        lsm_bn254_g1_add(&t, &a, &b); /* k(a + b) = ka + kb */
        lsm_bn254_g1_mul(&t, &t, k);
        lsm_bn254_g1_mul(&s, &b, k);
        lsm_bn254_g1_add(&s, &s, &r);
        ck_assert(lsm_bn254_g1_eq(&s, &t));
        small(one, 1);
        lsm_bn254_g1_mul_vartime(&t, &a, one);
        ck_assert(lsm_bn254_g1_eq(&t, &a));
        lsm_bn254_g1_encode(bytes, &a);
        ck_assert_int_eq(lsm_bn254_g1_decode(&t, bytes), LSM_OK);
        ck_assert(memcmp(&t, &a, sizeof t) == 0);
    }
}
END_TEST

START_TEST(test_g2_laws) {
    for (int i = 0; i < 20; i++) {
        lsm_bn254_g1 p;
        lsm_bn254_g2 a, b, r, s, t;
        uint8_t k[32], two[32], bytes[128];

        random_point(&p, &a);
        random_point(&p, &b);
        lsm_bn254_g2_add(&r, &a, &b);
        lsm_bn254_g2_add_vartime(&s, &b, &a);
        ck_assert(lsm_bn254_g2_eq(&r, &s));
        t = b;
        lsm_bn254_g2_add(&t, &a, &t);
        ck_assert(lsm_bn254_g2_eq(&t, &r));
        lsm_bn254_g2_neg(&t, &a);
        ck_assert(!lsm_bn254_g2_eq(&t, &a));
        lsm_bn254_g2_add(&t, &t, &a);
        ck_assert(lsm_bn254_g2_is_infinity(&t));
        small(two, 2);
        lsm_bn254_g2_add(&r, &a, &a);
        lsm_bn254_g2_mul(&s, &a, two);
        ck_assert(lsm_bn254_g2_eq(&r, &s));
        random_bytes(k, sizeof k);
        lsm_bn254_g2_mul(&r, &a, k);
        lsm_bn254_g2_mul_vartime(&s, &a, k);
        ck_assert(lsm_bn254_g2_eq(&r, &s));
        ck_assert_int_eq(lsm_bn254_g2_in_subgroup(&r), 1);
        lsm_bn254_g2_encode(bytes, &a);
        ck_assert_int_eq(lsm_bn254_g2_decode(&t, bytes), LSM_OK);
        ck_assert(memcmp(&t, &a, sizeof t) == 0);
        ck_assert_int_eq(lsm_bn254_g2_decode_unchecked(&t, bytes), LSM_OK);
        ck_assert(lsm_bn254_g2_eq(&t, &a));
    }
}
END_TEST

START_TEST(test_refusals) {
    uint8_t bytes[128] = {0};
    lsm_bn254_g1 p;
    lsm_bn254_g2 q;

    memset(&p, 0xff, sizeof p);
    ck_assert_int_eq(lsm_bn254_g1_decode(&p, bytes), LSM_OK);
    ck_assert(lsm_bn254_g1_is_infinity(&p));
    memset(&q, 0xff, sizeof q);
    ck_assert_int_eq(lsm_bn254_g2_decode(&q, bytes), LSM_OK);
    ck_assert(lsm_bn254_g2_is_infinity(&q));
    bytes[31] = 1;
    memset(&p, 0xff, sizeof p);
    ck_assert_int_eq(lsm_bn254_g1_decode(&p, bytes), LSM_ERR_NOT_ON_CURVE);
    ck_assert_msg(lsm_bn254_g1_is_infinity(&p), "infinity on an error");
    memset(&q, 0xff, sizeof q);
    ck_assert_int_eq(lsm_bn254_g2_decode(&q, bytes), LSM_ERR_NOT_ON_CURVE);
    ck_assert(lsm_bn254_g2_is_infinity(&q));
    bytes[0] = 0x40;
    ck_assert_int_eq(lsm_bn254_g1_decode(&p, bytes), LSM_ERR_NOT_CANONICAL);
    memset(&q, 0xff, sizeof q);
    ck_assert_int_eq(lsm_bn254_g2_decode(&q, bytes), LSM_ERR_NOT_CANONICAL);
    ck_assert(lsm_bn254_g2_is_infinity(&q));
    {
        /* x = 1 lies on the twist, far outside the subgroup */
        static const uint8_t y[64] = {
            0x0d, 0x12, 0x71, 0x95, 0x3e, 0xd9, 0xea, 0x08, 0x36, 0x84, 0x6e, 0x70, 0xa1, 0x93, 0x41, 0x87,
            0x99, 0x8c, 0x7f, 0x79, 0x0c, 0xb4, 0xd7, 0x51, 0x1b, 0x7f, 0x8d, 0xa8, 0x2d, 0xe0, 0x48, 0xa4,
            0x28, 0x69, 0x11, 0x1d, 0x53, 0x81, 0xf0, 0x72, 0xf8, 0xe2, 0x72, 0x8f, 0xdb, 0x82, 0x5a, 0x51,
            0xaa, 0xdd, 0x70, 0xe5, 0x2c, 0x98, 0x30, 0xe9, 0xab, 0x4b, 0x87, 0x1c, 0x05, 0x31, 0xf1, 0xbb};

        memset(bytes, 0, 64);
        bytes[63] = 1;
        memcpy(bytes + 64, y, sizeof y);
        memset(&q, 0xff, sizeof q);
        ck_assert_int_eq(lsm_bn254_g2_decode(&q, bytes), LSM_ERR_NOT_IN_SUBGROUP);
        ck_assert(lsm_bn254_g2_is_infinity(&q));
        ck_assert_int_eq(lsm_bn254_g2_decode_unchecked(&q, bytes), LSM_OK);
        ck_assert_int_eq(lsm_bn254_g2_in_subgroup(&q), 0);
    }
}
END_TEST

START_TEST(test_pairing_check) {
    lsm_bn254_g1 p[6];
    lsm_bn254_g2 q[6];
    uint8_t a[32], b[32];

    ck_assert_int_eq(lsm_bn254_pairing_check(NULL, NULL, 0), 1);
    random_point(&p[0], &q[0]);
    ck_assert_int_eq(lsm_bn254_pairing_check(p, q, 1), 0);
    for (int i = 0; i < 10; i++) { /* e(aP, bQ) e(-bP, aQ) */
        random_point(&p[0], &q[0]);
        random_bytes(a, sizeof a);
        random_bytes(b, sizeof b);
        lsm_bn254_g1_mul(&p[1], &p[0], b);
        lsm_bn254_g1_neg(&p[1], &p[1]);
        lsm_bn254_g2_mul(&q[1], &q[0], a);
        lsm_bn254_g1_mul(&p[0], &p[0], a);
        lsm_bn254_g2_mul(&q[0], &q[0], b);
        ck_assert_int_eq(lsm_bn254_pairing_check(p, q, 2), 1);
        memset(&p[2], 0, sizeof p[2]); /* infinity in either place changes nothing */
        q[2] = q[0];
        p[3] = p[0];
        memset(&q[3], 0, sizeof q[3]);
        ck_assert_int_eq(lsm_bn254_pairing_check(p, q, 4), 1);
        ck_assert_int_eq(lsm_bn254_pairing_check(p + 2, q + 2, 2), 1);
        p[4] = p[0];
        q[4] = q[1];
        ck_assert_int_eq(lsm_bn254_pairing_check(p, q, 5), 0);
        lsm_bn254_g1_neg(&p[1], &p[1]);
        ck_assert_int_eq(lsm_bn254_pairing_check(p, q, 2), 0);
    }
}
END_TEST

/*
 * A false product stays false wherever infinity stands, at the end of the call above all: there the pairs that wait for
 * a full batch (of 8 pairs at present) must be run all the same.
 */
START_TEST(test_pairing_check_infinity) {
    static const size_t counts[] = {1, 2, 3, 8, 9, 10, 16, 17, 18};
    lsm_bn254_g1 p[18], none1;
    lsm_bn254_g2 q[18], none2;

    memset(&none1, 0, sizeof none1);
    memset(&none2, 0, sizeof none2);
    for (size_t i = 0; i < 18; i++) { /* e(G, H)^n is not one for 0 < n < r */
        lsm_bn254_g1_generator(&p[i]);
        lsm_bn254_g2_generator(&q[i]);
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const size_t n = counts[i], places[] = {0, n / 2, n - 1};

        ck_assert_int_eq(lsm_bn254_pairing_check(p, q, n), 0);
        for (size_t j = 0; j < 3; j++) {
            lsm_bn254_g1 *first = &p[places[j]];
            lsm_bn254_g2 *second = &q[places[j]];

            *first = none1;
            ck_assert_int_eq(lsm_bn254_pairing_check(p, q, n), n == 1);
            *second = none2;
            ck_assert_int_eq(lsm_bn254_pairing_check(p, q, n), n == 1);
            lsm_bn254_g1_generator(first);
            ck_assert_int_eq(lsm_bn254_pairing_check(p, q, n), n == 1);
            lsm_bn254_g2_generator(second);
        }
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("points");
    TCase *tcase = add_case(suite, "points");

    tcase_add_test(tcase, test_generators);
    tcase_add_test(tcase, test_equality);
    tcase_add_test(tcase, test_g1_laws);
    tcase_add_test(tcase, test_g2_laws);
    tcase_add_test(tcase, test_refusals);
    tcase_add_test(tcase, test_pairing_check);
    tcase_add_test(tcase, test_pairing_check_infinity);
    return run_suite(suite);
}
