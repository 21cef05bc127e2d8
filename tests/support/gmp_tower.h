/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Fp12 as polynomials of degree 5 in w over pairs of GMP integers, w^6 = xi: schoolbook, the reference of the tower. */
#ifndef LSM_TESTS_GMP_TOWER_H
#define LSM_TESTS_GMP_TOWER_H

#include "support/gmp_field.h"
#include "tower/fp12.h"

typedef struct {
    z2 c[6]; /* c[i] belongs to w^i */
} z12;

void z12_init(z12 *a);
void z12_clear(z12 *a);
void z12_mul(z12 *r, const z12 *a, const z12 *b);
void z12_from_fp12(z12 *out, const fp12 *a);
void z12_to_fp12(fp12 *out, const z12 *a);

void random_fp6(fp6 *r);
void random_fp12(fp12 *r);
void assert_fp6_eq(const fp6 *got, const fp6 *want, const char *what);
void assert_fp12_eq(const fp12 *got, const fp12 *want, const char *what);

/* f^((p^6 - 1)(p^2 + 1)) of a random f, by the slow route: a random element of the cyclotomic subgroup */
void random_cyclotomic(fp12 *r);

/* The words of an integer exponent. Valid until the next call. */
const uint64_t *exponent_words(size_t *n, const mpz_t e);

#endif
