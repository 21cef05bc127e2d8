/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "lanes/convert.h"

#include "core/ct.h"
#include "core/word.h"

_Static_assert(LSM_FP_LIMBS == 4 && LANES_LIMBS == 5, "written for four words and five limbs");

#define LIMB_MASK (((uint64_t)1 << 52) - 1)

/* x*2^260 is 16 times x*2^256: the words shifted up by 4 bits, cut into limbs. */
void lanes_put(uint64_t *number, size_t width, size_t lane, const fp *a) {
    uint64_t *row = number + lane;

    row[0] = a->l[0] << 4 & LIMB_MASK;
    row[width] = (a->l[0] >> 48 | a->l[1] << 16) & LIMB_MASK;
    row[2 * width] = (a->l[1] >> 36 | a->l[2] << 28) & LIMB_MASK;
    row[3 * width] = (a->l[2] >> 24 | a->l[3] << 40) & LIMB_MASK;
    row[4 * width] = a->l[3] >> 12;
}

void lanes_get(fp *r, const uint64_t *number, size_t width, size_t lane) {
    const uint64_t *row = number + lane;
    const uint64_t x0 = row[0], x1 = row[width], x2 = row[2 * width], x3 = row[3 * width], x4 = row[4 * width];
    const uint64_t whole[4] = {x0 | x1 << 52, x1 >> 12 | x2 << 40, x2 >> 24 | x3 << 28, x3 >> 36 | x4 << 16};
    uint64_t less[4], borrow = 0, mask;

    for (size_t i = 0; i < 4; i++) {
        less[i] = lsm_sbb(&borrow, whole[i], LSM_FP_P.l[i], borrow);
    }
    mask = lsm_ct_mask(borrow);
    for (size_t i = 0; i < 4; i++) {
        r->l[i] = (whole[i] & mask) | (less[i] & ~mask);
    }
}

/* y[i] = [a_i.re, a_i.im, b_i.re, b_i.im] */
void lanes_fp12_enter(lanes_fp12 *r, const fp12 *a) {
    const fp2 *const c[6] = {&a->c0.c0, &a->c1.c0, &a->c0.c1, &a->c1.c1, &a->c0.c2, &a->c1.c2};

    for (size_t i = 0; i < 6; i++) {
        lanes_put(r->y[i / 2], 4, 2 * (i % 2), &c[i]->c0);
        lanes_put(r->y[i / 2], 4, 2 * (i % 2) + 1, &c[i]->c1);
    }
    for (size_t i = 0; i < 3; i++) {
        lanes_enter4(r->y[i], r->y[i]);
    }
}

void lanes_fp12_leave(fp12 *r, const lanes_fp12 *a) {
    fp2 *const c[6] = {&r->c0.c0, &r->c1.c0, &r->c0.c1, &r->c1.c1, &r->c0.c2, &r->c1.c2};
    lanes_fp12 t;

    for (size_t i = 0; i < 3; i++) {
        lanes_leave4(t.y[i], a->y[i]);
    }
    for (size_t i = 0; i < 6; i++) {
        lanes_get(&c[i]->c0, t.y[i / 2], 4, 2 * (i % 2));
        lanes_get(&c[i]->c1, t.y[i / 2], 4, 2 * (i % 2) + 1);
    }
}
