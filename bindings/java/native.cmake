# SPDX-License-Identifier: Apache-2.0 OR MIT
# Builds the JNI library, one file a platform, into the folders the jar wants. Maven runs it; by hand:
#
#   cmake -DBUILD=target/native -DOUTPUT=target/classes/org/limbsmith/native [-DPLATFORMS=linux-x86_64,linux-aarch64] -P native.cmake
#
# PLATFORMS: host (the default) or a list. linux-aarch64 on another machine takes the cross compiler aarch64-linux-gnu-gcc.
# For the host the libraries with besu-native's calls are built too, in BUILD/host/bindings/compat, for the tests.
cmake_minimum_required(VERSION 3.25)

set(root "${CMAKE_CURRENT_LIST_DIR}/../..")
cmake_host_system_information(RESULT os QUERY OS_NAME)
cmake_host_system_information(RESULT arch QUERY OS_PLATFORM)
string(TOLOWER "${os}-${arch}" host)
string(REPLACE "amd64" "x86_64" host "${host}")
string(REPLACE "arm64" "aarch64" host "${host}")
if(NOT PLATFORMS)
    set(PLATFORMS host)
endif()
string(REPLACE "," ";" PLATFORMS "${PLATFORMS}")
if("host" IN_LIST PLATFORMS OR host IN_LIST PLATFORMS)
    list(REMOVE_ITEM PLATFORMS host)
    list(PREPEND PLATFORMS "${host}")
endif()
list(REMOVE_DUPLICATES PLATFORMS)

function(run)
    execute_process(COMMAND "${CMAKE_COMMAND}" ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE log ERROR_VARIABLE log)
    if(result)
        message(FATAL_ERROR "native.cmake: cmake ${ARGV} failed:\n${log}")
    endif()
endfunction()

foreach(platform IN LISTS PLATFORMS)
    set(arguments -DCMAKE_BUILD_TYPE=Release -DLSM_BUILD_JNI=ON -DLSM_BUILD_PROGRAM=OFF -DLSM_BUILD_SHARED=OFF -DLSM_INSTALL=OFF)
    set(targets limbsmith_jni)
    set(build "${BUILD}/${platform}")
    if(platform STREQUAL "${host}")
        list(APPEND arguments -DLSM_BUILD_COMPAT=ON)
        list(APPEND targets gnark_eip_196_v1 gnark_eip_196_v2)
    elseif(platform STREQUAL "linux-aarch64")
        list(APPEND arguments -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc)
    else()
        message(FATAL_ERROR "native.cmake: cannot build for ${platform} on ${host}; known: host and linux-aarch64")
    endif()
    run(-S "${root}" -B "${build}" ${arguments})
    run(--build "${build}" --parallel --target ${targets})
    file(GLOB library "${build}/bindings/java/*limbsmith_jni.*")
    list(FILTER library INCLUDE REGEX "\\.(so|dylib|dll)$")
    file(COPY ${library} DESTINATION "${OUTPUT}/${platform}")
    message(STATUS "native.cmake: ${platform}: ${library}")
endforeach()
