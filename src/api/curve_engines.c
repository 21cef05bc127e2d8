/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The engines of a curve that are built in, and the choice among them.
 */
#include <stdatomic.h>

#include "api/cpu.h"
#include "api/curve.h"

#define ENGINE_PASTE(curve, engine) lsm_##curve##_##engine##_engine
#define ENGINE_EXPAND(curve, engine) ENGINE_PASTE(curve, engine)

#define X(name) extern const lsm_engine ENGINE_EXPAND(API_CURVE, name);
LSM_CURVE_ENGINES
#undef X

static const lsm_engine *const engines[] = {
#define X(name) &ENGINE_EXPAND(API_CURVE, name),
    LSM_CURVE_ENGINES
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
const lsm_engine *API(engine)(void) {
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

const lsm_engine *API(engine_named)(const char *name) {
    if (name == NULL) {
        return API(engine)();
    }
    for (size_t i = 0; i < ENGINE_COUNT; i++) {
        if (same_string(engines[i]->name, name)) {
            return needs_no_more(engines[i], API(engine)()) || can_run(engines[i]) ? engines[i] : NULL;
        }
    }
    return NULL;
}

const char *API(engine_name)(void) {
    return API(engine)()->name;
}

const lsm_curve API(curve) = {
    .name = API_CURVE_NAME,
    .engines = engines,
    .engine_count = ENGINE_COUNT,
    .engine = API(engine),
    .engine_named = API(engine_named),
    .selftest_on = API(selftest_on),
};
