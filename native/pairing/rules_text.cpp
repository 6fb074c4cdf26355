#include "pairing/rules_text.hpp"

namespace winnable {

namespace {

constexpr std::string_view kTableauNames[] = {"pyramid", "triangle"};
constexpr std::string_view kStockTopNames[] = {"hidden", "apart", "open"};
constexpr std::string_view kGoalNames[] = {"tableau", "all"};
constexpr std::string_view kScoringNames[] = {"none", "microsoft", "par"};
constexpr std::string_view kUnlimited = "unlimited";

void set_passes(PairingRules& r, std::string_view value) {
  if (value == kUnlimited) {
    r.passes = 0;
    return;
  }
  try {
    r.passes = parse_rule_number("passes", value, 1, kMaxPasses);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string(error.what()) + ", or " + std::string(kUnlimited));
  }
}
std::string get_passes(const PairingRules& r) {
  return r.passes == 0 ? std::string(kUnlimited) : std::to_string(r.passes);
}

const std::vector<RuleKey<PairingRules>>& keys() {
  using R = PairingRules;
  static const std::vector<RuleKey<R>> all = {
      word_key("tableau", &R::tableau, kTableauNames),
      number_key("rows", &R::rows, 1, kMaxRows),
      number_key("face_down_rows", &R::face_down_rows, 0, kMaxRows),
      number_key("columns", &R::columns, 0, 13),
      {"passes", RuleType::kNumberOrWord, set_passes, get_passes},
      number_key("draw", &R::draw, 1, kMaxDraw),
      number_key("waste_cards", &R::waste_cards, 0, 52),
      word_key("stock_top", &R::stock_top, kStockTopNames),
      flag_key("overlap", &R::overlap),
      word_key("goal", &R::goal, kGoalNames),
      word_key("scoring", &R::scoring, kScoringNames),
      flag_key("play_on", &R::play_on),
  };
  return all;
}

}  // namespace

void set_rule(PairingRules& rules, std::string_view key, std::string_view value) {
  set_by_key(keys(), rules, key, value);
}

std::vector<RuleItem> rule_items(const PairingRules& rules) { return items_by_key(keys(), rules); }

}  // namespace winnable
