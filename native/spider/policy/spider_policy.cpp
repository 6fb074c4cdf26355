#include "spider/policy/spider_policy.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "core/events.hpp"
#include "spider/policy/shapes.hpp"

namespace winnable {

namespace {

constexpr std::int32_t kFillFirst = -100'000'000;

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

// Which of the boards reached is best: one that goes forward (turns a card, or sends a run away), or one that a
// row may be dealt to.
struct Choice {
  std::uint32_t forward = kNoNode;
  std::uint32_t deal = kNoNode;
};

Choice choose(const std::vector<SpiderNode>& nodes, bool row_left, bool deal_over_empty) {
  Choice best;
  const auto take = [&](std::uint32_t& held, std::uint32_t i) {
    if (held == kNoNode || nodes[i].value > nodes[held].value) held = i;
  };
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const SpiderNode& n = nodes[i];
    if (n.unknown != 0 || n.complete > nodes[0].complete) {
      take(best.forward, i);
    } else if (row_left && (n.open == 0 || deal_over_empty)) {
      take(best.deal, i);
    }
  }
  return best;
}

SpiderContext context_of(const Observation& seen) {
  SpiderContext out;
  out.columns = static_cast<int>(seen.columns.size());
  out.rows = (seen.stock + out.columns - 1) / out.columns;
  out.unseen = seen.unseen;
  for (Card c = 0; c < kDeck; ++c) {
    auto& of_rank = out.unseen_rank[static_cast<std::size_t>(rank_of(c))];
    of_rank = static_cast<std::uint16_t>(of_rank + seen.unseen[c]);
    out.unseen_count += seen.unseen[c];
  }
  return out;
}

}  // namespace

SpiderPolicyConfig spider_policy_config(int suits, bool deal_over_empty, SpiderPace pace) {
  SpiderPolicyConfig config;
  config.shape = suits >= 4 ? kSpiderShape4 : suits == 2 ? kSpiderShape2 : kSpiderShape1;
  config.boards = pace == SpiderPace::kFast ? 20'000 : 300'000;
  // Of one suit every run may be cut: a board takes longer, and more boards win no more games.
  if (suits == 1) config.boards = pace == SpiderPace::kFast ? 10'000 : 50'000;
  config.deal_over_empty = deal_over_empty;
  return config;
}

SpiderPolicy::SpiderPolicy(const SpiderPolicyConfig& config)
    : config_(config), weights_(spider_weights(config.shape)), value_(weights_), search_(columns_, value_) {}

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
  context_ = context_of(seen);
  columns_.clear();
  value_.begin(context_);
  const SpiderBoard root = board_of(seen);
  int complete = 0;
  for (const int runs : seen.runs) complete += runs;
  const bool row_left = seen.stock != 0;
  expanded_ = 0;
  Choice best;
  const auto look = [&](const SpiderMacroSearch::Settings& settings) {
    search_.run(root, complete, settings, cancel);
    expanded_ += search_.expanded();
    best = choose(search_.nodes(), row_left, config_.deal_over_empty);
    return best.forward != kNoNode || best.deal != kNoNode;
  };
  SpiderMacroSearch::Settings settings{config_.boards, SpiderSplit::kInSuit, context_.columns, 0, 0};
  // A row needs a card in every column: with too few cards left, runs must wait for it.
  if (row_left && !config_.deal_over_empty) settings.least_cards = context_.columns;
  if (!look(settings)) {
    // Any run may be cut now: to fill the empty columns, of which fewer come first whatever else a board is worth;
    // and with no row left to deal, to go forward at all.
    settings.split = SpiderSplit::kAny;
    if (row_left) settings.per_open = kFillFirst;
    if (!look(settings)) return {};
  }
  if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return {};  // it looked at too little to choose
  const bool deals = best.forward == kNoNode;
  std::vector<PatienceMove> out = moves_of(root, search_.path(deals ? best.deal : best.forward));
  if (deals) out.push_back(kDealRow);
  return out;
}

}  // namespace winnable
