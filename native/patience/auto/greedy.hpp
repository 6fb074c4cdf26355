// The incomplete phase: best-first search with a weighted sum of cheap features.
#pragma once

#include <algorithm>
#include <vector>

#include "core/limits.hpp"
#include "patience/auto/plan.hpp"
#include "patience/auto/tables.hpp"

namespace winnable::auto_solver {

template <class Engine>
class Greedy {
 public:
  using State = PatienceState;
  using Move = PatienceMove;

  // `policy`: the home moves made at once after each move.
  Greedy(const Engine& engine, const RuleTables& rules, Autoplay policy)
      : engine_(engine), rules_(rules), policy_(policy) {}

  // Up to `nodes` positions kept. `start` has no such home move left, and `deal` describes it.
  // On kGoal path() is the way, without the home moves that the policy adds after each move.
  Found search(const State& start, const StartTables& deal, const Weights& weights, std::size_t nodes, Budget& budget);
  std::vector<Move> path() const;
  std::uint64_t generated() const { return generated_; }
  std::uint64_t duplicates() const { return generated_ + 1 - waits_; }
  // Memory that a search of so many positions holds.
  std::uint64_t bytes(std::size_t nodes) const {
    return std::max(pool_.size(), nodes) * (sizeof(Node) + sizeof(Waiting)) +
           std::max(table_.size(), table_size(nodes)) * sizeof(table_[0]) * 3 / 2;  // half again while it widens
  }
  // Gives back what searches of more than `nodes` positions need.
  void trim(std::size_t nodes) {
    if (pool_.size() <= nodes) return;
    pool_ = std::vector<Node>();
    waiting_ = std::vector<Waiting>();
    table_ = std::vector<std::uint32_t>();
  }

 private:
  static constexpr int kBuckets = 4096;
  static constexpr int kOffset = 600;  // scores of won positions may be negative
  static constexpr std::int32_t kNone = -1;
  static constexpr std::size_t kFirstSlots = 2048;  // in the innermost cache
  static constexpr std::size_t table_size(std::size_t nodes) { return std::bit_ceil(std::max(nodes * 4, kFirstSlots)); }

  struct Node {
    State state;
    std::int32_t parent;
    std::int32_t rest;     // of the score: all but what cells and columns in use cost
    std::int16_t tableau;  // of that: the columns' share that cards' places decide
    std::uint16_t depth;
    Move move;
    std::array<Card, kMaxColumns> anchor;  // by column: its first card that is still as at the start
  };
  // A position waiting for its turn. Most never get it, so its state is made only then; unless a
  // move sends cards home, its score follows from its parent's.
  struct Waiting {
    std::int32_t node;  // the parent, or the position itself if `made`
    std::int32_t next;  // in its bucket
    Move move;
    bool made;
  };
  // What expand() looks up about the position.
  struct View {
    const Node* node = nullptr;
    std::int32_t at = 0;
    std::uint64_t movable = 0;                     // cards in cells and in the groups at the ends of columns
    std::array<Pile, kDeck> pile;                  // of those
    std::array<std::uint8_t, kDeck> count;         // cards that move with it, itself included
    std::array<Card, kMaxColumns> deepest;         // by column: in its group
    std::array<std::int32_t, kMaxColumns> wanted;  // by column: what one more card on it costs
    int limit = 0;                                 // of a group onto a card
    int empty_columns = 0;
    int empty_column = -1;
    int empty_cells = 0;
    int empty_cell = -1;
  };

  void weigh_start();
  void weigh_columns(Node& node) const;
  int weight_on(Card c, std::uint8_t on, Card anchor) const;
  int change(const Node& node, const Move& move, Card card) const;
  void move_anchors(Node& node, const Move& move, Card card) const;
  void autoplay(Node& node) const;
  bool settles(const State& s, const Move& move, Card card) const;
  int above(const Node& node, Card c) const;
  int rest(const Node& node) const;
  int crowding(int empty_cells, int empty_columns) const;
  View look(std::int32_t at) const;
  void look_at_column(View& v, int k) const;
  void expand(std::int32_t at);
  void onto(const View& v, int k);
  void from_column(const View& v, int k);
  void from_cell(const View& v, int k);
  void emit(const View& v, Move move, Card card, std::uint8_t link);
  void wait(const View& v, const Move& move, Card card);
  void make_now(const View& v, const Move& move, Card card);
  std::int32_t make(std::int32_t parent, const Move& move, Card card);
  bool seen(std::uint64_t key);
  void widen();
  // No more positions may be added. Known ones can outnumber those waiting: some are known both
  // before and after their safe home moves.
  bool full() const { return waits_ >= limit_ || used_ >= limit_ || filled_ * 4 > slots_ * 3; }
  void push(const Waiting& waiting, int score);

  const Engine& engine_;
  const RuleTables& rules_;
  Autoplay policy_;
  const StartTables* deal_ = nullptr;
  Weights weights_;
  std::array<std::int16_t, kCards> pile_weight_{};  // by card: of it and all beneath, as at the start
  std::vector<Node> pool_;
  std::size_t used_ = 0;
  std::vector<Waiting> waiting_;
  std::size_t waits_ = 0;
  std::size_t limit_ = 0;
  std::vector<std::uint32_t> table_;  // open addressing; a 32-bit key met by chance only loses a position
  std::size_t slots_ = 0;             // of table_ that this search may use
  std::size_t mask_ = 0;              // of the part of table_ in use, which grows with the search
  std::size_t filled_ = 0;
  std::uint64_t generated_ = 0;
  std::array<std::int32_t, kBuckets> bucket_{};
  int best_ = 0;
  std::int32_t goal_ = kNone;
};

}  // namespace winnable::auto_solver

#include "patience/auto/greedy_impl.hpp"
