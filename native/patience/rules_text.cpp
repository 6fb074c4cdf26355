#include "patience/rules_text.hpp"

#include <algorithm>

namespace winnable {

namespace {

constexpr std::string_view kBuildNames[] = {"none", "suit", "colour", "alternate", "any"};
constexpr std::string_view kGroupSizeNames[] = {"one", "limited", "unlimited", "heap"};
constexpr std::string_view kFillNames[] = {"none", "king", "any"};
constexpr std::string_view kLeaveNames[] = {"singly", "runs"};
constexpr std::string_view kRunRemovalNames[] = {"auto", "may_stay"};
constexpr std::string_view kStockNames[] = {"none", "rows"};
constexpr std::string_view kBaseNames[] = {"ace", "beak"};
constexpr std::string_view kKingsNames[] = {"stay", "sink"};

using Counts = std::array<std::uint8_t, kMaxColumns>;

// One number for each column, the zeros at the end left out.
RuleKey<PatienceRules> counts_key(std::string_view name, Counts PatienceRules::*field) {
  const auto set = [=](PatienceRules& r, std::string_view value) {
    Counts counts{};
    std::size_t n = 0;
    for (std::size_t at = 0; at < value.size();) {
      const std::size_t end = std::min(value.find(' ', at), value.size());
      if (end > at) {
        if (n == counts.size()) bad_rule_value(name, value, "a list of at most 13 numbers");
        counts[n++] = parse_rule_number(name, value.substr(at, end - at), 0, kDeck);
      }
      at = end + 1;
    }
    r.*field = counts;
  };
  const auto get = [=](const PatienceRules& r) {
    const Counts& counts = r.*field;
    std::string out;
    std::size_t n = kMaxColumns;
    while (n > 0 && counts[n - 1] == 0) --n;
    for (std::size_t i = 0; i < n; ++i) out += (i == 0 ? "" : " ") + std::to_string(counts[i]);
    return out;
  };
  return {name, RuleType::kNumbers, set, get};
}

const std::vector<RuleKey<PatienceRules>>& keys() {
  using R = PatienceRules;
  static const std::vector<RuleKey<R>> all = {
      number_key("decks", &R::decks, 1, 2),
      number_key("suits", &R::suits, 1, kSuits),
      number_key("columns", &R::columns, 0, kMaxColumns),
      number_key("cells", &R::cells, 0, kMaxCells),
      word_key("build", &R::build, kBuildNames),
      word_key("group_lift", &R::group_lift, kBuildNames),
      word_key("group_drop", &R::group_drop, kBuildNames),
      word_key("group_size", &R::group_size, kGroupSizeNames),
      word_key("empty_column", &R::empty_column, kFillNames),
      word_key("leave", &R::leave, kLeaveNames),
      word_key("run_removal", &R::run_removal, kRunRemovalNames),
      word_key("base", &R::base, kBaseNames),
      flag_key("foundation_return", &R::foundation_return),
      word_key("stock", &R::stock, kStockNames),
      flag_key("deal_over_empty", &R::deal_over_empty),
      flag_key("deck_reversed", &R::deck_reversed),
      number_key("cells_filled", &R::cells_filled, 0, kMaxCells),
      flag_key("base_cards_out", &R::base_cards_out),
      flag_key("deal_to_foundations", &R::deal_to_foundations),
      word_key("kings", &R::kings, kKingsNames),
      counts_key("column_cards", &R::column_cards),
      counts_key("face_down", &R::face_down),
  };
  return all;
}

}  // namespace

void set_rule(PatienceRules& rules, std::string_view key, std::string_view value) {
  set_by_key(keys(), rules, key, value);
}

std::vector<RuleItem> rule_items(const PatienceRules& rules) { return items_by_key(keys(), rules); }

}  // namespace winnable
