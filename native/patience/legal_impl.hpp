// Why a move is not legal, in words; included by patience/engine.cpp only.
#pragma once

#include "patience/engine.hpp"

namespace winnable {

template <const PatienceRules* Fixed, int kCards>
std::optional<std::string> PatienceEngine<Fixed, kCards>::why_illegal(const State& s, const Move& m) const {
  if constexpr (kClosed) {
    if (m == kDealRow) return why_no_row(s);
  }
  const auto exists = [&](Pile p) {
    if (is_column(p)) return p < rules().columns;
    if (is_cell(p)) return p - kFirstCell < rules().cells;
    return p - kFirstHome < kSuits;
  };
  if (!exists(m.from) || !exists(m.to)) return "no such pile in this game";
  if (m.from == m.to) return "a move needs two piles";
  constexpr std::size_t most = Group().size();
  if (m.count < 1 || m.count > most) return "a move carries 1 to " + std::to_string(most) + " cards";
  if (takes_runs_off() && is_column(m.from) && is_home(m.to)) return why_no_run(s, m);
  Card card = kNoCard;
  if (auto why = is_column(m.from) ? why_no_group(s, m, card) : why_no_card(s, m, card)) return why;
  if (is_home(m.to)) return why_not_home(s, m, card);
  if (!is_cell(m.to)) return why_not_onto(s, m, card);
  if (is_cell(m.from)) return "from one cell to another nothing changes";
  if (m.count != 1) return "a cell holds one card";
  if (s.cell[m.to - kFirstCell] == kNoCard) return std::nullopt;
  return "that cell holds " + name(s, s.cell[m.to - kFirstCell]);
}

template <const PatienceRules* Fixed, int kCards>
std::optional<std::string> PatienceEngine<Fixed, kCards>::why_no_group(const State& s, const Move& m,
                                                                       Card& card) const {
  Group group{};
  const int length = run(s, m.from, group.data());
  if (length == 0) return "that column is empty";
  if (m.count > length) {
    return "only " + std::to_string(length) + " card" + (length == 1 ? "" : "s") + " from " +
           name(s, group[length - 1]) + " down may be lifted together";
  }
  card = group[m.count - 1];
  return std::nullopt;
}

template <const PatienceRules* Fixed, int kCards>
std::optional<std::string> PatienceEngine<Fixed, kCards>::why_no_card(const State& s, const Move& m, Card& card) const {
  if (m.count != 1) return "only one card leaves a cell or a foundation";
  if (is_cell(m.from)) {
    card = s.cell[m.from - kFirstCell];
    if (card == kNoCard) return "that cell is empty";
    return std::nullopt;
  }
  const int suit = m.from - kFirstHome;
  if (!rules().foundation_return) return "cards do not come back from the foundations in this game";
  if (s.home[suit] == 0) return "that foundation is empty";
  if (is_home(m.to)) return "a card on its foundation is home already";
  card = make_card(s.home[suit] - 1, suit);
  return std::nullopt;
}

template <const PatienceRules* Fixed, int kCards>
std::optional<std::string> PatienceEngine<Fixed, kCards>::why_not_home(const State& s, const Move& m, Card card) const {
  if (rules().leave == Leave::kRuns) return "only complete runs leave, and they leave by themselves";
  if (m.count != 1) return "cards go home one at a time";
  if (m.to - kFirstHome != suit_of(card)) return name(s, card) + " belongs on the other foundation";
  if (fits_home(s, card)) return std::nullopt;
  return name(s, card) + " does not fit yet: its foundation waits for " +
         name(s, make_card(s.home[suit_of(card)], suit_of(card)));
}

template <const PatienceRules* Fixed, int kCards>
std::optional<std::string> PatienceEngine<Fixed, kCards>::why_no_run(const State& s, const Move& m) const {
  const Card top = s.top[m.from];
  if (top == kNoCard) return "that column is empty";
  if (!complete_run(s, m.from)) return "only a complete run leaves, from a king at its head to an ace in one suit";
  if (m.count != kRanks) return "a run leaves with its 13 cards at once";
  if (m.to - kFirstHome != suit_of(printed(top))) return name(s, top) + " belongs on the other foundation";
  return std::nullopt;
}

template <const PatienceRules* Fixed, int kCards>
std::optional<std::string> PatienceEngine<Fixed, kCards>::why_not_onto(const State& s, const Move& m, Card card) const {
  const PatienceRules& r = rules();
  const Card target = s.top[m.to];
  int columns = empty_columns(s);
  if (target == kNoCard) {
    if (!may_fill(card)) {
      return r.empty_column == Fill::kNone ? std::string("an empty column stays empty in this game")
                                           : "only a king may fill an empty column, not " + name(s, card);
    }
    --columns;
  } else if (!related(m.count == 1 ? r.build : r.group_drop, card, target)) {
    return name(s, card) + " does not go on " + name(s, target);
  }
  const int limit = group_limit(empty_cells(s), columns);
  if (m.count <= limit) return std::nullopt;
  return std::to_string(m.count) + " cards are too many: free cells and columns carry " + std::to_string(limit);
}

}  // namespace winnable
