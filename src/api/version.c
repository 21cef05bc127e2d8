/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "limbsmith/version.h"

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

const char *lsm_version(void) {
    return TEXT(LSM_VERSION_MAJOR) "." TEXT(LSM_VERSION_MINOR) "." TEXT(LSM_VERSION_PATCH);
}
