/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the exhaustive tests of a toy curve (p of at most 10 bits) share: both groups listed, the whole twist visited. */
#ifndef LSM_TESTS_TOY_H
#define LSM_TESTS_TOY_H

#include "support/gmp_curve.h"

_Static_assert(LSM_FP_BITS <= 10, "too large to be exhausted");

#define MAX_ORDER 256

extern size_t order, prime, cofactor1; /* r, p and h1 */
extern g1_affine multiple1[MAX_ORDER]; /* [i]G1; index 0 is infinity */
extern g2_affine multiple2[MAX_ORDER];

/* Fixture: the multiples of the generators by repeated affine addition on GMP integers. */
void toy_setup(void);

/* The element of this value. */
void element(fp *r, size_t value);

/* Is a, infinity included, a multiple of the generator of G2? */
int among_multiples(const g2_affine *a);

/* Calls visit for every finite point of the twist; returns their number. */
size_t visit_twist(void (*visit)(const g2_affine *));

#endif
