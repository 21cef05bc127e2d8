/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Known answers for the calls of <limbsmith/evm.h>.
 */
#ifndef LSM_API_EVM_SELFTEST_H
#define LSM_API_EVM_SELFTEST_H

#include "limbsmith/status.h"

/* On one engine of BN254 (NULL: the one in use): LSM_OK or LSM_ERR_ENGINE. */
lsm_status lsm_evm_selftest_on(const char *engine);

#endif
