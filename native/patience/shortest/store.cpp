#include "patience/shortest/store.hpp"

namespace winnable {

bool MetStore::grow_table() {
  const std::size_t slots = table_.empty() ? 1 << 12 : 2 * table_.size();
  if (!claim(slots * sizeof(Slot))) return false;
  std::vector<Slot> bigger(slots);
  for (const Slot& slot : table_) {
    if (slot.number == kNone) continue;
    std::size_t i = slot.tag & (slots - 1);
    while (bigger[i].number != kNone) i = (i + 1) & (slots - 1);
    bigger[i] = slot;
  }
  budget_.release(table_.size() * sizeof(Slot));
  bytes_ -= table_.size() * sizeof(Slot);
  table_.swap(bigger);
  return true;
}

std::uint32_t MetStore::find_or_add(const PatienceState& s, bool& added) {
  added = false;
  if (table_.empty() || 2 * std::size_t{size_} >= table_.size()) {
    if (size_ >= (std::uint32_t{1} << 31) || !grow_table()) return kNone;
  }
  const std::uint32_t tag = std::uint32_t(s.key.lo);
  const std::size_t mask = table_.size() - 1;
  std::size_t i = tag & mask;
  for (; table_[i].number != kNone; i = (i + 1) & mask) {
    if (table_[i].tag == tag && (*this)[table_[i].number].below == s.below) return table_[i].number;
  }
  if (size_ % kChunk == 0) {
    if (!claim(sizeof(std::array<MetPosition, kChunk>))) return kNone;
    chunks_.push_back(std::make_unique<std::array<MetPosition, kChunk>>());
  }
  added = true;
  table_[i] = {tag, size_};
  MetPosition& p = (*this)[size_];
  p = {s.below, kNone, 0, 0, false, false};
  return size_++;
}

bool OpenQueue::push(const Entry& e) {
  std::vector<std::vector<std::uint32_t>>& row = buckets_[e.total];
  if (row.empty()) row.resize(kCosts);
  std::vector<std::uint32_t>& bucket = row[e.cost];
  if (bucket.size() == bucket.capacity()) {
    const std::size_t room = std::max<std::size_t>(16, 2 * bucket.capacity());
    if (!budget_.reserve(room * sizeof(std::uint32_t))) return false;
    bytes_ += room * sizeof(std::uint32_t);
    const std::uint64_t old = bucket.capacity() * sizeof(std::uint32_t);
    bucket.reserve(room);
    budget_.release(old);
    bytes_ -= old;
  }
  bucket.push_back(e.number);
  least_ = std::min(least_, e.total);
  return true;
}

bool OpenQueue::pop(Entry& e) {
  for (; least_ < kCosts; ++least_) {
    std::vector<std::vector<std::uint32_t>>& row = buckets_[least_];
    for (int cost = int(row.size()) - 1; cost >= 0; --cost) {
      if (row[cost].empty()) continue;
      e = {row[cost].back(), least_, cost};
      row[cost].pop_back();
      return true;
    }
  }
  return false;
}

}  // namespace winnable
