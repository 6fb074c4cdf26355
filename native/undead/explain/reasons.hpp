// The single reasons of Undead's ladder: what one sighting, one line, two lines or the totals rule out.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/limits.hpp"
#include "undead/board.hpp"
#include "undead/explain/explain.hpp"
#include "undead/explain/joint.hpp"
#include "undead/explain/masks.hpp"

namespace winnable::ladder {

// The rungs below what-ifs, with a line or two alone set apart from the same with the totals.
enum Level : std::uint8_t {
  kBySighting,
  kByDifference,
  kByTotals,
  kByLine,
  kByLineTotals,
  kByTwo,
  kByTwoTotals,
};
inline constexpr int kLevels = 7;
inline constexpr Level kLastLevel = kByTwoTotals;
Rung rung_of(Level level);

// UndeadReason in small.
struct Reason {
  Level level = kBySighting;
  std::int8_t side = 0;     // kBySighting: which end of the line
  Candidates kinds = 0;     // kByTotals
  std::int16_t first = -1;  // lines
  std::int16_t second = -1;
  std::uint32_t number = 0;  // among all()
  friend bool operator==(const Reason&, const Reason&) = default;
};

constexpr bool needs_totals(const Reason& r) {
  return r.level == kByTotals || r.level == kByLineTotals || r.level == kByTwoTotals;
}

// All the reasons that a board has, and what each of them rules out. Not for two threads at once.
class Reasons {
 public:
  // Keeps the board by reference.
  void build(const UndeadBoard& board);

  // Pays for the next reason; after a long one it looks at the clock, too. False: stop.
  bool afford(Budget& budget) const { return budget.spend() && (!joint_.was_long() || budget.poll()); }
  // passed_over() from now on.
  void begin() { joint_.forget(); }
  // Were some lines too large to work out? See Joint::kMostNodes.
  bool passed_over() const { return joint_.passed_over(); }

  const UndeadBoard& board() const { return *board_; }
  // Easiest first; those of one level by line.
  std::span<const Reason> all() const { return all_; }
  std::span<const Reason> at(Level level) const {
    return std::span(all_).subspan(begin_[level], begin_[level + 1] - begin_[level]);
  }

  // Everything that follows from this reason alone, in `cuts`; by cell.
  Effect apply(const Reason& reason, const Masks& masks, std::vector<Cut>& cuts);
  // Are both alike where the reason looks?
  bool same_view(const Reason& reason, const Masks& a, const Masks& b) const;
  // Does the reason look at this cell?
  bool looks_at(const Reason& reason, int cell) const;

  UndeadReason full(const Reason& reason) const;

 private:
  void build_lines();
  void list_reasons();
  void list_pairs();
  Effect by_sum(const Line& line, std::size_t which, const Masks& masks, std::vector<Cut>& cuts) const;
  Effect by_totals(Candidates kinds, const Masks& masks, std::vector<Cut>& cuts) const;

  const UndeadBoard* board_ = nullptr;
  std::vector<Line> lines_;
  std::vector<Reason> all_;
  std::array<std::size_t, kLevels + 1> begin_{};
  Joint joint_;
};

}  // namespace winnable::ladder
