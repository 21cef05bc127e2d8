/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Exit 0 if the library linked answers right.
 */
#include <limbsmith/bn254.h>
#include <limbsmith/evm.h>
#include <limbsmith/version.h>

int main(void) {
    uint8_t out[LSM_EVM_BN254_PAIRING_OUTPUT];
    return lsm_selftest() != LSM_OK || lsm_evm_bn254_pairing(out, sizeof out, NULL, 0) != LSM_OK || out[31] != 1;
}
