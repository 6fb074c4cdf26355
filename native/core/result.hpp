// What a search answers.
#pragma once

#include <cstdint>
#include <vector>

namespace winnable {

enum class Outcome : std::uint8_t { kOpen, kWon, kStuck };

// kUnsolvable is a proof: a search that prunes unsoundly never says it.
enum class Verdict : std::uint8_t { kSolved, kUnsolvable, kUnknown };

enum class StopReason : std::uint8_t { kGoal, kExhausted, kNodes, kTime, kMemory, kCancelled, kIncomplete };

struct Stats {
  std::uint64_t expanded = 0;    // positions whose moves were made
  std::uint64_t generated = 0;   // positions reached by a move, duplicates included
  std::uint64_t duplicates = 0;  // generated positions already known
  std::uint64_t backtracks = 0;  // returns from a position without a goal below it
  std::uint64_t depth = 0;       // deepest position, in moves from the start
  std::uint64_t peak_bytes = 0;
  double seconds = 0;

  double branching() const {
    return expanded == 0 ? 0.0 : static_cast<double>(generated) / static_cast<double>(expanded);
  }
};

template <class Move>
struct Result {
  Verdict verdict = Verdict::kUnknown;
  StopReason reason = StopReason::kIncomplete;
  std::vector<Move> moves;  // from the start to the goal; empty unless kSolved
  double cost = 0;          // of `moves`, in the search's metric
  double lower_bound = 0;   // no solution is cheaper; equal to cost: proved shortest
  Stats stats;
};

}  // namespace winnable
