# SPDX-License-Identifier: Apache-2.0 OR MIT

# What the objects of the library have in common.
function(lsm_object_properties target)
    target_link_libraries(${target} PUBLIC lsm_flags PRIVATE lsm_warnings)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
endfunction()

# lsm_engine_obstacle(<engine> <variable>): why this target cannot have the engine, or nothing. Makes ready what it needs.
macro(lsm_engine_obstacle engine variable)
    set(${variable} "")
    if("${engine}" STREQUAL "adx")
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

# What the C files of an engine may use: only what its cpu_needs ask for, since the engine is chosen by them.
set(LSM_ENGINE_FLAGS_adx -mbmi2 -madx)

# lsm_add_engine(<curve> <engine>): the object library lsm_<curve>_<engine>_objs, that is, all hand-written layers from
# the tower to the engine table, compiled over generated/<curve>/<engine>. The include path is the only difference
# between two engines. Tests link it to reach the hidden functions.
function(lsm_add_engine curve engine)
    set(target lsm_${curve}_${engine}_objs)
    set(generated "${PROJECT_SOURCE_DIR}/generated/${curve}")
    file(GLOB sources CONFIGURE_DEPENDS
        "${generated}/${engine}/*.c"
        "${generated}/${engine}/*.S"
        "${PROJECT_SOURCE_DIR}/src/tower/*.c"
        "${PROJECT_SOURCE_DIR}/src/curve/*.c"
        "${PROJECT_SOURCE_DIR}/src/pairing/*.c"
        "${PROJECT_SOURCE_DIR}/src/engine/*.c")
    add_library(${target} OBJECT ${sources})
    lsm_object_properties(${target})
    target_include_directories(${target} PUBLIC "${generated}" "${generated}/${engine}")
    foreach(flag IN LISTS LSM_ENGINE_FLAGS_${engine})
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:C>:${flag}>)
    endforeach()
endfunction()
