// The textbook searches on pairing games: packing, heuristics, and the claims they carry.
#include <cstdio>
#include <numeric>
#include <vector>

#include "pairing/search.hpp"
#include "tests/check.hpp"
#include "tests/pairing/cases.hpp"
#include "tests/pairing/distances.hpp"

using namespace winnable;
using namespace winnable::pairing_cases;

namespace {

using Weights = std::vector<WeightedPairingFeature>;

const Weights kRemovals{{PairingFeature::kRemovals, kUnit}};
const Weights kMixed{{PairingFeature::kRemovals, kUnit / 2},
                     {PairingFeature::kTableau, kUnit / 16},
                     {PairingFeature::kCovered, kUnit / 16},
                     {PairingFeature::kRows, kUnit / 8}};

PairingResult run(const Pairing& game, const PairingState& start, Algorithm a, const Weights& h, Limits limits = {}) {
  Budget budget(limits);
  return search_pairing(game, start, a, {}, h, budget, nullptr);
}

// Random play, through draws and recycles: packing is exact, and what it unpacks plays on alike.
void test_packing() {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const Pairing game(random_rules(random));
    const PairingState start = random_position(game, random, 4 + below(random, 49));
    const PairingSearch search(game, start, PairingHeuristic({}, game, start));
    PairingState s = start;
    std::vector<PairingState> seen{s};
    MoveList<PairingMove> moves;
    MoveList<PairingMove> again;
    for (int ply = 0; ply < 60; ++ply) {
      const PairingState back = search.unpack(search.pack(s));
      CHECK(game.same(back, s) && id_of(back) == id_of(s));
      search.legal_moves(s, moves);
      search.legal_moves(back, again);
      CHECK(moves == again);
      if (moves.empty()) break;
      s = game.play_unchecked(s, moves[std::size_t(below(random, int(moves.size())))]);
      for (const PairingState& other : seen) CHECK((search.pack(other) == search.pack(s)) == game.same(other, s));
      seen.push_back(s);
    }
  }
}

void test_all_algorithms_agree_with_exhaustive_search() {
  Random random(2);
  int solved = 0;
  int lost = 0;
  for (int round = 0; round < 300; ++round) {
    const Pairing game(random_rules(random));
    const PairingState start = random_position(game, random, 4 + below(random, 11));
    const int best = pairing_distances(game, start).at(id_of(start));
    (best < 0 ? lost : solved) += 1;
    for (const Weights& h : {kRemovals, kMixed}) {
      for (const Algorithm a : {Algorithm::kBreadthFirst, Algorithm::kUniformCost, Algorithm::kIterativeDeepening,
                                Algorithm::kAStar, Algorithm::kIdaStar, Algorithm::kDepthFirst, Algorithm::kGreedy}) {
        const auto r = run(game, start, a, h);
        CHECK(r.verdict == (best < 0 ? Verdict::kUnsolvable : Verdict::kSolved));
        if (best < 0) continue;
        CHECK(pairing_wins(game, start, r.moves) && r.cost == double(r.moves.size()) && r.cost >= best);
        if (a != Algorithm::kDepthFirst && a != Algorithm::kGreedy) CHECK(r.cost == best && r.lower_bound == best);
      }
    }
  }
  CHECK(solved > 50 && lost > 50);
}

// The argument in pairing/features.hpp, held against every position that can be reached.
void test_admissible_estimates() {
  Random random(3);
  std::size_t checked = 0;
  std::size_t dead = 0;
  for (int round = 0; round < 150; ++round) {
    const Pairing game(random_rules(random));
    const PairingState start = random_position(game, random, 4 + below(random, 13));
    std::vector<Weights> all{kRemovals, kMixed};
    for (const auto f : {PairingFeature::kTableau, PairingFeature::kCovered, PairingFeature::kRows}) {
      all.push_back({{f, kUnit / 2}});
    }
    if (game.rules().goal == PairingGoal::kAll) all.push_back({{PairingFeature::kCardsLeft, kUnit / 2}});
    const auto distances = pairing_distances(game, start);
    for (const Weights& weights : all) {
      const PairingHeuristic h(weights, game, start);
      CHECK(h.admissible());
      for (const auto& [id, distance] : distances) {
        PairingState s = start;
        std::tie(s.left, s.drawn, s.pass) = id;
        const Units estimate = h(s);
        if (distance < 0) {
          dead += estimate == kDeadEnd ? 1 : 0;
        } else {
          CHECK(estimate <= distance * kUnit);
          ++checked;
        }
      }
    }
  }
  CHECK(checked > 10'000 && dead > 1'000);
}

void test_what_is_not_admissible() {
  const Pairing game{PairingRules{}};
  const auto sound = [&](const Weights& weights) { return PairingHeuristic::admissible(weights, game); };
  CHECK(sound({}) && sound(kRemovals) && !sound({{PairingFeature::kRemovals, kUnit + 1}}));
  CHECK(!sound({{PairingFeature::kTableau, kUnit / 2 + 1}}) && sound({{PairingFeature::kTableau, -5 * kUnit}}));
  CHECK(!sound({{PairingFeature::kRemovals, kUnit / 2}, {PairingFeature::kRows, kUnit / 2}}));
  CHECK(!sound({{PairingFeature::kCardsLeft, 1}}));
  PairingRules all;
  all.goal = PairingGoal::kAll;
  CHECK(PairingHeuristic::admissible({{PairingFeature::kCardsLeft, kUnit / 2}}, Pairing(all)));
  // A sum that is not leaves no position out, so exhausting it is still a proof.
  Random random(4);
  int proofs = 0;
  for (int round = 0; round < 50; ++round) {
    const Pairing any(random_rules(random));
    const PairingState start = random_position(any, random, 4 + below(random, 11));
    const auto r = run(any, start, Algorithm::kGreedy, {{PairingFeature::kRemovals, 3 * kUnit}});
    CHECK(r.verdict == run(any, start, Algorithm::kBreadthFirst, {}).verdict);
    proofs += r.verdict == Verdict::kUnsolvable ? 1 : 0;
  }
  CHECK(proofs > 5);
}

void test_values() {
  const Pairing game{PairingRules{}};
  PairingSetup setup;
  setup.tableau.assign(28, kNoCard);
  const auto card = [](const char* text) { return *parse_card(text); };
  // An ace on two cards of its own: QS under AS can never leave with it, so it needs the ace of the stock.
  setup.tableau[0] = card("QS");
  setup.tableau[1] = card("AS");
  setup.tableau[2] = card("KS");
  setup.stock = {card("QH"), card("AH"), card("2C")};
  const PairingState s = game.position(setup);
  const auto value = [&](PairingFeature f) { return PairingHeuristic({{f, kUnit}}, game, s)(s) / kUnit; };
  CHECK(value(PairingFeature::kTableau) == 3 && value(PairingFeature::kCovered) == 1);
  CHECK(value(PairingFeature::kRows) == 2 && value(PairingFeature::kCardsLeft) == 6);
  CHECK(value(PairingFeature::kRemovals) == 3);
  setup.stock = {card("QH"), card("2C")};
  const PairingState lost = game.position(setup);
  CHECK(PairingHeuristic(kRemovals, game, lost)(lost) == kDeadEnd);
  CHECK(PairingHeuristic({{PairingFeature::kRemovals, 2 * kUnit}}, game, lost)(lost) == 2 * kDeck * kUnit);
}

void test_limits() {
  const Pairing game{PairingRules{}};
  std::array<Card, kDeck> deck;
  std::iota(deck.begin(), deck.end(), Card{0});
  Random random(5);
  shuffle(deck, random);
  const PairingState start = game.deal(deck);
  Limits nodes;
  nodes.nodes = 1000;
  Limits bytes;
  bytes.bytes = 1'000'000;
  for (const Algorithm a : {Algorithm::kBreadthFirst, Algorithm::kAStar, Algorithm::kIdaStar}) {
    const auto r = run(game, start, a, kRemovals, nodes);
    CHECK(r.verdict == Verdict::kUnknown && r.reason == StopReason::kNodes && r.stats.expanded == 1000);
    if (a == Algorithm::kIdaStar) continue;
    const auto small = run(game, start, a, kRemovals, bytes);
    CHECK(small.reason == StopReason::kMemory && small.stats.peak_bytes <= bytes.bytes);
  }
}

}  // namespace

int main() {
  test_packing();
  test_values();
  test_what_is_not_admissible();
  test_all_algorithms_agree_with_exhaustive_search();
  test_admissible_estimates();
  test_limits();
  std::puts("search on pairing games: ok");
}
