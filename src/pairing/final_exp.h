/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Final exponentiation of the pairing on a BN curve.
 *
 * The fast routine raises to s*(p^12 - 1)/r with s = 2z(6z^2 + 3z + 1), which is coprime to r, so that nothing is lost:
 * the result is a fixed power of the reduced pairing, bilinear and non-degenerate, and 1 exactly when that is. */
#ifndef LSM_PAIRING_FINAL_EXP_H
#define LSM_PAIRING_FINAL_EXP_H

#include "tower/fp12.h"

#define final_exp NS(final_exp)
#define final_exp_is_one_vartime NS(final_exp_is_one_vartime)

/* r = f^(s*(p^12 - 1)/r), and 0 for f = 0.   r may be f; coefficients reduced in and out, Montgomery form.
 * time: constant.   cost: 3 cyclotomic_exp_z, 3 cyclotomic_sqr, 12 fp12_mul, 4 fp12_frobenius, 1 fp12_inv.
 * source: Fuentes-Castaneda, Knapp, Rodriguez-Henriquez, SAC 2011. */
void final_exp(fp12 *r, const fp12 *f);

/* 1 if f is not 0 and f^((p^12 - 1)/r) = 1, else 0.   requires coefficients reduced.
 * time: depends on f.   cost: one fp12_mul less than final_exp. */
int final_exp_is_one_vartime(const fp12 *f);

#endif
