/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "api/engines.h"

#include <stdatomic.h>

#include "api/cpu.h"
#include "limbsmith/version.h"

#define X(name) extern const lsm_engine lsm_bn254_##name##_engine;
LSM_BN254_ENGINES
#undef X

static const lsm_engine *const engines[] = {
#define X(name) &lsm_bn254_##name##_engine,
    LSM_BN254_ENGINES
#undef X
};

#define ENGINE_COUNT (sizeof engines / sizeof engines[0])

static int can_run(const lsm_engine *engine) {
    return engine->cpu_needs == 0 || (engine->cpu_needs & ~lsm_cpu_features()) == 0;
}

/*
 * The only mutable state of the library. Threads that race here compute the same value, and the tables are constant,
 * so relaxed order is enough. The last engine of the list needs no CPU feature.
 */
const lsm_engine *lsm_bn254_engine(void) {
    static _Atomic(const lsm_engine *) selected;
    const lsm_engine *engine = atomic_load_explicit(&selected, memory_order_relaxed);

    if (engine == NULL) {
        size_t i = 0;

        while (i + 1 < ENGINE_COUNT && !can_run(engines[i])) {
            i++;
        }
        engine = engines[i];
        atomic_store_explicit(&selected, engine, memory_order_relaxed);
    }
    return engine;
}

/* Asking the processor costs more than a point addition where there is a hypervisor; the engine in use has asked. */
static int needs_no_more(const lsm_engine *engine, const lsm_engine *than) {
    return (engine->cpu_needs & ~than->cpu_needs) == 0;
}

static int same_string(const char *a, const char *b) {
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

const lsm_engine *lsm_bn254_engine_named(const char *name) {
    if (name == NULL) {
        return lsm_bn254_engine();
    }
    for (size_t i = 0; i < ENGINE_COUNT; i++) {
        if (same_string(engines[i]->name, name)) {
            return needs_no_more(engines[i], lsm_bn254_engine()) || can_run(engines[i]) ? engines[i] : NULL;
        }
    }
    return NULL;
}

const char *lsm_engine_name(void) {
    return lsm_bn254_engine()->name;
}

const char *lsm_engine_reason(void) {
    if (ENGINE_COUNT == 1) {
        return "the only engine built in";
    }
    return lsm_bn254_engine() == engines[0] ? "the fastest engine, and this machine can run it"
                                            : "the fastest engine this machine can run";
}

size_t lsm_engine_count(void) {
    return ENGINE_COUNT;
}

const char *lsm_engine_name_at(size_t i) {
    return i < ENGINE_COUNT ? engines[i]->name : NULL;
}

int lsm_engine_supported(const char *engine) {
    return engine != NULL && lsm_bn254_engine_named(engine) != NULL;
}
