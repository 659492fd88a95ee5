// Results as JSON: the one spelling of figures and fits, in metrics.json and in the state of a run.
#pragma once

#include <nlohmann/json.hpp>

#include "memlaw/report/results.hpp"

namespace memlaw {

using Json = nlohmann::ordered_json;

// JSON has no infinities and no NaN: they are the texts "inf", "-inf" and "nan".
Json number_to_json(double value);
// Takes both forms. std::invalid_argument for any other text, nlohmann::json::exception for what is
// neither a number nor a text.
double number_from_json(const Json& value);

Json to_json(const Metrics& metrics);
// A fit without its rows, predictions and curves.
Json to_json(const FitRecord& fit);
// std::exception, as above and for a field that is missing.
FitRecord fit_from_json(const Json& object);

}  // namespace memlaw
