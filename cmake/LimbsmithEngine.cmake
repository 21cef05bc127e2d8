# SPDX-License-Identifier: Apache-2.0 OR MIT

# What the objects of the library have in common.
function(lsm_object_properties target)
    target_link_libraries(${target} PUBLIC lsm_flags PRIVATE lsm_warnings)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
endfunction()

# lsm_add_engine(<curve> <engine>): the object library lsm_<curve>_<engine>_objs, that is, all hand-written layers from
# the tower to the engine table, compiled over generated/<curve>/<engine>. The include path is the only difference
# between two engines. Tests link it to reach the hidden functions.
function(lsm_add_engine curve engine)
    set(target lsm_${curve}_${engine}_objs)
    set(generated "${PROJECT_SOURCE_DIR}/generated/${curve}")
    file(GLOB sources CONFIGURE_DEPENDS
        "${generated}/${engine}/*.c"
        "${PROJECT_SOURCE_DIR}/src/tower/*.c"
        "${PROJECT_SOURCE_DIR}/src/curve/*.c"
        "${PROJECT_SOURCE_DIR}/src/pairing/*.c"
        "${PROJECT_SOURCE_DIR}/src/engine/*.c")
    add_library(${target} OBJECT ${sources})
    lsm_object_properties(${target})
    target_include_directories(${target} PUBLIC "${generated}" "${generated}/${engine}")
endfunction()
