#include "spider/dead_end.hpp"

namespace winnable {

std::string spider_dead_end(const Spider& game, const SpiderState& s) {
  const PatienceRules& rules = game.rules();
  if (rules.deal_over_empty || s.stock_count == 0) return {};
  const int cards = card_count(rules) - s.stock_count - (s.home[0] + s.home[1] + s.home[2] + s.home[3]);
  if (cards >= rules.columns) return {};
  const std::string on_table = cards == 1 ? "1 card" : std::to_string(cards) + " cards";
  return on_table + " on the table can never fill " + std::to_string(rules.columns) +
         " columns, and while one is empty no row is dealt";
}

}  // namespace winnable
