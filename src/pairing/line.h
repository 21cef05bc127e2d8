/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Steps of the Miller loop: a multiple T of Q walks over the twist, and every doubling or addition yields the line that
 * the step draws.
 *
 * T is homogeneous, (X/Z, Y/Z). Z = 0 is absorbing: an exceptional addition (T = Q or T = -Q) gives Z = 0, and so does
 * every later step. No valid Q meets one in the loop (all multiples of Q in it are different from +-Q, the final ones
 * too), and for points outside G2 the subgroup test looks at Z.
 *
 * A line is kept as coefficients (y, x, c), for y*yP - x*xP*w + c*w^3 on a D twist and y*yP*w^3 - x*xP*w^2 + c on an
 * M twist: that is (yP - lambda*xP*w + (lambda*xT - yT)*w^3) times a factor in Fp2, which the final exponentiation
 * removes. The same coefficients evaluated on the twist itself, y*yQ - x*xQ + c, vanish on the line.
 *
 * All functions: reduced coordinates in and out, Montgomery form; constant time; costs in units of tower/fp6.h. */
#ifndef LSM_PAIRING_LINE_H
#define LSM_PAIRING_LINE_H

#include "curve/g1.h"
#include "curve/g2.h"
#include "tower/sparse.h"

typedef struct {
    fp2 x, y, z;
} g2_homogeneous;

typedef struct {
    fp2 y, x, c;
} line_coeffs;

#define line_dbl NS(line_dbl)
#define line_add NS(line_add)
#define line_through NS(line_through)
#define line_eval NS(line_eval)
#define line_on_twist NS(line_on_twist)

/* l = tangent at t, t = 2t.
 * requires t on the twist.   cost: 3 M2 + 6 S2 and one M2 by the constant 3b'.
 * source: Costello-Lange-Naehrig, eprint 2009/615, section 5, in the shape of eprint 2013/722, section 4.3. */
void line_dbl(g2_homogeneous *t, line_coeffs *l);

/* l = line through t and q, t = t + q.
 * requires t and q on the twist, q not infinity; for t = +-q the new t has Z = 0.   cost: 11 M2 + 2 S2.
 * source: eprint 2013/722, section 4.3. */
void line_add(g2_homogeneous *t, line_coeffs *l, const g2_affine *q);

/* l = line through t and q (the same as line_add gives).   cost: 4 M2. */
void line_through(line_coeffs *l, const g2_homogeneous *t, const g2_affine *q);

/* r = l at the point P of G1, given -xP and yP.   cost: 2 multiplications of an Fp2 by an Fp element. */
void line_eval(fp12_line *r, const line_coeffs *l, const fp *neg_xp, const fp *yp);

/* r = y*yq - x*xq + c: 0 exactly if (xq, yq) lies on l (or l is all zero).   cost: 2 M2. */
void line_on_twist(fp2 *r, const line_coeffs *l, const fp2 *xq, const fp2 *yq);

#endif
