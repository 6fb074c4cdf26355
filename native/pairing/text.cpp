#include "pairing/text.hpp"

namespace winnable {

namespace {

constexpr std::string_view kDraw = "draw";
constexpr std::string_view kRecycle = "recycle";

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
  }
  return out;
}

Card card_in(std::string_view text, std::string_view whole) {
  const auto card = parse_card(text);
  if (!card || *card >= kDeck) {
    throw std::invalid_argument("'" + std::string(whole) + "' is not a move: expected draw, recycle, 8S+5D or KH");
  }
  return *card;
}

PairingMove read_move(std::string_view text) {
  const std::string word = lower(text);
  if (word == kDraw) return kDrawMove;
  if (word == kRecycle) return kRecycleMove;
  const std::size_t plus = text.find('+');
  if (plus == std::string_view::npos) return king_move(card_in(text, text));
  const Card a = card_in(text.substr(0, plus), text);
  const Card b = card_in(text.substr(plus + 1), text);
  if (a == b) throw IllegalMove(format_card(a) + " cannot leave with itself");
  return pair_move(a, b);
}

}  // namespace

std::string format_move(const PairingMove& m) {
  if (m == kDrawMove) return std::string(kDraw);
  if (m == kRecycleMove) return std::string(kRecycle);
  if (m.second == kNoCard) return format_card(m.first);
  return format_card(m.second) + "+" + format_card(m.first);
}

PairingMove parse_move(const Pairing& game, const PairingState& state, std::string_view text) {
  const PairingMove move = read_move(text);
  if (const auto why = game.why_illegal(state, move)) throw IllegalMove(*why);
  return move;
}

}  // namespace winnable
