#include "fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace memlaw {
namespace {

// Steps that every fit gets before FitBudget::hopeless_above is looked at.
constexpr int probation = 3;

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_quadratic(LossKind kind) { return kind == LossKind::mse || kind == LossKind::rmsre; }

// Which constants are no parameters of the fit (the bare constant body of a per-level intercept),
// and which stand below ceil, floor or round, so that only a scan can fit them.
void classify_constants(const std::vector<Term>& terms, std::vector<char>& frozen,
                        std::vector<char>& stepped) {
  frozen.clear();
  stepped.clear();
  std::vector<char> below;  // per node
  for (const Term& term : terms) {
    const auto nodes = term.body.nodes();
    const bool bare = nodes.size() == 1;
    below.assign(nodes.size(), 0);
    for (std::size_t i = nodes.size(); i-- > 0;) {
      const OperatorInfo& op = info(nodes[i].op);
      const char inherited = static_cast<char>(below[i] || (op.arity > 0 && !op.smooth));
      if (op.arity >= 1) below[i - 1] = inherited;
      if (op.arity == 2) below[term.body.left(i)] = inherited;
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const std::size_t count = nodes[i].op == Op::constant   ? 1
                                : nodes[i].op == Op::category ? nodes[i].levels
                                                              : 0;
      frozen.insert(frozen.end(), count, static_cast<char>(bare && nodes[i].op == Op::constant));
      stepped.insert(stepped.end(), count,
                     static_cast<char>(below[i] && nodes[i].op == Op::constant));
    }
  }
}

void store_constants(std::vector<Term>& terms, const std::vector<double>& constants) {
  std::size_t next = 0;
  for (Term& term : terms) {
    const std::size_t count = term.body.constant_count();
    if (count == 0) continue;
    term.body = term.body.with_constants(std::span(constants).subspan(next, count));
    next += count;
  }
}

// The linear parameters at given constants, and their loss. Reweights about the coefficients found
// when the loss is not quadratic; keeps the best seen.
double project(const Program& program, const std::vector<double>& constants,
               const Evaluator& evaluator, const FitBudget& budget, bool warm,
               std::vector<double>& coefficients, NormalEquations& equations, FitScratch& s) {
  const bool quadratic = is_quadratic(evaluator.loss().kind);
  std::vector<double>& next = s.step;  // free here: steps are taken outside
  evaluator.normal_equations(
      program, constants, warm ? std::span<const double>(coefficients) : std::span<const double>(),
      false, equations, s.workspace);
  if (!equations.finite) return infinity;
  double best = infinity;
  const int passes = quadratic ? 0 : budget.reweightings;
  solve_linear(equations, budget.nonnegative, next, s.solver);
  for (int pass = 0; pass < passes; ++pass) {
    evaluator.normal_equations(program, constants, next, false, equations, s.workspace);
    if (equations.loss < best) {
      best = equations.loss;
      coefficients = next;
    }
    if (!equations.finite) return best;
    solve_linear(equations, budget.nonnegative, next, s.solver);
  }
  const double loss = evaluator.compute_loss(program, constants, next, s.workspace);
  if (loss < best) {
    best = loss;
    coefficients = next;
  }
  return best;
}

// Tries values for each stepped constant in turn and keeps the best. Returns the loss.
double scan_constants(double loss, const Evaluator& evaluator, const FitBudget& budget,
                      FitScratch& s) {
  constexpr int largest_exponent = 24;
  s.trial_constants = s.constants;
  for (std::size_t k = 0; k < s.stepped.size(); ++k) {
    if (!s.stepped[k]) continue;
    const auto attempt = [&](double value) {
      s.trial_constants[k] = value;
      const double trial = project(s.program, s.trial_constants, evaluator, budget, false,
                                   s.trial_coefficients, s.trial_equations, s);
      if (trial < loss) {
        loss = trial;
        s.constants[k] = value;
        s.coefficients = s.trial_coefficients;
      }
    };
    for (int exponent = -largest_exponent; exponent <= largest_exponent; ++exponent)
      attempt(std::ldexp(1.0, exponent));
    for (const double step : {0.5, 0.25, 0.125, 0.0625}) {
      const double centre = s.constants[k];
      attempt(centre * std::exp2(step));
      attempt(centre * std::exp2(-step));
    }
    s.trial_constants[k] = s.constants[k];
  }
  return loss;
}

}  // namespace

void fit(Individual& individual, const Evaluator& evaluator, const FitBudget& budget,
         FitScratch& s) {
  individual.loss = infinity;
  individual.coefficients.clear();
  compile(individual.terms, evaluator.variables(), s.program);
  gather_constants(individual.terms, s.constants);
  classify_constants(individual.terms, s.frozen, s.stepped);

  double loss =
      project(s.program, s.constants, evaluator, budget, false, s.coefficients, s.equations, s);
  const bool steps = std::find(s.stepped.begin(), s.stepped.end(), 1) != s.stepped.end();
  if (steps && budget.scan) loss = scan_constants(loss, evaluator, budget, s);
  if (loss == infinity) return;

  const bool has_constants = std::find(s.frozen.begin(), s.frozen.end(), 0) != s.frozen.end();
  if (has_constants && budget.constant_iterations > 0) {
    double damping = 1e-3;
    bool stale = true;  // the equations are not those of the current constants
    int small_gains = 0;
    for (int iteration = 0; iteration < budget.constant_iterations; ++iteration) {
      if (iteration == probation && loss > budget.hopeless_above) break;
      if (stale) {
        evaluator.normal_equations(s.program, s.constants, s.coefficients, true, s.equations,
                                   s.workspace);
        if (!s.equations.finite) break;
        stale = false;
      }
      if (!solve_step(s.equations, damping, s.frozen, s.step, s.solver)) break;
      s.trial_constants.resize(s.constants.size());
      for (std::size_t k = 0; k < s.constants.size(); ++k)
        s.trial_constants[k] = s.constants[k] + s.step[k];
      s.trial_coefficients = s.coefficients;
      const double trial = project(s.program, s.trial_constants, evaluator, budget, true,
                                   s.trial_coefficients, s.trial_equations, s);
      if (trial < loss) {
        const double gain = (loss - trial) / loss;
        loss = trial;
        s.constants.swap(s.trial_constants);
        s.coefficients.swap(s.trial_coefficients);
        damping = std::max(damping * 0.2, 1e-9);
        stale = true;
        small_gains = gain < 1e-4 ? small_gains + 1 : 0;
        if (small_gains >= 2 || loss == 0.0) break;
      } else {
        damping *= 8.0;
        if (damping > 1e6) break;
      }
    }
  }
  store_constants(individual.terms, s.constants);
  individual.coefficients = s.coefficients;
  individual.loss = loss;
}

}  // namespace memlaw
