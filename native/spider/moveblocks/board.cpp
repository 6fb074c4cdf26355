#include "spider/moveblocks/board.hpp"

#include <algorithm>
#include <bit>

namespace winnable {

namespace {

bool is_joined(Card card, Card on) { return rank_of(on) == rank_of(card) + 1 && suit_of(on) == suit_of(card); }

// Empty columns through which a group with so many off-suit joins can go.
int spaces_for(int breaks) { return std::bit_width(static_cast<unsigned>(breaks)); }

}  // namespace

void MoveblocksBoard::start(const Observation& seen) {
  columns_ = static_cast<int>(seen.columns.size());
  ends_.fill(0);
  empty_ = 0;
  spaces_ = builds_ = turned_ = gone_ = 0;
  for (int c = 0; c < columns_; ++c) {
    const Observation::Column& column = seen.columns[at(c)];
    size_[at(c)] = static_cast<std::uint8_t>(column.up.size());
    down_[at(c)] = column.down;
    std::copy(column.up.begin(), column.up.end(), up_[at(c)].begin());
    for (int i = 1; i < size(c); ++i) builds_ += is_joined(card(c, i), card(c, i - 1)) ? 1 : 0;
    refresh(c);
  }
}

// Works out what the end of a column can do, after a change of it, and notes where it is to be found.
void MoveblocksBoard::refresh(int column) {
  const std::size_t c = at(column);
  reach_[c].fill(0);
  joined_[c] = 0;
  run_[c] = 0;
  if (size_[c] == 0) {
    if (down_[c] == 0) {
      empty_ = static_cast<std::uint16_t>(empty_ | 1U << column);
      ++spaces_;
    }
    return;
  }
  const Card* const end = up_[c].data() + size_[c] - 1;
  ends_[at(rank_of(*end))] |= static_cast<std::uint16_t>(1U << column);
  int breaks = 0;
  for (int count = 1;; ++count) {
    const Card deepest = end[1 - count];
    const int target = rank_of(deepest) + 1;
    const auto bit = static_cast<std::uint16_t>(1U << target);
    for (int s = spaces_for(breaks); s < kReaches; ++s) reach_[c][at(s)] |= bit;
    const bool more = count < size_[c] && rank_of(end[-count]) == target;
    const bool same = more && suit_of(end[-count]) == suit_of(deepest);
    if (same) joined_[c] |= bit;
    if (!same && run_[c] == 0) run_[c] = static_cast<std::uint8_t>(count);
    if (!more) return;
    if (!same) ++breaks;
  }
}

void MoveblocksBoard::steps(Steps& out) const {
  out.size = 0;
  const std::size_t spaces = at(std::min(spaces_, kReaches - 1));
  const auto add = [&](int from, unsigned targets, int count) {
    for (; targets != 0; targets &= targets - 1) {
      out.at[out.size++] = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(std::countr_zero(targets)),
                            static_cast<std::uint8_t>(count)};
    }
  };
  for (int from = 0; from < columns_; ++from) {
    const std::size_t c = at(from);
    if (size_[c] == 0) continue;
    const int end = size_[c] - 1;
    const int lowest = rank_of(up_[c][at(end)]);
    for (unsigned ranks = reach_[c][spaces]; ranks != 0; ranks &= ranks - 1) {
      const int rank = std::countr_zero(ranks);
      unsigned targets = ends_[at(rank)];
      if ((joined_[c] >> rank & 1U) != 0 && targets != 0) {
        const Card other = up_[c][at(end - (rank - lowest))];
        for (unsigned t = targets; t != 0; t &= t - 1) {
          const int to = std::countr_zero(t);
          if (up_[at(to)][at(size_[at(to)] - 1)] != other) targets &= ~(1U << to);
        }
      }
      add(from, targets, rank - lowest);
    }
    if (run_[c] < size_[c] || down_[c] != 0) add(from, empty_, run_[c]);
  }
}

void MoveblocksBoard::make(const Step& s) {
  const std::size_t from = at(s.from), to = at(s.to);
  Card* const group = up_[from].data() + size_[from] - s.count;
  if (s.count < size_[from]) builds_ -= is_joined(group[0], group[-1]) ? 1 : 0;
  const auto off = [](std::uint16_t& mask, int column) { mask = static_cast<std::uint16_t>(mask & ~(1U << column)); };
  off(ends_[at(rank_of(group[s.count - 1]))], s.from);
  if (size_[to] == 0) {
    off(empty_, s.to);
    --spaces_;
  } else {
    const Card on = up_[to][at(size_[to] - 1)];
    builds_ += is_joined(group[0], on) ? 1 : 0;
    off(ends_[at(rank_of(on))], s.to);
  }
  std::copy(group, group + s.count, up_[to].data() + size_[to]);
  size_[from] = static_cast<std::uint8_t>(size_[from] - s.count);
  size_[to] = static_cast<std::uint8_t>(size_[to] + s.count);
  if (is_bare(s.from)) ++turned_;
  refresh(s.from);
  refresh(s.to);
  if (run_[to] == kRanks) leave(s.to);
}

void MoveblocksBoard::leave(int column) {
  const std::size_t c = at(column);
  ends_[0] = static_cast<std::uint16_t>(ends_[0] & ~(1U << column));
  size_[c] = static_cast<std::uint8_t>(size_[c] - kRanks);
  builds_ -= kRanks - 1;
  ++gone_;
  if (is_bare(column)) ++turned_;
  refresh(column);
}

int MoveblocksBoard::pieces(int column) const {
  int n = 0;
  for (int i = 0; i < size(column); ++i) n += i > 0 && is_joined(card(column, i), card(column, i - 1)) ? 0 : 1;
  return n;
}

}  // namespace winnable
