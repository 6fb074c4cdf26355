// Undead as the textbook searches see it: one cell is filled in at a time, the one that has the fewest
// candidates, and positions are packed into two bits a cell.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/events.hpp"
#include "search/search.hpp"
#include "undead/board.hpp"
#include "undead/features.hpp"
#include "undead/text.hpp"

namespace winnable {

// Which cell comes next follows from the position, so of the many orders in which a board can be filled in
// there is one left, and no position is reached twice. Nothing is lost by that: every solution fills every
// cell. Only candidates are tried (forward checking and the fewest values first: Haralick and Elliott,
// "Increasing tree search efficiency for constraint satisfaction problems", 1980).
class UndeadSearch {
 public:
  using State = UndeadNode;
  using Move = UndeadMove;
  using Packed = std::vector<std::uint64_t>;

  UndeadSearch(UndeadState start, UndeadHeuristic heuristic)
      : start_(std::move(start)), heuristic_(std::move(heuristic)) {}

  State start() const { return {start_, UndeadTally(start_)}; }

  void legal_moves(const State& s, MoveList<Move>& out) const;
  State play_unchecked(const State& s, const Move& m) const;
  Outcome outcome(const State& s) const { return engine_.outcome(s.position); }
  bool won(const State& s) const { return s.tally.open() == 0 && engine_.won(s.position); }
  Key128 key(const State& s) const { return engine_.key(s.position); }
  bool same(const State& a, const State& b) const { return engine_.same(a.position, b.position); }
  Units estimate(const State& s) const { return heuristic_.empty() ? 0 : heuristic_(s); }

  void spell(const State&, const Move& m, std::vector<std::string>& words) const { words.push_back(format_move(m)); }

  Packed pack(const State& s) const;
  State unpack(const Packed& p) const;
  std::uint64_t extra_bytes(const Packed& p) const { return p.capacity() * sizeof(std::uint64_t) + kAllocation; }
  std::uint64_t state_bytes(const State& s) const {
    return s.position.monsters.size() * sizeof(Monster) + s.tally.lines().size() * sizeof(UndeadSums) + 2 * kAllocation;
  }

 private:
  static constexpr std::uint64_t kAllocation = 16;  // what the allocator adds

  Undead engine_;
  UndeadState start_;
  UndeadHeuristic heuristic_;
};

using UndeadResult = Result<UndeadMove>;

// Searches for a way to fill in the open cells. `buffer` may be null.
UndeadResult search_undead(const UndeadState& start, Algorithm algorithm, SearchOptions options,
                           const std::vector<WeightedUndeadFeature>& heuristic, Budget& budget, EventBuffer* buffer);

}  // namespace winnable
