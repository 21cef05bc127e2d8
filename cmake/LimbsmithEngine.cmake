# SPDX-License-Identifier: Apache-2.0 OR MIT
#
# How a curve is built: its engines, each an object library, and its part of the API. Used by the library itself and by
# limbsmith_add_curve.

# Where src, generated and gen are: here, in the source tree as in an installed copy. In the cache, because functions see
# the variables of who calls them, and that may be another project.
get_filename_component(root "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(LSM_ROOT "${root}" CACHE INTERNAL "")
set(LSM_INCLUDE_DIR "${root}/include" CACHE INTERNAL "")

# lsm_flags and lsm_warnings: what every object is compiled with.
function(lsm_define_flags)
    if(TARGET lsm_flags)
        return()
    endif()
    add_library(lsm_warnings INTERFACE)
    if(MSVC)
        target_compile_options(lsm_warnings INTERFACE /W4)
    else()
        target_compile_options(lsm_warnings INTERFACE
            -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith
            -Wcast-align -Wvla -Wundef)
        if(LSM_WERROR)
            target_compile_options(lsm_warnings INTERFACE -Werror)
        endif()
        # A parent project that names no build type gets the stated speed and stack bound all the same.
        if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
            target_compile_options(lsm_warnings INTERFACE -O2)
        endif()
    endif()

    add_library(lsm_flags INTERFACE)
    target_compile_features(lsm_flags INTERFACE c_std_11)
    target_include_directories(lsm_flags INTERFACE "${LSM_INCLUDE_DIR}" "${LSM_ROOT}/src")
    target_compile_definitions(lsm_flags INTERFACE LSM_BUILDING
        $<$<BOOL:${LSM_VERIFY}>:LSM_VERIFY> $<$<BOOL:${LSM_NO_INT128}>:LSM_NO_INT128>)
    # gcc gathers the words of a field element in a vector register only to store them, and the scalar load that follows
    # waits for that: a few percent.
    target_compile_options(lsm_flags INTERFACE $<$<C_COMPILER_ID:GNU>:-fno-tree-slp-vectorize>)
    # Every engine brings slow references that only tests call; a linker can drop what is a section of its own.
    target_compile_options(lsm_flags INTERFACE $<$<C_COMPILER_ID:GNU,Clang>:-ffunction-sections -fdata-sections>)
    if(LSM_SANITIZE)
        target_compile_options(lsm_flags INTERFACE
            -fsanitize=${LSM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
        target_link_options(lsm_flags INTERFACE -fsanitize=${LSM_SANITIZE})
    endif()
endfunction()

# What the objects of the library have in common.
function(lsm_object_properties target)
    target_link_libraries(${target} PUBLIC lsm_flags PRIVATE lsm_warnings)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
endfunction()

# What the C files of an engine may use: only what its cpu_needs ask for, since the engine is chosen by them.
set(LSM_ENGINE_FLAGS_adx -mbmi2 -madx CACHE INTERNAL "")
set(LSM_ENGINE_FLAGS_lanes -mbmi2 -madx -mavx512f -mavx512dq -mavx512vl -mavx512ifma CACHE INTERNAL "")

# lsm_engine_obstacle(<engine> <variable>): why this target cannot have the engine, or nothing. Makes ready what it needs.
macro(lsm_engine_obstacle engine variable)
    set(${variable} "")
    if("${engine}" STREQUAL "lanes")
        include(CheckCSourceCompiles)
        include(CMakePushCheckState)
        cmake_push_check_state()
        list(JOIN LSM_ENGINE_FLAGS_lanes " " lane_flags)
        string(APPEND CMAKE_REQUIRED_FLAGS " ${lane_flags}")
        check_c_source_compiles("
            #include <immintrin.h>
            int main(void) {
                const __m512i a = _mm512_madd52lo_epu64(_mm512_setzero_si512(), _mm512_set1_epi64(3), _mm512_set1_epi64(5));
                return _mm_cvtsi128_si32(_mm512_castsi512_si128(a)) != 15;
            }" LSM_COMPILER_IFMA)
        cmake_pop_check_state()
        if(NOT LSM_COMPILER_IFMA)
            set(${variable} "needs a compiler that knows AVX-512 IFMA")
        endif()
    endif()
    if(NOT ${variable} AND "${engine}" MATCHES "^(adx|lanes)$") # the fields of lanes are those of adx
        # The compiler decides, not the name of the processor: it may be told to compile for another one.
        include(CheckCSourceCompiles)
        check_c_source_compiles("
            #if !defined(__x86_64__) || defined(__ILP32__) || defined(_WIN32)
            #error not x86-64 with the System V calling convention
            #endif
            int main(void) { return 0; }" LSM_TARGET_X86_64)
        check_c_source_compiles("
            int main(void) {
                __asm__ volatile(\"mulxq %%rax, %%rcx, %%rdx; adcxq %%rax, %%rcx; adoxq %%rax, %%rdx\"
                                 : : : \"rcx\", \"rdx\", \"cc\");
                return 0;
            }" LSM_ASSEMBLER_ADX)
        if(NOT LSM_TARGET_X86_64)
            set(${variable} "needs x86-64 with the System V calling convention")
        elseif(NOT LSM_ASSEMBLER_ADX)
            set(${variable} "needs an assembler that knows mulx, adcx and adox")
        else()
            enable_language(ASM)
        endif()
    endif()
endmacro()

# lsm_curve_folder(<curve> <variable>): the curve's generated files; LSM_FOLDER_<curve> says where, for one that is no
# part of this project.
function(lsm_curve_folder curve variable)
    set(folder "${LSM_ROOT}/generated/${curve}")
    if(LSM_FOLDER_${curve})
        set(folder "${LSM_FOLDER_${curve}}")
    endif()
    set(${variable} "${folder}" PARENT_SCOPE)
endfunction()

# lsm_curve_has_pairing(<curve> <variable>)
function(lsm_curve_has_pairing curve variable)
    lsm_curve_folder(${curve} folder)
    set(found FALSE)
    if(EXISTS "${folder}/c64/fp2.h")
        set(found TRUE)
    endif()
    set(${variable} ${found} PARENT_SCOPE)
endfunction()

# lsm_usable_engines(<variable> <engine>...): of these engines, those this target and compiler can have, then c64.
# Appends to LSM_LEFT_OUT why another is left out.
macro(lsm_usable_engines variable)
    set(${variable} "")
    foreach(engine ${ARGN})
        lsm_engine_obstacle(${engine} obstacle)
        if(NOT "${engine}" MATCHES "^(lanes|adx)$")
            message(FATAL_ERROR
                "LSM_ENGINES: there is no engine ${engine} to choose; there are lanes, adx (c64 is always built)")
        elseif(obstacle)
            list(APPEND LSM_LEFT_OUT "${engine}: ${obstacle}")
        else()
            list(APPEND ${variable} ${engine})
        endif()
    endforeach()
    list(APPEND ${variable} c64)
endmacro()

# lsm_curve_engines(<curve> <variable> <engine>...): of these, in their order, those the generator made for the curve.
function(lsm_curve_engines curve variable)
    lsm_curve_folder(${curve} folder)
    set(engines "")
    foreach(engine IN LISTS ARGN)
        if(EXISTS "${folder}/${engine}/engine_id.h")
            list(APPEND engines ${engine})
        endif()
    endforeach()
    set(${variable} "${engines}" PARENT_SCOPE)
endfunction()

# lsm_macro_list(<variable> <name>...): X(name) X(name) ..., as the C code takes lists.
function(lsm_macro_list variable)
    set(names ${ARGN})
    list(TRANSFORM names REPLACE "(.+)" "X(\\1)")
    list(JOIN names " " text)
    set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# lsm_add_curve(<curve> <engine>...): the object libraries of the curve's engines, and lsm_<curve>_api_objs, its part of
# the API. The last engine must run on every machine of the target, or never be chosen.
function(lsm_add_curve curve)
    lsm_curve_folder(${curve} folder)
    foreach(engine IN LISTS ARGN)
        lsm_add_engine(${curve} ${engine})
    endforeach()
    lsm_macro_list(engine_list ${ARGN})
    set(target lsm_${curve}_api_objs)
    add_library(${target} OBJECT
        "${LSM_ROOT}/src/api/curve_engines.c" "${LSM_ROOT}/src/api/curve_points.c" "${LSM_ROOT}/src/api/curve_selftest.c")
    lsm_object_properties(${target})
    target_include_directories(${target} PUBLIC "${folder}")
    if(LSM_HEADERS_${curve})
        target_include_directories(${target} PUBLIC "${LSM_HEADERS_${curve}}")
    endif()
    target_compile_definitions(${target} PUBLIC "LSM_CURVE_ENGINES=${engine_list}")
endfunction()

# lsm_add_engine(<curve> <engine>): the object library lsm_<curve>_<engine>_objs, that is, all hand-written layers from
# the tower to the engine table, compiled over generated/<curve>/<engine>; of a curve without a pairing, the group alone. The
# include path is the only difference between two engines. Tests link it to reach the hidden functions.
function(lsm_add_engine curve engine)
    set(target lsm_${curve}_${engine}_objs)
    lsm_curve_folder(${curve} generated)
    # The lanes have kernels of their own, over the fields of another engine.
    set(fields_of_lanes adx)
    set(fields_of_lanes_emu c64)
    set(fields ${engine})
    if(fields_of_${engine})
        set(fields ${fields_of_${engine}})
    endif()
    file(GLOB sources CONFIGURE_DEPENDS
        "${generated}/${fields}/*.c"
        "${generated}/${fields}/*.S"
        "${LSM_ROOT}/src/tower/*.c"
        "${LSM_ROOT}/src/curve/*.c"
        "${LSM_ROOT}/src/pairing/*.c"
        "${LSM_ROOT}/src/engine/*.c")
    lsm_curve_has_pairing(${curve} has_pairing)
    if(NOT has_pairing)
        list(FILTER sources EXCLUDE REGEX "/src/(tower|pairing)/|/src/curve/g2[^/]*[.]c$|/src/engine/evm_pairing[.]c$")
    endif()
    set(folders "${generated}" "${generated}/${engine}")
    if("${engine}" MATCHES "^lanes")
        list(APPEND sources "${generated}/lanes/lanes_kernels.c")
        list(APPEND folders "${generated}/${fields}" "${generated}/lanes")
        # Their own Miller loop, final exponentiation, ecMul and subgroup test, with the same headers. They lie one folder
        # deeper than the rest, so that a plain compiler call can take src/*/*.c.
        list(FILTER sources EXCLUDE REGEX
            "/src/(pairing/(miller_loop|final_exp|final_exp_bn)|curve/(g1_mul|g2_in_subgroup)_vartime)[.]c$")
        file(GLOB lane_sources CONFIGURE_DEPENDS "${LSM_ROOT}/src/lanes/*/*.c")
        list(APPEND sources ${lane_sources})
    endif()
    if("${engine}" STREQUAL "lanes")
        # With the red zone gcc puts vectors that it spills 8 bytes off a multiple of 64: four bytes more in every
        # instruction that reads one, and less of the kernels in the cache of instructions.
        set_source_files_properties("${generated}/lanes/lanes_kernels.c" PROPERTIES
            COMPILE_OPTIONS "$<$<C_COMPILER_ID:GNU>:-mno-red-zone>")
    endif()
    add_library(${target} OBJECT ${sources})
    lsm_object_properties(${target})
    target_include_directories(${target} PUBLIC ${folders})
    if("${engine}" STREQUAL "lanes_emu")
        target_compile_definitions(${target} PRIVATE LSM_LANES_EMULATE)
    endif()
    foreach(flag IN LISTS LSM_ENGINE_FLAGS_${engine})
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:${flag}>)
    endforeach()
endfunction()
