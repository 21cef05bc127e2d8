/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "curve/g1.h"

#include "core/ct.h"
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
