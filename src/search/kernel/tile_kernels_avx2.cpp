#define MEMLAW_KERNEL_TABLE_FLOAT avx2_float
#define MEMLAW_KERNEL_TABLE_DOUBLE avx2_double
#define MEMLAW_KERNEL_NAME "AVX2"

#include "gram.hpp"
#include "tile_kernels.hpp"
#include "tile_kernels.inl"
