// Which variable an Undead search decides next: the one that was in conflicts most and latest.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace winnable::undead {

// A binary heap of variables by activity; of equals the one that came first.
class Order {
 public:
  void start(std::size_t variables) {
    activity_.assign(variables, 0.0);
    place_.assign(variables, kOut);
    heap_.clear();
    heap_.reserve(variables);
    step_ = 1.0;
  }

  bool empty() const { return heap_.empty(); }
  bool holds(std::uint32_t v) const { return place_[v] != kOut; }
  double activity(std::uint32_t v) const { return activity_[v]; }
  // Before any search: the scale is that of one bump.
  void favour(std::uint32_t v, double by) { activity_[v] += by; }

  void insert(std::uint32_t v) {
    if (holds(v)) return;
    place_[v] = static_cast<std::uint32_t>(heap_.size());
    heap_.push_back(v);
    rise(place_[v]);
  }

  std::uint32_t pop() {
    const std::uint32_t top = heap_.front();
    const std::uint32_t last = heap_.back();
    heap_.pop_back();
    place_[top] = kOut;
    if (!heap_.empty()) {
      heap_[0] = last;
      place_[last] = 0;
      sink(0);
    }
    return top;
  }

  void bump(std::uint32_t v) {
    activity_[v] += step_;
    if (activity_[v] > 1e100) rescale();
    if (holds(v)) rise(place_[v]);
  }
  void decay() { step_ *= 1.0 / 0.95; }

  std::uint64_t bytes() const { return place_.size() * (sizeof(double) + 2 * sizeof(std::uint32_t)); }

 private:
  static constexpr std::uint32_t kOut = ~std::uint32_t{0};

  bool before(std::uint32_t a, std::uint32_t b) const {
    return activity_[a] != activity_[b] ? activity_[a] > activity_[b] : a < b;
  }
  void swap(std::uint32_t i, std::uint32_t j) {
    std::swap(heap_[i], heap_[j]);
    place_[heap_[i]] = i;
    place_[heap_[j]] = j;
  }
  void rise(std::uint32_t i) {
    while (i > 0 && before(heap_[i], heap_[(i - 1) / 2])) {
      swap(i, (i - 1) / 2);
      i = (i - 1) / 2;
    }
  }
  void sink(std::uint32_t i) {
    const auto size = static_cast<std::uint32_t>(heap_.size());
    for (;;) {
      std::uint32_t best = i;
      for (std::uint32_t child = 2 * i + 1; child <= 2 * i + 2 && child < size; ++child) {
        if (before(heap_[child], heap_[best])) best = child;
      }
      if (best == i) return;
      swap(i, best);
      i = best;
    }
  }
  void rescale() {
    for (double& a : activity_) a *= 1e-100;
    step_ *= 1e-100;
  }

  std::vector<double> activity_;
  std::vector<std::uint32_t> place_;  // in heap_
  std::vector<std::uint32_t> heap_;
  double step_ = 1.0;
};

}  // namespace winnable::undead
