/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Many threads at once, starting with the very first calls of the process: all get what one thread gets. */
#include "support/runner.h"

#include <pthread.h>
#include <string.h>

#include "limbsmith/bn254.h"
#include "limbsmith/evm.h"
#include "limbsmith/version.h"
#include "vectors.h"

#define THREADS 16
#define ROUNDS 6

typedef struct {
    uint8_t add[64], mul[64], is_true[32], is_false[32], refused[32];
    lsm_status status[5];
    int selftest, unsteady;
} results;

static pthread_barrier_t start;

static void work(results *out) {
    uint8_t bad[sizeof VEC_PAIRING_TRUE_IN];

    memcpy(bad, VEC_PAIRING_TRUE_IN, sizeof bad);
    bad[300] ^= 4;
    out->status[0] = lsm_evm_bn254_pairing(out->is_true, 32, VEC_PAIRING_TRUE_IN, sizeof VEC_PAIRING_TRUE_IN);
    out->status[1] = lsm_evm_bn254_pairing(out->is_false, 32, VEC_PAIRING_FALSE_IN, sizeof VEC_PAIRING_FALSE_IN);
    out->status[2] = lsm_evm_bn254_pairing(out->refused, 32, bad, sizeof bad);
    out->status[3] = lsm_evm_bn254_add(out->add, 64, VEC_ADD_IN, sizeof VEC_ADD_IN);
    out->status[4] = lsm_evm_bn254_mul(out->mul, 64, VEC_MUL_IN, sizeof VEC_MUL_IN);
}

static void *thread_main(void *context) {
    results *out = context;
    results again;

    (void)pthread_barrier_wait(&start);
    work(out);
    for (int i = 1; i < ROUNDS; i++) {
        memset(&again, 0, sizeof again);
        work(&again);
        again.unsteady = out->unsteady;
        if (memcmp(&again, out, sizeof again) != 0) {
            out->unsteady = 1; /* reported by the main thread */
        }
    }
    out->selftest = lsm_selftest() == LSM_OK;
    return NULL;
}

START_TEST(test_threads) {
    static results got[THREADS];
    static results want;
    pthread_t threads[THREADS];

    ck_assert_int_eq(pthread_barrier_init(&start, NULL, THREADS), 0);
    for (size_t i = 0; i < THREADS; i++) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, thread_main, &got[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    }
    work(&want);
    want.selftest = 1;
    ck_assert_int_eq(want.status[0], LSM_OK);
    ck_assert_int_eq(want.status[2], LSM_ERR_NOT_ON_CURVE);
    ck_assert_int_eq(want.is_true[31], 1);
    ck_assert_int_eq(want.is_false[31], 0);
    ck_assert(memcmp(want.add, VEC_ADD_OUT, 64) == 0 && memcmp(want.mul, VEC_MUL_OUT, 64) == 0);
    for (size_t i = 0; i < THREADS; i++) {
        ck_assert_msg(memcmp(&got[i], &want, sizeof want) == 0, "thread %zu differs", i);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("threads");
    TCase *tcase = add_case(suite, "threads");

    tcase_add_test(tcase, test_threads);
    return run_suite(suite);
}
