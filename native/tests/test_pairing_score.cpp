// Most points and challenges of pairing games, against every position that can be reached.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "solvers/pairing_challenge.hpp"
#include "solvers/pairing_score.hpp"

namespace {

using namespace winnable;

void check(bool ok, const std::string& what) {
  if (ok) return;
  std::fprintf(stderr, "test_pairing_score: %s\n", what.c_str());
  std::exit(1);
}

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
  const auto par = [](PairingRules& r) { r.scoring = Scoring::kPar; };
  add("microsoft", [](PairingRules&) {});
  add("par", par);
  add("hoyle", [](PairingRules& r) { r.passes = 1, r.goal = PairingGoal::kAll; });
  add("relaxed", [](PairingRules& r) { r.waste_cards = 1; });
  add("thirteen", [](PairingRules& r) { r.passes = 1, r.face_down_rows = 6; });
  add("king tut", [](PairingRules& r) { r.passes = 0, r.draw = 3, r.stock_top = StockTop::kHidden; });
  add("tut's tomb", [](PairingRules& r) { r.passes = 1, r.stock_top = StockTop::kHidden, r.overlap = true; });
  add("giza", [](PairingRules& r) { r.columns = 8, r.passes = 1, r.goal = PairingGoal::kAll; });
  add("triangle", [&](PairingRules& r) { par(r), r.tableau = Tableau::kTriangle; });
  add("overlap", [](PairingRules& r) { r.overlap = true; });
  add("apart", [](PairingRules& r) { r.passes = 2, r.stock_top = StockTop::kApart; });
  add("hidden", [&](PairingRules& r) { par(r), r.stock_top = StockTop::kHidden; });
  add("two at once", [&](PairingRules& r) { par(r), r.draw = 2; });
  add("three at once", [](PairingRules& r) { r.draw = 3, r.passes = 2; });
  add("unlimited", [](PairingRules& r) { r.passes = 0; });
  add("few rows", [&](PairingRules& r) { par(r), r.rows = 3, r.passes = 2; });
  return all;
}

// A few cards of two groups of ranks and kings, anywhere where the rules let cards lie.
PairingState small_position(const Pairing& game, std::mt19937& rng) {
  const auto below = [&](int n) { return int(rng() % unsigned(n)); };
  const int first = below(6), second = (first + 1 + below(5)) % 6;
  std::vector<Card> cards;
  for (Card c = 0; c < kDeck; ++c) {
    const int rank = rank_of(c), group = std::min(rank, kKing - 1 - rank);
    if (rank == kKing || group == first || group == second) cards.push_back(c);
  }
  std::shuffle(cards.begin(), cards.end(), rng);
  const auto take = [&] {
    const Card c = cards.back();
    cards.pop_back();
    return c;
  };
  PairingSetup setup;
  setup.tableau.assign(std::size_t(game.tableau_slots()), kNoCard);
  // Cards that nothing is missing under: start from what covers nothing, one after the other.
  SlotMask filled = 0;
  for (int tries = 0; tries < 60 && cards.size() > 12; ++tries) {
    const int slot = below(game.tableau_slots());
    SlotMask under = 0;
    for (int s = 0; s < game.tableau_slots(); ++s) under |= (game.covers(s) & slot_bit(slot)) != 0 ? slot_bit(s) : 0;
    if ((filled & slot_bit(slot)) != 0 || (under & ~filled) != 0) continue;
    filled |= slot_bit(slot);
    setup.tableau[std::size_t(slot)] = take();
  }
  const int rest = below(8);
  if (!game.has_stock()) setup.columns.resize(game.rules().columns);
  for (int i = 0; i < rest && !cards.empty(); ++i) {
    if (!game.has_stock()) {
      auto& column = setup.columns[std::size_t(below(3))];
      if (column.size() < 3) column.push_back(take());
    } else {
      (below(3) == 0 ? setup.waste : setup.stock).push_back(take());
    }
  }
  setup.pass = std::uint8_t(game.unlimited() ? 0 : below(game.rules().passes));
  return game.position(setup);
}

// The best of all positions that can be reached.
struct Best {
  int score;
  std::array<int, kRanks> gone{};
};

int gone(const PairingState& s, int rank) {
  int left = 0;
  for (SlotMask m = s.left; m != 0; m &= m - 1) left += rank_of(s.card[first_slot(m)]) == rank ? 1 : 0;
  return kSuits - left;
}

Best exhaustive(const Pairing& game, const PairingState& start) {
  std::set<std::tuple<SlotMask, int, int>> seen;
  std::vector<PairingState> open = {start};
  Best best{game.score(start), {}};
  MoveList<PairingMove> moves;
  while (!open.empty()) {
    const PairingState s = open.back();
    open.pop_back();
    if (!seen.insert({s.left, s.drawn, s.pass}).second) continue;
    best.score = std::max(best.score, game.score(s));
    for (int rank = 0; rank < kRanks; ++rank) best.gone[rank] = std::max(best.gone[rank], gone(s, rank));
    game.legal_moves(s, moves);
    for (const PairingMove& m : moves) open.push_back(game.play_unchecked(s, m));
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
  check(met(end) == can, where + ": the moves do not do what the verdict says");
  if (points) check(answer.upper_score >= answer.score, where + ": a bound below what was reached");
  if (points && !can) check(answer.upper_score < challenge.amount, where + ": a bound that leaves it open");
  check(!can || answer.why.empty(), where + ": a reason why not, where it can be met");
  PairingState s = start;
  for (std::size_t i = 0; can && i < answer.moves.size(); game.apply(s, answer.moves[i++])) {
    check(!met(s), where + ": moves after the challenge is met");
  }
}

struct Counts {
  int improved = 0;
  int unsolvable = 0;
  int reasons = 0;
};

void check_position(const Case& c, const Pairing& game, const PairingState& start, int i, Counts& counts) {
  const std::string where = c.name + ", position " + std::to_string(i);
  const Best best = exhaustive(game, start);
  PairingScorer scorer(game);
  const PairingAnswer answer = scorer.solve(start, {}, nullptr);
  check(answer.verdict == Verdict::kSolved && answer.reason == StopReason::kGoal, where + ": not proved");
  check(answer.score == best.score,
        where + ": " + std::to_string(answer.score) + " points, not " + std::to_string(best.score));
  check(answer.upper_score == best.score, where + ": the bound is not the best score");
  replay(game, start, answer, where);
  counts.improved += answer.moves.empty() ? 0 : 1;
  for (const int more : {-6, 0, 1}) {
    check_challenge(game, start, {Challenge::Kind::kPoints, best.score + more, 0}, more <= 0, where + ", points");
  }
  for (int rank = 0; rank < kRanks; ++rank) {
    const int most = best.gone[rank], now = gone(start, rank);
    if (now == kSuits) continue;
    const std::string of = where + ", rank " + std::to_string(rank);
    if (most > 0) check_challenge(game, start, {Challenge::Kind::kClearRank, most, rank}, true, of);
    if (most == kSuits) continue;
    check_challenge(game, start, {Challenge::Kind::kClearRank, most + 1, rank}, false, of);
    ++counts.unsolvable;
  }
}

void test_small_positions() {
  std::mt19937 rng(20);
  for (const Case& c : cases()) {
    const Pairing game(c.rules);
    Counts counts;
    for (int i = 0; i < 60; ++i) check_position(c, game, small_position(game, rng), i, counts);
    check(counts.improved > 20, c.name + ": hardly a position from which there is something to gain");
    check(counts.unsolvable > 20, c.name + ": hardly a rank that cannot be cleared");
  }
}

PairingState random_deal(const Pairing& game, std::mt19937& rng) {
  std::array<Card, kDeck> deck;
  for (Card c = 0; c < kDeck; ++c) deck[c] = c;
  std::shuffle(deck.begin(), deck.end(), rng);
  return game.deal(deck);
}

// What the limits stop is said to be unknown, with a line that makes what it says, and a bound that holds.
void test_limits() {
  std::mt19937 rng(3);
  const Pairing game{PairingRules{}};
  PairingScorer scorer(game);
  int stopped = 0;
  for (int i = 0; i < 20; ++i) {
    const PairingState start = random_deal(game, rng);
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

void test_cancel() {
  std::mt19937 rng(3);
  const Pairing game{PairingRules{}};
  CancelFlag cancel{true};
  PairingScorer scorer(game);
  PairingChallenger challenger(game, {Challenge::Kind::kPoints, 1290, 0});
  int cancelled = 0;
  for (int i = 0; i < 10; ++i) {
    const PairingState start = random_deal(game, rng);
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

void test_refusals() {
  PairingRules rules;
  rules.scoring = Scoring::kNone;
  const Pairing none(rules), microsoft{PairingRules{}};
  check(refused([&] { PairingScorer{none}; }), "points where none are counted");
  check(refused([&] { PairingChallenger(none, {Challenge::Kind::kPoints, 5, 0}); }), "a challenge of no points");
  check(refused([&] { PairingChallenger(microsoft, {Challenge::Kind::kClearRank, 5, 3}); }), "five of a rank");
  check(refused([&] { PairingChallenger(microsoft, {Challenge::Kind::kClearRank, 0, 3}); }), "none of a rank");
  check(refused([&] { PairingChallenger(microsoft, {Challenge::Kind::kClearRank, 1, 13}); }), "a rank that is none");
  PairingChallenger clear(none, {Challenge::Kind::kClearRank, 1, 3});
  std::mt19937 rng(1);
  check(clear.solve(random_deal(none, rng), {}, nullptr).verdict == Verdict::kSolved, "a rank where no points count");
}

}  // namespace

int main() {
  test_small_positions();
  test_limits();
  test_cancel();
  test_refusals();
  std::printf("test_pairing_score: ok\n");
}
