/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The twist E': y^2 = x^3 + b' over Fp2, and G2, its subgroup of order r. E' has r*h2 points with h2 odd, so a point
 * on the twist need not lie in G2: the curve equation and the subgroup test are two separate duties, and the subgroup
 * test is only sound on the curve. (With (x, y) the generator of G2, (4x, 8y) is off the curve, yet passes every test
 * that only uses psi and point additions, because neither looks at b'.)
 *
 * g2_affine holds (x, y), with (0, 0) as the point at infinity; g2 holds Jacobian (X, Y, Z), Z = 0 at infinity.
 *
 * Unless a line says otherwise: points are on the twist (any order) or at infinity, results may alias any input, every
 * case of the group law is covered, and the time is constant.
 */
#ifndef LSM_CURVE_G2_H
#define LSM_CURVE_G2_H

#include "core/ns.h"
#include "curve.h"
#include "fp2.h"
#include "fr.h"

#define g2_set_infinity NS(g2_set_infinity)
#define g2_is_infinity NS(g2_is_infinity)
#define g2_affine_is_infinity NS(g2_affine_is_infinity)
#define g2_affine_on_curve NS(g2_affine_on_curve)
#define g2_affine_neg NS(g2_affine_neg)
#define g2_affine_eq NS(g2_affine_eq)
#define g2_affine_add_vartime NS(g2_affine_add_vartime)
#define g2_from_affine NS(g2_from_affine)
#define g2_to_affine NS(g2_to_affine)
#define g2_to_affine_vartime NS(g2_to_affine_vartime)
#define g2_select NS(g2_select)
#define g2_cneg NS(g2_cneg)
#define g2_neg NS(g2_neg)
#define g2_eq NS(g2_eq)
#define g2_dbl NS(g2_dbl)
#define g2_add NS(g2_add)
#define g2_add_affine NS(g2_add_affine)
#define g2_add_vartime NS(g2_add_vartime)
#define g2_add_affine_vartime NS(g2_add_affine_vartime)
#define g2_mul NS(g2_mul)
#define g2_mul_vartime NS(g2_mul_vartime)
#define g2_mul_ref NS(g2_mul_ref)
#define g2_mul_z_vartime NS(g2_mul_z_vartime)
#define g2_psi NS(g2_psi)
#define g2_affine_psi NS(g2_affine_psi)
#define g2_in_subgroup_vartime NS(g2_in_subgroup_vartime)
#define g2_in_subgroup_seed_vartime NS(g2_in_subgroup_seed_vartime)
#define g2_in_subgroup_ref NS(g2_in_subgroup_ref)

typedef struct {
    fp2 x, y;
} g2_affine;

typedef struct {
    fp2 x, y, z;
} g2;

void g2_set_infinity(g2 *r);
int g2_is_infinity(const g2 *a);
int g2_affine_is_infinity(const g2_affine *a);

/* y^2 = x^3 + b' ?  0 or 1; infinity counts as on the curve. requires only reduced coordinates. */
int g2_affine_on_curve(const g2_affine *a);

void g2_affine_neg(g2_affine *r, const g2_affine *a);
int g2_affine_eq(const g2_affine *a, const g2_affine *b);

/* r = a + b by chord or tangent, one inversion. time: variable. */
void g2_affine_add_vartime(g2_affine *r, const g2_affine *a, const g2_affine *b);

void g2_from_affine(g2 *r, const g2_affine *a);
void g2_to_affine(g2_affine *r, const g2 *a);
void g2_to_affine_vartime(g2_affine *r, const g2 *a); /* time: variable */

void g2_select(g2 *r, const g2 *a, const g2 *b, uint64_t mask); /* mask all ones: r = a; mask 0: r = b */
void g2_cneg(g2 *r, const g2 *a, uint64_t mask);                /* mask all ones: r = -a; mask 0: r = a */
void g2_neg(g2 *r, const g2 *a);
int g2_eq(const g2 *a, const g2 *b);
void g2_dbl(g2 *r, const g2 *a);
void g2_add(g2 *r, const g2 *a, const g2 *b);
void g2_add_affine(g2 *r, const g2 *a, const g2_affine *b);
void g2_add_vartime(g2 *r, const g2 *a, const g2 *b);               /* time: variable */
void g2_add_affine_vartime(g2 *r, const g2 *a, const g2_affine *b); /* time: variable */

/* r = [k]a, k in [0, r). Regular signed windows, look-ups that read the whole table. */
void g2_mul(g2 *r, const g2_affine *a, const fr_raw *k);

/* r = [k]a, k in [0, r), by wNAF-5. time: depends on k: for public scalars only. */
void g2_mul_vartime(g2 *r, const g2_affine *a, const fr_raw *k);

/* r = [k]a bit by bit: the slow reference. k any integer of LSM_FR_LIMBS limbs. time: variable. */
void g2_mul_ref(g2 *r, const g2_affine *a, const fr_raw *k);

/* r = [z]a, z the seed with its sign, by the generated chain. time: variable (in a, through its exceptional cases). */
void g2_mul_z_vartime(g2 *r, const g2 *a);

/*
 * r = psi^power(a), power 1..3; psi is untwist, Frobenius, twist: an endomorphism of the twist with
 * psi^4 - psi^2 + 1 = 0, acting as multiplication by p on G2.
 */
void g2_psi(g2 *r, const g2 *a, int power);
void g2_affine_psi(g2_affine *r, const g2_affine *a, int power);

/*
 * Is a in G2?  0 or 1; infinity is. requires a on the twist: check the curve equation first.
 * By the cheapest criterion that the generator proved exact for the seed, SUBGROUP_CRITERION of the curve: the
 * trinomial of BN curves, a + psi([2z]a) = psi^3([4z+1]a), or the seed's (docs/derivation.md). time: variable.
 * cost: [z]a and one comparison, and for the trinomial two doublings, two mixed additions, two psi; BLS12 one psi.
 */
int g2_in_subgroup_vartime(const g2_affine *a);

/*
 * The same by the criterion of the seed, which is exact for every one:
 * BN [z+1]a + psi([z]a) + psi^2([z]a) = psi^3([2z]a) (Dai, Lin, Zhao, Zhou, eprint 2022/348),
 * BLS12 psi(a) = [z]a (Scott, eprint 2021/1130). time: variable.
 */
int g2_in_subgroup_seed_vartime(const g2_affine *a);

/* The same by its definition, [r]a = O: the slow reference. time: variable. */
int g2_in_subgroup_ref(const g2_affine *a);

#endif
