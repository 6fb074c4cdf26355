// PairingFewest against a plain search by cost, on small random positions of random rules, and on
// deals of known length.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/deal_numbers.hpp"
#include "pairing_cases.hpp"
#include "pairing_distances.hpp"
#include "solvers/pairing_fewest.hpp"

namespace {

using namespace winnable;
using namespace winnable::pairing_cases;

constexpr std::array kMetrics = {FewestMetric::kActions, FewestMetric::kRemovals, FewestMetric::kPasses};
constexpr int kNoWin = -1, kTooMany = -2;

void check(bool ok, const std::string& what) {
  if (ok) return;
  std::fprintf(stderr, "test_pairing_fewest: %s\n", what.c_str());
  std::exit(1);
}

int price(FewestMetric metric, const PairingMove& m) {
  if (metric == FewestMetric::kActions) return 1;
  return metric == FewestMetric::kRemovals ? is_removal(m) : m == kRecycleMove;
}

// Least cost of a win by single moves, each of which costs 0 or 1; kTooMany: more than `most` positions.
int plain_cost(const Pairing& game, FewestMetric metric, const PairingState& start, std::size_t most) {
  std::deque<std::pair<int, PairingState>> queue = {{0, start}};
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
  int cost = 0;
  for (const PairingMove& m : answer.moves) cost += price(metric, m);
  check(answer.cost == cost, "a cost that is not that of the moves" + where);
  check(answer.cost == expected && answer.lower_bound == expected,
        "cost " + std::to_string(cost) + ", not " + std::to_string(expected) + where);
}

void against_plain_search(std::uint64_t seed, int positions) {
  Random random(seed);
  int won = 0, lost = 0;
  while (won + lost < positions) {
    const Pairing game(random_rules(random));
    for (int i = 0; i < 6; ++i) {
      const PairingState start = random_position(game, random, 4 + below(random, 14));
      for (const FewestMetric metric : kMetrics) {
        const int expected = plain_cost(game, metric, start, 10'000);
        if (expected == kTooMany) continue;
        PairingFewest solver(game, metric);
        check_answer(game, metric, start, solver.solve(start), expected);
        ++(expected == kNoWin ? lost : won);
      }
    }
  }
  check(won > positions / 10 && lost > positions / 10, "one-sided positions");
}

PairingState deal(const Pairing& game, const std::string& line) {
  std::array<Card, kDeck> deck{};
  for (int i = 0; i < kDeck; ++i) deck[i] = parse_card(line.substr(3 * std::size_t(i), 2)).value_or(kNoCard);
  return game.deal(deck);
}

// The first lines of tests/data/pyramid/decks500.txt and its answers, and of microsoft-decks.txt.
void known_lengths() {
  const Pairing game((PairingRules()));
  PairingFewest solver(game, FewestMetric::kActions);
  const std::vector<std::pair<std::string, int>> deals = {
      {"6d 5h Ah Jd 4s Ks 6s 8c 2h 4d 9s Kd 6c Ad 8s Ac 5c 9d 7h 3h 8d 5s 4c Qc Jh Kc "
       "Kh 3c 3s 9c As 5d Qh Ts 4h 7s Td 9h Th 7c 8h 2c 7d Tc 2d 6h 2s Js Qd 3d Qs Jc",
       45},
      {"2c Qh 4h Td 6h 6c Tc 3s 7d 2d 6d Qd 7h 9c 4s 4d As 5d Js Ac 9d Kc Kd Ad 8h 8c "
       "Jh Th Qc 3h 8s 3d 9s Jc 9h Qs 8d 6s 5c 7c 5h 3c 7s Kh Jd 2h 2s 4c Ah Ks Ts 5s",
       45},
      {"4c Jh 6h 3h Tc Qs 8c 6s 6c Ac Ad 8d 7d 4h 8h 4s 9h Js Ah 3c 2h 2s 2c 4d 7c Th "
       "As 5c Jd 8s Qd 6d Ts Kd Jc 5h 9d 7s 5d 5s Qc 3d Ks Qh Kc Td 3s 7h Kh 9c 2d 9s",
       0},
      {"8h 4c 6d 2h 2c Td Jh 9d 7s Ad Qh Qs 7d Qd 8c 3s 6s 9h Kd Tc 3d 4h Qc 5h Ts Jd "
       "6h 2d Js 4d Ah Ac 3h 5c 2s As 9c 8s 3c 7h Th 8d Kh 4s 7c 5s 9s Ks Kc Jc 6c 5d",
       39},
      {"As 5d 4s 7h 7s Kh 7d Tc 5c Qh 2d Kc 9c 6h Th 6s 5h Ks Jc 6c 2c 4h 8h 8s 7c Ac "
       "Jh Js Kd Td 2s 9d 8c 6d Qc 9h 8d 3d 9s 2h 4d 3s 3c 3h Qd Ad Jd 5s 4c Ts Ah Qs",
       0},
      {"Ac 3s Jd Ts 7c Td 8c Ad Ks Jh Tc 3h 9d 6c Kc Kd Qc 8h 5c Qh 2s 2d Ah 9c 5s 4d "
       "7s 9h Kh As Th 4s 9s 6h 8s 6s 2h 3c 4c 6d Qs Js 4h Jc 5d 3d Qd 7d 8d 7h 5h 2c",
       43},
      {"Kh 6c 9d Js 4d Ks 8d 3c Jd 8s 6d 2d As Qc Jc Td 7d 7c 4s Qh 5d 6s 3d 5s 4h 5c "
       "7h Ac 5h 9s 4c 7s Kc 3h 9h 8h 6h 2c Qs 2s 3s 2h 8c Ah Jh Kd 9c Ts Qd Th Tc Ad",
       45},
      {"6h 8d Kh Jd Ts 5d Ad 3d 9h Tc 7s 3h 5s 7c Ac Kc 2d 2c Jc 8h As Td 6c Qs 6d 3c "
       "Qc 9c Js 4d 2s Jh 4h 8c Ah 4s Kd 2h Qd 3s 7h 9s 8s 5h 4c 5c 7d Ks 6s Th Qh 9d",
       49},
      {"8S 5H 6D 5C 3H AS TH QD TC 4H 3D 7C 8D 2S 5S TS 7S QS KH TD 3S 7D 4S 2C JD 4C "
       "6C 2H 8H JC KS 9D 8C KD JH KC QC 3C AD 4D 5D 7H QH 9H AC 6S 2D AH JS 6H 9C 9S",
       37},
      {"KD KS 9D 5C 6S TC 6C 4H QS JH TD AC AH TS KC 3S 8H 9S 2D 9H 7C 9C 7D QH 4C 3D "
       "5H AD AS 2C 6D 2H 8S JC 6H QC 5D 3C JD 7H 3H TH JS 4D 4S KH 5S 7S 8D 2S QD 8C",
       42},
      {"4C 9S 5H TD TC AS 5S 6D 7C 5C JS 4H 2C 6H JH 9H 8H KH KS 4D 3C 2S 8C 2H QS JC "
       "3H 2D 9C JD 4S QD QH AD 3S 7H 8D 5D TS 9D 8S AC TH 6C 7S 6S 3D QC 7D AH KD KC",
       43},
      {"Th Js Jh 9c Qd 5c 2d 9h Td 4h Qs 9d 3s 8d Kh 6c 3h 6d 8c Kc Ah Qh Tc 9s Kd 8s "
       "4s 2c 4c Jc 7c Jd 8h 6s 5d 3c 4d 3d 6h Ts 5s Ks 7d Ac 7s 2s Qc 2h 5h As 7h Ad",
       44},
      {"4C 8C 6S 7H 4D 6C 8S JH 2S 8H 4H KC AS 6H KD 7D JS TH AH 8D 9D AD 9S QS 7S TC "
       "2D 5C 2C 9C TD 5S QC AC KH 9H 3C 7C 3S 3H 2H JD 5H 4S 6D QD 3D KS QH JC TS 5D",
       39},
  };
  for (const auto& [line, length] : deals) {
    const PairingState start = deal(game, line);
    check_answer(game, FewestMetric::kActions, start, solver.solve(start), length == 0 ? kNoWin : length);
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
  against_plain_search(1, 3'000);
  known_lengths();
  answers_depend_on_nothing_else();
  limits_hold();
  return 0;
}
