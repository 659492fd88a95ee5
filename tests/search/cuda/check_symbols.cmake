# Run by ctest: no CUDA symbol is used outside of memlaw_cuda, and memlaw_cuda only by the factory.
#
#   cmake -D nm=NM -D library=LIBMEMLAW.A -D factory=OBJECT -D with_cuda=ON|OFF -P check_symbols.cmake
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${nm} --undefined-only --print-file-name ${library}
                OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE ";" "," symbols "${symbols}")
string(REPLACE "\n" ";" symbols "${symbols}")
list(LENGTH symbols count)
if(count LESS 1000)
  message(FATAL_ERROR "${nm} found only ${count} symbols used in ${library}")
endif()

# The run time's and the driver's functions, and what nvcc makes of launches.
set(of_cuda ${symbols})
list(FILTER of_cuda INCLUDE REGEX " (cuda[A-Z]|__cuda|cu[A-Z][a-z]|__fatbin|nvrtc)")
if(of_cuda)
  list(JOIN of_cuda "\n" of_cuda)
  message(FATAL_ERROR "CUDA's symbols are used outside of memlaw_cuda:\n${of_cuda}")
endif()

# Names in the namespace memlaw::cuda.
set(of_engine ${symbols})
list(FILTER of_engine INCLUDE REGEX " _ZN?K?N6memlaw4cuda")
set(strangers ${of_engine})
list(FILTER strangers EXCLUDE REGEX "${factory}:")
if(strangers)
  list(JOIN strangers "\n" strangers)
  message(FATAL_ERROR "memlaw_cuda is used by others than ${factory}:\n${strangers}")
endif()
if(with_cuda AND NOT of_engine)
  message(FATAL_ERROR "${factory} does not use memlaw_cuda: is it still the factory?")
elseif(NOT with_cuda AND of_engine)
  message(FATAL_ERROR "memlaw_cuda is used in a build without it")
endif()
list(LENGTH of_engine uses)
message(STATUS "${count} symbols looked at, ${uses} of memlaw_cuda, all in ${factory}")
