// What the textbook searches see of a board of Undead, and their heuristics.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "search/problem.hpp"
#include "undead/board.hpp"
#include "undead/tally.hpp"

namespace winnable {

// A position with its tally.
struct UndeadNode {
  UndeadState position;
  UndeadTally tally;
};

// One look at every open cell. A monster is a candidate of a cell if it is among those still to come and
// leaves the cell's lines possible (UndeadTally::may_hold).
struct UndeadOutlook {
  bool dead = false;          // a line, a cell or the totals cannot come right any more; else nothing is known
  int cell = -1;              // an open cell with the fewest candidates, the first such; -1: none is open
  Candidates candidates = 0;  // of that cell
  int choices = 0;            // candidates of the open cells, beyond one for each
};

UndeadOutlook look_ahead(const UndeadNode& n);

enum class UndeadFeature : std::uint8_t {
  kOpen,     // open cells: just what every solution still costs
  kLines,    // lines with an open cell
  kChoices,  // candidates of the open cells, beyond one for each
};

inline constexpr std::array<std::string_view, 3> kUndeadFeatureNames = {"open", "lines", "choices"};

std::optional<UndeadFeature> parse_undead_feature(std::string_view name);

using WeightedUndeadFeature = std::pair<UndeadFeature, Units>;  // 1.0 is kUnit

// An open cell lies on two lines at most, and has two candidates beyond the first at most. So a sum in
// which the weights of `lines` and `choices` count twice is no more than the number of open cells, if
// these weights come to no more than one; and every solution costs as many moves as there are open cells.
class UndeadHeuristic {
 public:
  explicit UndeadHeuristic(const std::vector<WeightedUndeadFeature>& features);

  // kDeadEnd only in admissible sums, so that no other sum leaves a position out.
  Units operator()(const UndeadNode& n) const;
  bool empty() const { return weights_ == Weights{}; }
  // Does it never exceed the number of moves still to come?
  bool admissible() const { return admissible_; }

 private:
  using Weights = std::array<Units, kUndeadFeatureNames.size()>;

  Weights weights_{};
  bool admissible_ = false;
};

}  // namespace winnable
