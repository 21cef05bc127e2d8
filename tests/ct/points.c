/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Constant time of the public point calls, as taint.c does it for the fields: scalars and points are secret, and only
 * results are looked at. The rounds hold the cases that a hurried formula would treat apart: scalars 0, 1, r - 1 and all
 * ones, the sum with infinity, of a point with itself and with its negative. With the name of a variable-time call as
 * argument that one runs instead, on the same secrets, and must be reported.
 */
#include <stdio.h>
#include <string.h>

#include <valgrind/memcheck.h>

#include "limbsmith/bn254.h"

enum { ROUNDS = 6 };

static unsigned sink;

static void secret(void *data, size_t len) {
    (void)VALGRIND_MAKE_MEM_UNDEFINED(data, len);
}

static void known(void *data, size_t len) {
    (void)VALGRIND_MAKE_MEM_DEFINED(data, len);
}

/* k, and two points of each group: b and d are what is added. */
typedef struct {
    uint8_t k[LSM_BN254_SCALAR_BYTES];
    lsm_bn254_g1 a, b;
    lsm_bn254_g2 c, d;
} secrets;

static void prepare(secrets *s, int round) {
    static const uint8_t order_minus_one[LSM_BN254_SCALAR_BYTES] = {
        0x30, 0x64, 0x4e, 0x72, 0xe1, 0x31, 0xa0, 0x29, 0xb8, 0x50, 0x45, 0xb6, 0x81, 0x81, 0x58, 0x5d,
        0x28, 0x33, 0xe8, 0x48, 0x79, 0xb9, 0x70, 0x91, 0x43, 0xe1, 0xf5, 0x93, 0xf0, 0x00, 0x00, 0x00};
    static const uint8_t three[LSM_BN254_SCALAR_BYTES] = {[LSM_BN254_SCALAR_BYTES - 1] = 3};

    lsm_bn254_g1_generator(&s->a);
    lsm_bn254_g2_generator(&s->c);
    s->b = s->a;
    s->d = s->c;
    memset(s->k, round == 2 ? 0xff : round > 3 ? 0x5a : 0, sizeof s->k);
    s->k[sizeof s->k - 1] = (uint8_t)round;
    if (round == 1) {
        memset(&s->b, 0, sizeof s->b);
        memset(&s->d, 0, sizeof s->d);
    } else if (round == 2) {
        lsm_bn254_g1_neg(&s->b, &s->b);
        lsm_bn254_g2_neg(&s->d, &s->d);
    } else if (round == 3) {
        memcpy(s->k, order_minus_one, sizeof s->k);
        memset(&s->a, 0, sizeof s->a);
        memset(&s->c, 0, sizeof s->c);
    } else if (round > 3) {
        lsm_bn254_g1_mul(&s->b, &s->b, three);
        lsm_bn254_g2_mul(&s->d, &s->d, three);
    }
    secret(s, sizeof *s);
}

static void constant_time(secrets *s) {
    uint8_t bytes1[LSM_BN254_G1_BYTES], bytes2[LSM_BN254_G2_BYTES];
    int flags;

    lsm_bn254_g1_add(&s->b, &s->a, &s->b);
    lsm_bn254_g1_mul(&s->a, &s->a, s->k);
    lsm_bn254_g1_neg(&s->a, &s->a);
    lsm_bn254_g1_mul(&s->b, &s->b, s->k);
    lsm_bn254_g1_add(&s->b, &s->a, &s->b);
    lsm_bn254_g2_add(&s->d, &s->c, &s->d);
    lsm_bn254_g2_mul(&s->c, &s->c, s->k);
    lsm_bn254_g2_neg(&s->c, &s->c);
    lsm_bn254_g2_mul(&s->d, &s->d, s->k);
    lsm_bn254_g2_add(&s->d, &s->c, &s->d);
    flags = lsm_bn254_g1_eq(&s->a, &s->b) + lsm_bn254_g2_eq(&s->c, &s->d);
    flags += lsm_bn254_g1_is_infinity(&s->a) + lsm_bn254_g2_is_infinity(&s->d);
    lsm_bn254_g1_encode(bytes1, &s->b);
    lsm_bn254_g2_encode(bytes2, &s->d);

    known(&flags, sizeof flags);
    known(bytes1, sizeof bytes1);
    known(bytes2, sizeof bytes2);
    sink += (unsigned)flags + bytes1[LSM_BN254_G1_BYTES - 1] + bytes2[LSM_BN254_G2_BYTES - 1];
}

/* 0 if there is no call of this name. */
static int variable_time(secrets *s, const char *name) {
    if (strcmp(name, "g1_mul") == 0) {
        lsm_bn254_g1_mul_vartime(&s->a, &s->a, s->k);
    } else if (strcmp(name, "g2_mul") == 0) {
        lsm_bn254_g2_mul_vartime(&s->c, &s->c, s->k);
    } else if (strcmp(name, "g1_add") == 0) {
        lsm_bn254_g1_add_vartime(&s->a, &s->a, &s->b);
    } else if (strcmp(name, "g2_add") == 0) {
        lsm_bn254_g2_add_vartime(&s->c, &s->c, &s->d);
    } else {
        return 0;
    }
    return 1;
}

int main(int argc, char **argv) {
    for (int round = 0; round < ROUNDS; round++) {
        secrets s;

        prepare(&s, round);
        if (argc < 2) {
            constant_time(&s);
        } else if (!variable_time(&s, argv[1])) {
            return 2;
        }
        known(&s, sizeof s);
    }
    (void)printf("%u\n", sink);
    return RUNNING_ON_VALGRIND ? 0 : 1;
}
