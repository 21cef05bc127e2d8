/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "curve/scalar_mul.h"

#include <string.h>

#include "core/verify.h"

void window_recode(uint8_t digits[WINDOW_COUNT], const fr_raw *k) {
    uint64_t offset[LSM_FR_LIMBS + 1] = {0}, s[LSM_FR_LIMBS + 1];
    uint64_t carry = 0;

    LSM_VERIFY_TRUE(lsm_verify_below(k->l, LSM_FR_P.l, LSM_FR_LIMBS));
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        const size_t bit = WINDOW_BITS * i + WINDOW_BITS - 1;
        offset[bit / 64] |= (uint64_t)1 << (bit % 64);
    }
    for (size_t i = 0; i < LSM_FR_LIMBS; i++) {
        s[i] = lsm_adc(&carry, k->l[i], offset[i], carry);
    }
    s[LSM_FR_LIMBS] = offset[LSM_FR_LIMBS] + carry;
    for (size_t i = 0; i < WINDOW_COUNT; i++) {
        const size_t bit = WINDOW_BITS * i, limb = bit / 64, shift = bit % 64;
        uint64_t e = s[limb] >> shift;
        if (shift > 64 - WINDOW_BITS && limb < LSM_FR_LIMBS) {
            e |= s[limb + 1] << (64 - shift);
        }
        digits[i] = (uint8_t)(e & 31);
    }
    lsm_zeroize(s, sizeof s);
}

/* 64 bits of k from a position on; bits beyond the n limbs are 0. */
static uint64_t bits_from(const uint64_t *k, size_t n, size_t position) {
    const size_t limb = position / 64, shift = position % 64;
    const uint64_t low = limb < n ? k[limb] >> shift : 0;

    return shift != 0 && limb + 1 < n ? low | k[limb + 1] << (64 - shift) : low;
}

/*
 * carry means: what is left of k, above the current position, has one added to it. Bits equal to the carry give an
 * even rest and the digit 0; after them the rest is odd, and five of its bits as a signed number make the digit.
 */
size_t wnaf_recode(int8_t *digits, const uint64_t *k, size_t n) {
    const size_t len = WNAF_LEN(n);
    uint64_t carry = 0;
    size_t used = 0;

    memset(digits, 0, len);
    for (size_t i = 0; i < len;) {
        const uint64_t bits = bits_from(k, n, i), others = bits ^ (0 - carry);
        uint64_t digit;

        if (others == 0) {
            i += 64;
            continue;
        }
        i += lsm_ctz64_vartime(others);
        digit = (bits_from(k, n, i) & ((1 << WNAF_BITS) - 1)) + carry;
        carry = digit >> (WNAF_BITS - 1);
        digits[i] = (int8_t)((int)digit - (int)(carry << WNAF_BITS));
        used = i + 1;
        i += WNAF_BITS;
    }
    return used;
}

/* k < 2^bits ?  requires bits < 64*LSM_FR_LIMBS. */
static int is_below(const fr_raw *k, size_t bits) {
    uint64_t above = k->l[bits / 64] >> (bits % 64);

    for (size_t i = bits / 64 + 1; i < LSM_FR_LIMBS; i++) {
        above |= k->l[i];
    }
    return above == 0;
}

int scalar_is_tiny(const fr_raw *k) {
    return LSM_FR_BITS > 4 * TINY_BITS && is_below(k, TINY_BITS);
}

#if CURVE_HAS_ENDOMORPHISM

/* r = a*b mod 2^(64*len), where a has an limbs, b has bn limbs. */
static void mul_low(uint64_t *r, size_t len, const uint64_t *a, size_t an, const uint64_t *b, size_t bn) {
    memset(r, 0, len * sizeof *r);
    for (size_t i = 0; i < an && i < len; i++) {
        uint64_t carry = 0;
        size_t j = 0;

        for (; j < bn && i + j < len; j++) {
            r[i + j] = lsm_mac(&carry, r[i + j], a[i], b[j], carry);
        }
        if (i + j < len) {
            r[i + j] = carry;
        }
    }
}

/* r -= a*b mod 2^(64*GLV_LIMBS). */
static void sub_product(uint64_t r[GLV_LIMBS], const uint64_t c[LSM_FR_LIMBS], const uint64_t v[GLV_LIMBS]) {
    uint64_t product[GLV_LIMBS], borrow = 0;

    mul_low(product, GLV_LIMBS, c, LSM_FR_LIMBS, v, GLV_LIMBS);
    for (size_t i = 0; i < GLV_LIMBS; i++) {
        r[i] = lsm_sbb(&borrow, r[i], product[i], borrow);
    }
}

/*
 * Babai rounding (Gallant, Lambert, Vanstone, CRYPTO 2001): c_i is the nearest integer to the i-th lattice coordinate
 * of (k, 0), and (k1, k2) = (k, 0) - c_0 v_0 - c_1 v_1. The true values are small, so arithmetic modulo
 * 2^(64*GLV_LIMBS) in two's complement is exact.
 */
void glv_split(glv_scalar *s, const fr_raw *k) {
    uint64_t c[2][LSM_FR_LIMBS];

    LSM_VERIFY_TRUE(lsm_verify_below(k->l, LSM_FR_P.l, LSM_FR_LIMBS));
    for (int i = 0; i < 2; i++) {
        uint64_t wide[2 * LSM_FR_LIMBS + 1], carry;

        mul_low(wide, 2 * LSM_FR_LIMBS + 1, k->l, LSM_FR_LIMBS, GLV_G[i], LSM_FR_LIMBS + 1);
        /* the rounding bit 2^(GLV_SHIFT - 1) is the top bit of the limb below the cut */
        carry = wide[LSM_FR_LIMBS] >> 63;
        for (size_t j = 0; j < LSM_FR_LIMBS; j++) {
            c[i][j] = lsm_adc(&carry, wide[LSM_FR_LIMBS + 1 + j], 0, carry);
        }
    }
    for (int j = 0; j < 2; j++) {
        uint64_t *m = s->magnitude[j];

        for (size_t i = 0; i < GLV_LIMBS; i++) {
            m[i] = j == 0 && i < LSM_FR_LIMBS ? k->l[i] : 0;
        }
        sub_product(m, c[0], GLV_V[0][j]);
        sub_product(m, c[1], GLV_V[1][j]);
        s->negative[j] = (int)(m[GLV_LIMBS - 1] >> 63);
        if (s->negative[j]) {
            uint64_t borrow = 0;
            for (size_t i = 0; i < GLV_LIMBS; i++) {
                m[i] = lsm_sbb(&borrow, 0, m[i], borrow);
            }
        }
        /* the proved bound; GLV_BITS < 64*GLV_LIMBS, so it ends in the top limb or below */
        LSM_VERIFY_TRUE(GLV_BITS / 64 == GLV_LIMBS - 1 && m[GLV_LIMBS - 1] >> (GLV_BITS % 64) == 0);
    }
}

void glv_recode(glv_digits *d, const fr_raw *k) {
    glv_scalar s = {{{0}}, {0}};

    if (is_below(k, GLV_BITS)) { /* no longer than a half scalar: splitting it would gain nothing */
        for (size_t i = 0; i < GLV_LIMBS && i < LSM_FR_LIMBS; i++) {
            s.magnitude[0][i] = k->l[i];
        }
    } else {
        glv_split(&s, k);
    }
    for (int j = 0; j < 2; j++) {
        d->len[j] = wnaf_recode(d->digit[j], s.magnitude[j], GLV_LIMBS);
        for (size_t i = 0; s.negative[j] && i < d->len[j]; i++) {
            d->digit[j][i] = (int8_t)-d->digit[j][i];
        }
    }
}

#endif

void scalar_reduce(fr_raw *r, const fr_raw *a) {
    fr t;

    fr_to_mont(&t, a);
    fr_from_mont(r, &t);
    lsm_zeroize(&t, sizeof t);
}
