/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * pairing/miller_loop.h in lanes. The points of four pairs walk side by side in the lanes of one vector; their lines are
 * evaluated there too, and meet one accumulator after the other. One or two pairs that are left walk alone
 * (lanes/walker.h).
 *
 * With a negative seed the loop walks from -Q: f_{-m,Q} is f_{m,-Q} up to vertical lines, which the final exponentiation
 * removes, and [m](-Q) is the T = [6z+2]Q that the lines after the loop begin with. So nothing is conjugated after it.
 */
#include "pairing/miller_loop.h"

#include <string.h>

#include "core/verify.h"
#include "curve.h"
#include "lanes/convert.h"
#include "lanes/walker.h"

#if !CURVE_TWIST_D
#error "lanes place lines for a D twist"
#endif
#if SUBGROUP_FOLD != SUBGROUP_FOLD_LINE && SUBGROUP_FOLD != SUBGROUP_FOLD_ADD
#error "lanes fold the subgroup test into the lines after the loop"
#endif

#define WIDTH 8
#define GROUP_PAIRS (WIDTH / 2)
/* Pairs that share one accumulator: as many as the stack has room for (LSM_STACK_BYTES). */
#define MAX_GROUPS 2
#define MAX_WALKERS 2
#define LANES_BATCH (MAX_GROUPS * GROUP_PAIRS + MAX_WALKERS)

/* X, Y, Z of pairs that walk side by side. */
typedef struct {
    _Alignas(64) uint64_t xyz[3 * LANES_NUMBER(WIDTH)];
} points;

/* Pairs that walk side by side, and where they are. */
typedef struct {
    size_t pairs; /* lanes beyond these repeat the first pair, and their lines are not used */
    points *t;
    _Alignas(64) uint64_t q[2 * LANES_NUMBER(WIDTH)]; /* x, y */
    uint64_t q_y_neg[LANES_NUMBER(WIDTH)];
    uint64_t p_dbl[2 * LANES_NUMBER(WIDTH)]; /* 3x, -2y */
    uint64_t p_add[2 * LANES_NUMBER(WIDTH)]; /* -x, y */
} group;

/* What the steps of all groups write, one after the other. */
typedef struct {
    points *spare; /* for the next points of a group, whose old place is then spare */
    _Alignas(64) uint64_t line[6 * LANES_NUMBER(WIDTH)];
    uint64_t psi[6 * LANES_NUMBER(WIDTH)];
} scratch;

static void put_fp2(uint64_t *number, size_t pair, const fp2 *a) {
    lanes_put(number, WIDTH, 2 * pair, &a->c0);
    lanes_put(number, WIDTH, 2 * pair + 1, &a->c1);
}

static void get_fp2(fp2 *r, const uint64_t *number, size_t pair) {
    lanes_get(&r->c0, number, WIDTH, 2 * pair);
    lanes_get(&r->c1, number, WIDTH, 2 * pair + 1);
}

/* y of digit*Q, or of -digit*Q for a negative seed: digit is 1 or -1. */
static const uint64_t *loop_y(const group *g, int digit) {
    const int negative = CURVE_Z_IS_NEGATIVE ? digit > 0 : digit < 0;

    return negative ? g->q_y_neg : g->q + LANES_NUMBER(WIDTH);
}

static void group_init(group *g, points *t, const g1_affine *p, const g2_affine *q, size_t pairs) {
    const size_t number = LANES_NUMBER(WIDTH);
    uint64_t *const numbers[] = {g->q,     g->q + number, g->q_y_neg,        g->p_dbl, g->p_dbl + number,
                                 g->p_add, g->p_add + number, t->xyz + 2 * number};

    g->pairs = pairs;
    g->t = t;
    for (size_t i = 0; i < WIDTH / 2; i++) {
        const size_t k = i < pairs ? i : 0;
        fp2 y_neg, p_dbl[2], p_add[2];

        LSM_VERIFY_TRUE(!g1_affine_is_infinity(&p[k]) && !g2_affine_is_infinity(&q[k]));
        fp2_neg(&y_neg, &q[k].y);
        fp_neg(&p_add[0].c0, &p[k].x);
        p_add[1].c0 = p[k].y;
        fp_dbl(&p_dbl[0].c0, &p[k].x);
        fp_add(&p_dbl[0].c0, &p_dbl[0].c0, &p[k].x);
        fp_dbl(&p_dbl[1].c0, &p[k].y);
        fp_neg(&p_dbl[1].c0, &p_dbl[1].c0);
        for (size_t j = 0; j < 2; j++) {
            p_add[j].c1 = p_add[j].c0;
            p_dbl[j].c1 = p_dbl[j].c0;
        }
        {
            const fp2 *const values[] = {&q[k].x, &q[k].y,   &y_neg,    &p_dbl[0],
                                         &p_dbl[1], &p_add[0], &p_add[1], &LSM_FP2_ONE};

            for (size_t j = 0; j < sizeof values / sizeof values[0]; j++) {
                put_fp2(numbers[j], i, values[j]);
            }
        }
    }
    for (size_t j = 0; j < sizeof numbers / sizeof numbers[0]; j++) {
        lanes_enter8(numbers[j], numbers[j]);
    }
    memcpy(t->xyz, g->q, number * sizeof *g->q);
    memcpy(t->xyz + number, loop_y(g, 1), number * sizeof *g->q);
}

static void mul_lines(lanes_fp12 *f, const group *g, const scratch *s) {
    for (size_t i = 0; i < g->pairs; i++) {
        lanes_fp12_mul_line(f->y[0], f->y[0], s->line + 2 * i, WIDTH, 2 * LANES_NUMBER(WIDTH));
    }
}

static void move(group *g, scratch *s) {
    points *const old = g->t;

    g->t = s->spare;
    s->spare = old;
}

static void step_dbl(lanes_fp12 *f, group *g, scratch *s) {
    lanes_g2_dbl4(s->spare->xyz, s->line, g->t->xyz, g->p_dbl);
    move(g, s);
    mul_lines(f, g, s);
}

static void step_add(lanes_fp12 *f, group *g, scratch *s, const uint64_t *qx, const uint64_t *qy) {
    lanes_g2_add4(s->spare->xyz, s->line, g->t->xyz, qx, qy, g->p_add);
    move(g, s);
    mul_lines(f, g, s);
}

/* The two lines after the loop, and the joint verdict of the folded subgroup test: see pairing/miller_loop.c, which
 * explains both forms. They are drawn for four pairs, however many there are. */
#if SUBGROUP_FOLD == SUBGROUP_FOLD_LINE
static int last_steps(lanes_fp12 *f, group *g, scratch *s) {
    const size_t number = LANES_NUMBER(WIDTH);
    uint64_t *const test = g->p_dbl; /* no more doublings */
    int verdict = 1;

    lanes_g2_psi4(s->psi, g->q);
    step_add(f, g, s, s->psi, s->psi + number);
    lanes_g2_last4(s->line, test, g->t->xyz, s->psi + 2 * number, s->psi + 4 * number, g->p_add);
    mul_lines(f, g, s);

    lanes_leave8(s->psi, g->t->xyz + 2 * number);
    lanes_leave8(test, test);
    lanes_leave8(test + number, test + number);
    for (size_t i = 0; i < g->pairs; i++) {
        fp2 z, denominator, value;

        get_fp2(&z, s->psi, i);
        get_fp2(&denominator, test, i);
        get_fp2(&value, test + number, i);
        verdict &= fp2_is_zero(&value) & ((fp2_is_zero(&z) | fp2_is_zero(&denominator)) ^ 1);
    }
    return verdict;
}
#else
static int last_steps(lanes_fp12 *f, group *g, scratch *s) {
    const size_t number = LANES_NUMBER(WIDTH);
    int verdict = 1;

    lanes_g2_psi4(s->psi, g->q);
    step_add(f, g, s, s->psi, s->psi + number);
    step_add(f, g, s, s->psi + 2 * number, s->psi + 3 * number);

    for (size_t j = 0; j < 3; j++) {
        lanes_leave8(g->t->xyz + j * number, g->t->xyz + j * number);
    }
    for (size_t j = 4; j < 6; j++) {
        lanes_leave8(s->psi + j * number, s->psi + j * number);
    }
    for (size_t i = 0; i < g->pairs; i++) {
        fp2 x, y, z, x3, y3;

        get_fp2(&x, g->t->xyz, i);
        get_fp2(&y, g->t->xyz + number, i);
        get_fp2(&z, g->t->xyz + 2 * number, i);
        get_fp2(&x3, s->psi + 4 * number, i);
        get_fp2(&y3, s->psi + 5 * number, i);
        fp2_mul(&x3, &x3, &z);
        fp2_mul(&y3, &y3, &z);
        fp2_neg(&y3, &y3); /* the sum is -psi^3(Q) */
        verdict &= fp2_eq(&x3, &x) & fp2_eq(&y3, &y) & (fp2_is_zero(&z) ^ 1);
    }
    return verdict;
}
#endif

/* One batch, 1 <= n <= LANES_BATCH. Returns 1 if no q failed its folded test. */
static int miller_batch(lanes_fp12 *f, const g1_affine *p, const g2_affine *q, size_t n) {
    points t[MAX_GROUPS + 1];
    group groups[MAX_GROUPS];
    lanes_walker walkers[MAX_WALKERS];
    scratch s;
    fp12 one;
    size_t count = 0, alone = 0, done = 0;
    int verdict = 1;

    while (n - done > MAX_WALKERS) {
        const size_t pairs = n - done < GROUP_PAIRS ? n - done : GROUP_PAIRS;

        group_init(&groups[count], &t[count], p + done, q + done, pairs);
        done += pairs;
        count++;
    }
    for (; done < n; done++) {
        lanes_walker_init(&walkers[alone++], &p[done], &q[done]);
    }
    s.spare = &t[count];
    fp12_set_one(&one);
    lanes_fp12_enter(f, &one);

    /* The first digit of the loop is 1: T = Q, or -Q, and f = 1. */
    for (size_t i = 1; i < ATE_LOOP_LEN; i++) {
        if (i > 1) {
            lanes_fp12_sqr(f->y[0], f->y[0]);
        }
        for (size_t k = 0; k < count; k++) {
            step_dbl(f, &groups[k], &s);
            if (ATE_LOOP[i] != 0) {
                step_add(f, &groups[k], &s, groups[k].q, loop_y(&groups[k], ATE_LOOP[i]));
            }
        }
        for (size_t k = 0; k < alone; k++) {
            lanes_walker_step(&walkers[k], f, ATE_LOOP[i]);
        }
    }
    for (size_t k = 0; k < count; k++) {
        verdict &= last_steps(f, &groups[k], &s);
    }
    for (size_t k = 0; k < alone; k++) {
        verdict &= lanes_walker_last(&walkers[k], f);
    }
    return verdict;
}

/* f = product over all batches; the verdicts of the folded tests, joined. */
static int miller_batches(fp12 *f, const g1_affine *p, const g2_affine *q, size_t n) {
    lanes_fp12 total, part;
    int verdict = 1;

    if (n == 0) {
        fp12_set_one(f);
        return 1;
    }
    for (size_t done = 0; done < n; done += LANES_BATCH) {
        const size_t batch = n - done < LANES_BATCH ? n - done : LANES_BATCH;

        verdict &= miller_batch(done == 0 ? &total : &part, p + done, q + done, batch);
        if (done != 0) {
            lanes_fp12_mul(total.y[0], total.y[0], part.y[0]);
        }
    }
    lanes_fp12_leave(f, &total);
    return verdict;
}

void miller_loop(fp12 *f, const g1_affine *p, const g2_affine *q, size_t n) {
    (void)miller_batches(f, p, q, n);
}

int miller_loop_checked_vartime(fp12 *f, const g1_affine *p, const g2_affine *q, size_t n) {
    if (!miller_batches(f, p, q, n)) {
        fp12_set_zero(f);
        return 0;
    }
    return 1;
}
