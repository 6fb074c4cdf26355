#include "games/patience_rules_text.hpp"

#include <charconv>
#include <functional>
#include <span>
#include <stdexcept>

namespace winnable {

namespace {

[[noreturn]] void bad_value(std::string_view key, std::string_view value, const std::string& expected) {
  throw std::invalid_argument("rule " + std::string(key) + ": '" + std::string(value) + "' is not " + expected);
}

std::uint8_t parse_number(std::string_view key, std::string_view value, int most) {
  int n = -1;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), n);
  if (error != std::errc() || end != value.data() + value.size() || n < 0 || n > most) {
    bad_value(key, value, "a number from 0 to " + std::to_string(most));
  }
  return std::uint8_t(n);
}

constexpr std::string_view kBuildNames[] = {"none", "suit", "colour", "alternate", "any"};
constexpr std::string_view kGroupSizeNames[] = {"one", "limited", "unlimited"};
constexpr std::string_view kFillNames[] = {"none", "king", "any"};
constexpr std::string_view kLeaveNames[] = {"singly", "runs"};
constexpr std::string_view kBaseNames[] = {"ace", "beak"};
constexpr std::string_view kKingsNames[] = {"stay", "sink"};
constexpr std::string_view kFlagNames[] = {"false", "true"};

std::uint8_t parse_name(std::string_view key, std::string_view value, std::span<const std::string_view> names) {
  std::string expected = "one of";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == value) return std::uint8_t(i);
    expected += (i == 0 ? " " : ", ") + std::string(names[i]);
  }
  bad_value(key, value, expected);
}

struct Key {
  std::string_view name;
  std::function<void(PatienceRules&, std::string_view)> set;
  std::function<std::string(const PatienceRules&)> get;
};

Key number(std::string_view name, std::uint8_t PatienceRules::*field, int most) {
  return {name, [=](PatienceRules& r, std::string_view v) { r.*field = parse_number(name, v, most); },
          [=](const PatienceRules& r) { return std::to_string(r.*field); }};
}

template <class Enum>
Key choice(std::string_view name, Enum PatienceRules::*field, std::span<const std::string_view> names) {
  return {name, [=](PatienceRules& r, std::string_view v) { r.*field = Enum(parse_name(name, v, names)); },
          [=](const PatienceRules& r) { return std::string(names[std::size_t(r.*field)]); }};
}

void set_column_cards(PatienceRules& r, std::string_view value) {
  std::array<std::uint8_t, kMaxColumns> cards{};
  std::size_t n = 0;
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t end = std::min(value.find(' ', at), value.size());
    if (end > at) {
      if (n == cards.size()) bad_value("column_cards", value, "a list of at most 13 numbers");
      cards[n++] = parse_number("column_cards", value.substr(at, end - at), 52);
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

const std::vector<Key>& keys() {
  using R = PatienceRules;
  static const std::vector<Key> all = {
      number("columns", &R::columns, kMaxColumns),
      number("cells", &R::cells, kMaxCells),
      choice("build", &R::build, kBuildNames),
      choice("group_lift", &R::group_lift, kBuildNames),
      choice("group_drop", &R::group_drop, kBuildNames),
      choice("group_size", &R::group_size, kGroupSizeNames),
      choice("empty_column", &R::empty_column, kFillNames),
      choice("leave", &R::leave, kLeaveNames),
      choice("base", &R::base, kBaseNames),
      choice("foundation_return", &R::foundation_return, kFlagNames),
      choice("deck_reversed", &R::deck_reversed, kFlagNames),
      number("cells_filled", &R::cells_filled, kMaxCells),
      choice("base_cards_out", &R::base_cards_out, kFlagNames),
      choice("deal_to_foundations", &R::deal_to_foundations, kFlagNames),
      choice("kings", &R::kings, kKingsNames),
      {"column_cards", set_column_cards, get_column_cards},
  };
  return all;
}

}  // namespace

void set_rule(PatienceRules& rules, std::string_view key, std::string_view value) {
  for (const Key& k : keys()) {
    if (k.name == key) return k.set(rules, value);
  }
  std::string names;
  for (const Key& k : keys()) names += (names.empty() ? "" : ", ") + std::string(k.name);
  throw std::invalid_argument("unknown rule '" + std::string(key) + "'; the rules are " + names);
}

std::vector<std::pair<std::string, std::string>> rule_items(const PatienceRules& rules) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const Key& k : keys()) out.emplace_back(std::string(k.name), k.get(rules));
  return out;
}

}  // namespace winnable
