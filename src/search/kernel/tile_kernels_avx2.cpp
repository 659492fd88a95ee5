#define MEMLAW_TARGET avx2
#include "tile_kernels.inl"
