#define MEMLAW_KERNEL_TABLE_FLOAT baseline_float
#define MEMLAW_KERNEL_TABLE_DOUBLE baseline_double
#define MEMLAW_KERNEL_NAME "baseline"

#include "gram.hpp"
#include "tile_kernels.hpp"
#include "tile_kernels.inl"
