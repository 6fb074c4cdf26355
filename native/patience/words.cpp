#include "patience/words.hpp"

#include <array>

#include "core/card.hpp"
#include "patience/text.hpp"

namespace winnable {

namespace {

void append_printed(std::string& out, const PatienceState& s, Card c) { append_card(out, to_printed(c, s.base)); }

void append_pile(std::string& out, Pile p) {
  if (is_column(p)) {
    out += "column ";
    out += std::to_string(p + 1);
  } else if (is_cell(p)) {
    out += "cell ";
    out += kCellLetters[p - kFirstCell];
  } else {
    out += "the foundation";
  }
}

// ` H-5`; ` S-0` of an empty one.
void append_foundation(std::string& out, const PatienceState& s, int suit) {
  const int count = s.home[suit];
  const char top = count == 0 ? '0' : kRankLetters[(s.base + count - 1) % kRanks];
  const char text[] = {' ', kSuitLetters[suit], '-', top};
  out.append(text, sizeof text);
}

// ` 5H 4S`, deepest first; written from its end, where a column's links begin.
void append_column(std::string& out, const PatienceState& s, int column) {
  std::array<char, 3 * kDeck> text;
  char* const end = text.data() + text.size();
  char* begin = end;
  for (std::uint8_t c = s.top[column]; c < kDeck; c = s.below[c]) {
    const Card card = to_printed(c, s.base);
    *--begin = kSuitLetters[std::size_t(suit_of(card))];
    *--begin = kRankLetters[std::size_t(rank_of(card))];
    *--begin = ' ';
  }
  out.append(begin, std::size_t(end - begin));
}

}  // namespace

void append_cards(std::string& out, const Patience& game, const PatienceState& s, const PatienceMove& m) {
  if (is_cell(m.from)) return append_printed(out, s, s.cell[m.from - kFirstCell]);
  if (is_home(m.from)) return append_printed(out, s, make_card(s.home[m.from - kFirstHome] - 1, m.from - kFirstHome));
  Patience::Group group{};
  game.run(s, m.from, group.data());
  for (int i = m.count; i-- > 0;) {
    append_printed(out, s, group[std::size_t(i)]);
    if (i > 0) out += ' ';
  }
}

void append_description(std::string& out, const Patience& game, const PatienceState& s, const PatienceMove& m) {
  append_cards(out, game, s, m);
  out += " from ";
  append_pile(out, m.from);
  if (is_home(m.from)) {
    out += " of ";
    out += kSuitLetters[m.from - kFirstHome];
  }
  if (is_home(m.to)) {
    out += " home";
    return;
  }
  if (is_cell(m.to)) {
    out += " to ";
  } else if (const Card onto = s.top[m.to]; onto == kNoCard) {
    out += " to the empty ";
  } else {
    out += " onto ";
    append_printed(out, s, onto);
    out += " in ";
  }
  append_pile(out, m.to);
}

void append_board(std::string& out, const Patience& game, const PatienceState& s) {
  constexpr int kShown[] = {2, 0, 1, 3};  // hearts, clubs, diamonds, spades
  if (s.base != 0) {
    out += "Base: ";
    out += kRankLetters[s.base];
    out += '\n';
  }
  out += "Foundations:";
  for (const int suit : kShown) append_foundation(out, s, suit);
  out += "\nFreecells:";
  for (int i = 0; i < game.rules().cells; ++i) {
    out += ' ';
    if (s.cell[i] == kNoCard) {
      out += '-';
    } else {
      append_printed(out, s, s.cell[i]);
    }
  }
  for (int i = 0; i < game.rules().columns; ++i) {
    out += "\n:";
    append_column(out, s, i);
  }
  out += '\n';
}

std::string describe_move(const Patience& game, const PatienceState& s, const PatienceMove& m) {
  std::string out;
  append_description(out, game, s, m);
  return out;
}

std::string format_board(const Patience& game, const PatienceState& s) {
  std::string out;
  append_board(out, game, s);
  return out;
}

}  // namespace winnable
