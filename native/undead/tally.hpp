// What the clues of Undead still ask for while a board is being filled in: kept up to date from move to
// move, so that a cell is checked by looking at its two lines.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "undead/board.hpp"

namespace winnable {

// One line. A crossing at its edge lies before the first mirror or after the last; an inner one looks the
// same from both ends.
struct UndeadSums {
  std::array<std::int16_t, 2> unseen{};  // by end: the sighting less what is seen so far, where it is shown
  std::array<bool, 2> shown{};
  std::uint16_t edge = 0;   // open crossings
  std::uint16_t inner = 0;  // open crossings

  // A monster comes into (sign 1) or leaves (sign -1) a cell that the line crosses in this part.
  void count(Part part, Monster m, int sign);

  // Can the open crossings still show what is asked for, if each may hold any monster? Of a line that
  // crosses cells twice, this takes the two crossings for two cells: then a yes may be wrong, a no never.
  bool possible() const;
};

class UndeadTally {
 public:
  UndeadTally() = default;
  explicit UndeadTally(const UndeadState& s);

  void fill(const UndeadBoard& board, int cell, Monster m) { count(board, cell, m, 1); }
  void clear(const UndeadBoard& board, int cell, Monster m) { count(board, cell, m, -1); }

  // Is the monster among those still to come, and would it leave the cell's lines possible?
  bool may_hold(const UndeadBoard& board, int cell, Monster m) const;

  const std::vector<UndeadSums>& lines() const { return lines_; }
  const std::array<int, 3>& left() const { return left_; }  // ghosts, vampires, zombies still to come
  int open() const { return open_; }                        // cells

 private:
  void count(const UndeadBoard& board, int cell, Monster m, int sign);

  std::vector<UndeadSums> lines_;
  std::array<int, 3> left_{};
  int open_ = 0;
};

}  // namespace winnable
