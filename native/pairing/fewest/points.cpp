#include "pairing/fewest/points.hpp"

#include <algorithm>

namespace winnable::pairing_fewest {

// ---- what is still needed ---------------------------------------------------------------------

PointsBound::PointsBound(const PairingModel& model, const EasyKings& kings, const PointsValue& value, int target)
    : kings_(kings), value_(value), target_(target) {
  const PairingState& start = model.start_state();
  for (int slot = 0; slot < kDeck; ++slot) {
    if ((start.left & slot_bit(slot)) == 0) continue;
    const CardMask card = card_bit(model_number(start.card[slot]));
    for (int some = 0; some < 256; ++some) {
      if ((some >> (slot % 8) & 1) != 0) cards_[slot / 8][some] |= card;
    }
  }
}

CardMask PointsBound::cards_of(SlotMask left) const {
  CardMask out = 0;
  for (std::size_t i = 0; i < cards_.size(); ++i) out |= cards_[i][left >> (8 * i) & 255];
  return out;
}

int PointsBound::operator()(const PairingState& s, int score) const {
  const CardMask left = cards_of(s.left);
  if (value_.upper(left & ~kings_.of_stock(), s.pass) < target_) return kNever;
  return value_.removals_until(left, s.pass, target_ - score);
}

// ---- positions --------------------------------------------------------------------------------

namespace {

constexpr int kPassShift = kDeck + 6;
static_assert(kDeck < 1 << 6 && kMaxPasses < 1 << (64 - kPassShift));

std::uint64_t key_of(const PairingState& s) {
  return s.left | std::uint64_t{s.drawn} << kDeck | std::uint64_t{s.pass} << kPassShift;
}

}  // namespace

PairingState PointsSearch::state_of(std::uint64_t key) const {
  PairingState s = start_;
  s.left = key & kAllSlots;
  s.drawn = std::uint8_t(key >> kDeck & 63);
  s.pass = std::uint8_t(key >> kPassShift);
  return s;
}

std::size_t PointsSearch::place(std::uint64_t key) const {
  const std::size_t mask = table_.size() - 1;
  std::uint64_t seed = key;
  std::size_t i = splitmix64(seed) & mask;
  while (table_[i] != kNone && nodes_[table_[i]].key != key) i = (i + 1) & mask;
  return i;
}

bool PointsSearch::claim(std::uint64_t bytes) {
  if (!budget_.poll() || !budget_.reserve(bytes)) return false;
  held_ += bytes;
  return true;
}

bool PointsSearch::grow() {
  const std::size_t old = table_.size(), size = old == 0 ? 1024 : 2 * old;
  if (!claim(size * sizeof(Index))) return false;
  table_.assign(size, kNone);
  for (std::size_t i = 0; i < nodes_.size(); ++i) table_[place(nodes_[i].key)] = Index(i);
  budget_.release(old * sizeof(Index));
  held_ -= old * sizeof(Index);
  return true;
}

// ---- search -----------------------------------------------------------------------------------

int PointsSearch::cost_of(const PairingMove& m) const {
  switch (metric_) {
    case FewestMetric::kActions: return 1;
    case FewestMetric::kRemovals: return is_removal(m) ? 1 : 0;
    case FewestMetric::kPasses: break;
  }
  return m == kRecycleMove ? 1 : 0;
}

bool PointsSearch::wait(Index number, int f) {
  if (f >= int(waiting_.size())) {
    if (!claim((std::size_t(f) + 1 - waiting_.size()) * sizeof(waiting_[0]))) return false;
    waiting_.resize(std::size_t(f) + 1);
  }
  std::vector<Waiting>& of_f = waiting_[std::size_t(f)];
  if (of_f.size() == of_f.capacity()) {
    const std::size_t old = of_f.capacity(), size = std::max<std::size_t>(16, 2 * old);
    if (!claim(size * sizeof(Waiting))) return false;
    of_f.reserve(size);
    budget_.release(old * sizeof(Waiting));
    held_ -= old * sizeof(Waiting);
  }
  of_f.push_back({number, nodes_[number].cost});
  return true;
}

// False: a limit was met.
bool PointsSearch::add(const PairingState& s, Index parent, const PairingMove& move, int cost) {
  ++stats_.generated;
  const int score = game_.score(s);
  int rest = 0;
  if (score < target_) {
    const int removals = bound_(s, score);
    if (removals == kNever) return true;
    rest = metric_ == FewestMetric::kPasses ? 0 : removals;
  }
  if (cost + rest >= limit_) return true;
  if (2 * (nodes_.size() + 1) > table_.size() && !grow()) return false;
  const std::uint64_t key = key_of(s);
  const std::size_t at = place(key);
  if (table_[at] == kNone) {
    if (nodes_.size() >= kNone || !nodes_.push_back({key, parent, std::uint16_t(cost), move})) return false;
    table_[at] = Index(nodes_.size() - 1);
  } else {
    ++stats_.duplicates;
    Node& known = nodes_[table_[at]];
    if (known.cost <= cost) return true;
    known = {key, parent, std::uint16_t(cost), move};
  }
  return wait(table_[at], std::max(lower_bound_, cost + rest));
}

bool PointsSearch::expand(Index number) {
  if (!budget_.spend()) return false;
  const PairingState s = state_of(nodes_[number].key);
  const int cost = nodes_[number].cost;
  game_.legal_moves(s, moves_);
  for (const PairingMove& m : moves_) {
    if (!add(game_.play_unchecked(s, m), number, m, cost + cost_of(m))) return false;
  }
  return true;
}

Search::End PointsSearch::run(int limit) {
  limit_ = limit;
  Search::End end = add(start_, kNone, {}, 0) ? Search::End::kNone : Search::End::kStopped;
  for (std::size_t f = 0; end == Search::End::kNone && f < waiting_.size(); ++f) {
    lower_bound_ = int(f);
    while (end == Search::End::kNone && !waiting_[f].empty()) {
      const Waiting w = waiting_[f].back();
      waiting_[f].pop_back();
      if (nodes_[w.node].cost != w.cost) continue;
      if (game_.score(state_of(nodes_[w.node].key)) >= target_) {
        goal_ = w.node;
        end = Search::End::kFound;
      } else if (!expand(w.node)) {
        end = Search::End::kStopped;
      }
    }
  }
  if (end == Search::End::kNone) lower_bound_ = limit_;
  return end;
}

std::vector<PairingMove> PointsSearch::moves() const {
  std::vector<PairingMove> out;
  for (Index at = goal_; nodes_[at].parent != kNone; at = nodes_[at].parent) out.push_back(nodes_[at].move);
  std::reverse(out.begin(), out.end());
  return out;
}

}  // namespace winnable::pairing_fewest
