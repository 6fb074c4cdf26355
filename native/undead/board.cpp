#include "undead/board.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace winnable {

namespace {

enum class Heading : std::uint8_t { kUp, kRight, kDown, kLeft };

constexpr Heading reflect(Heading h, Square mirror) {
  // By heading: up, right, down, left.
  constexpr std::array<Heading, 4> kOffSlash = {Heading::kRight, Heading::kUp, Heading::kLeft, Heading::kDown};
  constexpr std::array<Heading, 4> kOffBackslash = {Heading::kLeft, Heading::kDown, Heading::kRight, Heading::kUp};
  return (mirror == Square::kSlash ? kOffSlash : kOffBackslash)[static_cast<std::size_t>(h)];
}

struct Ray {
  int x, y;
  Heading heading;

  void step() {
    constexpr std::array<int, 4> kX = {0, 1, 0, -1};
    constexpr std::array<int, 4> kY = {-1, 0, 1, 0};
    x += kX[static_cast<std::size_t>(heading)];
    y += kY[static_cast<std::size_t>(heading)];
  }
};

// Into the board from the edge: the first square, and which way.
Ray ray_from(int end, int w, int h) {
  if (end < w) return {end, 0, Heading::kDown};
  if (end < w + h) return {w - 1, end - w, Heading::kLeft};
  if (end < 2 * w + h) return {2 * w + h - 1 - end, h - 1, Heading::kUp};
  return {0, 2 * (w + h) - 1 - end, Heading::kRight};
}

// The end that a ray has just left the board by.
int end_of(const Ray& r, int w, int h) {
  switch (r.heading) {
    case Heading::kUp: return r.x;
    case Heading::kRight: return w + r.y;
    case Heading::kDown: return 2 * w + h - 1 - r.x;
    default: return 2 * (w + h) - 1 - r.y;
  }
}

std::string plural(int n, const char* one, const char* many) { return std::to_string(n) + " " + (n == 1 ? one : many); }

void check_size(const UndeadSetup& s) {
  using P = UndeadError::Part;
  const std::string size = std::to_string(s.width) + "x" + std::to_string(s.height);
  if (s.width < 1 || s.height < 1) throw UndeadError(P::kSize, 0, "a board of " + size, "at least 1x1");
  if (s.width > kMostSide || s.height > kMostSide) {
    const std::string most = std::to_string(kMostSide);
    throw UndeadError(P::kSize, 0, "a board of " + size + " is too large", "at most " + most + "x" + most);
  }
  const int squares = s.width * s.height;
  if (static_cast<int>(s.squares.size()) != squares) {
    throw UndeadError(P::kGrid, static_cast<int>(std::min<std::size_t>(s.squares.size(), squares)),
                      "the grid has " + plural(static_cast<int>(s.squares.size()), "square", "squares"),
                      std::to_string(squares) + " for " + size);
  }
  const int ends = 2 * (s.width + s.height);
  const int sightings = static_cast<int>(s.sightings.size());
  if (sightings != ends) {
    throw UndeadError(P::kSighting, std::min(sightings, ends),
                      sightings > ends ? plural(sightings - ends, "sighting", "sightings") + " too many"
                                       : plural(ends - sightings, "sighting is", "sightings are") + " missing",
                      std::to_string(ends) + " around a board of " + size);
  }
}

constexpr std::array<const char*, 3> kManyNames = {"ghosts", "vampires", "zombies"};

void check_totals(const UndeadSetup& s) {
  using P = UndeadError::Part;
  std::array<int, 3> given{};
  int cells = 0;
  for (const Square square : s.squares) {
    cells += !is_mirror(square);
    if (const Monster m = given_in(square); m != Monster::kNone) ++given[kind_of(m)];
  }
  std::int64_t sum = 0;
  for (int k = 0; k < 3; ++k) {
    if (s.totals[k] < given[k]) {
      throw UndeadError(P::kTotals, k,
                        std::string("a total of ") + std::to_string(s.totals[k]) + " " + kManyNames[k] +
                            ", but the grid shows " + std::to_string(given[k]),
                        "at least those");
    }
    sum += s.totals[k];
  }
  if (sum != cells) {
    throw UndeadError(
        P::kTotals, 0,
        "the totals come to " + std::to_string(sum) + " monsters, but the grid has " + plural(cells, "cell", "cells"),
        std::to_string(cells) + " together");
  }
}

// The sum of a hash for each number that goes in.
class Hasher {
 public:
  void add(std::uint64_t value) {
    lo_ = mix(lo_ ^ value);
    hi_ = mix(hi_ + 0x9E3779B97F4A7C15ULL * (value + 1));
  }
  Key128 key() const { return {lo_, hi_}; }

 private:
  static std::uint64_t mix(std::uint64_t x) { return splitmix64(x); }
  std::uint64_t lo_ = 0x756E6465616401ULL;
  std::uint64_t hi_ = 0x756E6465616402ULL;
};

Key128 board_key(const UndeadSetup& s) {
  Hasher h;
  h.add(static_cast<std::uint64_t>(s.width));
  h.add(static_cast<std::uint64_t>(s.height));
  for (const Square square : s.squares) h.add(static_cast<std::uint64_t>(square));
  for (const int total : s.totals) h.add(static_cast<std::uint64_t>(total));
  for (const int sighting : s.sightings) h.add(static_cast<std::uint64_t>(sighting + 1));
  return h.key();
}

// What can be seen from the two ends of a line together, as its cells are added one by one: a bit for each
// pair of numbers. Nothing is ever seen less, so that pairs beyond the sightings are left out; the numbers at
// an end with a hidden sighting do not matter, and stay at 0.
class Sums {
 public:
  explicit Sums(const std::array<int, 2>& sightings)
      : sightings_(sightings), words_(static_cast<std::size_t>(std::max(sightings[1], 0)) / 64 + 1) {
    bits_.assign((static_cast<std::size_t>(std::max(sightings[0], 0)) + 1) * words_, 0);
    bits_[0] = 1;
  }

  // A cell by its visits, with what stands in it.
  void add(std::span<const UndeadVisit> visits, Monster there) {
    next_.assign(bits_.size(), 0);
    for (const Monster m : kMonsters) {
      if (there != Monster::kNone && there != m) continue;
      std::array<std::size_t, 2> seen{};
      for (const std::size_t end : {0U, 1U}) {
        if (sightings_[end] == kHidden) continue;
        for (const UndeadVisit& v : visits) seen[end] += is_seen(m, v.part, static_cast<int>(end));
      }
      add_shifted(seen[0], static_cast<unsigned>(seen[1]));
    }
    bits_.swap(next_);
  }

  // Can both sightings be right?
  bool fit() const {
    const auto second = static_cast<unsigned>(std::max(sightings_[1], 0));
    return (bits_[bits_.size() - words_ + second / 64] >> (second % 64) & 1) != 0;
  }

 private:
  // `second` is at most 2: no line crosses a cell more often.
  void add_shifted(std::size_t first, unsigned second) {
    for (std::size_t i = first * words_; i < bits_.size(); ++i) {
      const std::size_t from = i - first * words_;
      next_[i] |= bits_[from] << second;
      if (second > 0 && from % words_ > 0) next_[i] |= bits_[from - 1] >> (64 - second);
    }
  }

  std::array<int, 2> sightings_;
  std::size_t words_;  // for the numbers at the second end; a row of them for each at the first
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint64_t> next_;
};

}  // namespace

UndeadBoard::UndeadBoard(UndeadSetup setup) : setup_(std::move(setup)) {
  check_size(setup_);
  check_totals(setup_);
  number_cells();
  trace_lines();
  note_crossings();
  key_ = board_key(setup_);
}

void UndeadBoard::number_cells() {
  cell_of_.assign(setup_.squares.size(), -1);
  square_of_.reserve(setup_.squares.size());
  for (std::size_t i = 0; i < setup_.squares.size(); ++i) {
    if (is_mirror(setup_.squares[i])) continue;
    cell_of_[i] = static_cast<int>(square_of_.size());
    square_of_.push_back(static_cast<std::uint16_t>(i));
  }
}

void UndeadBoard::trace_lines() {
  const int w = width();
  const int h = height();
  line_at_.assign(ends(), -1);
  lines_.reserve(ends() / 2);
  for (int end = 0; end < ends(); ++end) {
    if (line_at_[end] >= 0) continue;
    UndeadLine line;
    std::size_t first = 0;  // visits before the first mirror
    std::size_t last = 0;   // visits up to the last mirror
    bool mirrored = false;
    Ray ray = ray_from(end, w, h);
    for (; ray.x >= 0 && ray.x < w && ray.y >= 0 && ray.y < h; ray.step()) {
      const int square = ray.y * w + ray.x;
      line.squares.push_back(static_cast<std::uint16_t>(square));
      if (is_mirror(setup_.squares[square])) {
        if (!mirrored) first = line.visits.size();
        last = line.visits.size();
        mirrored = true;
        ray.heading = reflect(ray.heading, setup_.squares[square]);
      } else {
        line.visits.push_back({static_cast<std::uint16_t>(cell_of_[square]), Part::kStraight});
      }
    }
    for (std::size_t i = 0; mirrored && i < line.visits.size(); ++i) {
      line.visits[i].part = i < first ? Part::kBefore : i < last ? Part::kBetween : Part::kAfter;
    }
    const int other = end_of(ray, w, h);
    line.ends = {static_cast<std::uint16_t>(end), static_cast<std::uint16_t>(other)};
    line_at_[end] = line_at_[other] = static_cast<int>(lines_.size());
    const int most = static_cast<int>(line.visits.size());
    for (const int e : line.ends) {
      const int n = sighting(e);
      if (n == kHidden || (n >= 0 && n <= most)) continue;
      throw UndeadError(UndeadError::Part::kSighting, e,
                        "a sighting of " + std::to_string(n) + " on a line of " + plural(most, "cell", "cells"),
                        "0 to " + std::to_string(most));
    }
    lines_.push_back(std::move(line));
  }
}

void UndeadBoard::note_crossings() {
  first_crossing_.assign(cells() + 1, 0);
  for (const UndeadLine& line : lines_) {
    for (const UndeadVisit& v : line.visits) ++first_crossing_[v.cell + 1];
  }
  for (int c = 0; c < cells(); ++c) first_crossing_[c + 1] += first_crossing_[c];
  crossings_.resize(first_crossing_.back());
  std::vector<std::uint32_t> next(first_crossing_.begin(), first_crossing_.end() - 1);
  for (std::size_t l = 0; l < lines_.size(); ++l) {
    for (std::size_t v = 0; v < lines_[l].visits.size(); ++v) {
      crossings_[next[lines_[l].visits[v].cell]++] = {static_cast<std::uint16_t>(l), static_cast<std::uint16_t>(v)};
    }
  }
}

UndeadState Undead::start(std::shared_ptr<const UndeadBoard> board) {
  Monsters monsters(board->cells());
  for (int c = 0; c < board->cells(); ++c) monsters[c] = board->given(c);
  return {std::move(board), std::move(monsters)};
}

UndeadState Undead::position(std::shared_ptr<const UndeadBoard> board, Monsters monsters) {
  if (static_cast<int>(monsters.size()) != board->cells()) throw std::invalid_argument("one monster for each cell");
  for (int c = 0; c < board->cells(); ++c) {
    if (board->given(c) != Monster::kNone && monsters[c] != board->given(c)) {
      throw std::invalid_argument("a given cannot be replaced");
    }
  }
  return {std::move(board), std::move(monsters)};
}

UndeadMove Undead::move_to(const UndeadBoard& board, int cell, Monster monster) {
  const int square = board.square_of(cell);
  return {static_cast<std::uint8_t>(square / board.width()), static_cast<std::uint8_t>(square % board.width()),
          monster};
}

void Undead::legal_moves(const State& s, MoveList<Move>& out) const {
  out.clear();
  for (int c = 0; c < s.board->cells(); ++c) {
    if (s.monsters[c] != Monster::kNone) continue;
    for (const Monster m : kMonsters) out.push_back(move_to(*s.board, c, m));
  }
}

std::string outside(const std::string& where, const UndeadBoard& board) {
  return where + " lies outside this board of " + std::to_string(board.width()) + "x" + std::to_string(board.height());
}

std::optional<std::string> Undead::why_illegal(const State& s, const Move& m) const {
  const UndeadBoard& b = *s.board;
  const std::string where = "r" + std::to_string(m.row + 1) + "c" + std::to_string(m.column + 1);
  if (m.row >= b.height() || m.column >= b.width()) {
    return outside(where, b);
  }
  const int cell = cell_at(s, m);
  if (cell < 0) return where + " holds a mirror";
  if (m.monster == Monster::kNone) return "a move names a ghost, a vampire or a zombie";
  if (b.given(cell) != Monster::kNone) return where + " is given";
  if (s.monsters[cell] != Monster::kNone) return where + " is filled already; take that back first";
  return std::nullopt;
}

int seen_from(const UndeadState& s, int end) {
  const UndeadLine& line = s.board->lines()[s.board->line_at(end)];
  const int side = line.ends[0] == end ? 0 : 1;
  int seen = 0;
  for (const UndeadVisit& v : line.visits) {
    const Monster m = s.monsters[v.cell];
    seen += m != Monster::kNone && is_seen(m, v.part, side);
  }
  return seen;
}

std::array<int, 3> count_monsters(const Monsters& monsters) {
  std::array<int, 3> count{};
  for (const Monster m : monsters) {
    if (m != Monster::kNone) ++count[kind_of(m)];
  }
  return count;
}

Outcome Undead::outcome(const State& s) const {
  if (std::ranges::find(s.monsters, Monster::kNone) != s.monsters.end()) return Outcome::kOpen;
  if (count_monsters(s.monsters) != s.board->totals()) return Outcome::kStuck;
  for (int end = 0; end < s.board->ends(); ++end) {
    const int sighting = s.board->sighting(end);
    if (sighting != kHidden && seen_from(s, end) != sighting) return Outcome::kStuck;
  }
  return Outcome::kWon;
}

Key128 Undead::key(const State& s) const {
  Key128 key = s.board->key();
  for (std::size_t c = 0; c < s.monsters.size(); ++c) {
    if (s.monsters[c] == Monster::kNone) continue;
    std::uint64_t seed = 4 * c + static_cast<std::uint64_t>(s.monsters[c]);
    key.lo ^= splitmix64(seed);
    key.hi ^= splitmix64(seed);
  }
  return key;
}

std::optional<int> impossible_line(const UndeadState& s) {
  for (std::size_t l = 0; l < s.board->lines().size(); ++l) {
    const UndeadLine& line = s.board->lines()[l];
    const std::array<int, 2> wanted = {s.board->sighting(line.ends[0]), s.board->sighting(line.ends[1])};
    // A cell crossed twice holds one monster, seen at each crossing: its visits go together.
    std::vector<UndeadVisit> visits = line.visits;
    std::stable_sort(visits.begin(), visits.end(), [](const auto& a, const auto& b) { return a.cell < b.cell; });
    Sums sums(wanted);
    for (auto first = visits.begin(); first != visits.end();) {
      const auto last = std::find_if(first, visits.end(), [&](const UndeadVisit& v) { return v.cell != first->cell; });
      sums.add({first, last}, s.monsters[first->cell]);
      first = last;
    }
    if (!sums.fit()) return static_cast<int>(l);
  }
  return std::nullopt;
}

}  // namespace winnable
