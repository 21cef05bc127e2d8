/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What both forms share: the checks that an int and a char pointer need. */
#ifndef LIMBSMITH_COMPAT_H
#define LIMBSMITH_COMPAT_H

#include <limbsmith/evm.h>

#if defined(_WIN32)
#  define COMPAT_API __declspec(dllexport)
#else
#  define COMPAT_API __attribute__((visibility("default")))
#endif

typedef lsm_status (*compat_operation)(uint8_t *out, size_t out_len, const uint8_t *in, size_t in_len);

/*
 * LSM_ERR_ARGUMENT for NULL and for a negative length, whatever else is asked; then as the operation. All out_len bytes of
 * out are written in every case, unless it is NULL.
 */
static inline lsm_status compat_run(compat_operation operation, char *out, size_t out_len, const char *in, int in_len) {
    if (in == NULL || in_len < 0) {
        for (size_t i = 0; out != NULL && i < out_len; i++) out[i] = 0;
        return LSM_ERR_ARGUMENT;
    }
    return operation((uint8_t *)out, out_len, (const uint8_t *)in, (size_t)in_len);
}

#endif
