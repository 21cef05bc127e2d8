/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "pairing/line.h"

#include "curve.h"

void line_dbl(g2_homogeneous *t, line_coeffs *l) {
    fp2 a, b, c, e, f, g, h, s;

    /* Everything is scaled by 4 against the source, which saves its two halvings:
     *   A = 2XY, B = Y^2, C = Z^2, E = 3b'C, F = 3E, H = 2YZ
     *   X3 = A(B - F), Y3 = (B + F)^2 - 12E^2, Z3 = 4BH */
    fp2_mul(&a, &t->x, &t->y);
    fp2_dbl(&a, &a);
    fp2_sqr(&b, &t->y);
    fp2_sqr(&c, &t->z);
    fp2_mul(&e, &c, &CURVE_TWIST_B3);
    fp2_dbl(&s, &e);
    fp2_add(&f, &s, &e);
    fp2_add(&h, &t->y, &t->z);
    fp2_sqr(&h, &h);
    fp2_add(&g, &b, &c);
    fp2_sub(&h, &h, &g);

    /* slope 3X^2 / 2YZ, hence y = H, x = 3X^2 and c = (3X^2*X - HY)/Z = B - E by the curve equation */
    l->y = h;
    fp2_sqr(&g, &t->x);
    fp2_dbl(&l->x, &g);
    fp2_add(&l->x, &l->x, &g);
    fp2_sub(&l->c, &b, &e);

    fp2_sub(&g, &b, &f);
    fp2_mul(&t->x, &a, &g);
    fp2_add(&g, &b, &f);
    fp2_sqr(&g, &g);
    fp2_sqr(&s, &s); /* (2E)^2 */
    fp2_sub(&g, &g, &s);
    fp2_dbl(&s, &s);
    fp2_sub(&t->y, &g, &s);
    fp2_dbl(&h, &h);
    fp2_dbl(&h, &h);
    fp2_mul(&t->z, &b, &h);
}

void line_through(line_coeffs *l, const g2_homogeneous *t, const g2_affine *q) {
    fp2 s;

    /* slope (Y - yq*Z) / (X - xq*Z) */
    fp2_mul(&s, &q->x, &t->z);
    fp2_sub(&l->y, &t->x, &s);
    fp2_mul(&s, &q->y, &t->z);
    fp2_sub(&l->x, &t->y, &s);
    fp2_mul(&l->c, &l->x, &q->x);
    fp2_mul(&s, &l->y, &q->y);
    fp2_sub(&l->c, &l->c, &s);
}

void line_add(g2_homogeneous *t, line_coeffs *l, const g2_affine *q) {
    fp2 c, d, e, f, g, h;

    line_through(l, t, q);

    /* With O = l->x and L = l->y:
     *   C = O^2, D = L^2, E = L*D, F = Z*C, G = X*D, H = E + F - 2G
     *   X3 = L*H, Y3 = O*(G - H) - Y*E, Z3 = Z*E */
    fp2_sqr(&c, &l->x);
    fp2_sqr(&d, &l->y);
    fp2_mul(&e, &l->y, &d);
    fp2_mul(&f, &t->z, &c);
    fp2_mul(&g, &t->x, &d);
    fp2_add(&h, &e, &f);
    fp2_sub(&h, &h, &g);
    fp2_sub(&h, &h, &g);
    fp2_mul(&t->x, &l->y, &h);
    fp2_sub(&g, &g, &h);
    fp2_mul(&g, &g, &l->x);
    fp2_mul(&h, &t->y, &e);
    fp2_sub(&t->y, &g, &h);
    fp2_mul(&t->z, &t->z, &e);
}

void line_eval(fp12_line *r, const line_coeffs *l, const fp *neg_xp, const fp *yp) {
    fp2_mul_fp(&r->b, &l->x, neg_xp);
#if CURVE_TWIST_D
    fp2_mul_fp(&r->a, &l->y, yp);
    r->c = l->c;
#else
    fp2_mul_fp(&r->c, &l->y, yp);
    r->a = l->c;
#endif
}

void line_on_twist(fp2 *r, const line_coeffs *l, const fp2 *xq, const fp2 *yq) {
    fp2 s, t;

    fp2_mul(&s, &l->y, yq);
    fp2_mul(&t, &l->x, xq);
    fp2_sub(&s, &s, &t);
    fp2_add(r, &s, &l->c);
}
