#include "undead/generate/aim.hpp"

#include <algorithm>
#include <bit>

namespace winnable {

namespace {

// Distances are sums; what is far off outweighs what comes after it.
constexpr std::int64_t kFarOff = 1'000'000;  // too many cells open by lines for anything else to matter
constexpr std::int64_t kOffRange = 10'000;   // not yet as many cells open as the grade has
constexpr std::int64_t kMisses = 100;        // of another grade or technique

constexpr std::uint64_t kMostCounted = 32;      // solutions; more are all the same
constexpr std::uint64_t kCountingNodes = 5000;  // a puzzle that takes more is none to give a person

// sgt's grades: Normal takes more passes than Easy, or leaves a few cells to brute force.
constexpr int kMostPassesEasy = 3;
constexpr int kMostOpenNormal = 3;
constexpr int kFewestOpenTricky = 4;

bool is_reasoned(std::optional<Rung> technique) { return technique && *technique != Rung::kWhatIf; }

}  // namespace

UndeadAim::UndeadAim(const UndeadRecipe& recipe) : recipe_(recipe), counter_(UndeadTask{kMostCounted}) {
  const int squares = recipe.width * recipe.height;
  near_ = std::max(4, squares / 20);
  most_open_ = std::max(kFewestOpenTricky + 2, std::min(squares / 5, 20 + squares / 40));
  if (recipe.grade == 't') fewest_open_ = kFewestOpenTricky;
  if (recipe.grade == 'n') most_open_ = kMostOpenNormal;
  if (recipe.grade == 'e') most_open_ = 0;
  // Boards that lines leave open mostly need two of them jointly; others hardly ever do.
  if (recipe.grade == 0 && recipe.technique == Rung::kTwoLines) {
    fewest_open_ = std::min(kFewestOpenTricky, most_open_);
  } else if (recipe.grade == 0 && is_reasoned(recipe.technique)) {
    most_open_ = 0;
  }
}

// Notes the squares whose cells are open, and says how many candidates too many these have.
template <class Could>
std::int64_t UndeadAim::note_open(const UndeadBoard& board, Could could, std::vector<std::uint16_t>& open) {
  std::int64_t many = 0;
  open.clear();
  for (int c = 0; c < board.cells(); ++c) {
    const Candidates left = could(c);
    if (undead::is_single(left)) continue;
    many += std::popcount(left) - 1;
    open.push_back(static_cast<std::uint16_t>(board.square_of(c)));
  }
  return many;
}

UndeadAppraisal UndeadAim::appraise(const UndeadPosed& posed) {
  const UndeadBoard& board = *posed.board;
  UndeadAppraisal out;
  model_.build(board, {});
  trail_.start(model_, board.totals(), false);
  trail_.settle();  // there is a solution, so it finds no contradiction
  const std::int64_t many = note_open(board, [&](int c) { return trail_.could(c); }, out.weak);
  // The totals close some of these cells, too, but no great number.
  if (std::ssize(out.weak) > most_open_ + near_) {
    out.distance = kFarOff + many;
    return out;
  }
  const UndeadState start = Undead::start(posed.board);
  const SgtPasses passes = grader_.passes(start, {}, nullptr, recipe_.grade == 'e' ? kMostPassesEasy : 0);
  const std::int64_t fewer = note_open(board, [&](int c) { return passes.candidates[c]; }, out.weak);
  if (passes.open > most_open_ || passes.open < fewest_open_) {
    out.distance = kOffRange + std::max(passes.open - most_open_, fewest_open_ - passes.open);
    return out;
  }
  const bool other_grade = recipe_.grade == 'n' && sgt_grade(passes) != SgtGrade::kNormal;
  out.distance = (other_grade ? kMisses : 0) + technique_gap(start);
  if (passes.open > 0) out.distance += solutions_gap(start, fewer);
  return out;
}

// Nought where the puzzle's hardest rung is the one asked for.
std::int64_t UndeadAim::technique_gap(const UndeadState& start) {
  if (!recipe_.technique) return 0;
  const Rung wanted = *recipe_.technique;
  const Rung most = std::min(wanted, Rung::kTwoLines);
  const std::optional<Rung> hardest = explainer_.hardest_rung(start, most);
  if (wanted == Rung::kWhatIf) return hardest ? kMisses : 0;
  if (hardest) return *hardest == wanted ? 0 : kMisses;
  if (wanted == Rung::kTwoLines) return kMisses;
  const UndeadExplanation so_far = explainer_.explain(start, {.hardest = wanted});
  return kMisses + std::ranges::count_if(so_far.candidates, [](Candidates c) { return !undead::is_single(c); });
}

// Nought where there is one solution. More than can be counted come down by leaving less open.
std::int64_t UndeadAim::solutions_gap(const UndeadState& start, std::int64_t open) {
  Limits limits;
  limits.nodes = kCountingNodes;
  const UndeadAnswer counted = counter_.solve(start, limits);
  const auto most = static_cast<std::int64_t>(kMostCounted);
  return counted.all ? static_cast<std::int64_t>(counted.solutions) - 1 : most + open;
}

}  // namespace winnable
