// The tableau as the moveblocks player walks over it: the face-up cards, and which columns may go where.
//
// Nothing is turned here: a face-down card that is laid bare stays an unknown card, on which nothing lands.
#pragma once

#include <array>
#include <cstdint>

#include "core/card.hpp"
#include "patience/observation.hpp"
#include "patience/rules.hpp"

namespace winnable {

class MoveblocksBoard {
 public:
  // A whole move of the player: all that can go from one column onto another, in several steps through
  // empty columns where it is not one run in suit.
  struct Step {
    std::uint8_t from = 0;
    std::uint8_t to = 0;
    std::uint8_t count = 0;  // cards
  };
  struct Steps {
    std::array<Step, kMaxColumns * kMaxColumns> at;
    unsigned size = 0;
  };

  void start(const Observation& seen);
  // Every step that leaves each run in suit whole, or lays its end onto the other card of the same face.
  void steps(Steps& out) const;
  void make(const Step& s);

  int columns() const { return columns_; }
  // Neither face-up nor face-down cards.
  bool is_empty(int column) const { return size_[at(column)] == 0 && down_[at(column)] == 0; }
  // Face-down cards only: the last of them would turn.
  bool is_bare(int column) const { return size_[at(column)] == 0 && down_[at(column)] != 0; }
  int empty_columns() const { return spaces_; }
  int down(int column) const { return down_[at(column)]; }
  int size(int column) const { return size_[at(column)]; }  // face-up cards
  Card card(int column, int i) const { return up_[at(column)][at(i)]; }
  // Cards at a column's end that follow each other down in suit.
  int run(int column) const { return run_[at(column)]; }
  // Runs in suit, by one or more cards each, among the face-up cards of a column.
  int pieces(int column) const;

  int builds() const { return builds_; }  // cards that lie on the next higher one of their suit
  int turned() const { return turned_; }  // columns laid bare
  int gone() const { return gone_; }      // runs that left since start()

 private:
  static constexpr int kReaches = 5;  // 0 to 3 empty columns, and 4 or more
  static constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void refresh(int column);
  void leave(int column);

  std::array<std::array<Card, 2 * kDeck>, kMaxColumns> up_;
  std::array<std::uint8_t, kMaxColumns> size_{};
  std::array<std::uint8_t, kMaxColumns> down_{};
  std::array<std::uint8_t, kMaxColumns> run_{};
  // By column: the ranks of the cards that its end can go onto, by the empty columns that this takes.
  std::array<std::array<std::uint16_t, kReaches>, kMaxColumns> reach_{};
  std::array<std::uint16_t, kMaxColumns> joined_{};  // of those, the ranks for which a run is broken
  std::array<std::uint16_t, kRanks + 1> ends_{};     // by rank: the columns that end with it
  std::uint16_t empty_ = 0;                          // the empty columns
  int columns_ = 0;
  int spaces_ = 0;
  int builds_ = 0;
  int turned_ = 0;
  int gone_ = 0;
};

}  // namespace winnable
