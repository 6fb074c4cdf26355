// Players who see what a person sees: observations and worlds, exact chances of small positions, whole games.
#include <algorithm>
#include <bit>
#include <cstdio>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/deal_numbers.hpp"
#include "pairing/observation.hpp"
#include "pairing/policy/exact.hpp"
#include "pairing/policy/play.hpp"
#include "pairing/policy/view.hpp"
#include "pairing/text.hpp"
#include "tests/check.hpp"

namespace {

using namespace winnable;

std::vector<Card> cards(const std::string& text) {
  std::vector<Card> out;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    out.push_back(word == "--" ? kNoCard : word == "??" ? kUnseen : parse_card(word).value());
  }
  return out;
}

CardSet set_of(const std::string& text) {
  CardSet out = 0;
  for (const Card c : cards(text)) out |= CardSet{1} << c;
  return out;
}

PairingRules with(void (*change)(PairingRules&)) {
  PairingRules rules;
  change(rules);
  return rules;
}

std::vector<PairingRules> hiding() {
  return {
      PairingRules{},
      with([](PairingRules& r) {
        r.passes = 1, r.goal = PairingGoal::kAll, r.face_down_rows = 6;
        r.scoring = Scoring::kNone;
      }),
      with([](PairingRules& r) { r.passes = 0, r.draw = 3, r.stock_top = StockTop::kHidden; }),
      with([](PairingRules& r) { r.passes = 1, r.overlap = true, r.stock_top = StockTop::kHidden; }),
      with([](PairingRules& r) { r.passes = 2, r.draw = 2, r.stock_top = StockTop::kApart, r.waste_cards = 1; }),
  };
}

// Positions along games of a policy look alike in every world, and are found again in them.
void observations() {
  for (const PairingRules& rules : hiding()) {
    const Pairing game(rules);
    const auto player = make_pairing_policy(game, "random");
    std::uint64_t random = 7;
    for (std::uint64_t deal = 1; deal <= 4; ++deal) {
      PairingState s = game.deal(microsoft_deck(deal));
      for (int step = 0; step < 70; ++step) {
        const PairingObservation seen = observe(game, s);
        check(std::popcount(seen.unseen) == std::popcount(s.left & ~game.known(s)), "unseen cards are counted");
        const PairingView view = view_of(game, seen);
        for (int k = 0; k < 3; ++k) check(observe(game, draw_world(view, random)) == seen, "a world looks the same");
        const auto plan = player->plan(seen, splitmix64(random), nullptr);
        if (plan.empty()) break;
        check(!game.why_illegal(s, plan.front()), "its moves are legal");
        game.apply(s, plan.front());
      }
    }
  }
}

void refused_observations() {
  const Pairing game{PairingRules{}};
  const PairingObservation seen = observe(game, game.deal(microsoft_deck(1)));
  const auto refused = [&](const PairingObservation& wrong) {
    try {
      view_of(game, wrong);
    } catch (const std::invalid_argument&) {
      return true;
    }
    return false;
  };
  check(!refused(seen), "the start of a deal");
  PairingObservation other = seen;
  other.piles.stock.pop_back();
  check(refused(other), "fewer unknown cards than are missing");
  other = seen;
  other.piles.stock.front() = kUnseen;
  other.unseen |= CardSet{1} << seen.piles.stock.front();
  check(refused(other), "the stock's top lies face up");
  other = seen;
  other.piles.tableau.front() = kUnseen;
  other.unseen |= CardSet{1} << seen.piles.tableau.front();
  check(refused(other), "and so does the apex");
}

// A king-free end: the apex is an ace, and the two queens that may free it lie in the stock in either order.
void exact_chances() {
  const Pairing game{with([](PairingRules& r) { r.passes = 1, r.stock_top = StockTop::kHidden; })};
  PairingObservation seen;
  seen.piles.tableau = cards("AC");
  seen.piles.tableau.resize(std::size_t(game.tableau_slots()), kNoCard);
  seen.piles.stock = cards("?? ??");
  seen.unseen = set_of("QC 5C");
  const auto wins = [&](const PairingObservation& of, std::uint64_t most) {
    const PairingView view = view_of(game, of);
    MoveList<PairingMove> moves;
    game.legal_moves(view.state, moves);
    return PairingExact(game).wins(view, moves, most);
  };
  check(wins(seen, 1000) == std::vector<std::uint64_t>{2}, "a queen comes to light in either order");
  check(!wins(seen, 1), "a limit is kept");
  // Two at a time, and the waste's top alone in play.
  const Pairing twos{with([](PairingRules& r) { r.passes = 1, r.draw = 2, r.stock_top = StockTop::kHidden; })};
  const PairingView view = view_of(twos, seen);
  MoveList<PairingMove> moves;
  twos.legal_moves(view.state, moves);
  check(PairingExact(twos).wins(view, moves, 1000) == std::vector<std::uint64_t>{1}, "the queen must come last");
}

void whole_games() {
  for (const PairingRules& rules : hiding()) {
    const Pairing game(rules);
    for (const char* name : {"best", "fast", "greedy", "random"}) {
      const auto player = make_pairing_policy(game, name, std::string(name) == "best" ? 4 : 0);
      for (std::uint64_t deal = 1; deal <= 2; ++deal) {
        const PairingState start = game.deal(microsoft_deck(deal));
        const PairingPlayed played = play_game(game, start, *player, deal);
        PairingState s = start;
        for (const PairingMove& m : played.moves) {
          check(!game.why_illegal(s, m), "a game replays");
          game.apply(s, m);
        }
        check(game.won(s) == played.won && game.same(s, played.end), "to its end");
        check(play_game(game, start, *player, deal).moves == played.moves, "a seed fixes it");
        // What lies hidden does not matter to the first decision.
        const PairingObservation seen = observe(game, start);
        const auto plan = player->plan(seen, 3, nullptr);
        std::uint64_t random = deal;
        const PairingState other = draw_world(view_of(game, seen), random);
        check(player->plan(observe(game, other), 3, nullptr) == plan, "nobody peeks");
      }
    }
  }
}

}  // namespace

int main() {
  observations();
  refused_observations();
  exact_chances();
  whole_games();
  std::puts("test_pairing_policy: ok");
}
