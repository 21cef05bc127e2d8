/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Line functions as sparse elements of Fp12, and products with them.
 *
 * A line has three coefficients. Where they sit depends on the twist (CURVE_TWIST_D or CURVE_TWIST_M):
 *   D twist: a + b*w   + c*w^3
 *   M twist: a + b*w^2 + c*w^3
 * The product of two lines has five (w^5 is empty for a D twist, w^1 for an M twist).
 *
 * All functions: coefficients reduced in and out, Montgomery form; time is constant; costs in units of tower/fp6.h. */
#ifndef LSM_TOWER_SPARSE_H
#define LSM_TOWER_SPARSE_H

#include "tower/fp12.h"

typedef struct {
    fp2 a, b, c;
} fp12_line;

/* e0 + (d0 + d1*v)*w for a D twist, e0 + (d0 + d1*v)*v*w for an M twist. */
typedef struct {
    fp6 e0;
    fp2 d0, d1;
} fp12_line2;

#define fp12_mul_line NS(fp12_mul_line)
#define fp12_mul_line2 NS(fp12_mul_line2)
#define fp12_line_mul NS(fp12_line_mul)
#define fp12_from_line NS(fp12_from_line)
#define fp12_from_line2 NS(fp12_from_line2)

/* r = f*l.   r may be f.   cost: 13 M2. */
void fp12_mul_line(fp12 *r, const fp12 *f, const fp12_line *l);

/* r = f*l.   r may be f.   cost: 17 M2. */
void fp12_mul_line2(fp12 *r, const fp12 *f, const fp12_line2 *l);

/* r = k*l.   k and l may be the same object.   cost: 6 M2.
 * Two lines merged like this cost 6 + 17 M2 instead of 2 * 13 (eprint 2013/722, section 4). */
void fp12_line_mul(fp12_line2 *r, const fp12_line *k, const fp12_line *l);

/* r = l, written out as a full element. */
void fp12_from_line(fp12 *r, const fp12_line *l);
void fp12_from_line2(fp12 *r, const fp12_line2 *l);

#endif
