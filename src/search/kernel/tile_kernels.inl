// Included by one source file per instruction set, which is compiled with that set's flags and
// names its tables. The kernels are instantiated over a block type of this file's own, so that their
// code has internal linkage: what was compiled for a newer processor can never be linked in for an
// older one.

namespace memlaw::kernel {
namespace {

struct LocalBlock : TileBlock {};

template <class Real>
void forward_tile(const TileBlock& block, const TileState<Real>& state, const Instruction* code,
                  std::uint32_t count) {
  forward(LocalBlock{block}, state, code, count);
}

template <class Real>
void backward_tile(const TileBlock& block, const TileState<Real>& state, const Instruction* code,
                   std::uint32_t first, std::uint32_t last, Real* adjoints,
                   std::uint32_t first_constant, Real* derivative) {
  backward(LocalBlock{block}, state, code, first, last, adjoints, first_constant, derivative);
}

void gram_tile(const double* const* columns, int size, int rows, double* gram) {
  accumulate_gram<LocalBlock>(columns, size, rows, gram);
}

}  // namespace

extern const TileKernels<float> MEMLAW_KERNEL_TABLE_FLOAT;
extern const TileKernels<double> MEMLAW_KERNEL_TABLE_DOUBLE;
const TileKernels<float> MEMLAW_KERNEL_TABLE_FLOAT{forward_tile<float>, backward_tile<float>,
                                                   gram_tile, MEMLAW_KERNEL_NAME};
const TileKernels<double> MEMLAW_KERNEL_TABLE_DOUBLE{forward_tile<double>, backward_tile<double>,
                                                     gram_tile, MEMLAW_KERNEL_NAME};

}  // namespace memlaw::kernel
