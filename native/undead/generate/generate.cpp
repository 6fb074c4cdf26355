#include "undead/generate/generate.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "undead/generate/aim.hpp"
#include "undead/generate/draft.hpp"

namespace winnable {

namespace {

std::string plural(int n, const std::string& one) { return std::to_string(n) + " " + one + (n == 1 ? "" : "s"); }

void check_recipe(const UndeadRecipe& r) {
  const std::string size = std::to_string(r.width) + "x" + std::to_string(r.height);
  if (r.width < 1 || r.height < 1 || r.width > kMostSide || r.height > kMostSide) {
    throw std::invalid_argument("no board of " + size + " can be made: a side is 1 to " + std::to_string(kMostSide));
  }
  const int squares = r.width * r.height;
  if (r.mirrors && (*r.mirrors < 0 || *r.mirrors >= squares)) {
    throw std::invalid_argument(plural(*r.mirrors, "mirror") + " leave no cell on a board of " + size);
  }
  const int ends = 2 * (r.width + r.height);
  if (r.hidden < 0 || r.hidden > ends) {
    throw std::invalid_argument(plural(r.hidden, "hidden clue") + " on a board of " + size + ", which has " +
                                std::to_string(ends));
  }
  if (r.grade == 't' && r.technique && *r.technique <= Rung::kDifference) {
    throw std::invalid_argument("no tricky puzzle can be solved by " + std::string(rung_name(*r.technique)) +
                                " steps: tricky is what lines alone do not solve");
  }
}

// Every draft has its share of blank sightings; fewer for what is to be hard.
int draw_blank(char grade, Dice& dice) {
  constexpr int kSpread = 100;
  return (grade == 'e' ? 200 : 100) + dice.below(kSpread);
}

int draw_mirrors(const UndeadRecipe& recipe, Dice& dice) {
  if (recipe.mirrors) return *recipe.mirrors;
  // In a thousand; measured, sgt's have 330 to 440, most where the board is easy.
  constexpr int kSpread = 101;
  const int share = (recipe.grade == 'e' ? 370 : 340) + dice.below(kSpread);
  const int squares = recipe.width * recipe.height;
  return std::min((squares * share + 500) / 1000, squares - 1);
}

}  // namespace

class UndeadGenerator::Impl {
 public:
  explicit Impl(const UndeadRecipe& recipe) : recipe_(recipe), aim_(recipe) {}

  UndeadMade make(std::uint64_t seed, const Limits& limits, const CancelFlag* cancel,
                  std::atomic<std::uint64_t>* looked) {
    Budget budget(limits, cancel);
    Dice dice(seed);
    UndeadMade made;
    do {
      ++made.drafts;
    } while (climb(dice, budget, looked, made) && !made.board);
    made.reason = made.board ? StopReason::kGoal : budget.stop_reason();
    made.looked = budget.nodes();
    made.seconds = budget.seconds();
    return made;
  }

 private:
  // From one draft on. False: the budget is spent.
  bool climb(Dice& dice, Budget& budget, std::atomic<std::uint64_t>* looked, UndeadMade& made) {
    const int squares = recipe_.width * recipe_.height;
    const int patience = 200 + 60 * squares;
    const int idle_most = 200 + 2 * squares;
    UndeadMixture mixture;
    UndeadDraft draft = draw(dice);
    UndeadPosed posed = pose(draft);
    const auto spend = [&] {
      if (looked != nullptr) looked->fetch_add(1, std::memory_order_relaxed);
      return budget.spend() && budget.poll();
    };
    if (!spend()) return false;
    UndeadAppraisal here = aim_.appraise(posed);
    for (int tries = 0, idle = 0; here.distance != 0 && tries < patience; ++tries) {
      if (!spend()) return false;
      if (++idle > idle_most) {  // stuck: let more pass, and shake it where it is stuck
        idle = 0;
        mixture.loosen();
        shake(draft, here, mixture, dice);
        posed = pose(draft);
        here = aim_.appraise(posed);
      }
      UndeadDraft next = draft;
      if (!change_some(next, here, mixture, dice)) continue;
      UndeadPosed next_posed = pose(next);
      UndeadAppraisal there = aim_.appraise(next_posed);
      if (there.distance > here.distance) continue;
      if (there.distance < here.distance) idle = 0;
      draft = std::move(next);
      posed = std::move(next_posed);
      here = std::move(there);
    }
    if (here.distance == 0) {
      made.board = std::move(posed.board);
      made.solution = std::move(posed.solution);
    }
    return true;
  }

  UndeadDraft draw(Dice& dice) {
    const int mirrors = draw_mirrors(recipe_, dice);
    const int blank = draw_blank(recipe_.grade, dice);
    return draw_draft({recipe_.width, recipe_.height, mirrors, blank, recipe_.hidden}, dice);
  }

  // One change, or several while many cells are open: these are far apart on a large board.
  bool change_some(UndeadDraft& draft, const UndeadAppraisal& here, const UndeadMixture& mixture, Dice& dice) {
    constexpr int kOpenForEach = 64;
    const int weak = static_cast<int>(here.weak.size());
    bool changed = false;
    for (int i = 0; i <= weak / kOpenForEach; ++i) {
      const int square = weak > 0 ? here.weak[dice.below(weak)] : dice.below(recipe_.width * recipe_.height);
      changed |= change_draft(draft, square, mixture, dice);
    }
    return changed;
  }

  void shake(UndeadDraft& draft, const UndeadAppraisal& here, const UndeadMixture& mixture, Dice& dice) {
    constexpr int kChanges = 3;
    for (int i = 0; i < kChanges; ++i) change_some(draft, here, mixture, dice);
  }

  UndeadRecipe recipe_;
  UndeadAim aim_;
};

UndeadGenerator::UndeadGenerator(const UndeadRecipe& recipe) {
  check_recipe(recipe);
  impl_ = std::make_unique<Impl>(recipe);
}
UndeadGenerator::UndeadGenerator(UndeadGenerator&&) noexcept = default;
UndeadGenerator& UndeadGenerator::operator=(UndeadGenerator&&) noexcept = default;
UndeadGenerator::~UndeadGenerator() = default;

UndeadMade UndeadGenerator::make(std::uint64_t seed, const Limits& limits, const CancelFlag* cancel,
                                 std::atomic<std::uint64_t>* looked) {
  return impl_->make(seed, limits, cancel, looked);
}

}  // namespace winnable
