/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The table of this engine. Most functions here only carry points across the border described in engine.h; memcpy,
 * because the caller's object is an array of words, or a public struct of words, and never a g1_affine.
 */
#include "engine/engine.h"

#include <string.h>

#include "curve/scalar_mul.h"
#include "engine/evm.h"
#if CURVE_HAS_TWIST
#include "pairing/final_exp.h"
#include "pairing/miller_loop.h"
#endif

/* CPU features the engine's own code needs; the generated engine_id.h of a backend that needs some defines it. */
#ifndef LSM_ENGINE_CPU_NEEDS
#define LSM_ENGINE_CPU_NEEDS 0
#endif

_Static_assert(sizeof(g1_affine) == 16 * LSM_FP_LIMBS, "points are words only");

static g1_affine g1_load(const uint64_t *words) {
    g1_affine a;
    memcpy(&a, words, sizeof a);
    return a;
}

static void g1_store(uint64_t *words, const g1_affine *a) {
    memcpy(words, a, sizeof *a);
}

static lsm_status entry_g1_decode(uint64_t *r, const uint8_t *in) {
    g1_affine a;
    lsm_status status = g1_decode(&a, in);

    if (status == LSM_OK && !g1_in_subgroup_vartime(&a)) {
        status = LSM_ERR_NOT_IN_SUBGROUP;
        memset(&a, 0, sizeof a);
    }
    g1_store(r, &a);
    return status;
}

static lsm_status entry_g1_decode_unchecked(uint64_t *r, const uint8_t *in) {
    g1_affine a;
    const lsm_status status = g1_decode(&a, in);
    g1_store(r, &a);
    return status;
}

static int entry_g1_in_subgroup_vartime(const uint64_t *a) {
    const g1_affine p = g1_load(a);
    return g1_in_subgroup_vartime(&p);
}

static void entry_g1_encode(uint8_t *out, const uint64_t *a) {
    const g1_affine p = g1_load(a);
    g1_encode(out, &p);
}

static void entry_g1_generator(uint64_t *r) {
    const g1_affine p = {CURVE_G1_X, CURVE_G1_Y};
    g1_store(r, &p);
}

static void entry_g1_neg(uint64_t *r, const uint64_t *a) {
    g1_affine p = g1_load(a);
    g1_affine_neg(&p, &p);
    g1_store(r, &p);
}

static void entry_g1_add(uint64_t *r, const uint64_t *a, const uint64_t *b) {
    g1_affine p = g1_load(a);
    const g1_affine q = g1_load(b);
    g1 t;

    g1_from_affine(&t, &p);
    g1_add_affine(&t, &t, &q);
    g1_to_affine(&p, &t);
    g1_store(r, &p);
}

static void entry_g1_add_vartime(uint64_t *r, const uint64_t *a, const uint64_t *b) {
    g1_affine p = g1_load(a);
    const g1_affine q = g1_load(b);

    g1_affine_add_vartime(&p, &p, &q);
    g1_store(r, &p);
}

static void entry_g1_mul(uint64_t *r, const uint64_t *a, const uint8_t *scalar) {
    g1_affine p = g1_load(a);
    fr_raw k;
    g1 t;

    scalar_from_bytes(&k, scalar);
    g1_mul(&t, &p, &k);
    g1_to_affine(&p, &t);
    g1_store(r, &p);
    lsm_zeroize(&k, sizeof k);
    lsm_zeroize(&t, sizeof t);
}

static void entry_g1_mul_vartime(uint64_t *r, const uint64_t *a, const uint8_t *scalar) {
    g1_affine p = g1_load(a);
    fr_raw k;
    g1 t;

    scalar_from_bytes(&k, scalar);
    g1_mul_vartime(&t, &p, &k);
    g1_to_affine_vartime(&p, &t);
    g1_store(r, &p);
}

#if CURVE_HAS_TWIST

_Static_assert(sizeof(g2_affine) == 32 * LSM_FP_LIMBS, "points are words only");

static g2_affine g2_load(const uint64_t *words) {
    g2_affine a;
    memcpy(&a, words, sizeof a);
    return a;
}

static void g2_store(uint64_t *words, const g2_affine *a) {
    memcpy(words, a, sizeof *a);
}

static lsm_status entry_g2_decode_unchecked(uint64_t *r, const uint8_t *in) {
    g2_affine a;
    const lsm_status status = g2_decode(&a, in);
    g2_store(r, &a);
    return status;
}

static lsm_status entry_g2_decode(uint64_t *r, const uint8_t *in) {
    g2_affine a;
    lsm_status status = g2_decode(&a, in);

    if (status == LSM_OK && !g2_in_subgroup_vartime(&a)) {
        status = LSM_ERR_NOT_IN_SUBGROUP;
        memset(&a, 0, sizeof a);
    }
    g2_store(r, &a);
    return status;
}

static void entry_g2_encode(uint8_t *out, const uint64_t *a) {
    const g2_affine p = g2_load(a);
    g2_encode(out, &p);
}

static void entry_g2_generator(uint64_t *r) {
    const g2_affine p = {CURVE_G2_X, CURVE_G2_Y};
    g2_store(r, &p);
}

static void entry_g2_neg(uint64_t *r, const uint64_t *a) {
    g2_affine p = g2_load(a);
    g2_affine_neg(&p, &p);
    g2_store(r, &p);
}

static void entry_g2_add(uint64_t *r, const uint64_t *a, const uint64_t *b) {
    g2_affine p = g2_load(a);
    const g2_affine q = g2_load(b);
    g2 t;

    g2_from_affine(&t, &p);
    g2_add_affine(&t, &t, &q);
    g2_to_affine(&p, &t);
    g2_store(r, &p);
}

static void entry_g2_add_vartime(uint64_t *r, const uint64_t *a, const uint64_t *b) {
    g2_affine p = g2_load(a);
    const g2_affine q = g2_load(b);

    g2_affine_add_vartime(&p, &p, &q);
    g2_store(r, &p);
}

static void entry_g2_mul(uint64_t *r, const uint64_t *a, const uint8_t *scalar) {
    g2_affine p = g2_load(a);
    fr_raw k;
    g2 t;

    scalar_from_bytes(&k, scalar);
    g2_mul(&t, &p, &k);
    g2_to_affine(&p, &t);
    g2_store(r, &p);
    lsm_zeroize(&k, sizeof k);
    lsm_zeroize(&t, sizeof t);
}

static void entry_g2_mul_vartime(uint64_t *r, const uint64_t *a, const uint8_t *scalar) {
    g2_affine p = g2_load(a);
    fr_raw k;
    g2 t;

    scalar_from_bytes(&k, scalar);
    g2_mul_vartime(&t, &p, &k);
    g2_to_affine_vartime(&p, &t);
    g2_store(r, &p);
}

static int entry_g2_in_subgroup_vartime(const uint64_t *a) {
    const g2_affine p = g2_load(a);
    return g2_in_subgroup_vartime(&p);
}

static int entry_pairing_is_one_vartime(const uint64_t *p, const uint64_t *q, size_t n) {
    g1_affine ps[MILLER_BATCH];
    g2_affine qs[MILLER_BATCH];
    size_t waiting = 0;
    fp12 f, t;

    fp12_set_one(&f);
    for (size_t i = 0; i < n; i++) {
        ps[waiting] = g1_load(p + i * 2 * LSM_FP_LIMBS);
        qs[waiting] = g2_load(q + i * 4 * LSM_FP_LIMBS);
        if (!g1_affine_is_infinity(&ps[waiting]) && !g2_affine_is_infinity(&qs[waiting])) {
            waiting++;
        }
        if (waiting == MILLER_BATCH || (i + 1 == n && waiting != 0)) {
            miller_loop(&t, ps, qs, waiting);
            fp12_mul(&f, &f, &t);
            waiting = 0;
        }
    }
    return final_exp_is_one_vartime(&f);
}

#endif

/* The field names are no macros, the functions on the right are (core/ns.h). */
const lsm_engine NS(engine) = {
    .curve = LSM_CURVE_NAME,
    .name = LSM_ENGINE_NAME,
    .cpu_needs = LSM_ENGINE_CPU_NEEDS,
    .evm.add = evm_add,
    .evm.mul = evm_mul,
    .g1 =
        {
            .decode = entry_g1_decode,
            .decode_unchecked = entry_g1_decode_unchecked,
            .encode = entry_g1_encode,
            .generator = entry_g1_generator,
            .neg = entry_g1_neg,
            .add = entry_g1_add,
            .add_vartime = entry_g1_add_vartime,
            .mul = entry_g1_mul,
            .mul_vartime = entry_g1_mul_vartime,
            .in_subgroup_vartime = entry_g1_in_subgroup_vartime,
        },
#if CURVE_HAS_TWIST
    .evm.pairing = evm_pairing,
    .g2 =
        {
            .decode = entry_g2_decode,
            .decode_unchecked = entry_g2_decode_unchecked,
            .encode = entry_g2_encode,
            .generator = entry_g2_generator,
            .neg = entry_g2_neg,
            .add = entry_g2_add,
            .add_vartime = entry_g2_add_vartime,
            .mul = entry_g2_mul,
            .mul_vartime = entry_g2_mul_vartime,
            .in_subgroup_vartime = entry_g2_in_subgroup_vartime,
        },
    .pairing_is_one_vartime = entry_pairing_is_one_vartime,
#endif
};
