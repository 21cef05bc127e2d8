/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The Miller loop of one pair in lanes. */
#ifndef LSM_LANES_MILLER_SINGLE_H
#define LSM_LANES_MILLER_SINGLE_H

#include "curve/g1.h"
#include "curve/g2.h"
#include "lanes/convert.h"

#define lanes_miller_single NS(lanes_miller_single)

/*
 * f = the Miller loop's value at (p, q), up to a factor in Fp2. Returns 1 if q is in G2, else 0, and f is then any value.
 * requires p and q finite, p on the curve, q on the twist. time: constant.
 */
int lanes_miller_single(lanes_fp12 *f, const g1_affine *p, const g2_affine *q);

#endif
