// A board of Undead in the making: mirrors, the monsters behind the puzzle, and which sightings are hidden.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/key.hpp"
#include "undead/board.hpp"

namespace winnable {

// Integers from a seed: the same on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  // 0 to n - 1. The bias of the modulus is below n / 2^64.
  int below(int n) { return static_cast<int>(splitmix64(state_) % static_cast<std::uint64_t>(n)); }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (int i = static_cast<int>(items.size()) - 1; i > 0; --i) std::swap(items[i], items[below(i + 1)]);
  }

 private:
  std::uint64_t state_;
};

// What a fresh draft is drawn from. `blank`: so many sightings in a thousand see nothing, as puzzles made by
// people and by sgt have it; they are where a solver begins.
struct UndeadPlan {
  int width = 0;
  int height = 0;
  int mirrors = 0;  // squares
  int blank = 0;    // in a thousand
  int hidden = 0;   // sightings
};

// What changes keep to, in a thousand of the cells: a kind does not fall below `least` nor rise above `most`.
struct UndeadMixture {
  int least = 100;
  int most = 650;

  // Large boards that lines alone solve are mostly vampires: where nothing else helps, give way.
  void loosen() {
    least = std::max(0, least - 20);
    most = std::min(1000, most + 50);
  }
};

struct UndeadDraft {
  int width = 0;
  int height = 0;
  std::vector<Square> squares;    // kGhost to kZombie: the solution; never kOpen
  std::array<int, 3> monsters{};  // how many of each
  std::vector<int> hidden;        // ends, ascending

  void put(int square, Square what);
};

UndeadDraft draw_draft(const UndeadPlan& plan, Dice& dice);

// The puzzle that a draft poses, and the draft's own solution of it by cell.
struct UndeadPosed {
  std::shared_ptr<const UndeadBoard> board;
  Monsters solution;
};
UndeadPosed pose(const UndeadDraft& draft);

// Changes the draft at or near a square: another monster, a mirror moved there from close by, or a mirror
// next to it turned. The number of mirrors stays. False, and nothing has changed: the draw asked for what
// cannot be done there, or for what goes beyond the mixture.
bool change_draft(UndeadDraft& draft, int square, const UndeadMixture& mixture, Dice& dice);

}  // namespace winnable
