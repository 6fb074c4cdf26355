#include "patience/engine.hpp"

#include <algorithm>

#include "patience/deal_impl.hpp"
#include "patience/legal_impl.hpp"
#include "patience/stock_impl.hpp"

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

bool is_open(const PatienceRules& r) {
  return r.decks == 1 && r.suits == kSuits && r.stock == Stock::kNone && r.group_size != GroupSize::kHeap &&
         r.run_removal == RunRemoval::kAuto && std::ranges::none_of(r.face_down, [](int n) { return n > 0; });
}

namespace {

[[noreturn]] void bad(const char* what) { throw std::invalid_argument(what); }

void validate_deal(const PatienceRules& r) {
  int fixed = 0;
  bool open = false;
  for (int i = 0; i < kMaxColumns; ++i) {
    if (i >= r.columns && r.column_cards[i] != 0) bad("column_cards: more entries than columns");
    if (i >= r.columns && r.face_down[i] != 0) bad("face_down: more entries than columns");
    if (r.face_down[i] != 0 && r.face_down[i] >= r.column_cards[i]) {
      bad("face_down: must leave a card face up in each column of column_cards");
    }
    if (i < r.columns && r.column_cards[i] == 0) open = true;
    fixed += r.column_cards[i];
  }
  const int base_out = !r.base_cards_out ? 0 : r.base == BaseRank::kBeak ? kSuits - 1 : kSuits;
  const int dealt = card_count(r) - r.cells_filled - base_out;
  if (r.stock == Stock::kRows) {
    if (open || fixed >= dealt) bad("column_cards: must give every column cards and leave some for the stock");
  } else if (fixed > dealt || (!open && fixed != dealt)) {
    bad("column_cards: must add up to the cards dealt to the tableau");
  }
}

// What games with a second deck, a stock, face-down cards or fewer suits do without.
void validate_closed(const PatienceRules& r) {
  if (r.suits == 3) bad("suits: must be 1, 2 or 4, so that each suit has as many cards");
  if (r.leave != Leave::kRuns)
    bad("leave: must be runs with a second deck, fewer suits, a stock, face-down cards or heaps");
  if (r.base != BaseRank::kAce)
    bad("base: must be ace with a second deck, fewer suits, a stock, face-down cards or heaps");
  if (r.cells != 0) bad("cells: must be 0 with a second deck, fewer suits, a stock, face-down cards or heaps");
  if (r.kings != KingsTo::kStay)
    bad("kings: must stay with a second deck, fewer suits, a stock, face-down cards or heaps");
  if (r.group_size == GroupSize::kHeap && r.group_lift != Build::kAny) bad("group_lift: must be any where heaps move");
}

}  // namespace

void validate(const PatienceRules& r) {
  if (r.columns < 1 || r.columns > kMaxColumns) bad("columns: must be 1 to 13");
  if (r.cells > kMaxCells) bad("cells: must be 0 to 8");
  if (r.cells_filled > r.cells) bad("cells_filled: more than the game has cells");
  if (r.leave == Leave::kRuns && r.foundation_return) bad("foundation_return: complete runs never come back");
  if (r.leave == Leave::kRuns && r.base_cards_out) bad("base_cards_out: only complete runs leave in this game");
  if (r.leave == Leave::kRuns && r.deal_to_foundations)
    bad("deal_to_foundations: only complete runs leave in this game");
  if (r.leave != Leave::kRuns && r.run_removal != RunRemoval::kAuto) bad("run_removal: no runs leave in this game");
  if (r.deal_over_empty && r.stock == Stock::kNone) bad("deal_over_empty: this game has no stock");
  if (!is_open(r)) validate_closed(r);
  validate_deal(r);
}

template class PatienceEngine<>;
template class PatienceEngine<&kFreecellRules>;
template class PatienceEngine<nullptr, kTwoDecks>;

}  // namespace winnable
