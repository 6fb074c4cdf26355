#include "patience/metric.hpp"

#include <stdexcept>
#include <string>

namespace winnable {

std::string_view metric_name(Metric metric) {
  switch (metric) {
    case Metric::kMoves: return "moves";
    case Metric::kCards: return "cards";
    case Metric::kPlayerSafe: return "player-safe";
  }
  return "unknown";
}

int solution_cost(const Patience& game, const PatienceState& start, std::span<const PatienceMove> moves,
                  Metric metric) {
  if (metric == Metric::kMoves) return static_cast<int>(moves.size());
  int cost = 0;
  PatienceState s = start;
  for (const PatienceMove& m : moves) {
    if (metric == Metric::kCards) {
      cost += m.count;
      continue;
    }
    bool by_itself = false;
    if (is_home(m.to)) {
      const Card c = is_column(m.from) ? s.top[m.from] : s.cell[m.from - kFirstCell];
      by_itself = game.safe_home(s, c, Autoplay::kSafe);
    }
    cost += by_itself ? 0 : 1;
    game.apply(s, m);
  }
  return cost;
}

void require_winning(const Patience& game, const PatienceState& start, std::span<const PatienceMove> moves) {
  PatienceState s = start;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (const auto why = game.why_illegal(s, moves[i])) {
      throw std::logic_error("a solver's move " + std::to_string(i + 1) + " is illegal: " + *why);
    }
    game.apply(s, moves[i]);
  }
  if (!game.won(s)) throw std::logic_error("a solver's moves do not win");
}

}  // namespace winnable
