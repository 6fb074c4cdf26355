// The exhaustive search behind PairingDecider.
#pragma once

#include <array>
#include <vector>

#include "pairing/decide/relaxed.hpp"
#include "pairing/model.hpp"

namespace winnable::pairing_decide {

class Search {
 public:
  explicit Search(const PairingModel& model) : model_(model), relaxed_(model) {}

  // Searches the model's start. False: nothing wins, unless stopped() says that the budget ended.
  bool run(Budget& budget);
  bool stopped() const { return stopped_ || relaxed_.stopped(); }
  // Not even a stock that always lies open would help.
  bool hopeless() const { return hopeless_; }
  // Of a win: the removals in order; kings of at_once() leave as soon as they can.
  const std::vector<CardMask>& path() const { return path_; }
  CardMask at_once() const { return at_once_; }
  const Stats& stats() const { return stats_; }

 private:
  struct Node : PairingNode {
    CardMask relaxed = 0;   // as the relaxed game knows the position
    std::uint8_t debt = 0;  // 0: none; else a place, plus 1 (see search_stock_pairs)
  };
  // A position's place in the table: in each class of keys an earlier time is no worse.
  struct Stamp {
    std::uint64_t key;
    std::uint32_t time;
  };
  using Partners = std::array<CardMask, kDeck>;  // by open card

  Node first_node() const;
  Stamp stamp(const Node& n) const;
  bool known(const Node& n);
  PlaceMask buried(const Node& n) const;
  bool drop_buried(Node& n) const;
  CardMask at_hand(const Node& n) const;
  void take(Node& n, CardMask cards) const;
  void drop_kings(Node& n) const;

  // True: the search is over.
  bool search(Node n);
  bool expand(const Node& n);
  bool go(const Node& n, CardMask cards, int passes);
  bool search_tableau(const Node& n, const Partners& partners);
  bool search_stock(const Node& n, const Partners& partners, const PairingReach& reach);
  bool search_stock_pairs(const Node& n, const PairingReach& reach);

  const PairingModel& model_;
  Relaxed relaxed_;
  StampTable table_;
  Budget* budget_ = nullptr;
  std::vector<CardMask> path_;
  Stats stats_;
  CardMask at_once_ = 0;
  std::array<CardMask, kDeck + 1> from_{};  // by place: the cards of the stock from there on
  bool one_by_one_ = true;                  // draw is 1: the pointer stops everywhere, so that time is a line
  bool pairs_are_means_ = true;             // two cards of the stock leave only to uncover a third
  bool hopeless_ = false;
  bool stopped_ = false;
};

}  // namespace winnable::pairing_decide
