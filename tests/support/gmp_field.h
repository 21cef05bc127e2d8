/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The reference behind the unit tests: GMP integers for Fp and Fr, pairs of them for Fp2, and the bridges to the
 * library's Montgomery form. The bridges divide and multiply by R with GMP, so nothing here trusts to_mont or
 * from_mont. Compiled once per engine, like everything that sees fp.h.
 */
#ifndef LSM_TESTS_GMP_FIELD_H
#define LSM_TESTS_GMP_FIELD_H

#include "support/runner.h"

#include <gmp.h>

#include "curve.h"
#include "fp.h"
#if CURVE_HAS_TWIST
#include "fp2.h"
#endif
#include "fr.h"

/* Moduli and R = 2^(64 n) with its inverses. Set by gmp_field_setup, which every test program registers as fixture. */
typedef struct {
    mpz_t modulus, R, R_inv;
} gmp_modulus;

extern gmp_modulus gmp_p, gmp_r;
void gmp_field_setup(void);

/* words, least significant first, to and from an integer; the integer must fit */
void gmp_from_words(mpz_t out, const uint64_t *words, size_t n);
void gmp_to_words(uint64_t *words, size_t n, const mpz_t in);

/* value of a field element, and the element of a value (any integer) */
void gmp_from_fp(mpz_t out, const fp *a);
void gmp_to_fp(fp *out, const mpz_t in);
void gmp_from_fr(mpz_t out, const fr *a);
void gmp_to_fr(fr *out, const mpz_t in);

/* Elements of Fp2 as GMP pairs; all results reduced; outputs may alias inputs. */
typedef struct {
    mpz_t c0, c1;
} z2;

void z2_init(z2 *a);
void z2_clear(z2 *a);
void z2_set(z2 *r, const z2 *a);
void z2_set_ui(z2 *r, unsigned long c0, unsigned long c1);
void z2_add(z2 *r, const z2 *a, const z2 *b);
void z2_sub(z2 *r, const z2 *a, const z2 *b);
void z2_mul(z2 *r, const z2 *a, const z2 *b);
void z2_inv(z2 *r, const z2 *a); /* a != 0 */
int z2_eq(const z2 *a, const z2 *b);
int z2_is_zero(const z2 *a);
#if CURVE_HAS_TWIST
void z2_from_fp2(z2 *out, const fp2 *a);
void z2_to_fp2(fp2 *out, const z2 *a);
void random_fp2(fp2 *r);
void assert_fp2_eq(const fp2 *got, const fp2 *want, const char *what);
int fp2_reduced(const fp2 *a);
#endif

/* Random elements: mostly uniform, sometimes from the edge set of edges.h. */
void random_fp(fp *r);
void random_fr(fr *r);
/* a plain integer in [0, r) */
void random_scalar(fr_raw *k);

/* ck_assert with both values shown */
void assert_fp_eq(const fp *got, const fp *want, const char *what);
int fp_reduced(const fp *a);
int fr_reduced(const fr *a);

/*
 * The fixed edge set: integers that are special to n-limb Montgomery arithmetic modulo m. Writes at most EDGE_MAX
 * values in [0, m), the first one 0, the second one 1; returns how many.
 */
#define EDGE_MAX 160
size_t edge_values(mpz_t *values, const gmp_modulus *m, size_t limbs);

#endif
