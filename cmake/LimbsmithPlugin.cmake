# SPDX-License-Identifier: Apache-2.0 OR MIT

# lsm_add_plugin(<target> EXPORTS <pattern> SOURCES <file>..): a shared library that holds the whole library inside and that a
# host loads at run time. It exports the names of the pattern and nothing else, so it cannot clash with another copy.
#
# On Linux it is bound to no C library: it names none, and takes memcpy, memset and memmove, without a version, from the one that
# the host process already has. So one file serves every glibc and musl.
function(lsm_add_plugin target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "EXPORTS" "SOURCES")
    add_library(${target} MODULE ${arg_SOURCES})
    target_link_libraries(${target} PRIVATE limbsmith lsm_warnings)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden)
    # As hosts look for a library: Java's System.mapLibraryName, and JNA.
    if(APPLE)
        set_target_properties(${target} PROPERTIES SUFFIX .dylib)
    elseif(WIN32)
        set_target_properties(${target} PROPERTIES PREFIX "")
    endif()
    if(LSM_SANITIZE OR WIN32)
        return()
    endif()
    if(APPLE)
        target_link_options(${target} PRIVATE "LINKER:-exported_symbol,_${arg_EXPORTS}")
        return()
    endif()
    file(CONFIGURE OUTPUT ${target}.map CONTENT "{ global: @arg_EXPORTS@; local: *; };\n" @ONLY)
    target_link_options(${target} PRIVATE
        "LINKER:--version-script=${CMAKE_CURRENT_BINARY_DIR}/${target}.map" -nostdlib
        LINKER:-z,now LINKER:-z,relro LINKER:--gc-sections LINKER:--build-id=none)
    set_target_properties(${target} PROPERTIES LINK_DEPENDS "${CMAKE_CURRENT_BINARY_DIR}/${target}.map")
endfunction()
