/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Known answers of one curve, generated with the constants from the same parameters but computed by the generator's own
 * slow arithmetic. Good inputs alone would not notice a check that is missing, so bad ones are part of it.
 */
#include <string.h>

#include "api/curve.h"
#include "api/same_bytes.h"
#include "vectors.h"

typedef lsm_status group_call(uint8_t *out, const uint8_t *in, size_t *bad_item);

/* 1 if the call gives exactly these bytes. */
static int gives(group_call *call, const uint8_t *in, const uint8_t expected[API_G1_BYTES]) {
    uint8_t out[API_G1_BYTES];
    size_t item;

    return call(out, in, &item) == LSM_OK && same_bytes(out, expected, sizeof out);
}

/* 1 if both multiplications give the answer of vectors.h. */
static int multiplies(const lsm_engine *engine) {
    uint8_t scalar[API_SCALAR_BYTES] = {0}, out[API_G1_BYTES];
    const size_t len = sizeof VEC_MUL_IN - API_G1_BYTES;
    uint64_t a[2 * API_FP_WORDS], r[2 * API_FP_WORDS];
    int right = engine->g1.decode(a, VEC_MUL_IN) == LSM_OK;

    memcpy(scalar + sizeof scalar - len, VEC_MUL_IN + API_G1_BYTES, len);
    engine->g1.mul(r, a, scalar);
    engine->g1.encode(out, r);
    right &= same_bytes(out, VEC_MUL_OUT, sizeof out);
    engine->g1.mul_vartime(r, a, scalar);
    engine->g1.encode(out, r);
    return right & same_bytes(out, VEC_MUL_OUT, sizeof out);
}

/* 1 if points are added and multiplied, and those off the curve or above p refused. */
static int points_are_right(const lsm_engine *engine) {
    uint8_t bad[sizeof VEC_ADD_IN], out[API_G1_BYTES];
    size_t item = 1;
    int right = gives(engine->evm.add, VEC_ADD_IN, VEC_ADD_OUT) && multiplies(engine);

    /* off the curve: y of the first point changed in its last bit */
    memcpy(bad, VEC_ADD_IN, sizeof bad);
    bad[API_G1_BYTES - 1] ^= 1;
    right = right && engine->evm.add(out, bad, &item) == LSM_ERR_NOT_ON_CURVE && item == 0;
    /* coordinates above p in the second */
    memcpy(bad, VEC_ADD_IN, sizeof bad);
    memset(bad + API_G1_BYTES, 0xff, API_G1_BYTES);
    return right && engine->evm.add(out, bad, &item) == LSM_ERR_NOT_CANONICAL && item == 1;
}

#if API_HAS_PAIRING

/* 1 if the pairs are answered with this status and, on LSM_OK, is_one, else bad_item. */
static int pairing_gives(const lsm_engine *engine, const uint8_t *in, size_t pairs, lsm_status status, int is_one,
                         size_t bad_item) {
    size_t item = pairs;
    int one = -1;

    return engine->evm.pairing(&one, in, pairs, &item) == status &&
           (status == LSM_OK ? one == is_one : item == bad_item);
}

#define PAIR_BYTES (API_G1_BYTES + API_G2_BYTES)

static int pairings_are_right(const lsm_engine *engine) {
    uint8_t bad[sizeof VEC_PAIRING_TRUE_IN];
    int right = pairing_gives(engine, VEC_PAIRING_TRUE_IN, 2, LSM_OK, 1, 0) &&
                pairing_gives(engine, VEC_PAIRING_FALSE_IN, 2, LSM_OK, 0, 0);

    /* off the curve: the last bit of the second point of the second pair */
    memcpy(bad, VEC_PAIRING_TRUE_IN, sizeof bad);
    bad[sizeof bad - 1] ^= 1;
    right = right && pairing_gives(engine, bad, 2, LSM_ERR_NOT_ON_CURVE, 0, 1);
    /* a coordinate above p */
    memset(bad + PAIR_BYTES, 0xff, API_G1_BYTES / 2);
    right = right && pairing_gives(engine, bad, 2, LSM_ERR_NOT_CANONICAL, 0, 1);
    /* on the twist, outside the group of order r: each engine has a subgroup test of its own */
    right = right && pairing_gives(engine, VEC_OUTSIDE_IN, 1, LSM_ERR_NOT_IN_SUBGROUP, 0, 0);
#if API_G1_COFACTOR
    right = right && pairing_gives(engine, VEC_OUTSIDE_G1_IN, 1, LSM_ERR_NOT_IN_SUBGROUP, 0, 0);
#endif
    return right;
}

#else

static int pairings_are_right(const lsm_engine *engine) {
    (void)engine;
    return 1; /* the curve has none */
}

#endif

lsm_status API(selftest_on)(const char *name) {
    const lsm_engine *engine = API(engine_named)(name);

    return engine != NULL && points_are_right(engine) && pairings_are_right(engine) ? LSM_OK : LSM_ERR_ENGINE;
}

lsm_status API(selftest)(void) {
    for (size_t i = 0; i < API(curve).engine_count; i++) {
        const char *name = API(curve).engines[i]->name;

        if (API(engine_named)(name) != NULL && API(selftest_on)(name) != LSM_OK) {
            return LSM_ERR_ENGINE;
        }
    }
    return LSM_OK;
}
