/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The pairing from its definition, slow and plain: what the fast routines are compared with.
 *
 * Points of the twist are carried to E(Fp12) and every step of the Miller loop is done there, in affine coordinates,
 * over the binary digits of |6z + 2| (BN) or |z| (BLS12); powers of p are taken by exponentiation with the integer p.
 * Nothing of the fast route is used: no twist formulas, no psi, no Frobenius coefficients, no loop digits, no addition
 * chain, no sparse products, no cyclotomic squaring. What is shared: Fp2, fp12_inv, and the constants p, r, z and the
 * twist type.
 *
 * Milliseconds, variable time. Coefficients reduced in and out, Montgomery form. */
#ifndef LSM_PAIRING_PAIRING_REF_H
#define LSM_PAIRING_PAIRING_REF_H

#include <stddef.h>

#include "curve/g1.h"
#include "curve/g2.h"
#include "tower/fp12.h"

#define miller_loop_ref NS(miller_loop_ref)
#define final_exp_ref NS(final_exp_ref)
#define final_exp_cofactor_ref NS(final_exp_cofactor_ref)

/* f = product of the n Miller loop values; 1 for n = 0.
 * Equal to miller_loop after the final exponentiation, not before it.
 * requires p[i] in G1, q[i] in G2, none of them infinity; f overlaps no input. */
void miller_loop_ref(fp12 *f, const g1_affine *p, const g2_affine *q, size_t n);

/* r = f^((p^12 - 1)/r), the reduced pairing value, by one plain exponentiation; 0 for f = 0.   r may be f. */
void final_exp_ref(fp12 *r, const fp12 *f);

/* r = a^s, s = 2z(6z^2 + 3z + 1) for BN and 3 for BLS12: takes final_exp_ref(f) to final_exp(f).
 * requires a != 0; r may be a. */
void final_exp_cofactor_ref(fp12 *r, const fp12 *a);

#endif
