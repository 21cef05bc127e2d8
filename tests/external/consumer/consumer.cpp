/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * The headers in C++. Exit 0 if a point of BN254 and its negative have the sum zero, the group law that needs no constant.
 */
#include <array>
#include <cstdint>

#include <limbsmith/bn254.h>
#include <limbsmith/evm.h>
#include <limbsmith/version.h>

int main() {
    lsm_bn254_g1 generator, negative;
    lsm_bn254_g1_generator(&generator);
    lsm_bn254_g1_neg(&negative, &generator);

    std::array<std::uint8_t, 2 * LSM_BN254_G1_BYTES> points;
    lsm_bn254_g1_encode(points.data(), &generator);
    lsm_bn254_g1_encode(points.data() + LSM_BN254_G1_BYTES, &negative);

    std::array<std::uint8_t, LSM_EVM_BN254_ADD_OUTPUT> sum;
    sum.fill(1);
    if (lsm_evm_bn254_add(sum.data(), sum.size(), points.data(), points.size()) != LSM_OK) return 1;
    return sum == std::array<std::uint8_t, LSM_EVM_BN254_ADD_OUTPUT>{} && lsm_selftest() == LSM_OK ? 0 : 2;
}
