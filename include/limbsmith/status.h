/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The one status type of the library, and what its other public headers share.
 */
#ifndef LIMBSMITH_STATUS_H
#define LIMBSMITH_STATUS_H

#include <stddef.h>
#include <stdint.h>

/*
 * LSM_API marks what the shared library exports. Windows users of the static library define LSM_STATIC; an embedder
 * who compiles the sources into something else may define LSM_API beforehand.
 */
#ifndef LSM_API
#  if defined(_WIN32) && !defined(LSM_STATIC)
#    ifdef LSM_BUILDING
#      define LSM_API __declspec(dllexport)
#    else
#      define LSM_API __declspec(dllimport)
#    endif
#  elif defined(__GNUC__)
#    define LSM_API __attribute__((visibility("default")))
#  else
#    define LSM_API
#  endif
#endif

#if defined(__GNUC__)
#  define LSM_MUST_CHECK __attribute__((warn_unused_result))
#else
#  define LSM_MUST_CHECK
#endif

/* What any call of the library needs of the stack at most, compiled with optimisation (the engine lanes_emu, for tests,
 * excepted); a test measures it. */
#define LSM_STACK_BYTES 32768

#ifdef __cplusplus
extern "C" {
#endif

/* The values, and the machine code lsm_status_string gives for each, never change once released. */
typedef enum lsm_status {
    LSM_OK = 0,                  /* ok */
    LSM_ERR_LENGTH = 1,          /* invalid_length: the input has a length the call does not take */
    LSM_ERR_NOT_CANONICAL = 2,   /* not_canonical: a coordinate is p or more */
    LSM_ERR_NOT_ON_CURVE = 3,    /* not_on_curve: the curve equation does not hold */
    LSM_ERR_NOT_IN_SUBGROUP = 4, /* not_in_subgroup: on the curve or its twist, but r does not kill it */
    LSM_ERR_ARGUMENT = 5,        /* argument: NULL output, or NULL input with a length above 0 */
    LSM_ERR_OUTPUT = 6,          /* output: the output buffer is too short */
    LSM_ERR_ENGINE = 7           /* engine: not built in, or not for this machine, or its self-test failed */
} lsm_status;

/* The machine code of a status, a static string; "unknown" for a value that is none. Never NULL. */
LSM_API const char *lsm_status_string(lsm_status status);

#ifdef __cplusplus
}
#endif

#endif
