#define MEMLAW_TARGET portable
#include "kernels.inl"
