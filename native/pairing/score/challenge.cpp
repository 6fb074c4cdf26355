#include "pairing/score/challenge.hpp"

#include <memory>
#include <stdexcept>
#include <string>

#include "pairing/score/search.hpp"

namespace winnable {

PairingChallenger::PairingChallenger(const Pairing& game, const Challenge& challenge)
    : model_(game), challenge_(challenge) {
  if (challenge.kind == Challenge::Kind::kPoints) {
    if (game.rules().scoring != Scoring::kNone) return;
    throw std::invalid_argument("these rules count no points (scoring none): no challenge of points");
  }
  if (challenge.rank < 0 || challenge.rank >= kRanks) throw std::invalid_argument("a rank that is none");
  if (challenge.amount < 1 || challenge.amount > kSuits) {
    throw std::invalid_argument("1 to 4 cards of a rank can be cleared, not " + std::to_string(challenge.amount));
  }
}

PairingAnswer PairingChallenger::solve(const PairingState& start, const Limits& limits, const CancelFlag* cancel) {
  const bool points = challenge_.kind == Challenge::Kind::kPoints;
  const int target = challenge_.amount + (challenge_.board ? 1 : 0);
  Budget budget(limits, cancel);
  model_.reset(start);
  const EasyKings kings(model_);
  std::unique_ptr<PairingValue> value;
  if (points) {
    value = std::make_unique<PointsValue>(model_, kings);
  } else {
    value = std::make_unique<ClearValue>(model_, kings, challenge_.rank, challenge_.amount, challenge_.board);
  }
  ScoreSearch search(model_, kings, *value, budget);
  const bool ended = search.run(target - 1, target);
  const bool met = search.best() >= target;
  PairingAnswer out;
  out.verdict = met ? Verdict::kSolved : ended ? Verdict::kUnsolvable : Verdict::kUnknown;
  out.reason = met ? StopReason::kGoal : ended ? StopReason::kExhausted : budget.stop_reason();
  if (out.verdict == Verdict::kUnsolvable && search.start_upper() < target) {
    out.why = model_.game().over(start) ? "the game is over"
              : points
                  ? "the cards that can be paired come to " + std::to_string(search.start_upper()) + " points at most"
                  : "those cards and the ones on them cannot all be paired";
  }
  if (met) out.moves = play_out(model_, kings, *value, search, target);
  PairingState end = start;
  for (const PairingMove& m : out.moves) model_.game().apply(end, m);
  out.cost = double(out.moves.size());
  out.score = model_.game().score(end);
  out.upper_score = points ? search.upper() : 0;
  search.count(out.stats);
  return out;
}

}  // namespace winnable
