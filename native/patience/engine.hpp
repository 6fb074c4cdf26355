// The one engine of all pile-building patience games.
//
// A position is linked, not stacked: for every card, what it lies on. So a run of any
// length moves in one store, there is no bound on a column's length, the key changes by
// two table look-ups, and two positions that differ only in the order of columns or cells
// have equal links and equal keys without sorting.
//
// Games of the Spider kind play by the same code over a larger state: card numbers 52..103
// are a second deck, a link with the high bit set means that the card underneath lies face
// down (it ends every run by itself), and a stock waits beside the links. There several cards
// look alike, so keys and equality go by faces (patience/stock_impl.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "core/card.hpp"
#include "core/game.hpp"
#include "core/key.hpp"
#include "core/result.hpp"
#include "patience/observation.hpp"
#include "patience/rules.hpp"

namespace winnable {

// What a card may lie on, besides another card.
inline constexpr std::uint8_t kOnFloor = 120;  // the bottom of a column
inline constexpr std::uint8_t kInCell = 121;
inline constexpr std::uint8_t kAtHome = 122;
inline constexpr int kLinks = 123;
inline constexpr std::uint8_t kFaceDown = 128;  // added to a card's number where that card lies face down

inline constexpr int kTwoDecks = 2 * kDeck;

// Piles, numbered for moves: columns, then cells, then one foundation per suit, then the stock.
using Pile = std::uint8_t;
inline constexpr Pile kFirstCell = 16;
inline constexpr Pile kFirstHome = 32;
inline constexpr Pile kStock = 48;
constexpr bool is_column(Pile p) { return p < kFirstCell; }
constexpr bool is_cell(Pile p) { return p >= kFirstCell && p < kFirstHome; }
constexpr bool is_home(Pile p) { return p >= kFirstHome && p < kStock; }

struct PatienceMove {
  Pile from = 0;
  Pile to = 0;
  std::uint8_t count = 1;
  friend constexpr auto operator<=>(const PatienceMove&, const PatienceMove&) = default;
};

inline constexpr PatienceMove kDealRow{kStock, kStock, 1};

template <int kCards>
struct PatienceStateOf {
  std::array<std::uint8_t, kCards> below;  // by card: a card, kOnFloor, kInCell, kAtHome or kNoCard (elsewhere)
  std::array<Card, kMaxColumns> top;       // kNoCard: empty
  std::array<Card, kMaxCells> cell;        // kNoCard: empty
  std::array<std::uint8_t, kSuits> home;   // cards on each foundation
  std::uint8_t base = 0;                   // rank of the foundations' first card
  Key128 key;
};
using PatienceState = PatienceStateOf<kDeck>;

// Of a game with a second deck, a stock, face-down cards or fewer suits; `key` is not kept in it.
struct SpiderState : PatienceStateOf<kTwoDecks> {
  std::array<Card, kTwoDecks> stock;  // next dealt last
  std::uint8_t stock_count = 0;
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
  std::vector<std::uint8_t> down;  // face-down cards of each column, the deepest ones; empty: none anywhere
  std::vector<Card> stock;         // next dealt first
};

// Checks a rules value as a whole; throws std::invalid_argument naming the key.
void validate(const PatienceRules& rules);

// Is a position of this game 52 different cards, all of them seen, of which complete runs never stay?
bool is_open(const PatienceRules& rules);

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

// The suit that a card is printed with in a game of so many suits.
constexpr int printed_suit(Card c, int suits) {
  constexpr int kRed = 2;
  constexpr int kBlack = 3;
  if (suits == kSuits) return suit_of(c);
  return suits == 2 && colour_of(c) == 1 ? kRed : kBlack;
}

// `Fixed` names rules known at compile time: the same engine, with its branches folded. Games
// that are not `is_open` need the state of two decks.
template <const PatienceRules* Fixed = nullptr, int kCards = kDeck>
class PatienceEngine {
 public:
  static constexpr bool kClosed = kCards != kDeck;
  using State = std::conditional_t<kClosed, SpiderState, PatienceState>;
  // As many cards as may be lifted together.
  using Group = std::array<Card, kClosed ? kCards : kRanks>;
  using Move = PatienceMove;

  PatienceEngine()
    requires(Fixed != nullptr)
  = default;
  explicit PatienceEngine(const PatienceRules& rules)
    requires(Fixed == nullptr)
      : rules_(rules) {
    validate(rules);
    if (kClosed || is_open(rules)) return;
    if (rules.run_removal == RunRemoval::kMayStay) {
      throw std::invalid_argument("run_removal: must be auto here; in Spider and its kin runs may stay");
    }
    throw std::invalid_argument("these rules are of a game of the Spider kind");
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
  Key128 key(const State& s) const {
    if constexpr (kClosed) return key_by_faces(s);
    return s.key;
  }
  bool same(const State& a, const State& b) const {
    if constexpr (kClosed) return piles_by_faces(a) == piles_by_faces(b);
    return a.below == b.below && a.base == b.base;
  }

  // --- beyond the concept -------------------------------------------------------------
  // Every legal move, each empty cell and column by name.
  void all_moves(const State& s, MoveList<Move>& out) const { generate<true>(s, out); }
  bool is_legal(const State& s, const Move& m) const { return !why_illegal(s, m).has_value(); }
  // Nothing if legal, else one clause a person can read.
  std::optional<std::string> why_illegal(const State& s, const Move& m) const;
  void apply(State& s, const Move& m) const;

  bool won(const State& s) const {
    return s.home[0] + s.home[1] + s.home[2] + s.home[3] == (kClosed ? card_count(rules()) : kDeck);
  }
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
      case GroupSize::kHeap: return kCards;
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
    const bool heap = rules().group_size == GroupSize::kHeap;
    while (heap || n < kRanks) {
      const std::uint8_t next = s.below[c];
      if (next >= kCards || (!heap && !related(rules().group_lift, c, next))) break;
      cards[n++] = c = next;
    }
    return n;
  }
  // A card as it is printed: 0..51, in one of the game's suits.
  Card printed(Card c) const {
    if constexpr (!kClosed) return c;
    return make_card(rank_of(c), printed_suit(c, rules().suits));
  }
  bool related(Build build, Card card, Card on) const { return builds(build, printed(card), printed(on)); }
  // May this card go to its foundation now?
  bool fits_home(const State& s, Card c) const {
    return rules().leave == Leave::kSingly && s.home[suit_of(c)] == rank_of(c);
  }
  // Does this column end in a run from king to ace in one suit?
  bool complete_run(const State& s, int column) const;
  // Is a complete run taken off by a move, {column, foundation of its suit, 13}?
  bool takes_runs_off() const { return kClosed && rules().run_removal == RunRemoval::kMayStay; }
  // Would this card, which fits, never be missed in the tableau?
  bool safe_home(const State& s, Card c, Autoplay policy) const;
  // The next move that the policy makes by itself, if any: lowest pile first.
  std::optional<Move> autoplay(const State& s, Autoplay policy) const;

  // --- setups ----------------------------------------------------------------------------
  // Throws std::invalid_argument: card missing, twice, on a foundation already, ...
  State position(const PatienceSetup& setup) const;
  PatienceSetup setup(const State& s) const;
  // Deals a deck, or two together, first dealt first; throws std::invalid_argument for another number of cards.
  State deal(std::span<const Card> deck) const;

  static Key128 compute_key(const State& s);

  // --- games with a stock and face-down cards ------------------------------------------------
  // Why no row may be dealt, or nothing.
  std::optional<std::string> why_no_row(const State& s) const;
  Observation observe(const State& s) const;
  // Cards left in the stock.
  int stock_count(const State& s) const {
    if constexpr (kClosed) return s.stock_count;
    return 0;
  }
  // Does the order of the columns matter? It does while a row is still to be dealt onto them.
  bool columns_alike(const State& s) const { return stock_count(s) == 0; }

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
  // Why the cards of a move may not be lifted, or nothing and the deepest of them; why they may not be dropped.
  std::optional<std::string> why_no_group(const State& s, const Move& m, Card& card) const;
  std::optional<std::string> why_no_card(const State& s, const Move& m, Card& card) const;
  std::optional<std::string> why_not_home(const State& s, const Move& m, Card card) const;
  std::optional<std::string> why_no_run(const State& s, const Move& m) const;
  std::optional<std::string> why_not_onto(const State& s, const Move& m, Card card) const;
  std::string name(const State& s, Card c) const { return format_card(to_printed(printed(c), s.base)); }
  void relink(State& s, Card c, std::uint8_t link) const {
    if constexpr (!kClosed) {
      s.key ^= kLinkKeys[c][s.below[c]];
      s.key ^= kLinkKeys[c][link];
    }
    s.below[c] = link;
  }
  // Ends a column at what a link names; a card that lay face down is turned.
  void end_column(State& s, int column, std::uint8_t link) const {
    if constexpr (kClosed) {
      if (link != kNoCard && link >= kFaceDown) link -= kFaceDown;
    }
    s.top[column] = link < kCards ? Card(link) : kNoCard;
  }
  void take_run_off(State& s, int column) const;
  // After a move: a complete run that a column ends in leaves, unless it is the player who takes it off.
  void remove_complete_run(State& s, int column) const {
    if (rules().run_removal == RunRemoval::kMayStay) return;
    while (complete_run(s, column)) take_run_off(s, column);  // one run may have lain on another
  }
  void deal_row(State& s) const;
  void place_by_faces(State& s, const PatienceSetup& setup) const;
  // Every pile as printed cards, what lies face down marked; columns sorted where their order is nothing.
  std::vector<std::vector<std::uint8_t>> piles_by_faces(const State& s) const;
  Key128 key_by_faces(const State& s) const;
  std::vector<int> deal_order(std::size_t cards) const;

  PatienceRules rules_{};
};

using Patience = PatienceEngine<>;
using FixedFreecell = PatienceEngine<&kFreecellRules>;
using Spider = PatienceEngine<nullptr, kTwoDecks>;

}  // namespace winnable

// What searches call again and again; the rest is compiled once, in engine.cpp.
#include "patience/engine_impl.hpp"
