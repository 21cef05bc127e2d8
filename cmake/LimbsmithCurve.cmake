# SPDX-License-Identifier: Apache-2.0 OR MIT
#
# limbsmith_add_curve(<target> <file.toml>)
#
# A static library of a curve that is no part of limbsmith: generates its code from the parameter file (the format is
# that of gen/curves), when CMake configures and again when the file changes, and compiles it. Linking <target> gives
# <limbsmith/NAME.h>, where NAME is the file's name, with the calls of <limbsmith/bn254.h> under the prefix lsm_NAME_,
# and links limbsmith::static for what curves share. Needs Python 3.11 with the modules of gen/requirements.lock;
# Python3_EXECUTABLE chooses the interpreter. Call it at file scope, after project() has enabled C: the engine of
# assembler may have to enable that language.
macro(limbsmith_add_curve target file)
    lsm_usable_engines(lsm_own_engines lanes adx)
    lsm_add_own_curve(${target} "${file}" ${lsm_own_engines})
endmacro()

# lsm_generate_curve(<file.toml> <variable>): generates the curve in the build folder, if what is there is not of this
# file and this generator; the variable receives its name. LSM_FOLDER_<name> and LSM_HEADERS_<name> say where it is.
function(lsm_generate_curve file variable)
    get_filename_component(file "${file}" ABSOLUTE)
    get_filename_component(name "${file}" NAME_WE)
    if(NOT EXISTS "${file}")
        message(FATAL_ERROR "limbsmith: there is no parameter file ${file}")
    endif()
    set(out "${CMAKE_BINARY_DIR}/limbsmith_curves/${name}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")

    # What was made from this text by this generator need not be made again.
    file(GLOB_RECURSE generator "${LSM_ROOT}/gen/*.py" "${LSM_ROOT}/templates/*.j2")
    set(text "")
    foreach(input IN LISTS generator ITEMS "${file}")
        file(SHA256 "${input}" hash)
        string(APPEND text "${hash}\n")
    endforeach()
    set(stamp "${out}/inputs")
    set(made "")
    if(EXISTS "${stamp}")
        file(READ "${stamp}" made)
    endif()
    if(NOT made STREQUAL text)
        find_package(Python3 3.11 COMPONENTS Interpreter)
        set(need "limbsmith: generating the curve ${name} needs Python 3.11 or newer with SymPy and Jinja2")
        if(NOT Python3_Interpreter_FOUND)
            message(FATAL_ERROR "${need}; no such interpreter was found (Python3_EXECUTABLE chooses one)")
        endif()
        execute_process(COMMAND "${Python3_EXECUTABLE}" -c "import sympy, jinja2"
            RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE why)
        if(failed)
            string(REGEX REPLACE ".*\n([^\n]+)\n?$" "\\1" why "${why}")
            message(FATAL_ERROR "${need}; ${Python3_EXECUTABLE} says: ${why}. "
                "Install what ${LSM_ROOT}/gen/requirements.lock lists, or set Python3_EXECUTABLE.")
        endif()
        message(STATUS "limbsmith: generating the curve ${name}")
        execute_process(COMMAND "${Python3_EXECUTABLE}" -B -m gen generate --out "${out}" "${file}"
            WORKING_DIRECTORY "${LSM_ROOT}" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE said)
        if(failed)
            message(FATAL_ERROR "limbsmith: ${file} gives no curve:\n${said}")
        endif()
        file(WRITE "${stamp}" "${text}")
    endif()
    set(LSM_FOLDER_${name} "${out}/generated/${name}" CACHE INTERNAL "")
    set(LSM_HEADERS_${name} "${out}/include" CACHE INTERNAL "")
    set(${variable} ${name} PARENT_SCOPE)
endfunction()

# lsm_curve_header(<curve> <variable>): its public header.
function(lsm_curve_header curve variable)
    set(folder "${LSM_INCLUDE_DIR}")
    if(LSM_HEADERS_${curve})
        set(folder "${LSM_HEADERS_${curve}}")
    endif()
    set(${variable} "${folder}/limbsmith/${curve}.h" PARENT_SCOPE)
endfunction()

function(lsm_add_own_curve target file)
    lsm_define_flags()
    lsm_generate_curve("${file}" curve)
    lsm_curve_engines(${curve} engines ${ARGN})
    lsm_add_curve(${curve} ${engines})
    set(objects "")
    foreach(part IN LISTS engines ITEMS api)
        list(APPEND objects $<TARGET_OBJECTS:lsm_${curve}_${part}_objs>)
    endforeach()
    add_library(${target} STATIC ${objects})
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C)
    target_include_directories(${target} PUBLIC "${LSM_HEADERS_${curve}}")
    # For lsm_status_string, and to ask which features the processor has.
    target_link_libraries(${target} PUBLIC limbsmith::static)
endfunction()
