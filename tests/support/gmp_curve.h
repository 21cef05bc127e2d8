/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Affine points on GMP integers, by chord and tangent: the reference of both groups (G1 embeds with zero imaginary
 * parts; the formulas never look at the constant of the curve). And makers of points for the tests.
 */
#ifndef LSM_TESTS_GMP_CURVE_H
#define LSM_TESTS_GMP_CURVE_H

#include "support/gmp_field.h"

#include "curve/g1.h"
#if CURVE_HAS_TWIST
#include "curve/g2.h"
#endif

typedef struct {
    int infinite;
    z2 x, y;
} zpoint;

void zpoint_init(zpoint *a); /* infinity */
void zpoint_clear(zpoint *a);
void zpoint_add(zpoint *r, const zpoint *a, const zpoint *b);
void zpoint_neg(zpoint *r, const zpoint *a);
void zpoint_mul(zpoint *r, const zpoint *a, const mpz_t k); /* any k >= 0 */

void zpoint_from_g1(zpoint *r, const g1_affine *a);
void zpoint_to_g1(g1_affine *r, const zpoint *a);
#if CURVE_HAS_TWIST
void zpoint_from_g2(zpoint *r, const g2_affine *a);
void zpoint_to_g2(g2_affine *r, const zpoint *a);
#endif

/* Points of G1, of all of E, of the whole twist, of G2. Never infinity. */
void generator_g1(g1_affine *r);
#if CURVE_HAS_TWIST
void generator_g2(g2_affine *r);
#endif
void random_g1(g1_affine *r);
void random_e(g1_affine *r);
#if CURVE_HAS_TWIST
void random_twist(g2_affine *r);
void random_g2(g2_affine *r);
#endif

/* The same point with another Z; infinity with arbitrary X and Y. */
void jacobian_g1(g1 *r, const g1_affine *a);
#if CURVE_HAS_TWIST
void jacobian_g2(g2 *r, const g2_affine *a);
#endif

void assert_g1_eq(const g1_affine *got, const g1_affine *want, const char *what);
#if CURVE_HAS_TWIST
void assert_g2_eq(const g2_affine *got, const g2_affine *want, const char *what);
#endif

#if CURVE_HAS_ENDOMORPHISM
/*
 * Row i of the GLV lattice as integers. The words are residues modulo 2^(64*GLV_LIMBS), and may exceed half of that, so
 * the signs are found by the relation a + lambda*b = 0 mod r, which must hold.
 */
void glv_vector(mpz_t row[2], size_t i);
#endif

#if CURVE_HAS_TWIST
/* r = [k]a for a twist point of any order, by GMP; k any non-negative integer */
void twist_mul(g2_affine *r, const g2_affine *a, const mpz_t k);

/*
 * The order classes of the twist: for every divisor d > 1 of r*h2 that the factors found allow, a point killed by d and
 * by none of d/q. Factors: those below 2^23 by trial division, known large ones, and the rest as one unfactored number.
 * Calls visit once a class with the point and whether it belongs to G2.
 */
typedef void (*class_visitor)(const g2_affine *a, int in_g2, void *context);
size_t visit_order_classes(class_visitor visit, void *context);

/* The same for E, r*h1 and G1. */
typedef void (*g1_class_visitor)(const g1_affine *a, int in_g1, void *context);
size_t visit_g1_order_classes(g1_class_visitor visit, void *context);
#endif

#endif
