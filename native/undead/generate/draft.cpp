#include "undead/generate/draft.hpp"

#include <numeric>

namespace winnable {

namespace {

constexpr Square square_of(Monster m) { return static_cast<Square>(m); }

Square draw_mirror(Dice& dice) { return dice.below(2) != 0 ? Square::kSlash : Square::kBackslash; }
Square draw_monster(Dice& dice) { return square_of(kMonsters[dice.below(3)]); }

// A board with the mirrors alone: its lines, and no sighting shown.
UndeadSetup mirrors_alone(const UndeadDraft& d) {
  UndeadSetup setup;
  setup.width = d.width;
  setup.height = d.height;
  setup.squares.reserve(d.squares.size());
  for (const Square s : d.squares) {
    setup.squares.push_back(is_mirror(s) ? s : Square::kOpen);
    setup.totals[0] += !is_mirror(s);
  }
  setup.sightings.assign(2 * (d.width + d.height), kHidden);
  return setup;
}

// Fills the line's cells so that its sighting at `end` is nought, unless that undoes an earlier line's.
bool blank_line(const UndeadBoard& board, int end, Monsters& monsters) {
  const UndeadLine& line = board.lines()[board.line_at(end)];
  const int side = line.ends[0] == end ? 0 : 1;
  Monsters next = monsters;
  for (const UndeadVisit& v : line.visits) {
    const Monster unseen = is_seen(Monster::kVampire, v.part, side) ? Monster::kGhost : Monster::kVampire;
    if (next[v.cell] != Monster::kNone && next[v.cell] != unseen) return false;
    next[v.cell] = unseen;
  }
  monsters = std::move(next);
  return true;
}

void draw_monsters(UndeadDraft& d, int blank, Dice& dice) {
  const UndeadBoard board(mirrors_alone(d));
  std::vector<int> ends(board.ends());
  std::iota(ends.begin(), ends.end(), 0);
  dice.shuffle(ends);
  Monsters monsters(board.cells(), Monster::kNone);
  int wanted = board.ends() * blank / 1000;
  for (std::size_t i = 0; i < ends.size() && wanted > 0; ++i) wanted -= blank_line(board, ends[i], monsters);
  for (int c = 0; c < board.cells(); ++c) {
    const Square s = monsters[c] == Monster::kNone ? draw_monster(dice) : square_of(monsters[c]);
    d.put(board.square_of(c), s);
  }
}

// The mirrors within `reach` of a square, not in it.
std::vector<int> mirrors_near(const UndeadDraft& d, int square, int reach) {
  std::vector<int> out;
  const int x = square % d.width;
  const int y = square / d.width;
  for (int v = std::max(0, y - reach); v <= std::min(d.height - 1, y + reach); ++v) {
    for (int u = std::max(0, x - reach); u <= std::min(d.width - 1, x + reach); ++u) {
      const int other = v * d.width + u;
      if (other != square && is_mirror(d.squares[other])) out.push_back(other);
    }
  }
  return out;
}

// On boards that are large enough to tell.
bool keeps_to(const UndeadMixture& mixture, const UndeadDraft& before, const UndeadDraft& after) {
  constexpr int kFewCells = 20;
  const int cells = after.monsters[0] + after.monsters[1] + after.monsters[2];
  if (cells < kFewCells) return true;
  for (int k = 0; k < 3; ++k) {
    const int now = after.monsters[k];
    if (now < before.monsters[k] && 1000 * now < mixture.least * cells) return false;
    if (now > before.monsters[k] && 1000 * now > mixture.most * cells) return false;
  }
  return true;
}

bool change_monster(UndeadDraft& d, int square, Dice& dice) {
  if (is_mirror(d.squares[square])) return false;
  const int kind = static_cast<int>(kind_of(given_in(d.squares[square])));
  d.put(square, square_of(kMonsters[(kind + 1 + dice.below(2)) % 3]));
  return true;
}

bool move_mirror(UndeadDraft& d, int square, Dice& dice) {
  constexpr int kReach = 2;
  const std::vector<int> near = mirrors_near(d, square, kReach);
  if (is_mirror(d.squares[square]) || near.empty()) return false;
  // One draw in each statement: C++ leaves open in which order arguments are worked out.
  const Square monster = draw_monster(dice);
  d.put(near[dice.below(static_cast<int>(near.size()))], monster);
  d.put(square, draw_mirror(dice));
  return true;
}

bool turn_mirror(UndeadDraft& d, int square, Dice& dice) {
  const std::vector<int> near = mirrors_near(d, square, 1);
  if (near.empty()) return false;
  const int which = near[dice.below(static_cast<int>(near.size()))];
  d.put(which, d.squares[which] == Square::kSlash ? Square::kBackslash : Square::kSlash);
  return true;
}

}  // namespace

void UndeadDraft::put(int square, Square what) {
  const auto count = [this](Square s, int by) {
    if (const Monster m = given_in(s); m != Monster::kNone) monsters[kind_of(m)] += by;
  };
  count(squares[square], -1);
  count(what, 1);
  squares[square] = what;
}

UndeadDraft draw_draft(const UndeadPlan& plan, Dice& dice) {
  UndeadDraft d;
  d.width = plan.width;
  d.height = plan.height;
  std::vector<int> order(static_cast<std::size_t>(plan.width) * plan.height);
  std::iota(order.begin(), order.end(), 0);
  dice.shuffle(order);
  d.squares.assign(order.size(), Square::kOpen);
  for (int i = 0; i < plan.mirrors; ++i) d.squares[order[i]] = draw_mirror(dice);
  d.hidden.resize(2 * (plan.width + plan.height));
  std::iota(d.hidden.begin(), d.hidden.end(), 0);
  dice.shuffle(d.hidden);
  d.hidden.resize(plan.hidden);
  std::ranges::sort(d.hidden);
  draw_monsters(d, plan.blank, dice);
  return d;
}

UndeadPosed pose(const UndeadDraft& draft) {
  UndeadState truth;
  truth.board = std::make_shared<const UndeadBoard>(mirrors_alone(draft));
  const UndeadBoard& traced = *truth.board;
  for (int c = 0; c < traced.cells(); ++c) truth.monsters.push_back(given_in(draft.squares[traced.square_of(c)]));
  UndeadSetup setup = traced.setup();
  setup.totals = draft.monsters;
  for (int end = 0; end < traced.ends(); ++end) setup.sightings[end] = seen_from(truth, end);
  for (const int end : draft.hidden) setup.sightings[end] = kHidden;
  return {std::make_shared<const UndeadBoard>(std::move(setup)), std::move(truth.monsters)};
}

bool change_draft(UndeadDraft& draft, int square, const UndeadMixture& mixture, Dice& dice) {
  const UndeadDraft before = draft;
  const int kind = dice.below(3);
  const bool changed = kind == 0   ? change_monster(draft, square, dice)
                       : kind == 1 ? move_mirror(draft, square, dice)
                                   : turn_mirror(draft, square, dice);
  if (changed && keeps_to(mixture, before, draft)) return true;
  draft = before;
  return false;
}

}  // namespace winnable
