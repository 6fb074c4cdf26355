// The thesis's search: its printed run, its heuristics one by one, and what it may claim.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include "pairing/thesis/dfs.hpp"
#include "tests/check.hpp"
#include "tests/pairing/cases.hpp"
#include "tests/pairing/distances.hpp"

using namespace winnable;
using namespace winnable::pairing_cases;

namespace {

Card card(const std::string& text) { return *parse_card(text); }

std::vector<Card> cards(const std::string& text) {
  std::vector<Card> out;
  for (std::size_t at = 0; at < text.size(); at += 3) out.push_back(card(text.substr(at, 2)));
  return out;
}

// The game of the thesis's testing summary (section 10.1).
const std::string kPrintedDeal =
    "9H KH 4C 6S JC 7C 6H 7D 5C 5D KS AS 2C 9S 2D 8S 3C 7H 8C JD 6C QS JH 5S 3S JS 4D 3H "
    "4S KC QC 4H AH 9C 5H 3D 8D AC 9D TC QD AD 2S 7S KD TD 2H TS 8H 6D QH TH";
const std::string kPrintedMoves =
    "KC QS+AH 9C+4D 8D+5S TC+3H QD+AD JH+2S 7S+6C KD TD+3S JS+2H TS+3C 7H+6D QH+AS 8C+5H JD+2C 9S+4H 8S+5C KS 7D+6H "
    "JC+2D 8H+5D 7C+6S KH 9D+4C 9H+4S ";

PairingState printed_start(const Pairing& game) {
  const std::vector<Card> deck = cards(kPrintedDeal);
  return game.deal(std::span<const Card, kDeck>(deck.data(), kDeck));
}

ThesisResult run(const Pairing& game, const PairingState& start, const ThesisOptions& options, Limits limits = {},
                 EventBuffer* buffer = nullptr) {
  Budget budget(limits);
  return search_thesis(game, start, options, budget, buffer);
}

void test_the_printed_run() {
  const Pairing game{PairingRules{}};
  const PairingState start = printed_start(game);
  for (const bool table : {false, true}) {
    ThesisOptions options;
    options.table = table;
    const ThesisResult r = run(game, start, options);
    CHECK(r.verdict == Verdict::kSolved && pairing_wins(game, start, r.moves));
    CHECK(r.figures.generated == 32 && r.figures.visited == 27);
    CHECK(r.figures.depth == 27 && r.figures.backtracks == 0);
    std::string removals;
    for (const PairingMove& m : r.moves) {
      if (is_removal(m)) removals += format_move(m) + " ";
    }
    CHECK(removals == kPrintedMoves);
    CHECK(std::count(r.moves.begin(), r.moves.end(), kDrawMove) == 17);
    CHECK(std::count(r.moves.begin(), r.moves.end(), kRecycleMove) == 2);
    CHECK(r.cost == 45 && r.lower_bound == 0);
  }
  // The node that the second form of the dead-end check leaves out: 9C with 4H.
  ThesisOptions single_only;
  single_only.shared_partners = false;
  CHECK(run(game, start, single_only).figures.generated == 33);
}

std::string listed(const Pairing& game, const PairingState& s, const ThesisOptions& options) {
  ThesisMoves order(game, s, options);
  std::vector<PairingMove> moves;
  order.list(s, true, moves);
  std::string out;
  for (auto m = moves.rbegin(); m != moves.rend(); ++m) out += format_move(*m) + " ";
  return out;
}

PairingSetup rows_of(const std::string& top_to_bottom, const std::string& waste, const std::string& stock) {
  PairingSetup setup;
  setup.tableau = cards(top_to_bottom);
  setup.tableau.resize(28, kNoCard);
  setup.waste = cards(waste);
  setup.stock = cards(stock);
  return setup;
}

void test_the_order_of_moves() {
  const Pairing game{PairingRules{}};
  // Rows 9S | 2S KS | JC 5H 8H: JC frees nothing alone, 5H with 8H frees the king.
  const PairingState s = game.position(rows_of("9S 2S KS JC 5H 8H", "2C 5C", "8C KH"));
  ThesisOptions all;
  CHECK(listed(game, s, all) == "8H+5H 8H+5C 8C+5H 8C+5C ");
  ThesisOptions as_listed;
  as_listed.pyramid = false;
  CHECK(listed(game, s, as_listed) == "8H+5H 8C+5C 8H+5C 8C+5H ");
  ThesisOptions draws;
  draws.draw_moves = true;
  CHECK(listed(game, s, draws) == "8H+5H 8H+5C 8C+5H 8C+5C draw ");

  const PairingState t = game.position(rows_of("9S 2S KS KD 5D 8H", "5C", "KH"));
  ThesisOptions no_kings;
  no_kings.kings = false;
  CHECK(listed(game, t, all) == "KD KH 8H+5D 8H+5C ");
  CHECK(listed(game, t, no_kings) == "8H+5D 8H+5C KD KH ");

  // Only 8S frees a card: 2S, half of whose cover is gone.
  PairingSetup gap = rows_of("9S 2S 3S 4S 8S 8D", "5C", "KH");
  gap.tableau[3] = kNoCard;
  const PairingState u = game.position(gap);
  CHECK(listed(game, u, all) == "KH 8S+5C 8D+5C ");
  ThesisOptions no_frees;
  no_frees.frees = false;
  CHECK(listed(game, u, no_frees) == "KH 8D+5C 8S+5C ");
}

// The thesis's own example: three sevens share three sixes, one of which is about to leave.
void test_the_dead_end_checks() {
  const Pairing game{PairingRules{}};
  const std::string sevens = "7S 7C 7D";
  ThesisOptions all;
  ThesisOptions single = all;
  single.shared_partners = false;
  ThesisOptions none = single;
  none.single_partner = false;
  ThesisOptions shared = all;
  shared.single_partner = false;
  const PairingState three = game.position(rows_of(sevens, "7H", "6S 6D 6H"));
  CHECK(listed(game, three, all) == "7D+6S 7C+6S ");
  CHECK(listed(game, three, shared) == "7D+6S 7C+6S ");
  CHECK(listed(game, three, single) == "7D+6S 7C+6S 7H+6S ");
  const PairingState four = game.position(rows_of(sevens, "7H", "6S 6D 6H 6C"));
  CHECK(listed(game, four, all) == "7D+6S 7C+6S 7H+6S ");
  // The single partner of 5S.
  const PairingState one = game.position(rows_of("5S", "5D", "8S"));
  CHECK(listed(game, one, none) == "8S+5S 8S+5D ");
  CHECK(listed(game, one, single) == "8S+5S " && listed(game, one, all) == "8S+5S ");
  CHECK(listed(game, one, shared) == "8S+5S 8S+5D ");
}

std::vector<ThesisOptions> every_option() {
  std::vector<ThesisOptions> out;
  for (int bits = 0; bits < 64; ++bits) {
    out.push_back({(bits & 1) == 0, (bits & 2) == 0, (bits & 4) == 0, (bits & 8) == 0, (bits & 16) == 0,
                   (bits & 32) != 0, false});
  }
  return out;
}

void check_figures(const ThesisResult& r) {
  const ThesisFigures& f = r.figures;
  CHECK(f.generated == r.stats.generated + 1 && f.visited <= f.generated && f.depth + f.backtracks == f.visited);
  CHECK(f.backtracks == r.stats.backtracks && f.visited == r.stats.expanded);
}

void test_claims_under_every_option() {
  Random random(6);
  int solved = 0;
  int lost = 0;
  int missed = 0;
  for (int round = 0; round < 250; ++round) {
    const Pairing game(random_rules(random));
    const PairingState start = random_position(game, random, 4 + below(random, 11));
    const int best = pairing_distances(game, start).at(id_of(start));
    (best < 0 ? lost : solved) += 1;
    for (ThesisOptions options : every_option()) {
      const ThesisResult r = run(game, start, options);
      check_figures(r);
      if (r.verdict == Verdict::kSolved) {
        CHECK(best >= 0 && pairing_wins(game, start, r.moves) && int(r.moves.size()) >= best);
      } else {
        CHECK(r.verdict == Verdict::kUnknown && r.reason == StopReason::kIncomplete && r.moves.empty());
        missed += best >= 0 ? 1 : 0;
      }
      if (!options.table) continue;
      options.draw_moves = true;
      const ThesisResult whole = run(game, start, options);
      check_figures(whole);
      CHECK(whole.verdict == (best < 0 ? Verdict::kUnsolvable : Verdict::kSolved));
      if (best >= 0) CHECK(pairing_wins(game, start, whole.moves) && int(whole.moves.size()) >= best);
    }
  }
  CHECK(solved > 50 && lost > 50 && missed > 0);
}

// Without a table too the complete search ends, though the stock may go round for ever.
void test_draws_as_moves_end_without_a_table() {
  Random random(7);
  int solved = 0;
  int lost = 0;
  for (int round = 0; round < some_of(200); ++round) {
    PairingRules rules = random_rules(random);
    if (rules.columns == 0) rules.passes = 0;
    const Pairing game(rules);
    const PairingState start = random_position(game, random, 4 + below(random, 5));
    ThesisOptions options;
    options.draw_moves = true;
    const ThesisResult plain = run(game, start, options);
    options.table = true;
    CHECK(plain.verdict != Verdict::kUnknown && plain.verdict == run(game, start, options).verdict);
    (plain.verdict == Verdict::kSolved ? solved : lost) += 1;
  }
  CHECK(solved > some_of(50) && lost > some_of(20));
}

// The table changes how often a position is searched, never which line is found first.
void test_the_table_saves_and_loses_nothing() {
  const Pairing game{PairingRules{}};
  Random random(8);
  int saved = 0;
  std::array<Card, kDeck> deck;
  std::iota(deck.begin(), deck.end(), Card{0});
  for (int deal = 0; deal < 60; ++deal) {
    shuffle(deck, random);
    const PairingState start = game.deal(deck);
    Limits limits;
    limits.nodes = 50'000;
    const ThesisResult plain = run(game, start, {}, limits);
    ThesisOptions options;
    options.table = true;
    const ThesisResult with_table = run(game, start, options, limits);
    if (plain.reason == StopReason::kNodes) continue;
    CHECK(plain.verdict == with_table.verdict && plain.moves == with_table.moves);
    CHECK(with_table.figures.visited <= plain.figures.visited);
    saved += with_table.figures.visited < plain.figures.visited ? 1 : 0;
  }
  CHECK(saved > 10);
}

void test_limits_and_events() {
  const Pairing game{PairingRules{}};
  const PairingState start = printed_start(game);
  Limits limits;
  limits.nodes = 20;
  const ThesisResult stopped = run(game, start, {}, limits);
  CHECK(stopped.reason == StopReason::kNodes && stopped.figures.visited == 20 && stopped.moves.empty());
  Limits tiny;
  tiny.bytes = 1000;
  CHECK(run(game, start, {}, tiny).reason == StopReason::kMemory);
  CancelFlag flag{true};
  ThesisOptions slow;
  slow.draw_moves = true;
  slow.frees = false;
  Budget budget({}, &flag);
  CHECK(search_thesis(game, start, slow, budget, nullptr).reason == StopReason::kCancelled);

  EventBuffer buffer(1, 1000);
  const ThesisResult r = run(game, start, {}, {}, &buffer);
  CHECK(buffer.count(EventKind::kGenerate) == r.stats.generated);
  CHECK(buffer.count(EventKind::kExpand) + buffer.count(EventKind::kGoal) == r.figures.visited);
  CHECK(buffer.count(EventKind::kGoal) == 1 && buffer.count(EventKind::kBacktrack) == 0);
  const std::vector<Event> events = buffer.drain();
  CHECK(events.back().kind == EventKind::kGoal && events.back().depth == 26);
}

// The way of each event, with the draws in it, leads to its position.
void test_ways() {
  const Pairing game{PairingRules{}};
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    for (const bool draw_moves : {false, true}) {
      std::array<Card, kDeck> deck;
      std::iota(deck.begin(), deck.end(), Card{0});
      Random random(seed);
      shuffle(deck, random);
      const PairingState start = game.deal(deck);
      ThesisOptions options;
      options.draw_moves = draw_moves;
      Limits limits;
      limits.nodes = 300;
      EventBuffer buffer(seed, 100'000);
      run(game, start, options, limits, &buffer);
      std::vector<std::string> way;
      for (const Event& e : buffer.drain()) {
        CHECK(e.kept <= way.size());
        way.resize(e.kept);
        way.insert(way.end(), e.more.begin(), e.more.end());
        PairingState s = start;
        bool made = e.move.empty();
        for (const std::string& word : way) {
          game.apply(s, parse_move(game, s, word));  // throws unless it is legal
          made |= word == e.move;
        }
        CHECK(made && game.key(s) == e.key && e.move.empty() == (e.depth == 0));
      }
    }
  }
}

}  // namespace

int main() {
  test_the_printed_run();
  test_the_order_of_moves();
  test_the_dead_end_checks();
  test_claims_under_every_option();
  test_draws_as_moves_end_without_a_table();
  test_the_table_saves_and_loses_nothing();
  test_limits_and_events();
  test_ways();
  std::puts("the thesis's search: ok");
}
