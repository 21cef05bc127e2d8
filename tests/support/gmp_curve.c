/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/gmp_curve.h"

#include <string.h>

void zpoint_init(zpoint *a) {
    a->infinite = 1;
    z2_init(&a->x);
    z2_init(&a->y);
}

void zpoint_clear(zpoint *a) {
    z2_clear(&a->x);
    z2_clear(&a->y);
}

static void zpoint_set(zpoint *r, const zpoint *a) {
    r->infinite = a->infinite;
    z2_set(&r->x, &a->x);
    z2_set(&r->y, &a->y);
}

void zpoint_neg(zpoint *r, const zpoint *a) {
    z2 zero;

    z2_init(&zero);
    zpoint_set(r, a);
    z2_sub(&r->y, &zero, &r->y);
    z2_clear(&zero);
}

void zpoint_add(zpoint *r, const zpoint *a, const zpoint *b) {
    z2 slope, t, x;

    if (a->infinite) {
        zpoint_set(r, b);
        return;
    }
    if (b->infinite) {
        zpoint_set(r, a);
        return;
    }
    z2_init(&slope);
    z2_init(&t);
    z2_init(&x);
    if (z2_eq(&a->x, &b->x)) {
        z2_add(&t, &a->y, &b->y);
        if (z2_is_zero(&t)) {
            r->infinite = 1;
            goto done;
        }
        z2_inv(&t, &t);
        z2_mul(&slope, &a->x, &a->x);
        z2_add(&x, &slope, &slope);
        z2_add(&slope, &slope, &x);
#if CURVE_A_IS_MINUS3 /* a is in the slope of the tangent */
        z2_set_ui(&x, 3, 0);
        z2_sub(&slope, &slope, &x);
#endif
    } else {
        z2_sub(&t, &b->x, &a->x);
        z2_inv(&t, &t);
        z2_sub(&slope, &b->y, &a->y);
    }
    z2_mul(&slope, &slope, &t);
    z2_mul(&x, &slope, &slope);
    z2_sub(&x, &x, &a->x);
    z2_sub(&x, &x, &b->x);
    z2_sub(&t, &a->x, &x);
    z2_mul(&t, &t, &slope);
    z2_sub(&r->y, &t, &a->y);
    z2_set(&r->x, &x);
    r->infinite = 0;
done:
    z2_clear(&slope);
    z2_clear(&t);
    z2_clear(&x);
}

void zpoint_mul(zpoint *r, const zpoint *a, const mpz_t k) {
    zpoint t;

    zpoint_init(&t);
    for (size_t bit = mpz_sizeinbase(k, 2); bit-- > 0;) {
        zpoint_add(&t, &t, &t);
        if (mpz_tstbit(k, bit)) {
            zpoint_add(&t, &t, a);
        }
    }
    zpoint_set(r, &t);
    zpoint_clear(&t);
}

void zpoint_from_g1(zpoint *r, const g1_affine *a) {
    r->infinite = fp_is_zero(&a->x) && fp_is_zero(&a->y);
    z2_set_ui(&r->x, 0, 0);
    z2_set_ui(&r->y, 0, 0);
    gmp_from_fp(r->x.c0, &a->x);
    gmp_from_fp(r->y.c0, &a->y);
}

void zpoint_to_g1(g1_affine *r, const zpoint *a) {
    memset(r, 0, sizeof *r);
    if (!a->infinite) {
        ck_assert(mpz_sgn(a->x.c1) == 0 && mpz_sgn(a->y.c1) == 0);
        gmp_to_fp(&r->x, a->x.c0);
        gmp_to_fp(&r->y, a->y.c0);
    }
}

#if CURVE_HAS_TWIST
void zpoint_from_g2(zpoint *r, const g2_affine *a) {
    r->infinite = fp2_is_zero(&a->x) && fp2_is_zero(&a->y);
    z2_from_fp2(&r->x, &a->x);
    z2_from_fp2(&r->y, &a->y);
}

void zpoint_to_g2(g2_affine *r, const zpoint *a) {
    memset(r, 0, sizeof *r);
    if (!a->infinite) {
        z2_to_fp2(&r->x, &a->x);
        z2_to_fp2(&r->y, &a->y);
    }
}
#endif

void generator_g1(g1_affine *r) {
    r->x = CURVE_G1_X;
    r->y = CURVE_G1_Y;
}

#if CURVE_HAS_TWIST
void generator_g2(g2_affine *r) {
    r->x = CURVE_G2_X;
    r->y = CURVE_G2_Y;
}
#endif

void random_e(g1_affine *r) {
    do {
        random_fp(&r->x);
        fp_sqr(&r->y, &r->x);
        fp_mul(&r->y, &r->y, &r->x);
        fp_add(&r->y, &r->y, &CURVE_B);
#if CURVE_A_IS_MINUS3
        for (int i = 0; i < 3; i++) {
            fp_sub(&r->y, &r->y, &r->x);
        }
#endif
    } while (!fp_sqrt(&r->y, &r->y));
    if (random_below(2)) {
        fp_neg(&r->y, &r->y);
    }
}

#if !CURVE_HAS_TWIST
void random_g1(g1_affine *r) {
    random_e(r);
}
#else
void random_g1(g1_affine *r) {
    mpz_t h1;
    zpoint t;

    mpz_init(h1);
    zpoint_init(&t);
    gmp_from_words(h1, CURVE_COFACTOR_H1, CURVE_H1_LIMBS);
    do {
        random_e(r);
        zpoint_from_g1(&t, r);
        zpoint_mul(&t, &t, h1);
    } while (t.infinite);
    zpoint_to_g1(r, &t);
    zpoint_clear(&t);
    mpz_clear(h1);
}

void random_twist(g2_affine *r) {
    do {
        random_fp2(&r->x);
        fp2_sqr(&r->y, &r->x);
        fp2_mul(&r->y, &r->y, &r->x);
        fp2_add(&r->y, &r->y, &CURVE_TWIST_B);
    } while (!fp2_sqrt(&r->y, &r->y));
    if (random_below(2)) {
        fp2_neg(&r->y, &r->y);
    }
}

void twist_mul(g2_affine *r, const g2_affine *a, const mpz_t k) {
    zpoint t;

    zpoint_init(&t);
    zpoint_from_g2(&t, a);
    zpoint_mul(&t, &t, k);
    zpoint_to_g2(r, &t);
    zpoint_clear(&t);
}

void random_g2(g2_affine *r) {
    mpz_t h2;

    mpz_init(h2);
    gmp_from_words(h2, CURVE_COFACTOR_H2, CURVE_H2_LIMBS);
    do {
        random_twist(r);
        twist_mul(r, r, h2);
    } while (fp2_is_zero(&r->x) && fp2_is_zero(&r->y));
    mpz_clear(h2);
}
#endif

void jacobian_g1(g1 *r, const g1_affine *a) {
    fp z2_, z3;

    if (fp_is_zero(&a->x) && fp_is_zero(&a->y)) {
        random_fp(&r->x);
        random_fp(&r->y);
        r->z = LSM_FP_ZERO;
        return;
    }
    do {
        random_fp(&r->z);
    } while (fp_is_zero(&r->z));
    if (random_below(8) == 0) {
        r->z = LSM_FP_ONE;
    }
    fp_sqr(&z2_, &r->z);
    fp_mul(&z3, &z2_, &r->z);
    fp_mul(&r->x, &a->x, &z2_);
    fp_mul(&r->y, &a->y, &z3);
}

#if CURVE_HAS_TWIST
void jacobian_g2(g2 *r, const g2_affine *a) {
    fp2 zz, zzz;

    if (fp2_is_zero(&a->x) && fp2_is_zero(&a->y)) {
        random_fp2(&r->x);
        random_fp2(&r->y);
        r->z = LSM_FP2_ZERO;
        return;
    }
    do {
        random_fp2(&r->z);
    } while (fp2_is_zero(&r->z));
    if (random_below(8) == 0) {
        r->z = LSM_FP2_ONE;
    }
    fp2_sqr(&zz, &r->z);
    fp2_mul(&zzz, &zz, &r->z);
    fp2_mul(&r->x, &a->x, &zz);
    fp2_mul(&r->y, &a->y, &zzz);
}
#endif

void assert_g1_eq(const g1_affine *got, const g1_affine *want, const char *what) {
    assert_fp_eq(&got->x, &want->x, what);
    assert_fp_eq(&got->y, &want->y, what);
}

#if CURVE_HAS_TWIST
void assert_g2_eq(const g2_affine *got, const g2_affine *want, const char *what) {
    assert_fp2_eq(&got->x, &want->x, what);
    assert_fp2_eq(&got->y, &want->y, what);
}

static void random_zpoint_e(zpoint *r) {
    g1_affine a;

    random_e(&a);
    zpoint_from_g1(r, &a);
}

static void random_zpoint_twist(zpoint *r) {
    g2_affine a;

    random_twist(&a);
    zpoint_from_g2(r, &a);
}

/* Prime factors too large for trial division that some curve of the tests has. Each is tried on every curve. */
static const char *const large_primes[] = {"1875725156269"};

#define FACTORS_MAX 16

/* The distinct factors of n, with their multiplicity folded in: powers[i] is the exact power of factors[i] in n. */
static size_t factor(mpz_t factors[FACTORS_MAX], mpz_t powers[FACTORS_MAX], mpz_t n) {
    size_t count = 0;
    mpz_t q;

    mpz_init(q);
    for (unsigned long d = 3; d < 1UL << 23 && mpz_cmp_ui(n, 1) > 0; d += 2) {
        if (mpz_divisible_ui_p(n, d)) {
            mpz_set_ui(factors[count], d);
            mpz_set_ui(powers[count], 1);
            while (mpz_divisible_ui_p(n, d)) {
                mpz_divexact_ui(n, n, d);
                mpz_mul_ui(powers[count], powers[count], d);
            }
            count++;
        }
    }
    for (size_t i = 0; i < sizeof large_primes / sizeof *large_primes; i++) {
        ck_assert_int_eq(mpz_set_str(q, large_primes[i], 10), 0);
        if (mpz_divisible_p(n, q)) {
            mpz_divexact(n, n, q);
            mpz_set(factors[count], q);
            mpz_set(powers[count++], q);
        }
    }
    if (mpz_cmp_ui(n, 1) > 0) {
        mpz_set(factors[count], n);
        mpz_set(powers[count++], n);
    }
    mpz_clear(q);
    ck_assert_uint_le(count, FACTORS_MAX);
    return count;
}

/* Calls visit with a point of each order class of a group of r*h points, h given by its words. */
static size_t visit_classes(void (*random_point)(zpoint *), const uint64_t *h, size_t h_limbs,
                            void (*visit)(const zpoint *a, int in_group, void *context), void *context) {
    mpz_t factors[FACTORS_MAX], powers[FACTORS_MAX], total, cofactor;
    size_t count, visited = 0;

    mpz_inits(total, cofactor, NULL);
    for (size_t i = 0; i < FACTORS_MAX; i++) {
        mpz_inits(factors[i], powers[i], NULL);
    }
    gmp_from_words(cofactor, h, h_limbs);
    mpz_mul(total, cofactor, gmp_r.modulus);
    count = factor(factors, powers, cofactor);
    mpz_set(factors[count], gmp_r.modulus);
    mpz_set(powers[count++], gmp_r.modulus);
    for (unsigned mask = 1; mask < 1U << count; mask++) {
        int tries = 0;

        mpz_set(cofactor, total); /* total over the full powers kept: clears exactly the other components */
        for (size_t i = 0; i < count; i++) {
            if (mask >> i & 1) {
                mpz_divexact(cofactor, cofactor, powers[i]);
            }
        }
        for (;;) {
            zpoint a, t;
            mpz_t k;
            int exact = 1;

            ck_assert_msg(tries++ < 400, "no point of this order class");
            zpoint_init(&a);
            zpoint_init(&t);
            random_point(&a);
            zpoint_mul(&a, &a, cofactor);
            mpz_init(k);
            for (size_t i = 0; i < count && exact; i++) { /* killed by nothing smaller: all wanted components live */
                if (mask >> i & 1) {
                    mpz_set_ui(k, 1);
                    for (size_t j = 0; j < count; j++) {
                        if (j != i && (mask >> j & 1)) {
                            mpz_mul(k, k, powers[j]);
                        }
                    }
                    zpoint_mul(&t, &a, k);
                    exact = !t.infinite;
                }
            }
            mpz_clear(k);
            if (exact) {
                visit(&a, mask == 1U << (count - 1), context);
                visited++;
            }
            zpoint_clear(&a);
            zpoint_clear(&t);
            if (exact) {
                break;
            }
        }
    }
    mpz_clears(total, cofactor, NULL);
    for (size_t i = 0; i < FACTORS_MAX; i++) {
        mpz_clears(factors[i], powers[i], NULL);
    }
    return visited;
}

/* A visitor of affine points behind one of points over GMP. */
typedef struct {
    class_visitor g2;
    g1_class_visitor g1;
    void *context;
} carried_visitor;

static void carry_to_g2(const zpoint *a, int in_g2, void *context) {
    const carried_visitor *to = context;
    g2_affine affine;

    zpoint_to_g2(&affine, a);
    to->g2(&affine, in_g2, to->context);
}

static void carry_to_g1(const zpoint *a, int in_g1, void *context) {
    const carried_visitor *to = context;
    g1_affine affine;

    zpoint_to_g1(&affine, a);
    to->g1(&affine, in_g1, to->context);
}

size_t visit_order_classes(class_visitor visit, void *context) {
    carried_visitor to = {visit, NULL, context};

    return visit_classes(random_zpoint_twist, CURVE_COFACTOR_H2, CURVE_H2_LIMBS, carry_to_g2, &to);
}

size_t visit_g1_order_classes(g1_class_visitor visit, void *context) {
    carried_visitor to = {NULL, visit, context};

    return visit_classes(random_zpoint_e, CURVE_COFACTOR_H1, CURVE_H1_LIMBS, carry_to_g1, &to);
}
#endif

#if CURVE_HAS_ENDOMORPHISM
void glv_vector(mpz_t row[2], size_t i) {
    mpz_t modulus, lambda, sum;
    int holds = 0;

    mpz_inits(modulus, lambda, sum, NULL);
    mpz_setbit(modulus, 64 * GLV_LIMBS);
    gmp_from_words(lambda, CURVE_LAMBDA.l, LSM_FR_LIMBS);
    for (int signs = 0; signs < 4 && !holds; signs++) {
        for (int j = 0; j < 2; j++) {
            gmp_from_words(row[j], GLV_V[i][j], GLV_LIMBS);
            if (signs >> j & 1) {
                mpz_sub(row[j], row[j], modulus);
            }
        }
        mpz_set(sum, row[0]);
        mpz_addmul(sum, row[1], lambda);
        holds = mpz_divisible_p(sum, gmp_r.modulus) != 0;
    }
    ck_assert_msg(holds, "GLV_V holds no lattice vector");
    mpz_clears(modulus, lambda, sum, NULL);
}
#endif
