// Looks for weights of the beam search in open Spider:
//
//   tune_spider_weights WIDTH DEALS ROUNDS SEED
//
// over DEALS random deals of four suits, with beams of this width. It wants few deals not won; among equals,
// few positions.
#include <cstdio>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "core/key.hpp"
#include "core/limits.hpp"
#include "patience/rules_text.hpp"
#include "spider/open/beam.hpp"
#include "spider/open/game.hpp"
#include "tune/climb.hpp"

namespace winnable {

namespace {

PatienceRules spider_rules() {
  PatienceRules rules;
  for (const auto& [key, value] :
       std::vector<std::pair<std::string_view, std::string_view>>{{"decks", "2"},
                                                                  {"columns", "10"},
                                                                  {"cells", "0"},
                                                                  {"build", "any"},
                                                                  {"group_lift", "suit"},
                                                                  {"group_drop", "any"},
                                                                  {"group_size", "unlimited"},
                                                                  {"leave", "runs"},
                                                                  {"stock", "rows"},
                                                                  {"column_cards", "6 6 6 6 5 5 5 5 5 5"},
                                                                  {"face_down", "5 5 5 5 4 4 4 4 4 4"}}) {
    set_rule(rules, key, value);
  }
  return rules;
}

SpiderState shuffled(const Spider& game, std::uint64_t& seed) {
  std::vector<Card> deck;
  for (int c = 0; c < card_count(game.rules()); ++c) deck.push_back(game.printed(static_cast<Card>(c)));
  for (std::size_t i = deck.size(); i-- > 1;) std::swap(deck[i], deck[splitmix64(seed) % (i + 1)]);
  return game.deal(deck);
}

int run(const std::vector<std::string_view>& words) {
  if (words.size() != 4) {
    std::fputs("usage: tune_spider_weights WIDTH DEALS ROUNDS SEED\n", stderr);
    return 2;
  }
  const std::size_t width = tune::number(words[0]);
  const std::uint64_t deals = tune::number(words[1]);
  std::uint64_t seed = tune::number(words[3]);
  if (width == 0 || deals == 0) throw std::invalid_argument("no deals, or a beam of no width");
  const Spider game(spider_rules());
  OpenSpider open(game.rules());
  std::vector<SpiderState> starts;
  while (starts.size() < deals) starts.push_back(shuffled(game, seed));
  SpiderOpenWeights w;
  const std::vector<tune::Named> values = {{"closed", &w.closed},
                                           {"down", &w.down},
                                           {"join", &w.join},
                                           {"long_join", &w.long_join},
                                           {"off_suit", &w.off_suit},
                                           {"king", &w.king},
                                           {"empty", &w.empty},
                                           {"out_of_rank", &w.out_of_rank},
                                           {"run", &w.run}};
  tune::climb(values, static_cast<int>(tune::number(words[2])), seed, [&] {
    double lost = 0;
    Stats stats;
    for (const SpiderState& start : starts) {
      Budget budget({.nodes = 0, .seconds = 0, .bytes = 0}, nullptr);
      const SpiderPiles piles = open.start(start);
      lost += SpiderBeam(open, w, {width, false}, budget, stats).search(piles).empty() ? 1 : 0;
    }
    return (lost + 1e-9 * static_cast<double>(stats.expanded)) / static_cast<double>(deals);
  });
  return 0;
}

}  // namespace

}  // namespace winnable

int main(int argc, char** argv) {
  try {
    return winnable::run({argv + 1, argv + argc});
  } catch (const std::logic_error& error) {
    std::fprintf(stderr, "tune_spider_weights: %s\n", error.what());
    return 2;
  }
}
