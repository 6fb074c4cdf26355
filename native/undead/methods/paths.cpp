#include "undead/methods/paths.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace winnable {

namespace {

using Unseen = std::array<int, 2>;

// The ends of a board by their labels: R from the top, L from the top, U and D from the left.
std::vector<int> ends_by_label(const UndeadBoard& b) {
  std::vector<int> out;
  for (int row = 0; row < b.height(); ++row) out.push_back(b.ends() - 1 - row);
  for (int row = 0; row < b.height(); ++row) out.push_back(b.width() + row);
  for (int column = 0; column < b.width(); ++column) out.push_back(2 * b.width() + b.height() - 1 - column);
  for (int column = 0; column < b.width(); ++column) out.push_back(column);
  return out;
}

// Open cells of a line from one of its sides, each once.
std::vector<std::uint16_t> open_cells(const UndeadState& s, const UndeadLine& line, int side) {
  std::vector<std::uint16_t> out;
  const auto take = [&](const UndeadVisit& v) {
    if (s.monsters[v.cell] == Monster::kNone && std::ranges::find(out, v.cell) == out.end()) out.push_back(v.cell);
  };
  if (side == 0) {
    std::ranges::for_each(line.visits, take);
  } else {
    std::for_each(line.visits.rbegin(), line.visits.rend(), take);
  }
  return out;
}

// What a monster in each of these cells shows from both ends of the line.
std::vector<std::array<Unseen, 3>> shows(const UndeadLine& line, const std::vector<std::uint16_t>& cells) {
  std::vector<std::array<Unseen, 3>> out(cells.size());
  for (const UndeadVisit& v : line.visits) {
    const auto cell = std::ranges::find(cells, v.cell);
    if (cell == cells.end()) continue;
    for (const Monster m : kMonsters) {
      for (int end = 0; end < 2; ++end) out[cell - cells.begin()][kind_of(m)][end] += is_seen(m, v.part, end);
    }
  }
  return out;
}

}  // namespace

bool UndeadPathLists::build(const UndeadState& s, const UndeadTally& tally, UndeadPathRules rules) {
  std::vector<char> listed(s.board->lines().size());
  for (const int end : ends_by_label(*s.board)) {
    const int line = s.board->line_at(end);
    if (rules.tightened && listed[line]) continue;  // the same path from its other end
    listed[line] = 1;
    if (!list(s, tally, end, rules)) return false;
  }
  std::ranges::stable_sort(lists_, {}, [](const auto& l) { return l->size(); });
  return true;
}

bool UndeadPathLists::list(const UndeadState& s, const UndeadTally& tally, int end, UndeadPathRules rules) {
  const int number = s.board->line_at(end);
  const UndeadLine& line = s.board->lines()[number];
  const UndeadSums& sums = tally.lines()[number];
  const int side = line.ends[0] == end ? 0 : 1;
  std::array<bool, 2> asked = sums.shown;
  if (!rules.tightened) asked[1 - side] = false;
  std::vector<std::uint16_t> cells = open_cells(s, line, side);
  if (cells.empty() || (!asked[0] && !asked[1])) return true;
  const bool zero_sum = rules.zero_sum && sums.shown[0] && sums.shown[1];
  const auto fits = [&](const Unseen& unseen) {
    return (!asked[0] || unseen[0] == 0) && (!asked[1] || unseen[1] == 0) && (!zero_sum || unseen[0] == unseen[1]);
  };

  const auto shown = shows(line, cells);
  auto paths = std::make_unique<UndeadPathList>(end, std::move(cells), budget_);
  const std::size_t length = paths->cells().size();
  std::vector<std::size_t> kind(length, 0);  // of the next monster to try in each cell
  std::vector<Unseen> unseen(length + 1);
  unseen[0] = {sums.unseen[0], sums.unseen[1]};
  constexpr std::uint64_t kLook = 1 << 16;  // paths between two looks at the clock
  for (std::size_t at = 0;;) {
    if (at < length && kind[at] < kMonsters.size()) {
      const Unseen& more = shown[at][kind[at]++];
      unseen[at + 1] = {unseen[at][0] - more[0], unseen[at][1] - more[1]};
      ++at;
      continue;
    }
    if (at == length) {
      if (++made_ % kLook == 0 && !budget_.poll()) return false;
      for (std::size_t i = 0; fits(unseen[length]) && i < length; ++i) {
        if (!paths->add(kMonsters[kind[i] - 1])) return false;
      }
    } else {
      kind[at] = 0;
    }
    if (at-- == 0) break;
  }
  listed_ += paths->size();
  lists_.push_back(std::move(paths));
  return true;
}

}  // namespace winnable
