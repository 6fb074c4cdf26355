#include "pairing/score/search.hpp"

#include <algorithm>
#include <stdexcept>

namespace winnable {

// ---- memory -----------------------------------------------------------------------------------

std::size_t ScoreStore::place(std::uint64_t key) const {
  const std::size_t mask = table_.size() - 1;
  std::uint64_t seed = key;
  std::size_t i = splitmix64(seed) & mask;
  while (table_[i] != kNone && positions_[table_[i]].key != key) i = (i + 1) & mask;
  return i;
}

bool ScoreStore::grow() {
  const std::size_t old = table_.size(), size = old == 0 ? 1024 : 2 * old;
  if (!budget_.reserve(size * sizeof(std::uint32_t))) return false;
  std::vector<std::uint32_t>().swap(table_);
  budget_.release(old * sizeof(std::uint32_t));
  table_.assign(size, kNone);
  for (std::uint32_t i = 0; i < positions_.size(); ++i) table_[place(positions_[i].key)] = i;
  return true;
}

std::uint32_t ScoreStore::find_or_add(std::uint64_t key, bool& added) {
  added = false;
  if (2 * (positions_.size() + 1) > table_.size() && !grow()) return kNone;
  const std::size_t i = place(key);
  if (table_[i] != kNone) return table_[i];
  if (positions_.size() >= kNone || !positions_.push_back({})) return kNone;
  table_[i] = std::uint32_t(positions_.size() - 1);
  positions_.back().key = key;
  added = true;
  return table_[i];
}

bool LevelQueue::claim(std::uint64_t bytes) {
  if (!budget_.reserve(bytes)) return false;
  bytes_ += bytes;
  return true;
}

bool LevelQueue::push(int level, std::uint32_t number) {
  if (level >= int(levels_.size())) {
    const std::size_t more = std::size_t(level) + 1 - levels_.size();
    if (!claim(2 * more * sizeof(levels_[0]))) return false;
    levels_.resize(std::size_t(level) + 1);
  }
  std::vector<std::uint32_t>& numbers = levels_[level];
  if (numbers.size() == numbers.capacity()) {
    const std::size_t old = numbers.capacity(), size = std::max<std::size_t>(16, 2 * old);
    if (!claim(size * sizeof(std::uint32_t))) return false;
    numbers.reserve(size);
    budget_.release(old * sizeof(std::uint32_t));
    bytes_ -= old * sizeof(std::uint32_t);
  }
  numbers.push_back(number);
  top_ = std::max(top_, level);
  return true;
}

int LevelQueue::highest() {
  while (top_ >= 0 && levels_[top_].empty()) --top_;
  return top_;
}

std::uint32_t LevelQueue::pop() {
  const std::uint32_t number = levels_[highest()].back();
  levels_[top_].pop_back();
  return number;
}

// ---- positions --------------------------------------------------------------------------------

ScoreSearch::ScoreSearch(const PairingModel& model, const EasyKings& kings, const PairingValue& value, Budget& budget)
    : model_(model), kings_(kings), value_(value), budget_(budget), store_(budget), open_(budget) {
  const PairingNode start = first_node();
  best_ = floor_ = value.value(start.left, start.pass);
  start_upper_ = upper_ = value.upper(start.left, start.pass);
}

PairingNode ScoreSearch::first_node() const {
  PairingNode n = model_.start();
  const int top = n.top;
  model_.remove(n, n.left & kings_.of_stock());
  const PlaceMask stock = n.places & ~places_below(top);
  n.top = std::uint8_t(stock == 0 ? model_.stock_places() : std::countr_zero(stock));
  while (const CardMask easy = n.open & kings_.at_once()) model_.remove(n, easy);
  return n;
}

std::uint64_t ScoreSearch::key_of(const PairingNode& n) const {
  return n.left | (model_.game().rules().draw == 1 ? 0 : std::uint64_t{n.top} << kDeck);
}

bool ScoreSearch::earlier(const PairingNode& n, const ScoreStore::Position& p) const {
  if (n.pass != p.pass) return n.pass < p.pass;
  return n.top < p.top && !model_.game().unlimited();
}

PairingNode ScoreSearch::node_of(const ScoreStore::Position& p) const {
  PairingNode n;
  n.left = p.key & (card_bit(kDeck) - 1);
  n.top = p.top;
  n.pass = p.pass;
  for_each_card(n.left & ~model_.stock(), [&](int number) {
    if ((model_.covers(number) & n.left) == 0) n.open |= card_bit(number);
  });
  for_each_card(n.left & model_.stock(), [&](int number) { n.places |= place_bit(model_.place_of(number)); });
  return n;
}

// ---- search -----------------------------------------------------------------------------------

// False: out of memory.
bool ScoreSearch::add(PairingNode n, std::uint32_t parent) {
  while (const CardMask easy = n.open & kings_.at_once()) model_.remove(n, easy);
  ++generated_;
  bool added = false;
  const std::uint32_t number = store_.find_or_add(key_of(n), added);
  if (number == ScoreStore::kNone) return false;
  ScoreStore::Position& p = store_[number];
  if (!added) {
    ++duplicates_;
    if (!earlier(n, p)) return true;
  }
  int upper = value_.upper(n.left, n.pass);
  if (parent != ScoreStore::kNone) upper = std::min(upper, int(store_[parent].upper));
  const bool again = added || p.closed || upper > p.upper;
  p = {p.key, parent, std::int16_t(upper), n.top, n.pass, false};
  if (const int value = value_.value(n.left, n.pass); value > best_ || best_number_ == ScoreStore::kNone) {
    best_ = value;
    best_number_ = number;
  }
  return upper <= bar() || !again || open_.push(upper - lowest_, number);
}

// Removals inside the tableau are to come first, then the stock's cards as they come to light.
bool ScoreSearch::expand(std::uint32_t number) {
  store_[number].closed = true;
  const PairingNode n = node_of(store_[number]);
  model_.edges(n, edges_);
  for (std::size_t i = edges_.size(); i-- > 0;) {
    if (!add(model_.after(n, edges_[i]), number)) return false;
  }
  return true;
}

bool ScoreSearch::run(int floor, int target) {
  floor_ = floor;
  lowest_ = bar() + 1;
  if (!add(first_node(), ScoreStore::kNone)) return false;
  while (open_.highest() >= 0 && best_ < target) {
    upper_ = lowest_ + open_.highest();
    if (upper_ <= bar()) break;
    const std::uint32_t number = open_.pop();
    const ScoreStore::Position& p = store_[number];
    if (p.closed || p.upper <= bar()) continue;
    if (!budget_.spend() || !expand(number)) return false;
  }
  if (best_ < target) upper_ = std::min(start_upper_, bar());
  return true;
}

std::vector<CardMask> ScoreSearch::removals() const {
  std::vector<CardMask> out;
  if (best_number_ == ScoreStore::kNone) return out;
  constexpr CardMask kCards = card_bit(kDeck) - 1;
  for (std::uint32_t i = best_number_; store_[i].parent != ScoreStore::kNone; i = store_[i].parent) {
    const CardMask gone = store_[store_[i].parent].key & ~store_[i].key & kCards;
    out.push_back((gone & ~kKings) != 0 ? gone & ~kKings : gone & ~kings_.at_once());
  }
  std::reverse(out.begin(), out.end());
  return out;
}

void ScoreSearch::count(Stats& stats) const {
  stats.expanded = budget_.nodes();
  stats.generated = generated_;
  stats.duplicates = duplicates_;
  stats.peak_bytes = budget_.peak_bytes();
  stats.seconds = budget_.seconds();
}

// ---- moves ------------------------------------------------------------------------------------

std::vector<PairingMove> play_out(const PairingModel& model, const EasyKings& kings, const PairingValue& value,
                                  const std::vector<CardMask>& removals, int reached) {
  const Pairing& game = model.game();
  std::vector<PairingMove> out;
  PairingState s = model.start_state();
  const auto play = [&](const PairingMove& m) {
    if (const auto why = game.why_illegal(s, m)) throw std::logic_error("a line that breaks off: " + *why);
    out.push_back(m);
    game.apply(s, m);
  };
  for (const PairingMove& m : model.unfold(removals, kings.at_once())) {
    if (value.of(s) >= reached) return out;
    play(m);
  }
  for (int recycles = 0; value.of(s) < reached;) {
    recycles += game.stock_of(s) == 0 ? 1 : 0;
    if (recycles > 1) throw std::logic_error("a line that draws for ever");  // all cards have come by
    play(game.stock_of(s) != 0 ? kDrawMove : kRecycleMove);
    for_each_card(kings.of_stock(), [&](int king) {
      const PairingMove m = king_move(model_card(king));
      if (value.of(s) < reached && !game.why_illegal(s, m)) play(m);
    });
  }
  return out;
}

}  // namespace winnable
