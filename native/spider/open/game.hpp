// Spider and its kin with every card known, for searches: piles in arrays, and a packed form to keep.
//
// The rules are the engine's (patience/engine.hpp); here they are laid out in tables, so that moves are
// found and made by a few look-ups. Cards are faces 0..51 as they are printed: which of two equal cards
// lies where makes no difference.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "patience/engine.hpp"

namespace winnable {

struct SpiderPiles {
  std::array<std::array<Card, kTwoDecks>, kMaxColumns> card;  // of each column, deepest first
  std::array<std::uint8_t, kMaxColumns> length{};
  std::array<std::uint8_t, kMaxColumns> down{};  // face-down cards of each column, the deepest
  std::uint8_t stock = 0;                        // cards left in the stock
  std::uint8_t runs = 0;                         // complete runs that have left

  Card end(int column) const { return card[column][length[column] - 1]; }
};

// The columns one after the other, each card with two marks. Equal packed forms <=> same piles; with
// the columns sorted (see OpenSpider::pack) <=> same positions.
struct PackedSpider {
  static constexpr std::uint8_t kDownMark = 64;
  static constexpr std::uint8_t kEndMark = 128;  // the last card of its column

  std::array<std::uint8_t, kTwoDecks> card{};
  std::uint16_t empty = 0;  // which columns are empty, one bit each
  std::uint8_t stock = 0;
  std::uint8_t runs = 0;
  friend bool operator==(const PackedSpider&, const PackedSpider&) = default;
};

// One game: its rules, and the stock of the position that is searched.
class OpenSpider {
 public:
  // Throws std::invalid_argument for rules that validate() rejects.
  explicit OpenSpider(const PatienceRules& rules);

  const PatienceRules& rules() const { return engine_.rules(); }
  const Spider& engine() const { return engine_; }
  int columns() const { return engine_.rules().columns; }

  // Takes a position over: its stock is the one that rows come from until the next call.
  SpiderPiles start(const SpiderState& s);

  bool won(const SpiderPiles& s) const { return s.runs == runs_; }
  bool may_deal(const SpiderPiles& s) const {
    return s.stock > 0 && (rules().deal_over_empty || empty_columns(s) == 0);
  }
  // Too few cards for another row, which is needed: lost (spider/dead_end.hpp).
  bool dead(const SpiderPiles& s) const {
    if (s.stock == 0 || rules().deal_over_empty) return false;
    int cards = 0;
    for (int i = 0; i < columns(); ++i) cards += s.length[i];
    return cards < columns();
  }
  // The card that the next row puts onto a column, or kNoCard.
  Card next_card(const SpiderPiles& s, int column) const {
    return column < s.stock ? stock_[s.stock - 1 - column] : kNoCard;
  }
  int rows_left(const SpiderPiles& s) const { return (s.stock + columns() - 1) / columns(); }
  int empty_columns(const SpiderPiles& s) const {
    int n = 0;
    for (int i = 0; i < columns(); ++i) n += s.length[i] == 0;
    return n;
  }

  // Does a column end in a run from king to ace in one suit?
  bool complete(const SpiderPiles& s, int column) const;
  // Cards at the end of a column that may be lifted together.
  int group(const SpiderPiles& s, int column) const;
  // May the last `count` cards of a liftable group, `deepest` the deepest of them, lie on this card?
  bool lands(Card deepest, int count, Card on) const { return ((count == 1 ? build_ : drop_)[deepest] >> on & 1) != 0; }
  bool may_fill(Card c) const {
    return rules().empty_column == Fill::kAny || (rules().empty_column == Fill::kKing && rank_of(c) == kRanks - 1);
  }
  // Most cards that move together, so many columns being empty beside the one they go to.
  int limit(int empty) const { return engine_.group_limit(0, empty); }
  bool heaps() const { return rules().group_size == GroupSize::kHeap; }

  // What PatienceEngine::legal_moves lists, in no particular order.
  void moves(const SpiderPiles& s, std::vector<PatienceMove>& out) const;
  bool legal(const SpiderPiles& s, const PatienceMove& m) const;
  void apply(SpiderPiles& s, const PatienceMove& m) const;

  // `sorted`: columns in an order of their own where theirs is nothing (once the stock is empty).
  static PackedSpider pack(const SpiderPiles& s, int columns, bool sorted);
  static SpiderPiles unpack(const PackedSpider& p, int columns);

 private:
  void moves_to(const SpiderPiles& s, int from, int length, int to, std::vector<PatienceMove>& out) const;
  void end_column(SpiderPiles& s, int column) const;
  void take_run_off(SpiderPiles& s, int column) const {
    s.length[column] = static_cast<std::uint8_t>(s.length[column] - kRanks);
    ++s.runs;
  }
  void deal_row(SpiderPiles& s) const;

  Spider engine_;
  int runs_;  // complete runs of the whole game
  // By card, the cards that it may lie on, one bit each: alone, as the deepest of a group, within one.
  std::array<std::uint64_t, kDeck> build_{};
  std::array<std::uint64_t, kDeck> drop_{};
  std::array<std::uint64_t, kDeck> lift_{};
  std::array<Card, kTwoDecks> stock_{};  // next dealt last
};

}  // namespace winnable
