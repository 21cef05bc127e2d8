/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "curve/g2.h"

#include "core/ct.h"
#include "curve/endo.h"
#include "curve/scalar_mul.h"

#define coord fp2
#define coord_add fp2_add
#define coord_sub fp2_sub
#define coord_neg fp2_neg
#define coord_dbl fp2_dbl
#define coord_halve fp2_halve
#define coord_mul fp2_mul
#define coord_sqr fp2_sqr
#define coord_inv fp2_inv
#define coord_inv_vartime fp2_inv_vartime
#define coord_select fp2_select
#define coord_cneg fp2_cneg
#define coord_is_zero fp2_is_zero
#define coord_eq fp2_eq
#define COORD_ZERO LSM_FP2_ZERO
#define COORD_ONE LSM_FP2_ONE
#define COORD_B CURVE_TWIST_B
#define COORD_A_IS_MINUS3 0
#define point g2
#define point_affine g2_affine
#define POINT(name) g2_##name
#include "curve/point.inc"

/*
 * Width-5 NAF over a table of odd multiples in Jacobian coordinates, every addition complete: right for any point of
 * the twist, small orders included. The endomorphisms would save doublings, but only inside G2, and no call of the
 * library multiplies in G2 where time matters.
 */
void g2_mul_vartime(g2 *r, const g2_affine *a, const fr_raw *k) {
    int8_t digits[WNAF_LEN(LSM_FR_LIMBS)];
    const size_t len = wnaf_recode(digits, k->l, LSM_FR_LIMBS);
    g2 table[WNAF_TABLE], twice;

    g2_from_affine(&table[0], a);
    g2_dbl(&twice, &table[0]);
    for (int i = 1; i < WNAF_TABLE; i++) {
        g2_add_vartime(&table[i], &table[i - 1], &twice);
    }
    g2_set_infinity(r);
    for (size_t i = len; i-- > 0;) {
        g2_dbl(r, r);
        if (digits[i] > 0) {
            g2_add_vartime(r, r, &table[digits[i] / 2]);
        } else if (digits[i] < 0) {
            g2_neg(&twice, &table[-digits[i] / 2]);
            g2_add_vartime(r, r, &twice);
        }
    }
}

int g2_in_subgroup_ref(const g2_affine *a) {
    g2 t;

    g2_mul_ref(&t, a, &LSM_FR_P);
    return g2_is_infinity(&t);
}

#if CURVE_FAMILY_BLS12
/* psi(a) = [z]a. */
int g2_in_subgroup_seed_vartime(const g2_affine *a) {
    g2 s, t;

    g2_from_affine(&t, a);
    g2_mul_z_vartime(&s, &t);
    g2_psi(&t, &t, 1);
    return g2_eq(&s, &t);
}
#else
/* With s = [z]a:  (s + a) + psi(s) + psi^2(s) = psi^3(2s). */
int g2_in_subgroup_seed_vartime(const g2_affine *a) {
    g2 s, left, t;

    g2_from_affine(&t, a);
    g2_mul_z_vartime(&s, &t);
    g2_add_affine_vartime(&left, &s, a);
    g2_psi(&t, &s, 1);
    g2_add_vartime(&left, &left, &t);
    g2_psi(&t, &s, 2);
    g2_add_vartime(&left, &left, &t);
    g2_dbl(&t, &s);
    g2_psi(&t, &t, 3);
    return g2_eq(&left, &t);
}
#endif
