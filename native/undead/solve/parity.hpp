// What odd and even say of Undead's sums.
//
// Rows added up modulo 2 leave some variables with odd factors: an odd number of those must hold if the targets
// add up to an odd number, so at least one does; if there are none, nothing can be right. In the relaxation that
// cuts off fillings with parts of monsters (zero-half cuts: Caprara and Fischetti, 1996). Which rows to add up
// follows by elimination from where the relaxation stands: of what it has in the cells, whole or in parts, none or
// little may be left in the sum.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "undead/solve/relaxation.hpp"

namespace winnable::undead {

class Parity {
 public:
  // Sets of variables of which one at least must hold, where `sums` stand less than one does; at most `most`,
  // those that cut deepest first. Variables that `could` rules out for good are left out. An empty set: there is
  // no solution.
  const std::vector<std::vector<std::uint32_t>>& find(const Relaxation& sums, std::span<const Candidates> could,
                                                      std::size_t most);

 private:
  using Bits = std::vector<std::uint64_t>;
  struct Row {
    Bits parts;        // odd factors of parts_
    Bits sum;          // of which rows it is the sum
    bool odd = false;  // its target, less what the main monsters of the cells add
  };
  struct Part {
    std::uint32_t variable;
    double size;
  };
  struct Cut {
    Bits sum;
    double held;  // of the set, where the relaxation stands
    std::vector<std::uint32_t> set;
  };

  void list_parts(const Relaxation& sums);
  void list_rows(const Relaxation& sums);
  void eliminate();
  void collect();
  void list_set(const Relaxation& sums, std::span<const Candidates> could, Cut& cut) const;

  std::vector<std::uint8_t> main_;  // by cell, the kind of which there is most
  std::vector<Part> parts_;         // what else is there, most first
  std::vector<Row> rows_;
  std::vector<Cut> cuts_;
  std::vector<std::vector<std::uint32_t>> found_;
};

}  // namespace winnable::undead
