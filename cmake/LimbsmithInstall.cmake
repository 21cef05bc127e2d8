# SPDX-License-Identifier: Apache-2.0 OR MIT
# What is installed, in the components of packages: runtime, dev, program, and texts, which packages bring in their own form.
set(config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/limbsmith")
set(generator_dir "${CMAKE_INSTALL_DATADIR}/limbsmith")
set(pkgconfig_dir "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

install(TARGETS ${libraries} EXPORT limbsmith_targets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT dev
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT runtime)
install(FILES ${public_headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/limbsmith" COMPONENT dev)

# find_package(limbsmith) gives limbsmith::static, limbsmith::shared, and limbsmith::limbsmith for the usual choice.
install(EXPORT limbsmith_targets NAMESPACE limbsmith:: DESTINATION "${config_dir}" FILE limbsmith-targets.cmake COMPONENT dev)
configure_package_config_file(cmake/limbsmith-config.cmake.in "${PROJECT_BINARY_DIR}/limbsmith-config.cmake"
    INSTALL_DESTINATION "${config_dir}" PATH_VARS generator_dir CMAKE_INSTALL_INCLUDEDIR NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may break users, so only the same one satisfies a request.
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(compatibility SameMinorVersion)
else()
    set(compatibility SameMajorVersion)
endif()
write_basic_package_version_file("${PROJECT_BINARY_DIR}/limbsmith-config-version.cmake" COMPATIBILITY ${compatibility})
install(FILES "${PROJECT_BINARY_DIR}/limbsmith-config.cmake" "${PROJECT_BINARY_DIR}/limbsmith-config-version.cmake"
    DESTINATION "${config_dir}" COMPONENT dev)

# What limbsmith_add_curve generates and compiles another curve from.
install(DIRECTORY src gen templates DESTINATION "${generator_dir}" COMPONENT dev
    PATTERN "__pycache__" EXCLUDE PATTERN "*.pyc" EXCLUDE)
install(FILES cmake/LimbsmithEngine.cmake cmake/LimbsmithCurve.cmake DESTINATION "${generator_dir}/cmake" COMPONENT dev)

# The pkg-config file finds its prefix from its own place, so that an installed tree may be moved.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(pc_prefix "${CMAKE_INSTALL_PREFIX}")
    set(pc_libdir "${CMAKE_INSTALL_FULL_LIBDIR}")
    set(pc_includedir "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
    file(RELATIVE_PATH up "/${pkgconfig_dir}" "/")
    string(REGEX REPLACE "/$" "" up "${up}")
    set(pc_prefix "\${pcfiledir}/${up}")
    set(pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
    set(pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(cmake/limbsmith.pc.in "${PROJECT_BINARY_DIR}/limbsmith.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/limbsmith.pc" DESTINATION "${pkgconfig_dir}" COMPONENT dev)

foreach(text README.md LICENSE-APACHE LICENSE-MIT)
    if(EXISTS "${PROJECT_SOURCE_DIR}/${text}")
        install(FILES ${text} DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT texts)
    endif()
endforeach()
