// Spider's player: its board, its search over macro-moves against plain moves, and whole games by it.
#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "spider/policy/macro.hpp"
#include "spider/policy/play.hpp"
#include "spider/policy/shapes.hpp"
#include "spider/policy/spider_policy.hpp"
#include "tests/check.hpp"
#include "tests/spider/cases.hpp"

using namespace winnable;
using namespace winnable::spider_cases;

namespace {

constexpr SpiderRun run(int head, int tail, int suit) {
  return {static_cast<std::uint8_t>(head), static_cast<std::uint8_t>(tail), static_cast<std::uint8_t>(suit)};
}

SpiderPolicyConfig small(int suits, std::uint32_t boards, bool deal_over_empty = false) {
  SpiderPolicyConfig config = spider_policy_config(suits, deal_over_empty, SpiderPace::kFast);
  config.boards = boards;
  return config;
}

void test_columns() {
  SpiderColumns columns;
  int complete = 0;
  // One by one or as a whole, a run is the same column.
  ColumnId one = SpiderColumns::bare(3);
  for (int rank = 9; rank >= 5; --rank) one = columns.lay(one, run(rank, rank, 2), complete);
  CHECK(one == columns.lay(SpiderColumns::bare(3), run(9, 5, 2), complete));
  CHECK(columns[one].run.length() == 5 && columns[one].cards == 5 && columns[one].down == 3);
  // Off suit it is another run of the same sequence; a gap ends the sequence.
  const ColumnId off = columns.lay(one, run(4, 3, 1), complete);
  CHECK(columns[off].below == one && columns[off].sequence == 2 && columns[off].first == 9);
  const ColumnId gap = columns.lay(off, run(0, 0, 1), complete);
  CHECK(columns[gap].sequence == 1 && columns[gap].first == 0 && columns[gap].below == off);
  CHECK(complete == 0);
  // A run from king to ace leaves, whatever lies under it.
  const ColumnId king = columns.lay(off, run(12, 1, 0), complete);
  CHECK(columns.lay(king, run(0, 0, 0), complete) == off && complete == 1);
  // Numbers stay when the table grows.
  const std::size_t before = columns.size();
  ColumnId last = kEmptyColumn;
  for (int i = 0; i < 5000; ++i)
    last = columns.push(i % 50 == 0 ? SpiderColumns::bare(i / 50) : last, run(i % 13, i % 13, i % 4));
  CHECK(columns.size() > before + 2000);
  CHECK(columns.lay(SpiderColumns::bare(3), run(9, 5, 2), complete) == one);
}

// Everything that moves of a run or of a part reach without turning a card, by column contents.
std::set<std::vector<ColumnId>> reached_by_moves(SpiderColumns& columns, std::vector<ColumnId> root,
                                                 SpiderSplit split) {
  std::sort(root.begin(), root.end());
  std::set<std::vector<ColumnId>> seen{root};
  std::vector<std::vector<ColumnId>> todo{root};
  while (!todo.empty()) {
    const std::vector<ColumnId> at = todo.back();
    todo.pop_back();
    for (std::size_t from = 0; from < at.size(); ++from) {
      const SpiderColumn c = columns[at[from]];
      for (int top = c.run.tail; c.cards != 0 && top <= c.run.head; ++top) {
        const bool whole = top == c.run.head;
        for (std::size_t to = 0; to < at.size(); ++to) {
          const SpiderColumn on = columns[at[to]];
          if (to == from || on.unknown() || (on.cards != 0 && on.run.tail != top + 1)) continue;
          const bool in_suit = on.cards != 0 && on.run.suit == c.run.suit;
          if (!whole && !in_suit && split != SpiderSplit::kAny) continue;
          int complete = 0;
          std::vector<ColumnId> next = at;
          next[to] = columns.lay(at[to], run(top, c.run.tail, c.run.suit), complete);
          next[from] = whole ? c.below : columns.push(c.below, run(c.run.head, top + 1, c.run.suit));
          std::sort(next.begin(), next.end());
          if (seen.insert(next).second) todo.push_back(next);
        }
      }
    }
  }
  return seen;
}

void test_search_is_complete() {
  std::uint64_t random = 5;
  for (int trial = 0; trial < 120; ++trial) {
    const SpiderSplit split = trial % 2 == 0 ? SpiderSplit::kInSuit : SpiderSplit::kAny;
    SpiderColumns columns;
    const SpiderWeights weights = spider_weights(first_spider_shape());
    SpiderValue value(weights);
    SpiderContext context;
    context.columns = 5;
    value.begin(context);
    SpiderBoard root;
    std::vector<ColumnId> plain;
    int complete = 0;
    for (int i = 0; i < 5; ++i) {
      ColumnId id = SpiderColumns::bare(static_cast<int>(splitmix64(random) % 3));
      for (std::uint64_t k = splitmix64(random) % 4; k > 0; --k) {
        const int rank = static_cast<int>(splitmix64(random) % 6);
        id = columns.lay(id, run(rank, rank, static_cast<int>(splitmix64(random) % 2)), complete);
      }
      if (columns[id].unknown()) id = columns.lay(id, run(3, 3, 0), complete);
      root.column[static_cast<std::size_t>(i)] = id;
      plain.push_back(id);
    }
    SpiderMacroSearch search(columns, value);
    search.run(root, 0, {1'000'000, split, 5, 0}, nullptr);
    std::set<std::vector<ColumnId>> found;
    for (std::uint32_t i = 0; i < search.nodes().size(); ++i) {
      const SpiderBoard board = search.board(i);
      std::vector<ColumnId> ids(board.column.begin(), board.column.begin() + 5);
      std::array<ColumnId, kMaxColumns> replayed = root.column;
      for (const SpiderMacro& m : search.path(i)) search.apply(replayed.data(), m);
      CHECK(std::equal(ids.begin(), ids.end(), replayed.begin()));
      std::sort(ids.begin(), ids.end());
      CHECK(found.insert(ids).second);  // no board twice, whatever the order of its columns
    }
    CHECK(found == reached_by_moves(columns, plain, split));
  }
}

// play_game checks each move by the rules.
void test_games() {
  int won = 0;
  for (const int suits : {1, 2, 4}) {
    for (const bool over : {false, true}) {
      const Spider game(spider_rules(suits, over));
      SpiderPolicy policy(small(suits, 300, over));
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const SpiderState start = game.deal(shuffled(game, seed));
        const PlayedGame first = play_game(game, start, policy, seed);
        const PlayedGame again = play_game(game, start, policy, seed);
        CHECK(first.moves == again.moves && first.won == again.won);
        CHECK(first.reason == (first.won ? StopReason::kGoal : StopReason::kExhausted));
        won += first.won && suits == 1;
      }
    }
  }
  CHECK(won >= 6);  // of 12 with one suit
}

void test_kin() {
  PatienceRules r = spider_rules(4);  // Spiderette: one deck, a last row that is not full
  r.decks = 1;
  r.columns = 7;
  r.column_cards = {1, 2, 3, 4, 5, 6, 7};
  r.face_down = {0, 1, 2, 3, 4, 5, 6};
  const Spider game(r);
  SpiderPolicy policy(small(4, 1000));
  int runs = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    runs += play_game(game, game.deal(shuffled(game, seed)), policy, seed).runs;
  }
  CHECK(runs > 0);
}

// Two worlds that look the same get the same moves.
void test_sees_no_hidden_card() {
  const Spider game(spider_rules(4));
  SpiderPolicy policy(small(4, 2000));
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    std::vector<Card> deck = shuffled(game, seed);
    const Observation seen = game.observe(game.deal(deck));
    std::reverse(deck.begin() + 54, deck.end());    // the stock
    std::reverse(deck.begin(), deck.begin() + 44);  // what lies face down
    const Observation other = game.observe(game.deal(deck));
    CHECK(seen == other);
    const auto moves = policy.plan(seen, nullptr);
    CHECK(!moves.empty() && moves == policy.plan(other, nullptr));
  }
}

void test_takes_a_win() {
  Observation seen;
  seen.columns.resize(10);
  for (int rank = 12; rank >= 6; --rank) seen.columns[2].up.push_back(make_card(rank, 3));
  for (int rank = 5; rank >= 0; --rank) seen.columns[7].up.push_back(make_card(rank, 3));
  seen.runs = {2, 2, 2, 1};
  SpiderPolicy policy(small(4, 100));
  CHECK((policy.plan(seen, nullptr) == std::vector<PatienceMove>{{7, 2, 6}}));
}

// Ten cards of one suit in one run: with all other columns empty, a row needs every card of them.
void test_fills_columns() {
  Observation seen;
  seen.columns.resize(10);
  for (int rank = 9; rank >= 0; --rank) seen.columns[0].up.push_back(make_card(rank, 3));
  seen.stock = 10;
  for (int i = 0; i < 10; ++i) ++seen.unseen[make_card(12, 3)];
  SpiderPolicy policy(small(1, 5000));
  const auto moves = policy.plan(seen, nullptr);
  CHECK(!moves.empty() && moves.back() == kDealRow);
  seen.columns[0].up.pop_back();
  CHECK(policy.plan(seen, nullptr).empty());  // nine cards fill no ten columns
  SpiderPolicy relaxed(small(1, 5000, true));
  CHECK(relaxed.plan(seen, nullptr).back() == kDealRow);
}

void test_shapes() {
  const SpiderWeights first = spider_weights(first_spider_shape());
  namespace fact = spider_feature;
  for (const auto& facts : first.facts) {
    CHECK(facts[fact::kDown + 2] - facts[fact::kDown + 1] == -10'000);  // ten points a card
    CHECK(facts[fact::kUnknown + 1] == facts[fact::kDown + 1]);
    CHECK(facts[fact::kLength + 1] - facts[fact::kLength] == 2'000);  // two points a join
  }
  CHECK(kSpiderShape4 != first_spider_shape());
}

}  // namespace

int main() {
  test_columns();
  test_search_is_complete();
  test_games();
  test_kin();
  test_sees_no_hidden_card();
  test_takes_a_win();
  test_fills_columns();
  test_shapes();
}
