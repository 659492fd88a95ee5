// Neural networks as regressors: bigru-transformer, transformer, bigru and mlp.
//
// The first three read the features of a row as a sequence of tokens, one a feature in the order of
// the dataset. A numeric feature is scaled and multiplies a learned vector, to which another one is
// added; a category is a learned vector a level. Then:
//   bigru-transformer  a bidirectional GRU, encoder layers with multi-head self-attention
//   transformer        the same without the GRU: positions are added to the tokens
//   bigru              the GRU alone
// and the mean over the tokens and a linear head. mlp is a plain network on scaled features and an
// indicator a level. docs/neural.md describes them and their defaults.
//
// Everything is computed in double precision. The prediction is the mean of the networks of several
// restarts, in the space of the scaled target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "memlaw/models/hyperparameters.hpp"
#include "memlaw/models/regressor.hpp"

namespace memlaw {

// Names of the neural regressors.
std::span<const std::string> neural_names();
bool is_neural(const std::string& name);

// The table of one of neural_names().
std::span<const Hyperparameter> neural_hyperparameters(const std::string& name);

// Rows that a fit needs: with fewer, nothing could be held back to stop it early.
inline constexpr std::size_t kFewestNeuralRows = 5;

// "", or which settings of the model do not go together: heads and, in two directions, the GRU each
// get an equal part of the width. The message names both keys and their values.
std::string validate_neural(const std::string& name, const Hyperparameters& hyperparameters);

// `name` is one of neural_names(). Restarts run on `threads` threads (0: all cores), and neither
// that number nor the instruction set of the machine changes a result: `seed` decides.
//
// fit: InputError when there are fewer than kFewestNeuralRows rows or no feature, for what
// validate_neural refuses, and, with the target under a logarithm (the default), when a target is
// not positive: with its line. A feature that is constant on the training rows and a
// level without training rows have no effect. A part of the training rows (whole groups) stops the
// training early.
//
// predict: a numeric feature under a logarithm gives NaN where its value is out of the logarithm's
// domain.
std::unique_ptr<Regressor> make_neural_regressor(const std::string& name,
                                                 const Hyperparameters& hyperparameters,
                                                 std::uint64_t seed, int threads);

}  // namespace memlaw
