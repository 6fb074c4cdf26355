// The smallest set that has an element in common with each of some sets, exactly.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/limits.hpp"

namespace winnable {

using SmallSet = std::vector<std::uint16_t>;  // sorted

// Sets are added one by one; as they only grow in number, so does the smallest hitting set.
class HittingSets {
 public:
  void add(SmallSet set) {
    sets_.push_back(std::move(set));
    // Short sets first: they leave the fewest choices.
    for (std::size_t i = sets_.size() - 1; i > 0 && sets_[i].size() < sets_[i - 1].size(); --i) {
      std::swap(sets_[i], sets_[i - 1]);
    }
  }

  // Nothing where the budget ends first. An empty set among them cannot be hit.
  std::optional<SmallSet> smallest(Budget& budget) {
    for (;; ++size_) {
      SmallSet chosen;
      const Found found = choose(chosen, size_, budget);
      if (found == Found::kStopped) return std::nullopt;
      if (found == Found::kYes) {
        std::ranges::sort(chosen);
        return chosen;
      }
    }
  }

 private:
  enum class Found : std::uint8_t { kNo, kYes, kStopped };

  static bool hits(const SmallSet& chosen, const SmallSet& set) {
    return std::ranges::any_of(chosen, [&](std::uint16_t e) { return std::ranges::binary_search(set, e); });
  }

  Found choose(SmallSet& chosen, std::size_t room, Budget& budget) {
    if (!budget.spend()) return Found::kStopped;
    const auto missed = std::ranges::find_if(sets_, [&](const SmallSet& set) { return !hits(chosen, set); });
    if (missed == sets_.end()) return Found::kYes;
    if (room == 0) return Found::kNo;
    for (const std::uint16_t e : *missed) {
      chosen.push_back(e);
      const Found found = choose(chosen, room - 1, budget);
      if (found != Found::kNo) return found;
      chosen.pop_back();
    }
    return Found::kNo;
  }

  std::vector<SmallSet> sets_;
  std::size_t size_ = 0;
};

}  // namespace winnable
