/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "lanes/walker.h"

#include "core/verify.h"
#include "curve.h"

void lanes_walker_init(lanes_walker *w, const g1_affine *p, const g2_affine *q) {
    LSM_VERIFY_TRUE(!g1_affine_is_infinity(p) && !g2_affine_is_infinity(q));
    lanes_twist_from_affine(&w->q, q);
    lanes_twist_neg(w->negated.t, w->q.t);
    w->t[0] = CURVE_Z_IS_NEGATIVE ? w->negated : w->q;
    w->now = 0;
    for (size_t lane = 0; lane < TWIST_WIDTH; lane++) {
        lanes_put(w->p, TWIST_WIDTH, lane, &LSM_FP_ZERO);
    }
    lanes_put(w->p, TWIST_WIDTH, 0, &p->x);
    lanes_put(w->p, TWIST_WIDTH, 2, &p->y);
    lanes_twist_enter_p(w->p, w->p);
}

static void mul_line(lanes_walker *w, lanes_fp12 *f) {
    w->now ^= 1;
    lanes_fp12_mul_line(f->y[0], f->y[0], w->line, TWIST_WIDTH, 2);
}

static void add(lanes_walker *w, lanes_fp12 *f, const lanes_twist *q) {
    lanes_twist_line_add(w->t[w->now ^ 1].t, w->line, w->t[w->now].t, q->t, w->p);
    mul_line(w, f);
}

void lanes_walker_step(lanes_walker *w, lanes_fp12 *f, int digit) {
    lanes_twist_line_dbl(w->t[w->now ^ 1].t, w->line, w->t[w->now].t, w->p);
    mul_line(w, f);
    if (digit != 0) {
        add(w, f, (CURVE_Z_IS_NEGATIVE ? digit < 0 : digit > 0) ? &w->q : &w->negated);
    }
}

/*
 * The verdict is that of the addition form: T = [6z+2]q is exact whatever the order of q, since the additions are complete,
 * and q is in G2 exactly if T + psi(q) - psi^2(q) = -psi^3(q) (pairing/miller_loop.c).
 */
int lanes_walker_last(lanes_walker *w, lanes_fp12 *f) {
    lanes_twist image, negated;

    lanes_twist_psi(image.t, w->q.t);
    add(w, f, &image);
    lanes_twist_psi(image.t, image.t);
    lanes_twist_neg(negated.t, image.t);
    add(w, f, &negated);
    lanes_twist_psi(image.t, image.t);
    lanes_twist_neg(negated.t, image.t);
    return lanes_twist_eq(&w->t[w->now], &negated);
}
