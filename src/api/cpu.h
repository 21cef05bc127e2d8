/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What this processor and its operating system allow an engine to use. Detection only: no engine is named here.
 */
#ifndef LSM_API_CPU_H
#define LSM_API_CPU_H

#include <stdint.h>

/* X(constant, bit, name): the features engines may ask for in cpu_needs. */
#define LSM_CPU_FEATURE_LIST(X)                                                                                        \
    X(LSM_CPU_BMI2, 0, "bmi2")                                                                                         \
    X(LSM_CPU_ADX, 1, "adx")                                                                                           \
    X(LSM_CPU_AVX2, 2, "avx2")                                                                                         \
    X(LSM_CPU_AVX512F, 3, "avx512f")                                                                                   \
    X(LSM_CPU_AVX512DQ, 4, "avx512dq")                                                                                 \
    X(LSM_CPU_AVX512BW, 5, "avx512bw")                                                                                 \
    X(LSM_CPU_AVX512VL, 6, "avx512vl")                                                                                 \
    X(LSM_CPU_AVX512IFMA, 7, "avx512ifma")                                                                             \
    X(LSM_CPU_AVX512VBMI, 8, "avx512vbmi")

enum {
#define LSM_CPU_ENUM(constant, bit, name) constant = 1 << (bit),
    LSM_CPU_FEATURE_LIST(LSM_CPU_ENUM)
#undef LSM_CPU_ENUM
};

/*
 * The features present, as a sum of the constants above; 0 where none can be asked for. A vector feature counts only
 * if the operating system saves its registers. Asks the processor anew at every call (some hundred cycles, far more
 * under a hypervisor).
 */
uint32_t lsm_cpu_features(void);

/* The name of the feature of a bit number, NULL after the last. */
const char *lsm_cpu_feature_name(unsigned bit);

#endif
