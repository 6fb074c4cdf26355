#include "undead/tally.hpp"

#include <algorithm>

namespace winnable {

namespace {

bool is_inner(Part part) { return part == Part::kBetween || part == Part::kStraight; }

}  // namespace

void UndeadSums::count(Part part, Monster m, int sign) {
  for (int end = 0; end < 2; ++end) {
    if (is_seen(m, part, end)) unseen[end] = static_cast<std::int16_t>(unseen[end] - sign);
  }
  std::uint16_t& crossings = is_inner(part) ? inner : edge;
  crossings = static_cast<std::uint16_t>(crossings - sign);
}

// Every inner crossing shows a monster to both ends or to neither, every one at the edge to one end or to
// both. So with `seen` of the inner ones seen, each end sees from none to `edge` more, and the two
// together at least `edge`.
bool UndeadSums::possible() const {
  int least = 0;
  int most = inner;
  for (int end = 0; end < 2; ++end) {
    if (!shown[end]) continue;
    least = std::max(least, unseen[end] - edge);
    most = std::min<int>(most, unseen[end]);
  }
  if (shown[0] && shown[1]) most = std::min(most, (unseen[0] + unseen[1] - edge) >> 1);
  return least <= most;
}

UndeadTally::UndeadTally(const UndeadState& s) : lines_(s.board->lines().size()), left_(s.board->totals()) {
  const UndeadBoard& board = *s.board;
  for (std::size_t l = 0; l < lines_.size(); ++l) {
    const UndeadLine& line = board.lines()[l];
    for (int end = 0; end < 2; ++end) {
      const int sighting = board.sighting(line.ends[end]);
      lines_[l].shown[end] = sighting != kHidden;
      if (sighting != kHidden) lines_[l].unseen[end] = static_cast<std::int16_t>(sighting);
    }
    for (const UndeadVisit& v : line.visits) ++(is_inner(v.part) ? lines_[l].inner : lines_[l].edge);
  }
  open_ = board.cells();
  for (int c = 0; c < board.cells(); ++c) {
    if (s.monsters[c] != Monster::kNone) fill(board, c, s.monsters[c]);
  }
}

void UndeadTally::count(const UndeadBoard& board, int cell, Monster m, int sign) {
  left_[kind_of(m)] -= sign;
  open_ -= sign;
  for (const UndeadCrossing& at : board.crossings(cell)) {
    lines_[at.line].count(board.lines()[at.line].visits[at.visit].part, m, sign);
  }
}

bool UndeadTally::may_hold(const UndeadBoard& board, int cell, Monster m) const {
  if (left_[kind_of(m)] <= 0) return false;
  const auto crossings = board.crossings(cell);
  for (std::size_t i = 0; i < crossings.size(); ++i) {
    UndeadSums line = lines_[crossings[i].line];
    for (const UndeadCrossing& at : crossings) {
      if (at.line == crossings[i].line) line.count(board.lines()[at.line].visits[at.visit].part, m, 1);
    }
    if (!line.possible()) return false;
  }
  return true;
}

}  // namespace winnable
