// Rules values by key: the one list of keys, for text, Python and JSON alike.
#pragma once

#include <string_view>
#include <vector>

#include "core/rule_keys.hpp"
#include "patience/rules.hpp"

namespace winnable {

// Sets one rule; throws std::invalid_argument naming the key and what it takes.
// Numbers are decimal, flags are true/false, column_cards is a list like "8 8 8 7 6".
void set_rule(PatienceRules& rules, std::string_view key, std::string_view value);

// Every key with its value and its type, in the order of the struct.
std::vector<RuleItem> rule_items(const PatienceRules& rules);

}  // namespace winnable
