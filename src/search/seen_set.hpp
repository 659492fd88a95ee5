// Structures that have been evaluated, so that none is evaluated twice.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

namespace memlaw {

// Bounded memory: when `capacity` structures are held, the older half is forgotten. Lookups may run
// concurrently with each other, not with insert.
class SeenSet {
 public:
  explicit SeenSet(std::size_t capacity = std::size_t{1} << 18) : half_(capacity / 2) {}

  // How often the structure was inserted (and not forgotten).
  std::uint32_t count(const std::string& key) const {
    std::uint32_t total = 0;
    if (const auto it = recent_.find(key); it != recent_.end()) total += it->second;
    if (const auto it = older_.find(key); it != older_.end()) total += it->second;
    return total;
  }

  void insert(const std::string& key) {
    if (recent_.size() >= half_) {
      older_ = std::move(recent_);
      recent_.clear();
    }
    ++recent_[key];
  }

 private:
  std::size_t half_;
  // Keys are whole structures: a hash collision never makes two of them equal.
  std::unordered_map<std::string, std::uint32_t> recent_, older_;
};

}  // namespace memlaw
