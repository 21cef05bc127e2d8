/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A point of the twist in lanes: its coordinates side by side, homogeneous, on the scaled twist of gen/lanes/twist.py. The
 * kernels' formulas are complete, since the twist has no points of order 2 (r and h2 are odd): points of any order and
 * infinity, (0 : Y : 0), pass through them as they are.
 */
#ifndef LSM_LANES_TWIST_H
#define LSM_LANES_TWIST_H

#include "curve/g2.h"
#include "lanes/convert.h"

#define lanes_twist_from_affine NS(lanes_twist_from_affine)
#define lanes_twist_eq NS(lanes_twist_eq)

#define TWIST_WIDTH 8

/* [X | Y | Z | anything] */
typedef struct {
    _Alignas(64) uint64_t t[LANES_NUMBER(TWIST_WIDTH)];
} lanes_twist;

/* r = a, Z = 1.   requires a finite. time: constant. */
void lanes_twist_from_affine(lanes_twist *r, const g2_affine *a);

/* a = b ?  0 or 1. time: constant. */
int lanes_twist_eq(const lanes_twist *a, const lanes_twist *b);

#endif
