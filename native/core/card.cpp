#include "core/card.hpp"

#include <cctype>
#include <utility>

namespace winnable {

std::string format_card(Card c) {
  if (c >= 2 * kDeck) return "??";
  return {kRankLetters[rank_of(c)], kSuitLetters[suit_of(c)]};
}

std::optional<Card> parse_card(std::string_view text) {
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  const auto upper = [](char ch) { return char(std::toupper(static_cast<unsigned char>(ch))); };
  const std::string_view rank_text = text.substr(0, text.size() - 1);
  static constexpr std::pair<std::string_view, int> kNumbers[] = {{"1", 0},   {"0", 9},   {"10", 9},
                                                                  {"11", 10}, {"12", 11}, {"13", 12}};
  int rank = -1;
  for (const auto& [number, value] : kNumbers) {
    if (rank_text == number) rank = value;
  }
  if (rank < 0 && rank_text.size() == 1) {
    const auto at = kRankLetters.find(upper(rank_text[0]));
    if (at != std::string_view::npos) rank = int(at);
  }
  const auto suit = kSuitLetters.find(upper(text.back()));
  if (rank < 0 || suit == std::string_view::npos) return std::nullopt;
  return make_card(rank, int(suit));
}

}  // namespace winnable
