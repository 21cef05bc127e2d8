/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The subgroup test of curve/g2.h in lanes: the criterion of curve/g2_in_subgroup_vartime.c, one point with its coordinates
 * side by side. The kernels' formulas are complete, since the twist has no points of order 2 (r and h2 are odd): points of
 * any order and infinity pass through them as they are.
 */
#include "curve/g2.h"

#include "lanes/convert.h"

#if SUBGROUP_CRITERION != SUBGROUP_CRITERION_TRINOMIAL
#error "lanes test the subgroup by the relation of three terms"
#endif
#if CURVE_Z_IS_NEGATIVE
#error "lanes multiply by a positive seed"
#endif

#define WIDTH 8

/* [X | Y | Z | anything] on the scaled twist of gen/lanes/twist.py. */
typedef struct {
    _Alignas(64) uint64_t t[LANES_NUMBER(WIDTH)];
} twist_point;

static void put_fp2(twist_point *r, size_t slot, const fp2 *a) {
    lanes_put(r->t, WIDTH, 2 * slot, &a->c0);
    lanes_put(r->t, WIDTH, 2 * slot + 1, &a->c1);
}

static void enter(twist_point *r, const g2_affine *a) {
    put_fp2(r, 0, &a->x);
    put_fp2(r, 1, &a->y);
    put_fp2(r, 2, &LSM_FP2_ONE);
    put_fp2(r, 3, &LSM_FP2_ZERO);
    lanes_twist_enter(r->t, r->t);
}

/* r = [z]a, as g2_mul_z_vartime. */
static void mul_z(twist_point *r, const twist_point *a) {
    twist_point reg[Z_CHAIN_REGS], negated;

    reg[0] = *a;
    for (size_t i = 0; i < Z_CHAIN_LEN; i++) {
        const chain_step *step = &Z_CHAIN[i];
        twist_point *dst = &reg[step->dst];

        switch (step->op) {
        case CHAIN_DBL:
            lanes_twist_dbl(dst->t, reg[step->a].t);
            for (size_t k = 1; k < step->b; k++) {
                lanes_twist_dbl(dst->t, dst->t);
            }
            break;
        case CHAIN_ADD:
            lanes_twist_add(dst->t, reg[step->a].t, reg[step->b].t);
            break;
        default: /* CHAIN_SUB */
            lanes_twist_neg(negated.t, reg[step->b].t);
            lanes_twist_add(dst->t, reg[step->a].t, negated.t);
            break;
        }
    }
    *r = reg[Z_CHAIN_RESULT];
}

static int equal(const twist_point *a, const twist_point *b) {
    twist_point minors;
    fp value;
    int zero = 1;

    lanes_twist_minors(minors.t, a->t, b->t);
    lanes_leave8(minors.t, minors.t);
    for (size_t lane = 0; lane < 4; lane++) {
        lanes_get(&value, minors.t, WIDTH, lane);
        zero &= fp_is_zero(&value);
    }
    return zero;
}

/* With s = [2z]a:  a + psi(s) = psi^3(2s + a). */
int g2_in_subgroup_vartime(const g2_affine *a) {
    twist_point t, s, left, right;

    if (g2_affine_is_infinity(a)) { /* (0, 0) is no point of a curve that knows infinity as (0 : Y : 0) */
        return 1;
    }
    enter(&t, a);
    mul_z(&s, &t);
    lanes_twist_dbl(s.t, s.t);
    lanes_twist_psi(left.t, s.t);
    lanes_twist_add(left.t, left.t, t.t);
    lanes_twist_dbl(right.t, s.t);
    lanes_twist_add(right.t, right.t, t.t);
    for (size_t i = 0; i < 3; i++) {
        lanes_twist_psi(right.t, right.t);
    }
    return equal(&left, &right);
}
