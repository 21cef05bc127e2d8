/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tower/cyclotomic.h"

#include "core/ct.h"
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

/* The coefficients B = (w^1, w^4) and C = (w^2, w^5) of a^2, which depend on those of a alone. r may be a. */
static inline void compressed_sqr(fp12 *r, const fp12 *a) {
    fp2 even1, odd1, even2, odd2;

    fp4_sqr(&even1, &odd1, &a->c1.c0, &a->c0.c2);
    fp4_sqr(&even2, &odd2, &a->c0.c1, &a->c1.c2);
    fp2_mul_xi(&odd2, &odd2); /* s*C^2 = xi*odd + even*s */

    three_minus_two(&r->c0.c1, &even1, &a->c0.c1);
    three_plus_two(&r->c1.c2, &odd1, &a->c1.c2);
    three_plus_two(&r->c1.c0, &odd2, &a->c1.c0);
    three_minus_two(&r->c0.c2, &even2, &a->c0.c2);
}

void cyclotomic_sqr(fp12 *r, const fp12 *a) {
    fp2 even, odd;

    /* Write a = A + B*w + C*w^2 over Fp4 with A = (w^0, w^3), B = (w^1, w^4), C = (w^2, w^5). In the subgroup
     * a^2 = (3A^2 - 2A') + (3sC^2 + 2B')*w + (3B^2 - 2C')*w^2, where ' is the conjugation s -> -s. */
    fp4_sqr(&even, &odd, &a->c0.c0, &a->c1.c1);
    three_minus_two(&r->c0.c0, &even, &a->c0.c0);
    three_plus_two(&r->c1.c1, &odd, &a->c1.c1);
    compressed_sqr(r, a);
}

#ifdef Z_DIGITS_LEN

/* Compressed squarings (Karabina, eprint 2010/542), which leave A = a0 + a3*s to be recovered: a^(p^4) * a = a^(p^2)
 * reads A*B = sC^2 + B', A*C = B^2 - C', A^2 - sBC = A'. With B = a1 + a4*s, C = a2 + a5*s these give
 *   a3 = (xi*a5^2 + 3*a2^2 - 2*a4)/(4*a1), or 2*a2*a5/a4 if a1 = 0,
 *   a0 = xi*(2*a3^2 + a1*a5 - 3*a2*a4) + 1.
 * The first also takes a*conj(a) = 1: 2*(a0*a4 - a1*a3) = xi*a5^2 - a2^2. If both a1 and a4 are zero, so is C, and
 * A^2 = A' leaves a3 = 0, a = 1: else a0 = -1/2, xi*a3^2 = -3/4, but -3 is a square in Fp2 and xi is none. The order
 * of a is odd, so a square is 1 only if a is: in a run either no denominator is zero or all are, and 1/0 = 0 makes
 * every a3 the 0 that it is. */

/* a3 = num/den; den = 0 only if a = 1. */
static void fraction(fp2 *num, fp2 *den, const fp12 *a) {
    const fp2 *a1 = &a->c1.c0, *a2 = &a->c0.c1, *a4 = &a->c0.c2, *a5 = &a->c1.c2;
    const uint64_t no_a1 = lsm_ct_mask((uint64_t)fp2_is_zero(a1));
    fp2 square2, square5, twice;

    fp2_sqr(&square2, a2);
    fp2_sqr(&square5, a5);
    fp2_add(&twice, a2, a5);
    fp2_sqr(&twice, &twice);
    fp2_sub(&twice, &twice, &square2);
    fp2_sub(&twice, &twice, &square5); /* 2*a2*a5 */

    fp2_mul_xi(&square5, &square5);
    three_minus_two(num, &square2, a4); /* 3*a2^2 - 2*a4 */
    fp2_add(num, num, &square5);
    fp2_dbl(den, a1);
    fp2_dbl(den, den);

    fp2_select(num, &twice, num, no_a1);
    fp2_select(den, a4, den, no_a1);
}

/* Recovers a0 and a3 of every power, with one inversion: 1/d_i = (d_0 .. d_(i-1)) * 1/(d_0 .. d_i). */
static void decompress(fp12 power[Z_DIGITS_LEN]) {
    fp2 num[Z_DIGITS_LEN], den[Z_DIGITS_LEN], product[Z_DIGITS_LEN], inverse, t;

    for (int i = 0; i < Z_DIGITS_LEN; i++) {
        fraction(&num[i], &den[i], &power[i]);
        product[i] = den[i];
        if (i > 0) {
            fp2_mul(&product[i], &product[i], &product[i - 1]);
        }
    }
    fp2_inv(&inverse, &product[Z_DIGITS_LEN - 1]);
    for (int i = Z_DIGITS_LEN - 1; i >= 0; i--) {
        fp12 *a = &power[i];

        t = inverse;
        if (i > 0) {
            fp2_mul(&t, &t, &product[i - 1]);
            fp2_mul(&inverse, &inverse, &den[i]);
        }
        fp2_mul(&a->c1.c1, &num[i], &t);

        fp2_sqr(&a->c0.c0, &a->c1.c1);
        fp2_dbl(&a->c0.c0, &a->c0.c0);
        fp2_mul(&t, &a->c1.c0, &a->c1.c2);
        fp2_add(&a->c0.c0, &a->c0.c0, &t);
        fp2_mul(&t, &a->c0.c1, &a->c0.c2);
        fp2_sub(&a->c0.c0, &a->c0.c0, &t);
        fp2_dbl(&t, &t);
        fp2_sub(&a->c0.c0, &a->c0.c0, &t);
        fp2_mul_xi(&a->c0.c0, &a->c0.c0);
        fp2_add(&a->c0.c0, &a->c0.c0, &LSM_FP2_ONE);
    }
}

/* r = r*a^sign; the digits of z are public. */
static void mul_signed(fp12 *r, const fp12 *a, int sign) {
    fp12 factor = *a;

    if (sign < 0) {
        fp12_conj(&factor, a);
    }
    fp12_mul(r, r, &factor);
}

static void exp_z_abs(fp12 *r, const fp12 *a) {
    fp12 power[Z_DIGITS_LEN], t = *a;

    for (int i = 0; i < Z_DIGITS_LEN; i++) {
        for (int k = 0; k < Z_DIGITS_SQUARINGS[i]; k++) {
            compressed_sqr(&t, &t);
        }
        power[i] = t;
    }
    decompress(power);
    t = power[Z_DIGITS_LEN - 1]; /* whose sign is + */
    for (int i = 0; i < Z_DIGITS_LEN - 1; i++) {
        mul_signed(&t, &power[i], Z_DIGITS_SIGN[i]);
    }
#if Z_DIGITS_UNIT
    mul_signed(&t, a, Z_DIGITS_UNIT);
#endif
    *r = t;
}

#else

static void exp_z_abs(fp12 *r, const fp12 *a) {
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
    *r = reg[Z_CHAIN_RESULT];
}

#endif

void cyclotomic_exp_z(fp12 *r, const fp12 *a) {
    exp_z_abs(r, a);
    if (CURVE_Z_IS_NEGATIVE) {
        fp12_conj(r, r);
    }
}
