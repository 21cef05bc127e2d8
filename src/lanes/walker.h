/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One pair in the Miller loop in lanes: its point has its coordinates side by side (lanes/twist.h). All functions: constant
 * time. */
#ifndef LSM_LANES_WALKER_H
#define LSM_LANES_WALKER_H

#include "curve/g1.h"
#include "curve/g2.h"
#include "lanes/convert.h"
#include "lanes/twist.h"

#define lanes_walker_init NS(lanes_walker_init)
#define lanes_walker_step NS(lanes_walker_step)
#define lanes_walker_last NS(lanes_walker_last)

typedef struct {
    lanes_twist q, negated;
    lanes_twist t[2]; /* each step goes from one to the other */
    size_t now;
    _Alignas(64) uint64_t p[LANES_NUMBER(TWIST_WIDTH)];
    uint64_t line[2 * LANES_NUMBER(TWIST_WIDTH)]; /* real and imaginary parts of [a | b | c] */
} lanes_walker;

/* T = q, or -q for a negative seed (lanes/pairing/miller_loop.c).
 * requires p and q finite, p on the curve, q on the twist. */
void lanes_walker_init(lanes_walker *w, const g1_affine *p, const g2_affine *q);

/* T = 2T + digit*q, or 2T - digit*q for a negative seed, digit in {-1, 0, 1}; f is multiplied by the lines, up to
 * factors in Fp2. */
void lanes_walker_step(lanes_walker *w, lanes_fp12 *f, int digit);

/* f is multiplied by the two lines after the loop. Returns 1 if q is in G2, else 0. */
int lanes_walker_last(lanes_walker *w, lanes_fp12 *f);

#endif
