// A player whose arbitrary choices follow a seed.
//
// Suits are alike, and so are columns: a player of sense has no reason to prefer the leftmost column
// or clubs. But where two moves seem equally good to a policy, it takes the one it looked at first.
// This one shows another policy the same observation with its columns in another order and its suits
// under other names, and translates the moves back: the seed decides what is looked at first. That
// makes a policy without chance of its own play one deal in many ways, all as good to its eyes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "spider/policy/policy.hpp"

namespace winnable {

class RelabelledPolicy final : public Policy {
 public:
  explicit RelabelledPolicy(std::unique_ptr<Policy> inner, std::uint64_t seed = 0);

  std::vector<PatienceMove> plan(const Observation& seen, const CancelFlag* cancel) override;
  // Seed 0 keeps the order and the names as they are.
  void reseed(std::uint64_t seed) override;

 private:
  std::unique_ptr<Policy> inner_;
  std::uint64_t seed_ = 0;
};

// The order in which a seed puts `columns` columns (the i-th shown is column order[i]) and the suit
// that each suit is shown as; suits that `used` lacks keep their names.
struct Relabelling {
  std::array<std::uint8_t, kMaxColumns> order{};
  std::array<std::uint8_t, kSuits> suit{};
};
Relabelling relabelling(std::uint64_t seed, int columns, const std::array<bool, kSuits>& used);
Observation relabelled(const Observation& seen, const Relabelling& names);

}  // namespace winnable
