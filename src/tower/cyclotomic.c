/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tower/cyclotomic.h"

#include "curve.h"

/* (a + b*s)^2 = (a^2 + xi*b^2) + 2ab*s in Fp4 = Fp2[s] / (s^2 - xi), s = w^3. */
static inline void fp4_sqr(fp2 *even, fp2 *odd, const fp2 *a, const fp2 *b) {
    fp2 t0, t1, t2;

    fp2_sqr(&t0, a);
    fp2_sqr(&t1, b);
    fp2_add(&t2, a, b);
    fp2_sqr(&t2, &t2);
    fp2_sub(&t2, &t2, &t0);
    fp2_sub(odd, &t2, &t1);
    fp2_mul_xi(&t1, &t1);
    fp2_add(even, &t0, &t1);
}

/* r = 3t - 2a */
static inline void three_minus_two(fp2 *r, const fp2 *t, const fp2 *a) {
    fp2 d;

    fp2_sub(&d, t, a);
    fp2_dbl(&d, &d);
    fp2_add(r, &d, t);
}

/* r = 3t + 2a */
static inline void three_plus_two(fp2 *r, const fp2 *t, const fp2 *a) {
    fp2 d;

    fp2_add(&d, t, a);
    fp2_dbl(&d, &d);
    fp2_add(r, &d, t);
}

void cyclotomic_sqr(fp12 *r, const fp12 *a) {
    fp2 even0, odd0, even1, odd1, even2, odd2;

    /* Write a = A + B*w + C*w^2 over Fp4 with A = (w^0, w^3), B = (w^1, w^4), C = (w^2, w^5). In the subgroup
     * a^2 = (3A^2 - 2A') + (3sC^2 + 2B')*w + (3B^2 - 2C')*w^2, where ' is the conjugation s -> -s. */
    fp4_sqr(&even0, &odd0, &a->c0.c0, &a->c1.c1);
    fp4_sqr(&even1, &odd1, &a->c1.c0, &a->c0.c2);
    fp4_sqr(&even2, &odd2, &a->c0.c1, &a->c1.c2);
    fp2_mul_xi(&odd2, &odd2); /* s*C^2 = xi*odd + even*s */

    three_minus_two(&r->c0.c0, &even0, &a->c0.c0);
    three_plus_two(&r->c1.c1, &odd0, &a->c1.c1);
    three_minus_two(&r->c0.c1, &even1, &a->c0.c1);
    three_plus_two(&r->c1.c2, &odd1, &a->c1.c2);
    three_plus_two(&r->c1.c0, &odd2, &a->c1.c0);
    three_minus_two(&r->c0.c2, &even2, &a->c0.c2);
}

void cyclotomic_exp_z(fp12 *r, const fp12 *a) {
    fp12 reg[Z_CHAIN_REGS];
    fp12 inverse;

    reg[0] = *a;
    for (int i = 0; i < Z_CHAIN_LEN; i++) {
        const chain_step *step = &Z_CHAIN[i];
        fp12 *dst = &reg[step->dst];

        switch (step->op) {
        case CHAIN_DBL:
            *dst = reg[step->a];
            for (int k = 0; k < step->b; k++) {
                cyclotomic_sqr(dst, dst);
            }
            break;
        case CHAIN_ADD:
            fp12_mul(dst, &reg[step->a], &reg[step->b]);
            break;
        default: /* CHAIN_SUB */
            fp12_conj(&inverse, &reg[step->b]);
            fp12_mul(dst, &reg[step->a], &inverse);
            break;
        }
    }
    if (CURVE_Z_IS_NEGATIVE) {
        fp12_conj(r, &reg[Z_CHAIN_RESULT]);
    } else {
        *r = reg[Z_CHAIN_RESULT];
    }
}
