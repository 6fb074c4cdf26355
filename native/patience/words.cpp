#include "patience/words.hpp"

#include "core/card.hpp"
#include "patience/text.hpp"

namespace winnable {

namespace {

std::string printed(const PatienceState& s, Card c) { return format_card(to_printed(c, s.base)); }

std::string pile_name(Pile p) {
  if (is_column(p)) return "column " + std::to_string(p + 1);
  if (is_cell(p)) return std::string("cell ") + kCellLetters[p - kFirstCell];
  return "the foundation";
}

// `H-5`; `S-0` of an empty one.
std::string foundation(const PatienceState& s, int suit) {
  const int count = s.home[suit];
  const char top = count == 0 ? '0' : kRankLetters[(s.base + count - 1) % kRanks];
  return {kSuitLetters[suit], '-', top};
}

}  // namespace

std::string moved_cards(const Patience& game, const PatienceState& s, const PatienceMove& m) {
  if (is_cell(m.from)) return printed(s, s.cell[m.from - kFirstCell]);
  if (is_home(m.from)) return printed(s, make_card(s.home[m.from - kFirstHome] - 1, m.from - kFirstHome));
  Patience::Group group{};
  game.run(s, m.from, group.data());
  std::string out;
  for (int i = m.count; i-- > 0;) out += (out.empty() ? "" : " ") + printed(s, group[std::size_t(i)]);
  return out;
}

std::string describe_move(const Patience& game, const PatienceState& s, const PatienceMove& m) {
  std::string out = moved_cards(game, s, m) + " from " + pile_name(m.from);
  if (is_home(m.from)) out += std::string(" of ") + kSuitLetters[m.from - kFirstHome];
  if (is_home(m.to)) return out + " home";
  if (is_cell(m.to)) return out + " to " + pile_name(m.to);
  const Card onto = s.top[m.to];
  if (onto == kNoCard) return out + " to the empty " + pile_name(m.to);
  return out + " onto " + printed(s, onto) + " in " + pile_name(m.to);
}

std::string format_board(const Patience& game, const PatienceState& s) {
  constexpr int kShown[] = {2, 0, 1, 3};  // hearts, clubs, diamonds, spades
  std::string out;
  if (s.base != 0) out += std::string("Base: ") + kRankLetters[s.base] + "\n";
  out += "Foundations:";
  for (const int suit : kShown) out += " " + foundation(s, suit);
  out += "\nFreecells:";
  for (int i = 0; i < game.rules().cells; ++i) out += s.cell[i] == kNoCard ? " -" : " " + printed(s, s.cell[i]);
  std::vector<Card> column;
  for (int i = 0; i < game.rules().columns; ++i) {
    column.clear();
    for (std::uint8_t c = s.top[i]; c < kDeck; c = s.below[c]) column.push_back(c);
    out += "\n:";
    for (std::size_t k = column.size(); k-- > 0;) out += " " + printed(s, column[k]);
  }
  return out + "\n";
}

}  // namespace winnable
