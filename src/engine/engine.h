/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What one engine (curve x backend) offers to the API: a const table of entry points. The API chooses a table once;
 * below an entry point everything is direct calls. This header names no curve and no field, so that it can be included
 * by code that belongs to no engine.
 *
 * Points cross this border in affine form as words: x then y (in Fp2: c0 then c1), each coordinate fully reduced, in
 * Montgomery form to R = 2^(64 n), n little-endian words; infinity is all zeros. All engines of a curve share that
 * form. Lengths follow from the field: c words or b bytes a coordinate make 2c words or 2b bytes in G1, 4c or 4b in G2.
 * Scalars are big-endian bytes, 8 for every word of Fr, and any value: they are reduced modulo r.
 *
 * A curve without a pairing has no G2: its entries, evm.pairing and pairing_is_one_vartime are NULL there, and no API
 * calls them.
 *
 * Results may alias inputs. Only functions named _vartime, and those that take bytes from outside (evm, decode: they
 * serve public data), take a time that depends on values.
 */
#ifndef LSM_ENGINE_ENGINE_H
#define LSM_ENGINE_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include "limbsmith/status.h"

typedef struct lsm_engine {
    const char *curve;
    const char *name;
    /* bits of api/cpu.h without which the engine must not be called */
    uint32_t cpu_needs;

    /*
     * The calls of EIP-196 and EIP-197 on inputs of full length, carried over to the curve: every point must lie in its
     * group, which a curve without a cofactor in G1 need not test there. out = a + b, out = [k]a; two points, or a
     * point and a scalar, in; a point out. On an error out is not written and *bad_item receives the index of the
     * offending point.
     */
    struct {
        lsm_status (*add)(uint8_t *out, const uint8_t *in, size_t *bad_item);
        lsm_status (*mul)(uint8_t *out, const uint8_t *in, size_t *bad_item);
        /* *is_one = (product of n pairings = 1); on an error *bad_item receives the index of the first bad pair. */
        lsm_status (*pairing)(int *is_one, const uint8_t *in, size_t n, size_t *bad_item);
    } evm;

    /*
     * decode tests the subgroup too; decode_unchecked only canonical form and curve equation. mul_vartime in G1
     * requires a point of the group.
     */
    struct lsm_engine_group {
        lsm_status (*decode)(uint64_t *r, const uint8_t *in);
        lsm_status (*decode_unchecked)(uint64_t *r, const uint8_t *in);
        void (*encode)(uint8_t *out, const uint64_t *a);
        void (*generator)(uint64_t *r);
        void (*neg)(uint64_t *r, const uint64_t *a);
        void (*add)(uint64_t *r, const uint64_t *a, const uint64_t *b);
        void (*add_vartime)(uint64_t *r, const uint64_t *a, const uint64_t *b);
        void (*mul)(uint64_t *r, const uint64_t *a, const uint8_t *k);
        void (*mul_vartime)(uint64_t *r, const uint64_t *a, const uint8_t *k);
        int (*in_subgroup_vartime)(const uint64_t *a);
    } g1, g2;

    /* product of n pairings = 1 ?  requires every point in its group. p and q are arrays of n points each. */
    int (*pairing_is_one_vartime)(const uint64_t *p, const uint64_t *q, size_t n);
} lsm_engine;

#endif
