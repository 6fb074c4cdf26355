#include "spider/moveblocks/moveblocks.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "core/key.hpp"

namespace winnable {

namespace {

using Board = MoveblocksBoard;

// Moves the runs at the end of one column, of these sizes from the end up, onto another; those before the
// last wait in empty columns.
class Carrier {
 public:
  Carrier(const Board& b, const Board::Step& s) : to_(s.to) {
    for (int c = 0; c < b.columns(); ++c) {
      if (b.is_empty(c) && c != s.to) spaces_.push_back(static_cast<Pile>(c));
    }
    const int end = b.size(s.from) - 1;
    int size = 1;
    for (int i = 1; i < s.count; ++i) {
      const Card card = b.card(s.from, end - i + 1), on = b.card(s.from, end - i);
      if (suit_of(card) == suit_of(on)) {
        ++size;
      } else {
        runs_.push_back(static_cast<std::uint8_t>(size));
        size = 1;
      }
    }
    runs_.push_back(static_cast<std::uint8_t>(size));
  }

  void carry(Pile from, std::vector<PatienceMove>& out) { carry(0, runs_.size(), from, to_, spaces_.size(), out); }

 private:
  // Runs first .. last - 1, with the first `spaces` empty columns to help.
  void carry(std::size_t first, std::size_t last, Pile from, Pile to, std::size_t spaces,
             std::vector<PatienceMove>& out) {
    if (last - first == 1) {
      out.push_back({from, to, runs_[first]});
      return;
    }
    const std::size_t half = std::size_t{1} << (spaces - 1);
    const std::size_t middle = std::min(first + half, last - 1);
    const Pile space = spaces_[spaces - 1];
    carry(first, middle, from, space, spaces - 1, out);
    carry(middle, last, from, to, spaces - 1, out);
    carry(first, middle, space, to, spaces - 1, out);
  }

  Pile to_;
  std::vector<Pile> spaces_;
  std::vector<std::uint8_t> runs_;
};

// What goes into the first empty column: the longest run that leaves something behind, else the last card of
// the tallest column; nothing if every column holds one card at most.
std::optional<Board::Step> filler(const Board& b) {
  Board::Step s;
  int tallest = 0;
  for (int c = 0; c < b.columns(); ++c) {
    if (b.size(c) > b.size(tallest)) tallest = c;
    const bool leaves = b.size(c) > b.run(c) || b.down(c) != 0;
    if (leaves && b.run(c) > s.count) s = {static_cast<std::uint8_t>(c), 0, static_cast<std::uint8_t>(b.run(c))};
  }
  if (s.count == 0 && b.size(tallest) < 2) return std::nullopt;
  if (s.count == 0) s = {static_cast<std::uint8_t>(tallest), 0, 1};
  while (!b.is_empty(s.to)) ++s.to;
  return s;
}

}  // namespace

bool moves_runs_in_suit(const PatienceRules& r) {
  return r.build == Build::kAny && r.group_lift == Build::kSuit && r.group_drop == Build::kAny &&
         r.group_size == GroupSize::kUnlimited && r.empty_column == Fill::kAny && r.leave == Leave::kRuns &&
         r.run_removal == RunRemoval::kAuto && r.cells == 0;
}

Moveblocks::Moveblocks(const PatienceRules& rules, const MoveblocksOptions& options)
    : deal_over_empty_(rules.deal_over_empty), options_(options) {
  if (!moves_runs_in_suit(rules)) throw std::invalid_argument("it plays where runs in suit move onto any suit");
  if (options.tries == 0 || options.length == 0) throw std::invalid_argument("tries and length must be 1 or more");
}

// Uniform below n, to within 2^-32.
std::uint32_t Moveblocks::below(std::uint32_t n) {
  return static_cast<std::uint32_t>((splitmix64(random_) >> 32) * n >> 32);
}

std::int64_t Moveblocks::value(const Board& b) const {
  std::int64_t v = std::int64_t{options_.build} * b.builds() + std::int64_t{options_.turn} * b.turned() +
                   std::int64_t{options_.run} * b.gone();
  if (options_.clear == 0 && options_.tidy == 0) return v;
  for (int c = 0; c < b.columns(); ++c) {
    if (b.down(c) > (b.is_bare(c) ? 1 : 0)) continue;  // a card laid bare is as good as turned
    v += options_.clear;
    const int pieces = b.is_bare(c) ? 1 : b.pieces(c);
    if (pieces == 1 || pieces == 2) v += std::int64_t{options_.tidy} * (3 - pieces);
  }
  return v;
}

// Walks one random sequence, and keeps it up to its best position if that is the best so far.
void Moveblocks::walk(const Board& start, std::int64_t& best) {
  Board b = start;
  Board::Steps steps;
  walked_.clear();
  for (std::uint32_t i = 0; i < options_.length; ++i) {
    b.steps(steps);
    if (steps.size == 0) return;
    const Step& s = steps.at[below(steps.size)];
    b.make(s);
    walked_.push_back(s);
    const std::int64_t v = value(b);
    if (v <= best) continue;
    best = v;
    best_ = walked_;
  }
}

std::vector<PatienceMove> Moveblocks::plan(const Observation& seen, const CancelFlag* cancel) {
  Board start;
  start.start(seen);
  std::int64_t best = value(start);
  best_.clear();
  for (std::uint32_t i = 0; i < options_.tries; ++i) {
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return {};
    walk(start, best);
  }
  if (!best_.empty()) return as_moves(start);
  return seen.stock == 0 ? std::vector<PatienceMove>{} : deal(start);
}

// The best sequence as moves of the rules, up to the first card that it turns.
std::vector<PatienceMove> Moveblocks::as_moves(Board b) const {
  std::vector<PatienceMove> out;
  for (const Step& s : best_) {
    Carrier(b, s).carry(s.from, out);
    b.make(s);
    if (b.turned() != 0) break;
  }
  return out;
}

// Fills the empty columns where the rules want that, and deals. Empty: there are too few cards.
std::vector<PatienceMove> Moveblocks::deal(Board b) const {
  std::vector<PatienceMove> out;
  while (!deal_over_empty_ && b.empty_columns() > 0) {
    const std::optional<Step> s = filler(b);
    if (!s) return {};
    out.push_back({s->from, s->to, s->count});
    b.make(*s);
    if (b.turned() != 0) return out;
  }
  out.push_back(kDealRow);
  return out;
}

}  // namespace winnable
