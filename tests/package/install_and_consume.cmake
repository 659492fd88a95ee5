# Run by ctest (see CMakeLists.txt): cmake -P with memlaw_build, work_dir, consumer_dir,
# expected_version, generator, compiler and sanitize defined.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${work_dir})
set(prefix ${work_dir}/prefix)
run(${CMAKE_COMMAND} --install ${memlaw_build} --prefix ${prefix})

foreach(file bin/memlaw include/memlaw/base/version.hpp share/memlaw/LICENSE
             share/memlaw/datasets share/memlaw/experiments share/memlaw/expressions)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "${file} was not installed")
  endif()
endforeach()

set(flags "-Wall -Wextra -Werror")
if(sanitize)
  string(APPEND flags " -fsanitize=${sanitize}")
endif()
run(${CMAKE_COMMAND} -S ${consumer_dir} -B ${work_dir}/build -G ${generator}
    -D CMAKE_PREFIX_PATH=${prefix} -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_CXX_FLAGS=${flags}
    -D expected_version=${expected_version})
run(${CMAKE_COMMAND} --build ${work_dir}/build)
run(${work_dir}/build/consumer ${expected_version})
