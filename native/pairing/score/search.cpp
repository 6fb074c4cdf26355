#include "pairing/score/search.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

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
  if (model.game().over(model.start_state())) {
    best_ = floor_ = start_upper_ = upper_ = value.of(model.start_state());
    return;
  }
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
    last_.reset();
  }
  return upper <= bar() || !again || open_.push(upper - lowest_, number);
}

// Removals inside the tableau are to come first, then the stock's cards as they come to light.
bool ScoreSearch::expand(std::uint32_t number) {
  store_[number].closed = true;
  const PairingNode n = node_of(store_[number]);
  model_.edges(n, edges_);
  for (std::size_t i = edges_.size(); i-- > 0;) {
    const PairingNode next = model_.after(n, edges_[i]);
    if (model_.ends_at_clear() && model_.won(next)) {
      end_game(n, next, edges_[i], number);
    } else if (!add(next, number)) {
      return false;
    }
  }
  return true;
}

// The last removal may wait for kings of the stock: within its pass until another card would cover the one that
// it takes there, or for a later pass.
void ScoreSearch::end_game(const PairingNode& n, const PairingNode& next, const PairingEdge& edge,
                           std::uint32_t number) {
  ++generated_;
  int place = model_.stock_places();
  if ((edge.cards & model_.stock()) != 0) {
    const int taken = model_.place_of(std::countr_zero(edge.cards & model_.stock()));
    const PlaceMask after = n.places & ~places_below(taken) & ~place_bit(taken);
    if (after != 0) place = std::countr_zero(after);
  }
  PairingNode at = next;
  for (bool more = true; more; ++at.pass) {
    const int waiting = kings_.waiting_at_end(n.left, at.pass, place);
    if (const int value = value_.at_end(next.left, at.pass, waiting); value > best_) {
      best_ = value;
      best_number_ = number;
      last_ = LastRemoval{edge.cards, at.pass, waiting};
    }
    more = !model_.game().unlimited() && model_.may_recycle(at);
  }
}

bool ScoreSearch::run(int floor, int target) {
  if (model_.game().over(model_.start_state())) return true;
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

namespace {

// A line of play in the making, which stops as soon as it is worth `reached`.
class Line {
 public:
  Line(const PairingModel& model, const EasyKings& kings, const PairingValue& value, int reached)
      : game_(model.game()), kings_(kings), value_(value), reached_(reached), state_(model.start_state()) {}

  const PairingState& state() const { return state_; }
  bool done() const { return value_.of(state_) >= reached_; }
  bool legal(const PairingMove& m) const { return !game_.why_illegal(state_, m); }
  void play(const PairingMove& m) {
    if (done()) return;
    if (const auto why = game_.why_illegal(state_, m)) throw std::logic_error("a line that breaks off: " + *why);
    moves_.push_back(m);
    game_.apply(state_, m);
  }
  // A draw or a recycle, and what kings of the stock that brings.
  void turn() {
    recycles_ += game_.stock_of(state_) == 0 ? 1 : 0;
    if (recycles_ > kMaxPasses) throw std::logic_error("a line that draws for ever");
    play(game_.stock_of(state_) != 0 ? kDrawMove : kRecycleMove);
    for_each_card(kings_.of_stock(), [&](int king) {
      if (const PairingMove m = king_move(model_card(king)); legal(m)) play(m);
    });
  }
  int kings_waiting() const {
    int waiting = 0;
    for (SlotMask m = state_.left & game_.stock(); m != 0; m &= m - 1) {
      waiting += (kings_.of_stock() & card_bit(model_number(state_.card[first_slot(m)]))) != 0 ? 1 : 0;
    }
    return waiting;
  }
  std::vector<PairingMove> moves() && { return std::move(moves_); }

 private:
  const Pairing& game_;
  const EasyKings& kings_;
  const PairingValue& value_;
  int reached_;
  PairingState state_;
  std::vector<PairingMove> moves_;
  int recycles_ = 0;
};

}  // namespace

std::vector<PairingMove> play_out(const PairingModel& model, const EasyKings& kings, const PairingValue& value,
                                  const ScoreSearch& search, int reached) {
  Line line(model, kings, value, reached);
  for (const PairingMove& m : model.unfold(search.removals(), kings.at_once())) line.play(m);
  if (const auto& last = search.last()) {
    const PairingMove move = move_of(last->cards);
    while (!line.done() &&
           !(line.legal(move) && line.state().pass == last->pass && line.kings_waiting() == last->waiting)) {
      line.turn();
    }
    line.play(move);
  }
  while (!line.done()) line.turn();
  return std::move(line).moves();
}

}  // namespace winnable
