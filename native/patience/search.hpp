// A pile-building game as the textbook searches see it: with options that leave moves out or
// make some by themselves, with a heuristic, and with positions packed into 20 bytes.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "core/events.hpp"
#include "patience/engine.hpp"
#include "patience/features.hpp"
#include "patience/text.hpp"
#include "search/search.hpp"

namespace winnable {

struct PatienceSearchOptions {
  Autoplay autoplay = Autoplay::kNone;  // made after each move; not counted as moves
  bool supermoves = true;               // false: single cards only
  bool off_foundation = true;           // false: cards never come back from a foundation
};

// For each card, what it lies on, in 3 bits: one of the four cards of the next rank, the card
// under it at the start of the search, the floor, a cell, its foundation. No other link can
// arise: a card only ever lands on a card of the next rank.
struct PackedPatience {
  std::array<std::uint32_t, 5> bits{};  // 21 cards, 21 cards, 10 cards

  static PackedPatience of(std::uint64_t low, std::uint64_t middle, std::uint64_t high) {
    return {{std::uint32_t(low), std::uint32_t(low >> 32), std::uint32_t(middle), std::uint32_t(middle >> 32),
             std::uint32_t(high)}};
  }
  // Exclusive or into the 3 bits of one card.
  void flip(int card, std::uint64_t with) {
    const int part = card / 21;
    with <<= 3 * (card % 21);
    bits[2 * part] ^= std::uint32_t(with);
    if (part < 2) bits[2 * part + 1] ^= std::uint32_t(with >> 32);
  }
  std::uint64_t low() const { return bits[0] | std::uint64_t{bits[1]} << 32; }
  std::uint64_t middle() const { return bits[2] | std::uint64_t{bits[3]} << 32; }
  std::uint64_t high() const { return bits[4]; }
  friend bool operator==(const PackedPatience& a, const PackedPatience& b) {
    std::uint32_t differ = 0;
    for (int i = 0; i < 5; ++i) differ |= a.bits[i] ^ b.bits[i];
    return differ == 0;
  }
};

// Satisfies Game. A Move is the player's; the automatic ones follow from it.
template <class Engine>
class PatienceSearch {
 public:
  using State = PatienceState;
  using Move = PatienceMove;
  using Packed = PackedPatience;

  PatienceSearch(const Engine& engine, const State& start, PatienceSearchOptions options, PatienceHeuristic heuristic)
      : engine_(engine),
        notation_(engine.rules()),
        options_(options),
        heuristic_(std::move(heuristic)),
        base_(start.base),
        start_pending_(engine.autoplay(start, options.autoplay).has_value()) {
    for (Card c = 0; c < kDeck; ++c) prepare_codes(c, start.below[c]);
  }

  void legal_moves(const State& s, MoveList<Move>& out) const {
    engine_.legal_moves(s, out);
    if (options_.supermoves && options_.off_foundation) return;
    std::erase_if(out, [&](const Move& m) {
      return (!options_.supermoves && m.count > 1) || (!options_.off_foundation && is_home(m.from));
    });
  }
  State play_unchecked(const State& s, const Move& m) const {
    State next = s;
    engine_.apply(next, m);
    if (may_continue(next, m)) {
      while (const auto automatic = engine_.autoplay(next, options_.autoplay)) engine_.apply(next, *automatic);
    }
    return next;
  }
  Outcome outcome(const State& s) const { return engine_.outcome(s); }
  bool won(const State& s) const { return engine_.won(s); }
  Key128 key(const State& s) const { return s.key; }
  bool same(const State& a, const State& b) const { return engine_.same(a, b); }
  Units estimate(const State& s) const { return heuristic_.empty() ? 0 : heuristic_(s); }

  // The player's move, and the automatic ones after it.
  void spell(const State& s, const Move& m, std::vector<std::string>& words) const {
    State next = s;
    const auto play = [&](const Move& move) {
      words.push_back(format_move(notation_, next, move));
      engine_.apply(next, move);
    };
    play(m);
    if (!may_continue(next, m)) return;
    while (const auto automatic = engine_.autoplay(next, options_.autoplay)) play(*automatic);
  }

  // Safe automatic moves lose nothing. Single cards alone reach everything only where a group
  // move is an abbreviation; the other restrictions may lose a solution.
  bool whole() const {
    const PatienceRules& r = engine_.rules();
    const bool abbreviates = r.group_size == GroupSize::kOne || (r.group_size == GroupSize::kLimited &&
                                                                 r.group_lift == r.build && r.group_drop == r.build);
    return options_.autoplay != Autoplay::kMax && (options_.supermoves || abbreviates) &&
           (options_.off_foundation || !r.foundation_return);
  }

  Packed pack(const State& s) const {
    const auto gather = [&](int first, int cards) {
      std::uint64_t bits = 0;
      for (int i = 0; i < cards; ++i) bits |= std::uint64_t{code_[first + i][s.below[first + i]]} << (3 * i);
      return bits;
    };
    return Packed::of(gather(0, 21), gather(21, 21), gather(42, 10));
  }
  // pack(child), from what differs between a position and one that a move leads to.
  Packed pack_next(const State& s, const Packed& packed, const State& child) const {
    Packed out = packed;
    for (int first = 0; first < kDeck; first += 4) {
      std::uint32_t before;
      std::uint32_t after;
      std::memcpy(&before, &s.below[first], 4);
      std::memcpy(&after, &child.below[first], 4);
      if (before == after) continue;
      for (int c = first; c < first + 4; ++c) {
        const std::uint32_t differ = code_[c][s.below[c]] ^ code_[c][child.below[c]];
        out.flip(c, differ);
      }
    }
    return out;
  }
  // Columns come out by their last cards, cells by their cards.
  State unpack(const Packed& p) const;

  // The player's moves and the automatic ones between them, as the checked engine plays them.
  std::vector<Move> with_automatic(State s, const std::vector<Move>& moves) const {
    std::vector<Move> out;
    for (const Move& m : moves) {
      out.push_back(m);
      engine_.apply(s, m);
      while (const auto automatic = engine_.autoplay(s, options_.autoplay)) {
        out.push_back(*automatic);
        engine_.apply(s, *automatic);
      }
    }
    return out;
  }

 private:
  // Can an automatic move follow? Where none was left before, a move within tableau and cells
  // offers nothing new but the card that it uncovers.
  bool may_continue(const State& next, const Move& m) const {
    if (options_.autoplay == Autoplay::kNone) return false;
    if (start_pending_ || is_home(m.to) || is_home(m.from)) return true;
    const Card uncovered = is_column(m.from) ? next.top[m.from] : kNoCard;
    return uncovered != kNoCard && engine_.safe_home(next, uncovered, options_.autoplay);
  }

  static constexpr std::uint8_t kAtStart = 4;
  static constexpr std::uint8_t kFloorCode = 5;
  static constexpr std::uint8_t kCellCode = 6;
  static constexpr std::uint8_t kHomeCode = 7;

  void prepare_codes(Card c, std::uint8_t at_start) {
    code_[c].fill(kAtStart);
    link_[c].fill(kOnFloor);
    const auto set = [&](std::uint8_t code, std::uint8_t link) {
      code_[c][link] = code;
      link_[c][code] = link;
    };
    if (at_start < kDeck) set(kAtStart, at_start);
    // A card that lies on the next rank from the start has that code, so that equal positions
    // pack equally.
    for (std::uint8_t suit = 0; suit < kSuits && rank_of(c) + 1 < kRanks; ++suit) {
      set(suit, make_card(rank_of(c) + 1, suit));
    }
    set(kFloorCode, kOnFloor);
    set(kCellCode, kInCell);
    set(kHomeCode, kAtHome);
  }

  Engine engine_;
  Patience notation_;
  PatienceSearchOptions options_;
  PatienceHeuristic heuristic_;
  std::uint8_t base_;
  bool start_pending_;                                       // automatic moves are left before the first move
  std::array<std::array<std::uint8_t, 128>, kDeck> code_{};  // by card, link
  std::array<std::array<std::uint8_t, 8>, kDeck> link_{};    // by card, code
};

template <class Engine>
PatienceState PatienceSearch<Engine>::unpack(const Packed& p) const {
  State s;
  s.top.fill(kNoCard);
  s.cell.fill(kNoCard);
  s.home.fill(0);
  s.base = base_;
  s.key = {base_, 0};
  std::array<bool, 128> covered{};
  Card c = 0;
  const auto scatter = [&](std::uint64_t bits, int cards) {
    for (int i = 0; i < cards; ++i, ++c, bits >>= 3) {
      const std::uint8_t link = link_[c][bits & 7];
      s.below[c] = link;
      s.key ^= kLinkKeys[c][link];
      covered[link] = true;
    }
  };
  scatter(p.low(), 21);
  scatter(p.middle(), 21);
  scatter(p.high(), 10);
  int column = 0;
  int cell = 0;
  for (c = 0; c < kDeck; ++c) {
    if (s.below[c] == kAtHome) {
      ++s.home[suit_of(c)];
    } else if (s.below[c] == kInCell) {
      s.cell[cell++] = c;
    } else if (!covered[c]) {
      s.top[column++] = c;
    }
  }
  return s;
}

using PatienceResult = Result<PatienceMove>;

// Searches a position of any pile-building game. The result's moves include the automatic ones,
// its cost counts the player's. `buffer` may be null.
PatienceResult search_patience(const Patience& engine, const PatienceState& start, Algorithm algorithm,
                               const SearchOptions& options, const PatienceSearchOptions& moves,
                               const std::vector<WeightedFeature>& heuristic, Budget& budget, EventBuffer* buffer);

}  // namespace winnable
