/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "limbsmith/status.h"

const char *lsm_status_string(lsm_status status) {
    /* what the program prints and what test vectors hold: the only list of these words */
    static const char *const codes[] = {
        [LSM_OK] = "ok",
        [LSM_ERR_LENGTH] = "invalid_length",
        [LSM_ERR_NOT_CANONICAL] = "not_canonical",
        [LSM_ERR_NOT_ON_CURVE] = "not_on_curve",
        [LSM_ERR_NOT_IN_SUBGROUP] = "not_in_subgroup",
        [LSM_ERR_ARGUMENT] = "argument",
        [LSM_ERR_OUTPUT] = "output",
        [LSM_ERR_ENGINE] = "engine",
    };

    return (size_t)status < sizeof codes / sizeof codes[0] ? codes[status] : "unknown";
}
