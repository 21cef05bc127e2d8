/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The p-power Frobenius map of Fp12 and its square and cube. */
#ifndef LSM_TOWER_FROBENIUS_H
#define LSM_TOWER_FROBENIUS_H

#include "tower/fp12.h"

#define fp12_frobenius NS(fp12_frobenius)

/* r = a^(p^power).
 * requires power in {1, 2, 3}; r may be a.   ensures coefficients reduced.   time: constant for a given power.
 * cost: 5 M2 for powers 1 and 3; 4 multiplications of an Fp2 by an Fp element for power 2.
 * source: (sum a_j w^j)^(p^i) = sum conj^i(a_j)*gamma_{i,j}*w^j with gamma_{i,j} = xi^(j(p^i - 1)/6). */
void fp12_frobenius(fp12 *r, const fp12 *a, int power);

#endif
