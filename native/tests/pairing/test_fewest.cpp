// PairingFewest against a plain search by cost, on small random positions of random rules, and on deals
// of known length.
#include <array>
#include <deque>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/deal_numbers.hpp"
#include "pairing/fewest/fewest.hpp"
#include "tests/check.hpp"
#include "tests/pairing/cases.hpp"
#include "tests/pairing/distances.hpp"

namespace {

using namespace winnable;
using namespace winnable::pairing_cases;

constexpr std::array kMetrics = {FewestMetric::kActions, FewestMetric::kRemovals, FewestMetric::kPasses};
constexpr int kNoWin = -1, kTooMany = -2;

int price(FewestMetric metric, const PairingMove& m) {
  if (metric == FewestMetric::kActions) return 1;
  return metric == FewestMetric::kRemovals ? is_removal(m) : m == kRecycleMove;
}

// What every win costs: the pass that is going on.
int first_price(const Pairing& game, FewestMetric metric) {
  return metric == FewestMetric::kPasses && game.has_stock() ? 1 : 0;
}

// Least cost of a win by single moves, each of which costs 0 or 1; kTooMany: more than `most`
// positions.
int plain_cost(const Pairing& game, FewestMetric metric, const PairingState& start, std::size_t most) {
  std::deque<std::pair<int, PairingState>> queue = {{first_price(game, metric), start}};
  std::set<PairingId> done;
  MoveList<PairingMove> moves;
  while (!queue.empty()) {
    const auto [cost, s] = queue.front();
    queue.pop_front();
    if (!done.insert(id_of(s)).second) continue;
    if (game.won(s)) return cost;
    if (done.size() > most) return kTooMany;
    game.legal_moves(s, moves);
    for (const PairingMove& m : moves) {
      if (price(metric, m) == 0) {
        queue.emplace_front(cost, game.play_unchecked(s, m));
      } else {
        queue.emplace_back(cost + 1, game.play_unchecked(s, m));
      }
    }
  }
  return kNoWin;
}

void check_answer(const Pairing& game, FewestMetric metric, const PairingState& start, const PairingAnswer& answer,
                  int expected) {
  const std::string where = " (metric " + std::to_string(int(metric)) + "): " + describe(game, start);
  if (expected == kNoWin) {
    check(answer.verdict == Verdict::kUnsolvable && answer.moves.empty(), "a win where there is none" + where);
    return;
  }
  check(answer.verdict == Verdict::kSolved && answer.reason == StopReason::kGoal, "no win where there is one" + where);
  check(pairing_wins(game, start, answer.moves), "moves that do not win" + where);
  int cost = first_price(game, metric);
  for (const PairingMove& m : answer.moves) cost += price(metric, m);
  check(answer.cost == cost, "a cost that is not that of the moves" + where);
  check(answer.cost == expected && answer.lower_bound == expected,
        "cost " + std::to_string(cost) + ", not " + std::to_string(expected) + where);
}

struct Tally {
  int won = 0;
  int lost = 0;
};

void compare(const Pairing& game, const PairingState& start, Tally& tally) {
  for (const FewestMetric metric : kMetrics) {
    const int expected = plain_cost(game, metric, start, 20'000);
    if (expected == kTooMany) continue;
    PairingFewest solver(game, metric);
    check_answer(game, metric, start, solver.solve(start), expected);
    ++(expected == kNoWin ? tally.lost : tally.won);
  }
}

void small_positions_of_all_rules(std::uint64_t seed, int games) {
  Random random(seed);
  Tally tally;
  for (int i = 0; i < games; ++i) {
    const Pairing game(random_rules(random));
    for (int k = 0; k < 6; ++k) compare(game, random_position(game, random, 4 + below(random, 14)), tally);
  }
  check(tally.won > games && tally.lost > games, "one-sided positions");
}

// Microsoft's rules and those near to them, with more cards: there the bound prunes most.
void larger_positions(std::uint64_t seed, int positions) {
  Random random(seed);
  Tally tally;
  for (int i = 0; i < positions; ++i) {
    PairingRules rules;
    rules.passes = std::uint8_t(1 + below(random, 3));
    rules.stock_top = StockTop(one_in(random, 2) ? 2 : below(random, 3));
    rules.overlap = one_in(random, 4);
    const Pairing game(rules);
    compare(game, random_position(game, random, 16 + below(random, 9)), tally);
  }
  check(tally.won > positions / 10 && tally.lost > positions / 10, "one-sided larger positions");
}

// 52 cards, separated by blanks.
PairingState deal(const Pairing& game, const std::string& line) {
  std::istringstream in(line);
  std::array<Card, kDeck> deck{};
  std::string card;
  for (Card& c : deck) {
    check(bool(in >> card) && parse_card(card).has_value(), "a deck of 52 cards: " + line);
    c = *parse_card(card);
  }
  return game.deal(deck);
}

std::vector<std::string> lines(const std::string& name) {
  std::ifstream in("tests/data/pyramid/" + name);
  check(bool(in), "the test runs where tests/data is");
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

// Published lengths (tests/data/pyramid/README.md); 0: no win. Decks 374 and 457 are those that a wrong
// rule for which of two positions is as good gets wrong.
void known_lengths() {
  const Pairing game((PairingRules()));
  PairingFewest solver(game, FewestMetric::kActions);
  const auto expect = [&](const std::string& deck, int length) {
    const PairingState start = deal(game, deck);
    check_answer(game, FewestMetric::kActions, start, solver.solve(start), length == 0 ? kNoWin : length);
  };
  const std::vector<std::string> decks = lines("decks500.txt"), lengths = lines("decks500.lengths.txt");
  check(decks.size() == 500 && lengths.size() == 500, "500 decks and their lengths");
  for (const std::size_t deck : {1, 2, 3, 4, 5, 6, 9, 16, 17, 20, 374, 457}) {
    expect(decks[deck - 1], std::stoi(lengths[deck - 1]));
  }
  for (const std::string& line : lines("microsoft-decks.txt")) {
    if (line.starts_with('#')) continue;
    const std::size_t length = line.find('\t'), deck = line.find('\t', length + 1);
    expect(line.substr(deck), std::stoi(line.substr(length)));
  }
}

// One solver, used again and again, answers as a new one does; moves and node counts included.
void answers_depend_on_nothing_else() {
  const Pairing game((PairingRules()));
  PairingFewest used(game, FewestMetric::kActions);
  for (std::uint64_t number = 1; number <= 12; ++number) {
    const PairingState start = game.deal(microsoft_deck(number));
    PairingFewest fresh(game, FewestMetric::kActions);
    const PairingAnswer a = used.solve(start), b = fresh.solve(start);
    check(a.verdict == b.verdict && a.moves == b.moves && a.why == b.why, "an answer that depends on earlier ones");
    check(a.stats.expanded == b.stats.expanded, "a search that depends on earlier ones");
  }
}

// What a stopped search knows is true: the best cost lies between its bound and its own cost.
void check_stopped(const Pairing& game, const PairingState& start, const PairingAnswer& answer, StopReason reason,
                   const PairingAnswer& best) {
  check(answer.reason == reason, "why it stopped");
  check(answer.verdict != Verdict::kUnsolvable, "unsolvable, because of a limit");
  if (answer.verdict == Verdict::kUnknown) {
    check(answer.moves.empty() && answer.lower_bound <= best.cost, "what is unknown");
    return;
  }
  check(pairing_wins(game, start, answer.moves), "the best so far does not win");
  check(answer.lower_bound <= best.cost && best.cost <= answer.cost, "bounds that do not enclose the best cost");
  check(answer.lower_bound < answer.cost, "stopped, though all is known");
}

void limits_hold() {
  const Pairing game((PairingRules()));
  PairingFewest solver(game, FewestMetric::kActions);
  PairingState start;
  PairingAnswer best;
  for (std::uint64_t number = 1; number <= 30; ++number) {
    const PairingState s = game.deal(microsoft_deck(number));
    const PairingAnswer answer = solver.solve(s);
    if (answer.verdict != Verdict::kSolved || answer.stats.expanded <= best.stats.expanded) continue;
    start = s;
    best = answer;
  }
  const std::uint64_t most = best.stats.expanded;
  check(most > 2'000, "no deal is hard enough");
  for (const std::uint64_t part : {std::uint64_t{1}, most / 100, most / 10, most / 2}) {
    Limits limits;
    limits.nodes = part;
    const PairingAnswer answer = solver.solve(start, limits);
    check_stopped(game, start, answer, StopReason::kNodes, best);
    check(answer.stats.expanded <= part, "nodes spent");
  }
  Limits bytes, seconds;
  bytes.bytes = 300'000;
  seconds.seconds = 1e-9;
  const PairingAnswer by_bytes = solver.solve(start, bytes);
  check_stopped(game, start, by_bytes, StopReason::kMemory, best);
  check(by_bytes.stats.peak_bytes <= 300'000, "bytes held");
  check_stopped(game, start, solver.solve(start, seconds), StopReason::kTime, best);
  const CancelFlag cancelled = true;
  check_stopped(game, start, solver.solve(start, {}, &cancelled), StopReason::kCancelled, best);
  check(solver.solve(start).stats.expanded == most, "a search after one that was stopped");
}

}  // namespace

int main() {
  small_positions_of_all_rules(1, some_of(500));
  larger_positions(2, some_of(1500));
  known_lengths();
  answers_depend_on_nothing_else();
  limits_hold();
  return 0;
}
