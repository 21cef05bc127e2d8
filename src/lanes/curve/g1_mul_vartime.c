/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * g1_mul_vartime in lanes: the digits are those of curve/g1_mul_vartime.c, but a point has its coordinates side by side,
 * and the additions cover every case by themselves, so that none is told apart here.
 */
#include <string.h>

#include "curve/g1.h"
#include "curve/scalar_mul.h"
#include "lanes/convert.h"

/* [Y, W, X, W] of a point */
typedef struct {
    _Alignas(32) uint64_t ywxw[LANES_NUMBER(4)];
} lanes_g1;

/* What lanes_g1_multiple makes of a point: itself, its negative, and the same of its image under phi. */
typedef struct {
    _Alignas(64) uint64_t form[2][2][LANES_NUMBER(8)]; /* [phi][negative] */
} multiple;

static void enter(lanes_g1 *r, const g1_affine *a) {
    memset(r, 0, sizeof *r);
    lanes_put(r->ywxw, 4, 0, &a->y);
    lanes_put(r->ywxw, 4, 2, &a->x);
    lanes_g1_enter(r->ywxw, r->ywxw);
}

/* (X/Z, Y/Z) has the Jacobian coordinates (XZ, YZ^2, Z). */
static void leave(g1 *r, const lanes_g1 *a) {
    lanes_g1 t;
    fp zz;

    lanes_g1_leave(t.ywxw, a->ywxw);
    lanes_get(&r->y, t.ywxw, 4, 0);
    lanes_get(&r->x, t.ywxw, 4, 2);
    lanes_get(&r->z, t.ywxw, 4, 3);
    fp_mul(&r->x, &r->x, &r->z);
    fp_sqr(&zz, &r->z);
    fp_mul(&r->y, &r->y, &zz);
}

/* a, 3a .. 15a */
static void odd_multiples(multiple table[WNAF_TABLE], const lanes_g1 *a) {
    lanes_g1 t = *a, twice;
    multiple step;

    lanes_g1_dbl(twice.ywxw, a->ywxw);
    lanes_g1_multiple(step.form[0][0], twice.ywxw);
    lanes_g1_multiple(table[0].form[0][0], t.ywxw);
    for (size_t i = 1; i < WNAF_TABLE; i++) {
        lanes_g1_add(t.ywxw, t.ywxw, step.form[0][0]);
        lanes_g1_multiple(table[i].form[0][0], t.ywxw);
    }
}

void g1_mul_vartime(g1 *r, const g1_affine *a, const fr_raw *k) {
    multiple table[WNAF_TABLE];
    glv_digits d;
    lanes_g1 t;

    if (g1_affine_is_infinity(a)) {
        g1_set_infinity(r);
        return;
    }
    if (scalar_is_tiny(k)) {
        g1_mul_ref(r, a, k);
        return;
    }
    glv_recode(&d, k);
    enter(&t, a);
    odd_multiples(table, &t);

    /* the point at infinity is [1, 0, 0, 0], or any other Y */
    for (size_t i = 0; i < LANES_NUMBER(4); i++) {
        t.ywxw[i] = i % 4 == 0 ? t.ywxw[i] : 0;
    }
    for (size_t i = d.len[0] > d.len[1] ? d.len[0] : d.len[1]; i-- > 0;) {
        lanes_g1_dbl(t.ywxw, t.ywxw);
        for (size_t phi = 0; phi < 2; phi++) {
            const int digit = d.digit[phi][i];

            if (digit != 0) {
                lanes_g1_add(t.ywxw, t.ywxw, table[(digit < 0 ? -digit : digit) / 2].form[phi][digit < 0]);
            }
        }
    }
    leave(r, &t);
}
