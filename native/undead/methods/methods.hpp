// The methods of the dissertation on Undead, one by one: what it did, without its slips.
//
// Krishan Dipesh Patel, "Using AI to Solve Simon Tatham's Undead Game" (2020), sections 2.5.5, 5.2 and 5.3:
//   brute      every filling of the open cells, one after the other
//   random     fillings drawn at random until one is right
//   squares    depth-first, square by square in reading order
//   paths      depth-first, path by path: for each sighting a list of all fillings of its path that show
//              that number; the shortest list first
//   tightened  the same with one list for the two ends of a path: what stands in the lists of both
// After each try of the last three the board is checked: no more of a kind than the totals say, no line that
// shows more than its number, no full line that shows less. Zero-fill comes before any of them: what a line
// that shows nothing must hold. The zero-sum check asks that along a line the vampires less the ghosts before
// the first mirror, less the same after the last, be the difference of its two sightings.
//
// Not reproduced: the totals are exact, not maxima; a cell on no path of a list is filled in last, square by
// square; the zero-sum check keeps its sign; a path that leads nowhere is taken back (figure 5.12 returns
// instead).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/events.hpp"
#include "undead/search.hpp"

namespace winnable {

enum class UndeadMethod : std::uint8_t { kBrute, kRandom, kSquares, kPaths, kTightened };

inline constexpr std::array<std::string_view, 5> kUndeadMethodNames = {"brute", "random", "squares", "paths",
                                                                       "tightened"};

std::optional<UndeadMethod> parse_undead_method(std::string_view name);

struct UndeadMethodOptions {
  UndeadMethod method = UndeadMethod::kTightened;
  bool zero_fill = false;
  bool zero_sum = false;            // squares, paths, tightened: the others look at whole boards only
  bool second = false;              // go on after the first solution, for another
  std::uint64_t seed = 1;           // random
  std::uint64_t tries = 1'000'000;  // random: boards drawn at most
};

// What the methods are compared by.
struct UndeadMethodFigures {
  std::uint64_t zero_filled = 0;  // cells
  std::uint64_t made = 0;         // paths made for the lists
  std::uint64_t listed = 0;       // of these, the ones kept
  std::uint64_t tries = 0;        // monsters, paths or whole boards put on the board
  std::uint64_t refused = 0;      // tries that did not fit, or broke a constraint
  std::uint64_t backtracks = 0;   // positions given up after all tries in them
  double seconds = 0;
};

// Stats: generated are the tries, expanded the positions in which some were made (brute and random: the
// boards looked at), depth the most cells filled in. The verdict kUnsolvable is a proof and never comes from
// `random`. A limit met while a second solution is sought leaves kSolved and is the reason.
struct UndeadMethodResult : UndeadResult {
  std::uint64_t solutions = 0;     // found, of one or two sought
  bool all = false;                // proved: there are no others
  std::vector<UndeadMove> second;  // another solution
  UndeadMethodFigures figures;
};

// `buffer` may be null. Events: generate and prune are the tries, kept or refused, expand and backtrack the
// positions entered and given up. The prune of a path that does not fit has the key of the position that it
// does not fit into. An event's move is what was tried last on the way to its position: a square, a path by its
// label with its filling, or a whole board.
UndeadMethodResult search_by_method(const UndeadState& start, const UndeadMethodOptions& options, Budget& budget,
                                    EventBuffer* buffer);

}  // namespace winnable
