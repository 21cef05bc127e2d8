/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "pairing/miller_loop.h"

#include "core/verify.h"
#include "curve.h"
#include "pairing/line.h"
#include "tower/sparse.h"

/* A product of lines under construction. Lines are multiplied in pairs before they meet f (6 + 17 M2 for two lines
 * instead of 26), and the first ones become f instead of being multiplied to 1. Which way the flags go depends on n and
 * on the loop digits only. */
typedef struct {
    fp12 f;
    fp12_line pending;
    int has_f, has_pending;
} line_product;

static void line_product_push(line_product *a, const fp12_line *l) {
    fp12_line2 two;

    if (!a->has_pending) {
        a->pending = *l;
        a->has_pending = 1;
        return;
    }
    fp12_line_mul(&two, &a->pending, l);
    a->has_pending = 0;
    if (a->has_f) {
        fp12_mul_line2(&a->f, &a->f, &two);
    } else {
        fp12_from_line2(&a->f, &two);
        a->has_f = 1;
    }
}

/* Brings an odd line into f; called before f is squared, conjugated or read. */
static void line_product_flush(line_product *a) {
    if (!a->has_pending) {
        return;
    }
    a->has_pending = 0;
    if (a->has_f) {
        fp12_mul_line(&a->f, &a->f, &a->pending);
    } else {
        fp12_from_line(&a->f, &a->pending);
        a->has_f = 1;
    }
}

/* What the loop needs of one pair besides the inputs. */
typedef struct {
    g2_homogeneous t;
    fp neg_xp;
} walker;

/* l = line through T and q (at P), and T = T + q. */
static void push_add(line_product *product, walker *w, line_coeffs *l, const g1_affine *p, const g2_affine *q) {
    fp12_line value;

    line_add(&w->t, l, q);
    line_eval(&value, l, &w->neg_xp, &p->y);
    line_product_push(product, &value);
}

static void push_dbl(line_product *product, walker *w, const g1_affine *p) {
    line_coeffs l;
    fp12_line value;

    line_dbl(&w->t, &l);
    line_eval(&value, &l, &w->neg_xp, &p->y);
    line_product_push(product, &value);
}

#if CURVE_FAMILY_BN
/* The two lines after the loop, and the verdict on q: 1 if q is in G2, or if the curve has no folded test.
 *
 * With T = [6z+2]Q the relation of the ate vector is T + psi(Q) - psi^2(Q) + psi^3(Q) = 0 (norm 36r, and h2 is coprime
 * to 6), so T' = T + psi(Q) and -psi^2(Q) must add up to -psi^3(Q).
 *   Addition form: compute that sum and compare.
 *   Line form: the three points T', -psi^2(Q), psi^3(Q) lie on one line. That is enough where psi^3(Q) can be neither
 *   of the other two for any Q of the twist, which the generator has checked before it selects this form.
 * Z = 0 and a zero denominator L mean an exceptional case on the way, which no point of G2 meets: both are refused.
 * Z = 0 comes with X = 0, hence L = 0; the line form names both all the same. No other point of the twist meets its
 * guard on BN254 either: the norms of the loop's exceptional relations are prime to r h2; with other seeds some do. */
static int after_loop(line_product *product, walker *w, const g1_affine *p, const g2_affine *q) {
    g2_affine q1, q2;
    line_coeffs l;
    fp12_line value;
    int verdict = 1;

    g2_affine_psi(&q1, q, 1);
    push_add(product, w, &l, p, &q1);

    g2_affine_psi(&q2, q, 2);
    g2_affine_neg(&q2, &q2);

#if SUBGROUP_FOLD == SUBGROUP_FOLD_LINE
    g2_affine q3;
    fp2 v;
    int refused;

    line_through(&l, &w->t, &q2);
    g2_affine_psi(&q3, q, 3);
    line_on_twist(&v, &l, &q3.x, &q3.y);
    refused = fp2_is_zero(&w->t.z) | fp2_is_zero(&l.y);
    verdict = fp2_is_zero(&v) & (refused ^ 1);
#elif SUBGROUP_FOLD == SUBGROUP_FOLD_ADD
    g2_affine q3;
    fp2 x, y;
    int refused;

    line_add(&w->t, &l, &q2);
    g2_affine_psi(&q3, q, 3);
    fp2_mul(&x, &q3.x, &w->t.z);
    fp2_mul(&y, &q3.y, &w->t.z);
    fp2_neg(&y, &y);
    refused = fp2_is_zero(&w->t.z);
    verdict = fp2_eq(&x, &w->t.x) & fp2_eq(&y, &w->t.y) & (refused ^ 1);
#elif SUBGROUP_FOLD == SUBGROUP_FOLD_NONE
    line_through(&l, &w->t, &q2);
#else
#error "unknown SUBGROUP_FOLD"
#endif
    line_eval(&value, &l, &w->neg_xp, &p->y);
    line_product_push(product, &value);
    return verdict;
}
#elif CURVE_FAMILY_BLS12
/* No line follows the loop, which leaves T = [z]Q. The verdict on q as above: q is in G2 exactly if psi(Q) = [z]Q.
 * Z = 0 means an exceptional case on the way, which no point of G2 meets. */
static int after_loop(line_product *product, walker *w, const g1_affine *p, const g2_affine *q) {
    int verdict = 1;

    (void)product;
    (void)p;
#if SUBGROUP_FOLD == SUBGROUP_FOLD_END
    g2_affine q1;
    fp2 x, y;

    g2_affine_psi(&q1, q, 1);
    fp2_mul(&x, &q1.x, &w->t.z);
    fp2_mul(&y, &q1.y, &w->t.z);
    verdict = fp2_eq(&x, &w->t.x) & fp2_eq(&y, &w->t.y) & (fp2_is_zero(&w->t.z) ^ 1);
#elif SUBGROUP_FOLD == SUBGROUP_FOLD_NONE
    (void)w;
    (void)q;
#else
#error "unknown SUBGROUP_FOLD"
#endif
    return verdict;
}
#else
#error "unknown family of curves"
#endif

/* One batch, 1 <= n <= MILLER_BATCH. Returns 1 if no q failed its folded test. */
static int miller_batch(fp12 *f, const g1_affine *p, const g2_affine *q, size_t n) {
    walker w[MILLER_BATCH];
    line_product product;
    line_coeffs l;
    g2_affine negated;
    int verdict = 1;

    product.has_f = 0;
    product.has_pending = 0;
    for (size_t k = 0; k < n; k++) {
        LSM_VERIFY_TRUE(!g1_affine_is_infinity(&p[k]) && !g2_affine_is_infinity(&q[k]));
        w[k].t.x = q[k].x;
        w[k].t.y = q[k].y;
        w[k].t.z = LSM_FP2_ONE;
        fp_neg(&w[k].neg_xp, &p[k].x);
    }

    /* The first digit of the loop is 1: T = Q, f = 1. */
    for (int i = 1; i < ATE_LOOP_LEN; i++) {
        if (product.has_f) {
            fp12_sqr(&product.f, &product.f);
        }
        for (size_t k = 0; k < n; k++) {
            push_dbl(&product, &w[k], &p[k]);
            if (ATE_LOOP[i] > 0) {
                push_add(&product, &w[k], &l, &p[k], &q[k]);
            } else if (ATE_LOOP[i] < 0) {
                g2_affine_neg(&negated, &q[k]);
                push_add(&product, &w[k], &l, &p[k], &negated);
            }
        }
        line_product_flush(&product);
    }

    /* f_{-m} = 1/f_m up to a vertical line, and 1/f is conj(f) up to a factor in Fp6: both vanish later. */
    if (CURVE_Z_IS_NEGATIVE) {
        fp12_conj(&product.f, &product.f);
        for (size_t k = 0; k < n; k++) {
            fp2_neg(&w[k].t.y, &w[k].t.y);
        }
    }
    for (size_t k = 0; k < n; k++) {
        verdict &= after_loop(&product, &w[k], &p[k], &q[k]);
    }
    line_product_flush(&product);
    *f = product.f;
    return verdict;
}

/* f = product over all batches; the verdicts of the folded tests, joined. */
static int miller_batches(fp12 *f, const g1_affine *p, const g2_affine *q, size_t n) {
    fp12 part;
    int verdict = 1;

    fp12_set_one(f);
    for (size_t done = 0; done < n; done += MILLER_BATCH) {
        const size_t batch = n - done < MILLER_BATCH ? n - done : MILLER_BATCH;

        verdict &= miller_batch(done == 0 ? f : &part, p + done, q + done, batch);
        if (done != 0) {
            fp12_mul(f, f, &part);
        }
    }
    return verdict;
}

void miller_loop(fp12 *f, const g1_affine *p, const g2_affine *q, size_t n) {
    (void)miller_batches(f, p, q, n);
}

int miller_loop_checked_vartime(fp12 *f, const g1_affine *p, const g2_affine *q, size_t n) {
    int ok = 1;

#if SUBGROUP_FOLD == SUBGROUP_FOLD_NONE
    for (size_t k = 0; k < n && ok; k++) {
        ok = g2_in_subgroup_vartime(&q[k]);
    }
#endif
    ok = ok && miller_batches(f, p, q, n);
    if (!ok) {
        fp12_set_zero(f);
    }
    return ok;
}
