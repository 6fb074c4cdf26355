// Undead cells that no sighting depends on any more: in how many ways the totals let them be filled, and
// two such ways.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "undead/board.hpp"

namespace winnable::undead {

inline constexpr std::uint64_t kMany = std::numeric_limits<std::uint64_t>::max();  // so many, or more

constexpr std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) { return a > kMany - b ? kMany : a + b; }
constexpr std::uint64_t saturating_multiply(std::uint64_t a, std::uint64_t b) {
  return b != 0 && a > kMany / b ? kMany : a * b;
}

// Ways to choose k of n, up to kMany.
std::uint64_t choose(std::uint64_t n, std::uint64_t k);

// What is left to fill, by what a cell may hold; cells that may hold the same are alike.
class Leftover {
 public:
  // `could`: by cell, at least one monster each; `totals`: of all cells together, null: any will do.
  Leftover(std::span<const Candidates> could, const std::array<int, 3>* totals);

  // How many ways there are, up to kMany.
  std::uint64_t ways() const;
  // The first way in the order of cells and of monsters; there must be one.
  Monsters first() const;
  // The way after `filling`; empty: that was the last.
  Monsters after(const Monsters& filling) const;

 private:
  struct Need {
    std::array<int, 8> cells{};  // by what they may hold
    std::array<int, 3> left{};   // of the totals
  };

  bool can(const Need& need) const;
  bool take(Need& need, std::size_t cell, std::uint32_t kind) const;
  void give_back(Need& need, std::size_t cell, std::uint32_t kind) const;
  void fill_from(Monsters& filling, Need need, std::size_t cell) const;

  std::span<const Candidates> could_;
  bool exact_ = true;
  Need need_;
};

}  // namespace winnable::undead
