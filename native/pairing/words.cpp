#include "pairing/words.hpp"

#include <array>
#include <stdexcept>
#include <utility>

#include "core/illegal_move.hpp"
#include "pairing/text.hpp"

namespace winnable {

namespace {

constexpr std::string_view kGap = "--";

enum class Where : std::uint8_t { kTableau, kColumns, kWaste, kStock };  // in reading order

int slot_of(const PairingState& s, Card card) {
  for (SlotMask m = s.left; m != 0; m &= m - 1) {
    if (s.card[std::size_t(first_slot(m))] == card) return first_slot(m);
  }
  throw std::invalid_argument(format_card(card) + " has left already");
}

Where where(const Pairing& game, const PairingState& s, int slot) {
  if (slot < game.tableau_slots()) return Where::kTableau;
  if (!game.has_stock()) return Where::kColumns;
  return slot < s.drawn ? Where::kWaste : Where::kStock;
}

std::string place_of(const Pairing& game, const PairingState& s, int slot, bool with_row) {
  switch (where(game, s, slot)) {
    case Where::kTableau: break;
    case Where::kColumns:
      return "in column " + std::to_string((slot - game.tableau_slots()) % game.rules().columns + 1);
    case Where::kWaste: return last_slot(game.waste_of(s)) == slot ? "on the waste" : "in the waste";
    case Where::kStock: return first_slot(game.stock_of(s)) == slot ? "on the stock" : "in the stock";
  }
  if (!with_row) return game.rules().tableau == Tableau::kPyramid ? "in the pyramid" : "in the triangle";
  int row = 0;
  while ((game.row(row) & slot_bit(slot)) == 0) ++row;
  return "in row " + std::to_string(row + 1);
}

std::string describe_pair(const Pairing& game, const PairingState& s, Card first, Card second) {
  const std::array<int, 2> slots = {slot_of(s, first), slot_of(s, second)};
  // What is read first is named first, and in one place the higher rank, which `second` has.
  const bool turned = where(game, s, slots[1]) <= where(game, s, slots[0]);
  if (turned) std::swap(first, second);
  const std::string from = place_of(game, s, slots[turned ? 1 : 0], false);
  const std::string and_from = place_of(game, s, slots[turned ? 0 : 1], false);
  std::string out = format_card(first);
  if (from != and_from) out += " " + from;
  out += " with " + format_card(second);
  out += from == and_from ? ", both " + from : " " + and_from;
  return out;
}

void append_pile(std::string& out, std::string_view name, const PairingState& s, SlotMask pile) {
  out += name;
  for (; pile != 0; pile &= pile - 1) {
    out += ' ';
    append_card(out, s.card[std::size_t(first_slot(pile))]);
  }
  out += '\n';
}

void append_tableau(std::string& out, const Pairing& game, const PairingState& s) {
  const int rows = game.rules().rows;
  int slot = 0;
  for (int row = 0; row < rows; ++row) {
    const int cards = std::popcount(game.row(row));
    out.append(std::size_t(2 * (rows - cards)), ' ');  // the longest row has as many cards as there are rows
    for (int i = 0; i < cards; ++i, ++slot) {
      if (i > 0) out += "  ";
      if ((s.left & slot_bit(slot)) != 0) {
        append_card(out, s.card[std::size_t(slot)]);
      } else {
        out += kGap;
      }
    }
    out += '\n';
  }
}

}  // namespace

std::string place_name(const Pairing& game, const PairingState& s, Card card, bool with_row) {
  return place_of(game, s, slot_of(s, card), with_row);
}

std::string describe_move(const Pairing& game, const PairingState& s, const PairingMove& m) {
  if (m == kDrawMove) {
    std::string out = "draw:";
    SlotMask stock = game.stock_of(s);
    for (int i = 0; i < game.rules().draw && stock != 0; ++i, stock &= stock - 1) {
      out += ' ';
      append_card(out, s.card[std::size_t(first_slot(stock))]);
    }
    return out + " to the waste";
  }
  if (m == kRecycleMove) {
    if (game.unlimited()) return "recycle the waste";
    return "recycle the waste: pass " + std::to_string(s.pass + 2) + " of " + std::to_string(game.rules().passes);
  }
  if (m.second == kNoCard) return "the king " + format_card(m.first) + " " + place_name(game, s, m.first, true);
  return describe_pair(game, s, m.first, m.second);
}

void append_board(std::string& out, const Pairing& game, const PairingState& s) {
  append_tableau(out, game, s);
  if (game.has_stock()) {
    append_pile(out, "Stock:", s, game.stock_of(s));
    append_pile(out, "Waste:", s, game.waste_of(s));
  } else {
    const int columns = game.rules().columns;
    for (int i = 0; i < columns; ++i) {
      SlotMask column = 0;
      for (int slot = game.tableau_slots() + i; slot < kDeck; slot += columns) column |= slot_bit(slot);
      append_pile(out, "Column " + std::to_string(i + 1) + ":", s, column & s.left);
    }
  }
  if (game.rules().passes > 1) out += "Pass: " + std::to_string(s.pass + 1) + "\n";
}

PairingWritten write_solution(const Pairing& game, const PairingState& start, std::span<const PairingMove> moves,
                              Style style) {
  PairingWritten out;
  SolutionLines lines(style, moves.size());
  PairingState s = start;
  if (lines.in_boards()) append_board(lines.boards(), game, s);
  int number = 0;
  for (const PairingMove& m : moves) {
    ++number;
    if (const auto why = game.why_illegal(s, m)) {
      throw IllegalMove("move " + std::to_string(number) + " breaks: " + *why);
    }
    ++(m == kDrawMove ? out.draws : m == kRecycleMove ? out.recycles : out.removals);
    const std::string words = lines.in_words() ? describe_move(game, s, m) : std::string();
    game.apply(s, m);
    lines.add(format_move(m), words);
    if (lines.in_boards()) append_board(lines.boards(), game, s);
  }
  out.score = game.score(s);
  out.body = lines.body();
  out.texts = lines.take_texts();
  return out;
}

}  // namespace winnable
