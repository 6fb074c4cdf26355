// Undead, after Simon Tatham's puzzle: ghosts, vampires and zombies among mirrors.
//
// A line is what a sighting looks along: in from one place on the edge, around every mirror, out at
// another. A ghost is seen only in a mirror, a vampire only directly, a zombie always. So a line has
// three parts, and within one the order of its cells does not matter: before the first mirror, between
// the mirrors, after the last. A cell that a line crosses twice counts twice; one inside a closed loop
// of mirrors lies on no line, and only the totals decide it.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/key.hpp"
#include "core/result.hpp"

namespace winnable {

enum class Monster : std::uint8_t { kNone, kGhost, kVampire, kZombie };
inline constexpr std::array<Monster, 3> kMonsters = {Monster::kGhost, Monster::kVampire, Monster::kZombie};
// 0 for ghosts, 1 for vampires, 2 for zombies: where a monster's figures stand in an array of three.
constexpr std::size_t kind_of(Monster m) { return static_cast<std::size_t>(m) - 1; }

// Which monsters a cell may still hold: bit kind_of(m) for each.
using Candidates = std::uint8_t;
inline constexpr Candidates kAnyMonster = 7;
constexpr Candidates only(Monster m) { return static_cast<Candidates>(1U << kind_of(m)); }

// What stands in a square. A given is a monster that the puzzle itself shows.
enum class Square : std::uint8_t { kOpen, kGhost, kVampire, kZombie, kBackslash, kSlash };
constexpr bool is_mirror(Square s) { return s >= Square::kBackslash; }
constexpr Monster given_in(Square s) { return is_mirror(s) ? Monster::kNone : static_cast<Monster>(s); }

inline constexpr int kMostSide = 100;  // squares in a row or column
inline constexpr int kHidden = -1;     // a sighting that is not shown

// A board as somebody wrote it. Squares are in reading order; sightings go round clockwise: the top from
// left to right, the right side downwards, the bottom from right to left, the left side upwards.
struct UndeadSetup {
  int width = 0;
  int height = 0;
  std::vector<Square> squares;
  std::array<int, 3> totals{};  // ghosts, vampires, zombies; exact
  std::vector<int> sightings;   // kHidden where one is not shown
  friend bool operator==(const UndeadSetup&, const UndeadSetup&) = default;
};

// What is wrong with a board, and with which part of it.
struct UndeadError : std::invalid_argument {
  enum class Part : std::uint8_t { kSize, kTotals, kGrid, kSighting };
  UndeadError(Part part, int index, const std::string& what, std::string expected)
      : std::invalid_argument(what), part(part), index(index), expected(std::move(expected)) {}
  Part part;
  int index;  // of the square or the sighting, of the total (0 to 2); else 0
  std::string expected;
};

// The part of a line that a cell lies in, seen from the line's first end.
enum class Part : std::uint8_t { kBefore, kBetween, kAfter, kStraight };  // kStraight: no mirror on the line

// Is a monster in this part seen from the line's first end (end 0), or its second (end 1)?
constexpr bool is_seen(Monster m, Part part, int end) {
  const bool direct = part == Part::kStraight || part == (end == 0 ? Part::kBefore : Part::kAfter);
  return m == Monster::kZombie || m == (direct ? Monster::kVampire : Monster::kGhost);
}

struct UndeadVisit {
  std::uint16_t cell = 0;
  Part part = Part::kStraight;
  friend bool operator==(const UndeadVisit&, const UndeadVisit&) = default;
};

struct UndeadLine {
  std::array<std::uint16_t, 2> ends{};  // the sightings at its ends; the first comes first clockwise
  std::vector<UndeadVisit> visits;      // its cells from end 0 on; a cell crossed twice stands twice
  std::vector<std::uint16_t> squares;   // every square from end 0 on, mirrors too
};

// Where a line meets a cell: the line, and the place among its visits.
struct UndeadCrossing {
  std::uint16_t line = 0;
  std::uint16_t visit = 0;
};

// A board that is known to be well-formed, with its cells (squares without a mirror, in reading order)
// and its lines. Whether it has a solution is another matter.
class UndeadBoard {
 public:
  // Throws UndeadError for a wrong size, grid, total or sighting, as far as single figures tell.
  explicit UndeadBoard(UndeadSetup setup);

  const UndeadSetup& setup() const { return setup_; }
  int width() const { return setup_.width; }
  int height() const { return setup_.height; }
  const std::array<int, 3>& totals() const { return setup_.totals; }
  int sighting(int end) const { return setup_.sightings[end]; }
  int ends() const { return 2 * (width() + height()); }

  int cells() const { return static_cast<int>(square_of_.size()); }
  int square_of(int cell) const { return square_of_[cell]; }
  int cell_of(int square) const { return cell_of_[square]; }  // -1: a mirror
  Monster given(int cell) const { return given_in(setup_.squares[square_of_[cell]]); }

  std::span<const UndeadLine> lines() const { return lines_; }
  int line_at(int end) const { return line_at_[end]; }
  std::span<const UndeadCrossing> crossings(int cell) const {
    return {crossings_.data() + first_crossing_[cell], crossings_.data() + first_crossing_[cell + 1]};
  }
  Key128 key() const { return key_; }

  friend bool operator==(const UndeadBoard& a, const UndeadBoard& b) { return a.setup_ == b.setup_; }

 private:
  void number_cells();
  void trace_lines();
  void note_crossings();

  UndeadSetup setup_;
  std::vector<std::uint16_t> square_of_;
  std::vector<int> cell_of_;
  std::vector<UndeadLine> lines_;
  std::vector<int> line_at_;
  std::vector<UndeadCrossing> crossings_;
  std::vector<std::uint32_t> first_crossing_;
  Key128 key_;
};

using Monsters = std::vector<Monster>;  // by cell; kNone: still open

struct UndeadState {
  std::shared_ptr<const UndeadBoard> board;
  Monsters monsters;  // givens included
};

// A cell is filled in. What stands in it may be taken back, as every move may, but not replaced.
struct UndeadMove {
  std::uint8_t row = 0;  // from 0
  std::uint8_t column = 0;
  Monster monster = Monster::kNone;
  friend constexpr auto operator<=>(const UndeadMove&, const UndeadMove&) = default;
};

class Undead {
 public:
  using State = UndeadState;
  using Move = UndeadMove;

  // The board with nothing but its givens filled in.
  static State start(std::shared_ptr<const UndeadBoard> board);
  // With these monsters filled in; throws std::invalid_argument where they replace a given.
  static State position(std::shared_ptr<const UndeadBoard> board, Monsters monsters);

  // Every open cell with every monster, right or wrong.
  void legal_moves(const State& s, MoveList<Move>& out) const;
  std::optional<std::string> why_illegal(const State& s, const Move& m) const;
  void apply(State& s, const Move& m) const { s.monsters[cell_at(s, m)] = m.monster; }  // a legal move
  State play_unchecked(const State& s, const Move& m) const {
    State next = s;
    apply(next, m);
    return next;
  }
  // Won: every cell is filled, the totals and every sighting are right. Stuck: filled, but wrong.
  Outcome outcome(const State& s) const;
  bool won(const State& s) const { return outcome(s) == Outcome::kWon; }
  bool same(const State& a, const State& b) const {
    return a.monsters == b.monsters && (a.board == b.board || *a.board == *b.board);
  }
  Key128 key(const State& s) const;

  static int cell_at(const State& s, const Move& m) { return s.board->cell_of(m.row * s.board->width() + m.column); }
  static Move move_to(const UndeadBoard& board, int cell, Monster monster);
};

// In words that `where`, a square, is none of the board's.
std::string outside(const std::string& where, const UndeadBoard& board);

// Monsters seen so far from an end: those that are filled in.
int seen_from(const UndeadState& s, int end);
// How many of each monster are filled in.
std::array<int, 3> count_monsters(const Monsters& monsters);
// The first line that no filling of its open cells can make right, whatever the other lines ask.
std::optional<int> impossible_line(const UndeadState& s);

}  // namespace winnable
