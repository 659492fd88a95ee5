#define MEMLAW_TARGET portable
#include "tile_kernels.inl"
