#include "spider/board.hpp"

namespace winnable {

namespace {

std::uint32_t code_of(SpiderRun run) { return static_cast<std::uint32_t>(run.suit << 8 | run.head << 4 | run.tail); }

}  // namespace

void SpiderColumns::clear() {
  constexpr std::size_t kSmallest = 1 << 12;
  columns_.clear();
  for (int down = 0; down <= kMaxDown; ++down) {
    SpiderColumn bare;
    bare.down = static_cast<std::uint8_t>(down);
    bare.hash = mix(0x5EED0000ULL + static_cast<std::uint64_t>(down));
    columns_.push_back(bare);
  }
  if (table_.size() > kSmallest) table_ = {};
  table_.assign(kSmallest, 0);
}

ColumnId SpiderColumns::push(ColumnId below, SpiderRun run) {
  const std::uint64_t hash = mix(columns_[below].hash ^ (0xC0DEULL << 32) ^ code_of(run));
  std::size_t mask = table_.size() - 1;
  std::size_t slot = hash & mask;
  for (; table_[slot] != 0; slot = (slot + 1) & mask) {
    const SpiderColumn& known = columns_[table_[slot]];
    if (known.hash == hash && known.below == below && known.run == run) return table_[slot];
  }
  const SpiderColumn& on = columns_[below];
  SpiderColumn added;
  added.run = run;
  added.below = below;
  added.hash = hash;
  added.down = on.down;
  added.cards = static_cast<std::uint8_t>(on.cards + run.length());
  added.sequence = static_cast<std::uint8_t>(on.cards != 0 && on.run.tail == run.head + 1 ? on.sequence + 1 : 1);
  added.first = added.sequence > 1 ? on.first : run.head;
  const auto id = static_cast<ColumnId>(columns_.size());
  columns_.push_back(added);
  table_[slot] = id;
  if (columns_.size() * 2 > table_.size()) grow();
  return id;
}

void SpiderColumns::grow() {
  table_.assign(table_.size() * 2, 0);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t id = kMaxDown + 1; id < columns_.size(); ++id) {
    std::size_t slot = columns_[id].hash & mask;
    while (table_[slot] != 0) slot = (slot + 1) & mask;
    table_[slot] = static_cast<ColumnId>(id);
  }
}

}  // namespace winnable
