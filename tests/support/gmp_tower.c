/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/gmp_tower.h"

#include <string.h>

void z12_init(z12 *a) {
    for (int i = 0; i < 6; i++) {
        z2_init(&a->c[i]);
    }
}

void z12_clear(z12 *a) {
    for (int i = 0; i < 6; i++) {
        z2_clear(&a->c[i]);
    }
}

void z12_mul(z12 *r, const z12 *a, const z12 *b) {
    z2 product[11], t, xi;

    z2_init(&t);
    z2_init(&xi);
    z2_from_fp2(&xi, &LSM_FP2_XI);
    for (int i = 0; i < 11; i++) {
        z2_init(&product[i]);
    }
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            z2_mul(&t, &a->c[i], &b->c[j]);
            z2_add(&product[i + j], &product[i + j], &t);
        }
    }
    for (int i = 0; i < 6; i++) {
        z2_set(&r->c[i], &product[i]);
        if (i < 5) {
            z2_mul(&t, &product[i + 6], &xi);
            z2_add(&r->c[i], &r->c[i], &t);
        }
    }
    for (int i = 0; i < 11; i++) {
        z2_clear(&product[i]);
    }
    z2_clear(&t);
    z2_clear(&xi);
}

void z12_from_fp12(z12 *out, const fp12 *a) {
    const fp2 *coefficient[6] = {&a->c0.c0, &a->c1.c0, &a->c0.c1, &a->c1.c1, &a->c0.c2, &a->c1.c2};

    for (int i = 0; i < 6; i++) {
        z2_from_fp2(&out->c[i], coefficient[i]);
    }
}

void z12_to_fp12(fp12 *out, const z12 *a) {
    fp2 *coefficient[6] = {&out->c0.c0, &out->c1.c0, &out->c0.c1, &out->c1.c1, &out->c0.c2, &out->c1.c2};

    for (int i = 0; i < 6; i++) {
        z2_to_fp2(coefficient[i], &a->c[i]);
    }
}

void random_fp6(fp6 *r) {
    random_fp2(&r->c0);
    random_fp2(&r->c1);
    random_fp2(&r->c2);
    if (random_below(16) == 0) {
        *(random_below(2) ? &r->c0 : random_below(2) ? &r->c1 : &r->c2) = LSM_FP2_ZERO;
    }
}

void random_fp12(fp12 *r) {
    random_fp6(&r->c0);
    random_fp6(&r->c1);
    if (random_below(32) == 0) {
        memset(random_below(2) ? &r->c0 : &r->c1, 0, sizeof r->c0);
    }
}

void assert_fp6_eq(const fp6 *got, const fp6 *want, const char *what) {
    assert_fp2_eq(&got->c0, &want->c0, what);
    assert_fp2_eq(&got->c1, &want->c1, what);
    assert_fp2_eq(&got->c2, &want->c2, what);
}

void assert_fp12_eq(const fp12 *got, const fp12 *want, const char *what) {
    assert_fp6_eq(&got->c0, &want->c0, what);
    assert_fp6_eq(&got->c1, &want->c1, what);
}

const uint64_t *exponent_words(size_t *n, const mpz_t e) {
    static uint64_t words[16 * LSM_FP_LIMBS];

    *n = (mpz_sizeinbase(e, 2) + 63) / 64;
    ck_assert_uint_le(*n, sizeof words / sizeof *words);
    gmp_to_words(words, *n, e);
    return words;
}

void random_cyclotomic(fp12 *r) {
    fp12 f, conj, inverse;
    mpz_t e;
    size_t n;

    mpz_init(e);
    do {
        random_fp12(&f);
    } while (fp12_is_zero(&f));
    mpz_pow_ui(e, gmp_p.modulus, 6); /* f^(p^6), without assuming that it is the conjugate */
    {
        const uint64_t *words = exponent_words(&n, e);

        fp12_pow_ref(&conj, &f, words, n);
    }
    fp12_inv(&inverse, &f);
    fp12_mul_ref(&f, &conj, &inverse);
    mpz_mul(e, gmp_p.modulus, gmp_p.modulus);
    mpz_add_ui(e, e, 1);
    {
        const uint64_t *words = exponent_words(&n, e);

        fp12_pow_ref(r, &f, words, n);
    }
    mpz_clear(e);
}
