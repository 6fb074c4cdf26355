#include "games/patience_rules_text.hpp"

#include "games/rule_keys.hpp"

namespace winnable {

namespace {

constexpr std::string_view kBuildNames[] = {"none", "suit", "colour", "alternate", "any"};
constexpr std::string_view kGroupSizeNames[] = {"one", "limited", "unlimited"};
constexpr std::string_view kFillNames[] = {"none", "king", "any"};
constexpr std::string_view kLeaveNames[] = {"singly", "runs"};
constexpr std::string_view kBaseNames[] = {"ace", "beak"};
constexpr std::string_view kKingsNames[] = {"stay", "sink"};

void set_column_cards(PatienceRules& r, std::string_view value) {
  std::array<std::uint8_t, kMaxColumns> cards{};
  std::size_t n = 0;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t end = std::min(value.find(' ', at), value.size());
    if (end > at) {
      if (n == cards.size()) bad_rule_value("column_cards", value, "a list of at most 13 numbers");
      cards[n++] = parse_rule_number("column_cards", value.substr(at, end - at), 0, 52);
    }
    at = end + 1;
  }
  r.column_cards = cards;
}

std::string get_column_cards(const PatienceRules& r) {
  std::string out;
  std::size_t n = kMaxColumns;
  while (n > 0 && r.column_cards[n - 1] == 0) --n;
  for (std::size_t i = 0; i < n; ++i) out += (i == 0 ? "" : " ") + std::to_string(r.column_cards[i]);
  return out;
}

const std::vector<RuleKey<PatienceRules>>& keys() {
  using R = PatienceRules;
  static const std::vector<RuleKey<R>> all = {
      number_key("columns", &R::columns, 0, kMaxColumns),
      number_key("cells", &R::cells, 0, kMaxCells),
      choice_key("build", &R::build, kBuildNames),
      choice_key("group_lift", &R::group_lift, kBuildNames),
      choice_key("group_drop", &R::group_drop, kBuildNames),
      choice_key("group_size", &R::group_size, kGroupSizeNames),
      choice_key("empty_column", &R::empty_column, kFillNames),
      choice_key("leave", &R::leave, kLeaveNames),
      choice_key("base", &R::base, kBaseNames),
      choice_key("foundation_return", &R::foundation_return, kRuleFlags),
      choice_key("deck_reversed", &R::deck_reversed, kRuleFlags),
      number_key("cells_filled", &R::cells_filled, 0, kMaxCells),
      choice_key("base_cards_out", &R::base_cards_out, kRuleFlags),
      choice_key("deal_to_foundations", &R::deal_to_foundations, kRuleFlags),
      choice_key("kings", &R::kings, kKingsNames),
      {"column_cards", set_column_cards, get_column_cards},
  };
  return all;
}

}  // namespace

void set_rule(PatienceRules& rules, std::string_view key, std::string_view value) {
  set_by_key(keys(), rules, key, value);
}

std::vector<std::pair<std::string, std::string>> rule_items(const PatienceRules& rules) {
  return items_by_key(keys(), rules);
}

}  // namespace winnable
