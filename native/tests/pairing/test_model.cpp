// PairingModel against the engine: its removals, when they come about, and what they leave.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pairing/model.hpp"
#include "tests/check.hpp"
#include "tests/pairing/cases.hpp"

namespace {

using namespace winnable;
using namespace winnable::pairing_cases;

void numbers() {
  CardMask seen = 0;
  for (Card c = 0; c < kDeck; ++c) {
    const int number = model_number(c);
    check(model_card(number) == c, "a card's number and back");
    seen |= card_bit(number);
    for (Card other = 0; other < kDeck; ++other) {
      const bool side_by_side = group_of(number) == group_of(model_number(other)) && number < kFirstKing &&
                                number % kGroupCards / kSuits != model_number(other) % kGroupCards / kSuits;
      check(adds_up(c, other) == side_by_side, "ranks that make thirteen lie side by side");
    }
  }
  check(seen == card_bit(kDeck) - 1, "every number once");
}

CardMask cards_of(const PairingMove& m) {
  const CardMask first = card_bit(model_number(m.first));
  return m.second == kNoCard ? first : first | card_bit(model_number(m.second));
}

// By removal: the first pass in which it can be made with no other before it, and the fewest draws
// and recycles until then in that pass.
using Earliest = std::map<CardMask, std::pair<int, int>>;

Earliest by_engine(const Pairing& game, PairingState s) {
  Earliest out;
  MoveList<PairingMove> moves;
  int recycles = 0, pass = s.pass;
  for (int actions = 0; recycles < 2; ++actions) {
    game.legal_moves(s, moves);
    for (const PairingMove& m : moves) {
      if (is_removal(m)) out.try_emplace(cards_of(m), pass, actions);
    }
    if (moves.empty() || is_removal(moves.back())) break;
    recycles += moves.back() == kRecycleMove ? 1 : 0;
    game.apply(s, moves.back());
    pass = s.pass;
  }
  return out;
}

void check_node(const Pairing& game, const PairingModel& model, const PairingNode& n, const PairingState& s) {
  const std::string where = describe(game, s);
  CardMask left = 0, waste = 0;
  for (SlotMask m = s.left; m != 0; m &= m - 1) left |= card_bit(model_number(s.card[first_slot(m)]));
  for (SlotMask m = game.waste_of(s); m != 0; m &= m - 1) waste |= card_bit(model_number(s.card[first_slot(m)]));
  CardMask node_waste = 0, node_stock = 0;
  for (int place = 0; place < model.stock_places(); ++place) {
    if ((n.places & place_bit(place)) == 0) continue;
    (place < n.top ? node_waste : node_stock) |= card_bit(model.card_at(place));
  }
  check(n.left == left && n.pass == s.pass, "cards left, or the pass: " + where);
  check(node_waste == waste && (node_waste | node_stock) == (left & model.stock()), "stock and waste: " + where);
  check(model.won(n) == game.won(s), "a win: " + where);
}

// Removals at random from a random position, each checked against the engine.
void random_line(const Pairing& game, PairingModel& model, const PairingState& start, Random& random) {
  model.reset(start);
  PairingNode n = model.start();
  PairingState s = start;
  std::vector<CardMask> line;
  std::vector<PairingEdge> edges;
  for (;;) {
    const std::string where = describe(game, s);
    check_node(game, model, n, s);
    if (game.over(s)) break;
    model.edges(n, edges);
    const Earliest expected = by_engine(game, s);
    check(edges.size() == expected.size(), "the number of removals: " + where);
    for (const PairingEdge& e : edges) {
      const auto found = expected.find(e.cards);
      check(found != expected.end() && found->second.first == e.pass, "a removal and its pass: " + where);
      check(model.actions_before(n, e) == found->second.second, "the draws before a removal: " + where);
    }
    if (edges.empty()) break;
    const PairingEdge edge = edges[std::size_t(below(random, int(edges.size())))];
    line.push_back(edge.cards);
    n = model.after(n, edge);
    s = start;
    for (const PairingMove& m : model.unfold(line, 0)) {
      check(!game.why_illegal(s, m), "an illegal move: " + where);
      game.apply(s, m);
    }
  }
}

void random_lines() {
  Random random(1);
  for (int i = 0; i < 400; ++i) {
    const Pairing game(random_rules(random));
    PairingModel model(game);
    for (int k = 0; k < 5; ++k) {
      random_line(game, model, random_position(game, random, 4 + below(random, 40)), random);
    }
  }
}

// The removals that a group needs, and the pairs that refine() keeps, for lines that do win.
void bounds_hold_on_wins() {
  Random random(2);
  int wins = 0;
  for (int i = 0; i < 6'000; ++i) {
    const Pairing game(random_rules(random));
    PairingModel plain(game), refined(game);
    const PairingState start = random_position(game, random, 4 + below(random, 12));
    plain.reset(start);
    refined.reset(start);
    const bool possible = refined.refine();
    PairingNode n = plain.start();
    std::vector<CardMask> needs = {n.left}, line;
    std::vector<PairingEdge> edges;
    for (plain.edges(n, edges); !edges.empty() && !plain.won(n); plain.edges(n, edges)) {
      const PairingEdge edge = edges[std::size_t(below(random, int(edges.size())))];
      n = plain.after(n, edge);
      line.push_back(edge.cards);
      needs.push_back(n.left);
    }
    if (!plain.won(n)) continue;
    ++wins;
    check(possible, "refine() rules out a win: " + describe(game, start));
    for (std::size_t k = 0; k < needs.size(); ++k) {
      const int still = int(line.size() - k);
      check(plain.need(needs[k]) <= still, "more needed than a win took: " + describe(game, start));
      check(refined.need(needs[k]) <= still, "refined: more needed than a win took: " + describe(game, start));
      check(refined.need(needs[k]) >= plain.need(needs[k]), "a refined bound that is lower");
      if (k == line.size() || (line[k] & kKings) != 0) continue;
      const int low = std::countr_zero(line[k]);
      check((plain.alive_partners(low, needs[k]) & line[k]) != 0, "a pair of a win ruled out");
      check((refined.alive_partners(low, needs[k]) & line[k]) != 0, "a pair of a win ruled out, refined");
    }
  }
  check(wins > 300, "hardly a win");
}

}  // namespace

int main() {
  numbers();
  random_lines();
  bounds_hold_on_wins();
  return 0;
}
