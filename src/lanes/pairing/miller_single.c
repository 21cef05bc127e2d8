/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The loop of pairing/miller_loop.c for one pair; its point has its coordinates side by side (lanes/twist.h). */
#include "lanes/miller_single.h"

#include "core/verify.h"
#include "curve.h"
#include "lanes/twist.h"

typedef struct {
    lanes_fp12 *f;
    lanes_twist t[2]; /* each step goes from one to the other */
    size_t now;
    _Alignas(64) uint64_t p[LANES_NUMBER(TWIST_WIDTH)];
    uint64_t line[2 * LANES_NUMBER(TWIST_WIDTH)]; /* real and imaginary parts of [a | b | c] */
} walker;

static void walker_init(walker *w, lanes_fp12 *f, const g1_affine *p, const lanes_twist *q) {
    fp12 one;

    w->f = f;
    w->t[0] = *q;
    w->now = 0;
    for (size_t lane = 0; lane < TWIST_WIDTH; lane++) {
        lanes_put(w->p, TWIST_WIDTH, lane, lane == 0 ? &p->x : lane == 2 ? &p->y : &LSM_FP_ZERO);
    }
    lanes_twist_enter_p(w->p, w->p);
    fp12_set_one(&one);
    lanes_fp12_enter(f, &one);
}

static void finish_step(walker *w) {
    w->now ^= 1;
    lanes_fp12_mul_line(w->f->y[0], w->f->y[0], w->line, TWIST_WIDTH, 2);
}

static void step_dbl(walker *w) {
    lanes_twist_line_dbl(w->t[w->now ^ 1].t, w->line, w->t[w->now].t, w->p);
    finish_step(w);
}

static void step_add(walker *w, const lanes_twist *q) {
    lanes_twist_line_add(w->t[w->now ^ 1].t, w->line, w->t[w->now].t, q->t, w->p);
    finish_step(w);
}

/*
 * The verdict is that of the addition form: T = [6z+2]Q is exact whatever the order of Q, since the additions are complete,
 * and Q is in G2 exactly if T + psi(Q) - psi^2(Q) = -psi^3(Q) (pairing/miller_loop.c).
 */
int lanes_miller_single(lanes_fp12 *f, const g1_affine *p, const g2_affine *q) {
    lanes_twist image, negated, q_lanes;
    walker w;

    LSM_VERIFY_TRUE(!g1_affine_is_infinity(p) && !g2_affine_is_infinity(q));
    lanes_twist_from_affine(&q_lanes, q);
    lanes_twist_neg(negated.t, q_lanes.t);
    walker_init(&w, f, p, &q_lanes);
    for (size_t i = 1; i < ATE_LOOP_LEN; i++) {
        if (i > 1) {
            lanes_fp12_sqr(f->y[0], f->y[0]);
        }
        step_dbl(&w);
        if (ATE_LOOP[i] != 0) {
            step_add(&w, ATE_LOOP[i] > 0 ? &q_lanes : &negated);
        }
    }
    lanes_twist_psi(image.t, q_lanes.t);
    step_add(&w, &image);
    lanes_twist_psi(image.t, image.t);
    lanes_twist_neg(negated.t, image.t);
    step_add(&w, &negated);
    lanes_twist_psi(image.t, image.t);
    lanes_twist_neg(negated.t, image.t);
    return lanes_twist_eq(&w.t[w.now], &negated);
}
