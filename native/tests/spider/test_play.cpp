// Games of Spider played by a policy, and the two policies that are only baselines.
#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "spider/moveblocks/board.hpp"
#include "spider/moveblocks/moveblocks.hpp"
#include "spider/policy/play.hpp"
#include "tests/check.hpp"
#include "tests/spider/cases.hpp"

using namespace winnable;
using namespace winnable::spider_cases;

namespace {

using Step = MoveblocksBoard::Step;

SpiderState deal(const Spider& game, std::uint64_t seed) { return game.deal(shuffled(game, seed)); }

Card card(const char* text) { return *parse_card(text); }

// A board of runs and cards by columns, the rest of two decks gone: only what is asked of the player matters.
Observation seen_of(const std::vector<std::vector<const char*>>& columns, const std::vector<int>& down = {}) {
  Observation seen;
  seen.columns.resize(10);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (const char* text : columns[c]) seen.columns[c].up.push_back(card(text));
    if (c < down.size()) seen.columns[c].down = static_cast<std::uint8_t>(down[c]);
  }
  return seen;
}

bool joined(Card lower, Card upper) { return rank_of(upper) == rank_of(lower) + 1 && suit_of(upper) == suit_of(lower); }

using Triple = std::tuple<int, int, int>;

// The steps from a column as the player's rule says them, tried out one by one.
std::set<Triple> steps_by_the_rule(const Observation& seen) {
  std::set<Triple> out;
  int spaces = 0;
  for (const auto& column : seen.columns) spaces += column.up.empty() && column.down == 0;
  const int n = static_cast<int>(seen.columns.size());
  for (int from = 0; from < n; ++from) {
    const auto& up = seen.columns[from].up;
    const int size = static_cast<int>(up.size());
    for (int count = 1; count <= size; ++count) {
      int breaks = 0;
      bool falls = true;
      for (int i = size - count; i + 1 < size; ++i) {
        falls &= rank_of(up[i]) == rank_of(up[i + 1]) + 1;
        breaks += !joined(up[i + 1], up[i]);
      }
      if (!falls) break;
      const Card deepest = up[size - count];
      const bool splits = count < size && joined(deepest, up[size - count - 1]);
      for (int to = 0; to < n; ++to) {
        const auto& target = seen.columns[to];
        if (to == from) continue;
        bool may = false;
        if (!target.up.empty()) {
          const Card on = target.up.back();
          may = rank_of(on) == rank_of(deepest) + 1 && breaks < 1 << spaces;
          may &= !splits || suit_of(on) == suit_of(deepest);
        } else if (target.down == 0) {
          const bool moves_all = count == size && seen.columns[from].down == 0;
          may = breaks == 0 && !splits && !moves_all;
        }
        if (may) out.insert({from, to, count});
      }
    }
  }
  return out;
}

std::set<Triple> steps_of_board(const MoveblocksBoard& b) {
  MoveblocksBoard::Steps steps;
  b.steps(steps);
  std::set<Triple> out;
  for (unsigned i = 0; i < steps.size; ++i) {
    const Step& s = steps.at[i];
    check(out.insert({s.from, s.to, s.count}).second, "a step is listed twice");
  }
  return out;
}

Observation observation_of(const MoveblocksBoard& b) {
  Observation seen;
  for (int c = 0; c < b.columns(); ++c) {
    auto& column = seen.columns.emplace_back();
    column.down = static_cast<std::uint8_t>(b.down(c));
    for (int i = 0; i < b.size(c); ++i) column.up.push_back(b.card(c, i));
  }
  return seen;
}

// What the board keeps up to date, counted afresh.
void check_counts(const MoveblocksBoard& b) {
  int builds = 0, empty = 0;
  for (int c = 0; c < b.columns(); ++c) {
    int in_column = 0;
    for (int i = 1; i < b.size(c); ++i) in_column += joined(b.card(c, i), b.card(c, i - 1));
    builds += in_column;
    empty += b.is_empty(c);
    CHECK(b.pieces(c) == b.size(c) - in_column);
    int run = std::min(b.size(c), 1);
    while (run > 0 && run < b.size(c) && joined(b.card(c, b.size(c) - run), b.card(c, b.size(c) - run - 1))) ++run;
    CHECK(b.run(c) == run);
  }
  CHECK(b.builds() == builds && b.empty_columns() == empty);
}

void test_steps_against_the_rule() {
  std::uint64_t random = 7;
  for (const int suits : {1, 2, 4}) {
    const Spider game(spider_rules(suits));
    for (std::uint64_t number = 0; number < 6; ++number) {
      SpiderState s = deal(game, number);
      // Boards of the middle of a game, and random walks from them.
      RandomPolicy any(game.rules());
      const PlayedGame played = play_game(game, s, any, number, Limits{.nodes = 300});
      for (const PatienceMove& m : played.moves) game.apply(s, m);
      MoveblocksBoard b;
      b.start(game.observe(s));
      for (int i = 0; i < 60; ++i) {
        check_counts(b);
        CHECK(steps_of_board(b) == steps_by_the_rule(observation_of(b)));
        MoveblocksBoard::Steps steps;
        b.steps(steps);
        if (steps.size == 0) break;
        b.make(steps.at[splitmix64(random) % steps.size]);
      }
    }
  }
}

void test_a_run_leaves_and_lays_bare() {
  MoveblocksBoard b;
  b.start(seen_of({{"KS", "QS", "JS", "TS", "9S", "8S", "7S"}, {"6S", "5S", "4S", "3S", "2S", "AS"}}, {2, 0}));
  CHECK(b.builds() == 11 && b.gone() == 0 && b.turned() == 0);
  b.make({1, 0, 6});
  CHECK(b.gone() == 1 && b.turned() == 1 && b.builds() == 0 && b.is_bare(0) && b.is_empty(1));
  CHECK(steps_of_board(b).empty());
}

void test_nothing_lands_on_a_face_down_card() {
  MoveblocksBoard b;
  b.start(seen_of({{"5S"}, {"6H"}, {"4D"}}, {3, 1, 0}));
  b.make({0, 1, 1});
  CHECK(b.is_bare(0) && b.turned() == 1);
  for (const auto& [from, to, count] : steps_of_board(b)) CHECK(from != 0 && to != 0);
}

// All steps of its games are legal, and no run in suit is broken but onto its other parent.
void test_moveblocks_plays_by_its_rule() {
  const Spider game(spider_rules(4, true));  // else runs may have to be broken to fill columns
  Moveblocks policy(game.rules(), {});
  int runs = 0;
  for (std::uint64_t number = 0; number < 30; ++number) {
    SpiderState s = deal(game, number);
    const PlayedGame played = play_game(game, s, policy, number);
    runs += played.runs;
    for (const PatienceMove& m : played.moves) {
      if (m != kDealRow) {
        const Observation seen = game.observe(s);
        const auto& up = seen.columns[m.from].up;
        const std::size_t left = up.size() - m.count;
        if (left > 0 && joined(up[left], up[left - 1])) CHECK(seen.columns[m.to].up.back() == up[left - 1]);
      }
      CHECK(game.is_legal(s, m));
      game.apply(s, m);
    }
    CHECK(played.won == game.won(s) && played.won == (played.reason == StopReason::kGoal));
    CHECK(played.won || s.stock_count == 0);  // it deals whenever nothing improves
  }
  CHECK(runs > 0);
}

void test_moveblocks_fills_columns_for_a_row() {
  const Spider game(spider_rules(1));
  Moveblocks policy(game.rules(), {.tries = 20});
  int won = 0, filled = 0;
  for (std::uint64_t number = 0; number < 40; ++number) {
    SpiderState s = deal(game, number);
    const PlayedGame played = play_game(game, s, policy, 1);
    won += played.won;
    for (std::size_t i = 0; i < played.moves.size(); ++i) {
      filled += i > 0 && played.moves[i] == kDealRow && game.empty_columns(s) == 0 && played.moves[i - 1] != kDealRow;
      game.apply(s, played.moves[i]);
    }
    CHECK(played.reason == (played.won ? StopReason::kGoal : StopReason::kExhausted));
  }
  CHECK(won > 10 && filled > 0);
  // Two cards cannot fill ten columns: it concedes.
  Observation few = seen_of({{"KS"}, {"2S"}});
  few.stock = 10;
  CHECK(policy.plan(few, nullptr).empty());
}

void test_moveblocks_goes_through_empty_columns() {
  // 9H 8S 7H on the ten of spades takes both empty columns, and turns the card below.
  std::vector<std::vector<const char*>> columns = {{"9H", "8S", "7H"}, {"TS"}, {"KC"}, {"KD"}};
  for (int c = 4; c < 8; ++c) columns.push_back({"KH"});
  const Observation seen = seen_of(columns, {1});
  PatienceRules rules = spider_rules();
  Moveblocks policy(rules, {});
  policy.reseed(3);
  const std::vector<PatienceMove> plan = policy.plan(seen, nullptr);
  std::array<std::vector<Card>, 10> piles;
  for (std::size_t c = 0; c < 10; ++c) piles[c] = seen.columns[c].up;
  for (const PatienceMove& m : plan) {
    CHECK(m.count == 1 && !piles[m.from].empty());
    const Card moved = piles[m.from].back();
    CHECK(piles[m.to].empty() || rank_of(piles[m.to].back()) == rank_of(moved) + 1);
    piles[m.from].pop_back();
    piles[m.to].push_back(moved);
  }
  CHECK(piles[0].empty());
}

void test_what_moveblocks_refuses() {
  PatienceRules heaps = spider_rules();
  heaps.group_size = GroupSize::kHeap;
  for (const auto& [rules, options] :
       {std::pair{heaps, MoveblocksOptions{}}, std::pair{spider_rules(), MoveblocksOptions{.tries = 0}},
        std::pair{spider_rules(), MoveblocksOptions{.length = 0}}}) {
    bool refused = false;
    try {
      Moveblocks policy(rules, options);
    } catch (const std::invalid_argument&) {
      refused = true;
    }
    CHECK(refused);
  }
}

void test_same_seed_same_game() {
  const Spider game(spider_rules(2));
  Moveblocks policy(game.rules(), {});
  const PlayedGame first = play_game(game, deal(game, 5), policy, 11);
  const PlayedGame other = play_game(game, deal(game, 5), policy, 12);
  Moveblocks fresh(game.rules(), {});
  CHECK(play_game(game, deal(game, 5), fresh, 11).moves == first.moves);
  CHECK(other.moves != first.moves);
}

// Two worlds that look the same get the same moves until something is turned or dealt.
void test_hidden_cards_do_not_matter() {
  const Spider game(spider_rules());
  for (std::uint64_t number = 0; number < 20; ++number) {
    const SpiderState s = deal(game, number);
    PatienceSetup setup = game.setup(s);
    std::reverse(setup.stock.begin(), setup.stock.end());
    std::swap_ranges(setup.columns[0].begin(), setup.columns[0].begin() + 4, setup.columns[9].begin());
    const SpiderState twin = game.position(setup);
    CHECK(game.observe(s) == game.observe(twin));
    Moveblocks policy(game.rules(), {});
    policy.reseed(number);
    const std::vector<PatienceMove> plan = policy.plan(game.observe(s), nullptr);
    policy.reseed(number);
    CHECK(policy.plan(game.observe(twin), nullptr) == plan);
  }
}

// Gives the same plan again and again.
class Scripted final : public Policy {
 public:
  explicit Scripted(std::vector<PatienceMove> plan) : plan_(std::move(plan)) {}
  std::vector<PatienceMove> plan(const Observation&, const CancelFlag*) override {
    ++asked;
    return plan_;
  }
  void reseed(std::uint64_t seed) override { seeds.push_back(seed); }

  int asked = 0;
  std::vector<std::uint64_t> seeds;

 private:
  std::vector<PatienceMove> plan_;
};

void test_the_loop() {
  const Spider game(spider_rules());
  const SpiderState s = deal(game, 0);
  // A row is dealt five times, each time asked for anew: what follows it in a plan is not made.
  Scripted dealer({kDealRow, kDealRow, {0, 0, 1}});
  bool thrown = false;
  try {
    play_game(game, s, dealer, 9);
  } catch (const std::logic_error& e) {
    thrown = std::string(e.what()).find("move 6 is not legal: the stock is empty") != std::string::npos;
  }
  CHECK(thrown && dealer.asked == 6);
  CHECK(dealer.seeds[0] == 9);
  CHECK((std::set<std::uint64_t>(dealer.seeds.begin(), dealer.seeds.end()).size()) == dealer.seeds.size());

  Scripted nobody({});
  const PlayedGame conceded = play_game(game, s, nobody, 0);
  CHECK(!conceded.won && conceded.moves.empty() && conceded.reason == StopReason::kExhausted && conceded.runs == 0);

  Scripted again({kDealRow});
  CHECK(play_game(game, s, again, 0, Limits{.nodes = 3}).reason == StopReason::kNodes);
  CHECK(play_game(game, s, again, 0, Limits{.bytes = 1}).reason == StopReason::kMemory);
  CancelFlag cancel{true};
  const PlayedGame stopped = play_game(game, s, again, 0, {}, &cancel);
  CHECK(stopped.reason == StopReason::kCancelled && stopped.moves.empty());
}

void test_a_game_that_is_won() {
  PatienceSetup setup;
  setup.columns.resize(10);
  for (int rank = 12; rank > 0; --rank) setup.columns[0].push_back(make_card(rank, 3));
  setup.columns[1] = {make_card(0, 3)};
  setup.home = {26, 26, 26, 13};
  const Spider game(spider_rules());
  Moveblocks policy(game.rules(), {});
  const PlayedGame played = play_game(game, game.position(setup), policy, 0);
  CHECK(played.won && played.runs == 8 && played.reason == StopReason::kGoal);
  CHECK((played.moves == std::vector<PatienceMove>{{1, 0, 1}}));
}

void test_random_plays_every_legal_move() {
  const Spider game(spider_rules());
  const SpiderState s = deal(game, 1);
  MoveList<PatienceMove> legal;
  game.all_moves(s, legal);
  RandomPolicy any(game.rules());
  std::set<PatienceMove> met;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    any.reseed(seed);
    const std::vector<PatienceMove> plan = any.plan(game.observe(s), nullptr);
    CHECK(plan.size() == 1);
    met.insert(plan.begin(), plan.end());
  }
  CHECK(met == std::set<PatienceMove>(legal.begin(), legal.end()));
  // It goes round in circles until its game counts as conceded.
  const PlayedGame played = play_game(game, s, any, 4);
  CHECK(played.won || played.reason == StopReason::kExhausted);
  CHECK(played.moves.size() <= kMostMoves);
  Observation wrong = game.observe(s);
  ++wrong.stock;
  bool refused = false;
  try {
    any.plan(wrong, nullptr);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}

}  // namespace

int main() {
  test_steps_against_the_rule();
  test_a_run_leaves_and_lays_bare();
  test_nothing_lands_on_a_face_down_card();
  test_moveblocks_plays_by_its_rule();
  test_moveblocks_fills_columns_for_a_row();
  test_moveblocks_goes_through_empty_columns();
  test_what_moveblocks_refuses();
  test_same_seed_same_game();
  test_hidden_cards_do_not_matter();
  test_the_loop();
  test_a_game_that_is_won();
  test_random_plays_every_legal_move();
  return 0;
}
