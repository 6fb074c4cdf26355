// Open Spider as the textbook searches see it: every card known, positions packed into 108 bytes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/events.hpp"
#include "search/search.hpp"
#include "spider/open/features.hpp"
#include "spider/open/game.hpp"

namespace winnable {

// Satisfies Game. Every legal move is made, up to which of several empty columns is meant where their
// order is nothing, so that an exhausted search proves; none where a position is lost at sight.
class SpiderSearch {
 public:
  using State = SpiderPiles;
  using Move = PatienceMove;
  using Packed = PackedSpider;

  // `game` must have started at the position that is searched, and outlive this.
  SpiderSearch(const OpenSpider& game, SpiderHeuristic heuristic) : game_(game), heuristic_(heuristic) {}

  void legal_moves(const State& s, MoveList<Move>& out) const {
    out.clear();
    if (!game_.dead(s)) game_.moves(s, out);
  }
  State play_unchecked(const State& s, const Move& m) const {
    State next = s;
    game_.apply(next, m);
    return next;
  }
  bool won(const State& s) const { return game_.won(s); }
  Outcome outcome(const State& s) const;
  Key128 key(const State& s) const;
  bool same(const State& a, const State& b) const { return pack(a) == pack(b); }
  Units estimate(const State& s) const { return heuristic_.empty() ? 0 : heuristic_(game_, s); }

  void spell(const State& s, const Move& m, std::vector<std::string>& words) const;

  Packed pack(const State& s) const { return OpenSpider::pack(s, game_.columns(), true); }
  State unpack(const Packed& p) const { return OpenSpider::unpack(p, game_.columns()); }

 private:
  const OpenSpider& game_;
  SpiderHeuristic heuristic_;
};

using SpiderResult = Result<PatienceMove>;

// Searches a position with all cards known. `buffer` may be null. Throws std::invalid_argument for rules
// that validate() rejects.
SpiderResult search_spider(const PatienceRules& rules, const SpiderState& start, Algorithm algorithm,
                           SearchOptions options, const std::vector<WeightedSpiderFeature>& heuristic, Budget& budget,
                           EventBuffer* buffer);

}  // namespace winnable
