#include "pairing/solver.hpp"

#include <optional>
#include <stdexcept>
#include <string>

#include "pairing/decide/decide.hpp"
#include "pairing/fewest/challenge.hpp"
#include "pairing/score/score.hpp"
#include "pairing/text.hpp"

namespace winnable {

namespace {

PairingState replay(const Pairing& game, PairingState s, const std::vector<PairingMove>& moves) {
  for (const PairingMove& m : moves) {
    if (const auto why = game.why_illegal(s, m)) {
      throw std::logic_error("a solution does not replay at " + format_move(m) + ": " + *why);
    }
    game.apply(s, m);
  }
  return s;
}

bool met(const Pairing& game, const Challenge& challenge, const PairingState& s) {
  if (challenge.kind == Challenge::Kind::kPoints) return game.score(s) >= challenge.amount;
  if (challenge.board && !game.won(s)) return false;
  int cleared = kSuits;
  for (SlotMask m = s.left; m != 0; m &= m - 1) cleared -= rank_of(s.card[first_slot(m)]) == challenge.rank ? 1 : 0;
  return cleared >= challenge.amount;
}

}  // namespace

class PairingSolver::Impl {
 public:
  Impl(const Pairing& game, const PairingTask& task) : game_(game), task_(task) {
    switch (task.kind) {
      case PairingTask::Kind::kAuto: decider_.emplace(game_); break;
      case PairingTask::Kind::kFewest: fewest_.emplace(game_, task.metric); break;
      case PairingTask::Kind::kScore: scorer_.emplace(game_); break;
      case PairingTask::Kind::kChallenge: challenger_.emplace(game_, task.challenge); break;
      case PairingTask::Kind::kFewestChallenge: cheapest_.emplace(game_, task.challenge, task.metric); break;
    }
  }

  PairingAnswer solve(const PairingState& start, const Limits& limits, const CancelFlag* cancel) {
    PairingAnswer answer = ask(start, limits, cancel);
    const PairingState end = replay(game_, start, answer.moves);
    if (answer.verdict == Verdict::kSolved && !right(answer, end)) {
      throw std::logic_error("a solution does not do what was asked");
    }
    if (task_.kind != PairingTask::Kind::kScore) answer.score = answer.upper_score = game_.score(end);
    return answer;
  }

 private:
  PairingAnswer ask(const PairingState& start, const Limits& limits, const CancelFlag* cancel) {
    if (decider_) return decider_->solve(start, limits, cancel);
    if (fewest_) return fewest_->solve(start, limits, cancel);
    if (scorer_) return scorer_->solve(start, limits, cancel);
    if (cheapest_) return cheapest_->solve(start, limits, cancel);
    return challenger_->solve(start, limits, cancel);
  }
  bool right(const PairingAnswer& answer, const PairingState& end) const {
    switch (task_.kind) {
      case PairingTask::Kind::kScore: return game_.score(end) == answer.score;
      case PairingTask::Kind::kFewestChallenge:
      case PairingTask::Kind::kChallenge: return met(game_, task_.challenge, end);
      case PairingTask::Kind::kAuto:
      case PairingTask::Kind::kFewest: break;
    }
    return game_.won(end);
  }

  Pairing game_;
  PairingTask task_;
  std::optional<PairingDecider> decider_;
  std::optional<PairingFewest> fewest_;
  std::optional<PairingScorer> scorer_;
  std::optional<PairingChallenger> challenger_;
  std::optional<PairingFewestChallenger> cheapest_;
};

PairingSolver::PairingSolver(const Pairing& game, const PairingTask& task)
    : impl_(std::make_unique<Impl>(game, task)) {}
PairingSolver::PairingSolver(PairingSolver&&) noexcept = default;
PairingSolver& PairingSolver::operator=(PairingSolver&&) noexcept = default;
PairingSolver::~PairingSolver() = default;

PairingAnswer PairingSolver::solve(const PairingState& start, const Limits& limits, const CancelFlag* cancel) {
  return impl_->solve(start, limits, cancel);
}

}  // namespace winnable
