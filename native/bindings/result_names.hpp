// Verdicts, reasons and statistics as Python spells them (winnable.search.api).
#pragma once

#include <nanobind/nanobind.h>

#include "core/result.hpp"

namespace winnable {

inline const char* verdict_word(Verdict v) {
  switch (v) {
    case Verdict::kSolved: return "solved";
    case Verdict::kUnsolvable: return "unsolvable";
    case Verdict::kUnknown: break;
  }
  return "unknown";
}

inline const char* reason_word(StopReason r) {
  switch (r) {
    case StopReason::kGoal: return "goal";
    case StopReason::kExhausted: return "exhausted";
    case StopReason::kNodes: return "nodes";
    case StopReason::kTime: return "time";
    case StopReason::kMemory: return "memory";
    case StopReason::kCancelled: return "cancelled";
    case StopReason::kIncomplete: break;
  }
  return "incomplete";
}

// The fields of winnable.search.api.Stats.
inline nanobind::dict stats_to_dict(const Stats& s) {
  nanobind::dict out;
  out["expanded"] = s.expanded;
  out["generated"] = s.generated;
  out["duplicates"] = s.duplicates;
  out["backtracks"] = s.backtracks;
  out["depth"] = s.depth;
  out["peak_bytes"] = s.peak_bytes;
  out["seconds"] = s.seconds;
  return out;
}

}  // namespace winnable
