/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/cpu.h"

#include <stddef.h>

#if (defined(__x86_64__) || defined(__i386__)) && (defined(__GNUC__) || defined(__clang__))
#include <cpuid.h>

/* Register state the operating system saves on a task switch (XCR0), as a pair of bit masks. */
#define XCR0_AVX 0x06u    /* xmm, ymm */
#define XCR0_AVX512 0xe6u /* and opmask, upper halves of zmm0-15, zmm16-31 */

static uint32_t xgetbv0(void) {
    uint32_t eax, edx;

    __asm__ volatile("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0));
    return eax;
}

uint32_t lsm_cpu_features(void) {
    /* leaf 7, subleaf 0, register ebx: bit numbers from Intel's manual, volume 2, CPUID */
    static const struct {
        uint32_t feature, saved_state;
        unsigned ebx_bit, ecx_bit;
    } known[] = {
        {LSM_CPU_BMI2, 0, 8, 32},
        {LSM_CPU_ADX, 0, 19, 32},
        {LSM_CPU_AVX2, XCR0_AVX, 5, 32},
        {LSM_CPU_AVX512F, XCR0_AVX512, 16, 32},
        {LSM_CPU_AVX512DQ, XCR0_AVX512, 17, 32},
        {LSM_CPU_AVX512BW, XCR0_AVX512, 30, 32},
        {LSM_CPU_AVX512VL, XCR0_AVX512, 31, 32},
        {LSM_CPU_AVX512IFMA, XCR0_AVX512, 21, 32},
        {LSM_CPU_AVX512VBMI, XCR0_AVX512, 32, 1},
    };
    unsigned eax, ebx, ecx, edx;
    uint32_t saved = 0, features = 0;

    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx)) {
        return 0;
    }
    if (ecx & (1u << 27)) { /* OSXSAVE: xgetbv may be used */
        saved = xgetbv0();
    }
    if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx)) {
        return 0;
    }
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const uint32_t present = known[i].ebx_bit < 32 ? ebx >> known[i].ebx_bit : ecx >> known[i].ecx_bit;

        if ((present & 1) && (saved & known[i].saved_state) == known[i].saved_state) {
            features |= known[i].feature;
        }
    }
    return features;
}

#else

uint32_t lsm_cpu_features(void) {
    return 0;
}

#endif

const char *lsm_cpu_feature_name(unsigned bit) {
    static const char *const names[] = {
#define LSM_CPU_NAME(constant, number, name) [number] = name,
        LSM_CPU_FEATURE_LIST(LSM_CPU_NAME)
#undef LSM_CPU_NAME
    };

    return bit < sizeof names / sizeof names[0] ? names[bit] : NULL;
}
