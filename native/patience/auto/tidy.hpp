// Makes a solution shorter without searching far: shortcuts between its own positions, and
// cards that go to their place directly instead of by way of another.
#pragma once

#include <vector>

#include "patience/auto/tables.hpp"

namespace winnable::auto_solver {

template <class Engine>
class Tidy {
 public:
  using State = PatienceState;
  using Move = PatienceMove;

  Tidy(const Engine& engine, const RuleTables& tables) : engine_(engine), tables_(tables) {}

  // `moves` wins from `start`; afterwards it still does, in no more moves. Shortcuts take as long
  // as a greedy search and help long solutions only, so shorter ones than `long_from` go without.
  void shorten(const State& start, std::vector<Move>& moves, std::size_t long_from = kLong);

  static constexpr std::size_t kLong = 110;

  // Memory that shorten() holds.
  static std::uint64_t bytes(const std::vector<Move>& moves) {
    return (moves.size() + 1) * (sizeof(State) + 8 * sizeof(Slot) + sizeof(Way) + sizeof(Move));
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::int32_t at = -1;
  };

  struct Way {
    std::int32_t left;  // moves to the end
    std::int32_t next;  // position after the next move
    Move move;
  };

  void replay(const State& start, const std::vector<Move>& moves);
  void replay_from(std::size_t i, std::size_t j, const std::vector<Move>& moves);
  bool shortcuts(std::vector<Move>& moves);
  bool detours(std::vector<Move>& moves);
  bool without_detour(std::vector<Move>& moves, std::size_t i, std::size_t j);
  bool arrives(State s, const std::vector<Move>& moves, std::size_t i, std::size_t j, const Move* first,
               const Move* last);
  bool allowed(const State& s, const Move& m) const;
  std::uint64_t key_after(const State& s, const Move& m) const;
  Slot& slot(std::uint64_t key);

  const Engine& engine_;
  const RuleTables& tables_;
  std::vector<State> states_;
  std::vector<Slot> slots_;
  std::vector<Move> scratch_;
  MoveList<Move> candidates_;
};

}  // namespace winnable::auto_solver

#include "patience/auto/tidy_impl.hpp"
