/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The engines of BN254 that are built in, and the one in use.
 */
#ifndef LSM_API_ENGINES_H
#define LSM_API_ENGINES_H

#include "engine/engine.h"

/*
 * X(engine), the preferred one first. The build sets this to the engines it compiles; the default is what a plain
 * compiler call over the sources builds (README).
 */
#ifndef LSM_BN254_ENGINES
#define LSM_BN254_ENGINES X(c64)
#endif

/* The engine in use; chosen at the first call, the same for the rest of the process. Never NULL. */
const lsm_engine *lsm_bn254_engine(void);

/* The engine of that name if it is built in and this machine can run it, else NULL; NULL asks for the one in use. */
const lsm_engine *lsm_bn254_engine_named(const char *name);

#endif
