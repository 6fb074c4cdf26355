// The memory of a best-first search over patience positions: who was met, how, what is open.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "core/limits.hpp"
#include "patience/engine.hpp"

namespace winnable {

// A position met: its links, which are the position up to the order of columns and cells.
struct MetPosition {
  std::array<std::uint8_t, kDeck> below;
  std::uint32_t parent;
  std::uint8_t cost;   // of the cheapest path known
  std::uint8_t total;  // least cost of a solution through here
  bool tight;          // `total` owes to the tight bound
  bool closed;         // expanded at this cost
};

// Positions by number, found again by their links; exact: keys only say where to look.
class MetStore {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  explicit MetStore(Budget& budget) : budget_(budget) {}
  ~MetStore() { budget_.release(bytes_); }
  MetStore(const MetStore&) = delete;
  MetStore& operator=(const MetStore&) = delete;

  // The number of the position, its record made (with parent kNone) if it is new; kNone if memory is out.
  std::uint32_t find_or_add(const PatienceState& s, bool& added);
  MetPosition& operator[](std::uint32_t i) { return (*chunks_[i / kChunk])[i % kChunk]; }
  std::uint32_t size() const { return size_; }

 private:
  static constexpr std::uint32_t kChunk = 1 << 14;
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = kNone;
  };

  bool claim(std::uint64_t bytes) {
    if (!budget_.reserve(bytes)) return false;
    bytes_ += bytes;
    return true;
  }
  bool grow_table();

  Budget& budget_;
  std::uint64_t bytes_ = 0;
  std::vector<std::unique_ptr<std::array<MetPosition, kChunk>>> chunks_;
  std::vector<Slot> table_;
  std::uint32_t size_ = 0;
};

// Numbers by total cost, then by cost: the cheapest total first, of these the furthest, of these the latest.
class OpenQueue {
 public:
  explicit OpenQueue(Budget& budget) : budget_(budget) {}
  ~OpenQueue() { budget_.release(bytes_); }
  OpenQueue(const OpenQueue&) = delete;
  OpenQueue& operator=(const OpenQueue&) = delete;

  struct Entry {
    std::uint32_t number;
    int total;
    int cost;
  };
  // False if memory is out.
  bool push(const Entry& e);
  // False if nothing is open.
  bool pop(Entry& e);

 private:
  static constexpr int kCosts = 256;

  Budget& budget_;
  std::uint64_t bytes_ = 0;
  std::array<std::vector<std::vector<std::uint32_t>>, kCosts> buckets_;  // [total][cost]
  int least_ = 0;
};

}  // namespace winnable
