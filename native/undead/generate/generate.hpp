// Undead made: boards with exactly one solution, of a grade or for a technique, from a seed.
//
// A random board is far from what is asked: the larger, the fewer have a single solution. So a draft with a
// known solution is climbed from instead: it is changed where a solver gets stuck (a monster, a mirror moved,
// a mirror turned), and a change that leads no further from the goal stays. First the cells that lines alone
// leave open are counted, and once these are few the solutions.
//
// Integers and splitmix64 only, no clocks: the same recipe and seed make the same board on every machine,
// whatever else runs there, unless a limit on time comes first.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/limits.hpp"
#include "core/result.hpp"
#include "undead/board.hpp"
#include "undead/explain/explain.hpp"

namespace winnable {

struct UndeadRecipe {
  int width = 7;
  int height = 7;
  char grade = 0;                 // sgt's: e, n or t; 0: any
  std::optional<Rung> technique;  // the hardest rung that the puzzle needs; any
  std::optional<int> mirrors;     // squares; by default two fifths of them, more or less
  int hidden = 0;                 // sightings that are not shown
};

struct UndeadMade {
  std::shared_ptr<const UndeadBoard> board;  // null: a limit was reached first, see `reason`
  Monsters solution;                         // by cell
  StopReason reason = StopReason::kGoal;
  std::uint64_t drafts = 0;  // drawn afresh
  std::uint64_t looked = 0;  // boards looked at
  double seconds = 0;
};

// Makes any number of boards, one after the other; working memory is kept between them. Not for two threads
// at once.
class UndeadGenerator {
 public:
  // Throws std::invalid_argument, in words for people, for a recipe that no board can meet.
  explicit UndeadGenerator(const UndeadRecipe& recipe);
  UndeadGenerator(UndeadGenerator&&) noexcept;
  UndeadGenerator& operator=(UndeadGenerator&&) noexcept;
  ~UndeadGenerator();

  // A node is a board looked at. `looked`, if given, counts them as they go by.
  UndeadMade make(std::uint64_t seed, const Limits& limits, const CancelFlag* cancel = nullptr,
                  std::atomic<std::uint64_t>* looked = nullptr);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace winnable
