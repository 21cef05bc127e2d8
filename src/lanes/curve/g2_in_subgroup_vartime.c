/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The subgroup test of curve/g2.h in lanes: the criterion of curve/g2_in_subgroup_vartime.c, one point with its coordinates
 * side by side.
 */
#include "curve/g2.h"

#include "curve.h"
#include "lanes/twist.h"

#if SUBGROUP_CRITERION != SUBGROUP_CRITERION_TRINOMIAL
#error "lanes test the subgroup by the relation of three terms"
#endif

/* r = [z]a, as g2_mul_z_vartime. */
static void mul_z(lanes_twist *r, const lanes_twist *a) {
    lanes_twist reg[Z_CHAIN_REGS], negated;

    reg[0] = *a;
    for (size_t i = 0; i < Z_CHAIN_LEN; i++) {
        const chain_step *step = &Z_CHAIN[i];
        lanes_twist *dst = &reg[step->dst];

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
    if (CURVE_Z_IS_NEGATIVE) {
        lanes_twist_neg(r->t, reg[Z_CHAIN_RESULT].t);
    } else {
        *r = reg[Z_CHAIN_RESULT];
    }
}

/* With s = [2z]a:  a + psi(s) = psi^3(2s + a). */
int g2_in_subgroup_vartime(const g2_affine *a) {
    lanes_twist t, s, left, right;

    if (g2_affine_is_infinity(a)) { /* (0, 0) is no point of a curve that knows infinity as (0 : Y : 0) */
        return 1;
    }
    lanes_twist_from_affine(&t, a);
    mul_z(&s, &t);
    lanes_twist_dbl(s.t, s.t);
    lanes_twist_psi(left.t, s.t);
    lanes_twist_add(left.t, left.t, t.t);
    lanes_twist_dbl(right.t, s.t);
    lanes_twist_add(right.t, right.t, t.t);
    for (size_t i = 0; i < 3; i++) {
        lanes_twist_psi(right.t, right.t);
    }
    return lanes_twist_eq(&left, &right);
}
