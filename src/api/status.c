/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "limbsmith/status.h"

const char *lsm_status_string(lsm_status status) {
    static const struct {
        lsm_status status;
        const char *code;
    } codes[] = {
#define CODE_ENTRY(name, value, code) {name, code},
        LSM_STATUS_LIST(CODE_ENTRY)
#undef CODE_ENTRY
    };

    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        if (codes[i].status == status) {
            return codes[i].code;
        }
    }
    return "unknown";
}
