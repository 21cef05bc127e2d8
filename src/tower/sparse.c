/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tower/sparse.h"

#include "curve.h"

#if CURVE_TWIST_D + CURVE_TWIST_M != 1
#error "curve.h must name exactly one twist type"
#endif

void fp12_mul_line(fp12 *r, const fp12 *f, const fp12_line *l) {
    fp6 t0, t1, s;
    fp2 k;

#if CURVE_TWIST_D
    /* l = a + (b + c*v)*w */
    fp6_mul_fp2(&t0, &f->c0, &l->a);
    fp6_mul_01(&t1, &f->c1, &l->b, &l->c);
    fp6_add(&s, &f->c0, &f->c1);
    fp2_add(&k, &l->a, &l->b);
    fp6_mul_01(&s, &s, &k, &l->c);
#else
    /* l = (a + b*v) + c*v*w */
    fp6_mul_01(&t0, &f->c0, &l->a, &l->b);
    fp6_mul_fp2(&t1, &f->c1, &l->c);
    fp6_mul_v(&t1, &t1);
    fp6_add(&s, &f->c0, &f->c1);
    fp2_add(&k, &l->b, &l->c);
    fp6_mul_01(&s, &s, &l->a, &k);
#endif
    fp6_sub(&s, &s, &t0);
    fp6_sub(&r->c1, &s, &t1);
    fp6_mul_v(&t1, &t1);
    fp6_add(&r->c0, &t0, &t1);
}

void fp12_mul_line2(fp12 *r, const fp12 *f, const fp12_line2 *l) {
    fp6 t0, t1, s, t;

    fp6_mul(&t0, &f->c0, &l->e0);
    fp6_mul_01(&t1, &f->c1, &l->d0, &l->d1);
    fp6_add(&s, &f->c0, &f->c1);
#if CURVE_TWIST_D
    fp2_add(&t.c0, &l->e0.c0, &l->d0);
    fp2_add(&t.c1, &l->e0.c1, &l->d1);
    t.c2 = l->e0.c2;
#else
    fp6_mul_v(&t1, &t1);
    t.c0 = l->e0.c0;
    fp2_add(&t.c1, &l->e0.c1, &l->d0);
    fp2_add(&t.c2, &l->e0.c2, &l->d1);
#endif
    fp6_mul(&s, &s, &t);
    fp6_sub(&s, &s, &t0);
    fp6_sub(&r->c1, &s, &t1);
    fp6_mul_v(&t1, &t1);
    fp6_add(&r->c0, &t0, &t1);
}

/* r = (x + y)(x' + y') - xx' - yy' = xy' + x'y, given xx' and yy'. */
static void cross(fp2 *r, const fp2 *x, const fp2 *y, const fp2 *x_, const fp2 *y_, const fp2 *xx, const fp2 *yy) {
    fp2 s, t;

    fp2_add(&s, x, y);
    fp2_add(&t, x_, y_);
    fp2_mul(&s, &s, &t);
    fp2_sub(&s, &s, xx);
    fp2_sub(r, &s, yy);
}

void fp12_line_mul(fp12_line2 *r, const fp12_line *k, const fp12_line *l) {
    fp2 aa, bb, cc;

    fp2_mul(&aa, &k->a, &l->a);
    fp2_mul(&bb, &k->b, &l->b);
    fp2_mul(&cc, &k->c, &l->c);
#if CURVE_TWIST_D
    /* w^2: bb'   w^4: bc' + b'c   w^1: ab' + a'b   w^3: ac' + a'c   w^6 = xi: cc' */
    r->e0.c1 = bb;
    cross(&r->e0.c2, &k->b, &k->c, &l->b, &l->c, &bb, &cc);
    cross(&r->d0, &k->a, &k->b, &l->a, &l->b, &aa, &bb);
    cross(&r->d1, &k->a, &k->c, &l->a, &l->c, &aa, &cc);
#else
    /* w^2: ab' + a'b   w^4: bb'   w^3: ac' + a'c   w^5: bc' + b'c   w^6 = xi: cc' */
    cross(&r->e0.c1, &k->a, &k->b, &l->a, &l->b, &aa, &bb);
    r->e0.c2 = bb;
    cross(&r->d0, &k->a, &k->c, &l->a, &l->c, &aa, &cc);
    cross(&r->d1, &k->b, &k->c, &l->b, &l->c, &bb, &cc);
#endif
    fp2_mul_xi(&cc, &cc);
    fp2_add(&r->e0.c0, &aa, &cc);
}

void fp12_from_line(fp12 *r, const fp12_line *l) {
    fp12_set_zero(r);
    r->c0.c0 = l->a;
#if CURVE_TWIST_D
    r->c1.c0 = l->b;
#else
    r->c0.c1 = l->b;
#endif
    r->c1.c1 = l->c;
}

void fp12_from_line2(fp12 *r, const fp12_line2 *l) {
    r->c0 = l->e0;
#if CURVE_TWIST_D
    r->c1 = (fp6){l->d0, l->d1, LSM_FP2_ZERO};
#else
    r->c1 = (fp6){LSM_FP2_ZERO, l->d0, l->d1};
#endif
}
