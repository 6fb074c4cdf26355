// Containers that ask the budget before they grow, so that a memory limit holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/limits.hpp"

namespace winnable {

// A vector in chunks: growing copies nothing, so its memory never doubles for a moment.
template <class T>
class ChunkedVector {
 public:
  explicit ChunkedVector(Budget& budget) : budget_(&budget) {}
  ChunkedVector(const ChunkedVector&) = delete;
  ChunkedVector& operator=(const ChunkedVector&) = delete;
  ~ChunkedVector() { budget_->release(chunks_.size() * kChunkBytes); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return chunks_[i >> kShift][i & kMask]; }
  const T& operator[](std::size_t i) const { return chunks_[i >> kShift][i & kMask]; }
  T& back() { return (*this)[size_ - 1]; }

  // False: out of memory, nothing was added.
  bool push_back(T value) {
    if ((size_ >> kShift) == chunks_.size() && !add_chunk()) return false;
    (*this)[size_++] = std::move(value);
    return true;
  }
  void pop_back() { (*this)[--size_] = T(); }

 private:
  static constexpr int kShift = 12;
  static constexpr std::size_t kMask = (std::size_t{1} << kShift) - 1;
  // Each chunk with its entry in the directory, which may be half empty.
  static constexpr std::uint64_t kChunkBytes = (std::uint64_t{1} << kShift) * sizeof(T) + 3 * sizeof(void*);

  bool add_chunk() {
    if (!budget_->reserve(kChunkBytes)) return false;
    chunks_.push_back(std::make_unique<T[]>(std::size_t{1} << kShift));
    return true;
  }

  Budget* budget_;
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::size_t size_ = 0;
};

// A heap on it, each item with four below it; Before(a, b): a leaves first.
template <class T, class Before>
class ChunkedHeap {
 public:
  explicit ChunkedHeap(Budget& budget) : items_(budget) {}
  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  const T& top() const { return items_[0]; }

  bool push(const T& item) {
    if (!items_.push_back(item)) return false;
    std::size_t i = items_.size() - 1;
    while (i > 0) {
      const std::size_t up = (i - 1) / kArity;
      if (!Before()(item, items_[up])) break;
      items_[i] = items_[up];
      i = up;
    }
    items_[i] = item;
    return true;
  }

  T pop() {
    const T first = items_[0];
    const T last = items_.back();
    items_.pop_back();
    const std::size_t n = items_.size();
    std::size_t i = 0;
    while (kArity * i + 1 < n) {
      const std::size_t begin = kArity * i + 1;
      const std::size_t end = begin + kArity < n ? begin + kArity : n;
      std::size_t child = begin;
      for (std::size_t k = begin + 1; k < end; ++k) {
        if (Before()(items_[k], items_[child])) child = k;
      }
      if (!Before()(items_[child], last)) break;
      items_[i] = items_[child];
      i = child;
    }
    if (n > 0) items_[i] = last;
    return first;
  }

 private:
  static constexpr std::size_t kArity = 4;

  ChunkedVector<T> items_;
};

}  // namespace winnable
