// The moves that the thesis's search considers in a position, in its order.
//
// Santhosh Basina, "Playing Solitaire Automatically" (University of St Andrews, 2024), sections
// 6.2.2 and 6.3. Every heuristic can be switched off.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pairing/engine.hpp"

namespace winnable {

struct ThesisOptions {
  bool kings = true;    // kings first (6.3.1)
  bool pyramid = true;  // pairs within the pyramid, then pyramid with stock or waste, then these two (6.3.2)
  bool frees = true;    // among those, what frees more cards of the pyramid first (6.3.3)
  // Pairs of stock and waste that take a card which the pyramid cannot do without are left out
  // (6.3.4): the single partner of a card, or one of a list that several cards share and that is
  // then too short for them.
  bool single_partner = true;
  bool shared_partners = true;
  bool table = false;       // each position is searched once
  bool draw_moves = false;  // draw and recycle are moves, tried last; without, they are made when nothing else can be
};

// Moves are kept in four lists (6.2.2): pairs within the pyramid, of stock with waste, of pyramid
// with stock or waste, kings. Without the heuristics that order the lists, this is their order.
//
// Where the thesis says nothing, cards come in this order: the stock's top, the waste's top (of open
// columns, the card dealt last), then the pyramid's rows from the lowest up, each from left to
// right. Moves are listed by their cards in that order, and of moves of one list that free equally
// many, the last one listed is tried first, as from a stack. That reproduces the printed solution,
// and the order of the two cards in each printed move.
class ThesisMoves {
 public:
  ThesisMoves(const Pairing& engine, const PairingState& start, const ThesisOptions& options);

  // The moves to try, the first one last in `out`. `recycle`: may the waste go back?
  void list(const PairingState& s, bool recycle, std::vector<PairingMove>& out);

 private:
  struct Candidate {
    PairingMove move;
    int rank = 0;   // by the heuristics; higher ones are tried first
    int place = 0;  // among equals
  };

  Candidate judge(const PairingState& s, const PairingMove& m) const;
  SlotMask slots_of(const PairingMove& m) const;
  int freed(SlotMask left, SlotMask leave) const;
  // Would this pair of stock and waste leave a card of the tableau without a partner?
  bool dead_end(SlotMask left, SlotMask leave) const;

  const Pairing& engine_;
  ThesisOptions options_;
  std::array<SlotMask, kDeck> partners_{};   // by slot in the tableau: cards with which it might ever leave
  std::array<SlotMask, kDeck> under_{};      // by slot: what it covers directly
  std::array<std::uint8_t, kDeck> slot_{};   // by card
  std::array<std::uint8_t, kDeck> place_{};  // by slot
  std::vector<PairingMove> legal_;
  std::vector<Candidate> candidates_;
};

}  // namespace winnable
