/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The endomorphism of G1. (psi, that of the twist, is declared with the twist in g2.h.)
 */
#ifndef LSM_CURVE_ENDO_H
#define LSM_CURVE_ENDO_H

#include "curve/g1.h"
#if CURVE_HAS_TWIST
#include "curve/g2.h"
#endif

#define g1_affine_phi NS(g1_affine_phi)

/* r = phi(a) = (beta x, y) = [lambda]a; phi(infinity) = infinity. r may alias a. time: constant. cost: 1 m. */
void g1_affine_phi(g1_affine *r, const g1_affine *a);

#endif
