# SPDX-License-Identifier: Apache-2.0 OR MIT
#
# What cpack makes of the components: Debian packages (cpack -G DEB) of the shared library, of what compiles against it, and of the
# program; an archive of everything (cpack -G TGZ). tools/package calls it so that two runs give the same bytes.
set(LSM_PACKAGE_CONTACT "the limbsmith authors <authors@limbsmith.invalid>" CACHE STRING
    "Name and address of who publishes the packages")
set(CPACK_PACKAGE_CONTACT "${LSM_PACKAGE_CONTACT}")
set(CPACK_PACKAGE_VENDOR "the limbsmith authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE-MIT")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

# ---- Debian ----
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL dev)
if(LSM_BUILD_SHARED)
    list(APPEND CPACK_COMPONENTS_ALL runtime)
endif()
if(TARGET limbsmith_program)
    list(APPEND CPACK_COMPONENTS_ALL program)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(debian_version "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
find_program(LSM_GZIP gzip)
find_program(LSM_DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(LSM_GZIP LSM_DPKG_SHLIBDEPS)
set(debian "${PROJECT_BINARY_DIR}/debian")
set(what "The Ethereum precompiles ecAdd, ecMul and ecPairing, and points and\npairings of BN curves, without heap or global state.\n")

# The library needs three functions of the C library, which are older than that version. What CPack would find out itself comes with
# scripts that call ldconfig, where Debian wants a trigger.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME "liblimbsmith${soversion}")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libc6 (>= 2.17)")
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "${PROJECT_DESCRIPTION} - shared library\n${what}")
file(WRITE "${debian}/triggers" "activate-noawait ldconfig\n")
file(WRITE "${debian}/shlibs" "liblimbsmith ${soversion} liblimbsmith${soversion} (>= ${debian_version})\n")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA "${debian}/triggers" "${debian}/shlibs")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_DEV_PACKAGE_NAME liblimbsmith-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
if(LSM_BUILD_SHARED)
    set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "liblimbsmith${soversion} (= ${debian_version})")
endif()
# For limbsmith_add_curve.
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "cmake (>= 3.25), python3 (>= 3.11), python3-jinja2, python3-sympy")
set(CPACK_DEBIAN_DEV_DESCRIPTION "${PROJECT_DESCRIPTION} - development files\n${what}\
.\nHeaders, static library, pkg-config and CMake files, and the generator\nthat limbsmith_add_curve builds another curve with.\n")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME limbsmith)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION utils)
if(LSM_DPKG_SHLIBDEPS)
    set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
else()
    set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libc6, libjansson4")
endif()
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "${PROJECT_DESCRIPTION} - command-line program\n${what}\
.\nThe program makes single calls, verifies Groth16 proofs from snarkjs's\nfiles, runs test vectors and measures times.\n")

# What Debian wants of every package: its changelog, compressed, and its licence. The date is SOURCE_DATE_EPOCH where that is set.
if(LSM_GZIP)
    string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
    string(TIMESTAMP year "%Y" UTC)
    file(READ LICENSE-MIT licence)
    string(STRIP "${licence}" licence)
    file(CONFIGURE OUTPUT "${debian}/copyright" @ONLY CONTENT
"limbsmith, Copyright (c) @year@ the limbsmith authors

Licensed under the Apache License, version 2.0, or the MIT licence, as you choose. On Debian systems the first is in
/usr/share/common-licenses/Apache-2.0; this is the second:

@licence@
")
    if(TARGET limbsmith_program)
        execute_process(COMMAND "${LSM_GZIP}" -9nc "${PROJECT_SOURCE_DIR}/tools/limbsmith/limbsmith.1"
            OUTPUT_FILE "${debian}/limbsmith.1.gz")
        install(FILES "${debian}/limbsmith.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
            COMPONENT program EXCLUDE_FROM_ALL)
    endif()
    foreach(component IN LISTS CPACK_COMPONENTS_ALL)
        string(TOUPPER "${component}" upper)
        set(package "${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
        set(folder "${debian}/${package}")
        file(CONFIGURE OUTPUT "${folder}/changelog" @ONLY CONTENT
"limbsmith (@debian_version@) unstable; urgency=medium

  * Version @PROJECT_VERSION@; CHANGELOG.md of the source says what is new.

 -- @LSM_PACKAGE_CONTACT@  @date@
")
        execute_process(COMMAND "${LSM_GZIP}" -9nc "${folder}/changelog" OUTPUT_FILE "${folder}/changelog.Debian.gz")
        install(FILES "${debian}/copyright" "${folder}/changelog.Debian.gz"
            DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${package}" COMPONENT ${component} EXCLUDE_FROM_ALL)
    endforeach()
endif()

include(CPack)
