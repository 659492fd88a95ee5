# `cmake --install` and `find_package(memlaw)`: the program, the library with its headers, and the
# shipped experiments. tests/package checks all of it from the outside.
include(CMakePackageConfigHelpers)

set(memlaw_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/memlaw)
set(memlaw_data_dir ${CMAKE_INSTALL_DATADIR}/memlaw)

install(TARGETS memlaw RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS memlaw_core EXPORT memlaw_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(MEMLAW_WITH_CUDA)
  install(TARGETS memlaw_cuda EXPORT memlaw_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/memlaw DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp")
# Side by side as in the source tree: experiments name tables and expressions by relative paths.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/experiments ${PROJECT_SOURCE_DIR}/expressions
                  ${PROJECT_SOURCE_DIR}/datasets
        DESTINATION ${memlaw_data_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${memlaw_data_dir})

install(EXPORT memlaw_targets FILE memlawTargets.cmake NAMESPACE memlaw::
        DESTINATION ${memlaw_package_dir})
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/memlawConfig.cmake.in ${PROJECT_BINARY_DIR}/memlawConfig.cmake
  INSTALL_DESTINATION ${memlaw_package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/memlawConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/memlawConfig.cmake
              ${PROJECT_BINARY_DIR}/memlawConfigVersion.cmake
              ${CMAKE_CURRENT_LIST_DIR}/FindXGBoost.cmake
        DESTINATION ${memlaw_package_dir})
