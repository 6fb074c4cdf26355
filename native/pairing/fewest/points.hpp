// The search for a cheapest line that makes so many points.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/limits.hpp"
#include "pairing/fewest/search.hpp"
#include "pairing/score/value.hpp"
#include "search/storage.hpp"

namespace winnable::pairing_fewest {

// The removals that a position still needs, at least, before it is worth so many points.
class PointsBound {
 public:
  PointsBound(const PairingModel& model, const EasyKings& kings, const PointsValue& value, int target);

  // kNever: it cannot be worth so much. `score` is what it is worth now.
  int operator()(const PairingState& s, int score) const;

 private:
  CardMask cards_of(SlotMask left) const;

  const EasyKings& kings_;
  const PointsValue& value_;
  int target_;
  std::array<std::array<CardMask, 256>, 7> cards_{};  // by eighth of the slots and what it still holds
};

// A* over positions (Hart, Nilsson and Raphael, 1968), every draw, recycle and removal being a move: points may be
// made on the way to nothing, so that none of what shortens the search for a win holds here.
class PointsSearch {
 public:
  PointsSearch(const Pairing& game, const PairingState& start, FewestMetric metric, int target,
               const PointsBound& bound, Budget& budget)
      : game_(game), start_(start), metric_(metric), target_(target), bound_(bound), budget_(budget), nodes_(budget) {}
  ~PointsSearch() { budget_.release(held_); }
  PointsSearch(const PointsSearch&) = delete;
  PointsSearch& operator=(const PointsSearch&) = delete;

  // kNone: no line that costs less than `limit` is worth the target. Once only.
  Search::End run(int limit);
  // No such line costs less; after kFound: the cost.
  int lower_bound() const { return lower_bound_; }
  // After kFound.
  std::vector<PairingMove> moves() const;
  const Stats& stats() const { return stats_; }

 private:
  using Index = std::uint32_t;
  static constexpr Index kNone = 0xFFFFFFFF;

  struct Node {
    std::uint64_t key = 0;  // what is left, how much is drawn, the pass
    Index parent = kNone;
    std::uint16_t cost = 0;
    PairingMove move{};
  };
  struct Waiting {
    Index node;
    std::uint16_t cost;  // when it was put here; the node may have become cheaper since
  };

  bool add(const PairingState& s, Index parent, const PairingMove& move, int cost);
  bool wait(Index number, int f);
  bool expand(Index number);
  int cost_of(const PairingMove& m) const;
  PairingState state_of(std::uint64_t key) const;
  std::size_t place(std::uint64_t key) const;
  bool grow();
  bool claim(std::uint64_t bytes);

  const Pairing& game_;
  const PairingState& start_;
  FewestMetric metric_;
  int target_;
  const PointsBound& bound_;
  Budget& budget_;
  ChunkedVector<Node> nodes_;
  std::vector<Index> table_;                   // by key; kNone: free
  std::vector<std::vector<Waiting>> waiting_;  // by cost and bound together
  MoveList<PairingMove> moves_;
  std::uint64_t held_ = 0;
  Index goal_ = kNone;
  int limit_ = 0;
  int lower_bound_ = 0;
  Stats stats_;
};

}  // namespace winnable::pairing_fewest
