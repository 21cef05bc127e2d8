/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The curves that are built in, and the calls of version.h about engines: those of the first curve, and the self-test
 * of all of them.
 */
#include "api/curves.h"

#include "api/evm_selftest.h"
#include "limbsmith/version.h"

/*
 * X(curve). The build sets this to the curves it compiles; the default is what a plain compiler call over the sources
 * builds (README). LSM_NO_EVM: the curve of the precompiles is not among them.
 */
#ifndef LSM_BUILT_CURVES
#define LSM_BUILT_CURVES X(bn254)
#endif

#define X(name) extern const lsm_curve lsm_##name##_curve;
LSM_BUILT_CURVES
#undef X

static const lsm_curve *const curves[] = {
#define X(name) &lsm_##name##_curve,
    LSM_BUILT_CURVES
#undef X
};

#define CURVE_COUNT (sizeof curves / sizeof curves[0])

const lsm_curve *lsm_curve_at(size_t i) {
    return i < CURVE_COUNT ? curves[i] : NULL;
}

size_t lsm_curve_count(void) {
    return CURVE_COUNT;
}

const char *lsm_curve_name_at(size_t i) {
    return i < CURVE_COUNT ? curves[i]->name : NULL;
}

const char *lsm_engine_name(void) {
    return curves[0]->engine()->name;
}

const char *lsm_engine_reason(void) {
    if (curves[0]->engine_count == 1) {
        return "the only engine built in";
    }
    return curves[0]->engine() == curves[0]->engines[0] ? "the fastest engine, and this machine can run it"
                                                        : "the fastest engine this machine can run";
}

size_t lsm_engine_count(void) {
    return curves[0]->engine_count;
}

const char *lsm_engine_name_at(size_t i) {
    return i < curves[0]->engine_count ? curves[0]->engines[i]->name : NULL;
}

int lsm_engine_supported(const char *engine) {
    return engine != NULL && curves[0]->engine_named(engine) != NULL;
}

static lsm_status selftest_on(const lsm_curve *curve, const char *engine) {
    lsm_status status = curve->selftest_on(engine);

#ifndef LSM_NO_EVM
    if (status == LSM_OK && curve == &lsm_bn254_curve) {
        status = lsm_evm_selftest_on(engine);
    }
#endif
    return status;
}

lsm_status lsm_selftest_on(const char *engine) {
    return selftest_on(curves[0], engine);
}

lsm_status lsm_selftest(void) {
    for (size_t i = 0; i < CURVE_COUNT; i++) {
        for (size_t j = 0; j < curves[i]->engine_count; j++) {
            const char *name = curves[i]->engines[j]->name;

            if (curves[i]->engine_named(name) != NULL && selftest_on(curves[i], name) != LSM_OK) {
                return LSM_ERR_ENGINE;
            }
        }
    }
    return LSM_OK;
}
