// A pairing game as the textbook searches see it: draws, recycles and removals are moves that cost
// one each, and positions are packed into eight bytes.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/events.hpp"
#include "pairing/engine.hpp"
#include "pairing/features.hpp"
#include "pairing/text.hpp"
#include "search/search.hpp"

namespace winnable {

// Satisfies Game, for the positions that can be reached from `start`. Cards never change slots
// (pairing/engine.hpp), so these 62 bits are the whole position: equal bits, equal positions. Where
// passes are unlimited, a draw may lead back to a position known before; nothing else can.
class PairingSearch {
 public:
  using State = PairingState;
  using Move = PairingMove;
  using Packed = std::uint64_t;

  PairingSearch(const Pairing& engine, const State& start, PairingHeuristic heuristic)
      : engine_(engine), start_(start), heuristic_(std::move(heuristic)) {}

  void legal_moves(const State& s, MoveList<Move>& out) const { engine_.legal_moves(s, out); }
  State play_unchecked(const State& s, const Move& m) const { return engine_.play_unchecked(s, m); }
  Outcome outcome(const State& s) const { return engine_.outcome(s); }
  bool won(const State& s) const { return engine_.won(s); }
  Key128 key(const State& s) const { return engine_.key(s); }
  bool same(const State& a, const State& b) const { return engine_.same(a, b); }
  Units estimate(const State& s) const { return heuristic_.empty() ? 0 : heuristic_(s); }

  void spell(const State&, const Move& m, std::vector<std::string>& words) const { words.push_back(format_move(m)); }

  Packed pack(const State& s) const {
    return s.left | Packed{s.drawn} << kDrawnBit | Packed{s.pass} << (kDrawnBit + kDrawnBits);
  }
  State unpack(const Packed& p) const {
    State s = start_;
    s.left = p & kAllSlots;
    s.drawn = std::uint8_t(p >> kDrawnBit & ((1U << kDrawnBits) - 1));
    s.pass = std::uint8_t(p >> (kDrawnBit + kDrawnBits));
    return s;
  }

 private:
  static constexpr int kDrawnBit = kDeck;  // above the slots' bits
  static constexpr int kDrawnBits = 6;
  static_assert(kDeck < 1 << kDrawnBits && kMaxPasses < 1 << (64 - kDrawnBit - kDrawnBits));

  Pairing engine_;
  State start_;
  PairingHeuristic heuristic_;
};

using PairingResult = Result<PairingMove>;

// Searches a position of any pairing game. `buffer` may be null.
PairingResult search_pairing(const Pairing& engine, const PairingState& start, Algorithm algorithm,
                             SearchOptions options, const std::vector<WeightedPairingFeature>& heuristic,
                             Budget& budget, EventBuffer* buffer);

}  // namespace winnable
