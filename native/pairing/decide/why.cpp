#include "pairing/decide/why.hpp"

namespace winnable {

namespace {

std::string names(CardMask cards) {
  std::string out;
  for_each_card(cards, [&](int number) {
    if (!out.empty()) out += ' ';
    out += format_card(model_card(number));
  });
  return out;
}

std::string rank_name(int number) {
  static constexpr std::string_view kNames[kRanks] = {"ace", "2", "3",  "4",    "5",     "6",   "7",
                                                      "8",   "9", "10", "jack", "queen", "king"};
  return std::string(kNames[rank_of(model_card(number))]);
}

// The cards that are left of the rank that it makes thirteen with.
CardMask partner_rank(const PairingModel& model, int number) {
  const int other = model_number(make_card(kKing - 1 - rank_of(model_card(number)), 0));
  return model.start().left & (CardMask{15} << other);
}

// Why this card has no partner.
std::string no_partner(const PairingModel& model, int number) {
  const CardMask all = partner_rank(model, number);
  if (all == 0) return "none is left";
  CardMask after = 0;
  for_each_card(all, [&](int other) {
    if ((model.above(other) & card_bit(number)) != 0) after |= card_bit(other);
  });
  const CardMask before = all & model.above(number), others = all & ~before & ~after;
  std::string out;
  const auto add = [&](const std::string& text) { out += (out.empty() ? "" : "; ") + text; };
  if (before != 0) add(names(before) + " must leave before it");
  if (after != 0) add("it must leave before " + names(after));
  if (others != 0) add(names(others) + " cannot, given what other cards need");
  return out;
}

std::string stranded_words(const PairingModel& model, const PairingFlaw& flaw) {
  const int number = std::countr_zero(flaw.stranded);
  const std::string partner = rank_name(model_number(make_card(kKing - 1 - rank_of(model_card(number)), 0)));
  std::string out = "the " + rank_name(number) + "s and " + partner + "s cannot all be paired: " + names(flaw.stranded);
  if (flaw.partners == 0) return out + " can leave with no " + partner + ": " + no_partner(model, number);
  out += " can leave only with " + names(flaw.partners);
  CardMask structural = 0;  // without what other cards need
  for_each_card(flaw.stranded, [&](int card) { structural |= model.possible_partners(card); });
  return structural == flaw.partners ? out : out + ", given what other cards need";
}

}  // namespace

std::string words(const PairingModel& model, const PairingFlaw& flaw) {
  if (flaw.stranded != 0) return stranded_words(model, flaw);
  std::string out;
  bool seen = true;  // are all these the only partners at first sight?
  for (const CardMask pair : flaw.circle) {
    // Named first: the card that can leave only with the other.
    const int low = std::countr_zero(pair), high = 63 - std::countl_zero(pair);
    const bool by_low = (model.goal() & card_bit(low)) != 0 && std::has_single_bit(model.partners(low));
    const CardMask first = card_bit(by_low ? low : high);
    out += (out.empty() ? "" : ", ") + names(first) + " can leave only with " + names(pair & ~first);
    seen = seen && model.possible_partners(std::countr_zero(first)) == (pair & ~first);
  }
  if (!seen) out += ", given what other cards need";
  if (flaw.circle.size() == 2) return out + ": each of the two pairs waits for the other";
  return out + ": each of these pairs waits for the next, and the last one for the first";
}

}  // namespace winnable
