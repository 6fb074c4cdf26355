// Rules values of pairing games by key: the one list of keys.
#pragma once

#include <string_view>
#include <vector>

#include "core/rule_keys.hpp"
#include "pairing/rules.hpp"

namespace winnable {

// Sets one rule; throws std::invalid_argument naming the key and what it takes. Numbers are
// decimal, flags are true/false; passes may be `unlimited`.
void set_rule(PairingRules& rules, std::string_view key, std::string_view value);

// Every key with its value and its type, in the order of the struct.
std::vector<RuleItem> rule_items(const PairingRules& rules);

}  // namespace winnable
