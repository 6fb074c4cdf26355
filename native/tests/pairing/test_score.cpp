// Most points and challenges of pairing games, against every position that can be reached.
#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/deal_numbers.hpp"
#include "pairing/fewest/challenge.hpp"
#include "pairing/score/challenge.hpp"
#include "pairing/score/score.hpp"
#include "tests/check.hpp"
#include "tests/pairing/cases.hpp"
#include "tests/pairing/distances.hpp"

namespace {

using namespace winnable;
using namespace winnable::pairing_cases;

struct Case {
  std::string name;
  PairingRules rules;
};

// The variants, with points where they count none, and rules between them.
std::vector<Case> cases() {
  std::vector<Case> all;
  const auto add = [&](const char* name, auto change) {
    PairingRules r;
    change(r);
    all.push_back({name, r});
  };
  const auto par = [](PairingRules& r) { r.scoring = Scoring::kPar, r.play_on = true; };
  add("microsoft", [](PairingRules&) {});
  add("microsoft, played on", [](PairingRules& r) { r.play_on = true; });
  add("par", par);
  add("par, over when cleared", [](PairingRules& r) { r.scoring = Scoring::kPar; });
  add("hoyle", [](PairingRules& r) { r.passes = 1, r.goal = PairingGoal::kAll; });
  add("relaxed", [](PairingRules& r) { r.waste_cards = 1; });
  add("thirteen", [](PairingRules& r) { r.passes = 1, r.face_down_rows = 6; });
  add("king tut", [](PairingRules& r) { r.passes = 0, r.draw = 3, r.stock_top = StockTop::kHidden; });
  add("tut's tomb", [](PairingRules& r) { r.passes = 1, r.stock_top = StockTop::kHidden, r.overlap = true; });
  add("giza", [](PairingRules& r) { r.columns = 8, r.passes = 1, r.goal = PairingGoal::kAll; });
  add("triangle", [&](PairingRules& r) { par(r), r.tableau = Tableau::kTriangle; });
  add("overlap", [](PairingRules& r) { r.overlap = true; });
  add("overlap, played on", [](PairingRules& r) { r.overlap = r.play_on = true; });
  add("apart", [](PairingRules& r) { r.passes = 2, r.stock_top = StockTop::kApart; });
  add("hidden", [&](PairingRules& r) { par(r), r.stock_top = StockTop::kHidden; });
  add("two at once", [&](PairingRules& r) { par(r), r.draw = 2; });
  add("three at once", [](PairingRules& r) { r.draw = 3, r.passes = 2; });
  add("unlimited", [](PairingRules& r) { r.passes = 0; });
  add("unlimited, played on", [](PairingRules& r) { r.passes = 0, r.play_on = true; });
  add("few rows", [&](PairingRules& r) { par(r), r.rows = 3, r.passes = 2; });
  return all;
}

// The cards of two groups of ranks, most of them, and kings: many ways to pair the same cards.
std::vector<Card> cards_with_choices(Random& random) {
  const int first = below(random, 6), second = (first + 1 + below(random, 5)) % 6;
  std::vector<Card> cards;
  for (Card c = 0; c < kDeck; ++c) {
    const int rank = rank_of(c), group = std::min(rank, kKing - 1 - rank);
    if (rank == kKing || group == first || group == second) cards.push_back(c);
  }
  shuffle(cards, random);
  return cards;
}

// Some of them in the tableau, nothing missing under them, some elsewhere.
PairingState position_with_choices(const Pairing& game, Random& random) {
  std::vector<Card> cards = cards_with_choices(random);
  const auto take = [&] {
    const Card c = cards.back();
    cards.pop_back();
    return c;
  };
  PairingSetup setup;
  setup.tableau.assign(std::size_t(game.tableau_slots()), kNoCard);
  SlotMask filled = 0;
  for (int tries = 0; tries < 60 && cards.size() > 12; ++tries) {
    const int slot = below(random, game.tableau_slots());
    SlotMask under = 0;
    for (int s = 0; s < game.tableau_slots(); ++s) under |= (game.covers(s) & slot_bit(slot)) != 0 ? slot_bit(s) : 0;
    if ((filled & slot_bit(slot)) != 0 || (under & ~filled) != 0) continue;
    filled |= slot_bit(slot);
    setup.tableau[std::size_t(slot)] = take();
  }
  if (!game.has_stock()) setup.columns.resize(game.rules().columns);
  for (int rest = below(random, int(cards.size()) + 1); rest > 0; --rest) {
    if (game.has_stock()) {
      (one_in(random, 3) ? setup.waste : setup.stock).push_back(take());
    } else if (auto& column = setup.columns[random() % 3]; column.size() < 3) {
      column.push_back(take());
    }
  }
  setup.pass = std::uint8_t(game.unlimited() ? 0 : below(random, game.rules().passes));
  return game.position(setup);
}

int gone(const PairingState& s, int rank) {
  int left = 0;
  for (SlotMask m = s.left; m != 0; m &= m - 1) left += rank_of(s.card[first_slot(m)]) == rank ? 1 : 0;
  return kSuits - left;
}

// The best of all positions that can be reached, one by one.
struct Best {
  bool known = true;  // false: too many of them
  int score = 0;
  std::array<int, kRanks> gone{};
};

Best exhaustive(const Pairing& game, const PairingState& start) {
  PositionMap seen(game);
  std::vector<PairingState> queue = {start};
  seen.add(start);
  Best best;
  best.score = game.score(start);
  MoveList<PairingMove> moves;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const PairingState s = queue[i];
    best.score = std::max(best.score, game.score(s));
    for (int rank = 0; rank < kRanks; ++rank) best.gone[rank] = std::max(best.gone[rank], gone(s, rank));
    game.legal_moves(s, moves);
    for (const PairingMove& m : moves) {
      const PairingState next = game.play_unchecked(s, m);
      if (seen.add(next)) queue.push_back(next);
    }
    if (queue.size() > 20'000) return {false, 0, {}};
  }
  return best;
}

// Legal from the start on; the position at its end.
PairingState replay(const Pairing& game, PairingState s, const PairingAnswer& answer, const std::string& where) {
  for (const PairingMove& m : answer.moves) {
    check(!game.why_illegal(s, m), where + ": an illegal move");
    game.apply(s, m);
  }
  check(answer.score == game.score(s), where + ": not the score of the last position");
  check(answer.cost == double(answer.moves.size()), where + ": cost is not the number of moves");
  return s;
}

// Met at the end of the moves, and not before.
void check_challenge(const Pairing& game, const PairingState& start, const Challenge& challenge, bool can,
                     const std::string& where) {
  const bool points = challenge.kind == Challenge::Kind::kPoints;
  const auto met = [&](const PairingState& s) {
    return (points ? game.score(s) : gone(s, challenge.rank)) >= challenge.amount;
  };
  PairingChallenger solver(game, challenge);
  const PairingAnswer answer = solver.solve(start, {}, nullptr);
  check(answer.verdict == (can ? Verdict::kSolved : Verdict::kUnsolvable), where + ": the wrong verdict");
  check(answer.reason == (can ? StopReason::kGoal : StopReason::kExhausted), where + ": the wrong reason");
  const PairingState end = replay(game, start, answer, where);
  check(can || answer.moves.empty(), where + ": moves of no solution");
  check(met(end) == can, where + ": the moves do not do what the verdict says");
  if (points) check(answer.upper_score >= answer.score, where + ": a bound below what was reached");
  if (points && !can) check(answer.upper_score < challenge.amount, where + ": a bound that leaves it open");
  check(!can || answer.why.empty(), where + ": a reason why not, where it can be met");
  PairingState s = start;
  for (std::size_t i = 0; can && i < answer.moves.size(); game.apply(s, answer.moves[i++])) {
    check(!met(s), where + ": moves after the challenge is met");
  }
}

// The fewest moves, by breadth, to a position worth so many points; -1: there is none.
int moves_to(const Pairing& game, const PairingState& start, int points) {
  std::map<PairingId, int> depth{{id_of(start), 0}};
  std::deque<PairingState> queue{start};
  MoveList<PairingMove> moves;
  for (; !queue.empty(); queue.pop_front()) {
    const PairingState s = queue.front();
    const int here = depth.at(id_of(s));
    if (game.score(s) >= points) return here;
    game.legal_moves(s, moves);
    for (const PairingMove& m : moves) {
      const PairingState next = game.play_unchecked(s, m);
      if (depth.try_emplace(id_of(next), here + 1).second) queue.push_back(next);
    }
  }
  return -1;
}

void check_cheapest(const Pairing& game, const PairingState& start, int points, const std::string& where) {
  PairingFewestChallenger solver(game, {Challenge::Kind::kPoints, points, 0}, FewestMetric::kActions);
  const PairingAnswer answer = solver.solve(start);
  PairingState end = start;
  for (const PairingMove& m : answer.moves) {
    check(!game.why_illegal(end, m), where + ": an illegal move of the cheapest line");
    game.apply(end, m);
  }
  const int least = moves_to(game, start, points);
  check((answer.verdict == Verdict::kSolved) == (least >= 0), where + ": the wrong verdict of the cheapest line");
  if (least < 0) return;
  check(game.score(end) >= points, where + ": too few points by the cheapest line");
  check(answer.cost == least && answer.lower_bound == least, where + ": not the cheapest line");
}

struct Counts {
  int positions = 0;
  int improved = 0;
  int out_of_reach = 0;
};

void check_score(const Pairing& game, const PairingState& start, int best, Counts& counts) {
  const std::string where = describe(game, start);
  PairingScorer scorer(game);
  const PairingAnswer answer = scorer.solve(start, {}, nullptr);
  check(answer.verdict == Verdict::kSolved && answer.reason == StopReason::kGoal, "not proved: " + where);
  check(answer.score == best, std::to_string(answer.score) + " points, not " + std::to_string(best) + ": " + where);
  check(answer.upper_score == best, "the bound is not the best score: " + where);
  replay(game, start, answer, where);
  counts.improved += answer.moves.empty() ? 0 : 1;
  for (const int more : {-6, 0, 1}) {
    check_challenge(game, start, {Challenge::Kind::kPoints, best + more, 0}, more <= 0, where);
    check_cheapest(game, start, best + more, where);
  }
}

void check_position(const Pairing& game, const PairingState& start, Counts& counts) {
  const Best best = exhaustive(game, start);
  if (!best.known) return;
  ++counts.positions;
  if (game.rules().scoring != Scoring::kNone) check_score(game, start, best.score, counts);
  for (int rank = 0; rank < kRanks; ++rank) {
    const int most = best.gone[rank];
    if (gone(start, rank) == kSuits) continue;
    const std::string where = "rank " + std::to_string(rank) + " in " + describe(game, start);
    if (most > 0) check_challenge(game, start, {Challenge::Kind::kClearRank, most, rank}, true, where);
    if (most == kSuits) continue;
    check_challenge(game, start, {Challenge::Kind::kClearRank, most + 1, rank}, false, where);
    ++counts.out_of_reach;
  }
}

void every_variant(std::uint64_t seed, int positions) {
  Random random(seed);
  for (const Case& c : cases()) {
    const Pairing game(c.rules);
    Counts counts;
    for (int i = 0; i < positions; ++i) check_position(game, position_with_choices(game, random), counts);
    check(counts.positions > positions / 2, c.name + ": too large positions");
    check(counts.improved > positions / 3, c.name + ": hardly a position from which there is something to gain");
    check(counts.out_of_reach > positions / 3, c.name + ": hardly a rank that cannot be cleared");
  }
}

void random_rules_with_points(std::uint64_t seed, int games) {
  Random random(seed);
  Counts counts;
  for (int i = 0; i < games; ++i) {
    PairingRules rules = random_rules(random);
    if (rules.passes > 0) {
      rules.scoring = Scoring::kPar;
    } else if (rules.rows == 7 && rules.tableau == Tableau::kPyramid) {
      rules.scoring = Scoring::kMicrosoft;
    }
    const Pairing game(rules);
    for (int k = 0; k < 5; ++k) check_position(game, random_position(game, random, 4 + below(random, 20)), counts);
  }
  check(counts.positions > 2 * games && counts.improved > games,
        "random rules: hardly a position with something to gain");
}

PairingState microsoft_deal(const Pairing& game, std::uint64_t number) { return game.deal(microsoft_deck(number)); }

// What the limits stop is said to be unknown, with a line that makes what it says, and a bound that holds.
void limits_hold() {
  const Pairing game{PairingRules{}};
  PairingScorer scorer(game);
  int stopped = 0;
  for (int i = 1; i <= 20; ++i) {
    const PairingState start = microsoft_deal(game, std::uint64_t(i));
    Limits none, few, small;
    none.nodes = 20000;
    few.nodes = 40;
    small.bytes = 150'000;
    const PairingAnswer whole = scorer.solve(start, none, nullptr);
    for (const Limits& limits : {few, small}) {
      const std::string where = "limits, deal " + std::to_string(i);
      const PairingAnswer answer = scorer.solve(start, limits, nullptr);
      replay(game, start, answer, where);
      check(answer.score <= whole.upper_score && answer.upper_score >= whole.score, where + ": bounds that cross");
      if (answer.verdict == Verdict::kSolved) continue;
      ++stopped;
      check(answer.verdict == Verdict::kUnknown, where + ": a limit is no proof");
      check(answer.reason == (limits.nodes != 0 ? StopReason::kNodes : StopReason::kMemory), where + ": which limit");
      check(answer.score < answer.upper_score, where + ": the best, but not said to be proved");
      check(limits.nodes != 0 || answer.stats.peak_bytes <= small.bytes, where + ": more memory than allowed");
    }
  }
  check(stopped > 5, "limits: hardly a deal was stopped");
}

void it_can_be_cancelled() {
  const Pairing game{PairingRules{}};
  CancelFlag cancel{true};
  PairingScorer scorer(game);
  PairingChallenger challenger(game, {Challenge::Kind::kPoints, 1290, 0});
  int cancelled = 0;
  for (int i = 1; i <= 10; ++i) {
    const PairingState start = microsoft_deal(game, std::uint64_t(i));
    for (const PairingAnswer& answer : {scorer.solve(start, {}, &cancel), challenger.solve(start, {}, &cancel)}) {
      check(answer.stats.expanded <= 256, "cancel: went on");
      cancelled += answer.reason == StopReason::kCancelled && answer.verdict == Verdict::kUnknown ? 1 : 0;
    }
  }
  check(cancelled > 2, "cancel: nothing was cancelled");
}

template <class Make>
bool refused(Make&& make) {
  try {
    make();
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

void what_cannot_be_asked() {
  PairingRules rules;
  rules.scoring = Scoring::kNone;
  const Pairing none(rules), microsoft{PairingRules{}};
  check(refused([&] { PairingScorer{none}; }), "points where none are counted");
  check(refused([&] { PairingChallenger(none, {Challenge::Kind::kPoints, 5, 0}); }), "a challenge of no points");
  check(refused([&] { PairingChallenger(microsoft, {Challenge::Kind::kClearRank, 5, 3}); }), "five of a rank");
  check(refused([&] { PairingChallenger(microsoft, {Challenge::Kind::kClearRank, 0, 3}); }), "none of a rank");
  check(refused([&] { PairingChallenger(microsoft, {Challenge::Kind::kClearRank, 1, 13}); }), "a rank that is none");
  PairingChallenger clear(none, {Challenge::Kind::kClearRank, 1, 3});
  check(clear.solve(microsoft_deal(none, 1), {}, nullptr).verdict == Verdict::kSolved, "a rank where no points count");
}

}  // namespace

int main() {
  every_variant(1, some_of(50));
  random_rules_with_points(4, some_of(120));
  limits_hold();
  it_can_be_cancelled();
  what_cannot_be_asked();
  std::printf("test_pairing_score: ok\n");
}
