// Cuts a wandering solution, such as depth-first search finds, down: from each of its positions
// a small breadth-first search looks for the one furthest on.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "core/limits.hpp"
#include "patience/auto/tables.hpp"

namespace winnable::auto_solver {

template <class Engine>
class Leaps {
 public:
  using State = PatienceState;
  using Move = PatienceMove;

  // `policy`: the home moves that follow each move by themselves and do not stand in the solution.
  explicit Leaps(const Engine& engine, Autoplay policy = Autoplay::kNone) : engine_(engine), policy_(policy) {}

  // `moves` wins from `start`; afterwards it still does, in no more moves. Goes over the solution
  // while each time saves a quarter and the solution has more than `enough` moves, and stops
  // early, with what it has, when the budget's time is over.
  void shorten(const State& start, std::vector<Move>& moves, std::size_t enough, Budget& budget) {
    while (moves.size() > enough && pass(start, moves, budget)) {
    }
  }

  // Memory that shorten() holds.
  static std::uint64_t bytes(const std::vector<Move>& moves) {
    return kReach * (sizeof(Node) + 64) + moves.size() * (64 + sizeof(std::uint64_t) + sizeof(Move));
  }

 private:
  static constexpr std::size_t kReach = 1000;  // positions of one search
  struct Node {
    State state;
    std::size_t parent;
    std::size_t depth;
    Move move;
  };

  State play(const State& s, const Move& m) const {
    State next = engine_.play_unchecked(s, m);
    while (const auto automatic = engine_.autoplay(next, policy_)) engine_.apply(next, *automatic);
    return next;
  }
  bool pass(const State& start, std::vector<Move>& moves, Budget& budget);
  std::size_t leap(const State& from, std::size_t i);
  bool follow(State& s, std::uint64_t key, std::vector<Move>& out);
  void take(State& s, std::size_t node, std::vector<Move>& out) const;

  const Engine& engine_;
  Autoplay policy_;
  std::unordered_map<std::uint64_t, std::size_t> index_;  // the last place in the solution, by key
  std::unordered_map<std::uint64_t, bool> seen_;
  std::vector<std::uint64_t> keys_;
  std::vector<Node> nodes_;
  MoveList<Move> candidates_;
};

// The node of the position of the solution that saves most moves; 0: none does.
template <class Engine>
std::size_t Leaps<Engine>::leap(const State& from, std::size_t i) {
  nodes_.clear();
  seen_.clear();
  nodes_.push_back({from, 0, 0, {}});
  seen_[from.key.lo] = true;
  std::size_t best = 0;
  std::size_t most = 0;
  for (std::size_t at = 0; at < nodes_.size() && nodes_.size() < kReach; ++at) {
    engine_.legal_moves(nodes_[at].state, candidates_);
    for (const Move& m : candidates_) {
      const State next = play(nodes_[at].state, m);
      if (!seen_.try_emplace(next.key.lo, true).second) continue;
      const std::size_t depth = nodes_[at].depth + 1;
      nodes_.push_back({next, at, depth, m});
      const auto found = index_.find(next.key.lo);
      if (found == index_.end() || found->second <= i + depth + most) continue;
      most = found->second - i - depth;
      best = nodes_.size() - 1;
    }
  }
  return best;
}

template <class Engine>
void Leaps<Engine>::take(State& s, std::size_t node, std::vector<Move>& out) const {
  const std::size_t first = out.size();
  s = nodes_[node].state;
  for (; node != 0; node = nodes_[node].parent) out.push_back(nodes_[node].move);
  std::reverse(out.begin() + std::ptrdiff_t(first), out.end());
}

// The solution's next move, found by where it leads: piles may lie in another order by now.
template <class Engine>
bool Leaps<Engine>::follow(State& s, std::uint64_t key, std::vector<Move>& out) {
  if (s.key.lo == key) return true;  // a column for a column
  engine_.legal_moves(s, candidates_);
  for (const Move& m : candidates_) {
    const State next = play(s, m);
    if (next.key.lo != key) continue;
    s = next;
    out.push_back(m);
    return true;
  }
  return false;
}

template <class Engine>
bool Leaps<Engine>::pass(const State& start, std::vector<Move>& moves, Budget& budget) {
  index_.clear();
  keys_.assign(1, start.key.lo);
  State s = start;
  for (const Move& m : moves) {
    s = play(s, m);
    keys_.push_back(s.key.lo);
  }
  for (std::size_t i = 0; i < keys_.size(); ++i) index_[keys_[i]] = i;
  std::vector<Move> out;
  s = start;
  bool going = true;
  for (std::size_t i = 0; i + 1 < keys_.size();) {
    going = going && budget.poll();
    const std::size_t node = going ? leap(s, i) : 0;
    if (node != 0) {
      take(s, node, out);
      i = index_[s.key.lo];
    } else if (follow(s, keys_[i + 1], out)) {
      ++i;
    } else {
      return false;
    }
  }
  if (out.size() >= moves.size()) return false;
  const bool worth_another = going && out.size() * 4 < moves.size() * 3;
  moves = std::move(out);
  return worth_another;
}

}  // namespace winnable::auto_solver
