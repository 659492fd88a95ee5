# Whether the engine for CUDA devices is built: option MEMLAW_CUDA, result MEMLAW_WITH_CUDA.
#
# One binary serves machines with and without a device: the CUDA run time is linked statically, and
# the driver is looked for when the program runs. CMake's own setting of the language standard is
# not used: CMake 3.25 knows no flag for C++20 of CUDA compilers that are newer than itself.
set(default_cuda OFF)
if(PROJECT_IS_TOP_LEVEL)
  set(default_cuda AUTO)
endif()
set(MEMLAW_CUDA ${default_cuda} CACHE STRING
    "Build the engine for CUDA devices: ON, OFF, or AUTO (where a toolkit of 12.0 or newer is found)")
set_property(CACHE MEMLAW_CUDA PROPERTY STRINGS AUTO ON OFF)

set(MEMLAW_WITH_CUDA OFF)
if(MEMLAW_CUDA)  # AUTO is true, too
  if(MEMLAW_CUDA STREQUAL AUTO)
    find_package(CUDAToolkit 12.0 QUIET)
  else()
    find_package(CUDAToolkit 12.0)
  endif()
  set(cuda_missing "")
  if(NOT CUDAToolkit_FOUND)
    set(cuda_missing "no CUDA toolkit of 12.0 or newer was found; name its folder in CUDAToolkit_ROOT")
  elseif(NOT CUDAToolkit_NVCC_EXECUTABLE)
    set(cuda_missing "the CUDA toolkit in ${CUDAToolkit_TARGET_DIR} has no nvcc")
  elseif(NOT TARGET CUDA::cudart_static)
    set(cuda_missing "the CUDA toolkit in ${CUDAToolkit_TARGET_DIR} has no libcudart_static.a")
  else()
    # nvcc need not be on the PATH. 80 and 90 as machine code, 90 also as PTX for newer devices.
    if(NOT CMAKE_CUDA_COMPILER)
      set(ENV{CUDACXX} ${CUDAToolkit_NVCC_EXECUTABLE})
    endif()
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      set(CMAKE_CUDA_ARCHITECTURES "80-real;90")
    endif()
    if(NOT DEFINED CMAKE_CUDA_HOST_COMPILER AND NOT DEFINED ENV{CUDAHOSTCXX})
      set(CMAKE_CUDA_HOST_COMPILER ${CMAKE_CXX_COMPILER})
    endif()
    include(CheckLanguage)
    check_language(CUDA)
    if(NOT CMAKE_CUDA_COMPILER)
      set(cuda_missing "${CUDAToolkit_NVCC_EXECUTABLE} does not work with ${CMAKE_CUDA_HOST_COMPILER}")
    endif()
  endif()

  if(NOT cuda_missing)
    set(MEMLAW_WITH_CUDA ON)
    enable_language(CUDA)
    message(STATUS "CUDA engine: yes, with CUDA ${CUDAToolkit_VERSION}")
  elseif(MEMLAW_CUDA STREQUAL AUTO)
    message(STATUS "CUDA engine: no, ${cuda_missing}")
  else()
    message(FATAL_ERROR "MEMLAW_CUDA is ${MEMLAW_CUDA}, but ${cuda_missing}.\n"
            "Install the toolkit, or configure with -DMEMLAW_CUDA=OFF.")
  endif()
endif()
