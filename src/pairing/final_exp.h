/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Final exponentiation of the pairing.
 *
 * The fast routine raises to s*(p^12 - 1)/r with a small s that is coprime to r (2z(6z^2 + 3z + 1) for BN curves, 3 for
 * BLS12), so that nothing is lost: the result is a fixed power of the reduced pairing, bilinear and non-degenerate, and
 * 1 exactly when that is. */
#ifndef LSM_PAIRING_FINAL_EXP_H
#define LSM_PAIRING_FINAL_EXP_H

#include "tower/fp12.h"

#define final_exp NS(final_exp)
#define final_exp_hard NS(final_exp_hard)
#define final_exp_is_one_vartime NS(final_exp_is_one_vartime)

/* r = f^(s*(p^12 - 1)/r), and 0 for f = 0.   r may be f; coefficients reduced in and out, Montgomery form.
 * time: constant.   cost: final_exp_hard, 3 fp12_mul, 1 fp12_frobenius, 1 fp12_inv. */
void final_exp(fp12 *r, const fp12 *f);

/* The hard part, left as two factors: t*u = m^(s*(p^4 - p^2 + 1)/r).
 * requires m^(p^4 - p^2 + 1) = 1; t, u and m three objects.
 * time: constant.   cost, BN: 3 cyclotomic_exp_z, 3 cyclotomic_sqr, 9 fp12_mul, 3 fp12_frobenius; BLS12: 5
 * cyclotomic_exp_z, 1 cyclotomic_sqr, 6 fp12_mul, 2 fp12_frobenius.
 * source: BN Fuentes-Castaneda, Knapp, Rodriguez-Henriquez, SAC 2011; BLS12 Hayashida, Hayasaka, Teruya, eprint
 * 2020/875. */
void final_exp_hard(fp12 *t, fp12 *u, const fp12 *m);

/* 1 if f is not 0 and f^((p^12 - 1)/r) = 1, else 0.   requires coefficients reduced.
 * time: depends on f.   cost: one fp12_mul less than final_exp. */
int final_exp_is_one_vartime(const fp12 *f);

#endif
