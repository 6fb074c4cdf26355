// What the tests of Undead's searches share: boards, random ones too, and all their solutions.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/check.hpp"
#include "undead/text.hpp"

namespace winnable::undead_cases {

inline UndeadState start_of(const std::string& id) {
  return Undead::start(std::make_shared<const UndeadBoard>(parse_game_id(id).setup));
}

inline Monsters played(UndeadState s, const std::vector<UndeadMove>& moves) {
  const Undead engine;
  for (const UndeadMove& m : moves) {
    CHECK(!engine.why_illegal(s, m));
    engine.apply(s, m);
  }
  CHECK(engine.won(s));
  return s.monsters;
}

// Every right filling, by the engine alone.
inline std::vector<Monsters> all_solutions(const UndeadState& start) {
  const Undead engine;
  std::vector<int> open;
  for (int c = 0; c < start.board->cells(); ++c) {
    if (start.monsters[c] == Monster::kNone) open.push_back(c);
  }
  std::vector<Monsters> out;
  UndeadState s = start;
  int fillings = 1;
  for (std::size_t i = 0; i < open.size(); ++i) fillings *= 3;
  for (int number = 0; number < fillings; ++number) {
    int rest = number;
    for (const int cell : open) {
      s.monsters[cell] = kMonsters[static_cast<std::size_t>(rest % 3)];
      rest /= 3;
    }
    if (engine.won(s)) out.push_back(s.monsters);
  }
  return out;
}

inline std::uint64_t below(std::uint64_t& random, std::uint64_t n) { return splitmix64(random) % n; }

// A random board; its clues are those of a random filling, or a little off; some are hidden.
inline UndeadState random_start(std::uint64_t& random) {
  UndeadSetup setup;
  setup.width = 1 + static_cast<int>(below(random, 4));
  setup.height = 1 + static_cast<int>(below(random, 3));
  const std::uint64_t mirrors = below(random, 7);
  std::vector<Square> filled;
  for (int i = 0; i < setup.width * setup.height; ++i) {
    const bool mirror = below(random, 8) < mirrors;
    filled.push_back(mirror ? (below(random, 2) != 0 ? Square::kSlash : Square::kBackslash)
                            : static_cast<Square>(1 + below(random, 3)));
    const bool given = !mirror && below(random, 8) == 0;
    setup.squares.push_back(mirror || given ? filled.back() : Square::kOpen);
    if (!mirror) ++setup.totals[kind_of(given_in(filled.back()))];
  }
  setup.sightings.assign(static_cast<std::size_t>(2 * (setup.width + setup.height)), kHidden);
  const auto blank = std::make_shared<const UndeadBoard>(setup);
  UndeadState truth = Undead::start(blank);
  for (int c = 0; c < blank->cells(); ++c) truth.monsters[c] = given_in(filled[blank->square_of(c)]);
  for (int end = 0; end < blank->ends(); ++end) {
    if (below(random, 6) != 0) setup.sightings[end] = seen_from(truth, end);
  }
  if (below(random, 3) == 0) {
    int& clue = setup.sightings[below(random, setup.sightings.size())];
    if (clue > 0) --clue;
  }
  return Undead::start(std::make_shared<const UndeadBoard>(setup));
}

}  // namespace winnable::undead_cases
