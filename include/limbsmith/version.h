/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Version, curves, engines and self-test.
 *
 * A library holds the curves it was built with, each with a public header of its own name; BN254 unless the build chose
 * otherwise. The calls here that say "engine" speak of the first one; lsm_<curve>_engine_name of any.
 *
 * An engine is one complete implementation of a curve's arithmetic for one kind of processor. All of them give the same
 * results. The library picks one at the first call that needs it, by what the processor and the operating system
 * offer; the choice never changes afterwards.
 */
#ifndef LIMBSMITH_VERSION_H
#define LIMBSMITH_VERSION_H

#include <limbsmith/status.h>

/* The version of this header. Semantic versioning; the build takes its version from these lines. */
#define LSM_VERSION_MAJOR 0
#define LSM_VERSION_MINOR 1
#define LSM_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library linked, as "0.1.0". */
LSM_API const char *lsm_version(void);

/* How many curves are built in, and their names, as "bn254"; NULL for i beyond the last. Static strings. */
LSM_API size_t lsm_curve_count(void);
LSM_API const char *lsm_curve_name_at(size_t i);

/* The engine in use, as "c64", and in a few words why it was chosen. Static strings. */
LSM_API const char *lsm_engine_name(void);
LSM_API const char *lsm_engine_reason(void);

/* How many engines are built in, and their names, the preferred one first; NULL for i beyond the last. */
LSM_API size_t lsm_engine_count(void);
LSM_API const char *lsm_engine_name_at(size_t i);

/* 1 if an engine of this name is built in and this machine can run it, else 0 (NULL included). */
LSM_API int lsm_engine_supported(const char *engine);

/*
 * Known answers for every curve and every call of <limbsmith/evm.h>, good and bad inputs: LSM_OK, or LSM_ERR_ENGINE if
 * an engine gives a wrong one. lsm_selftest runs every curve on every engine this machine supports (a few milliseconds
 * each); lsm_selftest_on runs one engine of the first curve, and gives LSM_ERR_ENGINE too if there is none of that name
 * or this machine cannot run it. NULL means the engine in use.
 */
LSM_MUST_CHECK LSM_API lsm_status lsm_selftest(void);
LSM_MUST_CHECK LSM_API lsm_status lsm_selftest_on(const char *engine);

#ifdef __cplusplus
}
#endif

#endif
