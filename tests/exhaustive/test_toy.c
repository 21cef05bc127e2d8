/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Everything there is, on a toy curve: the whole group table of G1, every scalar on every point, every encoding, every
 * pairing, and the subgroup test on every point of the twist.
 */
#include "exhaustive/toy.h"
#include "support/gmp_tower.h"

#include <string.h>

#include "curve/encode.h"
#include "engine/evm.h"
#include "pairing/final_exp.h"
#include "pairing/miller_loop.h"

/* All (x, y): r*h1 lie on E with infinity, and exactly the multiples of G are in G1. */
START_TEST(test_g1_points) {
    size_t on = 1;

    for (size_t x = 0; x < prime; x++) {
        for (size_t y = 0; y < prime; y++) {
            g1_affine a;

            element(&a.x, x);
            element(&a.y, y);
            if (x == 0 && y == 0) {
                ck_assert(g1_affine_on_curve(&a) && g1_affine_is_infinity(&a));
                continue;
            }
            if (g1_affine_on_curve(&a)) {
                size_t i = 1;

                while (i < order && memcmp(&a, &multiple1[i], sizeof a) != 0) {
                    i++;
                }
                ck_assert_int_eq(g1_in_subgroup_vartime(&a), i < order);
                ck_assert_int_eq(g1_in_subgroup_ref(&a), i < order);
                on++;
            }
        }
    }
    ck_assert_uint_eq(on, order * cofactor1);
}
END_TEST

START_TEST(test_g1_table) {
    for (size_t i = 0; i < order; i++) {
        for (size_t j = 0; j < order; j++) {
            const g1_affine *want = &multiple1[(i + j) % order];
            g1_affine r;
            g1 p, q, s;

            jacobian_g1(&p, &multiple1[i]);
            jacobian_g1(&q, &multiple1[j]);
            g1_add(&s, &p, &q);
            g1_to_affine(&r, &s);
            assert_g1_eq(&r, want, "add");
            g1_add_vartime(&s, &p, &q);
            g1_to_affine(&r, &s);
            assert_g1_eq(&r, want, "add_vartime");
            g1_add_affine(&s, &p, &multiple1[j]);
            g1_to_affine(&r, &s);
            assert_g1_eq(&r, want, "add_affine");
            g1_add_affine_vartime(&s, &p, &multiple1[j]);
            g1_to_affine(&r, &s);
            assert_g1_eq(&r, want, "add_affine_vartime");
            g1_affine_add_vartime(&r, &multiple1[i], &multiple1[j]);
            assert_g1_eq(&r, want, "affine_add_vartime");
        }
    }
}
END_TEST

START_TEST(test_all_scalars) {
    for (size_t i = 0; i < order; i++) {
        for (size_t k = 0; k < order; k++) {
            const fr_raw scalar = {{k}};
            g1_affine r1;
            g2_affine r2;
            g1 p;
            g2 q;

            g1_mul(&p, &multiple1[i], &scalar);
            g1_to_affine(&r1, &p);
            assert_g1_eq(&r1, &multiple1[i * k % order], "g1_mul");
            g1_mul_vartime(&p, &multiple1[i], &scalar);
            g1_to_affine(&r1, &p);
            assert_g1_eq(&r1, &multiple1[i * k % order], "g1_mul_vartime");
            g2_mul(&q, &multiple2[i], &scalar);
            g2_to_affine(&r2, &q);
            assert_g2_eq(&r2, &multiple2[i * k % order], "g2_mul");
            g2_mul_vartime(&q, &multiple2[i], &scalar);
            g2_to_affine(&r2, &q);
            assert_g2_eq(&r2, &multiple2[i * k % order], "g2_mul_vartime");
        }
    }
}
END_TEST

/* Coordinates of one byte: every encoding there is. Of two: every pair of them below the next power of two. */
#define ENCODED (LSM_FP_BYTES == 1 ? 256U : 1U << LSM_FP_BITS)

static void store(uint8_t out[LSM_FP_BYTES], size_t value) {
    for (size_t i = LSM_FP_BYTES; i-- > 0; value >>= 8) {
        out[i] = (uint8_t)value;
    }
}

/* Encodings of a G1 point: canonical first, then the curve. */
START_TEST(test_g1_encodings) {
    size_t valid = 0;

    for (size_t first = 0; first < ENCODED; first++) {
        for (size_t second = 0; second < ENCODED; second++) {
            uint8_t in[G1_BYTES];
            g1_affine a, b;
            lsm_status want;

            store(in, first);
            store(in + LSM_FP_BYTES, second);
            memset(&a, 0xa5, sizeof a);
            element(&b.x, first % prime);
            element(&b.y, second % prime);
            want = first >= prime || second >= prime ? LSM_ERR_NOT_CANONICAL
                   : g1_affine_on_curve(&b)          ? LSM_OK
                                                     : LSM_ERR_NOT_ON_CURVE;
            ck_assert_int_eq(g1_decode(&a, in), want);
            if (want == LSM_OK) {
                uint8_t out[G1_BYTES];

                g1_encode(out, &a);
                ck_assert(memcmp(in, out, sizeof out) == 0);
                valid++;
            } else {
                ck_assert(g1_affine_is_infinity(&a));
            }
        }
    }
    ck_assert_uint_eq(valid, order * cofactor1);
}
END_TEST

/* All pairings against the powers of e(G1, G2), which are multiplied up one by one. */
START_TEST(test_pairing_table) {
    static fp12 power[MAX_ORDER];

    fp12_set_one(&power[0]);
    miller_loop(&power[1], &multiple1[1], &multiple2[1], 1);
    final_exp(&power[1], &power[1]);
    for (size_t i = 2; i < order; i++) {
        fp12_mul_ref(&power[i], &power[i - 1], &power[1]);
        ck_assert_msg(!fp12_is_one(&power[i]), "e(G1, G2) has too small an order");
    }
    for (size_t i = 1; i < order; i++) {
        for (size_t j = 1; j < order; j++) {
            fp12 f;

            miller_loop(&f, &multiple1[i], &multiple2[j], 1);
            ck_assert_int_eq(final_exp_is_one_vartime(&f), 0);
            final_exp(&f, &f);
            assert_fp12_eq(&f, &power[i * j % order], "e(iG, jQ) = e(G, Q)^(ij)");
        }
    }
}
END_TEST

/* The same through the bytes of the pairing call, infinity included; then pairs of pairs. */
START_TEST(test_pairing_call) {
    for (size_t i = 0; i < order; i++) {
        for (size_t j = 0; j < order; j++) {
            uint8_t in[2 * (G1_BYTES + G2_BYTES)];
            size_t bad_item;
            int is_one = -1;

            g1_encode(in, &multiple1[i]);
            g2_encode(in + G1_BYTES, &multiple2[j]);
            ck_assert_int_eq(evm_pairing(&is_one, in, 1, &bad_item), LSM_OK);
            ck_assert_int_eq(is_one, i * j % order == 0);
            for (size_t k = 0; k < 3; k++) { /* e(iG, jQ) e(mG, nQ) = 1 exactly if ij + mn = 0 */
                const size_t m = k == 0 ? (order - i * j % order) % order : random_below(order);
                const size_t n = k == 0 ? 1 : random_below(order);

                g1_encode(in + G1_BYTES + G2_BYTES, &multiple1[m]);
                g2_encode(in + 2 * G1_BYTES + G2_BYTES, &multiple2[n]);
                ck_assert_int_eq(evm_pairing(&is_one, in, 2, &bad_item), LSM_OK);
                ck_assert_int_eq(is_one, (i * j + m * n) % order == 0);
            }
        }
    }
}
END_TEST

static size_t accepted;

static void check_twist_point(const g2_affine *a) {
    const int inside = among_multiples(a);
    uint8_t in[3 * (G1_BYTES + G2_BYTES)];
    const size_t step = G1_BYTES + G2_BYTES, place = random_below(3);
    size_t bad_item = 99;
    int is_one;
    fp12 f;

    ck_assert(g2_affine_on_curve(a));
    ck_assert_int_eq(g2_in_subgroup_ref(a), inside);
    ck_assert_int_eq(g2_in_subgroup_vartime(a), inside);
    ck_assert_int_eq(g2_in_subgroup_seed_vartime(a), inside);
    ck_assert_int_eq(miller_loop_checked_vartime(&f, &multiple1[1 + random_below(order - 1)], a, 1), inside);
    accepted += (size_t)inside;

    /* calls of three pairs: on every point of a small twist, and of a large one on all of G2 and some of the others */
    if (LSM_FP_BYTES > 1 && !inside && random_below(32) != 0) {
        return;
    }
    for (size_t i = 0; i < 3; i++) { /* in a call of three pairs, beside infinity and beside good points */
        g1_encode(in + i * step, &multiple1[random_below(order)]);
        g2_encode(in + i * step + G1_BYTES, i == place ? a : &multiple2[random_below(order)]);
    }
    ck_assert_int_eq(evm_pairing(&is_one, in, 3, &bad_item), inside ? LSM_OK : LSM_ERR_NOT_IN_SUBGROUP);
    ck_assert(inside || bad_item == place);
    if (place < 2) { /* and before a pair that does not decode: the point in the wrong group still comes first */
        memset(in + 2 * step, 0xff, step);
        ck_assert_int_eq(evm_pairing(&is_one, in, 3, &bad_item),
                         inside ? LSM_ERR_NOT_CANONICAL : LSM_ERR_NOT_IN_SUBGROUP);
        ck_assert_uint_eq(bad_item, inside ? 2 : place);
    }
}

/* All r*h2 points of the twist: the form the generator chose accepts exactly the group of order r. */
START_TEST(test_twist) {
    mpz_t total;

    mpz_init(total);
    gmp_from_words(total, CURVE_COFACTOR_H2, CURVE_H2_LIMBS);
    mpz_mul(total, total, gmp_r.modulus);
    ck_assert_uint_eq(visit_twist(check_twist_point) + 1, mpz_get_ui(total));
    ck_assert_uint_eq(accepted + 1, order);
    mpz_clear(total);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("exhaustive");
    TCase *tcase = add_case(suite, "exhaustive");

    tcase_add_checked_fixture(tcase, toy_setup, NULL);
    tcase_add_test(tcase, test_g1_points);
    tcase_add_test(tcase, test_g1_table);
    tcase_add_test(tcase, test_all_scalars);
    tcase_add_test(tcase, test_g1_encodings);
    tcase_add_test(tcase, test_pairing_table);
    tcase_add_test(tcase, test_pairing_call);
    tcase_add_test(tcase, test_twist);
    return run_suite(suite);
}
