// What a search tells while it works, and the bounded buffer that holds it.
//
// A search is a template over its observer. NoObserver compiles to nothing; EventBuffer keeps
// every n-th event, newest last, and never grows.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

#include "core/key.hpp"
#include "core/limits.hpp"

namespace winnable {

enum class EventKind : std::uint8_t { kExpand, kGenerate, kDuplicate, kPrune, kBacktrack, kGoal };
inline constexpr int kEventKinds = 6;

inline constexpr std::uint32_t kNoNode = std::numeric_limits<std::uint32_t>::max();

struct Event {
  EventKind kind = EventKind::kExpand;
  std::uint64_t number = 0;      // of this event among all of the search, from 0
  std::uint32_t node = kNoNode;  // positions kept, numbered from 0; kNoNode: not kept
  std::uint32_t parent = kNoNode;
  std::uint32_t depth = 0;    // moves from the start
  std::int64_t cost = 0;      // from the start, in search units (search/problem.hpp)
  std::int64_t estimate = 0;  // the heuristic's value, in search units; 0 where not computed
  Key128 key;
};

struct NoObserver {
  static constexpr bool kActive = false;
  template <class Make>
  void note(EventKind, Make&&) {}
};

// One thread writes, one reads. When full, the oldest event gives way, or the writer waits.
class EventBuffer {
 public:
  static constexpr bool kActive = true;

  explicit EventBuffer(std::uint64_t every = 1, std::size_t capacity = 4096)
      : every_(every == 0 ? 1 : every), capacity_(capacity == 0 ? 1 : capacity) {}

  // From now on a full buffer makes the writer wait for drain(), until `cancel` is set. Only for
  // a reader on another thread. Called by the writer, before it writes.
  void wait_for_reader(const CancelFlag* cancel) { cancel_ = cancel; }

  // Counts an event; makes and keeps it if its turn has come. make() returns an Event without
  // kind and number.
  template <class Make>
  void note(EventKind kind, Make&& make) {
    const std::uint64_t number = seen_++;
    ++counts_[static_cast<int>(kind)];
    if (number % every_ != 0) return;
    Event e = make();
    e.kind = kind;
    e.number = number;
    push(e);
  }

  // The events kept since the last call, oldest first.
  std::vector<Event> drain() {
    const std::lock_guard lock(mutex_);
    std::vector<Event> out;
    out.reserve(ring_.size());
    for (std::size_t i = 0; i < ring_.size(); ++i) out.push_back(ring_[(first_ + i) % ring_.size()]);
    ring_.clear();
    first_ = 0;
    room_.notify_one();
    return out;
  }
  std::size_t held() {
    const std::lock_guard lock(mutex_);
    return ring_.size();
  }
  std::uint64_t seen() const { return seen_; }
  std::uint64_t count(EventKind kind) const { return counts_[static_cast<int>(kind)]; }
  std::uint64_t dropped() const { return dropped_; }
  std::size_t capacity() const { return capacity_; }

 private:
  void push(const Event& e) {
    std::unique_lock lock(mutex_);
    while (ring_.size() == capacity_ && cancel_ != nullptr && !cancel_->load()) {
      room_.wait_for(lock, std::chrono::milliseconds(10));
    }
    if (ring_.size() < capacity_) {
      ring_.push_back(e);
      return;
    }
    ring_[first_] = e;
    first_ = (first_ + 1) % capacity_;
    ++dropped_;
  }

  std::uint64_t every_;
  std::size_t capacity_;
  const CancelFlag* cancel_ = nullptr;  // null: never wait
  std::uint64_t seen_ = 0;
  std::uint64_t dropped_ = 0;
  std::array<std::uint64_t, kEventKinds> counts_{};
  std::mutex mutex_;
  std::condition_variable room_;
  std::vector<Event> ring_;
  std::size_t first_ = 0;  // oldest, once the ring has wrapped
};

}  // namespace winnable
