#include "solvers/spider_policy.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace winnable {

namespace {

constexpr std::uint32_t kNoNode = 0xFFFFFFFFU;

// Moves `lengths` runs (the last one first) from a column to another by way of the empty columns `spare`.
void spell(std::vector<PatienceMove>& out, int from, int to, std::span<const int> lengths, std::span<const int> spare) {
  if (lengths.size() == 1) {
    out.push_back({static_cast<Pile>(from), static_cast<Pile>(to), static_cast<std::uint8_t>(lengths[0])});
    return;
  }
  const std::size_t half = lengths.size() / 2;
  const int by = spare[0];
  const auto rest = spare.subspan(1);
  spell(out, from, by, lengths.first(half), rest);
  spell(out, from, to, lengths.subspan(half), rest);
  spell(out, by, to, lengths.first(half), rest);
}

}  // namespace

SpiderPolicy::SpiderPolicy(SpiderPolicyConfig config) : config_(config), search_(columns_, value_) {}

void SpiderPolicy::reseed(std::uint64_t seed) { config_.seed = seed; }

SpiderBoard SpiderPolicy::board_of(const Observation& seen) {
  SpiderBoard board;
  for (std::size_t i = 0; i < seen.columns.size(); ++i) {
    const Observation::Column& column = seen.columns[i];
    ColumnId id = SpiderColumns::bare(column.down);
    int complete = 0;
    for (const Card c : column.up) {
      const auto rank = static_cast<std::uint8_t>(rank_of(c));
      id = columns_.lay(id, {rank, rank, static_cast<std::uint8_t>(suit_of(c))}, complete);
    }
    board.column[i] = id;
  }
  return board;
}

std::vector<PatienceMove> SpiderPolicy::moves_of(const SpiderBoard& root, const std::vector<SpiderMacro>& path) {
  std::vector<PatienceMove> out;
  std::array<ColumnId, kMaxColumns> column = root.column;
  const int count = search_.settings().columns;
  for (const SpiderMacro& m : path) {
    std::vector<int> spare;
    for (int i = 0; i < count; ++i) {
      if (columns_[column[i]].open() && i != m.to) spare.push_back(i);
    }
    if (m.part != 0) {
      spell(out, m.from, m.to, std::array<int, 1>{m.part}, spare);
    } else {
      std::vector<int> lengths;
      ColumnId left = column[m.from];
      for (int k = 0; k < m.pieces; ++k, left = columns_[left].below) lengths.push_back(columns_[left].run.length());
      spell(out, m.from, m.to, lengths, spare);
    }
    search_.apply(column.data(), m);
    if (columns_[column[m.from]].unknown() || columns_[column[m.to]].unknown()) break;
  }
  return out;
}

std::vector<PatienceMove> SpiderPolicy::plan(const Observation& seen, const CancelFlag* cancel) {
  columns_.clear();
  value_.forget();
  const SpiderBoard root = board_of(seen);
  SpiderSearch::Settings settings;
  settings.boards = config_.boards;
  settings.split = config_.split;
  settings.columns = static_cast<int>(seen.columns.size());
  int complete = 0;
  for (const int runs : seen.runs) complete += runs;
  search_.run(root, complete, settings, cancel);
  std::uint32_t best = 0;
  const auto& nodes = search_.nodes();
  for (std::uint32_t i = 1; i < nodes.size(); ++i) {
    if (nodes[i].value > nodes[best].value) best = i;
  }
  if (nodes[best].unknown != 0 || seen.stock == 0) return moves_of(root, search_.path(best));
  // Nothing turns: deal, from the best board that may.
  if (!config_.deal_over_empty && nodes[best].open != 0) {
    best = kNoNode;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].open == 0 && nodes[i].unknown == 0 && (best == kNoNode || nodes[i].value > nodes[best].value)) best = i;
    }
    if (best == kNoNode) {
      settings.split = SpiderSplit::kAny;
      search_.run(root, complete, settings, cancel);
      for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].open == 0 && nodes[i].unknown == 0 && (best == kNoNode || nodes[i].value > nodes[best].value)) best = i;
      }
      if (best == kNoNode) return {};
    }
  }
  std::vector<PatienceMove> out = moves_of(root, search_.path(best));
  out.push_back(kDealRow);
  return out;
}

SpiderPlan SpiderPolicy::explain(const Observation& seen, int, const CancelFlag* cancel) {
  SpiderPlan out;
  SpiderCandidate c;
  c.moves = plan(seen, cancel);
  out.candidates.push_back(c);
  return out;
}

}  // namespace winnable
