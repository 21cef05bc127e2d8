/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "curve/g1.h"

#include "core/ct.h"
#include "curve/endo.h"
#include "curve/scalar_mul.h"

#define coord fp
#define coord_add fp_add
#define coord_sub fp_sub
#define coord_neg fp_neg
#define coord_dbl fp_dbl
#define coord_halve fp_halve
#define coord_mul fp_mul
#define coord_sqr fp_sqr
#define coord_inv fp_inv
#define coord_inv_vartime fp_inv_vartime
#define coord_select fp_select
#define coord_cneg fp_cneg
#define coord_is_zero fp_is_zero
#define coord_eq fp_eq
#define COORD_ZERO LSM_FP_ZERO
#define COORD_ONE LSM_FP_ONE
#define COORD_B CURVE_B
#define COORD_A_IS_MINUS3 CURVE_A_IS_MINUS3
#define point g1
#define point_affine g1_affine
#define POINT(name) g1_##name
#include "curve/point.inc"

#if CURVE_HAS_TWIST && CURVE_FAMILY_BLS12
/* phi^2(a) = -[z^2]a, where phi^2(x, y) = (beta^2 x, y) and beta^2 = -beta - 1. */
int g1_in_subgroup_vartime(const g1_affine *a) {
    g1_affine target;
    g1 s, t;

    g1_affine_phi(&target, a);
    fp_add(&target.x, &target.x, &a->x);
    fp_neg(&target.x, &target.x);
    fp_neg(&target.y, &a->y);
    g1_from_affine(&t, &target);
    g1_from_affine(&s, a);
    g1_mul_z_vartime(&s, &s);
    g1_mul_z_vartime(&s, &s);
    return g1_eq(&s, &t);
}
#else
/* E has r points. */
int g1_in_subgroup_vartime(const g1_affine *a) {
    (void)a;
    return 1;
}
#endif

int g1_in_subgroup_ref(const g1_affine *a) {
    g1 t;

    g1_mul_ref(&t, a, &LSM_FR_P);
    return g1_is_infinity(&t);
}
