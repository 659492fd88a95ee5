# Run by ctest: the engine, its tests and its benchmark build without the libraries that the rest of
# memlaw needs, as on a machine that scripts/gpu_check is run on.
#
#   cmake -D source_dir=DIR -D work_dir=DIR -D generator=NAME -D compiler=CXX -P build_device_only.cmake
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Headers of the system are not looked for; one architecture is enough.
run(${CMAKE_COMMAND} -S ${source_dir}/cmake/device_only -B ${work_dir} -G ${generator}
    -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_BUILD_TYPE=Debug -D MEMLAW_WERROR=ON
    -D CMAKE_FIND_USE_CMAKE_SYSTEM_PATH=OFF -D CMAKE_CUDA_ARCHITECTURES=90-real)
run(${CMAKE_COMMAND} --build ${work_dir})
foreach(program gpu_tests device_benchmark)
  execute_process(COMMAND ${work_dir}/${program} RESULT_VARIABLE result)
  if(NOT result EQUAL 0 AND NOT result EQUAL 77)
    message(FATAL_ERROR "${program} ended with ${result}")
  endif()
endforeach()
