/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The optimal ate Miller loop, for a product of pairings:
 *   BN:     f = prod f_{6z+2,Q}(P) * l_{[6z+2]Q, psi(Q)}(P) * l_{[6z+2]Q + psi(Q), -psi^2(Q)}(P)
 *   BLS12:  f = prod f_{z,Q}(P)
 * up to factors in a proper subfield, which the final exponentiation removes. Source: Vercauteren, eprint 2008/096;
 * final_exp(f) is the product of the pairings, and independent of how the pairs are grouped.
 *
 * All pairs of a batch are walked together, so that they share the squarings of f. The size of a batch is bounded, so
 * the stack does not grow with n (LSM_STACK_BYTES is the bound that is stated and tested). The loop exists twice: here,
 * and for lanes with smaller batches in src/lanes/pairing. */
#ifndef LSM_PAIRING_MILLER_LOOP_H
#define LSM_PAIRING_MILLER_LOOP_H

#include <stddef.h>

#include "curve/g1.h"
#include "curve/g2.h"
#include "tower/fp12.h"

/* Pairs that callers hand over at once, and that share one accumulator in src/pairing/miller_loop.c. A batch costs 64
 * squarings in Fp12 (about 2300 m on a curve of 254 bits) and a pair about 5900 m besides; 16 leave 2.5% to be gained
 * by still larger batches. */
#define MILLER_BATCH 16

#define miller_loop NS(miller_loop)
#define miller_loop_checked_vartime NS(miller_loop_checked_vartime)

/* f = Miller loop value of the n pairs (p[i], q[i]); 1 for n = 0.
 * requires p[i] in G1, q[i] in G2, none of them infinity; f overlaps no input.   ensures f != 0.
 * time: constant for a given n.
 * cost per pair: a line_dbl per digit of ATE_LOOP, a line_add per non-zero one, and two more for BN; lines meet f in
 * pairs. */
void miller_loop(fp12 *f, const g1_affine *p, const g2_affine *q, size_t n);

/* The same, with the subgroup test of every q[i] folded into the end of the loop (the form SUBGROUP_FOLD of the curve).
 * requires p[i] in G1, q[i] on the twist, none of them infinity; f overlaps no input.
 * returns 1 and f as above if every q[i] is in G2; else 0 and f = 0.   time: depends on the verdicts.
 * cost of the test per pair: 4 M2 (line form; end form of BLS12), 11 M2 + 2 S2 (addition form), or the standalone test
 * (none). */
int miller_loop_checked_vartime(fp12 *f, const g1_affine *p, const g2_affine *q, size_t n);

#endif
