#include "games/patience.hpp"

namespace winnable {

namespace {

constexpr std::array<std::array<Key128, kLinks>, kDeck> make_link_keys() {
  std::array<std::array<Key128, kLinks>, kDeck> keys{};
  std::uint64_t seed = 0x57494E4E41424C45ULL;  // "WINNABLE"
  for (auto& row : keys) {
    for (auto& key : row) {
      key.lo = splitmix64(seed);
      key.hi = splitmix64(seed);
    }
  }
  return keys;
}

}  // namespace

const std::array<std::array<Key128, kLinks>, kDeck> kLinkKeys = make_link_keys();

void validate(const PatienceRules& r) {
  const auto bad = [](const char* what) { throw std::invalid_argument(what); };
  if (r.columns < 1 || r.columns > kMaxColumns) bad("columns: must be 1 to 13");
  if (r.cells > kMaxCells) bad("cells: must be 0 to 8");
  if (r.cells_filled > r.cells) bad("cells_filled: more than the game has cells");
  if (r.leave == Leave::kRuns && r.foundation_return) bad("foundation_return: complete runs never come back");
  if (r.leave == Leave::kRuns && r.base_cards_out) bad("base_cards_out: only complete runs leave in this game");
  if (r.leave == Leave::kRuns && r.deal_to_foundations)
    bad("deal_to_foundations: only complete runs leave in this game");
  int fixed = 0;
  bool open = false;
  for (int i = 0; i < kMaxColumns; ++i) {
    if (i >= r.columns && r.column_cards[i] != 0) bad("column_cards: more entries than columns");
    if (i < r.columns && r.column_cards[i] == 0) open = true;
    fixed += r.column_cards[i];
  }
  const int base_out = !r.base_cards_out ? 0 : r.base == BaseRank::kBeak ? kSuits - 1 : kSuits;
  const int dealt = kDeck - r.cells_filled - base_out;
  if (fixed > dealt || (!open && fixed != dealt)) bad("column_cards: must add up to the cards dealt to the tableau");
}

template class PatienceEngine<>;
template class PatienceEngine<&kFreecellRules>;

}  // namespace winnable
