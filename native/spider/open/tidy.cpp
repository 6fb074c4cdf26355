#include "spider/open/tidy.hpp"

#include <utility>

namespace winnable {

namespace {

using Moves = std::vector<PatienceMove>;

// Plays moves from a position. True if they win; `moves` then ends with the winning one.
bool wins(const OpenSpider& game, SpiderPiles s, Moves& moves, std::size_t first) {
  for (std::size_t i = first; i < moves.size(); ++i) {
    if (!game.legal(s, moves[i])) return false;
    game.apply(s, moves[i]);
    if (game.won(s)) {
      moves.resize(i + 1);
      return true;
    }
  }
  return false;
}

Moves without(const Moves& moves, std::size_t left_out) {
  Moves out = moves;
  out.erase(out.begin() + static_cast<std::ptrdiff_t>(left_out));
  return out;
}

// The moves without one of them, the next move of the same group starting where it started.
Moves without_stop(const Moves& moves, std::size_t left_out) {
  const PatienceMove gone = moves[left_out];
  Moves out = without(moves, left_out);
  for (std::size_t i = left_out; i < out.size(); ++i) {
    if (out[i].from != gone.to || out[i].count != gone.count) continue;
    out[i].from = gone.from;
    break;
  }
  return out;
}

Moves without_detours(const OpenSpider& game, const SpiderPiles& start, const Moves& moves) {
  std::vector<PackedSpider> met;
  SpiderPiles s = start;
  met.push_back(OpenSpider::pack(s, game.columns(), false));
  for (const PatienceMove& m : moves) {
    game.apply(s, m);
    met.push_back(OpenSpider::pack(s, game.columns(), false));
  }
  Moves out;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    for (std::size_t later = moves.size(); later > i; --later) {
      if (met[later] != met[i]) continue;
      i = later;
      break;
    }
    if (i < moves.size()) out.push_back(moves[i]);
  }
  return out;
}

// One repair after the other along the line. True if any was made.
bool repair(const OpenSpider& game, SpiderPiles s, Moves& moves, Budget& budget) {
  bool any = false;
  for (std::size_t i = 0; i < moves.size();) {
    if (!budget.poll()) return false;
    Moves shorter = without(moves, i);
    if (!wins(game, s, shorter, i)) {
      shorter = without_stop(moves, i);
      if (!wins(game, s, shorter, i)) shorter.clear();
    }
    if (!shorter.empty()) {
      moves = std::move(shorter);
      any = true;
      continue;
    }
    game.apply(s, moves[i++]);
  }
  return any;
}

}  // namespace

Moves tidy_spider(const OpenSpider& game, const SpiderPiles& start, Moves moves, Budget& budget) {
  moves = without_detours(game, start, moves);
  while (repair(game, start, moves, budget)) {
  }
  return moves;
}

}  // namespace winnable
