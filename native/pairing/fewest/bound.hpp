// What is still to pay, at least, until a position of a pairing game is won.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "pairing/fewest/fewest.hpp"
#include "pairing/model.hpp"

namespace winnable::pairing_fewest {

inline constexpr int kNever = std::numeric_limits<int>::max();

// Never more than the true cost. A plan makes no recycle from here on, or at least one; what each kind
// must pay is counted by itself, and the less of the two is the bound.
//
// Where cards are drawn one by one, every place of the stock that the pointer passes costs one action:
// a draw or, where the stock's top is in play, the removal of the card there. So a plan pays for the
// places passed, its recycles, and the removals without a card from the stock's top.
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
  // `in_stock`: the cards that the stock holds. kDead: it cannot be won.
  int operator()(const PairingNode& n, int in_stock) const;

 private:
  // For some cards of a group, and where so many of the group's places are passed: what it takes
  // until the goal's cards among them are gone, each number by itself.
  struct Entry {
    std::uint8_t apart;  // removals without a card of stock or waste; PairingModel::kDead: no way
    std::uint8_t slow;   // removals without a card of the stock
    std::uint8_t reach;  // the place, plus 1, that the pointer must pass; 0: none
    std::uint8_t locks;  // those on the waste all of whose partners are on the waste, too
  };
  using Table = std::array<Entry, 256>;
  struct Sum {
    int apart = 0, slow = 0, reach = 0;
    bool possible = true;
    CardMask locks = 0;
  };

  void fill(int group, int passed);
  Entry entry(const Table& table, int group, int passed, int cards) const;
  std::uint8_t locks(int group, int passed, int cards) const;
  Sum sum(const PairingNode& n, CardMask cards) const;
  int next_pass(const PairingNode& n, const Sum& sum, CardMask locked) const;
  int unlocked_place(const PairingNode& n, int group, CardMask locked) const;
  int useless(const PairingNode& n, int place) const;
  const Table& table(const PairingNode& n, int group) const { return tables_[group][passed_[n.top][group]]; }

  const PairingModel& model_;
  FewestMetric metric_;
  bool one_by_one_;
  bool hidden_;
  std::array<CardMask, kDeck + 1> before_{};                           // by place: the stock's cards in lower places
  std::array<std::array<std::uint8_t, kGroups>, kDeck + 1> passed_{};  // by place: of them, each group's
  std::array<std::array<Table, kGroupCards + 1>, kGroups> tables_{};
};

}  // namespace winnable::pairing_fewest
