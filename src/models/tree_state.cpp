// Trees to and from JSON.

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "memlaw/base/error.hpp"
#include "tree_ensemble.hpp"

namespace memlaw {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const std::string& field, const std::string& expected) {
  throw InputError(fmt::format("state.{}: expected {}; fit the model again", field, expected));
}

const json& list(const json& object, const std::string& place, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_array()) refuse(place + name, "a list");
  return *found;
}

double finite(const json& value, const std::string& field) {
  if (!value.is_number() || !std::isfinite(value.get<double>())) refuse(field, "a finite number");
  return value.get<double>();
}

double finite_field(const json& state, const char* name) {
  const auto found = state.find(name);
  if (found == state.end()) refuse(name, "a finite number");
  return finite(*found, name);
}

std::vector<double> finite_list(const json& state, const char* name, std::size_t count,
                                double least) {
  const json& values = list(state, "", name);
  if (values.size() != count) refuse(name, fmt::format("{} numbers", count));
  std::vector<double> numbers;
  for (std::size_t k = 0; k < count; ++k) {
    const std::string field = fmt::format("{}[{}]", name, k);
    numbers.push_back(finite(values[k], field));
    if (numbers.back() < least) refuse(field, fmt::format("{} or more", least));
  }
  return numbers;
}

std::int32_t index(const json& value, const std::string& field, std::int64_t low,
                   std::int64_t high) {
  // As a double: whole numbers beyond 64 bits do not wrap.
  const double number = value.is_number_integer() ? value.get<double>() : -2.0;
  if (number < static_cast<double>(low) || number > static_cast<double>(high)) {
    refuse(field, fmt::format("a whole number from {} to {}", low, high));
  }
  return static_cast<std::int32_t>(number);
}

json write_tree(const Tree& tree) {
  json feature = json::array();
  json right = json::array();
  json value = json::array();
  for (const TreeNode& node : tree) {
    feature.push_back(node.feature);
    right.push_back(node.right);
    value.push_back(node.value);
  }
  return {
      {"feature", std::move(feature)}, {"right", std::move(right)}, {"value", std::move(value)}};
}

Tree read_tree(const json& object, const std::string& place, std::size_t columns) {
  if (!object.is_object()) refuse(place, "an object");
  const std::string prefix = place + ".";
  const json& feature = list(object, prefix, "feature");
  const json& right = list(object, prefix, "right");
  const json& value = list(object, prefix, "value");
  const std::size_t nodes = feature.size();
  if (nodes == 0 || nodes > 0x7fffffff) refuse(prefix + "feature", "at least one node");
  if (right.size() != nodes) refuse(prefix + "right", fmt::format("{} numbers", nodes));
  if (value.size() != nodes) refuse(prefix + "value", fmt::format("{} numbers", nodes));
  Tree tree(nodes);
  for (std::size_t k = 0; k < nodes; ++k) {
    const auto field = [&](const char* name) { return fmt::format("{}{}[{}]", prefix, name, k); };
    const auto last = static_cast<std::int64_t>(nodes) - 1;
    const auto self = static_cast<std::int64_t>(k);
    tree[k].feature =
        index(feature[k], field("feature"), -1, static_cast<std::int64_t>(columns) - 1);
    tree[k].value = finite(value[k], field("value"));
    // Children stand after their parent, so that every walk ends in a leaf.
    const bool leaf = tree[k].feature < 0;
    if (!leaf && self + 2 > last) refuse(field("feature"), "-1: no nodes follow for two children");
    tree[k].right = index(right[k], field("right"), leaf ? 0 : self + 2, leaf ? 0 : last);
  }
  return tree;
}

}  // namespace

void write_ensemble(const TreeEnsemble& ensemble, json& state) {
  json trees = json::array();
  for (const Tree& tree : ensemble.trees) trees.push_back(write_tree(tree));
  state["trees"] = std::move(trees);
  state["importance"] = ensemble.importance;
  if (ensemble.combine == Combine::weighted_median) state["weights"] = ensemble.weights;
  if (ensemble.combine == Combine::scaled_sum) {
    state["offset"] = ensemble.offset;
    state["scale"] = ensemble.scale;
  }
}

void read_ensemble(const json& state, std::size_t features, std::size_t columns,
                   TreeEnsemble& ensemble) {
  const json& trees = list(state, "", "trees");
  if (trees.empty()) refuse("trees", "at least one tree");
  for (std::size_t t = 0; t < trees.size(); ++t) {
    ensemble.trees.push_back(read_tree(trees[t], fmt::format("trees[{}]", t), columns));
  }
  ensemble.importance = finite_list(state, "importance", features, 0.0);
  if (ensemble.combine == Combine::weighted_median) {
    ensemble.weights = finite_list(state, "weights", trees.size(), 0.0);
  }
  if (ensemble.combine == Combine::scaled_sum) {
    ensemble.offset = finite_field(state, "offset");
    ensemble.scale = finite_field(state, "scale");
  }
}

}  // namespace memlaw
