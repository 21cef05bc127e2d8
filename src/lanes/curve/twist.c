/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "lanes/twist.h"

static void put_fp2(lanes_twist *r, size_t slot, const fp2 *a) {
    lanes_put(r->t, TWIST_WIDTH, 2 * slot, &a->c0);
    lanes_put(r->t, TWIST_WIDTH, 2 * slot + 1, &a->c1);
}

void lanes_twist_from_affine(lanes_twist *r, const g2_affine *a) {
    put_fp2(r, 0, &a->x);
    put_fp2(r, 1, &a->y);
    put_fp2(r, 2, &LSM_FP2_ONE);
    put_fp2(r, 3, &LSM_FP2_ZERO);
    lanes_twist_enter(r->t, r->t);
}

int lanes_twist_eq(const lanes_twist *a, const lanes_twist *b) {
    lanes_twist minors;
    fp value;
    int zero = 1;

    lanes_twist_minors(minors.t, a->t, b->t);
    lanes_leave8(minors.t, minors.t);
    for (size_t lane = 0; lane < 4; lane++) {
        lanes_get(&value, minors.t, TWIST_WIDTH, lane);
        zero &= fp_is_zero(&value);
    }
    return zero;
}
