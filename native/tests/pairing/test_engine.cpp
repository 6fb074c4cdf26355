// The pairing engine: layouts, draws and passes, what may leave with what, setups, keys, scores.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "core/deal_numbers.hpp"
#include "pairing/engine.hpp"
#include "pairing/text.hpp"
#include "tests/check.hpp"

namespace {

using namespace winnable;

// Cards in text, "--" for a gap.
std::vector<Card> cards(const std::string& text) {
  std::vector<Card> out;
  std::istringstream words(text);
  for (std::string word; words >> word;) out.push_back(word == "--" ? kNoCard : parse_card(word).value());
  return out;
}

// A tableau of which only the first slots hold cards.
std::vector<Card> tableau(const Pairing& game, const std::string& first) {
  std::vector<Card> out = cards(first);
  out.resize(std::size_t(game.tableau_slots()), kNoCard);
  return out;
}

PairingState board(const Pairing& game, const std::string& first, const std::string& waste, const std::string& stock,
                   int pass = 0) {
  return game.position({tableau(game, first), {}, cards(waste), cards(stock), std::uint8_t(pass)});
}

std::string moves(const Pairing& game, const PairingState& s) {
  MoveList<PairingMove> list;
  game.legal_moves(s, list);
  std::string out;
  for (const PairingMove& m : list) out += (out.empty() ? "" : " ") + format_move(m);
  return out;
}

PairingState play(const Pairing& game, PairingState s, const std::string& texts) {
  std::istringstream words(texts);
  for (std::string word; words >> word;) game.apply(s, parse_move(game, s, word));
  return s;
}

std::string why(const Pairing& game, const PairingState& s, const std::string& text) {
  try {
    parse_move(game, s, text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

template <class Make>
std::string refusal(Make&& make) {
  try {
    make();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

PairingRules with(void (*change)(PairingRules&)) {
  PairingRules rules;
  change(rules);
  return rules;
}

std::vector<PairingRules> family() {
  return {
      PairingRules{},
      with([](PairingRules& r) { r.passes = 1, r.goal = PairingGoal::kAll, r.scoring = Scoring::kNone; }),
      with([](PairingRules& r) { r.waste_cards = 1, r.goal = PairingGoal::kAll, r.face_down_rows = 6; }),
      with([](PairingRules& r) { r.passes = 0, r.draw = 3, r.stock_top = StockTop::kHidden; }),
      with([](PairingRules& r) { r.passes = 1, r.overlap = true, r.stock_top = StockTop::kHidden; }),
      with([](PairingRules& r) { r.passes = 2, r.draw = 5, r.overlap = true, r.stock_top = StockTop::kApart; }),
      with([](PairingRules& r) { r.columns = 8, r.passes = 1, r.goal = PairingGoal::kAll; }),
      with([](PairingRules& r) { r.columns = 13, r.passes = 1, r.rows = 9, r.scoring = Scoring::kNone; }),
      with([](PairingRules& r) { r.tableau = Tableau::kTriangle, r.scoring = Scoring::kPar; }),
      with([](PairingRules& r) { r.tableau = Tableau::kTriangle, r.rows = 1, r.scoring = Scoring::kNone; }),
  };
}

// ---- layouts ------------------------------------------------------------------------------------

void layouts() {
  const Pairing pyramid{PairingRules{}};
  check(pyramid.tableau_slots() == 28 && pyramid.covers(0) == (slot_bit(1) | slot_bit(2)), "two cards cover the apex");
  check(pyramid.covers(20) == (slot_bit(26) | slot_bit(27)), "and each card of the sixth row");
  check(pyramid.covers(21) == 0 && pyramid.covers(28) == 0, "nothing covers the last row or the stock");

  const Pairing triangle{with([](PairingRules& r) { r.tableau = Tableau::kTriangle, r.scoring = Scoring::kNone; })};
  check(triangle.row(0) == slot_bit(7) - 1 && triangle.row(6) == slot_bit(27), "seven cards first, one last");
  check(triangle.covers(0) == slot_bit(7) && triangle.covers(6) == slot_bit(12), "one card covers those at the sides");
  check(triangle.covers(1) == (slot_bit(7) | slot_bit(8)), "two cards the others");
  check(triangle.covers(26) == slot_bit(27) && triangle.covers(27) == 0, "the last card lies on top");

  const Pairing giza{with([](PairingRules& r) { r.columns = 8, r.passes = 1; })};
  check(giza.covers(28) == slot_bit(36) && giza.covers(36) == slot_bit(44) && giza.covers(44) == 0,
        "columns are dealt row by row");
  check(!giza.has_stock() && giza.setup(giza.deal(microsoft_deck(1))).columns[7].size() == 3, "and hold three cards");

  for (const PairingRules& rules : family()) {
    const Pairing game(rules);
    check(game.goal() == (rules.goal == PairingGoal::kAll ? kAllSlots : game.tableau()), "the goal's slots");
    int covered = 0;
    for (int slot = 0; slot < kDeck; ++slot) {
      check((game.covers(slot) & (slot_bit(slot) | (slot_bit(slot) - 1))) == 0, "only later slots cover a slot");
      covered += std::popcount(game.covers(slot));
    }
    const int columns = rules.columns == 0 ? 0 : std::max(0, kDeck - game.tableau_slots() - rules.columns);
    check(covered == rules.rows * (rules.rows - 1) + columns, "as many covers as the shape has");
  }
}

// ---- draws, recycles, passes --------------------------------------------------------------------

void draws_and_passes() {
  const Pairing game{with([](PairingRules& r) { r.draw = 3, r.passes = 2; })};
  PairingState s = board(game, "AC", "2C", "3C 4C 5C 6C");
  s = play(game, s, "draw");
  check(game.setup(s).waste == cards("2C 3C 4C 5C") && game.setup(s).stock == cards("6C"), "three cards are drawn");
  s = play(game, s, "draw");
  check(game.setup(s).stock.empty() && game.setup(s).waste.size() == 5, "or what there is");
  check(why(game, s, "draw") == "the stock is empty", "an empty stock");
  s = play(game, s, "recycle");
  check(game.setup(s).stock == cards("2C 3C 4C 5C 6C") && s.pass == 1, "the waste goes back in its order");
  check(why(game, s, "recycle") == "the waste goes back only when the stock is empty", "a stock to draw from");
  s = play(game, s, "draw draw");
  check(why(game, s, "recycle") == "pass 2 is the last one" && moves(game, s).empty(), "the last pass");
  check(game.outcome(s) == Outcome::kStuck, "nothing is left to do");

  const Pairing unlimited{with([](PairingRules& r) { r.passes = 0; })};
  s = board(unlimited, "AC", "", "2C");
  for (int i = 0; i < 20; ++i) s = play(unlimited, s, "draw recycle");
  check(s.pass == 0 && unlimited.same(s, board(unlimited, "AC", "", "2C")), "unlimited passes are not counted");

  const Pairing giza{with([](PairingRules& r) { r.columns = 8, r.passes = 1; })};
  s = giza.deal(microsoft_deck(1));
  check(why(giza, s, "draw") == "this game has no stock" && why(giza, s, "recycle") == "this game has no stock",
        "columns are no stock");
}

void cards_leave_the_stock() {
  const Pairing game{with([](PairingRules& r) { r.play_on = true; })};
  PairingState s = board(game, "6C", "AC 7D 2C", "7S JH QD");
  check(moves(game, s) == "7S+6C draw", "the stock's top is in play");
  s = play(game, s, "7S+6C");
  check(moves(game, s) == "JH+2C draw", "then the card below it, also with the waste's top");
  s = play(game, s, "JH+2C");
  check(game.setup(s).waste == cards("AC 7D") && game.setup(s).stock == cards("QD"), "both piles lose their tops");
  s = play(game, s, "draw");
  check(moves(game, s) == "recycle", "a card in the middle of the waste is not in play");

  const Pairing apart{with([](PairingRules& r) { r.stock_top = StockTop::kApart; })};
  s = board(apart, "QC", "AC", "QD KS");
  check(moves(apart, s) == "QC+AC draw", "the two tops do not leave together");
  check(why(apart, s, "AC+QD") == "the tops of stock and waste do not leave together in this game", "and why");
  check(moves(apart, board(apart, "AC", "QC", "QD")) == "QC+AC QD+AC draw", "each leaves with a card of the tableau");
  check(moves(apart, board(apart, "AC", "KC", "KD")) == "KC KD draw", "and kings alone");

  const Pairing hidden{with([](PairingRules& r) { r.stock_top = StockTop::kHidden; })};
  s = board(hidden, "QC", "", "AC KS");
  check(moves(hidden, s) == "draw", "a hidden stock");
  check(why(hidden, s, "QC+AC") == "AC is in the stock: draw it first", "and why");
  check(why(game, board(game, "QC", "", "KS AC"), "QC+AC") == "AC is not on top of the stock", "deep in the stock");
  check(why(game, board(game, "QC", "AC KS", ""), "QC+AC") == "AC is not on top of the waste", "deep in the waste");
}

// ---- pairs --------------------------------------------------------------------------------------

void overlap() {
  const Pairing strict{with([](PairingRules& r) { r.scoring = Scoring::kNone; })};
  const Pairing loose{with([](PairingRules& r) { r.scoring = Scoring::kNone, r.overlap = true; })};
  for (const char* under : {"6C 7D", "6C -- 7D"}) {
    check(moves(strict, board(strict, under, "", "")).empty(), "a covered card stays");
    check(moves(loose, board(loose, under, "", "")) == "7D+6C", "or leaves with what alone covers it");
  }
  check(moves(loose, board(loose, "6C 7D 7H", "", "")).empty(), "two cards cover the six");
  check(why(loose, board(loose, "6C 7D 7H", "", ""), "7D+6C") == "6C is covered by 7D and 7H", "and why");
  check(moves(loose, board(loose, "6C 7D -- 2H", "", "")).empty(), "the seven is covered itself");
  check(moves(loose, board(loose, "KC KD", "", "")) == "KD", "kings leave alone");
  check(moves(loose, board(loose, "AC 6C -- 7D", "QS", "")) == "7D+6C recycle", "what lies two deep is not reached");

  const Pairing giza{with([](PairingRules& r) { r.columns = 8, r.passes = 1, r.overlap = r.play_on = true; })};
  const PairingState s = giza.position({tableau(giza, ""), {cards("2C 6C 7D"), cards("JH")}, {}, {}, 0});
  check(moves(giza, s) == "7D+6C", "so it is in columns");
  check(moves(giza, play(giza, s, "7D+6C")) == "JH+2C", "and the next card is free");
}

void texts() {
  const Pairing game{PairingRules{}};
  const PairingState s = board(game, "KH", "3C", "TD");
  for (const char* text : {"3C+TD", "td+3c", "10D+3C", "0d+3C"}) {
    check(format_move(parse_move(game, s, text)) == "TD+3C", "one spelling for many");
  }
  check(format_move(parse_move(game, s, "kh")) == "KH" && format_move(parse_move(game, s, "Draw")) == "draw", "case");
  check(format_move(parse_move(game, s, "13h")) == "KH", "a king by its number");
  check(why(game, s, "3C+3C") == "3C cannot leave with itself", "one card twice");
  check(why(game, s, "3C") == "3C leaves only with a card that makes thirteen with it", "one card alone");
  check(why(game, s, "KH+3C") == "3C and KH do not make thirteen", "a king and another");
  check(why(game, s, "3C+TS") == "TS has left already", "a card that is gone");
  for (const char* text : {"", "+", "3C+", "+3C", "3C+TD+KH", "draw ", "3C-TD", "53C", "3X+TD"}) {
    check(why(game, s, text).find("is not a move: expected draw, recycle, 8S+5D or KH") != std::string::npos, text);
  }
  for (int first = 0; first < 256; ++first) {
    for (const int second : {0, 12, 52, 253, 254, 255}) {
      const PairingMove m{Card(first), Card(second)};
      MoveList<PairingMove> legal;
      game.legal_moves(s, legal);
      const bool listed = std::find(legal.begin(), legal.end(), m) != legal.end();
      check(!game.why_illegal(s, m) == listed, "whatever is no move is refused");
      check(!format_move(m).empty(), "and can be shown");
    }
  }
}

// ---- setups -------------------------------------------------------------------------------------

void bad_setups() {
  const Pairing game{PairingRules{}};
  const auto refused = [&](const PairingSetup& setup) { return refusal([&] { game.position(setup); }); };
  check(refused({cards("AC"), {}, {}, {}, 0}) == "a tableau of 28 cards or gaps is expected", "a short tableau");
  check(refused({tableau(game, "AC AD AC"), {}, {}, {}, 0}) == "AC appears twice", "a card twice");
  check(refused({tableau(game, "AC"), {}, cards("AC"), {}, 0}) == "AC appears twice", "also in another pile");
  check(refused({tableau(game, ""), {}, {kNoCard}, {}, 0}) == "a card that is none", "a gap in the waste");
  check(refused({tableau(game, ""), {}, {}, {52}, 0}) == "a card that is none", "no such card");
  auto deck = microsoft_deck(1);
  deck[0] = deck[51];
  check(refusal([&] { game.deal(deck); }) == format_card(deck[51]) + " appears twice", "a deck with a card twice");
  deck[0] = kDeck;
  check(refusal([&] { game.deal(deck); }) == "a card that is none", "a deck with no such card");
  check(refused({tableau(game, "-- AC"), {}, {}, {}, 0}) == "a card is gone that others still cover",
        "a floating card");
  check(refused({tableau(game, "AC"), {cards("2C")}, {}, {}, 0}) == "a column too many", "columns beside a stock");
  check(refused({tableau(game, "AC"), {}, {}, {}, 3}) == "there is no pass 4", "a pass too many");
  std::vector<Card> many(25);
  for (int i = 0; i < 25; ++i) many[std::size_t(i)] = Card(i);
  check(refused({tableau(game, ""), {}, {}, many, 0}) == "waste and stock hold 25 cards together, not at most 24",
        "a long stock");

  const Pairing unlimited{with([](PairingRules& r) { r.passes = 0; })};
  check(refusal([&] { unlimited.position({tableau(unlimited, "AC"), {}, {}, {}, 1}); }) == "there is no pass 2",
        "passes that are not counted");
  const Pairing giza{with([](PairingRules& r) { r.columns = 8, r.passes = 1; })};
  const auto columns = [&](std::vector<std::vector<Card>> c, const std::string& waste) {
    return refusal([&] { giza.position({tableau(giza, ""), std::move(c), cards(waste), {}, 0}); });
  };
  check(columns({cards("AC 2C 3C 4C")}, "") == "column 1 is too long", "a long column");
  check(columns(std::vector<std::vector<Card>>(9), "") == "a column too many", "nine columns");
  check(columns({}, "AC") == "waste and stock hold 1 cards together, not at most 0", "a waste beside columns");
  check(columns({cards("AC 2C 3C")}, "").empty(), "three cards fit");
}

void bad_rules() {
  const auto refused = [](void (*change)(PairingRules&)) { return refusal([&] { validate(with(change)); }); };
  check(refused([](PairingRules& r) { r.face_down_rows = 8; }).find("face_down_rows") == 5, "rows that are not there");
  check(refused([](PairingRules& r) { r.columns = 8; }).find("columns") == 5, "columns and passes");
  check(refused([](PairingRules& r) { r.waste_cards = 25; }) == "rule waste_cards: the stock has only 24 cards",
        "waste");
  check(refused([](PairingRules& r) { r.rows = 6; }).find("scoring: microsoft") == 5, "points of a smaller pyramid");
  check(refused([](PairingRules& r) { r.scoring = Scoring::kPar, r.passes = 4; }).find("scoring: par") == 5, "par");
  check(refused([](PairingRules& r) { r.waste_cards = 24; }).empty(), "all on the waste");
}

bool same_piles(const PairingSetup& a, const PairingSetup& b) {
  return a.tableau == b.tableau && a.columns == b.columns && a.waste == b.waste && a.stock == b.stock &&
         a.pass == b.pass;
}

void compare_all(const Pairing& game, const std::vector<PairingState>& met) {
  std::vector<PairingSetup> piles;
  for (const PairingState& s : met) piles.push_back(game.setup(s));
  for (std::size_t i = 0; i < met.size(); ++i) {
    for (std::size_t j = 0; j < met.size(); ++j) {
      const bool equal = same_piles(piles[i], piles[j]);
      check(game.same(met[i], met[j]) == equal && (game.key(met[i]) == game.key(met[j])) == equal,
            "keys and equality see the piles");
    }
  }
}

// The same cards wherever the gaps came from: positions of play against their setups.
void setups_and_keys() {
  std::mt19937_64 random(7);
  for (const PairingRules& rules : family()) {
    const Pairing game(rules);
    std::vector<PairingState> met;
    for (std::uint64_t deal = 1; deal <= 6; ++deal) {
      PairingState s = game.deal(microsoft_deck(1 + deal % 3));
      MoveList<PairingMove> legal;
      for (int step = 0; step < 60; ++step) {
        const PairingSetup piles = game.setup(s);
        const PairingState again = game.position(piles);
        check(game.same(s, again) && game.same(again, s), "a setup gives the same position back");
        check(game.key(s) == game.key(again), "with the same key");
        check(game.score(s) == game.score(again) && game.removals(s) == game.removals(again), "and the same score");
        check(game.known(s) == (game.known(s) | game.available(s)), "what is available is known");
        check((game.waste_of(s) & game.stock_of(s)) == 0, "no card lies in two piles");
        met.push_back(step % 2 == 0 ? s : again);
        game.legal_moves(s, legal);
        check(std::is_sorted(legal.begin(), legal.end()), "moves are sorted");
        if (legal.empty()) break;
        s = game.play_unchecked(s, legal[random() % legal.size()]);
      }
    }
    compare_all(game, met);
  }
}

// ---- what is seen, what it scores ---------------------------------------------------------------

void hidden_cards() {
  const Pairing game{with([](PairingRules& r) { r.passes = 2, r.face_down_rows = 6; })};
  const PairingState s = game.deal(microsoft_deck(1));
  check(game.known(s) == (game.row(6) | slot_bit(28)), "the last row and the stock's top");
  PairingState t = board(game, "AC 2C 3C 4C", "5C 6C", "7C 8C");
  check(game.known(t) == (game.available(t) | game.waste_of(t)), "face-down cards and the stock are not");
  check((game.known(t) & game.tableau()) == (slot_bit(2) | slot_bit(3)), "a card turns up when nothing covers it");
  t = play(game, t, "draw draw recycle");
  check((game.known(t) & game.stock()) == game.stock_of(t), "the stock has been seen in the first pass");
}

void scores() {
  const Pairing game{PairingRules{}};
  check(game.score(game.deal(microsoft_deck(1))) == 0, "nothing at the start");
  const PairingState empty = board(game, "", "", "");
  check(game.removals(empty) == 28 && game.score(empty) == 1290 && game.won(empty), "1290 at the end");
  check(game.score(board(game, "KC", "", "")) == 1290 - 500 - 5, "the apex and its king are worth 505");
  check(game.score(board(game, "AC 2C", "", "QC JC")) == 26 * 5 + 150 + 100 + 75 + 50 + 25,
        "cleared rows and 26 pairs");

  const Pairing par{with([](PairingRules& r) { r.scoring = Scoring::kPar; })};
  check(par.score(par.deal(microsoft_deck(1))) == -52, "every card counts against you");
  check(par.score(board(par, "", "AC", "QC", 1)) == 35 - 2, "35 for clearing it in pass 2");
  check(par.score(board(par, "KC", "", "", 0)) == -1, "nothing before it is cleared");
}

void ends() {
  const Pairing tableau_only{PairingRules{}};
  const Pairing all{with([](PairingRules& r) { r.goal = PairingGoal::kAll; })};
  check(tableau_only.outcome(board(tableau_only, "", "AC", "QC")) == Outcome::kWon, "the tableau is enough");
  check(moves(tableau_only, board(tableau_only, "", "AC", "QC")).empty(), "and the game is over");
  check(why(tableau_only, board(tableau_only, "", "AC", "QC"), "QC+AC") == "the game is over: it is won", "and why");
  const Pairing on{with([](PairingRules& r) { r.play_on = true; })};
  check(on.outcome(board(on, "", "AC", "QC")) == Outcome::kWon, "won, and cards may still leave");
  check(moves(on, board(on, "", "AC", "QC")) == "QC+AC draw", "where play goes on");
  check(all.outcome(board(all, "", "AC", "QC")) == Outcome::kOpen, "or it is not");
  check(all.outcome(play(all, board(all, "", "AC", "QC"), "AC+QC")) == Outcome::kWon, "until all are gone");
  check(all.outcome(board(all, "AC", "", "")) == Outcome::kStuck, "a card without a partner");
}

}  // namespace

int main() {
  layouts();
  draws_and_passes();
  cards_leave_the_stock();
  overlap();
  texts();
  bad_setups();
  bad_rules();
  setups_and_keys();
  hidden_cards();
  scores();
  ends();
  std::puts("test_pairing: ok");
}
