// Open Spider: the search's rules against the engine, wins replayed, small endings against trying everything,
// limits and cancelling.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "spider/dead_end.hpp"
#include "spider/open/search.hpp"
#include "spider/open/solver.hpp"
#include "tests/check.hpp"
#include "tests/spider/cases.hpp"

using namespace winnable;

namespace {

using Random = std::mt19937_64;
using Piles = std::vector<std::vector<Card>>;

PatienceRules spider(int suits) { return spider_cases::spider_rules(suits); }

// One deck on three to seven columns of `down` cards face down and one face up.
PatienceRules small(int columns, int suits, int down) {
  PatienceRules r = spider(suits);
  r.decks = 1;
  r.columns = static_cast<std::uint8_t>(columns);
  r.column_cards = {};
  r.face_down = {};
  for (int i = 0; i < columns; ++i) {
    r.column_cards[i] = static_cast<std::uint8_t>(down + 1);
    r.face_down[i] = static_cast<std::uint8_t>(down);
  }
  return r;
}

PatienceRules mrs_mop() {
  PatienceRules r = spider(4);
  r.columns = 13;
  r.stock = Stock::kNone;
  r.column_cards.fill(8);
  r.face_down = {};
  return r;
}

PatienceRules scorpion() {
  PatienceRules r = small(7, 4, 3);
  r.build = r.group_drop = Build::kSuit;
  r.group_lift = Build::kAny;
  r.group_size = GroupSize::kHeap;
  r.empty_column = Fill::kKing;
  r.deal_over_empty = true;
  r.column_cards = {7, 7, 7, 7, 7, 7, 7};
  r.face_down = {3, 3, 3, 3};
  return r;
}

PatienceRules with_runs_staying(PatienceRules r) {
  r.run_removal = RunRemoval::kMayStay;
  return r;
}

std::vector<PatienceRules> every_kind() {
  std::vector<PatienceRules> out = {spider(1), spider(2), spider(4), mrs_mop(), scorpion(), small(7, 4, 2)};
  out.push_back(spider(4));
  out.back().deal_over_empty = true;
  out.push_back(small(5, 2, 1));  // a last row that does not reach every column
  out.back().group_size = GroupSize::kLimited;
  out.push_back(small(6, 4, 3));
  out.back().empty_column = Fill::kKing;
  out.push_back(small(6, 2, 2));
  out.back().empty_column = Fill::kNone;
  out.push_back(small(4, 4, 5));
  out.back().group_lift = Build::kAlternate;
  out.back().group_size = GroupSize::kOne;
  for (PatienceRules r : {spider(1), small(3, 1, 2), scorpion()}) out.push_back(with_runs_staying(r));
  return out;
}

SpiderState random_deal(const Spider& engine, Random& random) {
  std::vector<Card> deck(static_cast<std::size_t>(card_count(engine.rules())));
  for (std::size_t i = 0; i < deck.size(); ++i) deck[i] = engine.printed(static_cast<Card>(i % kDeck));
  for (std::size_t i = deck.size() - 1; i > 0; --i) std::swap(deck[i], deck[random() % (i + 1)]);
  return engine.deal(deck);
}

// So many suits of a one-deck game left, cut into pieces that are thrown onto the columns.
SpiderState random_ending(const Spider& engine, Random& random, int left, int stock) {
  PatienceSetup setup;
  std::vector<std::vector<Card>> pieces;
  for (int suit = 0; suit < kSuits; ++suit) {
    const int printed = printed_suit(static_cast<Card>(suit), engine.rules().suits);
    if (suit >= left) {
      setup.home[printed] = static_cast<std::uint8_t>(setup.home[printed] + kRanks);
      continue;
    }
    pieces.emplace_back();
    for (int rank = kRanks - 1; rank >= 0; --rank) {
      if (random() % 3 == 0 && !pieces.back().empty()) pieces.emplace_back();
      pieces.back().push_back(make_card(rank, printed));
    }
  }
  for (std::size_t i = pieces.size() - 1; i > 0; --i) std::swap(pieces[i], pieces[random() % (i + 1)]);
  while (stock > 0 && !pieces.empty()) {
    setup.stock.push_back(pieces.back().back());
    pieces.back().pop_back();
    if (pieces.back().empty()) pieces.pop_back();
    --stock;
  }
  setup.columns.resize(engine.rules().columns);
  for (const auto& piece : pieces) {
    auto& column = setup.columns[random() % setup.columns.size()];
    column.insert(column.end(), piece.begin(), piece.end());
  }
  for (const auto& column : setup.columns) {
    setup.down.push_back(static_cast<std::uint8_t>(column.size() > 2 ? random() % 2 : 0));
  }
  return engine.position(setup);
}

// --- the rules of the search are the engine's ----------------------------------------------------------------

void expect_same(const OpenSpider& game, const SpiderPiles& piles, const SpiderState& state) {
  const Spider& engine = game.engine();
  const PatienceSetup setup = engine.setup(state);
  int runs = 0;
  for (const int cards : state.home) runs += cards / kRanks;
  CHECK(piles.runs == runs);
  CHECK(piles.stock == state.stock_count);
  for (int i = 0; i < game.columns(); ++i) {
    CHECK(piles.down[i] == setup.down[i]);
    CHECK(std::equal(setup.columns[i].begin(), setup.columns[i].end(), piles.card[i].begin(),
                     piles.card[i].begin() + piles.length[i]));
    const Card next = game.next_card(piles, i);
    CHECK(next == (i < int(setup.stock.size()) ? setup.stock[i] : kNoCard));
  }
  CHECK(game.won(piles) == engine.won(state));
  CHECK(game.may_deal(piles) == !engine.why_no_row(state).has_value());
}

void expect_same_moves(const OpenSpider& game, const SpiderPiles& piles, const SpiderState& state) {
  std::vector<PatienceMove> ours;
  std::vector<PatienceMove> theirs;
  game.moves(piles, ours);
  game.engine().legal_moves(state, theirs);
  std::ranges::sort(ours);
  std::ranges::sort(theirs);
  CHECK(ours == theirs);
  for (Pile from = 0; from < game.columns(); ++from) {
    for (Pile to = 0; to < game.columns(); ++to) {
      for (std::uint8_t count = 1; count <= kRanks; ++count) {
        const PatienceMove m{from, to, count};
        CHECK(game.legal(piles, m) == game.engine().is_legal(state, m));
      }
    }
    for (int suit = 0; suit < kSuits && game.engine().takes_runs_off(); ++suit) {
      const PatienceMove m{from, static_cast<Pile>(kFirstHome + suit), kRanks};
      CHECK(game.legal(piles, m) == game.engine().is_legal(state, m));
    }
  }
}

void expect_packing(const OpenSpider& game, const SpiderPiles& piles, const SpiderState& state) {
  const SpiderSearch problem(game, {});
  const PackedSpider plain = OpenSpider::pack(piles, game.columns(), false);
  expect_same(game, OpenSpider::unpack(plain, game.columns()), state);
  SpiderPiles turned = piles;  // the columns in another order
  std::rotate(turned.card.begin(), turned.card.begin() + 1, turned.card.begin() + game.columns());
  std::rotate(turned.length.begin(), turned.length.begin() + 1, turned.length.begin() + game.columns());
  std::rotate(turned.down.begin(), turned.down.begin() + 1, turned.down.begin() + game.columns());
  const bool moved = plain != OpenSpider::pack(turned, game.columns(), false);
  CHECK(problem.same(piles, turned) == (piles.stock == 0 || !moved));
  CHECK(problem.same(piles, turned) == (problem.key(piles) == problem.key(turned)));
  CHECK(problem.pack(problem.unpack(problem.pack(piles))) == problem.pack(piles));
}

void test_rules() {
  Random random(5);
  for (const PatienceRules& rules : every_kind()) {
    OpenSpider game(rules);
    const Spider& engine = game.engine();
    for (int deal = 0; deal < some_of(12); ++deal) {
      const bool ending = rules.decks == 1 && deal % 2 == 1;
      SpiderState state = ending ? random_ending(engine, random, 2, rules.stock == Stock::kRows ? deal / 2 : 0)
                                 : random_deal(engine, random);
      SpiderPiles piles = game.start(state);
      for (int ply = 0; ply < 60; ++ply) {
        expect_same(game, piles, state);
        expect_same_moves(game, piles, state);
        CHECK(game.dead(piles) == !spider_dead_end(engine, state).empty());
        expect_packing(game, piles, state);
        std::vector<PatienceMove> moves;
        game.moves(piles, moves);
        if (moves.empty()) break;
        const PatienceMove m = moves[random() % moves.size()];
        game.apply(piles, m);
        engine.apply(state, m);
      }
    }
  }
}

// --- small endings against trying everything -------------------------------------------------------------------

using Position = std::pair<Piles, std::vector<Card>>;

Position position_of(const Spider& engine, const SpiderState& s) {
  PatienceSetup setup = engine.setup(s);
  for (std::size_t i = 0; i < setup.columns.size(); ++i) {
    setup.columns[i].insert(setup.columns[i].begin(), static_cast<Card>(200 + setup.down[i]));
  }
  return {setup.columns, setup.stock};
}

// Tries everything, each empty column by name. Nothing where that is more than `most` positions.
std::optional<bool> winnable_at_all(const Spider& engine, const SpiderState& start, std::size_t most) {
  std::set<Position> met = {position_of(engine, start)};
  std::deque<SpiderState> open = {start};
  std::vector<PatienceMove> moves;
  while (!open.empty()) {
    const SpiderState s = open.front();
    open.pop_front();
    if (engine.won(s)) return true;
    engine.all_moves(s, moves);
    for (const PatienceMove& m : std::vector<PatienceMove>(moves)) {
      SpiderState next = s;
      engine.apply(next, m);
      if (met.insert(position_of(engine, next)).second) open.push_back(next);
    }
    if (met.size() > most) return std::nullopt;
  }
  return false;
}

void expect_win(const Spider& engine, SpiderState s, const Result<PatienceMove>& r) {
  CHECK(r.reason == StopReason::kGoal);
  for (const PatienceMove& m : r.moves) {
    CHECK(engine.is_legal(s, m));
    engine.apply(s, m);
  }
  CHECK(engine.won(s));
  CHECK(r.cost == static_cast<double>(r.moves.size()));
}

void test_endings() {
  Random random(11);
  int won = 0;
  int lost = 0;
  std::vector<PatienceRules> kinds = {small(3, 4, 3), small(4, 4, 3), small(3, 1, 2), small(4, 2, 2), scorpion()};
  kinds.push_back(small(3, 4, 3));
  kinds.back().deal_over_empty = true;
  for (PatienceRules r : {small(2, 4, 3), small(3, 1, 2), scorpion()}) kinds.push_back(with_runs_staying(r));
  for (const PatienceRules& rules : kinds) {
    const Spider engine(rules);
    SpiderOpenSolver solver(rules);
    for (int i = 0; i < some_of(40); ++i) {
      const SpiderState start = random_ending(engine, random, 1 + i % 2, i % 4);
      const std::optional<bool> truth = winnable_at_all(engine, start, 600);
      if (!truth) continue;
      const SpiderAnswer r = solver.solve(start);
      CHECK(r.why == spider_dead_end(engine, start));
      CHECK(r.why.empty() || (!*truth && r.stats.expanded == 0));
      CHECK(r.verdict == (*truth ? Verdict::kSolved : Verdict::kUnsolvable));
      if (*truth) {
        expect_win(engine, start, r);
      } else {
        CHECK(r.reason == StopReason::kExhausted);
      }
      ++(*truth ? won : lost);
    }
  }
  CHECK(won >= some_of(20));
  CHECK(lost >= some_of(20));
}

// --- whole deals -----------------------------------------------------------------------------------------------

void test_deals() {
  Random random(3);
  for (const PatienceRules& rules : {spider(1), spider(2), spider(4), mrs_mop(), small(7, 4, 2)}) {
    const Spider engine(rules);
    SpiderOpenSolver solver(rules);
    Limits limits;
    limits.nodes = 60'000;
    int won = 0;
    for (int i = 0; i < some_of(3) || (won == 0 && i < 3); ++i) {
      const SpiderState start = random_deal(engine, random);
      const Result<PatienceMove> r = solver.solve(start, limits);
      CHECK(r.stats.expanded <= limits.nodes);
      if (r.verdict != Verdict::kSolved) continue;
      expect_win(engine, start, r);
      ++won;
      CHECK(solver.solve(start, limits).moves == r.moves);
    }
    CHECK(won > 0);
  }
}

void test_limits() {
  Random random(8);
  const Spider engine(spider(4));
  SpiderOpenSolver solver(engine.rules());
  const SpiderState start = random_deal(engine, random);
  Limits few;
  few.nodes = 777;
  const Result<PatienceMove> stopped = solver.solve(start, few);
  CHECK(stopped.verdict == Verdict::kUnknown);
  CHECK(stopped.reason == StopReason::kNodes);
  CHECK(stopped.stats.expanded == 777);
  Limits little;
  little.bytes = 60'000;
  const Result<PatienceMove> cramped = solver.solve(start, little);
  CHECK(cramped.verdict == Verdict::kUnknown);
  CHECK(cramped.reason == StopReason::kMemory);
  CHECK(cramped.stats.peak_bytes <= little.bytes);
  Limits short_time;
  short_time.seconds = 1e-6;
  CHECK(solver.solve(start, short_time).reason == StopReason::kTime);
  const CancelFlag cancelled = true;
  CHECK(solver.solve(start, {}, &cancelled).reason == StopReason::kCancelled);
}

void test_heuristic() {
  Random random(21);
  const PatienceRules rules = small(4, 4, 3);
  const Spider engine(rules);
  const SpiderHeuristic h({{SpiderFeature::kLoose, kUnit}, {SpiderFeature::kRows, kUnit}});
  CHECK(h.admissible());
  CHECK(!SpiderHeuristic({{SpiderFeature::kDown, 1}}).admissible());
  int compared = 0;
  for (int i = 0; i < some_of(60); ++i) {
    const SpiderState start = random_ending(engine, random, 1 + i % 2, i % 5);
    Limits limits;
    limits.nodes = 4000;
    Budget budget(limits);
    const SpiderResult r = search_spider(rules, start, Algorithm::kBreadthFirst, {}, {}, budget, nullptr);
    if (r.verdict != Verdict::kSolved) continue;
    OpenSpider game(rules);
    SpiderPiles s = game.start(start);
    Units left = static_cast<Units>(r.moves.size()) * kUnit;
    CHECK(h(game, s) <= left);
    for (const PatienceMove& m : r.moves) {
      const Units before = h(game, s);
      game.apply(s, m);
      CHECK(before <= h(game, s) + kUnit);  // consistent
      left -= kUnit;
      CHECK(h(game, s) <= left);
    }
    ++compared;
  }
  CHECK(compared >= some_of(20));
}

}  // namespace

int main() {
  test_rules();
  test_endings();
  test_limits();
  test_heuristic();
  test_deals();
  return 0;
}
