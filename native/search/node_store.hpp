// The positions that a search keeps: an arena of nodes, and an index that finds them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/events.hpp"
#include "core/key.hpp"
#include "search/problem.hpp"
#include "search/storage.hpp"

namespace winnable {

// Moves are not kept: a move is found again as the one that leads from the parent to the node.
template <class G, bool kWithCost = HasCost<G>>
struct Node {
  Packed<G> position;
  std::uint32_t parent = kNoNode;
  std::uint32_t depth = 0;
  Units cost = 0;

  Units path_cost() const { return cost; }
  Units measure() const { return cost; }  // orders nodes as path_cost() does
  void reach(std::uint32_t from, std::uint32_t at, Units g) {
    parent = from;
    depth = at;
    cost = g;
  }
};

// Where every move costs one, the depth is the cost.
template <class G>
struct Node<G, false> {
  Packed<G> position;
  std::uint32_t parent = kNoNode;
  std::uint32_t depth = 0;

  Units path_cost() const { return Units{depth} * kUnit; }
  std::uint32_t measure() const { return depth; }
  void reach(std::uint32_t from, std::uint32_t at, Units) {
    parent = from;
    depth = at;
  }
};

template <class G>
class NodeStore {
 public:
  enum class Added : std::uint8_t { kNew, kKnown, kNoMemory };
  struct Found {
    Added added;
    std::uint32_t node;
  };

  NodeStore(const G& game, Budget& budget) : game_(game), budget_(budget), nodes_(budget) {}
  NodeStore(const NodeStore&) = delete;
  NodeStore& operator=(const NodeStore&) = delete;
  ~NodeStore() { budget_.release(slots_ * sizeof(Slot) + extra_); }

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  Node<G>& operator[](std::uint32_t i) { return nodes_[i]; }
  const Node<G>& operator[](std::uint32_t i) const { return nodes_[i]; }

  // The node of this position; a new one comes without a parent and must be reach()ed.
  // Equal keys never suffice: positions are compared.
  Found add(const Packed<G>& position, const Key128& key) {
    if (3 * (nodes_.size() + 1) > 2 * slots_ && !grow()) return {Added::kNoMemory, kNoNode};
    const auto tag = static_cast<std::uint32_t>(key.lo);
    const std::size_t i = place(position, tag);
    if (table_[i].node != 0) return {Added::kKnown, table_[i].node - 1};
    const std::uint64_t extra = extra_bytes(game_, position);
    if (nodes_.size() >= kNoNode - 1 || !budget_.reserve(extra)) return {Added::kNoMemory, kNoNode};
    extra_ += extra;
    Node<G> node;
    node.position = position;
    if (!nodes_.push_back(std::move(node))) return {Added::kNoMemory, kNoNode};
    table_[i] = {tag, size()};
    return {Added::kNew, size() - 1};
  }

  // Asks for the memory that add() will look at first.
  void prefetch(const Key128& key) const {
    if (slots_ != 0) __builtin_prefetch(&table_[static_cast<std::uint32_t>(key.lo) & (slots_ - 1)]);
  }

  // The second step, some time after the first: for the node itself, if there seems to be one.
  void prefetch_node(const Key128& key) const {
    if (slots_ == 0) return;
    const auto tag = static_cast<std::uint32_t>(key.lo);
    std::size_t i = tag & (slots_ - 1);
    while (table_[i].node != 0 && table_[i].tag != tag) i = (i + 1) & (slots_ - 1);
    if (table_[i].node != 0) __builtin_prefetch(&nodes_[table_[i].node - 1]);
  }

  bool contains(const Packed<G>& position, const Key128& key) const {
    return slots_ != 0 && table_[place(position, static_cast<std::uint32_t>(key.lo))].node != 0;
  }

  // Nodes from the start to this one.
  std::vector<std::uint32_t> line_to(std::uint32_t node) const {
    std::vector<std::uint32_t> line;
    for (std::uint32_t n = node; n != kNoNode; n = nodes_[n].parent) line.push_back(n);
    std::reverse(line.begin(), line.end());
    return line;
  }

 private:
  struct Slot {
    std::uint32_t tag;   // low bits of the key: place in the table and a first comparison
    std::uint32_t node;  // plus one; 0: empty
  };

  // The slot of this position, or the empty one where it belongs.
  std::size_t place(const Packed<G>& position, std::uint32_t tag) const {
    std::size_t i = tag & (slots_ - 1);
    while (table_[i].node != 0 &&
           !(table_[i].tag == tag && same_packed(game_, nodes_[table_[i].node - 1].position, position))) {
      i = (i + 1) & (slots_ - 1);
    }
    return i;
  }

  // Old and new table exist together while entries move over, and are paid for together.
  bool grow() {
    const std::size_t bigger = slots_ == 0 ? 1024 : 2 * slots_;
    if (!budget_.reserve(bigger * sizeof(Slot))) return false;
    auto table = std::make_unique<Slot[]>(bigger);
    for (std::size_t old = 0; old < slots_; ++old) {
      if (table_[old].node == 0) continue;
      std::size_t i = table_[old].tag & (bigger - 1);
      while (table[i].node != 0) i = (i + 1) & (bigger - 1);
      table[i] = table_[old];
    }
    table_ = std::move(table);
    budget_.release(slots_ * sizeof(Slot));
    slots_ = bigger;
    return true;
  }

  const G& game_;
  Budget& budget_;
  ChunkedVector<Node<G>> nodes_;
  std::unique_ptr<Slot[]> table_;
  std::size_t slots_ = 0;
  std::uint64_t extra_ = 0;
};

}  // namespace winnable
