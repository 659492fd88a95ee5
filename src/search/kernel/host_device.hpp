// What lets one source be compiled by g++, clang++ and nvcc.
//
// Every header in this folder is free of the standard library's templates. That keeps it usable on
// a device, and it keeps code compiled for a newer instruction set from leaking into the rest of
// the program: an inline std:: function instantiated in a file built with -mavx2 could be the copy
// the linker keeps for everyone.
#pragma once

#if defined(__CUDACC__)
#define MEMLAW_HD __host__ __device__
#else
#define MEMLAW_HD
#endif

// The instruction set a file's kernels are compiled for is part of their names, for the same
// reason. The build defines it for each file of tile kernels.
#ifndef MEMLAW_TARGET
#define MEMLAW_TARGET portable
#endif
