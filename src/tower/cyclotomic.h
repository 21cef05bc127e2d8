/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Arithmetic in the cyclotomic subgroup of Fp12: the elements whose order divides p^4 - p^2 + 1, which is where the
 * easy part of the final exponentiation leads. There 1/a = conj(a). */
#ifndef LSM_TOWER_CYCLOTOMIC_H
#define LSM_TOWER_CYCLOTOMIC_H

#include "tower/fp12.h"

#define cyclotomic_sqr NS(cyclotomic_sqr)
#define cyclotomic_exp_z NS(cyclotomic_exp_z)

/* r = a^2.
 * requires a^(p^4 - p^2 + 1) = 1 (otherwise the result is reduced but not the square); r may be a.
 * time: constant.   cost: 9 S2 + 4 X + 30 A2.
 * source: Granger-Scott, eprint 2009/565, section 3.2. */
void cyclotomic_sqr(fp12 *r, const fp12 *a);

/* r = a^z for the seed z of the curve, sign included.
 * requires a^(p^4 - p^2 + 1) = 1; r may be a.
 * time: constant, also where a power of a has zero coefficients; only z decides what runs.
 * cost: one cyclotomic_sqr per doubling and one fp12_mul per addition or subtraction of Z_CHAIN. Where curve.h has
 * Z_DIGITS_LEN, the generator having counted this as less: 6 S2 a squaring of Z_DIGITS_SQUARINGS, 4 S2 + 3 M2 a digit,
 * 3 M2 a digit after the first, one fp2_inv, and one fp12_mul a digit other than the highest.
 * stack: Z_CHAIN_REGS + 2 values of Fp12 besides what the callees use, or 2*Z_DIGITS_LEN + 3.
 * source: Karabina, eprint 2010/542, for the second. */
void cyclotomic_exp_z(fp12 *r, const fp12 *a);

#endif
