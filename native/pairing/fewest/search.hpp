// The search behind PairingFewest.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/limits.hpp"
#include "pairing/decide/table.hpp"
#include "pairing/fewest/bound.hpp"

namespace winnable::pairing_fewest {

// What draws and recycles cost in a metric.
class Clock {
 public:
  Clock(const Pairing& game, FewestMetric metric)
      : draw_(game.rules().draw),
        unlimited_(game.unlimited()),
        draw_cost_(metric == FewestMetric::kActions ? 1 : 0),
        recycle_cost_(metric == FewestMetric::kRemovals ? 0 : 1) {}

  struct Steps {
    int draws = kNever;  // kNever: draws and recycles do not lead there
    int recycles = 0;
    bool possible() const { return draws != kNever; }
    int time() const { return possible() ? draws + recycles : kNever; }
  };
  // From so many cards on the waste, in a pass, to so many in another, with `all` cards in stock and
  // waste together.
  Steps steps(int all, int waste, int pass, int to_waste, int to_pass) const {
    const int here = draws(waste, to_waste, all);
    if (pass == to_pass && here != kNever) return {here, 0};
    const int recycles = unlimited_ ? 1 : to_pass - pass;
    const int there = draws(0, to_waste, all);
    if (recycles < 1 || there == kNever) return {};
    return {draws(waste, all, all) + (recycles - 1) * draws(0, all, all) + there, recycles};
  }
  int cost(const Steps& s) const { return s.draws * draw_cost_ + s.recycles * recycle_cost_; }

 private:
  int draws(int from, int to, int all) const {
    if (to < from) return kNever;
    if (draw_ == 1) return to - from;
    if ((to - from) % draw_ != 0 && to != all) return kNever;
    return (to - from + draw_ - 1) / draw_;
  }

  int draw_;
  bool unlimited_;
  int draw_cost_;
  int recycle_cost_;
};

// A* over positions after a removal, each with what it cost. A position is as good as another with the
// same cards left if it costs no more even after the draws and recycles that lead to the other's time;
// only positions to which no other is as good are kept.
class Search {
 public:
  enum class End : std::uint8_t { kFound, kNone, kStopped };

  Search(const PairingModel& model, FewestMetric metric);

  // From the model's position as it is now compiled (and refined). kNone: no solution costs less than
  // `limit`.
  End run(int limit, Budget& budget);
  // No solution costs less; after kFound: the cost.
  int lower_bound() const { return lower_bound_; }
  // After kFound.
  std::vector<PairingMove> moves() const;
  const Stats& stats() const { return stats_; }

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = 0;  // nodes_[0] is not used

  struct Node : PairingNode {
    std::uint8_t waste = 0;   // how many cards lie there
    std::uint8_t all = 0;     // on waste and stock together
    std::uint8_t first = 0;   // the cards that left last, without kings at once
    std::uint8_t second = 0;  // the same as the first: a king
    std::uint16_t cost = 0;
    Index parent = kNone;
    Index next = kNone;  // with the same cards left
  };
  // A position waiting for its turn, made again when that comes.
  struct Waiting {
    Index parent;
    std::uint8_t first, second, pass;
    std::uint8_t step;  // what it costs more than its parent, without kings at once
  };
  // What expand() knows of the position.
  struct View {
    Index at;
    Node node;
    std::array<CardMask, kDeck> partners;        // by open card: with which it may leave
    std::array<std::uint8_t, kDeck + 1> before;  // by place: cards of stock and waste before it
    int horizon = kNever;                        // removals after so many steps need not be tried,
    int last = -1;                               // but for those with this card of the stock
  };

  void start();
  Node make(const Node& parent, const Waiting& w) const;
  void drop_kings(Node& n) const;
  bool settle(const Waiting& w);
  bool known(const Node& n);
  void store(const Node& n);
  void expand(Index at);
  bool expand_forced(View& v);
  void limit_steps(View& v, int number, int later) const;
  void limit_by_kings(View& v) const;
  void expand_tableau(const View& v);
  void expand_stock(const View& v);
  void expand_place(const View& v, int place, int pass, bool alone, bool together);
  void emit(const View& v, int a, int b, const Clock::Steps& steps);
  Clock::Steps steps_to(const View& v, int place, int pass, bool pair) const;
  Clock::Steps steps(const Node& from, const Node& to) const {
    return clock_.steps(from.all, from.waste, from.pass, to.waste, to.pass);
  }

  const PairingModel& model_;
  Clock clock_;
  Bound bound_;
  FewestMetric metric_;
  bool one_by_one_;
  bool top_in_play_;
  int removal_cost_;
  CardMask at_once_ = 0;  // kings that leave as soon as they are exposed
  CardMask must_ = 0;     // kings of the stock that may as well leave once they are exposed
  CardMask may_ = 0;      // kings of the stock that may as well leave before the pointer passes them
  Budget* budget_ = nullptr;
  pairing_decide::StampTable table_;  // cards left -> the last node with them
  std::vector<Node> nodes_;
  std::vector<std::vector<Waiting>> waiting_;  // by cost and bound together
  std::size_t waits_ = 0;                      // all that ever waited
  std::size_t room_ = 0;                       // for so many memory is reserved
  Index goal_ = kNone;
  int limit_ = 0;
  int lower_bound_ = 0;
  bool stopped_ = false;
  Stats stats_;
};

}  // namespace winnable::pairing_fewest
