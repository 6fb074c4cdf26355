// Everything that one or two lines of Undead rule out together, with or without the totals.
//
// A filling of the lines' open cells is a path through layers, one for each cell; a node is what the
// sightings and the totals still ask for. Forward, nodes that the remaining cells cannot bring to zero are
// left out; backward, those from which no path ends well. An edge that remains is a candidate that some
// filling has: the consistency of a multi-valued decision diagram (Hoda, van Hoeve and Hooker, "A systematic
// approach to MDD-based constraint programming", CP 2010), here exact because only equal nodes are merged.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "undead/explain/masks.hpp"

namespace winnable::ladder {

class Joint {
 public:
  // Scopes with more nodes than this are passed over: nobody would work them out, and it bounds the time
  // and the memory that one reason takes.
  static constexpr std::size_t kMostNodes = 50'000;

  // What these lines rule out, in `cuts`, by cell. `totals`: null to leave them out. With them, cells off the
  // lines lose candidates too, as where the lines need all the ghosts; and what follows from the lines alone
  // is there only if some total matters.
  Effect run(std::span<const Line* const> lines, const std::array<int, 3>* totals, const Masks& masks,
             std::vector<Cut>& cuts);

  // Did the last run take long enough for a look at the clock?
  bool was_long() const { return nodes_.size() > 1000; }
  // Was any scope passed over since forget()?
  bool passed_over() const { return passed_over_; }
  void forget() { passed_over_ = false; }

 private:
  // Seven numbers of eight bits with a guard bit above each: what the sightings of two lines still ask for,
  // and how many ghosts, vampires and zombies may still come.
  using Node = std::uint64_t;
  static constexpr int kFields = 7;
  static constexpr int kFirstTotal = 4;
  static constexpr int kMostField = 255;
  static constexpr Node field(int value, std::size_t at) { return static_cast<Node>(value) << (9 * at); }
  static constexpr Node kGuards = 0x4020'1008'0402'0100ULL;  // bits 8, 17, 26, ...

  struct Layer {
    std::uint16_t cell = 0;
    Candidates mask = 0;
    Candidates support = 0;
    std::uint8_t lines = 0;      // bit 0: on the first line, bit 1: on the second
    std::array<Node, 3> adds{};  // by kind
    Node least = 0;              // what this cell and those after it add at least, by field
    Node most = 0;
    std::size_t begin = 0;  // of its nodes
    bool alike(const Layer& o) const { return lines == o.lines && adds == o.adds && mask == o.mask; }
  };
  // The edges of one candidate: a node goes on to itself less `adds` if it lies between these.
  struct Edge {
    Node adds, least, most;
    bool has(Node n) const { return (((n | kGuards) - least) & ((most | kGuards) - n) & kGuards) == kGuards; }
  };

  Effect pass_over() {
    passed_over_ = true;
    return Effect::kNothing;
  }
  void gather(std::span<const Line* const> lines, const Masks& masks);
  bool aim_at_totals(const std::array<int, 3>& totals, const Masks& masks, bool& matter);
  bool finish();
  void cut_layers(std::vector<Cut>& cuts) const;
  void cut_outside(const Masks& masks, std::vector<Cut>& cuts) const;
  Candidates outside_support(Candidates mask) const;
  static Edge edge(const Layer& from, const Layer& to, std::size_t kind);
  bool forward();
  void forward(const Layer& from, const Layer& to);
  void backward();
  void backward(Layer& from, const Layer& to);

  std::vector<Layer> layers_;           // the last one has no cell: the end
  std::vector<std::int32_t> layer_of_;  // by cell while gathering; else -1
  std::array<int, kFields> goal_{};
  std::array<int, kFields> slack_{};
  std::array<std::int32_t, 8> inside_{};  // the lines' cells by candidates
  // Of each kind, for the open cells of the lines: no more than this, no fewer.
  std::array<int, 3> most_{};
  std::array<int, 3> least_{};
  std::array<bool, 3> matters_{};
  std::vector<std::uint8_t> on_line_;  // by cell
  std::vector<Node> nodes_;
  std::vector<std::uint8_t> alive_;
  bool passed_over_ = false;
};

}  // namespace winnable::ladder
