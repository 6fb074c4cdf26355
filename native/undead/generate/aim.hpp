// How far a draft is from what a recipe asks, and where to change it.
#pragma once

#include <cstdint>
#include <vector>

#include "undead/explain/explain.hpp"
#include "undead/generate/draft.hpp"
#include "undead/generate/generate.hpp"
#include "undead/sgt/grade.hpp"
#include "undead/solve/lines.hpp"
#include "undead/solve/solver.hpp"
#include "undead/solve/trail.hpp"

namespace winnable {

// Distances compare drafts of one recipe; 0 is what was asked.
struct UndeadAppraisal {
  std::int64_t distance = 0;
  std::vector<std::uint16_t> weak;  // squares whose monster lines do not tell, where a change may help
};

// Appraises any number of drafts; working memory is kept between them. All that it says are facts about the
// puzzle, not about how a solver came to them, so that a better solver makes the same boards. (Puzzles that
// take too long to count are set aside as bad ones: there alone a solver could tell.)
class UndeadAim {
 public:
  explicit UndeadAim(const UndeadRecipe& recipe);

  UndeadAppraisal appraise(const UndeadPosed& posed);

 private:
  template <class Could>
  static std::int64_t note_open(const UndeadBoard& board, Could could, std::vector<std::uint16_t>& open);
  std::int64_t technique_gap(const UndeadState& start);
  std::int64_t solutions_gap(const UndeadState& start, std::int64_t open);

  UndeadRecipe recipe_;
  int fewest_open_ = 0;  // cells that sgt's passes should leave open
  int most_open_ = 0;
  int near_ = 0;  // how many more may be open by lines without totals
  undead::LineModel model_;
  undead::Trail trail_;
  SgtGrader grader_;
  UndeadSolver counter_;
  UndeadExplainer explainer_;
};

}  // namespace winnable
