// Solutions of pairing games written out: any walk is read back, and its last board and place names are right.
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "core/illegal_move.hpp"
#include "pairing/text.hpp"
#include "pairing/words.hpp"
#include "tests/check.hpp"
#include "tests/pairing/cases.hpp"

namespace winnable {
namespace {

using namespace pairing_cases;

std::vector<PairingMove> walk(const Pairing& game, PairingState s, int most, Random& random) {
  std::vector<PairingMove> made;
  MoveList<PairingMove> legal;
  while (int(made.size()) < most) {
    game.legal_moves(s, legal);
    if (legal.empty()) break;
    made.push_back(legal[std::size_t(below(random, int(legal.size())))]);
    game.apply(s, made.back());
  }
  return made;
}

std::vector<Card> cards_in(const std::string& text) {
  std::vector<Card> out;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (const auto card = parse_card(word); card && word.size() == 2 && word != "--") out.push_back(*card);
  }
  return out;
}

// The cards of a board, in the order of its lines: tableau, then columns, or stock and waste.
std::vector<Card> shown(const PairingSetup& piles) {
  std::vector<Card> out;
  for (const Card c : piles.tableau) {
    if (c != kNoCard) out.push_back(c);
  }
  for (const auto& column : piles.columns) out.insert(out.end(), column.begin(), column.end());
  out.insert(out.end(), piles.stock.begin(), piles.stock.end());
  out.insert(out.end(), piles.waste.begin(), piles.waste.end());
  return out;
}

void check_places(const Pairing& game, const PairingState& s) {
  const PairingSetup piles = game.setup(s);
  for (const Card c : piles.tableau) {
    if (c != kNoCard) check(place_name(game, s, c, true).starts_with("in row "), "a card of the tableau is in a row");
  }
  for (std::size_t i = 0; i < piles.columns.size(); ++i) {
    for (const Card c : piles.columns[i]) {
      check(place_name(game, s, c, false) == "in column " + std::to_string(i + 1), "a card is in its column");
    }
  }
  for (const Card c : piles.waste) {
    const bool top = c == piles.waste.back();
    check(place_name(game, s, c, false) == (top ? "on the waste" : "in the waste"), "the last drawn is on top");
  }
  for (const Card c : piles.stock) {
    const bool top = c == piles.stock.front();
    check(place_name(game, s, c, false) == (top ? "on the stock" : "in the stock"), "the next drawn is on top");
  }
}

void check_walk(const Pairing& game, const PairingState& start, const std::vector<PairingMove>& moves) {
  for (const Style style : {Style::kMoves, Style::kWords, Style::kBoards}) {
    const PairingWritten out = write_solution(game, start, moves, style);
    check(out.texts.size() == moves.size(), "each move is written");
    check(out.removals + out.draws + out.recycles == int(moves.size()), "each is counted");
    PairingState s = start;
    for (const std::string& text : out.texts) game.apply(s, parse_move(game, s, text));
    check(out.score == game.score(s), "the points are those of its end");
    check_places(game, s);
    if (style != Style::kBoards) continue;
    std::string board;
    append_board(board, game, s);
    check(out.body.ends_with(board), "the last board is where it ends");
    check(cards_in(board) == shown(game.setup(s)), "a board shows every card that has not left");
  }
}

void any_walk_is_written() {
  Random random(18);
  for (int i = 0; i < some_of(400); ++i) {
    const Pairing game{random_rules(random)};
    const PairingState start = random_position(game, random, 10 + below(random, 42));
    check_walk(game, start, walk(game, start, 60, random));
  }
}

void what_cannot_be_made_is_refused() {
  const Pairing game{PairingRules{}};
  std::vector<Card> deck;
  for (int c = 0; c < kDeck; ++c) deck.push_back(Card(c));
  const PairingState start = game.deal(std::span<const Card, kDeck>(deck));
  const std::vector<PairingMove> moves = {kDrawMove, kRecycleMove};
  try {
    write_solution(game, start, moves, Style::kWords);
    check(false, "an illegal move is written");
  } catch (const IllegalMove& error) {
    check(std::string(error.what()).starts_with("move 2 breaks: "), "the error numbers the move");
  }
  PairingState without = start;
  without.left &= ~slot_bit(51);
  try {
    place_name(game, without, start.card[51], false);
    check(false, "a card that has left has a place");
  } catch (const std::invalid_argument&) {
  }
}

}  // namespace
}  // namespace winnable

int main() {
  winnable::any_walk_is_written();
  winnable::what_cannot_be_made_is_refused();
}
