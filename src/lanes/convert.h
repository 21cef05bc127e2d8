/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Between field elements in words and numbers in lanes.
 *
 * A number of width w holds w field elements in Montgomery form to R = 2^260, redundant (several p), as five rows of w
 * limbs of 52 bits, lowest row first. Bounds and layouts are the contracts of lanes_kernels.h. All functions: constant
 * time.
 */
#ifndef LSM_LANES_CONVERT_H
#define LSM_LANES_CONVERT_H

#include "core/ns.h"
#include "lanes_kernels.h"
#include "tower/fp12.h"

#define lanes_put NS(lanes_put)
#define lanes_get NS(lanes_get)
#define lanes_fp12_enter NS(lanes_fp12_enter)
#define lanes_fp12_leave NS(lanes_fp12_leave)

/* Words of a number. */
#define LANES_NUMBER(width) ((size_t)LANES_LIMBS * (width))

/* a + b*w: row i is the number [a_i | b_i], an Fp2 element being two lanes. */
typedef struct {
    _Alignas(64) uint64_t y[3][LANES_NUMBER(4)];
} lanes_fp12;

/* One lane of a number = a, for the kernels enter4 and enter8: up to 16p, still to be reduced. */
void lanes_put(uint64_t *number, size_t width, size_t lane, const fp *a);

/* r = one lane of a number that leave4 or leave8 has made.   requires that lane < 2p.   ensures r < p. */
void lanes_get(fp *r, const uint64_t *number, size_t width, size_t lane);

/* r = a. */
void lanes_fp12_enter(lanes_fp12 *r, const fp12 *a);
void lanes_fp12_leave(fp12 *r, const lanes_fp12 *a);

#endif
