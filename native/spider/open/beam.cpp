#include "spider/open/beam.hpp"

#include <algorithm>
#include <limits>

namespace winnable {

namespace {

constexpr int kDeepest = 200;   // levels of a stage
constexpr int kQuiet = 12;      // levels without progress that end a stage
constexpr int kQuietLast = 36;  // the same where no row is left to be dealt
constexpr int kNothing = std::numeric_limits<int>::min();

}  // namespace

bool HashSet::resize(std::size_t slots) {
  if (!budget_.reserve(slots * sizeof(std::uint64_t))) return false;
  std::vector<std::uint64_t> old(slots, 0);
  old.swap(slots_);
  mask_ = slots - 1;
  for (const std::uint64_t hash : old) {
    if (hash != 0) slots_[slot_of(hash)] = hash;
  }
  budget_.release(old.size() * sizeof(std::uint64_t));
  return true;
}

bool HashSet::reset(std::size_t size) {
  std::size_t slots = 1024;
  while (slots < 2 * size) slots *= 2;
  used_ = 0;
  std::ranges::fill(slots_, 0);
  return slots_.size() >= slots || resize(slots);
}

bool HashSet::put(std::uint64_t hash, bool& added) {
  const std::size_t slot = slot_of(hash);
  added = slots_[slot] != hash;
  if (!added) return true;
  slots_[slot] = hash;
  return ++used_ * 2 <= slots_.size() || resize(slots_.size() * 2);
}

SpiderBeam::SpiderBeam(const OpenSpider& game, const SpiderOpenWeights& weights, const SpiderBeamPlan& plan,
                       Budget& budget, Stats& stats)
    : game_(game),
      value_(weights),
      plan_(plan),
      budget_(budget),
      stats_(stats),
      steps_(budget),
      seen_(budget),
      level_seen_(budget) {}

std::vector<PatienceMove> SpiderBeam::search(const SpiderPiles& start) {
  const std::uint64_t held = plan_.width * (4 * sizeof(Entry) + 3 * sizeof(Child));
  if (!budget_.reserve(held)) return {};
  level_.reserve(plan_.width);
  next_.reserve(plan_.width);
  starts_.reserve(2 * plan_.width);
  children_.reserve(3 * plan_.width);
  level_.push_back({OpenSpider::pack(start, game_.columns(), false), kRoot, 0});
  while (!level_.empty() && stage()) {
    keep_best_starts();
    level_.assign(starts_.begin(), starts_.end());
  }
  budget_.release(held);
  return line();
}

std::vector<PatienceMove> SpiderBeam::line() const {
  std::vector<PatienceMove> moves;
  for (std::uint32_t i = goal_; i != kRoot; i = steps_[i].parent) moves.push_back(steps_[i].move);
  std::ranges::reverse(moves);
  return moves;
}

bool SpiderBeam::stage() {
  const int patience = level_[0].position.stock > 0 ? kQuiet : kQuietLast;
  starts_.clear();
  start_floor_ = best_ = best_start_ = kNothing;
  if (!seen_.reset(plan_.width)) return false;
  int quiet = 0;
  for (int depth = 0; depth < kDeepest && !level_.empty() && quiet <= patience; ++depth) {
    improved_ = false;
    if (!expand_level() || !advance()) return false;
    quiet = improved_ ? 0 : quiet + 1;
  }
  return true;
}

bool SpiderBeam::expand_level() {
  children_.clear();
  child_floor_ = kNothing;
  if (!level_seen_.reset(4 * plan_.width)) return false;
  for (std::uint32_t place = 0; place < level_.size(); ++place) {
    here_.piles = OpenSpider::unpack(level_[place].position, game_.columns());
    value_.mark(here_, game_.columns());
    const Around around = survey(place);
    bool added;
    if (!seen_.put(around.hash, added)) return false;
    if (!added) continue;
    if (!budget_.spend()) return false;
    ++stats_.expanded;
    if (game_.may_deal(here_.piles) && !deal(around)) return false;
    for (int from = 0; from < game_.columns(); ++from) {
      if (here_.piles.length[from] == 0) continue;
      if (!make_moves(around, from)) return false;
      if (game_.engine().takes_runs_off() && here_.end(from).run == kRanks && !take_off(around, from)) return false;
    }
  }
  return true;
}

SpiderBeam::Around SpiderBeam::survey(std::uint32_t place) const {
  Around a{place, value_.weights().run * here_.piles.runs, 0, -1, 0, {}};
  for (int i = 0; i < game_.columns(); ++i) {
    const SpiderMark& end = here_.end(i);
    a.worth += end.worth;
    a.column[i] = column_hash(here_, i, end.hash, here_.piles.down[i]);
    a.hash += a.column[i];
    if (here_.piles.length[i] > 0) continue;
    if (a.empty++ == 0) a.first_empty = i;
  }
  a.worth += value_.weights().empty * a.empty;
  return a;
}

int SpiderBeam::worth_of(const MarkedPiles& m) const {
  int worth = value_.weights().run * m.piles.runs + value_.weights().empty * game_.empty_columns(m.piles);
  for (int i = 0; i < game_.columns(); ++i) worth += m.end(i).worth;
  return worth;
}

std::uint64_t SpiderBeam::hash_of(const MarkedPiles& m) const {
  std::uint64_t hash = 0;
  for (int i = 0; i < game_.columns(); ++i) hash += column_hash(m, i, m.end(i).hash, m.piles.down[i]);
  return hash;
}

bool SpiderBeam::make_moves(const Around& a, int from) {
  const int length = game_.group(here_.piles, from);
  for (int to = 0; to < game_.columns(); ++to) {
    const bool empty = here_.piles.length[to] == 0;
    if (to == from || (empty && to != a.first_empty)) continue;
    const int most = std::min(length, game_.limit(a.empty - (empty ? 1 : 0)));
    for (int count = 1; count <= most; ++count) {
      const PatienceMove m{static_cast<Pile>(from), static_cast<Pile>(to), static_cast<std::uint8_t>(count)};
      const Card deepest = here_.piles.card[from][here_.piles.length[from] - count];
      if (empty ? !game_.may_fill(deepest) : !game_.lands(deepest, count, here_.piles.end(to))) continue;
      if (!plan_.splits && count < most && !wanted(m)) continue;
      if (empty && count == here_.piles.length[from]) continue;  // a column for a column
      if (!judge(a, m)) return false;
    }
  }
  return true;
}

bool SpiderBeam::take_off(const Around& a, int from) {
  const int suit = suit_of(here_.piles.end(from));
  ++stats_.generated;
  return judge_complete(a, {static_cast<Pile>(from), static_cast<Pile>(kFirstHome + suit), kRanks});
}

// Does a move leave every run whole, or put its part onto the next card of its suit?
bool SpiderBeam::wanted(const PatienceMove& m) const {
  const int rest = here_.piles.length[m.from] - m.count;
  const Card deepest = here_.piles.card[m.from][rest];
  if (here_.piles.length[m.to] > 0 && builds(Build::kSuit, deepest, here_.piles.end(m.to))) return true;
  return rest == here_.piles.down[m.from] || !builds(Build::kSuit, deepest, here_.piles.card[m.from][rest - 1]);
}

bool SpiderBeam::judge(const Around& a, const PatienceMove& m) {
  ++stats_.generated;
  const SpiderPiles& s = here_.piles;
  const int rest = s.length[m.from] - m.count;
  const SpiderMark left = value_.cut(here_, m.from, rest);
  SpiderMark end = here_.end(m.to);
  const Card* group = &s.card[m.from][rest];
  Card on = s.length[m.to] > 0 ? s.end(m.to) : kNoCard;
  for (int i = 0; i < m.count; ++i) {
    end = value_.laid(end, on, group[i]);
    on = group[i];
  }
  if (end.run == kRanks || left.run == kRanks) return judge_complete(a, m);
  const int emptied = (rest == 0 ? 1 : 0) - (s.length[m.to] == 0 ? 1 : 0);
  const int worth = a.worth - here_.end(m.from).worth - here_.end(m.to).worth + left.worth + end.worth +
                    emptied * value_.weights().empty;
  if (worth < child_floor_) return true;
  const int down = rest > 0 && s.down[m.from] == rest ? rest - 1 : s.down[m.from];
  const std::uint64_t hash = a.hash - a.column[m.from] - a.column[m.to] + column_hash(here_, m.from, left.hash, down) +
                             column_hash(here_, m.to, end.hash, s.down[m.to]);
  return offer(a, m, worth, hash);
}

bool SpiderBeam::judge_complete(const Around& a, const PatienceMove& m) {
  other_.piles = here_.piles;
  game_.apply(other_.piles, m);
  if (game_.won(other_.piles)) return win(level_[a.place].step, m);
  if (game_.dead(other_.piles)) return true;
  value_.mark(other_, game_.columns());
  return offer(a, m, worth_of(other_), hash_of(other_));
}

bool SpiderBeam::offer(const Around& a, const PatienceMove& m, int worth, std::uint64_t hash) {
  if (worth < child_floor_) return true;
  bool added = false;
  if (!seen_.has(hash) && !level_seen_.put(hash, added)) return false;
  if (!added) {
    ++stats_.duplicates;
    return true;
  }
  children_.push_back({worth, a.place, m, hash});
  if (children_.size() == 3 * plan_.width) keep_best_children();
  return true;
}

void SpiderBeam::keep_best_children() {
  const auto better = [](const Child& x, const Child& y) {
    return x.worth != y.worth ? x.worth > y.worth : x.hash < y.hash;
  };
  if (children_.size() <= plan_.width) return;
  const auto last = children_.begin() + static_cast<std::ptrdiff_t>(plan_.width);
  std::nth_element(children_.begin(), last - 1, children_.end(), better);
  child_floor_ = (last - 1)->worth;
  children_.erase(last, children_.end());
}

bool SpiderBeam::deal(const Around& a) {
  int worth = value_.weights().run * here_.piles.runs;
  bool complete = false;
  for (int i = 0; i < game_.columns(); ++i) {
    const Card c = game_.next_card(here_.piles, i);
    const Card on = here_.piles.length[i] > 0 ? here_.piles.end(i) : kNoCard;
    const SpiderMark end = c == kNoCard ? here_.end(i) : value_.laid(here_.end(i), on, c);
    worth += end.worth;
    complete |= end.run == kRanks;
  }
  if (worth < start_floor_ && !complete) return true;
  other_.piles = here_.piles;
  game_.apply(other_.piles, kDealRow);
  if (game_.won(other_.piles)) return win(level_[a.place].step, kDealRow);
  if (game_.dead(other_.piles)) return true;
  if (complete) {
    value_.mark(other_, game_.columns());
    worth = worth_of(other_);
  }
  if (!add_step(level_[a.place].step, kDealRow)) return false;
  const auto step = static_cast<std::uint32_t>(steps_.size() - 1);
  starts_.push_back({OpenSpider::pack(other_.piles, game_.columns(), false), step, worth});
  if (starts_.size() == 2 * plan_.width) keep_best_starts();
  if (worth > best_start_) {
    best_start_ = worth;
    improved_ = true;
  }
  return true;
}

void SpiderBeam::keep_best_starts() {
  const auto better = [](const Entry& x, const Entry& y) {
    return x.worth != y.worth ? x.worth > y.worth : x.step < y.step;
  };
  std::ranges::sort(starts_, better);
  if (starts_.size() < plan_.width) return;
  starts_.resize(plan_.width);
  start_floor_ = starts_.back().worth;
}

// The best children become the next level.
bool SpiderBeam::advance() {
  keep_best_children();
  std::ranges::sort(children_, [](const Child& x, const Child& y) {
    return x.worth != y.worth ? x.worth > y.worth : x.hash < y.hash;
  });
  next_.clear();
  for (const Child& child : children_) {
    const Entry& parent = level_[child.parent];
    SpiderPiles piles = OpenSpider::unpack(parent.position, game_.columns());
    game_.apply(piles, child.move);
    if (!add_step(parent.step, child.move)) return false;
    const auto step = static_cast<std::uint32_t>(steps_.size() - 1);
    next_.push_back({OpenSpider::pack(piles, game_.columns(), false), step, child.worth});
  }
  if (!children_.empty() && children_[0].worth > best_) {
    best_ = children_[0].worth;
    improved_ = true;
  }
  level_.swap(next_);
  return true;
}

bool SpiderBeam::add_step(std::uint32_t parent, const PatienceMove& m) { return steps_.push_back({parent, m}); }

bool SpiderBeam::win(std::uint32_t parent, const PatienceMove& m) {
  if (add_step(parent, m)) goal_ = static_cast<std::uint32_t>(steps_.size() - 1);
  return false;
}

}  // namespace winnable
