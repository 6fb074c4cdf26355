// PairingDecider against a plain breadth-first search, on small random positions of random rules.
#include <string>
#include <vector>

#include "core/deal_numbers.hpp"
#include "pairing/decide/decide.hpp"
#include "tests/check.hpp"
#include "tests/pairing/cases.hpp"

namespace {

using namespace winnable;
using namespace winnable::pairing_cases;

// Every position that can be reached, by single moves. Unknown: more than `most`.
Verdict plain_search(const Pairing& game, const PairingState& start, std::size_t most) {
  PositionMap seen(game);
  std::vector<PairingState> queue = {start};
  seen.add(start);
  MoveList<PairingMove> moves;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const PairingState s = queue[i];
    if (game.won(s)) return Verdict::kSolved;
    if (queue.size() > most) return Verdict::kUnknown;
    game.legal_moves(s, moves);
    for (const PairingMove& m : moves) {
      const PairingState next = game.play_unchecked(s, m);
      if (seen.add(next)) queue.push_back(next);
    }
  }
  return Verdict::kUnsolvable;
}

void check_moves(const Pairing& game, PairingState s, const PairingAnswer& answer) {
  const std::string where = describe(game, s);
  for (const PairingMove& m : answer.moves) {
    check(!game.why_illegal(s, m), "an illegal " + format_move(m) + " in " + where);
    game.apply(s, m);
  }
  check(game.won(s), "a win that is none in " + where);
  check(answer.cost == double(answer.moves.size()), "cost");
}

void against_plain_search(std::uint64_t seed, int positions) {
  Random random(seed);
  int solved = 0, unsolvable = 0, unexplained = 0;
  while (solved + unsolvable < positions) {
    const Pairing game(random_rules(random));
    PairingDecider decider(game);
    for (int i = 0; i < 10; ++i) {
      const PairingState start = random_position(game, random, 4 + below(random, 16));
      const Verdict expected = plain_search(game, start, 20'000);
      if (expected == Verdict::kUnknown) continue;
      const PairingAnswer answer = decider.solve(start, {}, nullptr);
      check(answer.verdict == expected, "another verdict than by plain search: " + describe(game, start));
      if (expected == Verdict::kSolved) {
        ++solved;
        check(answer.reason == StopReason::kGoal && answer.why.empty(), "the reason of a win");
        check_moves(game, start, answer);
      } else {
        ++unsolvable;
        unexplained += answer.why.empty() ? 1 : 0;
        check(answer.reason == StopReason::kExhausted && answer.moves.empty(), "the reason of a loss");
      }
    }
  }
  check(solved > positions / 10 && unsolvable > positions / 10, "one-sided positions");
  check(unexplained > 0 && unexplained < unsolvable / 2, "losses without a reason in words");
}

PairingState microsoft_deal(const Pairing& game, std::uint64_t number) { return game.deal(microsoft_deck(number)); }

// Whole deals, by every rule that makes winning easier.
void easier_rules_win_no_less() {
  PairingRules one_pass, two_passes, three_passes, all, overlap, unlimited;
  one_pass.passes = 1;
  two_passes.passes = 2;
  all.goal = PairingGoal::kAll;
  overlap.overlap = true;
  unlimited.passes = 0;
  const std::vector<std::pair<PairingRules, PairingRules>> harder_and_easier = {{one_pass, two_passes},
                                                                                {two_passes, three_passes},
                                                                                {three_passes, unlimited},
                                                                                {all, three_passes},
                                                                                {three_passes, overlap}};
  for (const auto& [harder, easier] : harder_and_easier) {
    const Pairing first(harder), second(easier);
    PairingDecider decide_first(first), decide_second(second);
    for (std::uint64_t number = 1; number <= 40; ++number) {
      const PairingAnswer hard = decide_first.solve(microsoft_deal(first, number), {}, nullptr);
      const PairingAnswer easy = decide_second.solve(microsoft_deal(second, number), {}, nullptr);
      check(hard.verdict != Verdict::kUnknown && easy.verdict != Verdict::kUnknown, "a deal undecided");
      check(hard.verdict != Verdict::kSolved || easy.verdict == Verdict::kSolved, "won only by the harder rules");
      if (hard.verdict == Verdict::kSolved) check_moves(first, microsoft_deal(first, number), hard);
    }
  }
}

// One decider, used again and again, answers as a new one does; moves and node counts included.
void answers_depend_on_nothing_else() {
  const Pairing game((PairingRules()));
  PairingDecider used(game);
  for (std::uint64_t number = 1; number <= 60; ++number) {
    PairingDecider fresh(game);
    const PairingAnswer a = used.solve(microsoft_deal(game, number), {}, nullptr);
    const PairingAnswer b = fresh.solve(microsoft_deal(game, number), {}, nullptr);
    check(a.verdict == b.verdict && a.moves == b.moves && a.why == b.why, "an answer that depends on earlier ones");
    check(a.stats.expanded == b.stats.expanded, "a search that depends on earlier ones");
  }
}

void limits_hold() {
  PairingRules rules;
  rules.passes = 1;
  const Pairing game(rules);
  PairingDecider decider(game);
  std::uint64_t hard = 1, most = 0;
  for (std::uint64_t number = 1; number <= 30; ++number) {
    const std::uint64_t nodes = decider.solve(microsoft_deal(game, number), {}, nullptr).stats.expanded;
    if (nodes > most) {
      most = nodes;
      hard = number;
    }
  }
  check(most > 5'000, "no deal is hard enough");
  const PairingState start = microsoft_deal(game, hard);
  Limits nodes, bytes, seconds;
  nodes.nodes = most / 2;
  bytes.bytes = 200'000;
  seconds.seconds = 1e-9;
  const PairingAnswer by_nodes = decider.solve(start, nodes, nullptr);
  check(by_nodes.verdict == Verdict::kUnknown && by_nodes.reason == StopReason::kNodes, "the limit on nodes");
  check(by_nodes.stats.expanded == most / 2 && by_nodes.moves.empty(), "nodes spent");
  const PairingAnswer by_bytes = decider.solve(start, bytes, nullptr);
  check(by_bytes.verdict == Verdict::kUnknown && by_bytes.reason == StopReason::kMemory, "the limit on bytes");
  check(by_bytes.stats.peak_bytes <= 200'000, "bytes held");
  check(decider.solve(start, seconds, nullptr).reason == StopReason::kTime, "the limit on seconds");
  const CancelFlag cancelled = true;
  check(decider.solve(start, {}, &cancelled).reason == StopReason::kCancelled, "the cancel flag");
  check(decider.solve(start, {}, nullptr).stats.expanded == most, "a search after one that was stopped");
}

// By hand: why each of these is lost.
void reasons_in_words() {
  PairingRules rules;
  rules.rows = 3;
  rules.scoring = Scoring::kNone;
  rules.passes = 1;
  const auto why = [&](const std::vector<Card>& tableau, const std::vector<Card>& stock) {
    const Pairing game(rules);
    PairingSetup setup;
    setup.tableau = tableau;
    setup.stock = stock;
    return PairingDecider(game).solve(game.position(setup), {}, nullptr).why;
  };
  const auto cards = [](const std::vector<const char*>& names) {
    std::vector<Card> out;
    for (const char* name : names) out.push_back(parse_card(name).value_or(kNoCard));
    return out;
  };
  const auto expect = [&](const std::string& found, const std::string& wanted) {
    check(found == wanted, "\"" + found + "\" where \"" + wanted + "\" is right");
  };
  expect(why(cards({"KC", "8S", "8D", "", "", ""}), cards({"5C", "QC"})),
         "the 8s and 5s cannot all be paired: 8D 8S can leave only with 5C");
  expect(why(cards({"8S", "KD", "5D", "", "", ""}), cards({"QC"})),
         "the 5s and 8s cannot all be paired: 5D can leave with no 8: it must leave before 8S");
  expect(why(cards({"9S", "KD", "4D", "", "", ""}), cards({"9C"})),
         "the 9s and 4s cannot all be paired: 9S can leave with no 4: 4D must leave before it");
  expect(why(cards({"KS", "2C", "3C", "", "", ""}), {}), "no card can leave, and none can be drawn");
  expect(why(cards({"KS", "2C", "3C", "", "", ""}), cards({"QC", "TC"})),
         "the 2s and jacks cannot all be paired: 2C can leave with no jack: none is left");
  expect(why(cards({"KS", "8S", "4D", "9H", "KC", "5C"}), cards({"AS"})),
         "4D can leave only with 9H, 5C can leave only with 8S: each of the two pairs waits for the other");
}

}  // namespace

int main() {
  against_plain_search(1, 2'000);
  easier_rules_win_no_less();
  answers_depend_on_nothing_else();
  limits_hold();
  reasons_in_words();
  return 0;
}
