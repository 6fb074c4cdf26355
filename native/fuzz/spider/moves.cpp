// Move texts of Spider and its kin from a fuzzer: whatever parse_move reads is legal, has one
// spelling that reads back as the same move, and leads to a sound position.
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/key.hpp"
#include "fuzz/spider/input.hpp"
#include "patience/text.hpp"

namespace winnable {
namespace {

using fuzz::expect;

void play(const Spider& game, SpiderState& state, std::string_view text) {
  MoveList<PatienceMove> legal;
  game.all_moves(state, legal);
  const auto move = fuzz::read_move(game, state, legal, text);
  if (!move) return;
  game.apply(state, *move);
  fuzz::check_position(game, state);
}

SpiderState deal(const Spider& game, std::uint64_t seed) {
  std::vector<Card> deck;
  for (int c = 0; c < card_count(game.rules()); ++c) deck.push_back(game.printed(Card(c)));
  for (std::size_t i = deck.size(); i > 1; --i) std::swap(deck[i - 1], deck[splitmix64(seed) % i]);
  return game.deal(deck);
}

}  // namespace
}  // namespace winnable

// 32 bytes choose rules and a deal, and the rest is moves parted by spaces.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnable;
  constexpr std::size_t kHead = 32;
  if (size < kHead) return 0;
  fuzz::Bytes head(data, kHead);
  const Spider game(fuzz::read_spider_rules(head));
  SpiderState state = deal(game, data[kHead - 1]);
  const std::string_view text(reinterpret_cast<const char*>(data + kHead), size - kHead);
  fuzz::for_each_part(text, ' ', [&](std::string_view word) { play(game, state, word); });
  return 0;
}
