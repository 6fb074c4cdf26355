// Limits of a search, and the budget that spends them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "core/result.hpp"

namespace winnable {

// Zero means "no limit". Every solver honours all three.
struct Limits {
  std::uint64_t nodes = 0;              // positions expanded
  double seconds = 0;                   // wall clock
  std::uint64_t bytes = 2'000'000'000;  // memory held by the search, tables included
};

// Set from another thread or from a signal handler; read by Budget::spend.
using CancelFlag = std::atomic<bool>;

// Counts nodes and bytes; looks at the clock and at the cancel flag every 256 nodes.
class Budget {
 public:
  explicit Budget(const Limits& limits, const CancelFlag* cancel = nullptr)
      : limits_(limits), cancel_(cancel), start_(Clock::now()) {
    node_limit_ = limits.nodes != 0 ? limits.nodes : std::numeric_limits<std::uint64_t>::max();
    byte_limit_ = limits.bytes != 0 ? limits.bytes : std::numeric_limits<std::uint64_t>::max();
  }

  // Call once for each node expanded. False: stop, stop_reason() says why.
  bool spend() {
    if (nodes_ >= node_limit_) return stop(StopReason::kNodes);
    ++nodes_;
    return (nodes_ & 255) != 0 || poll();
  }

  // Ask before growing: false if `bytes` more would break the limit.
  bool reserve(std::uint64_t bytes) {
    if (bytes > byte_limit_ || bytes_ > byte_limit_ - bytes) return stop(StopReason::kMemory);
    bytes_ += bytes;
    if (bytes_ > peak_bytes_) peak_bytes_ = bytes_;
    return true;
  }
  void release(std::uint64_t bytes) { bytes_ -= bytes; }
  // Would reserve(bytes) succeed? For what can be done without.
  bool has_room(std::uint64_t bytes) const { return bytes <= byte_limit_ && bytes_ <= byte_limit_ - bytes; }

  // Looks at the clock and the cancel flag now.
  bool poll() {
    if (cancel_ != nullptr && cancel_->load(std::memory_order_relaxed)) return stop(StopReason::kCancelled);
    if (limits_.seconds > 0 && seconds() > limits_.seconds) return stop(StopReason::kTime);
    return true;
  }

  const Limits& limits() const { return limits_; }
  StopReason stop_reason() const { return reason_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t peak_bytes() const { return peak_bytes_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;

  bool stop(StopReason reason) {
    reason_ = reason;
    return false;
  }

  Limits limits_;
  const CancelFlag* cancel_;
  Clock::time_point start_;
  std::uint64_t node_limit_ = 0;
  std::uint64_t byte_limit_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t peak_bytes_ = 0;
  StopReason reason_ = StopReason::kExhausted;
};

}  // namespace winnable
