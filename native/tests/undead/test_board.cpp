// The Undead engine: lines from both ends, loops and crossings, sightings, moves, keys, game IDs, refusals.
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/illegal_move.hpp"
#include "core/key.hpp"
#include "tests/check.hpp"
#include "undead/board.hpp"
#include "undead/text.hpp"

namespace {

using namespace winnable;
using BoardPtr = std::shared_ptr<const UndeadBoard>;

// A board in text: rows of . g v z \ /, totals that fit (every open cell a ghost), nothing seen.
UndeadSetup setup_of(const std::vector<std::string>& rows) {
  UndeadSetup s;
  s.height = static_cast<int>(rows.size());
  s.width = static_cast<int>(rows.front().size());
  for (const std::string& row : rows) {
    for (const char c : row) {
      const Square square = static_cast<Square>(kSquareLetters.find(c));
      s.squares.push_back(square);
      if (!is_mirror(square)) ++s.totals[square == Square::kOpen ? 0 : kind_of(given_in(square))];
    }
  }
  s.sightings.assign(static_cast<std::size_t>(2 * (s.width + s.height)), kHidden);
  return s;
}

BoardPtr board_of(const std::vector<std::string>& rows) { return std::make_shared<const UndeadBoard>(setup_of(rows)); }

std::vector<std::string> random_rows(std::uint64_t& seed, int width, int height, int mirrors_in_ten) {
  std::vector<std::string> rows;
  for (int y = 0; y < height; ++y) {
    std::string row;
    for (int x = 0; x < width; ++x) {
      const std::uint64_t r = splitmix64(seed);
      const bool mirror = static_cast<int>(r % 10) < mirrors_in_ten;
      row += mirror ? "\\/"[r / 10 % 2] : ".gvz"[std::min<std::uint64_t>(3, r / 16 % 12)];
    }
    rows.push_back(row);
  }
  return rows;
}

// ---- lines --------------------------------------------------------------------------------------

bool adjacent(const UndeadBoard& board, int a, int b) {
  const int w = board.width();
  return std::abs(a % w - b % w) + std::abs(a / w - b / w) == 1;
}

// The square that a sighting looks into first.
int first_square(const UndeadBoard& board, int end) {
  const int w = board.width();
  const int h = board.height();
  if (end < w) return end;
  if (end < w + h) return (end - w) * w + w - 1;
  if (end < 2 * w + h) return (h - 1) * w + 2 * w + h - 1 - end;
  return (2 * (w + h) - 1 - end) * w;
}

// Parts of the visits as the mirrors among the squares have them.
void check_parts(const UndeadBoard& board, const UndeadLine& line) {
  const auto mirror = [&](std::uint16_t square) { return is_mirror(board.setup().squares[square]); };
  std::size_t at = 0;
  int passed = 0;
  const auto mirrors = std::ranges::count_if(line.squares, mirror);
  for (const std::uint16_t square : line.squares) {
    if (mirror(square)) {
      ++passed;
      continue;
    }
    const UndeadVisit& v = line.visits.at(at++);
    CHECK(board.square_of(v.cell) == square);
    const Part expected = mirrors == 0        ? Part::kStraight
                          : passed == 0       ? Part::kBefore
                          : passed == mirrors ? Part::kAfter
                                              : Part::kBetween;
    CHECK(v.part == expected);
    for (const int end : {0, 1}) {
      const bool direct = mirrors == 0 || (end == 0 ? passed == 0 : passed == mirrors);
      CHECK(is_seen(Monster::kGhost, v.part, end) == !direct);
      CHECK(is_seen(Monster::kVampire, v.part, end) == direct);
      CHECK(is_seen(Monster::kZombie, v.part, end));
    }
  }
  CHECK(at == line.visits.size());
}

void check_lines(const UndeadBoard& board) {
  std::set<int> ends;
  std::map<int, int> passed;  // how often light passes each square
  for (std::size_t l = 0; l < board.lines().size(); ++l) {
    const UndeadLine& line = board.lines()[l];
    CHECK(line.ends[0] < line.ends[1]);
    CHECK(l == 0 || board.lines()[l - 1].ends[0] < line.ends[0]);
    for (const int end : line.ends) {
      CHECK(ends.insert(end).second);
      CHECK(board.line_at(end) == static_cast<int>(l));
    }
    CHECK(!line.squares.empty());
    CHECK(line.squares.front() == first_square(board, line.ends[0]));
    CHECK(line.squares.back() == first_square(board, line.ends[1]));
    for (std::size_t i = 1; i < line.squares.size(); ++i) {
      CHECK(adjacent(board, line.squares[i - 1], line.squares[i]));
    }
    for (const std::uint16_t square : line.squares) CHECK(++passed[square] <= 2);
    check_parts(board, line);
  }
  CHECK(static_cast<int>(ends.size()) == board.ends());
}

// A cell's crossings are its visits, no more and no fewer.
void check_crossings(const UndeadBoard& board) {
  std::size_t visits = 0;
  for (const UndeadLine& line : board.lines()) visits += line.visits.size();
  for (int c = 0; c < board.cells(); ++c) {
    CHECK(board.cell_of(board.square_of(c)) == c);
    CHECK(board.crossings(c).size() <= 2);
    visits -= board.crossings(c).size();
    for (const UndeadCrossing& x : board.crossings(c)) CHECK(board.lines()[x.line].visits[x.visit].cell == c);
  }
  CHECK(visits == 0);
}

void lines_of_any_board() {
  std::uint64_t seed = 4;
  for (int n = 0; n < 300; ++n) {
    const int width = 1 + static_cast<int>(splitmix64(seed) % 9);
    const int height = 1 + static_cast<int>(splitmix64(seed) % 9);
    const BoardPtr board = board_of(random_rows(seed, width, height, n % 11));
    check_lines(*board);
    check_crossings(*board);
  }
  for (const auto& [width, height] : {std::pair{100, 100}, {100, 1}, {1, 100}, {73, 100}}) {
    const BoardPtr board = board_of(random_rows(seed, width, height, 2));
    check_lines(*board);
    check_crossings(*board);
  }
}

std::string line_text(const UndeadBoard& board, int end) {
  const UndeadLine& line = board.lines()[static_cast<std::size_t>(board.line_at(end))];
  std::string out = sighting_label(board, line.ends[0]) + "-" + sighting_label(board, line.ends[1]);
  for (const UndeadVisit& v : line.visits) {
    out += " " + square_label(board, board.square_of(v.cell)) + "bmas"[static_cast<std::size_t>(v.part)];
  }
  return out;
}

void lines_by_hand() {
  const BoardPtr open = board_of({"..", ".."});
  CHECK(line_text(*open, 0) == "D1-U1 r1c1s r2c1s");
  CHECK(line_text(*open, 2) == "L1-R1 r1c2s r1c1s");
  const BoardPtr corner = board_of({".\\", "./"});
  CHECK(line_text(*corner, 7) == "R2-R1 r2c1b r1c1a");
  CHECK(line_text(*corner, 1) == "D2-L1");
  CHECK(line_text(*corner, 4) == "L2-U2");
  const BoardPtr one = board_of({"."});
  CHECK(one->lines().size() == 2 && one->crossings(0).size() == 2);
  CHECK(line_text(*one, 0) == "D1-U1 r1c1s" && line_text(*one, 3) == "L1-R1 r1c1s");
  const BoardPtr mirror = board_of({"/"});
  CHECK(mirror->cells() == 0 && line_text(*mirror, 0) == "D1-R1" && line_text(*mirror, 1) == "L1-U1");
  // Two mirrors one after the other, and cells between them.
  CHECK(line_text(*board_of({"..\\", "...", "../"}), 11) == "R3-R1 r3c1b r3c2b r2c3m r1c2a r1c1a");
}

void loops_and_crossings() {
  const BoardPtr loop = board_of({"./\\", "/./", "\\/."});
  const int middle = loop->cell_of(4);
  CHECK(loop->crossings(middle).empty());
  check_lines(*loop);
  // Light caught between four mirrors; other light crosses it.
  const BoardPtr ring = board_of({"/.\\", "...", "\\./"});
  check_lines(*ring);
  CHECK(ring->crossings(ring->cell_of(1)).size() == 1 && ring->crossings(ring->cell_of(4)).size() == 2);
  // In from the left, through the middle, around, and through the middle again.
  const BoardPtr twice = board_of({"./\\", "../", "..."});
  CHECK(line_text(*twice, 10) == "U2-R2 r3c2b r2c2b r2c2a r2c1a");
  UndeadState s = Undead::start(twice);
  const int crossed = twice->cell_of(4);
  for (const auto& [monster, expected] :
       {std::pair{Monster::kGhost, 1}, {Monster::kVampire, 1}, {Monster::kZombie, 2}}) {
    s.monsters[static_cast<std::size_t>(crossed)] = monster;
    CHECK(seen_from(s, 10) == expected && seen_from(s, 7) == expected);
  }
}

// ---- moves, outcomes, keys ----------------------------------------------------------------------

std::string why(const UndeadState& s, const std::string& text) {
  try {
    parse_move(Undead(), s, text);
  } catch (const IllegalMove& error) {
    return error.what();
  } catch (const std::invalid_argument&) {
    return "no move";
  }
  return "";
}

void moves() {
  const Undead game;
  UndeadState s = Undead::start(board_of({".\\", "z."}));
  MoveList<UndeadMove> legal;
  game.legal_moves(s, legal);
  CHECK(legal.size() == 6 && std::ranges::is_sorted(legal) && format_move(legal[4]) == "r2c2=v");
  for (const UndeadMove& m : legal) CHECK(parse_move(game, s, format_move(m)) == m);
  game.apply(s, parse_move(game, s, "R1C1=G"));
  game.legal_moves(s, legal);
  CHECK(legal.size() == 3);
  CHECK(why(s, "r1c1=v") == "r1c1 is filled already; take that back first");
  CHECK(why(s, "r1c2=g") == "r1c2 holds a mirror" && why(s, "r2c1=z") == "r2c1 is given");
  CHECK(why(s, "r3c1=g") == "r3c1 lies outside this board of 2x2");
  CHECK(why(s, "r2c99999999999=g") == "r2c99999999999 lies outside this board of 2x2");
  for (const char* text : {"", "r", "r1", "r1c1", "r1c1=", "r1c1=x", "r1c1=gv", "r0c1=g", "r-1c1=g", "r1c1=."}) {
    CHECK(why(s, text) == "no move");
  }
  CHECK(game.why_illegal(s, {1, 1, Monster::kNone}).has_value());
  CHECK(game.why_illegal(s, {255, 255, Monster::kGhost}).has_value());
}

void outcomes() {
  const Undead game;
  UndeadSetup setup = setup_of({".."});
  setup.totals = {1, 1, 0};
  setup.sightings = {0, kHidden, kHidden, kHidden, kHidden, kHidden};
  UndeadState s = Undead::start(std::make_shared<const UndeadBoard>(setup));
  const auto outcome = [&](Monster a, Monster b) {
    s.monsters = {a, b};
    return game.outcome(s);
  };
  CHECK(outcome(Monster::kGhost, Monster::kNone) == Outcome::kOpen);
  CHECK(outcome(Monster::kGhost, Monster::kVampire) == Outcome::kWon && game.won(s));
  CHECK(outcome(Monster::kVampire, Monster::kGhost) == Outcome::kStuck);  // seen from D1
  CHECK(outcome(Monster::kGhost, Monster::kGhost) == Outcome::kStuck);    // too many ghosts
  CHECK(game.outcome(Undead::start(board_of({"/\\"}))) == Outcome::kWon);
}

// Whatever differs has another key, and equal positions have one, whichever board object they carry.
void keys() {
  const Undead game;
  std::map<std::pair<std::uint64_t, std::uint64_t>, UndeadState> met;
  std::uint64_t seed = 9;
  for (int n = 0; n < 400; ++n) {
    const int height = 1 + n % 3;
    const std::vector<std::string> rows = random_rows(seed, 1 + n % 4, height, 3);
    UndeadSetup setup = setup_of(rows);
    if (n % 5 == 0) setup.sightings[0] = 0;
    UndeadState s = Undead::start(std::make_shared<const UndeadBoard>(setup));
    UndeadState twin = Undead::start(std::make_shared<const UndeadBoard>(setup));
    MoveList<UndeadMove> legal;
    for (game.legal_moves(s, legal);; game.legal_moves(s, legal)) {
      const Key128 key = game.key(s);
      CHECK(game.same(s, twin) && key == game.key(twin));
      const auto [at, fresh] = met.emplace(std::pair{key.lo, key.hi}, s);
      CHECK(fresh || game.same(at->second, s));
      if (legal.empty()) break;
      const UndeadMove m = legal[splitmix64(seed) % legal.size()];
      game.apply(s, m);
      CHECK(!game.same(s, twin));
      game.apply(twin, m);
    }
  }
}

void impossible_lines() {
  const auto found = [](std::vector<int> sightings, const std::vector<std::string>& rows) {
    UndeadSetup setup = setup_of(rows);
    setup.sightings = std::move(sightings);
    return impossible_line(Undead::start(std::make_shared<const UndeadBoard>(setup)));
  };
  const int h = kHidden;
  CHECK(!found({1, h, 1, h, h, h}, {".."}));
  CHECK(found({h, h, 1, h, h, 2}, {".."}) == 2);  // a straight line: the same from both ends
  CHECK(found({0, h, h, h, h, h}, {"v."}) == 0);  // the vampire given there is seen
  CHECK(!found({0, h, h, h, h, h}, {"g."}));
  // A cell that a line crosses twice, before its first mirror and after its last, is seen once or twice.
  const std::vector<std::string> twice = {"./\\", "../", "..."};
  const auto from_ends = [&](int first, int second) {
    return found({h, h, h, h, h, h, h, first, h, h, second, h}, twice);
  };
  CHECK(from_ends(0, h) == board_of(twice)->line_at(7));
  CHECK(!from_ends(1, h) && !from_ends(1, 3) && from_ends(1, 1).has_value());
}

// ---- game IDs -----------------------------------------------------------------------------------

void game_ids() {
  const std::string id = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3";
  const GameId read = parse_game_id(id);
  CHECK(format_game_id(read.setup) == id && read.grade == 0);
  CHECK(read.square_offset.size() == 17 && id[read.square_offset[0]] == 'L' && id[read.sighting_offset[15]] == '3');
  CHECK(parse_game_id(id, false).square_offset.empty());
  CHECK(parse_game_id("1dt:0,0,1,Z,1,-,1,1").grade == 't');
  CHECK(parse_game_id("1:0,0,1,Z,1,-,1,1").setup.sightings[1] == kHidden);
  std::uint64_t seed = 5;
  for (int n = 0; n < 100; ++n) {
    UndeadSetup s = setup_of(random_rows(seed, 1 + n % 40, 1 + n % 7, n % 5));
    for (int& sighting : s.sightings) sighting = static_cast<int>(splitmix64(seed) % 12) - 1;
    CHECK(parse_game_id(format_game_id(s)).setup == s);
  }
}

std::string refusal(const std::string& id) {
  try {
    parse_game_id(id);
  } catch (const GameIdError& e) {
    CHECK(e.offset <= id.size() && !e.expected.empty());
    return std::to_string(e.offset) + ": " + e.what();
  }
  return "";
}

void bad_game_ids() {
  CHECK(refusal("") == "0: found the end" && refusal("x4:") == "0: found 'x'");
  CHECK(refusal("4x") == "2: found the end" && refusal("4dq:") == "2: found 'q'" &&
        refusal("4x4") == "3: found the end");
  CHECK(refusal("0x5:0,0,0,,") == "0: a board of 0x5");
  CHECK(refusal("500x500:1,1,1,z") == "0: a board of 500x500");
  CHECK(refusal("99999999999999999999x1:") == "0: a board of 99999999999999999999x1");
  CHECK(refusal("2:4,0,1234567,d,") == "6: the number 1234567");
  CHECK(refusal("2:4,0,0,d,1,2," + std::string(40, '9')) == "14: the number " + std::string(29, '9') + "...");
  CHECK(refusal("2:1,1") == "5: found the end" && refusal("2:-1,1,1,d") == "2: found '-'");
  CHECK(refusal("2:4,0,0,e,") == "8: the grid is too long at 'e'");
  CHECK(refusal("2:4,0,0,c,") == "9: the grid is too short: 3 squares");
  CHECK(refusal("2:4,0,0,cX,") == "9: found 'X' in the grid");
  CHECK(refusal("2:4,0,0,d,1,2,3,4,5,6,7") == "23: found the end");
  CHECK(refusal("2:4,0,0,d,1,2,3,4,5,6,7,8,9") == "25: a sighting too many");
  CHECK(refusal("2:4,0,0,d,1,2,3,4,5,6,7,8 ") == "25: found ' '");
  CHECK(refusal("2:4,0,0,d,1,2,3,4,5,6,7,\xff") == "24: found an unreadable character");
}

// ---- what is no board ---------------------------------------------------------------------------

template <class Change>
std::string board_refusal(Change&& change) {
  UndeadSetup s = setup_of({".\\", "z."});
  change(s);
  try {
    UndeadBoard board(s);
  } catch (const UndeadError& e) {
    CHECK(!e.expected.empty());
    return std::to_string(static_cast<int>(e.part)) + " " + std::to_string(e.index) + " " + e.what();
  }
  return "";
}

void bad_boards() {
  CHECK(board_refusal([](UndeadSetup&) {}).empty());
  CHECK(board_refusal([](UndeadSetup& s) { s.width = 0; }) == "0 0 a board of 0x2");
  CHECK(board_refusal([](UndeadSetup& s) { s.height = 101; }) == "0 0 a board of 2x101 is too large");
  CHECK(board_refusal([](UndeadSetup& s) { s.width = s.height = 2147483647; }).starts_with("0 0 a board of"));
  CHECK(board_refusal([](UndeadSetup& s) { s.squares.pop_back(); }) == "2 3 the grid has 3 squares");
  CHECK(board_refusal([](UndeadSetup& s) { s.sightings.pop_back(); }) == "3 7 1 sighting is missing");
  CHECK(board_refusal([](UndeadSetup& s) { s.sightings.resize(10); }) == "3 8 2 sightings too many");
  CHECK(board_refusal([](UndeadSetup& s) { s.totals = {3, 0, 0}; }) ==
        "1 2 a total of 0 zombies, but the grid shows 1");
  CHECK(board_refusal([](UndeadSetup& s) { s.totals[1] = 1; }).starts_with("1 0 the totals come to 4 monsters"));
  CHECK(board_refusal([](UndeadSetup& s) { s.totals = {-1, 3, 1}; }).starts_with("1 0 a total of -1 ghosts"));
  CHECK(board_refusal([](UndeadSetup& s) { s.totals = {2147483647, 2147483647, 2147483647}; }).starts_with("1 0"));
  CHECK(board_refusal([](UndeadSetup& s) { s.sightings[0] = 3; }).starts_with("3 0 a sighting of 3 on a line of 2"));
  CHECK(board_refusal([](UndeadSetup& s) { s.sightings[1] = 1; }) == "3 1 a sighting of 1 on a line of 0 cells");
  CHECK(board_refusal([](UndeadSetup& s) { s.sightings[7] = -2; }).starts_with("3 7 a sighting of -2"));
}

void bad_positions() {
  const BoardPtr board = board_of({".\\", "z."});
  const auto refused = [&](Monsters monsters) {
    try {
      Undead::position(board, std::move(monsters));
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  const Monster g = Monster::kGhost;
  CHECK(refused({g, Monster::kZombie, g}).empty());
  CHECK(refused({g, g, g}) == "a given cannot be replaced");
  CHECK(refused({g, Monster::kNone, g}) == "a given cannot be replaced");
  CHECK(refused({g, Monster::kZombie}) == "one monster for each cell");
}

}  // namespace

int main() {
  lines_of_any_board();
  lines_by_hand();
  loops_and_crossings();
  moves();
  outcomes();
  keys();
  impossible_lines();
  game_ids();
  bad_game_ids();
  bad_boards();
  bad_positions();
  std::puts("test_undead: ok");
}
