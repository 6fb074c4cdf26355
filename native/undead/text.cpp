#include "undead/text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/illegal_move.hpp"

namespace winnable {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr int kMostNumber = 999'999;     // more than any board can ask for
constexpr std::size_t kMostDigits = 32;  // shown of a number in an error

// What digits stand for; anything beyond the largest number is one more than that.
int value_of(std::string_view digits) {
  int value = 0;
  for (const char c : digits) value = std::min(10 * value + (c - '0'), kMostNumber + 1);
  return value;
}

// Digits as they stood, cut where they are very many.
std::string shown(std::string_view digits) {
  if (digits.size() <= kMostDigits) return std::string(digits);
  return std::string(digits.substr(0, kMostDigits - 3)) + "...";
}

// Reads from the front of a text, and knows where it is.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::size_t at() const { return at_; }
  bool done() const { return at_ == text_.size(); }
  char peek() const { return done() ? '\0' : text_[at_]; }
  char take() { return text_[at_++]; }
  bool skip(char c) {
    if (peek() != c || done()) return false;
    ++at_;
    return true;
  }
  // The digits from here on; empty where there are none.
  std::string_view digits() {
    const std::size_t begin = at_;
    while (is_digit(peek())) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  // A whole number; nothing where there is none. One that is too large fails as it stands.
  std::optional<int> number() {
    const std::size_t begin = at_;
    const std::string_view found = digits();
    if (found.empty()) return std::nullopt;
    const int value = value_of(found);
    if (value > kMostNumber) {
      throw GameIdError(begin, "the number " + shown(found), "at most " + std::to_string(kMostNumber));
    }
    return value;
  }
  [[noreturn]] void fail(const std::string& what, const std::string& expected) const {
    throw GameIdError(at_, what, expected);
  }
  std::string here() const {
    if (done()) return "the end";
    const auto c = static_cast<unsigned char>(peek());
    return c < 32 || c > 126 ? "an unreadable character" : "'" + std::string(1, peek()) + "'";
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

void read_size(Reader& in, GameId& id) {
  const std::string_view width = in.digits();
  if (width.empty()) in.fail("found " + in.here(), "a size such as 7x7");
  std::string_view height = width;
  if (in.skip('x')) {
    height = in.digits();
    if (height.empty()) in.fail("found " + in.here(), "the height, as in 7x7");
  }
  id.setup.width = value_of(width);
  id.setup.height = value_of(height);
  if (in.skip('d')) {
    const char grade = in.peek();
    if (grade != 'e' && grade != 'n' && grade != 't') in.fail("found " + in.here(), "the grade e, n or t");
    id.grade = in.take();
  }
  if (!in.skip(':')) in.fail("found " + in.here(), "a colon after the size");
  // A huge grid is not worth reading.
  if (id.setup.width < 1 || id.setup.height < 1 || id.setup.width > kMostSide || id.setup.height > kMostSide) {
    const std::string most = std::to_string(kMostSide);
    throw GameIdError(0, "a board of " + shown(width) + "x" + shown(height), "1x1 to " + most + "x" + most);
  }
}

void read_totals(Reader& in, GameId& id) {
  constexpr std::array<const char*, 3> kNames = {"ghosts", "vampires", "zombies"};
  for (std::size_t k = 0; k < 3; ++k) {
    id.total_offset[k] = in.at();
    const auto total = in.number();
    if (!total) in.fail("found " + in.here(), std::string("the number of ") + kNames[k]);
    id.setup.totals[k] = *total;
    if (!in.skip(',')) in.fail("found " + in.here(), std::string("a comma after the ") + kNames[k]);
  }
}

void read_grid(Reader& in, GameId& id, bool offsets) {
  const auto most = static_cast<std::size_t>(id.setup.width) * static_cast<std::size_t>(id.setup.height);
  std::vector<Square>& squares = id.setup.squares;
  squares.reserve(most);
  const auto add = [&](Square s) {
    squares.push_back(s);
    if (offsets) id.square_offset.push_back(in.at());
  };
  while (!in.done() && in.peek() != ',') {
    const char c = in.peek();
    const std::size_t run = c >= 'a' && c <= 'z' ? static_cast<std::size_t>(c - 'a' + 1) : 1;
    if (squares.size() + run > most) {
      in.fail("the grid is too long at " + in.here(), std::to_string(most) + " squares");
    }
    if (c >= 'a' && c <= 'z') {
      for (std::size_t i = 0; i < run; ++i) add(Square::kOpen);
    } else {
      constexpr std::string_view kLetters = "GVZLR";
      constexpr std::array<Square, 5> kSquares = {Square::kGhost, Square::kVampire, Square::kZombie, Square::kBackslash,
                                                  Square::kSlash};
      const std::size_t which = kLetters.find(c);
      if (which == std::string_view::npos) {
        in.fail("found " + in.here() + " in the grid", "L, R, G, V, Z, or a to z for a run of cells");
      }
      add(kSquares[which]);
    }
    in.take();
  }
  if (offsets) id.square_offset.push_back(in.at());
  if (squares.size() < most) {
    in.fail("the grid is too short: " + std::to_string(squares.size()) + " squares", std::to_string(most));
  }
}

void read_sightings(Reader& in, GameId& id, bool offsets) {
  const int count = 2 * (id.setup.width + id.setup.height);
  id.setup.sightings.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const auto which = [&] { return "sighting " + std::to_string(i + 1) + " of " + std::to_string(count); };
    if (!in.skip(',')) in.fail("found " + in.here(), "a comma and " + which());
    if (offsets) id.sighting_offset.push_back(in.at());
    if (in.skip('-')) {
      id.setup.sightings.push_back(kHidden);
      continue;
    }
    const auto sighting = in.number();
    if (!sighting) in.fail("found " + in.here(), which() + ", or - where it is hidden");
    id.setup.sightings.push_back(*sighting);
  }
  if (!in.done()) {
    const std::string ends = "the end after " + std::to_string(count) + " sightings";
    in.fail(in.peek() == ',' ? "a sighting too many" : "found " + in.here(), ends);
  }
}

}  // namespace

std::string sighting_label(const UndeadBoard& board, int end) {
  const int w = board.width();
  const int h = board.height();
  if (end < w) return "D" + std::to_string(end + 1);
  if (end < w + h) return "L" + std::to_string(end - w + 1);
  if (end < 2 * w + h) return "U" + std::to_string(2 * w + h - end);
  return "R" + std::to_string(2 * (w + h) - end);
}

std::string square_label(const UndeadBoard& board, int square) {
  return "r" + std::to_string(square / board.width() + 1) + "c" + std::to_string(square % board.width() + 1);
}

std::string format_move(const UndeadMove& m) {
  return "r" + std::to_string(m.row + 1) + "c" + std::to_string(m.column + 1) + "=" + letter_of(m.monster);
}

UndeadMove parse_move(const Undead& engine, const UndeadState& s, std::string_view text) {
  const auto fail = [] { throw std::invalid_argument("that is not a move: expected a cell and g, v or z, as r2c3=g"); };
  std::string low(text);
  std::ranges::transform(low, low.begin(), lower);
  Reader in(low);
  UndeadMove move;
  bool beyond = false;  // beyond every board
  const auto coordinate = [&](char name) {
    if (!in.skip(name)) fail();
    const int value = value_of(in.digits());
    if (value < 1) fail();
    beyond = beyond || value > kMostSide;
    return static_cast<std::uint8_t>(std::min(value - 1, kMostSide));
  };
  move.row = coordinate('r');
  move.column = coordinate('c');
  if (!in.skip('=')) fail();
  const std::size_t which = in.done() ? 0 : kSquareLetters.find(in.take());
  if (which < 1 || which > 3 || !in.done()) fail();
  move.monster = static_cast<Monster>(which);
  if (beyond) throw IllegalMove(outside(low.substr(0, low.find('=')), *s.board));
  if (const auto why = engine.why_illegal(s, move)) throw IllegalMove(*why);
  return move;
}

GameId parse_game_id(std::string_view text, bool offsets) {
  Reader in(text);
  GameId id;
  read_size(in, id);
  read_totals(in, id);
  read_grid(in, id, offsets);
  read_sightings(in, id, offsets);
  return id;
}

std::string format_game_id(const UndeadSetup& setup) {
  std::string out = std::to_string(setup.width) + "x" + std::to_string(setup.height) + ":";
  for (const int total : setup.totals) out += std::to_string(total) + ",";
  int run = 0;
  const auto flush = [&] {
    if (run > 0) out += static_cast<char>('a' + run - 1);
    run = 0;
  };
  for (const Square s : setup.squares) {
    if (s == Square::kOpen) {
      if (++run == 26) flush();
      continue;
    }
    flush();
    out += std::string_view(" GVZLR")[static_cast<std::size_t>(s)];
  }
  flush();
  for (const int n : setup.sightings) out += n == kHidden ? ",-" : "," + std::to_string(n);
  return out;
}

}  // namespace winnable
