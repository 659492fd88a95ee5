#define MEMLAW_TARGET avx2
#include "kernels.inl"
