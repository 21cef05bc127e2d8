/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "curve/g1.h"

#include "core/ct.h"
#include "curve/endo.h"
#include "curve/scalar_mul.h"

#define coord fp
#define coord_add fp_add
#define coord_sub fp_sub
#define coord_neg fp_neg
#define coord_dbl fp_dbl
#define coord_halve fp_halve
#define coord_mul fp_mul
#define coord_sqr fp_sqr
#define coord_inv fp_inv
#define coord_inv_vartime fp_inv_vartime
#define coord_select fp_select
#define coord_cneg fp_cneg
#define coord_is_zero fp_is_zero
#define coord_eq fp_eq
#define COORD_ZERO LSM_FP_ZERO
#define COORD_ONE LSM_FP_ONE
#define COORD_B CURVE_B
#define point g1
#define point_affine g1_affine
#define POINT(name) g1_##name
#include "curve/point.inc"

/*
 * The odd multiples a, 3a .. 15a, all with the same Z, which *z receives: read as affine points they lie on a curve
 * y^2 = x^3 + b z^6, and since no formula of the main loop uses b, the loop may run there with cheap mixed additions
 * and multiply Z by *z at its end.
 *
 * Co-Z additions (Meloni 2007): for P = (X1, Y1) and Q = (X2, Y2) with a common Z,
 *   A = (X2-X1)^2, B = X1 A, C = X2 A, X3 = (Y2-Y1)^2 - B - C, Y3 = (Y2-Y1)(B - X3) - Y1 (C-B), Z3 = Z (X2-X1),
 * and P with the new Z is (B, Y1 (C-B)). Here P = 2a throughout, and Q runs through the odd multiples. X2 = X1 would
 * need (2i-1)a = +-2a, impossible for finite a of prime order r > 15.
 * requires a finite. cost: 11 m for the start (a doubling is 7 of them), then 7 x (6 + 5) m.
 */
_Static_assert(LSM_FR_BITS > 4, "the table of odd multiples needs r > 15");

static void odd_multiples(g1_affine table[WNAF_TABLE], fp *z, const g1_affine *a) {
    fp ratio[WNAF_TABLE]; /* Z of entry i over Z of entry i-1 */
    fp s, s2, t, u, v;
    g1 twice;

    twice.x = a->x;
    twice.y = a->y;
    twice.z = LSM_FP_ONE;
    g1_dbl(&twice, &twice);
    /* 2a = (X/Z^2, Y/Z^3); a itself with that Z is (x Z^2, y Z^3) */
    fp_sqr(&s2, &twice.z);
    fp_mul(&table[0].x, &a->x, &s2);
    fp_mul(&s2, &s2, &twice.z);
    fp_mul(&table[0].y, &a->y, &s2);

    for (int i = 1; i < WNAF_TABLE; i++) {
        fp_sub(&ratio[i], &table[i - 1].x, &twice.x);
        fp_sqr(&s, &ratio[i]);
        fp_mul(&u, &twice.x, &s);
        fp_mul(&v, &table[i - 1].x, &s);
        fp_sub(&t, &table[i - 1].y, &twice.y);
        fp_sqr(&s, &t);
        fp_sub(&s, &s, &u);
        fp_sub(&table[i].x, &s, &v);
        fp_sub(&v, &v, &u);
        twice.x = u;
        fp_mul(&twice.y, &twice.y, &v);
        fp_sub(&s, &u, &table[i].x);
        fp_mul(&s, &s, &t);
        fp_sub(&table[i].y, &s, &twice.y);
    }
    /* bring entries 6 .. 0 to the Z of the last one */
    s = ratio[WNAF_TABLE - 1];
    for (int i = WNAF_TABLE - 2; i >= 0; i--) {
        fp_sqr(&s2, &s);
        fp_mul(&table[i].x, &table[i].x, &s2);
        fp_mul(&s2, &s2, &s);
        fp_mul(&table[i].y, &table[i].y, &s2);
        if (i > 0) {
            fp_mul(&s, &s, &ratio[i]);
        }
    }
    fp_mul(z, &twice.z, &s);
}

/* r += [digit] of the table's base; flip: subtract instead. */
static void add_digit(g1 *r, const g1_affine table[WNAF_TABLE], int digit, int flip) {
    g1_affine entry;

    if (digit == 0) {
        return;
    }
    if (digit < 0) {
        digit = -digit;
        flip = !flip;
    }
    entry = table[digit / 2];
    if (flip) {
        fp_neg(&entry.y, &entry.y);
    }
    g1_add_affine_vartime(r, r, &entry);
}

/* k < 2^bits ?  requires bits < 64*LSM_FR_LIMBS. */
static int is_below(const fr_raw *k, size_t bits) {
    uint64_t above = k->l[bits / 64] >> (bits % 64);

    for (size_t i = bits / 64 + 1; i < LSM_FR_LIMBS; i++) {
        above |= k->l[i];
    }
    return above == 0;
}

/* Up to this length the table of odd multiples costs more than it saves. */
#define TINY_BITS 7

/*
 * Gallant-Lambert-Vanstone with interleaved width-5 NAFs. Exceptional additions do happen (k = 1 + lambda adds phi(a)
 * to a at the end, and small scalars meet their own multiples), which is why every one goes through the complete
 * addition.
 */
void g1_mul_vartime(g1 *r, const g1_affine *a, const fr_raw *k) {
    g1_affine table[WNAF_TABLE], table_phi[WNAF_TABLE];
    int8_t digits[2][WNAF_LEN(GLV_LIMBS)];
    size_t len[2];
    glv_scalar s;
    fp z;

    if (g1_affine_is_infinity(a)) {
        g1_set_infinity(r);
        return;
    }
    if (is_below(k, TINY_BITS) && LSM_FR_BITS > 4 * TINY_BITS) { /* small curves keep the general case, to test it */
        g1_mul_limbs(r, a, k->l, 1);
        return;
    }
    if (is_below(k, GLV_BITS)) { /* no longer than a half scalar: splitting it would gain nothing */
        for (size_t i = 0; i < GLV_LIMBS; i++) {
            s.magnitude[0][i] = i < LSM_FR_LIMBS ? k->l[i] : 0;
        }
        s.negative[0] = s.negative[1] = 0;
        len[1] = 0;
    } else {
        glv_split(&s, k);
        len[1] = wnaf_recode(digits[1], s.magnitude[1], GLV_LIMBS);
    }
    len[0] = wnaf_recode(digits[0], s.magnitude[0], GLV_LIMBS);

    odd_multiples(table, &z, a);
    for (int i = 0; i < WNAF_TABLE && len[1] != 0; i++) {
        g1_affine_phi(&table_phi[i], &table[i]);
    }
    g1_set_infinity(r);
    for (size_t i = len[0] > len[1] ? len[0] : len[1]; i-- > 0;) {
        g1_dbl(r, r);
        if (i < len[0]) {
            add_digit(r, table, digits[0][i], s.negative[0]);
        }
        if (i < len[1]) {
            add_digit(r, table_phi, digits[1][i], s.negative[1]);
        }
    }
    fp_mul(&r->z, &r->z, &z);
}
