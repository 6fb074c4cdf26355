#include "pairing/score/score.hpp"

#include <limits>
#include <stdexcept>

#include "pairing/score/search.hpp"

namespace winnable {

PairingScorer::PairingScorer(const Pairing& game) : model_(game) {
  if (game.rules().scoring == Scoring::kNone) {
    throw std::invalid_argument("these rules count no points (scoring none): there is no best score");
  }
}

PairingAnswer PairingScorer::solve(const PairingState& start, const Limits& limits, const CancelFlag* cancel) {
  Budget budget(limits, cancel);
  model_.reset(start);
  const EasyKings kings(model_);
  const PointsValue value(model_, kings);
  ScoreSearch search(model_, kings, value, budget);
  PairingAnswer out;
  const bool proved = search.run(std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
  out.verdict = proved ? Verdict::kSolved : Verdict::kUnknown;
  out.reason = proved ? StopReason::kGoal : budget.stop_reason();
  out.moves = play_out(model_, kings, value, search, search.best());
  out.cost = double(out.moves.size());
  out.score = search.best();
  out.upper_score = search.upper();
  search.count(out.stats);
  return out;
}

}  // namespace winnable
