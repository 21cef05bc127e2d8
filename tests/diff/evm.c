/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The EVM calls of an engine of bn254 against those of the portable one. */
#include <stdio.h>
#include <string.h>

#include "diff/run.h"
#include "support/runner.h"

#include "api/curve.h"
#include "core/word.h"
#include "limbsmith/evm.h"

/* Makes the inputs. */
static const lsm_engine *maker(void) {
    return lsm_bn254_engine_named(portable->engine);
}

typedef lsm_status (*evm_call)(const char *, uint8_t *, size_t, const uint8_t *, size_t, size_t *);

static void same_answer(evm_call call, size_t out_len, const uint8_t *in, size_t in_len, const char *what) {
    uint8_t got[64] = {0}, want[64] = {0};
    size_t got_item = 0, want_item = 0;
    const lsm_status a = call(tested->engine, got, out_len, in, in_len, &got_item);
    const lsm_status b = call(portable->engine, want, out_len, in, in_len, &want_item);

    if (a != b || got_item != want_item || memcmp(got, want, sizeof got) != 0) {
        fprintf(stderr, "%s:", what);
        for (size_t i = 0; i < in_len; i++) {
            fprintf(stderr, "%s%02x", i % 32 ? "" : " ", in[i]);
        }
        fprintf(stderr, "\nstatus %d and %d\n", (int)a, (int)b);
        ck_abort_msg("%s differs", what);
    }
}

/* At most 16 away from a multiple of r that 32 bytes can hold, or from 2^256. */
static void near_multiple(uint8_t out[32]) {
    const uint64_t distance = random_below(17), sign = distance != 0 && random_below(2) ? UINT64_MAX : 0;
    const uint64_t signed_distance[4] = {(distance ^ sign) - sign, sign, sign, sign};
    uint64_t k[4] = {0};

    for (uint64_t terms = random_below(6) + 1; terms > 0; terms--) {
        const uint64_t *term = terms == 1 ? signed_distance : tested->r;
        uint64_t carry = 0;

        for (size_t i = 0; i < 4; i++) {
            k[i] = lsm_adc(&carry, k[i], term[i], carry);
        }
    }
    for (size_t i = 0; i < 32; i++) {
        out[31 - i] = (uint8_t)(k[i / 8] >> (8 * (i % 8)));
    }
}

static void scalar(uint8_t out[32]) {
    if (random_below(4) == 0) {
        near_multiple(out);
        return;
    }
    for (size_t i = 0; i < 32; i += 8) {
        const uint64_t word = random_below(3) ? random_word() : corner_word();
        memcpy(out + i, &word, 8);
    }
    if (random_below(4) == 0) {
        memset(out, 0, 24 + random_below(8));
    }
}

/* A multiple of the generator, infinity now and then; rarely not a point at all. */
static void point(const struct lsm_engine_group *group, uint8_t *out, size_t len) {
    uint64_t g[16];
    uint8_t k[32];

    scalar(k);
    group->generator(g);
    group->mul_vartime(g, g, k);
    group->encode(out, g);
    if (random_below(16) == 0) {
        memset(out, 0, len);
    }
    if (random_below(16) == 0) {
        out[random_below(len)] ^= (uint8_t)(1u << random_below(8));
    }
}

static void g1_bytes(uint8_t out[64]) {
    point(&maker()->g1, out, 64);
}

static void g2_bytes(uint8_t out[128]) {
    point(&maker()->g2, out, 128);
}

/* The negative point; what does not decode stays. */
static void negate(uint8_t out[64]) {
    uint64_t g[8];

    if (maker()->g1.decode(g, out) == LSM_OK) {
        maker()->g1.neg(g, g);
        maker()->g1.encode(out, g);
    }
}

static size_t length(size_t full) {
    return random_below(8) ? full : random_below(2 * full);
}

START_TEST(test_add) {
    for (size_t round = 0; round < rounds() / 100; round++) {
        uint8_t in[256] = {0};

        g1_bytes(in);
        g1_bytes(in + 64);
        if (random_below(8) == 0) {
            memcpy(in + 64, in, 64);
            if (random_below(2)) {
                negate(in + 64);
            }
        }
        same_answer(lsm_evm_bn254_add_on, 64, in, length(128), "add");
    }
}
END_TEST

START_TEST(test_mul) {
    for (size_t round = 0; round < rounds() / 100; round++) {
        uint8_t in[192] = {0};

        g1_bytes(in);
        scalar(in + 64);
        same_answer(lsm_evm_bn254_mul_on, 64, in, length(96), "mul");
    }
}
END_TEST

START_TEST(test_pairing) {
    for (size_t round = 0; round < rounds() / 100; round++) {
        uint8_t in[5 * 192] = {0};
        const size_t pairs = random_below(4);

        for (size_t i = 0; i < pairs; i++) {
            g1_bytes(in + 192 * i);
            g2_bytes(in + 192 * i + 64);
        }
        if (pairs >= 2 && random_below(2)) { /* e(P, Q) e(-P, Q) = 1 */
            memcpy(in + 192, in, 192);
            negate(in + 192);
        }
        same_answer(lsm_evm_bn254_pairing_on, 32, in, random_below(32) ? 192 * pairs : random_below(sizeof in),
                    "pairing");
    }
}
END_TEST

void add_evm_case(Suite *suite) {
    TCase *evm = add_case(suite, "EVM calls");

    tcase_set_timeout(evm, 3600);
    tcase_add_test(evm, test_add);
    tcase_add_test(evm, test_mul);
    tcase_add_test(evm, test_pairing);
}
