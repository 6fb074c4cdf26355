// The lists of possible paths that the dissertation's path by path searches go through.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/limits.hpp"
#include "search/storage.hpp"
#include "undead/board.hpp"
#include "undead/tally.hpp"

namespace winnable {

// All fillings of a line's open cells that show the right number from its start (tightened: from both
// ends). A cell that the line crosses twice holds one monster.
class UndeadPathList {
 public:
  UndeadPathList(int end, std::vector<std::uint16_t> cells, Budget& budget)
      : end_(end), cells_(std::move(cells)), fillings_(budget) {}

  int end() const { return end_; }                                    // whose sighting the paths show
  const std::vector<std::uint16_t>& cells() const { return cells_; }  // as the line meets them first
  std::uint64_t size() const { return fillings_.size() / cells_.size(); }
  Monster at(std::uint64_t filling, std::size_t cell) const { return fillings_[filling * cells_.size() + cell]; }
  bool add(Monster m) { return fillings_.push_back(m); }  // false: out of memory

 private:
  int end_;
  std::vector<std::uint16_t> cells_;
  ChunkedVector<Monster> fillings_;
};

struct UndeadPathRules {
  bool tightened = false;  // one list for a line instead of one from each of its ends
  bool zero_sum = false;   // leave out what contradicts the difference of the two sightings
};

// The lists of a position, those with the fewest paths first; of equal ones in the order of their labels,
// R1, R2, ..., L1, ..., U1, ..., D1, ... Every monster is tried in every open cell of the line, three to the
// power of their number, as the dissertation does it. A path whose sighting is hidden could be anything, so
// it has no list; nor has one that is filled in.
class UndeadPathLists {
 public:
  explicit UndeadPathLists(Budget& budget) : budget_(budget) {}

  // False: a limit was reached; the budget says which.
  bool build(const UndeadState& s, const UndeadTally& tally, UndeadPathRules rules);

  const std::vector<std::unique_ptr<UndeadPathList>>& lists() const { return lists_; }
  std::uint64_t made() const { return made_; }      // paths
  std::uint64_t listed() const { return listed_; }  // of these, the ones kept

 private:
  bool list(const UndeadState& s, const UndeadTally& tally, int end, UndeadPathRules rules);

  Budget& budget_;
  std::vector<std::unique_ptr<UndeadPathList>> lists_;
  std::uint64_t made_ = 0;
  std::uint64_t listed_ = 0;
};

}  // namespace winnable
