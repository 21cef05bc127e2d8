/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Multiplication by a public scalar: width-5 NAFs, two interleaved (Gallant, Lambert, Vanstone) where there is phi. */
#include "curve/endo.h"
#include "curve/g1.h"
#include "curve/scalar_mul.h"

/*
 * The odd multiples a, 3a .. 15a, all with the same Z, which *z receives: read as affine points they lie on a curve
 * y^2 = x^3 + a z^4 x + b z^6, and since for a = 0 no formula of the main loop uses the coefficients, the loop may run
 * there with cheap mixed additions and multiply Z by *z at its end.
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

/* r += [digit] of the table's base. */
static void add_digit(g1 *r, const g1_affine table[WNAF_TABLE], int digit) {
    g1_affine entry;

    if (digit == 0) {
        return;
    }
    entry = table[(digit < 0 ? -digit : digit) / 2];
    if (digit < 0) {
        fp_neg(&entry.y, &entry.y);
    }
    g1_add_affine_vartime(r, r, &entry);
}

#if CURVE_HAS_ENDOMORPHISM

/*
 * Exceptional additions do happen (k = 1 + lambda adds phi(a) to a at the end, and small scalars meet their own
 * multiples), which is why every one goes through the complete addition.
 */
void g1_mul_vartime(g1 *r, const g1_affine *a, const fr_raw *k) {
    g1_affine table[WNAF_TABLE], table_phi[WNAF_TABLE];
    glv_digits d;
    fp z;

    if (g1_affine_is_infinity(a)) {
        g1_set_infinity(r);
        return;
    }
    if (scalar_is_tiny(k)) {
        g1_mul_ref(r, a, k);
        return;
    }
    glv_recode(&d, k);
    odd_multiples(table, &z, a);
    for (int i = 0; i < WNAF_TABLE && d.len[1] != 0; i++) {
        g1_affine_phi(&table_phi[i], &table[i]);
    }
    g1_set_infinity(r);
    for (size_t i = d.len[0] > d.len[1] ? d.len[0] : d.len[1]; i-- > 0;) {
        g1_dbl(r, r);
        add_digit(r, table, d.digit[0][i]);
        add_digit(r, table_phi, d.digit[1][i]); /* all 0 where there is no such table */
    }
    fp_mul(&r->z, &r->z, &z);
}

#else

/* The entries as points of the curve itself, with Z = 1: doublings with a = -3 know the curve. requires z != 0. */
static void normalize(g1_affine table[WNAF_TABLE], const fp *z) {
    fp zi, zi2, zi3;

    fp_inv_vartime(&zi, z);
    fp_sqr(&zi2, &zi);
    fp_mul(&zi3, &zi2, &zi);
    for (int i = 0; i < WNAF_TABLE; i++) {
        fp_mul(&table[i].x, &table[i].x, &zi2);
        fp_mul(&table[i].y, &table[i].y, &zi3);
    }
}

/* Small scalars meet their own multiples, so every addition is complete. */
void g1_mul_vartime(g1 *r, const g1_affine *a, const fr_raw *k) {
    g1_affine table[WNAF_TABLE];
    int8_t digits[WNAF_LEN(LSM_FR_LIMBS)];
    fp z;

    if (g1_affine_is_infinity(a)) {
        g1_set_infinity(r);
        return;
    }
    if (scalar_is_tiny(k)) {
        g1_mul_ref(r, a, k);
        return;
    }
    odd_multiples(table, &z, a);
    normalize(table, &z);
    g1_set_infinity(r);
    for (size_t i = wnaf_recode(digits, k->l, LSM_FR_LIMBS); i-- > 0;) {
        g1_dbl(r, r);
        add_digit(r, table, digits[i]);
    }
}

#endif
