// The best play where few cards are not known, and how often it wins: exactly.
//
// The unseen cards may lie in h! orders, all equally likely. Every order that looks the same so far gets the
// same move, so that a count of orders is a probability: expectimax over what is seen (Michie, "Game-playing
// and game-learning automata", 1966).
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "pairing/decide/decide.hpp"
#include "pairing/policy/view.hpp"

namespace winnable {

class PairingExact {
 public:
  static constexpr int kMostHidden = 10;  // 10! orders

  explicit PairingExact(const Pairing& game) : game_(game), decider_(game) {}

  // Of the orders of the unseen cards, those that the best play wins after each of these moves. None where
  // more than `most` positions would have to be looked at, or more cards are hidden than kMostHidden.
  std::optional<std::vector<std::uint64_t>> wins(const PairingView& view, const std::vector<PairingMove>& moves,
                                                 std::uint64_t most);
  // Nodes of the solver, so far.
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Place {  // a view on the way; of the slots that were hidden at first, what they hold, six bits each
    SlotMask left = 0;
    CardSet unseen = 0;
    std::uint64_t cards = 0;
    std::uint32_t time = 0;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct Hash {
    std::size_t operator()(const Place& p) const;
  };

  std::uint64_t value(const PairingView& v);
  std::uint64_t after(const PairingView& v, const PairingMove& m);
  std::uint64_t revealed(PairingView& v, SlotMask turned);
  Place place(const PairingView& v) const;
  bool spend();

  Pairing game_;
  PairingDecider decider_;
  SlotMask first_hidden_ = 0;
  std::unordered_map<Place, std::uint64_t, Hash> known_;
  std::uint64_t looked_ = 0;
  std::uint64_t most_ = 0;
  std::uint64_t nodes_ = 0;
  bool failed_ = false;
};

// n!
constexpr std::uint64_t orders_of(int n) { return n < 2 ? 1 : std::uint64_t(n) * orders_of(n - 1); }

}  // namespace winnable
