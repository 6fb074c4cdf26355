// What a search tells while it works, and the bounded buffer that holds it.
//
// A search is a template over its observer. NoObserver compiles to nothing; EventBuffer keeps
// every n-th event, or samples them, newest last, and never grows; with MaybeObserver one
// compilation serves for searches that are watched and others, which then ask at each event.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <string>
#include <utility>
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
  // The way from the start to the position, in the game's notation: the first `kept` moves of the way that the
  // event made before this one had, then those in `more`. `move` is what the search did last on it, empty at the
  // start: a move, or what it tries at once in its place.
  std::string move;
  std::uint32_t kept = 0;
  std::vector<std::string> more;
  // How far the search was then: positions that wait to be expanded, the cost that no solution is below, seconds,
  // and the events of each kind so far, this one included.
  std::uint64_t open = 0;
  double bound = 0;
  double seconds = 0;
  std::array<std::uint64_t, kEventKinds> counts{};
  bool notable = false;  // a new best estimate, a new bound or round, or a solution
};

// A way that grows and shrinks while a search works, and what of it the last event has told already. A step is
// a move and what follows it of itself.
class EventWay {
 public:
  std::size_t steps() const { return ends_.size(); }

  // Leaves the first so many steps.
  void cut(std::size_t steps) {
    if (steps >= ends_.size()) return;
    ends_.resize(steps);
    words_.resize(begin_of(steps));
    told_ = std::min(told_, words_.size());
  }
  // One more step, whose words `write(words)` appends.
  template <class Write>
  void add(Write&& write) {
    write(words_);
    ends_.push_back(words_.size());
  }
  // Gives an event the way as it is now.
  void tell(Event& e) {
    const std::size_t last = ends_.empty() ? 0 : begin_of(ends_.size() - 1);
    if (last < words_.size()) e.move = words_[last];
    e.kept = static_cast<std::uint32_t>(told_);
    e.more.assign(words_.begin() + static_cast<std::ptrdiff_t>(told_), words_.end());
    told_ = words_.size();
  }

 private:
  std::size_t begin_of(std::size_t step) const { return step == 0 ? 0 : ends_[step - 1]; }

  std::vector<std::string> words_;
  std::vector<std::size_t> ends_;  // by step: its end in words_
  std::size_t told_ = 0;
};

struct NoObserver {
  static constexpr bool kActive = false;
  bool listens() const { return false; }
  template <class Make>
  void note(EventKind, bool, Make&&) {}
};

// One thread writes, one reads. When full, the oldest event gives way, or the writer waits.
class EventBuffer {
 public:
  static constexpr bool kActive = true;

  explicit EventBuffer(std::uint64_t every = 1, std::size_t capacity = 4096)
      : every_(every == 0 ? 1 : every), capacity_(capacity == 0 ? 1 : capacity) {}

  // From now on a full buffer makes the writer wait for drain(). Once `cancel` is set and there is no room, the
  // events end, so that the ways of those before it fit together. Only for a reader on another thread. Called by
  // the writer, before it writes.
  void wait_for_reader(const CancelFlag* cancel) { cancel_ = cancel; }

  // From now on the rate falls as the search goes on: all of the `first` events are kept, at least one, then one in
  // 1, 2, 4, 8 ..., halved whenever more than `most` at the new rate would have come since; notable ones always.
  // A reader who leaves out what the last rate would not have kept has an even sample. Called before the search.
  void sample(std::uint64_t first, std::uint64_t most) {
    first_all_ = std::max<std::uint64_t>(first, 1);
    most_ = std::max<std::uint64_t>(most, 1);
  }

  bool listens() const { return true; }
  // Counts an event; makes and keeps it if its turn has come. make() returns an Event without
  // kind, number, counts and whether it is notable.
  template <class Make>
  void note(EventKind kind, bool notable, Make&& make) {
    const std::uint64_t number = seen_++;
    ++counts_[static_cast<int>(kind)];
    if (!due(number) && !(notable && most_ != 0)) return;
    Event e = make();
    e.kind = kind;
    e.number = number;
    e.counts = counts_;
    e.notable = notable;
    push(std::move(e));
  }

  // The events kept since the last call, oldest first.
  std::vector<Event> drain() {
    const std::lock_guard lock(mutex_);
    std::vector<Event> out;
    out.reserve(ring_.size());
    for (std::size_t i = 0; i < ring_.size(); ++i) out.push_back(std::move(ring_[(first_ + i) % ring_.size()]));
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
  std::uint64_t every() const { return every_; }
  bool samples() const { return most_ != 0; }
  const std::array<std::uint64_t, kEventKinds>& counts() const { return counts_; }
  std::uint64_t count(EventKind kind) const { return counts_[static_cast<int>(kind)]; }
  std::uint64_t dropped() const { return dropped_; }
  std::size_t capacity() const { return capacity_; }

 private:
  bool due(std::uint64_t number) {
    if (most_ == 0) return number % every_ == 0;
    if (number < first_all_) return true;
    while (number / every_ - (first_all_ - 1) / every_ > most_) every_ *= 2;
    return number % every_ == 0;
  }

  void push(Event e) {
    std::unique_lock lock(mutex_);
    while (ring_.size() == capacity_ && cancel_ != nullptr && !cancel_->load()) {
      room_.wait_for(lock, std::chrono::milliseconds(10));
    }
    ended_ |= cancel_ != nullptr && ring_.size() == capacity_;
    if (ended_) {
      ++dropped_;
      return;
    }
    if (ring_.size() < capacity_) {
      ring_.push_back(std::move(e));
      return;
    }
    ring_[first_] = std::move(e);
    first_ = (first_ + 1) % capacity_;
    ++dropped_;
  }

  std::uint64_t every_;
  std::uint64_t first_all_ = 0;
  std::uint64_t most_ = 0;  // 0: the rate stays
  std::size_t capacity_;
  const CancelFlag* cancel_ = nullptr;  // null: never wait
  bool ended_ = false;
  std::uint64_t seen_ = 0;
  std::uint64_t dropped_ = 0;
  std::array<std::uint64_t, kEventKinds> counts_{};
  std::mutex mutex_;
  std::condition_variable room_;
  std::vector<Event> ring_;
  std::size_t first_ = 0;  // oldest, once the ring has wrapped
};

struct MaybeObserver {
  static constexpr bool kActive = true;
  EventBuffer* buffer;  // null: nobody watches

  bool listens() const { return buffer != nullptr; }
  template <class Make>
  void note(EventKind kind, bool notable, Make&& make) {
    if (buffer != nullptr) buffer->note(kind, notable, std::forward<Make>(make));
  }
};

}  // namespace winnable
