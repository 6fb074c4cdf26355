// Looks for weights of the `auto` solver's greedy search or of the `short` solver's beam:
//
//   tune_patience_weights auto|short FIRST DEALS ROUNDS SEED [KEY=VALUE...]
//
// over DEALS Microsoft deals from FIRST on, in the game of these rules (FreeCell where none are given).
// `auto` starts from the game's first attempt and wants few positions generated, an attempt that does not win
// counted twice; `short` wants few moves that take no card home, with beams 50 and 60 wide.
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/deal_numbers.hpp"
#include "core/limits.hpp"
#include "patience/auto/greedy.hpp"
#include "patience/engine.hpp"
#include "patience/rules_text.hpp"
#include "patience/short/beam.hpp"
#include "tune/climb.hpp"

namespace winnable {

namespace {

using namespace auto_solver;

std::vector<PatienceState> starts_of(const Patience& game, std::uint64_t first, std::uint64_t deals) {
  std::vector<PatienceState> out;
  for (std::uint64_t n = first; n < first + deals; ++n) {
    PatienceState s = game.deal(microsoft_deck(n));
    while (const auto m = game.autoplay(s, Autoplay::kSafe)) game.apply(s, *m);
    out.push_back(s);
  }
  return out;
}

void tune_auto(const Patience& game, const std::vector<PatienceState>& starts, int rounds, std::uint64_t seed) {
  Weights w = make_plan(game.rules()).before.front().weights;
  const RuleTables tables(game.rules());
  Greedy<Patience> greedy(game, tables, Autoplay::kSafe);
  StartTables deal;
  const std::vector<tune::Named> values = {
      {"away", &w.away},     {"depth", &w.depth},   {"block", &w.block}, {"inversion", &w.inversion},
      {"breaks", &w.breaks}, {"built", &w.built},   {"cell", &w.cell},   {"last_cell", &w.last_cell},
      {"column", &w.column}, {"spread", &w.spread}, {"move", &w.move},   {"later", &w.later},
      {"split", &w.split}};
  tune::climb(values, rounds, seed, [&] {
    double generated = 0;
    for (const PatienceState& start : starts) {
      Budget budget({.nodes = 0, .seconds = 0, .bytes = 0}, nullptr);
      deal.reset(start, game.rules().columns, tables);
      const Found found = greedy.search(start, deal, w, kSmall, budget);
      generated += static_cast<double>(greedy.generated()) * (found == Found::kGoal ? 1 : 2);
    }
    return generated / static_cast<double>(starts.size());
  });
}

void tune_short(const Patience& game, const std::vector<PatienceState>& starts, int rounds, std::uint64_t seed) {
  constexpr int kNotWon = 250;  // extra moves
  ShortWeights w;
  ShortBeam<Patience> beam(game);
  const std::vector<tune::Named> values = {{"bound", &w.bound},
                                           {"free_cells[0]", &w.free_cells[0]},
                                           {"free_cells[1]", &w.free_cells[1]},
                                           {"free_cells[2]", &w.free_cells[2]},
                                           {"free_cells[3]", &w.free_cells[3]},
                                           {"free_cells[4]", &w.free_cells[4]},
                                           {"empty_columns[0]", &w.empty_columns[0]},
                                           {"empty_columns[1]", &w.empty_columns[1]},
                                           {"empty_columns[2]", &w.empty_columns[2]},
                                           {"empty_columns[3]", &w.empty_columns[3]},
                                           {"breaks", &w.breaks},
                                           {"blocked", &w.blocked},
                                           {"next_depth", &w.next_depth},
                                           {"second_depth", &w.second_depth},
                                           {"king_floor", &w.king_floor},
                                           {"cell_wait", &w.cell_wait}};
  tune::climb(values, rounds, seed, [&] {
    double moves = 0;
    for (const PatienceState& start : starts) {
      for (const int width : {50, 60}) {
        Budget budget({.nodes = 0, .seconds = 0, .bytes = 0}, nullptr);
        const auto end = beam.run(start, width, kNotWon, w, budget);
        moves += end == ShortBeam<Patience>::End::kFound ? beam.extra_moves() : kNotWon;
      }
    }
    return moves / static_cast<double>(2 * starts.size());
  });
}

int run(const std::vector<std::string_view>& words) {
  if (words.size() < 5 || (words[0] != "auto" && words[0] != "short")) {
    std::fputs("usage: tune_patience_weights auto|short FIRST DEALS ROUNDS SEED [KEY=VALUE...]\n", stderr);
    return 2;
  }
  PatienceRules rules;
  for (std::size_t i = 5; i < words.size(); ++i) {
    const std::size_t at = words[i].find('=');
    if (at == std::string_view::npos) throw std::invalid_argument("not KEY=VALUE: " + std::string(words[i]));
    set_rule(rules, words[i].substr(0, at), words[i].substr(at + 1));
  }
  const Patience game(rules);
  const std::vector<PatienceState> starts = starts_of(game, tune::number(words[1]), tune::number(words[2]));
  if (starts.empty()) throw std::invalid_argument("no deals");
  const int rounds = static_cast<int>(tune::number(words[3]));
  (words[0] == "auto" ? tune_auto : tune_short)(game, starts, rounds, tune::number(words[4]));
  return 0;
}

}  // namespace

}  // namespace winnable

int main(int argc, char** argv) {
  try {
    return winnable::run({argv + 1, argv + argc});
  } catch (const std::logic_error& error) {
    std::fprintf(stderr, "tune_patience_weights: %s\n", error.what());
    return 2;
  }
}
