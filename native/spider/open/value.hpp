// What a position of open Spider is worth, column by column, for searches that keep the best.
#pragma once

#include <array>
#include <cstdint>

#include "spider/open/game.hpp"

namespace winnable {

// In quarters of a point. The weights were found by the cross-entropy method (Rubinstein, "The
// cross-entropy method for combinatorial and continuous optimization", 1999) on random four-suit deals,
// with narrow beams; that program is not kept. native/tune/spider/weights.cpp looks for others by local search.
struct SpiderOpenWeights {
  int closed = 200;      // cost of a column with face-down cards
  int down = 290;        // cost of each face-down card
  int join = 128;        // a card on the next of its suit
  int long_join = 40;    // more for each from the seventh card of a run on
  int off_suit = 37;     // cost of a card on the next rank of another suit
  int out_of_rank = 36;  // cost of a card on one that it may not stay on
  int king = 12;         // a king at the bottom of a column
  int empty = 24;        // an empty column
  int run = 2840;        // a complete run that has left
};

// A column up to a card: what it is worth, how long the run is that ends there, and a hash of its cards.
struct SpiderMark {
  int worth = 0;
  int run = 0;
  std::uint64_t hash = 0;
};

// A position laid out for its moves to be judged: every column with a mark after each of its cards.
struct MarkedPiles {
  SpiderPiles piles;
  std::array<std::array<SpiderMark, kTwoDecks + 1>, kMaxColumns> mark;

  const SpiderMark& end(int column) const { return mark[column][piles.length[column]]; }
};

class SpiderOpenValue {
 public:
  explicit SpiderOpenValue(const SpiderOpenWeights& weights) : w_(weights) {}

  const SpiderOpenWeights& weights() const { return w_; }

  void mark(MarkedPiles& m, int columns) const {
    for (int i = 0; i < columns; ++i) mark_column(m, i);
  }
  // The mark at the end of a column after its last cards have gone, the card under them turned.
  SpiderMark cut(const MarkedPiles& m, int column, int length) const {
    const int down = m.piles.down[column];
    if (length == 0 || length > down) return m.mark[column][length];
    SpiderMark out = first(length - 1, m.piles.card[column][length - 1]);
    out.hash = m.mark[column][length].hash;
    return out;
  }
  // The mark after one more card has been laid on `on` (kNoCard: on the floor).
  SpiderMark laid(const SpiderMark& under, Card on, Card c) const {
    SpiderMark out = on == kNoCard ? first(0, c) : SpiderMark{under.worth + joint(under.run, on, c), 1, 0};
    if (on != kNoCard && builds(Build::kSuit, c, on)) out.run = under.run + 1;
    out.hash = step(under.hash, c);
    return out;
  }

  static std::uint64_t column_hash(std::uint64_t cards, int down, int place) {
    std::uint64_t z = cards + static_cast<std::uint64_t>(down * 16 + place + 1) * 0x9E3779B97F4A7C15ULL;
    return splitmix64(z);
  }

 private:
  SpiderMark first(int down, Card c) const {
    SpiderMark out;
    out.run = 1;
    if (down > 0) {
      out.worth = -w_.closed - w_.down * down;
    } else if (rank_of(c) == kRanks - 1) {
      out.worth = w_.king;
    }
    return out;
  }
  int joint(int run, Card on, Card c) const {
    if (rank_of(on) != rank_of(c) + 1) return -w_.out_of_rank;
    if (suit_of(on) != suit_of(c)) return -w_.off_suit;
    return w_.join + (run >= kLong ? w_.long_join : 0);
  }
  static std::uint64_t step(std::uint64_t hash, Card c) { return (hash + c + 1) * 0xD6E8FEB86659FD93ULL; }
  void mark_column(MarkedPiles& m, int column) const {
    const auto& card = m.piles.card[column];
    auto& mark = m.mark[column];
    const int down = m.piles.down[column];
    mark[0] = {};
    for (int k = 0; k < m.piles.length[column]; ++k) {
      if (k <= down) {
        mark[k + 1] = first(down, card[k]);
        mark[k + 1].hash = step(mark[k].hash, card[k]);
      } else {
        mark[k + 1] = laid(mark[k], card[k - 1], card[k]);
      }
    }
  }

  static constexpr int kLong = 6;

  SpiderOpenWeights w_;
};

}  // namespace winnable
