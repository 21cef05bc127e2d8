/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/gmp_field.h"

#include <stdio.h>
#include <string.h>

gmp_modulus gmp_p, gmp_r;

void gmp_from_words(mpz_t out, const uint64_t *words, size_t n) {
    mpz_import(out, n, -1, sizeof *words, 0, 0, words);
}

void gmp_to_words(uint64_t *words, size_t n, const mpz_t in) {
    ck_assert_msg(mpz_sgn(in) >= 0 && mpz_sizeinbase(in, 2) <= 64 * n, "integer does not fit");
    memset(words, 0, n * sizeof *words);
    mpz_export(words, NULL, -1, sizeof *words, 0, 0, in);
}

static void modulus_setup(gmp_modulus *m, const uint64_t *words, size_t n, unsigned mont_bits) {
    mpz_inits(m->modulus, m->R, m->R_inv, NULL);
    gmp_from_words(m->modulus, words, n);
    mpz_setbit(m->R, mont_bits);
    ck_assert(mpz_invert(m->R_inv, m->R, m->modulus) != 0);
}

void gmp_field_setup(void) {
    modulus_setup(&gmp_p, LSM_FP_P.l, LSM_FP_LIMBS, LSM_FP_MONT_BITS);
    modulus_setup(&gmp_r, LSM_FR_P.l, LSM_FR_LIMBS, LSM_FR_MONT_BITS);
}

static void from_mont(mpz_t out, const uint64_t *words, size_t n, const gmp_modulus *m) {
    gmp_from_words(out, words, n);
    mpz_mul(out, out, m->R_inv);
    mpz_mod(out, out, m->modulus);
}

static void to_mont(uint64_t *words, size_t n, const mpz_t in, const gmp_modulus *m) {
    mpz_t t;

    mpz_init(t);
    mpz_mul(t, in, m->R);
    mpz_mod(t, t, m->modulus);
    gmp_to_words(words, n, t);
    mpz_clear(t);
}

void gmp_from_fp(mpz_t out, const fp *a) {
    from_mont(out, a->l, LSM_FP_LIMBS, &gmp_p);
}

void gmp_to_fp(fp *out, const mpz_t in) {
    to_mont(out->l, LSM_FP_LIMBS, in, &gmp_p);
}

void gmp_from_fr(mpz_t out, const fr *a) {
    from_mont(out, a->l, LSM_FR_LIMBS, &gmp_r);
}

void gmp_to_fr(fr *out, const mpz_t in) {
    to_mont(out->l, LSM_FR_LIMBS, in, &gmp_r);
}

void z2_init(z2 *a) {
    mpz_inits(a->c0, a->c1, NULL);
}

void z2_clear(z2 *a) {
    mpz_clears(a->c0, a->c1, NULL);
}

void z2_set(z2 *r, const z2 *a) {
    mpz_set(r->c0, a->c0);
    mpz_set(r->c1, a->c1);
}

void z2_set_ui(z2 *r, unsigned long c0, unsigned long c1) {
    mpz_set_ui(r->c0, c0);
    mpz_set_ui(r->c1, c1);
}

static void z2_reduce(z2 *r) {
    mpz_mod(r->c0, r->c0, gmp_p.modulus);
    mpz_mod(r->c1, r->c1, gmp_p.modulus);
}

void z2_add(z2 *r, const z2 *a, const z2 *b) {
    mpz_add(r->c0, a->c0, b->c0);
    mpz_add(r->c1, a->c1, b->c1);
    z2_reduce(r);
}

void z2_sub(z2 *r, const z2 *a, const z2 *b) {
    mpz_sub(r->c0, a->c0, b->c0);
    mpz_sub(r->c1, a->c1, b->c1);
    z2_reduce(r);
}

void z2_mul(z2 *r, const z2 *a, const z2 *b) {
    mpz_t t0, t1;

    mpz_inits(t0, t1, NULL);
    mpz_mul(t0, a->c0, b->c0);
    mpz_submul(t0, a->c1, b->c1);
    mpz_mul(t1, a->c0, b->c1);
    mpz_addmul(t1, a->c1, b->c0);
    mpz_set(r->c0, t0);
    mpz_set(r->c1, t1);
    z2_reduce(r);
    mpz_clears(t0, t1, NULL);
}

void z2_inv(z2 *r, const z2 *a) {
    mpz_t norm;

    mpz_init(norm);
    mpz_mul(norm, a->c0, a->c0);
    mpz_addmul(norm, a->c1, a->c1);
    ck_assert(mpz_invert(norm, norm, gmp_p.modulus) != 0);
    mpz_mul(r->c0, a->c0, norm);
    mpz_mul(r->c1, a->c1, norm);
    mpz_neg(r->c1, r->c1);
    z2_reduce(r);
    mpz_clear(norm);
}

int z2_eq(const z2 *a, const z2 *b) {
    return mpz_cmp(a->c0, b->c0) == 0 && mpz_cmp(a->c1, b->c1) == 0;
}

int z2_is_zero(const z2 *a) {
    return mpz_sgn(a->c0) == 0 && mpz_sgn(a->c1) == 0;
}

#if CURVE_HAS_TWIST
void z2_from_fp2(z2 *out, const fp2 *a) {
    gmp_from_fp(out->c0, &a->c0);
    gmp_from_fp(out->c1, &a->c1);
}

void z2_to_fp2(fp2 *out, const z2 *a) {
    gmp_to_fp(&out->c0, a->c0);
    gmp_to_fp(&out->c1, a->c1);
}
#endif

static int words_reduced(const uint64_t *words, size_t n, const gmp_modulus *m) {
    mpz_t t;
    int below;

    mpz_init(t);
    gmp_from_words(t, words, n);
    below = mpz_cmp(t, m->modulus) < 0;
    mpz_clear(t);
    return below;
}

int fp_reduced(const fp *a) {
    return words_reduced(a->l, LSM_FP_LIMBS, &gmp_p);
}

int fr_reduced(const fr *a) {
    return words_reduced(a->l, LSM_FR_LIMBS, &gmp_r);
}

#if CURVE_HAS_TWIST
int fp2_reduced(const fp2 *a) {
    return fp_reduced(&a->c0) && fp_reduced(&a->c1);
}
#endif

/* One integer in eight is an edge value, the others are uniform up to a bias of 2^-64. */
static void random_words(uint64_t *words, size_t n, const gmp_modulus *m) {
    static mpz_t edges[2][EDGE_MAX];
    static size_t count[2];
    const int which = m == &gmp_r;
    uint64_t wide[LSM_FP_LIMBS + LSM_FR_LIMBS + 1];
    mpz_t t;

    if (count[which] == 0) {
        for (size_t i = 0; i < EDGE_MAX; i++) {
            mpz_init(edges[which][i]);
        }
        count[which] = edge_values(edges[which], m, n);
    }
    if (random_below(8) == 0) {
        gmp_to_words(words, n, edges[which][random_below(count[which])]);
        return;
    }
    mpz_init(t);
    for (size_t i = 0; i <= n; i++) {
        wide[i] = random_word();
    }
    gmp_from_words(t, wide, n + 1);
    mpz_mod(t, t, m->modulus);
    gmp_to_words(words, n, t);
    mpz_clear(t);
}

void random_fp(fp *r) {
    random_words(r->l, LSM_FP_LIMBS, &gmp_p);
}

void random_fr(fr *r) {
    random_words(r->l, LSM_FR_LIMBS, &gmp_r);
}

#if CURVE_HAS_TWIST
void random_fp2(fp2 *r) {
    random_fp(&r->c0);
    random_fp(&r->c1);
}
#endif

void random_scalar(fr_raw *k) {
    random_words(k->l, LSM_FR_LIMBS, &gmp_r);
}

void assert_fp_eq(const fp *got, const fp *want, const char *what) {
    if (memcmp(got, want, sizeof *got) != 0) {
        char text[2][80 + 17 * LSM_FP_LIMBS];
        const fp *shown[2] = {got, want};

        for (int i = 0; i < 2; i++) {
            mpz_t t;

            mpz_init(t);
            gmp_from_words(t, shown[i]->l, LSM_FP_LIMBS);
            (void)gmp_snprintf(text[i], sizeof text[i], "%Zx", t);
            mpz_clear(t);
        }
        ck_abort_msg("%s: limbs %s, expected %s", what, text[0], text[1]);
    }
}

#if CURVE_HAS_TWIST
void assert_fp2_eq(const fp2 *got, const fp2 *want, const char *what) {
    assert_fp_eq(&got->c0, &want->c0, what);
    assert_fp_eq(&got->c1, &want->c1, what);
}
#endif

typedef struct {
    mpz_t *values;
    size_t count;
    const gmp_modulus *m;
} edge_list;

/* Keeps t if it lies in [0, m) and is new. */
static void keep(edge_list *list, const mpz_t t) {
    if (mpz_sgn(t) < 0 || mpz_cmp(t, list->m->modulus) >= 0 || list->count == EDGE_MAX) {
        return;
    }
    for (size_t i = 0; i < list->count; i++) {
        if (mpz_cmp(list->values[i], t) == 0) {
            return;
        }
    }
    mpz_set(list->values[list->count++], t);
}

static void keep_around(edge_list *list, mpz_t t) {
    keep(list, t);
    mpz_add_ui(t, t, 1);
    keep(list, t);
    mpz_sub_ui(t, t, 2);
    keep(list, t);
    mpz_add_ui(t, t, 1);
}

size_t edge_values(mpz_t *values, const gmp_modulus *m, size_t limbs) {
    edge_list list = {values, 0, m};
    mpz_t t, power;

    mpz_inits(t, power, NULL);
    for (unsigned long i = 0; i < 4; i++) {
        mpz_set_ui(t, i);
        keep(&list, t);
        mpz_sub_ui(t, m->modulus, i + 1);
        keep(&list, t);
    }
    mpz_fdiv_q_2exp(t, m->modulus, 1); /* (m-1)/2, where doubling starts to wrap */
    keep_around(&list, t);
    mpz_set(power, m->R_inv); /* R^-1, R, R^2, R^3 and their negatives: 1 and R in both representations */
    for (int i = 0; i < 5; i++) {
        mpz_mod(t, power, m->modulus);
        keep_around(&list, t);
        mpz_sub(t, m->modulus, t);
        keep(&list, t);
        mpz_mul(power, power, m->R);
    }
    for (size_t i = 0; i <= limbs; i++) { /* R mod m carries and borrows at each limb border */
        for (unsigned long bit = 63; bit < 65; bit++) {
            mpz_set_ui(t, 0);
            mpz_setbit(t, 64 * i + bit);
            keep_around(&list, t);
            mpz_sub(t, m->modulus, t);
            keep_around(&list, t);
        }
    }
    for (size_t i = 0; i < limbs; i++) { /* one limb of the modulus all ones, or zero, or off by one */
        mpz_set(t, m->modulus);
        for (size_t bit = 64 * i; bit < 64 * (i + 1); bit++) {
            mpz_clrbit(t, bit);
        }
        keep(&list, t);
        mpz_fdiv_q_2exp(t, m->modulus, 64 * (i + 1));
        mpz_sub_ui(t, t, 1);
        mpz_mul_2exp(t, t, 64 * (i + 1));
        for (size_t bit = 0; bit < 64 * (i + 1); bit++) {
            mpz_setbit(t, bit);
        }
        keep(&list, t);
        mpz_set(t, m->modulus);
        mpz_set_ui(power, 0);
        mpz_setbit(power, 64 * i);
        mpz_sub(t, t, power);
        keep(&list, t);
    }
    for (int pattern = 0; pattern < 4; pattern++) { /* alternating limbs and bytes */
        static const uint64_t limb[4][2] = {{UINT64_MAX, 0},
                                            {0, UINT64_MAX},
                                            {UINT64_C(0x5555555555555555), UINT64_C(0xaaaaaaaaaaaaaaaa)},
                                            {UINT64_C(0x00000000ffffffff), UINT64_C(0xffffffff00000000)}};

        mpz_set_ui(t, 0);
        for (size_t i = limbs; i-- > 0;) {
            mpz_mul_2exp(t, t, 64);
            mpz_import(power, 1, -1, 8, 0, 0, &limb[pattern][i % 2]);
            mpz_add(t, t, power);
        }
        mpz_mod(t, t, m->modulus);
        keep(&list, t);
    }
    mpz_clears(t, power, NULL);
    return list.count;
}
