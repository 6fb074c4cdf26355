// Limits of a search, and the budget that spends them.
#pragma once

#include <algorithm>
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

// How far the work has come that some budgets count, for other threads to read meanwhile.
struct LiveCounts {
  std::atomic<std::uint64_t> nodes{0};  // positions expanded, by all of them
  std::atomic<std::uint64_t> bytes{0};  // memory that they hold now
};

// Set from another thread or from a signal handler; read by Budget::spend, which tells `counts` how far it is.
class CancelFlag {
 public:
  CancelFlag(bool set = false, LiveCounts* counts = nullptr) : set_(set), counts_(counts) {}
  CancelFlag& operator=(bool set) {
    set_ = set;
    return *this;
  }

  bool load(std::memory_order order = std::memory_order_seq_cst) const { return set_.load(order); }
  LiveCounts* counts() const { return counts_; }

 private:
  std::atomic<bool> set_;
  LiveCounts* counts_;  // null: nobody counts
};

// Counts nodes and bytes. Every 256 nodes it looks at the clock and at the cancel flag, and tells what it counted.
class Budget {
 public:
  explicit Budget(const Limits& limits, const CancelFlag* cancel = nullptr)
      : limits_(limits),
        cancel_(cancel),
        counts_(cancel != nullptr ? cancel->counts() : nullptr),
        start_(Clock::now()) {
    node_limit_ = limits.nodes != 0 ? limits.nodes : std::numeric_limits<std::uint64_t>::max();
    byte_limit_ = limits.bytes != 0 ? limits.bytes : std::numeric_limits<std::uint64_t>::max();
  }
  Budget(const Budget&) = delete;  // what it counted is told once
  Budget& operator=(const Budget&) = delete;
  ~Budget() {
    bytes_ = 0;
    tell();
  }

  // Call once for each node expanded. False: stop, stop_reason() says why.
  bool spend() {
    if (nodes_ >= node_limit_) return stop(StopReason::kNodes);
    ++nodes_;
    return (nodes_ & 255) != 0 || poll();
  }
  // The same for nodes that another budget has counted, which tells of them. False: stop.
  bool spend_told(std::uint64_t nodes) {
    const std::uint64_t left = node_limit_ - nodes_;
    nodes_ += std::min(nodes, left);
    told_nodes_ += std::min(nodes, left);
    return nodes > left ? stop(StopReason::kNodes) : poll();
  }

  // Ask before growing: false if `bytes` more would break the limit.
  bool reserve(std::uint64_t bytes) {
    if (bytes > byte_limit_ || bytes_ > byte_limit_ - bytes) return stop(StopReason::kMemory);
    bytes_ += bytes;
    if (bytes_ > peak_bytes_) peak_bytes_ = bytes_;
    if (bytes >= kLarge) tell();  // it may take a while to be filled before a node is expanded
    return true;
  }
  void release(std::uint64_t bytes) { bytes_ -= bytes; }
  // Would reserve(bytes) succeed? For what can be done without.
  bool has_room(std::uint64_t bytes) const { return bytes <= byte_limit_ && bytes_ <= byte_limit_ - bytes; }

  // Looks at the clock and the cancel flag now, and tells what it has counted.
  bool poll() {
    tell();
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
  static constexpr std::uint64_t kLarge = 1'000'000;

  // What has come since it told last; that the sum of all budgets is right, differences are added.
  void tell() {
    if (counts_ == nullptr) return;
    counts_->nodes.fetch_add(nodes_ - told_nodes_, std::memory_order_relaxed);
    counts_->bytes.fetch_add(bytes_ - told_bytes_, std::memory_order_relaxed);  // modulo 2^64
    told_nodes_ = nodes_;
    told_bytes_ = bytes_;
  }
  bool stop(StopReason reason) {
    reason_ = reason;
    return false;
  }

  Limits limits_;
  const CancelFlag* cancel_;
  LiveCounts* counts_;
  Clock::time_point start_;
  std::uint64_t node_limit_ = 0;
  std::uint64_t byte_limit_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t peak_bytes_ = 0;
  std::uint64_t told_nodes_ = 0;
  std::uint64_t told_bytes_ = 0;
  StopReason reason_ = StopReason::kExhausted;
};

}  // namespace winnable
