# SPDX-License-Identifier: Apache-2.0 OR MIT
string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
string(STRIP "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}}" c_flags)

message(STATUS "limbsmith ${PROJECT_VERSION}")
message(STATUS "  compiler      ${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION} (${CMAKE_C_COMPILER})")
message(STATUS "  flags         ${c_flags}")
message(STATUS "  build type    ${CMAKE_BUILD_TYPE}")
message(STATUS "  engines       bn254: ${LSM_BN254_ENGINES}")
foreach(name LSM_BUILD_SHARED LSM_BUILD_PROGRAM LSM_BUILD_TESTS LSM_VERIFY LSM_SANITIZE LSM_NO_INT128 LSM_WERROR)
    string(SUBSTRING "${name}              " 0 18 label)
    message(STATUS "  ${label}${${name}}")
endforeach()
message(STATUS "  install to    ${CMAKE_INSTALL_PREFIX}")
