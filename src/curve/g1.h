/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * E: y^2 = x^3 + a x + b over Fp, a = 0 or -3, and G1, its subgroup of order r. BN curves and those without a pairing
 * have r points, so that on the curve means in the group; a BLS12 curve has r*h1, h1 odd, and the curve equation and
 * the subgroup test are two separate duties.
 *
 * g1_affine holds (x, y), with (0, 0) as the point at infinity: it lies on no curve with b != 0.
 * g1 holds Jacobian (X, Y, Z) for (X/Z^2, Y/Z^3); Z = 0 is the point at infinity, whatever X and Y are.
 *
 * Unless a line says otherwise: points are on E (any order) or at infinity, results may alias any input, every case of
 * the group law is covered, and the time is constant (no branch and no address depends on a value).
 * Costs count Fp multiplications and squarings alike, as m.
 */
#ifndef LSM_CURVE_G1_H
#define LSM_CURVE_G1_H

#include "core/ns.h"
#include "curve.h"
#include "fp.h"
#include "fr.h"

#define g1_set_infinity NS(g1_set_infinity)
#define g1_is_infinity NS(g1_is_infinity)
#define g1_affine_is_infinity NS(g1_affine_is_infinity)
#define g1_affine_on_curve NS(g1_affine_on_curve)
#define g1_affine_neg NS(g1_affine_neg)
#define g1_affine_eq NS(g1_affine_eq)
#define g1_affine_add_vartime NS(g1_affine_add_vartime)
#define g1_from_affine NS(g1_from_affine)
#define g1_to_affine NS(g1_to_affine)
#define g1_to_affine_vartime NS(g1_to_affine_vartime)
#define g1_select NS(g1_select)
#define g1_cneg NS(g1_cneg)
#define g1_neg NS(g1_neg)
#define g1_eq NS(g1_eq)
#define g1_dbl NS(g1_dbl)
#define g1_add NS(g1_add)
#define g1_add_affine NS(g1_add_affine)
#define g1_add_vartime NS(g1_add_vartime)
#define g1_add_affine_vartime NS(g1_add_affine_vartime)
#define g1_mul NS(g1_mul)
#define g1_mul_vartime NS(g1_mul_vartime)
#define g1_mul_ref NS(g1_mul_ref)
#define g1_mul_z_vartime NS(g1_mul_z_vartime)
#define g1_in_subgroup_vartime NS(g1_in_subgroup_vartime)
#define g1_in_subgroup_ref NS(g1_in_subgroup_ref)

typedef struct {
    fp x, y;
} g1_affine;

typedef struct {
    fp x, y, z;
} g1;

void g1_set_infinity(g1 *r);
int g1_is_infinity(const g1 *a);               /* 0 or 1 */
int g1_affine_is_infinity(const g1_affine *a); /* 0 or 1 */

/* y^2 = x^3 + a x + b ?  0 or 1; infinity counts as on the curve. requires only reduced coordinates. cost: 3 m. */
int g1_affine_on_curve(const g1_affine *a);

void g1_affine_neg(g1_affine *r, const g1_affine *a);
int g1_affine_eq(const g1_affine *a, const g1_affine *b); /* 0 or 1 */

/* r = a + b by chord or tangent. time: variable. cost: 3 m (4 for a = b) and one inversion. */
void g1_affine_add_vartime(g1_affine *r, const g1_affine *a, const g1_affine *b);

void g1_from_affine(g1 *r, const g1_affine *a);
void g1_to_affine(g1_affine *r, const g1 *a);         /* cost: 4 m and one inversion */
void g1_to_affine_vartime(g1_affine *r, const g1 *a); /* time: variable */

void g1_select(g1 *r, const g1 *a, const g1 *b, uint64_t mask); /* mask all ones: r = a; mask 0: r = b */
void g1_cneg(g1 *r, const g1 *a, uint64_t mask);                /* mask all ones: r = -a; mask 0: r = a */
void g1_neg(g1 *r, const g1 *a);
int g1_eq(const g1 *a, const g1 *b);                             /* same point? 0 or 1; cost: 8 m */
void g1_dbl(g1 *r, const g1 *a);                                 /* r = 2a; cost: 7 m (8 for a = -3) */
void g1_add(g1 *r, const g1 *a, const g1 *b);                    /* cost: 23 m */
void g1_add_affine(g1 *r, const g1 *a, const g1_affine *b);      /* cost: 18 m */
void g1_add_vartime(g1 *r, const g1 *a, const g1 *b);            /* time: variable; cost: 16 m */
void g1_add_affine_vartime(g1 *r, const g1 *a, const g1_affine *b); /* time: variable; cost: 11 m */

/* r = [k]a, k in [0, r). Regular signed windows, look-ups that read the whole table. */
void g1_mul(g1 *r, const g1_affine *a, const fr_raw *k);

/*
 * r = [k]a, k in [0, r). requires a in G1, where alone the endomorphism that splits k is a multiplication.
 * time: depends on k (and on a being infinity): for public scalars only. GLV and wNAF-5.
 * g1_mul_vartime.c, or that of src/lanes/curve.
 */
void g1_mul_vartime(g1 *r, const g1_affine *a, const fr_raw *k);

/* r = [k]a bit by bit: the slow reference. k any integer of LSM_FR_LIMBS limbs. time: variable. */
void g1_mul_ref(g1 *r, const g1_affine *a, const fr_raw *k);

/* r = [z]a, z the seed with its sign, by the generated chain. time: variable (in a, through its exceptional cases). */
void g1_mul_z_vartime(g1 *r, const g1 *a);

/*
 * Is a in G1?  0 or 1; infinity is. requires a on E: check the curve equation first. BN: always 1. BLS12: by
 * phi^2(a) = -[z^2]a, which is exact for every seed (Scott, eprint 2021/1130; docs/derivation.md). time: variable.
 */
int g1_in_subgroup_vartime(const g1_affine *a);

/* The same by its definition, [r]a = O: the slow reference. time: variable. */
int g1_in_subgroup_ref(const g1_affine *a);

#endif
