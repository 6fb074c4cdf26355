// Solutions under other conventions, and written out: what comes of any walk can be played, and ends no worse.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/deal_numbers.hpp"
#include "core/illegal_move.hpp"
#include "patience/conventions.hpp"
#include "patience/engine.hpp"
#include "patience/forced.hpp"
#include "patience/text.hpp"
#include "patience/words.hpp"
#include "patience/written.hpp"
#include "tests/check.hpp"

namespace winnable {
namespace {

using Moves = std::vector<PatienceMove>;

Moves walk(const Patience& game, PatienceState s, int most, std::mt19937& rng) {
  Moves made;
  MoveList<PatienceMove> legal;
  while (int(made.size()) < most) {
    legal.clear();
    game.all_moves(s, legal);
    if (legal.empty()) break;
    made.push_back(legal[rng() % legal.size()]);
    game.apply(s, made.back());
  }
  return made;
}

PatienceState played(const Patience& game, PatienceState s, const Moves& moves) {
  for (const PatienceMove& m : moves) {
    check(game.is_legal(s, m), "every move is legal");
    game.apply(s, m);
  }
  return s;
}

bool no_less_home(const PatienceState& a, const PatienceState& b) {
  return std::equal(a.home.begin(), a.home.end(), b.home.begin(), std::greater_equal<>());
}

void check_walk(const Patience& game, const PatienceState& start, const Moves& moves) {
  const PatienceState end = played(game, start, moves);
  const Moves single = single_cards(game, start, moves);
  check(game.same(played(game, start, single), end), "single cards end where groups end");
  for (const Autoplay policy : {Autoplay::kNone, Autoplay::kHorne, Autoplay::kSafe, Autoplay::kMax}) {
    const auto player = without_autoplay(game, start, moves, policy);
    const bool may_spoil = policy == Autoplay::kMax || game.rules().foundation_return;
    check(player.has_value() || may_spoil, "only max spoils a solution, unless cards come back");
    if (player) {
      const PatienceState here = played(game, start, with_forced_moves(game, start, *player, policy));
      check(no_less_home(here, end), "nothing comes home later than as it was written");
    }
    for (const Style style : {Style::kMoves, Style::kCards, Style::kWords, Style::kBoards}) {
      const Written out = write_solution(game, start, moves, style, policy);
      check(out.autoplay <= policy && out.steps == int(single.size()), "a weaker policy at most, and its steps");
      PatienceState s = start;
      for (const std::string& text : out.texts) {
        game.apply(s, parse_move(game, s, text));
        while (const auto automatic = game.autoplay(s, out.autoplay)) game.apply(s, *automatic);
      }
      check(no_less_home(s, end), "the texts are read back");
      if (style == Style::kBoards) check(out.body.ends_with(format_board(game, s)), "the last board is where it ends");
    }
  }
}

void any_walk_is_written() {
  std::mt19937 rng(18);
  PatienceRules heaps = kFreecellRules;
  heaps.group_size = GroupSize::kUnlimited;
  PatienceRules back = kFreecellRules;
  back.foundation_return = true;
  back.cells = 8;
  for (const PatienceRules& rules : {kFreecellRules, heaps, back}) {
    const Patience game{rules};
    for (int i = 0; i < some_of(60); ++i) {
      const PatienceState start = game.deal(microsoft_deck(1 + rng() % 32000));
      check_walk(game, start, walk(game, start, 80, rng));
    }
  }
}

void cards_are_carried_through_cells_and_columns() {
  const std::vector<Pile> cells = {16, 17};
  const std::vector<Pile> columns = {4, 5};
  for (int count = 1; count <= 12; ++count) check(!carry(count, 0, 1, cells, columns).empty(), "3 * 2 * 2 may go");
  check(carry(13, 0, 1, cells, columns).empty(), "and no more");
  check(carry(0, 0, 1, cells, columns).empty(), "nothing is carried in no steps");
  check(carry(3, 0, 1, cells, {}).size() == 5, "two wait in cells");
}

void what_cannot_be_made_is_refused() {
  const Patience game{kFreecellRules};
  const Moves wrong = {{0, 0, 1}};
  try {
    write_solution(game, game.deal(microsoft_deck(1)), wrong, Style::kWords, Autoplay::kSafe);
    check(false, "an illegal move is written");
  } catch (const IllegalMove&) {
  }
}

}  // namespace
}  // namespace winnable

int main() {
  winnable::any_walk_is_written();
  winnable::cards_are_carried_through_cells_and_columns();
  winnable::what_cannot_be_made_is_refused();
}
