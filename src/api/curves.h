/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The curves that are built in, and what the API knows of each: its engines, and which of them is in use.
 */
#ifndef LSM_API_CURVES_H
#define LSM_API_CURVES_H

#include "engine/engine.h"

typedef struct lsm_curve {
    const char *name;
    /* the preferred one first; the last needs no CPU feature */
    const lsm_engine *const *engines;
    size_t engine_count;
    /* The engine in use; chosen at the first call, the same for the rest of the process. Never NULL. */
    const lsm_engine *(*engine)(void);
    /* The engine of that name if it is built in and this machine can run it, else NULL. NULL: the one in use. */
    const lsm_engine *(*engine_named)(const char *name);
    /* Known answers on one engine: LSM_OK or LSM_ERR_ENGINE. engine: as above; one that is not there is an error. */
    lsm_status (*selftest_on)(const char *engine);
} lsm_curve;

/* The curve of number i, the first being the one of the engine calls in version.h; NULL for i beyond the last. */
const lsm_curve *lsm_curve_at(size_t i);

#endif
