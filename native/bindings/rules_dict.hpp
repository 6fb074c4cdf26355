// Rules values as Python dicts, and other words that all games share with Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/card.hpp"
#include "core/key.hpp"
#include "core/result.hpp"
#include "core/rule_keys.hpp"

namespace winnable {

inline nanobind::bytes to_bytes(const std::vector<Card>& cards) { return nanobind::bytes(cards.data(), cards.size()); }

inline std::vector<Card> to_cards(const nanobind::bytes& b) {
  const auto* data = static_cast<const Card*>(b.data());
  return {data, data + b.size()};
}

inline std::string utf8(nanobind::handle text) {
  std::string out;
  if (!nanobind::try_cast(text, out)) throw nanobind::value_error("a rule is text that UTF-8 can write");
  return out;
}

// Rule values as Python writes them: bool, int, str, or a list of int.
inline std::string rule_text(nanobind::handle value) {
  namespace nb = nanobind;
  if (nb::isinstance<nb::bool_>(value)) return nb::cast<bool>(value) ? "true" : "false";
  if (nb::isinstance<nb::int_>(value)) return nb::cast<std::string>(nb::str(value));
  if (nb::isinstance<nb::str>(value)) return utf8(value);
  if (nb::isinstance<nb::list>(value) || nb::isinstance<nb::tuple>(value)) {
    std::string out;
    for (nb::handle item : value) {
      if (!nb::isinstance<nb::int_>(item)) throw nb::value_error("a list of rules holds numbers only");
      out += (out.empty() ? "" : " ") + nb::cast<std::string>(nb::str(item));
    }
    return out;
  }
  throw nb::value_error("a rule is a number, true or false, a word, or a list of numbers");
}

inline nanobind::list rule_numbers(const std::string& text) {
  nanobind::list out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    out.append(nanobind::int_(std::stoi(text.substr(at, end - at))));
    at = end + 1;
  }
  return out;
}

inline nanobind::object rule_value(const RuleItem& rule) {
  namespace nb = nanobind;
  const std::string& text = rule.value;
  switch (rule.type) {
    case RuleType::kNumber: return nb::int_(std::stoi(text));
    case RuleType::kFlag: return nb::bool_(text == "true");
    case RuleType::kNumbers: return rule_numbers(text);
    case RuleType::kNumberOrWord:
      if (text[0] >= '0' && text[0] <= '9') return nb::int_(std::stoi(text));
      break;
    case RuleType::kWord: break;
  }
  return nb::str(text.c_str(), text.size());
}

// "number", "flag", "word", "numbers", "number or word".
inline const char* rule_type_word(RuleType type) {
  switch (type) {
    case RuleType::kNumber: return "number";
    case RuleType::kFlag: return "flag";
    case RuleType::kWord: return "word";
    case RuleType::kNumbers: return "numbers";
    case RuleType::kNumberOrWord: return "number or word";
  }
  return "";
}

// Rules on top of `rules`, checked as a whole.
template <class Rules>
Rules rules_from_dict(const nanobind::dict& d, Rules rules = {}) {
  for (auto [key, value] : d) {
    if (!nanobind::isinstance<nanobind::str>(key)) throw nanobind::value_error("rules are named by words");
    set_rule(rules, utf8(key), rule_text(value));
  }
  validate(rules);
  return rules;
}

template <class Rules>
nanobind::dict rules_to_dict(const Rules& rules) {
  nanobind::dict out;
  for (const RuleItem& rule : rule_items(rules)) {
    out[nanobind::str(rule.key.c_str(), rule.key.size())] = rule_value(rule);
  }
  return out;
}

// What the value of each key is, as a word.
template <class Rules>
nanobind::dict rule_types() {
  nanobind::dict out;
  for (const RuleItem& rule : rule_items(Rules{})) {
    out[nanobind::str(rule.key.c_str(), rule.key.size())] = rule_type_word(rule.type);
  }
  return out;
}

template <class Rules>
std::size_t hash_rules(const Rules& rules) {
  std::size_t h = 0;
  for (const RuleItem& rule : rule_items(rules)) {
    h = h * 1000003 + std::hash<std::string>{}(rule.key + "=" + rule.value);
  }
  return h;
}

inline const char* outcome_name(Outcome o) {
  switch (o) {
    case Outcome::kWon: return "won";
    case Outcome::kStuck: return "stuck";
    case Outcome::kOpen: break;
  }
  return "open";
}

inline nanobind::int_ to_python(const Key128& key) {
  const nanobind::object hi = nanobind::steal(PyLong_FromUnsignedLongLong(key.hi));
  const nanobind::object lo = nanobind::steal(PyLong_FromUnsignedLongLong(key.lo));
  return nanobind::int_((hi << nanobind::int_(64)) | lo);
}

// A position belongs to a game if their rules are equal.
template <class PyGame, class PyPosition>
void expect_own(const PyGame& game, const PyPosition& p) {
  if (p.game.get() != &game && !(p.game->engine.rules() == game.engine.rules())) {
    throw nanobind::value_error("that position belongs to a game with other rules");
  }
}

}  // namespace winnable
