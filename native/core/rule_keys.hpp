// Rules values by key, for text, Python and JSON alike: what every engine's list of keys is made of.
#pragma once

#include <charconv>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace winnable {

[[noreturn]] inline void bad_rule_value(std::string_view key, std::string_view value, const std::string& expected) {
  throw std::invalid_argument("rule " + std::string(key) + ": '" + std::string(value) + "' is not " + expected);
}

inline std::uint8_t parse_rule_number(std::string_view key, std::string_view value, int least, int most) {
  int n = -1;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), n);
  if (error != std::errc() || end != value.data() + value.size() || n < least || n > most) {
    bad_rule_value(key, value, "a number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return std::uint8_t(n);
}

inline std::uint8_t parse_rule_name(std::string_view key, std::string_view value,
                                    std::span<const std::string_view> names) {
  std::string expected = "one of";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == value) return std::uint8_t(i);
    expected += (i == 0 ? " " : ", ") + std::string(names[i]);
  }
  bad_rule_value(key, value, expected);
}

// What the value of a rule is; as text it is always one line.
enum class RuleType : std::uint8_t {
  kNumber,
  kFlag,          // true, false
  kWord,          // one of a few
  kNumbers,       // a list, separated by spaces
  kNumberOrWord,  // a number, or the one word that stands for none
};

// A rule as text.
struct RuleItem {
  std::string key;
  std::string value;
  RuleType type;
};

// One key of a rules value: its name, what its values are, and how it is set from text and written as text.
template <class Rules>
struct RuleKey {
  std::string_view name;
  RuleType type;
  std::function<void(Rules&, std::string_view)> set;
  std::function<std::string(const Rules&)> get;
};

template <class Rules>
RuleKey<Rules> number_key(std::string_view name, std::uint8_t Rules::*field, int least, int most) {
  return {name, RuleType::kNumber,
          [=](Rules& r, std::string_view v) { r.*field = parse_rule_number(name, v, least, most); },
          [=](const Rules& r) { return std::to_string(r.*field); }};
}

// `names` in the order of the enum's values.
template <class Rules, class Enum>
RuleKey<Rules> word_key(std::string_view name, Enum Rules::*field, std::span<const std::string_view> names) {
  return {name, RuleType::kWord,
          [=](Rules& r, std::string_view v) { r.*field = Enum(parse_rule_name(name, v, names)); },
          [=](const Rules& r) { return std::string(names[std::size_t(r.*field)]); }};
}

template <class Rules>
RuleKey<Rules> flag_key(std::string_view name, bool Rules::*field) {
  static constexpr std::string_view kNames[] = {"false", "true"};
  RuleKey<Rules> key = word_key(name, field, kNames);
  key.type = RuleType::kFlag;
  return key;
}

template <class Rules>
void set_by_key(const std::vector<RuleKey<Rules>>& keys, Rules& rules, std::string_view key, std::string_view value) {
  std::string names;
  for (const RuleKey<Rules>& k : keys) {
    if (k.name == key) return k.set(rules, value);
    names += (names.empty() ? "" : ", ") + std::string(k.name);
  }
  throw std::invalid_argument("unknown rule '" + std::string(key) + "'; the rules are " + names);
}

template <class Rules>
std::vector<RuleItem> items_by_key(const std::vector<RuleKey<Rules>>& keys, const Rules& rules) {
  std::vector<RuleItem> out;
  for (const RuleKey<Rules>& k : keys) out.push_back({std::string(k.name), k.get(rules), k.type});
  return out;
}

}  // namespace winnable
