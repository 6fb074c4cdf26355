// What is still to pay, at least, until a position of a pairing game is won.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "search/pairing_model.hpp"
#include "solvers/pairing_fewest.hpp"

namespace winnable::pairing_fewest {

inline constexpr int kNever = std::numeric_limits<int>::max();

// What draws and recycles cost in a metric.
class Clock {
 public:
  Clock(const Pairing& game, FewestMetric metric)
      : draw_(game.rules().draw),
        unlimited_(game.unlimited()),
        draw_cost_(metric == FewestMetric::kActions ? 1 : 0),
        recycle_cost_(metric == FewestMetric::kRemovals ? 0 : 1) {}

  // From so many cards on the waste, in a pass, to so many in another, with `all` cards in stock
  // and waste together; kNever: draws and recycles do not lead there.
  int cost(int all, int waste, int pass, int to_waste, int to_pass) const;

 private:
  // Draws; kNever: they do not stop there.
  int draws(int from, int to, int all) const {
    if (to < from || ((to - from) % draw_ != 0 && to != all)) return kNever;
    return (to - from + draw_ - 1) / draw_;
  }

  int draw_;
  bool unlimited_;
  int draw_cost_;
  int recycle_cost_;
};

// Never more than the true cost. A plan makes no recycle from here on, or at least one; what each
// kind must pay is counted by itself, and the less of the two is the bound.
//
// Where cards are drawn one by one, every place of the stock that the pointer passes costs one
// action: a draw, or, where the stock's top is in play, the removal of the card there. So the cost
// is the places passed, the recycles, and the removals that take no card from the stock's top.
class Bound {
 public:
  static constexpr int kDead = kNever;

  Bound(const PairingModel& model, FewestMetric metric)
      : model_(model),
        metric_(metric),
        one_by_one_(model.game().rules().draw == 1),
        hidden_(model.game().rules().stock_top == StockTop::kHidden) {}

  // For the model's position as it is now compiled (and refined).
  void reset();
  // kDead: it cannot be won.
  int operator()(const PairingNode& n) const;

 private:
  // For the goal's cards among some of a group, where so many of the group's places are passed.
  struct Entry {
    std::uint8_t removals;  // that take no card from the stock's top; PairingModel::kDead: no way
    std::uint8_t reach;     // the place, plus 1, that the pointer must pass; 0: none
  };
  using Table = std::array<Entry, 256>;

  void fill(int group, int passed);
  Entry best(const Table& table, int group, int passed, int cards) const;
  CardMask locked(const PairingNode& n, CardMask waste) const;
  int without_recycle(const PairingNode& n, CardMask waste, CardMask locked) const;
  int with_recycle(const PairingNode& n, CardMask waste, CardMask locked) const;
  int unlocked_place(const PairingNode& n, int group, CardMask locked) const;
  const Table& table(int group, int top) const { return tables_[group][passed_[group][top]]; }

  const PairingModel& model_;
  FewestMetric metric_;
  bool one_by_one_;
  bool hidden_;
  std::array<CardMask, kDeck + 1> before_{};                           // by place: the stock's cards in lower places
  std::array<std::array<std::uint8_t, kDeck + 1>, kGroups> passed_{};  // by place: of them, this group's
  std::array<std::array<Table, kGroupCards + 1>, kGroups> tables_{};
};

}  // namespace winnable::pairing_fewest
