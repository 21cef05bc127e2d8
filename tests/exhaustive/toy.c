/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "exhaustive/toy.h"

#include <string.h>

size_t order, prime, cofactor1;
g1_affine multiple1[MAX_ORDER];
g2_affine multiple2[MAX_ORDER];

void toy_setup(void) {
    zpoint g, t;

    gmp_field_setup();
    order = mpz_get_ui(gmp_r.modulus);
    prime = mpz_get_ui(gmp_p.modulus);
    cofactor1 = (size_t)CURVE_COFACTOR_H1[0];
    zpoint_init(&g);
    zpoint_init(&t);
    generator_g1(&multiple1[1]);
    zpoint_from_g1(&g, &multiple1[1]);
    for (size_t i = 0; i < order; i++) {
        zpoint_to_g1(&multiple1[i], &t);
        zpoint_add(&t, &t, &g);
    }
    ck_assert_msg(t.infinite, "G1 generator has another order");
    generator_g2(&multiple2[1]);
    zpoint_from_g2(&g, &multiple2[1]);
    for (size_t i = 0; i < order; i++) {
        zpoint_to_g2(&multiple2[i], &t);
        zpoint_add(&t, &t, &g);
    }
    ck_assert_msg(t.infinite, "G2 generator has another order");
    zpoint_clear(&g);
    zpoint_clear(&t);
}

void element(fp *r, size_t value) {
    mpz_t v;

    mpz_init_set_ui(v, value);
    gmp_to_fp(r, v);
    mpz_clear(v);
}

int among_multiples(const g2_affine *a) {
    for (size_t i = 0; i < order; i++) {
        if (memcmp(a, &multiple2[i], sizeof *a) == 0) {
            return 1;
        }
    }
    return 0;
}

size_t visit_twist(void (*visit)(const g2_affine *)) {
    size_t points = 0;

    for (size_t x0 = 0; x0 < prime; x0++) {
        for (size_t x1 = 0; x1 < prime; x1++) {
            g2_affine a;
            fp2 t;

            element(&a.x.c0, x0);
            element(&a.x.c1, x1);
            fp2_sqr(&t, &a.x);
            fp2_mul(&t, &t, &a.x);
            fp2_add(&t, &t, &CURVE_TWIST_B);
            if (fp2_sqrt(&a.y, &t)) {
                visit(&a);
                points++;
                if (!fp2_is_zero(&a.y)) {
                    fp2_neg(&a.y, &a.y);
                    visit(&a);
                    points++;
                }
            }
        }
    }
    return points;
}
