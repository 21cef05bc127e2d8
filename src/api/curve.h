/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * One curve's part of the API. The files curve_*.c are one body for all curves, compiled once for each: the include
 * path alone decides for which (it finds one api_curve.h), as with engines.
 */
#ifndef LSM_API_CURVE_H
#define LSM_API_CURVE_H

#include "api/curves.h"
#include "api_curve.h"

/* API(g1_add) is lsm_<curve>_g1_add. The second level exists so that API_CURVE is expanded before it is pasted. */
#define API_PASTE(curve, name) lsm_##curve##_##name
#define API_EXPAND(curve, name) API_PASTE(curve, name)
#define API(name) API_EXPAND(API_CURVE, name)

/*
 * X(engine), the preferred one first. The build sets this to the engines it compiles for the curve; the default is what
 * a plain compiler call over the sources builds (README).
 */
#ifndef LSM_CURVE_ENGINES
#define LSM_CURVE_ENGINES X(c64)
#endif

/* Contracts in curves.h. */
extern const lsm_curve API(curve);
const lsm_engine *API(engine)(void);
const lsm_engine *API(engine_named)(const char *name);
lsm_status API(selftest_on)(const char *engine);

#endif
