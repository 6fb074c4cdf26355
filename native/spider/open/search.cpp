#include "spider/open/search.hpp"

#include <cstring>

#include "patience/text.hpp"

namespace winnable {

Outcome SpiderSearch::outcome(const State& s) const {
  if (won(s)) return Outcome::kWon;
  MoveList<Move> moves;
  legal_moves(s, moves);
  return moves.empty() ? Outcome::kStuck : Outcome::kOpen;
}

Key128 SpiderSearch::key(const State& s) const {
  const Packed p = pack(s);
  static_assert(sizeof(p.card) % sizeof(std::uint64_t) == 0);
  std::uint64_t lo = std::uint64_t{p.empty} << 16 | std::uint64_t{p.stock} << 8 | p.runs;
  std::uint64_t hi = ~lo;
  for (std::size_t i = 0; i < sizeof(p.card); i += sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, &p.card[i], sizeof(word));
    lo = (lo ^ word) * 0x9E3779B97F4A7C15ULL;
    lo ^= lo >> 32;
    hi = (hi + word) * 0xD6E8FEB86659FD93ULL;
    hi ^= hi >> 29;
  }
  return {splitmix64(lo), splitmix64(hi)};
}

void SpiderSearch::spell(const State& s, const Move& m, std::vector<std::string>& words) const {
  int longest = is_column(m.from) && is_column(m.to) ? game_.group(s, m.from) : 0;
  while (longest > 0 && !game_.legal(s, {m.from, m.to, static_cast<std::uint8_t>(longest)})) --longest;
  words.push_back(format_move(m, longest));
}

SpiderResult search_spider(const PatienceRules& rules, const SpiderState& start, Algorithm algorithm,
                           SearchOptions options, const std::vector<WeightedSpiderFeature>& heuristic, Budget& budget,
                           EventBuffer* buffer) {
  const SpiderHeuristic h(heuristic);
  options.admissible = h.admissible();
  OpenSpider game(rules);
  const SpiderPiles piles = game.start(start);
  const SpiderSearch problem(game, h);
  MaybeObserver observer{buffer};
  return search(problem, piles, algorithm, options, budget, observer);
}

}  // namespace winnable
