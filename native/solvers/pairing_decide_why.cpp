#include "solvers/pairing_decide_why.hpp"

namespace winnable {

namespace {

std::string names(CardMask cards) {
  std::string out;
  for_each_card(cards, [&](int number) { out += (out.empty() ? "" : " ") + format_card(model_card(number)); });
  return out;
}

std::string ranks(int number) {
  const int rank = rank_of(model_card(number));
  return "the " + std::string(1, kRankLetters[rank]) + "s and " + kRankLetters[kKing - 1 - rank] + "s";
}

}  // namespace

std::string words(const PairingModel& model, const PairingFlaw& flaw) {
  if (flaw.stranded != 0) {
    const int number = std::countr_zero(flaw.stranded);
    const std::string partner(1, kRankLetters[kKing - 1 - rank_of(model_card(number))]);
    const std::string only =
        flaw.partners == 0 ? " can leave with no " + partner : " can leave only with " + names(flaw.partners);
    return ranks(number) + " cannot all be paired: " + names(flaw.stranded) + only;
  }
  std::string out;
  for (const CardMask pair : flaw.circle) {
    // Named first: the card that must leave only with the other.
    const int low = std::countr_zero(pair), high = 63 - std::countl_zero(pair);
    const bool by_low = (model.goal() & card_bit(low)) != 0 && std::has_single_bit(model.partners(low));
    const CardMask first = card_bit(by_low ? low : high);
    out += (out.empty() ? "" : ", ") + names(first) + " can leave only with " + names(pair & ~first);
  }
  if (flaw.circle.size() > 0) out += ": each of these pairs waits for the next, and the last for the first";
  return out;
}

}  // namespace winnable
