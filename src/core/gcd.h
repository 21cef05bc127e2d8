/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Modular inversion by greatest common divisors, for one modulus. Included by the generated file of a field, which
 * defines before it
 *
 *   LSM_GCD_WORDS     words of 64 bits of a field element
 *   LSM_GCD_BATCHES   constant time: batches of divsteps, LSM_GCD_STEPS steps each
 *   LSM_GCD_STEPS     at most 62
 *   LSM_GCD_START     twice the start value of delta: 1 (half-delta, 590 steps suffice for moduli up to 256 bits)
 *                     or 2 (the original, (49n + 57)/17 steps for n >= 46 bits)
 *   LSM_GCD_VARTIME_BATCHES   variable time: batches of 62 shifts before it gives up; tests may lower it
 *
 * Constant time: Bernstein and Yang, "Fast constant-time gcd computation and modular inversion" (eprint 2019/266), with
 * the half-delta start of P. Wuille, for which the bound of 590 steps was computed.
 * Variable time: binary gcd, 62 shifts at a time on the low 62 bits and the top 64 bits of both numbers, an idea of
 * Lehmer's; T. Pornin, "Optimized binary GCD for modular inversion" (eprint 2020/972) describes the same with 31.
 *
 * Numbers are written in N limbs of 62 bits, all in [0, 2^62) except the top one, which carries the sign. Both methods
 * keep x*e = f*c mod p for a cofactor e of each number f, where c = R^2 is the start value: x = aR (the Montgomery form
 * of a) with f = 1 gives e = R^2/(aR) = R/a, the Montgomery form of 1/a, without a multiplication. x = 0 gives 0.
 * In a field whose elements are plain integers R is 1.
 */
#ifndef LSM_CORE_GCD_H
#define LSM_CORE_GCD_H

#include "core/ct.h"
#include "core/signed62.h"
#include "core/word.h"

/* Two bits beyond the words: cofactors lie in (-2p, p). */
#define LSM_GCD_LIMBS ((64 * LSM_GCD_WORDS + 2 + 61) / 62)

typedef struct {
    int64_t l[LSM_GCD_LIMBS];
} lsm_gcd_num;

typedef struct {
    lsm_gcd_num p;     /* the modulus, odd */
    lsm_gcd_num start; /* R^2 mod p */
    uint64_t p_inv;    /* p^-1 mod 2^62 */
} lsm_gcd_modulus;

/* 2^62 times the transition of one batch: (f, g) -> (u f + v g, q f + r g)/2^62; |u| + |v|, |q| + |r| <= 2^62. */
typedef struct {
    int64_t u, v, q, r;
} lsm_gcd_matrix;

/* (f, g) = (u f + v g, q f + r g)/2^62, exact. The limbs' products stay below 2^62 * 2^62, the sums below 2^126. */
LSM_INLINE void lsm_gcd_update_fg(lsm_gcd_num *f, lsm_gcd_num *g, const lsm_gcd_matrix *t) {
    lsm_acc cf = lsm_acc_add(lsm_acc_mul(t->u, f->l[0]), t->v, g->l[0]);
    lsm_acc cg = lsm_acc_add(lsm_acc_mul(t->q, f->l[0]), t->r, g->l[0]);
    cf = lsm_acc_shift(cf); /* the low 62 bits are zero by the choice of the matrix */
    cg = lsm_acc_shift(cg);
    LSM_UNROLL
    for (size_t i = 1; i < LSM_GCD_LIMBS; i++) {
        const int64_t fi = f->l[i], gi = g->l[i];
        cf = lsm_acc_add(lsm_acc_add(cf, t->u, fi), t->v, gi);
        cg = lsm_acc_add(lsm_acc_add(cg, t->q, fi), t->r, gi);
        f->l[i - 1] = (int64_t)(lsm_acc_low(cf) & LSM_MASK62);
        g->l[i - 1] = (int64_t)(lsm_acc_low(cg) & LSM_MASK62);
        cf = lsm_acc_shift(cf);
        cg = lsm_acc_shift(cg);
    }
    f->l[LSM_GCD_LIMBS - 1] = (int64_t)lsm_acc_low(cf);
    g->l[LSM_GCD_LIMBS - 1] = (int64_t)lsm_acc_low(cg);
}

/*
 * (d, e) = (u d + v e, q d + r e)/2^62 mod p, for d and e in (-2p, p), which is the range of the results too:
 * adding p to a negative number first brings it into (-p, p), so that |u d + v e| < 2^62 p; taking off m*p with m in
 * [0, 2^62), chosen to clear the low 62 bits, leaves (-2p*2^62, p*2^62).
 */
LSM_INLINE void lsm_gcd_update_de(lsm_gcd_num *d, lsm_gcd_num *e, const lsm_gcd_matrix *t, const lsm_gcd_modulus *mod) {
    const uint64_t sd = 0 - ((uint64_t)d->l[LSM_GCD_LIMBS - 1] >> 63);
    const uint64_t se = 0 - ((uint64_t)e->l[LSM_GCD_LIMBS - 1] >> 63);
    lsm_acc cd = lsm_acc_add(lsm_acc_mul(t->u, d->l[0]), t->v, e->l[0]);
    lsm_acc ce = lsm_acc_add(lsm_acc_mul(t->q, d->l[0]), t->r, e->l[0]);
    /* k*p is added with k = u*[d < 0] + v*[e < 0] - m, m = (cd/p + u*[d < 0] + v*[e < 0]) mod 2^62. */
    uint64_t kd = ((uint64_t)t->u & sd) + ((uint64_t)t->v & se);
    uint64_t ke = ((uint64_t)t->q & sd) + ((uint64_t)t->r & se);
    kd -= (mod->p_inv * lsm_acc_low(cd) + kd) & LSM_MASK62;
    ke -= (mod->p_inv * lsm_acc_low(ce) + ke) & LSM_MASK62;
    cd = lsm_acc_shift(lsm_acc_add(cd, (int64_t)kd, mod->p.l[0]));
    ce = lsm_acc_shift(lsm_acc_add(ce, (int64_t)ke, mod->p.l[0]));
    LSM_UNROLL
    for (size_t i = 1; i < LSM_GCD_LIMBS; i++) {
        const int64_t di = d->l[i], ei = e->l[i];
        cd = lsm_acc_add(lsm_acc_add(lsm_acc_add(cd, t->u, di), t->v, ei), (int64_t)kd, mod->p.l[i]);
        ce = lsm_acc_add(lsm_acc_add(lsm_acc_add(ce, t->q, di), t->r, ei), (int64_t)ke, mod->p.l[i]);
        d->l[i - 1] = (int64_t)(lsm_acc_low(cd) & LSM_MASK62);
        e->l[i - 1] = (int64_t)(lsm_acc_low(ce) & LSM_MASK62);
        cd = lsm_acc_shift(cd);
        ce = lsm_acc_shift(ce);
    }
    d->l[LSM_GCD_LIMBS - 1] = (int64_t)lsm_acc_low(cd);
    e->l[LSM_GCD_LIMBS - 1] = (int64_t)lsm_acc_low(ce);
}

/* a = (-a if negate is all ones, else a) + (p if add is all ones, else 0), limbs brought back into range. */
LSM_INLINE void lsm_gcd_adjust(lsm_gcd_num *a, uint64_t negate, uint64_t add, const lsm_gcd_modulus *mod) {
    uint64_t carry = 0;
    LSM_UNROLL
    for (size_t i = 0; i < LSM_GCD_LIMBS; i++) {
        /* In [-2^63, 2^63): two limbs below 2^62 (the top one of a, signed, is small) and a carry in {-1, 0, 1}. */
        const uint64_t limb = (((uint64_t)a->l[i] ^ negate) - negate) + ((uint64_t)mod->p.l[i] & add) + carry;
        carry = (limb >> 62) | (0 - ((limb >> 63) << 2)); /* floor(limb / 2^62), signed */
        a->l[i] = (int64_t)(limb & LSM_MASK62);
    }
    /* The topmost carry is the sign; it goes back into the top limb. */
    a->l[LSM_GCD_LIMBS - 1] = (int64_t)((uint64_t)a->l[LSM_GCD_LIMBS - 1] + (carry << 62));
}

/* All ones if a is negative, else 0. */
LSM_INLINE uint64_t lsm_gcd_sign(const lsm_gcd_num *a) {
    return lsm_ct_mask((uint64_t)a->l[LSM_GCD_LIMBS - 1] >> 63);
}

/* d in (-2p, p) brought into [0, p) after taking the sign of f = +-1 into account. */
LSM_INLINE void lsm_gcd_normalize(lsm_gcd_num *d, const lsm_gcd_num *f, const lsm_gcd_modulus *mod) {
    lsm_gcd_adjust(d, 0, lsm_gcd_sign(d), mod);       /* (-p, p) */
    lsm_gcd_adjust(d, lsm_gcd_sign(f), 0, mod);       /* (-p, p) */
    lsm_gcd_adjust(d, 0, lsm_gcd_sign(d), mod);       /* [0, p) */
}

/*
 * LSM_GCD_STEPS divsteps on the low 64 bits of f (odd) and g; delta is kept doubled.
 * One step: (delta, f, g) -> (1 - delta, g, (g - f)/2) if delta > 0 and g is odd,
 *                            (1 + delta, f, (g + (g mod 2) f)/2) otherwise.
 */
LSM_INLINE int64_t lsm_gcd_divsteps(int64_t delta2, uint64_t f, uint64_t g, lsm_gcd_matrix *t) {
    uint64_t u = UINT64_C(1) << (62 - LSM_GCD_STEPS), v = 0, q = 0, r = u;
    uint64_t delta = (uint64_t)delta2;
    for (unsigned i = 0; i < LSM_GCD_STEPS; i++) {
        uint64_t positive = lsm_ct_mask((0 - delta) >> 63); /* delta > 0 */
        const uint64_t odd = lsm_ct_mask(g & 1);
        g += ((f ^ positive) - positive) & odd;
        q += ((u ^ positive) - positive) & odd;
        r += ((v ^ positive) - positive) & odd;
        positive &= odd;
        delta = (delta ^ positive) - positive + 2;
        f += g & positive; /* f + (g - f) */
        u += q & positive;
        v += r & positive;
        g >>= 1;
        u <<= 1;
        v <<= 1;
    }
    t->u = (int64_t)u;
    t->v = (int64_t)v;
    t->q = (int64_t)q;
    t->r = (int64_t)r;
    return (int64_t)delta;
}

/*
 * r = R^2 / x mod p, 0 for 0.   requires 0 <= x < p; may alias.   ensures 0 <= r < p.
 * time: constant; the loops have fixed counts.
 */
LSM_INLINE void lsm_gcd_inverse(lsm_gcd_num *r, const lsm_gcd_num *x, const lsm_gcd_modulus *mod) {
    lsm_gcd_num d = {{0}}, e = mod->start, f = mod->p, g = *x;
    lsm_gcd_matrix t;
    int64_t delta2 = LSM_GCD_START;
    for (unsigned i = 0; i < LSM_GCD_BATCHES; i++) {
        const uint64_t f_low = (uint64_t)f.l[0] | (uint64_t)f.l[1] << 62;
        const uint64_t g_low = (uint64_t)g.l[0] | (uint64_t)g.l[1] << 62;
        delta2 = lsm_gcd_divsteps(delta2, f_low, g_low, &t);
        lsm_gcd_update_de(&d, &e, &t, mod);
        lsm_gcd_update_fg(&f, &g, &t);
    }
    lsm_gcd_normalize(&d, &f, mod);
    *r = d;
}

/*
 * 62 shifts of the binary gcd of f (odd) and g, both >= 0, seen through their low 62 bits and their top 64 bits,
 * aligned to the longer one. The row of g is (q, r), that of f is (u, v).
 *
 * A step replaces the greater of two odd numbers by the difference and shifts its trailing zeros out; the row of the
 * other is multiplied by the same power of two. The bit `stop` makes the last step shift exactly what is missing to 62.
 * Which one is greater is read off the top words, which can be wrong only when they are nearly equal; the difference is
 * then negative and small, and the caller repairs the sign. By induction |u| + |v| and |q| + |r| stay <= 2^62: the
 * difference of two rows of sum s has a sum <= 2s and is halved at least once.
 */
LSM_INLINE void lsm_gcd_shifts_vartime(uint64_t f, uint64_t g, uint64_t f_top, uint64_t g_top, lsm_gcd_matrix *t) {
    uint64_t u = 1, v = 0, q = 0, r = 1, stop = UINT64_C(1) << 62;
    unsigned zeros = lsm_ctz64_vartime(g | stop);
    for (;;) {
        g >>= zeros;
        g_top >>= zeros;
        u <<= zeros;
        v <<= zeros;
        stop >>= zeros;
        if (stop == 1) {
            break;
        }
        {
            uint64_t borrow;
            const uint64_t d_top = lsm_sbb(&borrow, g_top, f_top, 0);
            /* A mask, not a branch: which one is greater is as good as random, and a wrong guess costs 15 cycles. */
            const uint64_t less = lsm_ct_mask(borrow);
            const uint64_t d = g - f, dq = q - u, dr = r - v;
            zeros = lsm_ctz64_vartime(d | stop);
            f += d & less;
            f_top += d_top & less;
            u += dq & less;
            v += dr & less;
            g = (d ^ less) - less;
            g_top = (d_top ^ less) - less;
            q = (dq ^ less) - less;
            r = (dr ^ less) - less;
        }
    }
    t->u = (int64_t)u;
    t->v = (int64_t)v;
    t->q = (int64_t)q;
    t->r = (int64_t)r;
}

/*
 * Returns 1 and r = R^2 / x mod p, 0 for 0; or 0 and r unset if LSM_GCD_VARTIME_BATCHES batches of 62 shifts were not
 * enough.   requires 0 <= x < p; may alias.   ensures 0 <= r < p.   time: depends on the value.
 */
LSM_INLINE int lsm_gcd_inverse_vartime(lsm_gcd_num *r, const lsm_gcd_num *x, const lsm_gcd_modulus *mod) {
    lsm_gcd_num d = {{0}}, e = mod->start, f = mod->p, g = *x;
    size_t top = LSM_GCD_LIMBS - 1;
    for (int batch = 0; batch < LSM_GCD_VARTIME_BATCHES; batch++) {
        lsm_gcd_matrix t;
        uint64_t rest = 0, f_top, g_top;
        LSM_UNROLL
        for (size_t i = 0; i < LSM_GCD_LIMBS; i++) {
            rest |= (uint64_t)g.l[i];
        }
        if (rest == 0) {
            /* f = gcd(x, p) = 1, or p for x = 0, whose cofactor d is 0 still. */
            lsm_gcd_normalize(&d, &f, mod);
            *r = d;
            return 1;
        }
        while (top > 0 && (f.l[top] | g.l[top]) == 0) {
            top--;
        }
        f_top = (uint64_t)f.l[top];
        g_top = (uint64_t)g.l[top];
        if (top > 0) {
            /* shift in [2, 63]: the top limbs are >= 0 and below 2^62, and one of them is not zero. */
            const unsigned shift = lsm_clz64_vartime(f_top | g_top);
            f_top = (f_top << shift) | ((uint64_t)f.l[top - 1] << 2) >> (64 - shift);
            g_top = (g_top << shift) | ((uint64_t)g.l[top - 1] << 2) >> (64 - shift);
        }
        lsm_gcd_shifts_vartime((uint64_t)f.l[0], (uint64_t)g.l[0], f_top, g_top, &t);
        lsm_gcd_update_fg(&f, &g, &t);
        if (f.l[LSM_GCD_LIMBS - 1] < 0) {
            lsm_gcd_adjust(&f, UINT64_MAX, 0, mod);
            t.u = -t.u;
            t.v = -t.v;
        }
        if (g.l[LSM_GCD_LIMBS - 1] < 0) {
            lsm_gcd_adjust(&g, UINT64_MAX, 0, mod);
            t.q = -t.q;
            t.r = -t.r;
        }
        lsm_gcd_update_de(&d, &e, &t, mod);
    }
    return 0;
}

#endif
