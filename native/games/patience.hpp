// The one engine of all pile-building patience games.
//
// A position is linked, not stacked: for every card, what it lies on. So a run of any
// length moves in one store, there is no bound on a column's length, the key changes by
// two table look-ups, and two positions that differ only in the order of columns or cells
// have equal links and equal keys without sorting.
//
// Links leave room for what is not a rule yet: a link with the high bit set means that the
// card underneath lies face down (it ends every run by itself), card numbers 52..103 are a
// second deck, and a stock is a chain of its own.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/card.hpp"
#include "core/key.hpp"
#include "core/result.hpp"
#include "games/game.hpp"
#include "games/patience_rules.hpp"

namespace winnable {

// What a card may lie on, besides another card.
inline constexpr std::uint8_t kOnFloor = 120;  // the bottom of a column
inline constexpr std::uint8_t kInCell = 121;
inline constexpr std::uint8_t kAtHome = 122;
inline constexpr int kLinks = 123;

// Piles, numbered for moves: columns, then cells, then one foundation per suit.
using Pile = std::uint8_t;
inline constexpr Pile kFirstCell = 16;
inline constexpr Pile kFirstHome = 32;
constexpr bool is_column(Pile p) { return p < kFirstCell; }
constexpr bool is_cell(Pile p) { return p >= kFirstCell && p < kFirstHome; }
constexpr bool is_home(Pile p) { return p >= kFirstHome; }

struct PatienceMove {
  Pile from = 0;
  Pile to = 0;
  std::uint8_t count = 1;
  friend constexpr auto operator<=>(const PatienceMove&, const PatienceMove&) = default;
};

struct PatienceState {
  std::array<std::uint8_t, kDeck> below;  // by card: a card, kOnFloor, kInCell or kAtHome
  std::array<Card, kMaxColumns> top;      // kNoCard: empty
  std::array<Card, kMaxCells> cell;       // kNoCard: empty
  std::array<std::uint8_t, kSuits> home;  // cards on each foundation
  std::uint8_t base = 0;                  // rank of the foundations' first card
  Key128 key;
};

// Cards moved by themselves: none, Horne's rule, Raymond's safe rule, everything. The two rules
// hold cards back where these could be missed after all: where cards may come back from the
// foundations, and where groups land on cards that single cards may not.
enum class Autoplay : std::uint8_t { kNone, kHorne, kSafe, kMax };

// One random number per (card, link).
extern const std::array<std::array<Key128, kLinks>, kDeck> kLinkKeys;

struct PatienceSetup {
  std::vector<std::vector<Card>> columns;   // deepest card first
  std::vector<Card> cells;                  // kNoCard: empty
  std::array<std::uint8_t, kSuits> home{};  // cards on each foundation, by suit
  std::uint8_t base = 0;
};

// Checks a rules value as a whole; throws std::invalid_argument naming the key.
void validate(const PatienceRules& rules);

// Ranks inside a state are counted from the foundations' base, so that no rule below ever
// wraps around; only setups and text carry printed ranks.
constexpr Card to_relative(Card c, int base) { return make_card((rank_of(c) + kRanks - base) % kRanks, suit_of(c)); }
constexpr Card to_printed(Card c, int base) { return make_card((rank_of(c) + base) % kRanks, suit_of(c)); }

// May `card` lie on `on`, one rank higher, under this relation?
constexpr bool builds(Build build, Card card, Card on) {
  if (rank_of(on) != rank_of(card) + 1) return false;
  switch (build) {
    case Build::kNone: return false;
    case Build::kSuit: return suit_of(card) == suit_of(on);
    case Build::kColour: return colour_of(card) == colour_of(on);
    case Build::kAlternate: return colour_of(card) != colour_of(on);
    case Build::kAny: return true;
  }
  return false;
}

// `Fixed` names rules known at compile time: the same engine, with its branches folded.
template <const PatienceRules* Fixed = nullptr>
class PatienceEngine {
 public:
  using State = PatienceState;
  using Move = PatienceMove;

  PatienceEngine()
    requires(Fixed != nullptr)
  = default;
  explicit PatienceEngine(const PatienceRules& rules)
    requires(Fixed == nullptr)
      : rules_(rules) {
    validate(rules);
  }

  constexpr const PatienceRules& rules() const {
    if constexpr (Fixed != nullptr) {
      return *Fixed;
    } else {
      return rules_;
    }
  }

  // --- the Game concept -------------------------------------------------------------
  // One move for each distinct successor: of several empty cells or columns, the first.
  void legal_moves(const State& s, MoveList<Move>& out) const { generate<false>(s, out); }
  State play_unchecked(State s, const Move& m) const {
    apply(s, m);
    return s;
  }
  Outcome outcome(const State& s) const;
  Key128 key(const State& s) const { return s.key; }
  bool same(const State& a, const State& b) const { return a.below == b.below && a.base == b.base; }

  // --- beyond the concept -------------------------------------------------------------
  // Every legal move, each empty cell and column by name.
  void all_moves(const State& s, MoveList<Move>& out) const { generate<true>(s, out); }
  bool is_legal(const State& s, const Move& m) const { return !why_illegal(s, m).has_value(); }
  // Nothing if legal, else one clause a person can read.
  std::optional<std::string> why_illegal(const State& s, const Move& m) const;
  void apply(State& s, const Move& m) const;

  bool won(const State& s) const { return s.home[0] + s.home[1] + s.home[2] + s.home[3] == kDeck; }
  int empty_cells(const State& s) const {
    int n = 0;
    for (int i = 0; i < rules().cells; ++i) n += s.cell[i] == kNoCard;
    return n;
  }
  int empty_columns(const State& s) const {
    int n = 0;
    for (int i = 0; i < rules().columns; ++i) n += s.top[i] == kNoCard;
    return n;
  }
  // Most cards that may move together, the target column counted as `empty_columns` says.
  int group_limit(int empty_cells, int empty_columns) const {
    switch (rules().group_size) {
      case GroupSize::kOne: return 1;
      case GroupSize::kUnlimited: return kRanks;
      case GroupSize::kLimited: break;
    }
    // A column that only a king (or nothing) may fill is no help in between.
    if (rules().empty_column != Fill::kAny) return empty_cells + 1;
    return (empty_cells + 1) << (empty_columns < 5 ? empty_columns : 5);
  }
  // Length of the liftable group at the end of a column, and its cards from the end up.
  int run(const State& s, int column, Card* cards) const {
    Card c = s.top[column];
    if (c == kNoCard) return 0;
    int n = 0;
    cards[n++] = c;
    while (n < kRanks) {
      const std::uint8_t next = s.below[c];
      if (next >= kDeck || !builds(rules().group_lift, c, next)) break;
      cards[n++] = c = next;
    }
    return n;
  }
  // May this card go to its foundation now?
  bool fits_home(const State& s, Card c) const {
    return rules().leave == Leave::kSingly && s.home[suit_of(c)] == rank_of(c);
  }
  // Would this card, which fits, never be missed in the tableau?
  bool safe_home(const State& s, Card c, Autoplay policy) const;
  // The next move that the policy makes by itself, if any: lowest pile first.
  std::optional<Move> autoplay(const State& s, Autoplay policy) const;

  // --- setups ----------------------------------------------------------------------------
  // Throws std::invalid_argument: card missing, twice, on a foundation already, ...
  State position(const PatienceSetup& setup) const;
  PatienceSetup setup(const State& s) const;
  // Deals 52 cards, first dealt first.
  State deal(std::span<const Card, kDeck> deck) const;

  static Key128 compute_key(const State& s);

 private:
  template <bool kAll>
  void generate(const State& s, MoveList<Move>& out) const;
  template <bool kAll>
  void from_column(const State& s, int from, int cells, int columns, MoveList<Move>& out) const;
  template <bool kAll>
  void to_columns(const State& s, Pile from, Card c, MoveList<Move>& out) const;
  bool may_fill(Card c) const {
    return rules().empty_column == Fill::kAny || (rules().empty_column == Fill::kKing && rank_of(c) == kRanks - 1);
  }
  void relink(State& s, Card c, std::uint8_t link) const {
    s.key ^= kLinkKeys[c][s.below[c]];
    s.key ^= kLinkKeys[c][link];
    s.below[c] = link;
  }
  void remove_complete_run(State& s, int column) const;
  std::vector<int> deal_order(std::size_t cards) const;

  PatienceRules rules_{};
};

using Patience = PatienceEngine<>;
using FixedFreecell = PatienceEngine<&kFreecellRules>;

}  // namespace winnable

#include "games/patience_impl.hpp"
