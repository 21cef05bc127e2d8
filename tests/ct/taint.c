/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Constant time by running: the inputs are marked undefined for valgrind's memcheck, which then reports every conditional
 * jump and every address that depends on them (an idea of A. Langley's ctgrind). With the argument "vartime" the
 * variable-time inversion runs instead, which must be reported: else the test sees nothing.
 */
#include <stdio.h>
#include <string.h>

#include <valgrind/memcheck.h>

#include "fp2.h"
#include "fr.h"

static uint64_t sink;

static void secret(void *data, size_t len) {
    (void)VALGRIND_MAKE_MEM_UNDEFINED(data, len);
}

/* Values may be printed or compared again after this. */
static void result(const void *data, size_t len) {
    unsigned char copy[sizeof(fp2)];
    memcpy(copy, data, len);
    (void)VALGRIND_MAKE_MEM_DEFINED(copy, sizeof copy);
    for (size_t i = 0; i < len; i++) {
        sink += copy[i];
    }
}

#define CHECK_FIELD(f, F)                                                 \
    static void check_##f(int vartime) {                                  \
        f a = F##_R2, b = F##_ONE, r;                                     \
        f##_raw plain = F##_P;                                            \
        uint8_t bytes[F##_BYTES];                                         \
        uint64_t mask = 0;                                                \
        int flag;                                                         \
        memset(bytes, 0x11, sizeof bytes);                                \
        secret(&a, sizeof a);                                             \
        secret(&b, sizeof b);                                             \
        secret(&plain, sizeof plain);                                     \
        secret(bytes, sizeof bytes);                                      \
        secret(&mask, sizeof mask);                                       \
        if (vartime) {                                                    \
            f##_inv_vartime(&r, &a);                                      \
            result(&r, sizeof r);                                         \
            return;                                                       \
        }                                                                 \
        f##_add(&r, &a, &b);                                              \
        f##_sub(&r, &r, &b);                                              \
        f##_neg(&r, &r);                                                  \
        f##_dbl(&r, &r);                                                  \
        f##_halve(&r, &r);                                                \
        f##_mul(&r, &r, &b);                                              \
        f##_sqr(&r, &r);                                                  \
        f##_inv(&r, &r);                                                  \
        f##_select(&r, &r, &a, mask);                                     \
        f##_cneg(&r, &r, mask);                                           \
        result(&r, sizeof r);                                             \
        f##_to_mont(&r, &plain);                                          \
        f##_from_mont(&plain, &r);                                        \
        result(&plain, sizeof plain);                                     \
        flag = f##_from_bytes(&r, bytes) + f##_is_zero(&r) + f##_eq(&r, &a); \
        f##_to_bytes(bytes, &r);                                          \
        result(bytes, sizeof bytes);                                      \
        result(&flag, sizeof flag);                                       \
    }

CHECK_FIELD(fp, LSM_FP)
CHECK_FIELD(fr, LSM_FR)

static void check_fp2(void) {
    fp2 a = LSM_FP2_XI, b = LSM_FP2_ONE, r;
    fp k = LSM_FP_R2;
    int flag;
    secret(&a, sizeof a);
    secret(&b, sizeof b);
    secret(&k, sizeof k);
    fp2_mul(&r, &a, &b);
    fp2_sqr(&r, &r);
    fp2_mul_xi(&r, &r);
    fp2_mul_fp(&r, &r, &k);
    fp2_inv(&r, &r);
    fp2_conj(&r, &r);
    fp2_add(&r, &r, &a);
    result(&r, sizeof r);
    flag = fp2_sqrt(&r, &r) + fp2_is_zero(&r) + fp2_eq(&r, &a) + fp_sqrt(&k, &k);
    result(&r, sizeof r);
    result(&flag, sizeof flag);
}

int main(int argc, char **argv) {
    const int vartime = argc > 1 && strcmp(argv[1], "vartime") == 0;
    check_fp(vartime);
    check_fr(vartime);
    if (!vartime) {
        check_fp2();
    }
    (void)printf("%llu\n", (unsigned long long)sink);
    return RUNNING_ON_VALGRIND ? 0 : 1;
}
