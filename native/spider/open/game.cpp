#include "spider/open/game.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace winnable {

OpenSpider::OpenSpider(const PatienceRules& rules) : engine_(rules), runs_(card_count(rules) / kRanks) {
  for (Card c = 0; c < kDeck; ++c) {
    for (Card on = 0; on < kDeck; ++on) {
      const std::uint64_t bit = std::uint64_t{1} << on;
      if (builds(rules.build, c, on)) build_[c] |= bit;
      if (builds(rules.group_drop, c, on)) drop_[c] |= bit;
      if (rules.group_size == GroupSize::kHeap || builds(rules.group_lift, c, on)) lift_[c] |= bit;
    }
  }
}

SpiderPiles OpenSpider::start(const SpiderState& s) {
  const PatienceSetup setup = engine_.setup(s);
  SpiderPiles out;
  for (int i = 0; i < columns(); ++i) {
    std::ranges::copy(setup.columns[i], out.card[i].begin());
    out.length[i] = static_cast<std::uint8_t>(setup.columns[i].size());
    out.down[i] = setup.down[i];
  }
  for (const std::uint8_t cards : s.home) out.runs = static_cast<std::uint8_t>(out.runs + cards / kRanks);
  out.stock = s.stock_count;
  for (int i = 0; i < s.stock_count; ++i) stock_[i] = engine_.printed(s.stock[i]);
  return out;
}

int OpenSpider::group(const SpiderPiles& s, int column) const {
  const int n = s.length[column];
  if (n == 0) return 0;
  const auto& card = s.card[column];
  const int most = heaps() ? kTwoDecks : kRanks;
  int length = 1;
  while (length < most && n - length > s.down[column] && (lift_[card[n - length]] >> card[n - length - 1] & 1) != 0) {
    ++length;
  }
  return length;
}

void OpenSpider::moves(const SpiderPiles& s, std::vector<PatienceMove>& out) const {
  out.clear();
  const bool alike = s.stock == 0;
  for (int from = 0; from < columns(); ++from) {
    const int length = group(s, from);
    if (length == 0) continue;
    bool filled = false;
    for (int to = 0; to < columns(); ++to) {
      if (to == from) continue;
      if (s.length[to] == 0) {
        if (filled && alike) continue;
        filled = true;
      }
      moves_to(s, from, length, to, out);
    }
    if (engine_.takes_runs_off() && complete(s, from)) {
      out.push_back({static_cast<Pile>(from), static_cast<Pile>(kFirstHome + suit_of(s.end(from))), kRanks});
    }
  }
  if (may_deal(s)) out.push_back(kDealRow);
}

void OpenSpider::moves_to(const SpiderPiles& s, int from, int length, int to, std::vector<PatienceMove>& out) const {
  const int n = s.length[from];
  const bool empty = s.length[to] == 0;
  const int most = std::min(length, limit(empty_columns(s) - (empty ? 1 : 0)));
  const bool alike = s.stock == 0;
  for (int count = 1; count <= most; ++count) {
    const Card deepest = s.card[from][n - count];
    if (empty ? !may_fill(deepest) : !lands(deepest, count, s.end(to))) continue;
    if (empty && alike && count == n) continue;  // a column for a column: nothing changes
    out.push_back({static_cast<Pile>(from), static_cast<Pile>(to), static_cast<std::uint8_t>(count)});
  }
}

bool OpenSpider::legal(const SpiderPiles& s, const PatienceMove& m) const {
  if (m == kDealRow) return may_deal(s);
  if (is_home(m.to)) {
    return engine_.takes_runs_off() && complete(s, m.from) && m.count == kRanks &&
           m.to - kFirstHome == suit_of(s.end(m.from));
  }
  if (m.from == m.to || m.count < 1 || m.count > group(s, m.from)) return false;
  const bool empty = s.length[m.to] == 0;
  if (m.count > limit(empty_columns(s) - (empty ? 1 : 0))) return false;
  const Card deepest = s.card[m.from][s.length[m.from] - m.count];
  return empty ? may_fill(deepest) : lands(deepest, m.count, s.end(m.to));
}

bool OpenSpider::complete(const SpiderPiles& s, int column) const {
  const auto& card = s.card[column];
  const int n = s.length[column];
  if (n - s.down[column] < kRanks || rank_of(card[n - 1]) != 0) return false;
  for (int i = 1; i < kRanks; ++i) {
    if (!builds(Build::kSuit, card[n - i], card[n - i - 1])) return false;
  }
  return true;
}

// Turns a face-down card at the end of a column, and takes off what complete runs leave by themselves.
void OpenSpider::end_column(SpiderPiles& s, int column) const {
  for (;;) {
    const int n = s.length[column];
    if (n > 0 && s.down[column] == n) --s.down[column];
    if (engine_.takes_runs_off() || !complete(s, column)) return;
    take_run_off(s, column);
  }
}

void OpenSpider::deal_row(SpiderPiles& s) const {
  const int cards = std::min<int>(s.stock, columns());
  for (int column = 0; column < cards; ++column) s.card[column][s.length[column]++] = stock_[--s.stock];
  for (int column = 0; column < cards; ++column) end_column(s, column);
}

void OpenSpider::apply(SpiderPiles& s, const PatienceMove& m) const {
  if (m.from == kStock) return deal_row(s);
  if (is_home(m.to)) {
    take_run_off(s, m.from);
    return end_column(s, m.from);
  }
  const int rest = s.length[m.from] - m.count;
  std::memcpy(&s.card[m.to][s.length[m.to]], &s.card[m.from][rest], m.count);
  s.length[m.to] = static_cast<std::uint8_t>(s.length[m.to] + m.count);
  s.length[m.from] = static_cast<std::uint8_t>(rest);
  end_column(s, m.to);
  end_column(s, m.from);  // what moved may have lain on a complete run
}

namespace {

using Column = std::span<const std::uint8_t>;

bool before(Column a, Column b) { return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end()); }

// Sorts the columns of a packed form, and counts the empty ones from the end.
PackedSpider with_sorted_columns(const PackedSpider& p, int columns) {
  std::array<Column, kMaxColumns> column;
  int used = 0;
  std::size_t begin = 0;
  const int full = columns - __builtin_popcount(p.empty);
  while (used < full) {
    std::size_t end = begin;
    while ((p.card[end] & PackedSpider::kEndMark) == 0) ++end;
    column[used++] = Column(&p.card[begin], end + 1 - begin);
    begin = end + 1;
  }
  for (int i = 1; i < used; ++i) {
    for (int k = i; k > 0 && before(column[k], column[k - 1]); --k) std::swap(column[k], column[k - 1]);
  }
  PackedSpider out;
  out.stock = p.stock;
  out.runs = p.runs;
  out.empty = static_cast<std::uint16_t>((1 << columns) - (1 << full));
  std::uint8_t* to = out.card.data();
  for (int i = 0; i < used; ++i) to = std::ranges::copy(column[i], to).out;
  return out;
}

}  // namespace

PackedSpider OpenSpider::pack(const SpiderPiles& s, int columns, bool sorted) {
  PackedSpider out;
  out.stock = s.stock;
  out.runs = s.runs;
  std::uint8_t* to = out.card.data();
  for (int i = 0; i < columns; ++i) {
    const int n = s.length[i];
    if (n == 0) {
      out.empty = static_cast<std::uint16_t>(out.empty | 1 << i);
      continue;
    }
    std::memcpy(to, s.card[i].data(), static_cast<std::size_t>(n));
    for (int k = 0; k < s.down[i]; ++k) to[k] |= PackedSpider::kDownMark;
    to += n;
    to[-1] |= PackedSpider::kEndMark;
  }
  return sorted && s.stock == 0 ? with_sorted_columns(out, columns) : out;
}

SpiderPiles OpenSpider::unpack(const PackedSpider& p, int columns) {
  constexpr std::uint8_t kFace = PackedSpider::kDownMark - 1;
  SpiderPiles s;
  s.stock = p.stock;
  s.runs = p.runs;
  const std::uint8_t* from = p.card.data();
  for (int i = 0; i < columns; ++i) {
    if ((p.empty >> i & 1) != 0) continue;
    int n = 0;
    int down = 0;
    for (bool last = false; !last; ++from) {
      last = (*from & PackedSpider::kEndMark) != 0;
      down += (*from & PackedSpider::kDownMark) != 0;
      s.card[i][n++] = *from & kFace;
    }
    s.length[i] = static_cast<std::uint8_t>(n);
    s.down[i] = static_cast<std::uint8_t>(down);
  }
  return s;
}

}  // namespace winnable
