// The engine of Spider and its kin: invariants of play, keys, what is seen, rows, runs that leave, refusals.
#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/illegal_move.hpp"
#include "core/key.hpp"
#include "patience/engine.hpp"
#include "patience/text.hpp"
#include "tests/check.hpp"
#include "tests/spider/cases.hpp"

namespace {

using namespace winnable;

PatienceRules spider(int suits, bool over_empty = false) { return spider_cases::spider_rules(suits, over_empty); }

PatienceRules spiderette() {
  PatienceRules r = spider(4);
  r.decks = 1;
  r.columns = 7;
  r.column_cards = {1, 2, 3, 4, 5, 6, 7};
  r.face_down = {0, 1, 2, 3, 4, 5, 6};
  return r;
}

PatienceRules scorpion() {
  PatienceRules r = spiderette();
  r.build = r.group_drop = Build::kSuit;
  r.group_lift = Build::kAny;
  r.group_size = GroupSize::kHeap;
  r.empty_column = Fill::kKing;
  r.deal_over_empty = true;
  r.column_cards = {7, 7, 7, 7, 7, 7, 7};
  r.face_down = {3, 3, 3, 3};
  return r;
}

// All cards face up, dealt as even as rows give.
PatienceRules open_spider(int columns) {
  PatienceRules r = spider(4);
  r.columns = std::uint8_t(columns);
  r.stock = Stock::kNone;
  r.column_cards.fill(0);
  r.face_down.fill(0);
  return r;
}

std::vector<PatienceRules> all_rules() {
  return {spider(1), spider(2), spider(4), spider(4, true), spiderette(), scorpion(), open_spider(13), open_spider(1)};
}

std::vector<Card> pack(const Spider& game) {
  std::vector<Card> cards;
  for (int c = 0; c < card_count(game.rules()); ++c) cards.push_back(game.printed(Card(c)));
  std::sort(cards.begin(), cards.end());
  return cards;
}

SpiderState random_deal(const Spider& game, std::uint64_t& seed) {
  std::vector<Card> deck = pack(game);
  for (std::size_t i = deck.size(); i > 1; --i) std::swap(deck[i - 1], deck[splitmix64(seed) % i]);
  return game.deal(deck);
}

// ---- invariants -----------------------------------------------------------------------------

void check_cards(const Spider& game, const SpiderState& s) {
  const PatienceSetup setup = game.setup(s);
  std::vector<Card> cards = setup.stock;
  for (std::size_t i = 0; i < setup.columns.size(); ++i) {
    const auto& column = setup.columns[i];
    cards.insert(cards.end(), column.begin(), column.end());
    CHECK(column.empty() ? setup.down[i] == 0 : setup.down[i] < column.size());
  }
  for (int suit = 0; suit < kSuits; ++suit) {
    CHECK(setup.home[suit] % kRanks == 0);
    for (int i = 0; i < setup.home[suit]; ++i) cards.push_back(make_card(i % kRanks, suit));
  }
  std::sort(cards.begin(), cards.end());
  CHECK(cards == pack(game));
}

// What is seen and what is not make the whole pack; face-up cards are where they are.
void check_observation(const Spider& game, const SpiderState& s) {
  const PatienceSetup setup = game.setup(s);
  const Observation seen = game.observe(s);
  std::array<int, kDeck> counts{};
  for (int face = 0; face < kDeck; ++face) counts[face] = seen.unseen[face];
  int hidden = seen.stock;
  CHECK(seen.columns.size() == setup.columns.size());
  for (std::size_t i = 0; i < seen.columns.size(); ++i) {
    const auto& column = setup.columns[i];
    CHECK(seen.columns[i].down == setup.down[i]);
    hidden += seen.columns[i].down;
    CHECK(
        std::equal(seen.columns[i].up.begin(), seen.columns[i].up.end(), column.begin() + setup.down[i], column.end()));
    for (const Card c : seen.columns[i].up) ++counts[c];
  }
  for (int suit = 0; suit < kSuits; ++suit) {
    for (int rank = 0; rank < kRanks; ++rank) counts[make_card(rank, suit)] += seen.runs[suit];
  }
  std::array<int, kDeck> whole{};
  for (const Card c : pack(game)) ++whole[c];
  CHECK(counts == whole);
  int unseen = 0;
  for (const std::uint8_t n : seen.unseen) unseen += n;
  CHECK(unseen == hidden);
}

void check_moves(const Spider& game, const SpiderState& s, MoveList<PatienceMove>& moves) {
  game.all_moves(s, moves);
  CHECK(std::is_sorted(moves.begin(), moves.end()));
  CHECK(std::adjacent_find(moves.begin(), moves.end()) == moves.end());
  for (const PatienceMove& move : moves) {
    CHECK(game.is_legal(s, move));
    CHECK(parse_move(game, s, format_move(game, s, move)) == move);
  }
}

// Of all pairs of columns and counts, those that are legal are the moves.
void check_all_moves(const Spider& game, const SpiderState& s, const MoveList<PatienceMove>& moves) {
  std::size_t legal = game.is_legal(s, kDealRow) ? 1 : 0;
  const int most = game.rules().group_size == GroupSize::kHeap ? kDeck : kRanks + 1;
  for (int from = 0; from <= game.rules().columns; ++from) {
    for (int to = 0; to <= game.rules().columns; ++to) {
      for (int n = 0; n <= most; ++n) legal += game.is_legal(s, {Pile(from), Pile(to), std::uint8_t(n)}) ? 1 : 0;
    }
  }
  CHECK(legal == moves.size());
}

// Distinct moves lead to all successors but the position itself, each once.
void check_distinct(const Spider& game, const SpiderState& s, const MoveList<PatienceMove>& moves) {
  std::vector<SpiderState> ends;
  const auto known = [&](const SpiderState& end) {
    return std::any_of(ends.begin(), ends.end(), [&](const SpiderState& e) { return game.same(e, end); });
  };
  MoveList<PatienceMove> distinct;
  game.legal_moves(s, distinct);
  for (const PatienceMove& move : distinct) {
    CHECK(std::find(moves.begin(), moves.end(), move) != moves.end());
    const SpiderState end = game.play_unchecked(s, move);
    CHECK(!game.same(end, s));
    ends.push_back(end);
  }
  for (const PatienceMove& move : moves) {
    const SpiderState end = game.play_unchecked(s, move);
    CHECK(game.same(end, s) || known(end));
  }
}

// The same piles with two columns exchanged: the same position exactly if no row is to come.
void check_order(const Spider& game, const SpiderState& s, std::uint64_t& seed) {
  PatienceSetup setup = game.setup(s);
  const std::size_t a = splitmix64(seed) % setup.columns.size();
  const std::size_t b = splitmix64(seed) % setup.columns.size();
  const bool alike = setup.columns[a] == setup.columns[b] && setup.down[a] == setup.down[b];
  std::swap(setup.columns[a], setup.columns[b]);
  std::swap(setup.down[a], setup.down[b]);
  const SpiderState other = game.position(setup);
  const bool same = alike || setup.stock.empty();
  CHECK(game.same(s, other) == same);
  CHECK((game.key(s) == game.key(other)) == same);
}

void play_at_random() {
  std::uint64_t seed = 11;
  MoveList<PatienceMove> moves;
  for (const PatienceRules& rules : all_rules()) {
    const Spider game(rules);
    for (int n = 0; n < 4; ++n) {
      SpiderState s = random_deal(game, seed);
      for (int step = 0; step < 60; ++step) {
        check_cards(game, s);
        check_observation(game, s);
        check_order(game, s, seed);
        check_moves(game, s, moves);
        if (step % 8 == 0) {
          check_all_moves(game, s, moves);
          check_distinct(game, s, moves);
        }
        if (moves.empty()) break;
        game.apply(s, moves[splitmix64(seed) % moves.size()]);
      }
    }
  }
}

// ---- cases ------------------------------------------------------------------------------------

Card card(const std::string& text) { return *parse_card(text); }

std::vector<Card> cards(const std::string& text) {
  std::vector<Card> out;
  for (std::size_t at = 0; at < text.size(); at += 3) out.push_back(card(text.substr(at, 2)));
  return out;
}

// Cards of a suit from one rank down to another.
std::vector<Card> run(char suit, int from, int to) {
  std::vector<Card> out;
  for (int rank = from; rank >= to; --rank) out.push_back(make_card(rank, int(kSuitLetters.find(suit))));
  return out;
}

std::vector<Card> operator+(std::vector<Card> a, const std::vector<Card>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// These piles, with the suits named gone as often as the letters come.
SpiderState position(const Spider& game, const std::vector<std::vector<Card>>& columns, const std::string& gone,
                     const std::vector<Card>& stock = {}, std::vector<std::uint8_t> down = {}) {
  PatienceSetup setup;
  setup.columns = columns;
  setup.stock = stock;
  down.resize(columns.size());
  setup.down = down;
  for (const char suit : gone) setup.home[kSuitLetters.find(suit)] += kRanks;
  return game.position(setup);
}

void a_row_lets_runs_leave_and_turns_what_lay_below() {
  const Spider game(spiderette());
  // The ace of spades comes from the stock onto its run, under which a face-down card lies.
  const SpiderState before = position(game,
                                      {cards("AD") + run('S', 12, 1), run('D', 12, 8), run('D', 7, 5), cards("5D"),
                                       cards("4D"), cards("3D"), cards("2D")},
                                      "CH", cards("AS"), {1});
  SpiderState s = before;
  game.apply(s, kDealRow);
  CHECK(s.home[3] == kRanks);
  CHECK(s.stock_count == 0);
  CHECK(game.setup(s).columns[0] == cards("AD"));
  CHECK(game.setup(s).down[0] == 0);
  CHECK(game.observe(before).unseen[card("AD")] == 1 && game.observe(before).unseen[card("AS")] == 1);
  CHECK(game.observe(s).unseen == (std::array<std::uint8_t, kDeck>{}));
}

void no_row_over_an_empty_column_unless_the_rules_allow_it() {
  for (const bool allowed : {false, true}) {
    PatienceRules rules = spiderette();
    rules.deal_over_empty = allowed;
    const Spider game(rules);
    const SpiderState s = position(game, {run('S', 12, 3), cards("3S")}, "CDH", cards("2S AS"));
    CHECK(game.is_legal(s, kDealRow) == allowed);
    if (allowed) continue;
    CHECK(game.why_illegal(s, kDealRow) == "no row is dealt while a column is empty");
    bool refused = false;
    try {
      parse_move(game, s, "deal");
    } catch (const IllegalMove&) {
      refused = true;
    }
    CHECK(refused);
  }
}

void in_scorpion_runs_leave_from_under_a_heap() {
  const Spider game(scorpion());
  const std::vector<Card> hearts = run('H', 12, 1);
  // The ace of hearts completes its run, which lay on that of spades: both leave.
  SpiderState s = position(game, {run('S', 12, 0) + hearts, cards("AH")}, "CD");
  CHECK(s.home[3] == 0);
  game.apply(s, parse_move(game, s, "21"));
  CHECK(game.won(s));
  // A heap goes, and the run below it with it.
  s = position(game, {run('S', 12, 0) + run('H', 6, 0), run('H', 12, 7)}, "CD");
  game.apply(s, parse_move(game, s, "12"));
  CHECK(game.won(s));
}

std::string why_not(const Spider& game, const SpiderState& s, const std::string& text) {
  try {
    parse_move(game, s, text);
  } catch (const IllegalMove& error) {
    return error.what();
  }
  return "";
}

void where_runs_may_stay_a_move_takes_them_off() {
  PatienceRules rules = spiderette();
  rules.run_removal = RunRemoval::kMayStay;
  const Spider game(rules);
  // A face-down card under the run, which is complete with the ace.
  SpiderState s =
      position(game, {cards("2D") + run('S', 12, 1), cards("AS"), run('D', 12, 2), cards("AD")}, "CH", {}, {1});
  CHECK(why_not(game, s, "1h") == "1h: only a complete run leaves, from a king at its head to an ace in one suit");
  CHECK(why_not(game, s, "5h") == "5h: that column is empty");
  game.apply(s, parse_move(game, s, "21"));
  CHECK(s.home[3] == 0);
  CHECK(game.setup(s).columns[0] == cards("2D") + run('S', 12, 0));
  CHECK(game.same(s, game.position(game.setup(s))));
  CHECK(!game.is_legal(s, {0, kFirstHome, kRanks}));  // on the clubs' foundation
  CHECK(!game.is_legal(s, {0, kFirstHome + 3, 12}));  // in part
  const PatienceMove off{0, kFirstHome + 3, kRanks};
  CHECK(parse_move(game, s, "1h") == off);
  CHECK(format_move(game, s, off) == "1h");
  MoveList<PatienceMove> moves;
  game.all_moves(s, moves);
  CHECK(std::ranges::count(moves, off) == 1 && std::is_sorted(moves.begin(), moves.end()));
  // The run may be parted, and moved as a whole.
  CHECK(game.is_legal(s, {0, 1, 5}) && game.is_legal(s, {0, 1, kRanks}));
  game.apply(s, off);
  CHECK(s.home[3] == kRanks && game.setup(s).columns[0] == cards("2D") && game.setup(s).down[0] == 0);
  CHECK(why_not(Spider(spiderette()), s, "1h") != "");
}

void a_row_leaves_runs_where_they_may_stay() {
  PatienceRules rules = spiderette();
  rules.run_removal = RunRemoval::kMayStay;
  const Spider game(rules);
  SpiderState s = position(
      game, {run('S', 12, 0), run('D', 12, 8), run('D', 7, 5), cards("5D"), cards("4D"), cards("3D"), cards("2D")},
      "CH", cards("AD"));
  game.apply(s, kDealRow);
  CHECK(s.home[3] == 0 && game.setup(s).columns[0] == run('S', 12, 0) + cards("AD"));
  game.apply(s, parse_move(game, s, "17"));
  CHECK(game.is_legal(s, {0, kFirstHome + 3, kRanks}));
}

void long_heaps_have_decimal_counts() {
  const Spider game(scorpion());
  const std::vector<Card> heap = cards("KS") + run('H', 12, 0) + run('S', 11, 0);
  const SpiderState s = position(game, {cards("AD") + heap, run('D', 12, 1)}, "C", {}, {1});
  const PatienceMove longest{0, 2, 26};
  const PatienceMove shorter{0, 2, 25};
  CHECK(format_move(game, s, longest) == "13");
  CHECK(format_move(game, s, shorter) == "13v25");
  CHECK(parse_move(game, s, "13v25") == shorter);
}

// Two decks may come to lie in one column.
void heaps_of_a_hundred_cards_have_three_digits() {
  PatienceRules rules = scorpion();
  rules.decks = 2;
  rules.columns = 2;
  rules.stock = Stock::kNone;
  rules.deal_over_empty = false;
  rules.column_cards.fill(0);
  rules.face_down.fill(0);
  rules.empty_column = Fill::kAny;
  const Spider game(rules);
  std::vector<Card> heap;
  for (int deck = 0; deck < 2; ++deck) {
    for (int rank = 0; rank < kRanks; ++rank) {
      for (const char suit : std::string("CDHS")) heap = heap + run(suit, rank, rank);
    }
  }
  const SpiderState s = position(game, {heap, {}}, "", {}, {0});
  const PatienceMove most{0, 1, 104};
  const PatienceMove fewer{0, 1, 101};
  CHECK(format_move(game, s, most) == "12");
  CHECK(format_move(game, s, fewer) == "12v101");
  CHECK(parse_move(game, s, "12v101") == fewer);
  CHECK(parse_move(game, s, "12v104") == most);
  for (const std::string text : {"12v105", "12v099", "12v014", "12v1014", "12v0"}) {
    bool malformed = false;
    try {
      parse_move(game, s, text);
    } catch (const std::invalid_argument&) {
      malformed = true;
    }
    check(malformed, text);
  }
}

void setups_are_refused() {
  const Spider game(spider(2));
  const auto refused = [&](const PatienceSetup& setup) {
    try {
      (void)game.position(setup);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  std::uint64_t seed = 5;
  const PatienceSetup sound = game.setup(random_deal(game, seed));
  CHECK(!refused(sound));
  PatienceSetup setup = sound;
  setup.columns[0][0] = card("7C");  // black cards are spades
  CHECK(refused(setup));
  setup = sound;
  setup.stock.pop_back();
  CHECK(refused(setup));
  setup = sound;
  setup.stock.push_back(setup.columns[0][0]);
  CHECK(refused(setup));
  setup = sound;
  setup.down[3] = std::uint8_t(setup.columns[3].size());
  CHECK(refused(setup));
  setup = sound;
  setup.home[2] = 7;
  CHECK(refused(setup));
}

}  // namespace

int main() {
  play_at_random();
  a_row_lets_runs_leave_and_turns_what_lay_below();
  no_row_over_an_empty_column_unless_the_rules_allow_it();
  in_scorpion_runs_leave_from_under_a_heap();
  where_runs_may_stay_a_move_takes_them_off();
  a_row_leaves_runs_where_they_may_stay();
  long_heaps_have_decimal_counts();
  heaps_of_a_hundred_cards_have_three_digits();
  setups_are_refused();
  return 0;
}
