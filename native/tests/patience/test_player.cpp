// The simulated player: the same games for equal positions, games that follow the rules to their ends, limits.
#include <algorithm>
#include <atomic>
#include <random>
#include <stdexcept>
#include <string>

#include "core/deal_numbers.hpp"
#include "patience/engine.hpp"
#include "patience/player/player.hpp"
#include "tests/check.hpp"

namespace winnable {
namespace {

constexpr PlayerSkill kHasty{.look_ahead = 1, .slips = 100};

bool same_games(const PlayedGames& a, const PlayedGames& b) {
  return a.games == b.games && a.wins == b.wins && a.home == b.home && a.lost_moves == b.lost_moves &&
         a.positions == b.positions;
}

void the_order_of_columns_and_cells_is_nothing() {
  const Patience game{kFreecellRules};
  for (const std::uint64_t n : {1, 617, 1941}) {
    const PatienceState start = game.deal(microsoft_deck(n));
    PatienceSetup setup = game.setup(start);
    setup.cells[1] = setup.columns[2].back();
    setup.columns[2].pop_back();
    setup.cells[3] = setup.columns[7].back();
    setup.columns[7].pop_back();
    PatienceSetup turned = setup;
    std::reverse(turned.columns.begin(), turned.columns.end());
    std::reverse(turned.cells.begin(), turned.cells.end());
    for (const int look_ahead : {1, 2}) {
      const PlayerSkill skill{.look_ahead = look_ahead, .slips = 100};
      check(same_games(play_games(game, game.position(setup), skill, 10, 7),
                       play_games(game, game.position(turned), skill, 10, 7)),
            "ms:" + std::to_string(n) + " is played alike with its columns turned round");
    }
  }
}

void games_add_up() {
  const Patience game{kFreecellRules};
  const PatienceState start = game.deal(microsoft_deck(2));
  const PlayedGames all = play_games(game, start, kHasty, 40, 3);
  check(all.games == 40 && all.reason == StopReason::kGoal, "all games are played");
  check(all.wins > 0 && all.wins < 40, "of this deal some are won");
  check(all.home >= all.wins * kDeck && all.home <= all.wins * kDeck + (40 - all.wins) * (kDeck - 1),
        "a won game brings all cards home, a lost one does not");
  check(play_games(game, start, kHasty, 0, 3).games == 0, "no games are none");
  const PlayedGames other = play_games(game, start, kHasty, 40, 4);
  check(!same_games(all, other), "another seed, other games");
  const PlayedGames never = play_games(game, start, {.look_ahead = 1, .slips = 0}, 3, 5);
  check(never.wins % 3 == 0 && never.home % 3 == 0, "without slips every game goes alike");
}

// Any position in which no card lies on a lower one: the player says that it is won, and moves home alone win it.
void what_is_in_order_is_won() {
  const Patience game{kFreecellRules};
  std::mt19937 random(1);
  for (int i = 0; i < some_of(200); ++i) {
    PatienceSetup setup;
    setup.columns.resize(8);
    setup.cells.assign(4, kNoCard);
    for (Card c = 0; c < kDeck; ++c) {
      setup.columns[random() % 8].push_back(c);
    }
    for (auto& column : setup.columns) {
      std::sort(column.begin(), column.end(), [](Card a, Card b) { return rank_of(a) > rank_of(b); });
    }
    for (std::size_t k = 0; k < 4; ++k) {
      if (setup.columns[k].empty()) continue;
      setup.cells[k] = setup.columns[k].back();
      setup.columns[k].pop_back();
    }
    PatienceState s = game.position(setup);
    const PlayedGames played = play_games(game, s, kHasty, 1, 1);
    check(played.wins == 1 && played.home == kDeck && played.positions == 0, "what is in order is won");
    while (const auto m = game.autoplay(s, Autoplay::kMax)) game.apply(s, *m);
    check(game.won(s), "by moves home alone");
  }
}

void impossible_deals_are_never_won() {
  const Patience game{kFreecellRules};
  for (const std::uint64_t n : {11982, 146692, 186216, 455889}) {
    for (const int look_ahead : {1, 2}) {
      const PlayerSkill skill{.look_ahead = look_ahead, .slips = 100};
      check(play_games(game, game.deal(microsoft_deck(n)), skill, 20, 1).wins == 0,
            "ms:" + std::to_string(n) + " is not won");
    }
  }
}

void limits_stop() {
  const Patience game{kFreecellRules};
  const PatienceState start = game.deal(microsoft_deck(1));
  Limits limits;
  limits.nodes = 5'000;
  const PlayedGames some = play_games(game, start, kHasty, 1'000'000, 1, limits);
  check(some.reason == StopReason::kNodes && some.games > 0 && some.positions == 5'000, "positions are limited");
  check(same_games(some, play_games(game, start, kHasty, 1'000'000, 1, limits)), "to the same games");
  const CancelFlag cancel{true};
  const PlayedGames none = play_games(game, start, kHasty, 5, 1, {}, &cancel);
  check(none.reason == StopReason::kCancelled && none.games == 0, "cancelled before it began");
  for (const PlayerSkill& wrong : {PlayerSkill{0, 1}, PlayerSkill{kMostLookAhead + 1, 1}, PlayerSkill{1, -1}}) {
    bool refused = false;
    try {
      play_games(game, start, wrong, 1, 1);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    check(refused, "a skill that there is not is refused");
  }
}

}  // namespace
}  // namespace winnable

int main() {
  winnable::the_order_of_columns_and_cells_is_nothing();
  winnable::games_add_up();
  winnable::what_is_in_order_is_won();
  winnable::impossible_deals_are_never_won();
  winnable::limits_stop();
  return 0;
}
