#include "undead/features.hpp"

#include <algorithm>
#include <bit>

namespace winnable {

namespace {

// How many open cells can hold a kind, and how many can hold nothing else.
struct Room {
  std::array<int, 3> can{};
  std::array<int, 3> must{};

  void add(Candidates candidates) {
    for (const Monster m : kMonsters) {
      if ((candidates & only(m)) == 0) continue;
      ++can[kind_of(m)];
      if (candidates == only(m)) ++must[kind_of(m)];
    }
  }
  // Hall's condition for three kinds: cells that can hold two kinds only are those that cannot hold the
  // third, so to compare single kinds is enough.
  bool fits(const std::array<int, 3>& left) const {
    for (std::size_t k = 0; k < left.size(); ++k) {
      if (left[k] < must[k] || left[k] > can[k]) return false;
    }
    return true;
  }
};

}  // namespace

UndeadOutlook look_ahead(const UndeadNode& n) {
  const UndeadBoard& board = *n.position.board;
  UndeadOutlook out;
  Room room;
  int fewest = static_cast<int>(kMonsters.size()) + 1;
  for (int c = 0; c < board.cells(); ++c) {
    if (n.position.monsters[c] != Monster::kNone) continue;
    Candidates candidates = 0;
    for (const Monster m : kMonsters) {
      if (n.tally.may_hold(board, c, m)) candidates |= only(m);
    }
    const int count = std::popcount(candidates);
    if (count < fewest) {
      fewest = count;
      out.cell = c;
      out.candidates = candidates;
    }
    if (count == 0) break;
    out.choices += count - 1;
    room.add(candidates);
  }
  out.dead = fewest == 0 || !room.fits(n.tally.left()) ||
             !std::ranges::all_of(n.tally.lines(), [](const UndeadSums& line) { return line.possible(); });
  return out;
}

std::optional<UndeadFeature> parse_undead_feature(std::string_view name) {
  for (std::size_t i = 0; i < kUndeadFeatureNames.size(); ++i) {
    if (kUndeadFeatureNames[i] == name) return static_cast<UndeadFeature>(i);
  }
  return std::nullopt;
}

UndeadHeuristic::UndeadHeuristic(const std::vector<WeightedUndeadFeature>& features) {
  for (const auto& [feature, weight] : features) weights_[static_cast<std::size_t>(feature)] += weight;
  Units most = 0;  // for one open cell
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    const Units positive = std::max<Units>(weights_[i], 0);
    most += static_cast<UndeadFeature>(i) == UndeadFeature::kOpen ? positive : 2 * positive;
  }
  admissible_ = most <= kUnit;
}

Units UndeadHeuristic::operator()(const UndeadNode& n) const {
  const UndeadOutlook outlook = look_ahead(n);
  if (outlook.dead && admissible_) return kDeadEnd;
  const auto lines =
      std::ranges::count_if(n.tally.lines(), [](const UndeadSums& line) { return line.edge + line.inner > 0; });
  const std::array<Units, kUndeadFeatureNames.size()> counts = {n.tally.open(), lines, outlook.choices};
  Units h = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) h += weights_[i] * counts[i];
  return h;
}

}  // namespace winnable
