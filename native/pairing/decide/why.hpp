// Why nothing wins, in words.
#pragma once

#include <string>

#include "pairing/model.hpp"

namespace winnable {

// "the 8s and 5s cannot all be paired: 8S 8D can leave only with 5C"; the flaw of a model whose refine() found one.
std::string words(const PairingModel& model, const PairingFlaw& flaw);

}  // namespace winnable
