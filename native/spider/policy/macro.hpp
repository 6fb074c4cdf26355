// Macro-moves on a compact board, and the best-first search over them.
//
// A macro-move takes the last runs of a column, as long as they follow in rank, to a column that takes
// them, by way of empty columns where there are several, or a part of the last run.
#pragma once

#include <cstdint>
#include <vector>

#include "core/limits.hpp"
#include "patience/engine.hpp"
#include "spider/board.hpp"
#include "spider/policy/value.hpp"

namespace winnable {

// Which runs may be cut in two by a macro-move.
enum class SpiderSplit : std::uint8_t {
  kInSuit,  // where the part taken continues another run in suit
  kAny,
};

struct SpiderMacro {
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  std::uint8_t pieces = 0;  // whole runs taken
  std::uint8_t part = 0;    // cards taken of a run that is cut; 0: whole runs
};

// One board reached. The path to it is told by the parents.
struct SpiderNode {
  std::uint32_t parent = 0;
  std::int32_t value = 0;
  SpiderMacro move;
  std::uint8_t complete = 0;  // runs that have left
  std::uint8_t unknown = 0;   // columns that end in an unknown card
  std::uint8_t open = 0;      // empty columns
  std::uint8_t depth = 0;
};

class SpiderMacroSearch {
 public:
  SpiderMacroSearch(SpiderColumns& columns, SpiderValue& value) : columns_(columns), value_(value) {}

  struct Settings {
    std::uint32_t boards = 10'000;  // kept; those that one board leads to may exceed it
    SpiderSplit split = SpiderSplit::kInSuit;
    int columns = 10;
    std::int32_t per_open = 0;  // added for each empty column in the order of looking, not in the value
    int least_cards = 0;        // boards with fewer cards are dead: no row could be dealt onto them
  };

  // Explores from `root`, best value first. Node 0 is the root.
  void run(const SpiderBoard& root, int complete, const Settings& settings, const CancelFlag* cancel);

  const std::vector<SpiderNode>& nodes() const { return nodes_; }
  const Settings& settings() const { return settings_; }
  // Boards whose moves were made by the last run.
  std::uint64_t expanded() const { return expanded_; }
  // Makes a macro-move on a board's columns; returns the runs completed.
  int apply(ColumnId* column, const SpiderMacro& move);
  SpiderBoard board(std::uint32_t node) const;
  // The macro-moves from the root to a node, in order.
  std::vector<SpiderMacro> path(std::uint32_t node) const;

 private:
  struct Ends;  // what the columns of the board at hand end in
  struct Reached {
    std::uint64_t hash;
    SpiderMacro move;
    std::uint8_t complete;
    ColumnId left, target;  // what the two columns of the move become
  };

  void expand(std::uint32_t node);
  void from_column(const Ends& ends, int from);
  void cut_column(const Ends& ends, int from);
  void try_move(const Ends& ends, SpiderMacro move, ColumnId left, ColumnId target, int complete);
  ColumnId carry(ColumnId from, int pieces, ColumnId to, int& complete);
  void add(const Ends& ends, const Reached& r);
  // Fills in what the board is worth, and why.
  void judge(SpiderNode& node, const ColumnId* column) const;
  bool fresh(std::uint64_t hash);
  std::size_t slot_of(std::uint64_t hash) const { return (hash ^ hash >> 32) & (seen_.size() - 1); }
  void grow();

  SpiderColumns& columns_;
  SpiderValue& value_;
  Settings settings_;
  int most_complete_ = 0;  // runs that may have left before too few cards are there
  std::vector<SpiderNode> nodes_;
  std::vector<ColumnId> boards_;     // settings_.columns a node
  std::vector<Reached> reached_;     // from the board at hand, seen before or not
  std::vector<std::uint64_t> seen_;  // hashes, open addressing; 0: free
  std::size_t seen_count_ = 0;
  std::uint64_t expanded_ = 0;
  std::vector<std::uint64_t> queue_;  // heap of value and node
};

}  // namespace winnable
