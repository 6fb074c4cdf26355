#include "undead/methods/methods.hpp"

#include "undead/methods/finds.hpp"
#include "undead/methods/guess.hpp"
#include "undead/methods/walk.hpp"

namespace winnable {

namespace {

// Where a line shows nothing, every cell seen directly holds a ghost, every one in a mirror a vampire.
// False: two such lines, or something filled in, contradict that.
bool fill_zero_paths(UndeadDesk& desk) {
  const UndeadBoard& board = *desk.state().board;
  for (const UndeadLine& line : board.lines()) {
    for (int end = 0; end < 2; ++end) {
      if (board.sighting(line.ends[end]) != 0) continue;
      for (const UndeadVisit& v : line.visits) {
        const Monster unseen = is_seen(Monster::kGhost, v.part, end) ? Monster::kVampire : Monster::kGhost;
        if (desk.at(v.cell) == Monster::kNone) desk.fill(v.cell, unseen);
        if (desk.at(v.cell) != unseen) return false;
      }
    }
  }
  return true;
}

template <class Obs>
UndeadMethodResult search_observed(const UndeadState& start, const UndeadMethodOptions& options, Budget& budget,
                                   Obs& observer) {
  const UndeadSearch game(start, UndeadHeuristic({}));
  const SearchOptions search_options;
  Run<UndeadSearch, Obs> run(game, search_options, budget, observer);
  UndeadDesk desk(start, options.zero_sum);
  UndeadFinds<Obs> finds(start, options, desk, run);
  const bool random = options.method == UndeadMethod::kRandom;
  if (!budget.poll()) return finds.stopped();
  if (options.zero_fill && !fill_zero_paths(desk)) {
    run.left_out = random;
    return finds.exhausted();
  }
  finds.figures.zero_filled = desk.filled();
  if (random) return UndeadGuess<Obs>(finds).at_random();
  if (options.method == UndeadMethod::kBrute) return UndeadGuess<Obs>(finds).in_turn();
  return UndeadWalk<Obs>(finds).search();
}

}  // namespace

std::optional<UndeadMethod> parse_undead_method(std::string_view name) {
  for (std::size_t i = 0; i < kUndeadMethodNames.size(); ++i) {
    if (kUndeadMethodNames[i] == name) return static_cast<UndeadMethod>(i);
  }
  return std::nullopt;
}

UndeadMethodResult search_by_method(const UndeadState& start, const UndeadMethodOptions& options, Budget& budget,
                                    EventBuffer* buffer) {
  if (buffer != nullptr) return search_observed(start, options, budget, *buffer);
  NoObserver nobody;
  return search_observed(start, options, budget, nobody);
}

}  // namespace winnable
