#include "undead/solve/balance.hpp"

#include <algorithm>

namespace winnable::undead {

namespace {

constexpr int kFirstRounds = 20;
constexpr std::size_t kCutsEach = 20;

}  // namespace

bool Balance::hold(Budget& budget) {
  const std::uint64_t now = sums_.bytes() + walk_.bytes() + (started_ ? relaxation_.bytes() + weights_.bytes() : 0);
  if (now <= held_) return true;
  if (!budget.reserve(now - held_)) return false;
  held_ = now;
  return true;
}

Balance::End Balance::guess(const LineModel& model, const Trail& trail, std::uint64_t changes, Budget& budget) {
  sums_.build(model, trail);
  walk_.start(sums_, trail);
  if (!hold(budget)) return End::kStopped;
  const Walk::End end = walk_.run(changes, budget);
  if (end == Walk::End::kStopped) return End::kStopped;
  relaxing_ = end == Walk::End::kNone;
  if (!relaxing_) return End::kFound;
  if (!started_) relaxation_.start(sums_, walk_.best());
  started_ = true;
  return cut(trail, kFirstRounds, budget);
}

Balance::End Balance::cut(const Trail& trail, int rounds, Budget& budget) {
  for (int round = 0; round < rounds; ++round) {
    if (!hold(budget)) return End::kStopped;
    const End end = relax(trail, budget);
    if (end != End::kFound) return end;
    relaxation_.drop_idle_rows();
    // More rows of that sort than others take longer than they are worth.
    if (relaxation_.rows() > 2 * relaxation_.exact_rows()) return End::kOpen;
    const auto& sets = parity_.find(relaxation_, trail.could(), kCutsEach);
    if (sets.empty()) return End::kOpen;
    for (const std::vector<std::uint32_t>& set : sets) {
      if (set.empty()) return End::kNone;
      relaxation_.at_least_one(set);
    }
  }
  return End::kOpen;
}

Balance::End Balance::relax(const Trail& trail, Budget& budget) {
  switch (relaxation_.run(trail, budget)) {
    case Relaxation::End::kMet: return End::kFound;
    case Relaxation::End::kUnmet: return weights_.prove(relaxation_, trail) ? End::kNone : End::kOpen;
    case Relaxation::End::kUnknown: return End::kOpen;
    default: return End::kStopped;
  }
}

}  // namespace winnable::undead
