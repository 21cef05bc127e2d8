/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "engine/evm.h"

#include "pairing/final_exp.h"
#include "pairing/miller_loop.h"

#define PAIR_BYTES (G1_BYTES + G2_BYTES)

/*
 * Pairs that wait for their common Miller loop, with their place in the input. They are decoded and on their curves;
 * the subgroup of their G2 points is decided by the loop itself, all at once.
 */
typedef struct {
    g1_affine p[MILLER_BATCH];
    g2_affine q[MILLER_BATCH];
    size_t item[MILLER_BATCH];
    size_t n;
} pair_batch;

/* The first waiting pair, in input order, whose G2 point is outside the subgroup: 1 and its place, or 0. */
static int first_outside_subgroup(const pair_batch *batch, size_t *item) {
    for (size_t i = 0; i < batch->n; i++) {
        if (!g2_in_subgroup_vartime(&batch->q[i])) {
            *item = batch->item[i];
            return 1;
        }
    }
    return 0;
}

/* f *= product of Miller loops of the batch, which is emptied. */
static lsm_status run_batch(fp12 *f, int *f_is_one, pair_batch *batch, size_t *bad_item) {
    fp12 t;

    if (batch->n == 0) {
        return LSM_OK;
    }
    if (!miller_loop_checked_vartime(&t, batch->p, batch->q, batch->n)) {
        /* The loop only tells that some point is bad. If the two tests ever disagreed, the whole batch is refused. */
        if (!first_outside_subgroup(batch, bad_item)) {
            *bad_item = batch->item[0];
        }
        return LSM_ERR_NOT_IN_SUBGROUP;
    }
    if (*f_is_one) {
        *f = t;
        *f_is_one = 0;
    } else {
        fp12_mul(f, f, &t);
    }
    batch->n = 0;
    return LSM_OK;
}

/*
 * The first bad pair in input order decides the status, and within a pair the order is G1 (canonical, curve, subgroup),
 * G2 (canonical, curve, subgroup). A pair that fails to decode is therefore only reported once all pairs before it are
 * known to be in the subgroup, which for the waiting ones takes the standalone test.
 *
 * A pair with an infinite member contributes nothing and skips the loop, but a finite Q must still be in G2.
 */
lsm_status evm_pairing(int *is_one, const uint8_t *in, size_t n, size_t *bad_item) {
    pair_batch batch;
    fp12 f;
    int f_is_one = 1;
    lsm_status status;

    batch.n = 0;
    for (size_t i = 0; i < n; i++, in += PAIR_BYTES) {
        g1_affine *p = &batch.p[batch.n];
        g2_affine *q = &batch.q[batch.n];
        int contributes = 0;

        status = g1_decode_in_group(p, in);
        if (status == LSM_OK) {
            status = g2_decode(q, in + G1_BYTES);
        }
        if (status == LSM_OK) {
            const int p_infinite = g1_affine_is_infinity(p), q_infinite = g2_affine_is_infinity(q);

            contributes = !p_infinite && !q_infinite;
            if (p_infinite && !q_infinite && !g2_in_subgroup_vartime(q)) {
                status = LSM_ERR_NOT_IN_SUBGROUP;
            }
        }
        if (status != LSM_OK) {
            *bad_item = i;
            return first_outside_subgroup(&batch, bad_item) ? LSM_ERR_NOT_IN_SUBGROUP : status;
        }
        if (!contributes) {
            continue;
        }
        batch.item[batch.n++] = i;
        if (batch.n == MILLER_BATCH) {
            status = run_batch(&f, &f_is_one, &batch, bad_item);
            if (status != LSM_OK) {
                return status;
            }
        }
    }
    status = run_batch(&f, &f_is_one, &batch, bad_item);
    if (status == LSM_OK) {
        *is_one = f_is_one || final_exp_is_one_vartime(&f);
    }
    return status;
}
