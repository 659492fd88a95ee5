# Options are on for the top-level project and off when memlaw is a part of another one.
option(MEMLAW_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(MEMLAW_BUILD_BENCHMARKS "Build the benchmarks (Google Benchmark)" OFF)
option(MEMLAW_BUILD_FUZZERS "Build the fuzz targets (clang with libFuzzer)" OFF)
option(MEMLAW_INSTALL "Create install rules" ${PROJECT_IS_TOP_LEVEL})
option(MEMLAW_WERROR "Treat warnings as errors" OFF)
set(MEMLAW_SANITIZE "" CACHE STRING "Sanitizers for every target: address,undefined or thread")

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

# What every target of memlaw is compiled with.
add_library(memlaw_options INTERFACE)
target_compile_features(memlaw_options INTERFACE cxx_std_20)
set(memlaw_compile_options
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
  # Contracted multiply-adds would make results depend on the instruction set.
  -ffp-contract=off
  # GCC 12 warns of impossible overlaps in "text" + std::string at -O2 and above (GCC bug 105651).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  $<$<BOOL:${MEMLAW_WERROR}>:-Werror>)
# nvcc has options of its own: src/search/cuda/CMakeLists.txt.
target_compile_options(memlaw_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${memlaw_compile_options}>")
if(MEMLAW_SANITIZE)
  target_compile_options(memlaw_options INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${MEMLAW_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=all>")
  target_link_options(memlaw_options INTERFACE -fsanitize=${MEMLAW_SANITIZE})
endif()
