/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * pairing/final_exp.h in lanes: the exponents, and so the results, are those of pairing/final_exp_bn.c. Only the
 * inversion of the easy part is done in words.
 */
#include "pairing/final_exp.h"

#include "curve.h"
#include "lanes/convert.h"

static void mul(lanes_fp12 *r, const lanes_fp12 *a, const lanes_fp12 *b) {
    lanes_fp12_mul(r->y[0], a->y[0], b->y[0]);
}

static void conjugate(lanes_fp12 *r, const lanes_fp12 *a) {
    lanes_fp12_conj(r->y[0], a->y[0]);
}

static void cyclotomic_sqr(lanes_fp12 *r, const lanes_fp12 *a) {
    lanes_fp12_cyclotomic_sqr(r->y[0], a->y[0]);
}

/* r = a^z, as cyclotomic_exp_z. */
static void exp_z(lanes_fp12 *r, const lanes_fp12 *a) {
    lanes_fp12 reg[Z_CHAIN_REGS], inverse;

    reg[0] = *a;
    for (size_t i = 0; i < Z_CHAIN_LEN; i++) {
        const chain_step *step = &Z_CHAIN[i];
        lanes_fp12 *dst = &reg[step->dst];

        switch (step->op) {
        case CHAIN_DBL:
            cyclotomic_sqr(dst, &reg[step->a]);
            for (size_t k = 1; k < step->b; k++) {
                cyclotomic_sqr(dst, dst);
            }
            break;
        case CHAIN_ADD:
            mul(dst, &reg[step->a], &reg[step->b]);
            break;
        default: /* CHAIN_SUB */
            conjugate(&inverse, &reg[step->b]);
            mul(dst, &reg[step->a], &inverse);
            break;
        }
    }
    if (CURVE_Z_IS_NEGATIVE) { /* the conjugate is the inverse in the cyclotomic subgroup */
        conjugate(r, &reg[Z_CHAIN_RESULT]);
    } else {
        *r = reg[Z_CHAIN_RESULT];
    }
}

/* m = f^((p^6 - 1)(p^2 + 1)), given inverse = 1/f. */
static void easy_part(lanes_fp12 *m, const fp12 *f, const fp12 *inverse) {
    lanes_fp12 t, u;

    lanes_fp12_enter(&t, f);
    lanes_fp12_enter(&u, inverse);
    conjugate(&t, &t);
    mul(&t, &t, &u); /* f^(p^6 - 1) */
    lanes_fp12_frobenius2(m->y[0], t.y[0]);
    mul(m, m, &t);
}

/* *t * *u = m^(s*(p^4 - p^2 + 1)/r) as in pairing/final_exp_bn.c, which gives the identity behind it. The comments give
 * the running exponent of m. */
static void hard_part(lanes_fp12 *t, lanes_fp12 *u, const lanes_fp12 *m) {
    lanes_fp12 a, b, c, e;

    exp_z(&a, m);
    conjugate(&a, &a);
    cyclotomic_sqr(&a, &a); /* a = -2z */
    cyclotomic_sqr(&b, &a);
    mul(&b, &b, &a); /* b = -6z */
    exp_z(&c, &b);
    conjugate(&c, &c); /* c = 6z^2 */
    cyclotomic_sqr(&e, &c);
    exp_z(&e, &e);   /* e = 12z^3 */
    mul(&e, &e, &c); /* e = 12z^3 + 6z^2 */
    conjugate(&b, &b);    /* b = 6z */
    mul(&e, &e, &b); /* e = 12z^3 + 6z^2 + 6z = l2 */
    mul(&a, &a, &e); /* a = 12z^3 + 6z^2 + 4z = l1 */
    mul(&c, &c, &e);
    mul(&c, &c, m); /* c = 12z^3 + 12z^2 + 6z + 1 = l0 */

    conjugate(&b, m);
    mul(&b, &b, &a);                         /* b = l3 */
    lanes_fp12_frobenius3(u->y[0], b.y[0]);  /* u = l3*p^3 */
    lanes_fp12_frobenius1(a.y[0], a.y[0]);   /* a = l1*p */
    lanes_fp12_frobenius2(e.y[0], e.y[0]);   /* e = l2*p^2 */
    mul(&c, &c, &a);
    mul(t, &c, &e); /* t = l0 + l1*p + l2*p^2 */
}

void final_exp(fp12 *r, const fp12 *f) {
    lanes_fp12 m, t, u;
    fp12 inverse;

    fp12_inv(&inverse, f);
    easy_part(&m, f, &inverse);
    hard_part(&t, &u, &m);
    mul(&t, &t, &u);
    lanes_fp12_leave(r, &t);
}

int final_exp_is_one_vartime(const fp12 *f) {
    lanes_fp12 m, t, u;
    fp12 left, right;

    /* 1/0 is 0 here, and 0 = 0 would pass the comparison below. */
    if (fp12_is_zero(f)) {
        return 0;
    }
    fp12_inv_vartime(&left, f);
    easy_part(&m, f, &left);
    hard_part(&t, &u, &m);
    conjugate(&u, &u); /* 1/u in the cyclotomic subgroup */
    lanes_fp12_leave(&left, &t);
    lanes_fp12_leave(&right, &u);
    return fp12_eq(&left, &right);
}
