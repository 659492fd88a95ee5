# Run by ctest: what the option MEMLAW_CUDA does while memlaw is configured.
#
#   cmake -D source_dir=DIR -D work_dir=DIR -D generator=NAME -D compiler=CXX -P check_configure.cmake
cmake_minimum_required(VERSION 3.25)

# A configuration from scratch; `result` and `output` are set.
macro(configure)
  file(REMOVE_RECURSE ${work_dir})
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${source_dir} -B ${work_dir} -G ${generator}
            -D CMAKE_CXX_COMPILER=${compiler} -D MEMLAW_BUILD_TESTS=OFF
            -D CMAKE_EXPORT_COMPILE_COMMANDS=ON ${ARGN}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
endmacro()

configure(-D MEMLAW_CUDA=OFF)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "MEMLAW_CUDA=OFF cannot be configured:\n${output}")
endif()
file(READ ${work_dir}/compile_commands.json commands)
if(NOT commands MATCHES "src/search/device/device.cpp")
  message(FATAL_ERROR "the list of compiled files is not understood")
elseif(commands MATCHES "src/search/cuda|[.]cu\"|nvcc|MEMLAW_HAS_CUDA")
  message(FATAL_ERROR "MEMLAW_CUDA=OFF compiles files for CUDA: ${CMAKE_MATCH_0}")
endif()

# As on a machine without the toolkit.
configure(-D MEMLAW_CUDA=AUTO -D CMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON)
if(NOT result EQUAL 0 OR NOT output MATCHES "CUDA engine: no, no CUDA toolkit")
  message(FATAL_ERROR "MEMLAW_CUDA=AUTO does not do without a toolkit:\n${output}")
endif()
configure(-D MEMLAW_CUDA=ON -D CMAKE_DISABLE_FIND_PACKAGE_CUDAToolkit=ON)
if(result EQUAL 0 OR NOT output MATCHES "no CUDA toolkit of 12.0 or newer was found")
  message(FATAL_ERROR "MEMLAW_CUDA=ON does not say that there is no toolkit:\n${output}")
endif()
