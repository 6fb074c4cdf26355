#include "spider/policy/macro.hpp"

#include <algorithm>

namespace winnable {

namespace {

// What a macro-move counts against a board in the queue: a fifth of a card turned. Found to be worth three to six
// times the boards on positions where no search ends (docs/studies/spider_policy_log.md).
constexpr std::int32_t kPerMove = 2000;

}  // namespace

// What the columns of one board end in.
struct SpiderMacroSearch::Ends {
  std::array<ColumnId, kMaxColumns> column;
  std::array<std::uint16_t, kRanks + 1> tails{};  // by rank, the columns that end in it
  std::uint64_t hash = 0;
  std::uint32_t node = 0;
  int open = 0;
  int first_open = -1;
  int complete = 0;
};

void SpiderMacroSearch::run(const SpiderBoard& root, int complete, const Settings& settings, const CancelFlag* cancel) {
  constexpr std::size_t kFirstTable = 1024;
  settings_ = settings;
  nodes_.clear();
  boards_.assign(root.column.begin(), root.column.begin() + settings_.columns);
  queue_.clear();
  seen_.assign(kFirstTable, 0);
  seen_count_ = 0;
  value_.extend(columns_);
  SpiderNode first;
  first.complete = static_cast<std::uint8_t>(complete);
  judge(first, root.column.data());
  nodes_.push_back(first);
  std::uint64_t hash = 0;
  int cards = 0;
  for (const ColumnId id : boards_) {
    hash += columns_[id].hash;
    cards += columns_[id].cards + columns_[id].down;
  }
  most_complete_ = complete + std::max(cards - settings_.least_cards, 0) / kRanks;
  fresh(hash);
  expanded_ = 0;
  for (std::uint32_t next = 0;;) {
    expand(next);
    ++expanded_;
    if (nodes_.size() >= settings_.boards || queue_.empty()) break;
    if ((expanded_ & 255) == 0 && cancel != nullptr && cancel->load(std::memory_order_relaxed)) break;
    std::pop_heap(queue_.begin(), queue_.end());
    next = static_cast<std::uint32_t>(queue_.back());
    queue_.pop_back();
  }
}

void SpiderMacroSearch::judge(SpiderNode& node, const ColumnId* column) const {
  SpiderWhole whole;
  node.value = value_.board(columns_, column, node.complete, whole);
  node.open = static_cast<std::uint8_t>(whole.open);
  node.unknown = static_cast<std::uint8_t>(whole.unknown);
}

void SpiderMacroSearch::expand(std::uint32_t node) {
  Ends ends;
  const ColumnId* ids = &boards_[static_cast<std::size_t>(node) * settings_.columns];
  for (int i = 0; i < settings_.columns; ++i) {
    ends.column[i] = ids[i];
    const SpiderColumn& c = columns_[ids[i]];
    ends.hash += c.hash;
    if (c.cards != 0) {
      ends.tails[c.run.tail] |= static_cast<std::uint16_t>(1U << i);
    } else if (c.down == 0) {
      if (ends.open++ == 0) ends.first_open = i;
    }
  }
  ends.node = node;
  ends.complete = nodes_[node].complete;
  reached_.clear();
  for (int i = 0; i < settings_.columns; ++i) from_column(ends, i);
  for (const Reached& r : reached_) {
    if (fresh(r.hash)) add(ends, r);
  }
}

// Whole runs from the end of a column, as many as follow in rank and the empty columns can carry.
void SpiderMacroSearch::from_column(const Ends& ends, int from) {
  const ColumnId whole = ends.column[from];
  if (columns_[whole].cards == 0) return;
  const int onto_card = 1 << std::min(ends.open, 6);
  const int onto_floor = ends.open > 0 ? 1 << std::min(ends.open - 1, 6) : 0;
  ColumnId left = whole;
  for (int pieces = 1; pieces <= onto_card; ++pieces) {
    const SpiderColumn piece = columns_[left];
    left = piece.below;
    SpiderMacro move{static_cast<std::uint8_t>(from), 0, static_cast<std::uint8_t>(pieces), 0};
    const auto carry_to = [&](int to) {
      move.to = static_cast<std::uint8_t>(to);
      int complete = ends.complete;
      const ColumnId target = carry(whole, pieces, ends.column[move.to], complete);
      try_move(ends, move, left, target, complete);
    };
    for (unsigned targets = ends.tails[piece.run.head + 1]; targets != 0; targets &= targets - 1) {
      carry_to(std::countr_zero(targets));
    }
    if (pieces <= onto_floor && left != kEmptyColumn) carry_to(ends.first_open);
    if (piece.sequence < 2) break;
  }
  cut_column(ends, from);
}

// Parts of a column's last run.
void SpiderMacroSearch::cut_column(const Ends& ends, int from) {
  const SpiderColumn last = columns_[ends.column[from]];
  for (int rank = last.run.tail; rank < last.run.head; ++rank) {
    const SpiderRun part{static_cast<std::uint8_t>(rank), last.run.tail, last.run.suit};
    SpiderMacro move{static_cast<std::uint8_t>(from), 0, 0, static_cast<std::uint8_t>(part.length())};
    const auto lay_on = [&](int to) {
      move.to = static_cast<std::uint8_t>(to);
      int complete = ends.complete;
      const ColumnId target = columns_.lay(ends.column[move.to], part, complete);
      const SpiderRun kept{last.run.head, static_cast<std::uint8_t>(rank + 1), last.run.suit};
      try_move(ends, move, columns_.push(last.below, kept), target, complete);
    };
    for (unsigned targets = ends.tails[rank + 1]; targets != 0; targets &= targets - 1) {
      const int to = std::countr_zero(targets);
      const bool in_suit = columns_[ends.column[to]].run.suit == part.suit;
      if (in_suit || settings_.split == SpiderSplit::kAny) lay_on(to);
    }
    if (settings_.split == SpiderSplit::kAny && ends.open > 0) lay_on(ends.first_open);
  }
}

// Lays the last `pieces` runs of a column on another, deepest first.
ColumnId SpiderMacroSearch::carry(ColumnId from, int pieces, ColumnId to, int& complete) {
  const SpiderRun run = columns_[from].run;
  if (pieces > 1) to = carry(columns_[from].below, pieces - 1, to, complete);
  return columns_.lay(to, run, complete);
}

void SpiderMacroSearch::try_move(const Ends& ends, SpiderMacro move, ColumnId left, ColumnId target, int complete) {
  if (complete > most_complete_) return;
  const std::uint64_t hash = ends.hash - columns_[ends.column[move.from]].hash - columns_[ends.column[move.to]].hash +
                             columns_[left].hash + columns_[target].hash;
  // The table of those seen outgrows the caches: its slots are fetched while other moves are made.
  __builtin_prefetch(&seen_[slot_of(hash)]);
  reached_.push_back({hash, move, static_cast<std::uint8_t>(complete), left, target});
}

void SpiderMacroSearch::add(const Ends& ends, const Reached& r) {
  value_.extend(columns_);
  const std::size_t at = boards_.size();
  boards_.insert(boards_.end(), ends.column.begin(), ends.column.begin() + settings_.columns);
  boards_[at + r.move.from] = r.left;
  boards_[at + r.move.to] = r.target;
  SpiderNode node;
  node.parent = ends.node;
  node.move = r.move;
  node.complete = r.complete;
  node.depth = static_cast<std::uint8_t>(std::min(nodes_[ends.node].depth + 1, 255));
  judge(node, &boards_[at]);
  const auto id = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back(node);
  // Of boards worth as much, the nearer first: what moves to and fro is put off.
  const std::int32_t rank = node.value + settings_.per_open * node.open - kPerMove * node.depth;
  const auto order = static_cast<std::uint32_t>(rank) ^ 0x80000000U;
  queue_.push_back(static_cast<std::uint64_t>(order) << 32 | id);
  std::push_heap(queue_.begin(), queue_.end());
}

// Puts a hash among those seen; false if it was.
bool SpiderMacroSearch::fresh(std::uint64_t hash) {
  if (hash == 0) hash = 1;
  const std::size_t mask = seen_.size() - 1;
  std::size_t slot = slot_of(hash);
  for (; seen_[slot] != 0; slot = (slot + 1) & mask) {
    if (seen_[slot] == hash) return false;
  }
  seen_[slot] = hash;
  if (++seen_count_ * 2 > seen_.size()) grow();
  return true;
}

void SpiderMacroSearch::grow() {
  std::vector<std::uint64_t> old(seen_.size() * 4, 0);
  old.swap(seen_);
  const std::size_t mask = seen_.size() - 1;
  for (const std::uint64_t hash : old) {
    if (hash == 0) continue;
    std::size_t slot = slot_of(hash);
    while (seen_[slot] != 0) slot = (slot + 1) & mask;
    seen_[slot] = hash;
  }
}

int SpiderMacroSearch::apply(ColumnId* column, const SpiderMacro& move) {
  int complete = 0;
  const ColumnId whole = column[move.from];
  if (move.part != 0) {
    const SpiderColumn last = columns_[whole];
    const auto cut = static_cast<std::uint8_t>(last.run.tail + move.part);
    column[move.to] =
        columns_.lay(column[move.to], {static_cast<std::uint8_t>(cut - 1), last.run.tail, last.run.suit}, complete);
    column[move.from] = columns_.push(last.below, {last.run.head, cut, last.run.suit});
    return complete;
  }
  column[move.to] = carry(whole, move.pieces, column[move.to], complete);
  ColumnId left = whole;
  for (int k = 0; k < move.pieces; ++k) left = columns_[left].below;
  column[move.from] = left;
  return complete;
}

SpiderBoard SpiderMacroSearch::board(std::uint32_t node) const {
  SpiderBoard out;
  for (int i = 0; i < settings_.columns; ++i)
    out.column[i] = boards_[static_cast<std::size_t>(node) * settings_.columns + i];
  return out;
}

std::vector<SpiderMacro> SpiderMacroSearch::path(std::uint32_t node) const {
  std::vector<SpiderMacro> out;
  for (; node != 0; node = nodes_[node].parent) out.push_back(nodes_[node].move);
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace winnable
