#include "undead/conflict/conflict.hpp"

#include <algorithm>
#include <utility>

#include "undead/conflict/hitting_set.hpp"
#include "undead/solve/solver.hpp"
#include "undead/text.hpp"

namespace winnable {

namespace {

std::vector<UndeadClue> all_clues(const UndeadState& s) {
  std::vector<UndeadClue> out;
  for (int end = 0; end < s.board->ends(); ++end) {
    if (s.board->sighting(end) != kHidden) out.push_back({UndeadClue::Kind::kSighting, end});
  }
  out.push_back({UndeadClue::Kind::kTotals, 0});
  for (int c = 0; c < s.board->cells(); ++c) {
    if (s.monsters[c] != Monster::kNone) out.push_back({UndeadClue::Kind::kMonster, c});
  }
  return out;
}

// Asks the solver about a position with some of its clues.
class Clues {
 public:
  Clues(const UndeadState& s, const Limits& limits, const CancelFlag* cancel)
      : state_(s), clues_(all_clues(s)), limits_(limits), cancel_(cancel), budget_(limits, cancel) {}

  const std::vector<UndeadClue>& clues() const { return clues_; }
  Budget& budget() { return budget_; }

  // A filling that obeys these clues; nothing where there is none. `stopped()` says that a limit came first.
  std::optional<Monsters> filling(const SmallSet& kept) {
    stopped_ = stopped_ || !budget_.poll() || (limits_.nodes != 0 && spent_ >= limits_.nodes);
    if (stopped_) return std::nullopt;
    Limits left = limits_;
    if (limits_.nodes != 0) left.nodes = limits_.nodes - spent_;
    if (limits_.seconds > 0) left.seconds = std::max(1e-6, limits_.seconds - budget_.seconds());
    UndeadAnswer answer = ask(kept, left);
    spent_ += answer.stats.expanded + 1;
    stopped_ = answer.verdict == Verdict::kUnknown;
    if (answer.verdict != Verdict::kSolved) return std::nullopt;
    return std::move(answer.fillings.front());
  }
  bool stopped() const { return stopped_; }

  // Does a whole filling obey this clue?
  bool obeys(const Monsters& filling, const UndeadClue& clue) const {
    switch (clue.kind) {
      case UndeadClue::Kind::kSighting:
        return seen_from({state_.board, filling}, clue.index) == state_.board->sighting(clue.index);
      case UndeadClue::Kind::kTotals: return count_monsters(filling) == state_.board->totals();
      default:
        return filling[static_cast<std::size_t>(clue.index)] == state_.monsters[static_cast<std::size_t>(clue.index)];
    }
  }

 private:
  UndeadAnswer ask(const SmallSet& kept, const Limits& limits) {
    UndeadState s{state_.board, Monsters(state_.monsters.size())};
    std::vector<std::uint8_t> left_out(static_cast<std::size_t>(state_.board->ends()), 1);
    UndeadQuestion question;
    question.totals = false;
    for (const std::uint16_t i : kept) {
      const auto at = static_cast<std::size_t>(clues_[i].index);
      switch (clues_[i].kind) {
        case UndeadClue::Kind::kSighting: left_out[at] = 0; break;
        case UndeadClue::Kind::kTotals: question.totals = true; break;
        case UndeadClue::Kind::kMonster: s.monsters[at] = state_.monsters[at];
      }
    }
    question.left_out = left_out;
    return solver_.solve(s, question, limits, cancel_);
  }

  const UndeadState& state_;
  std::vector<UndeadClue> clues_;
  Limits limits_;
  const CancelFlag* cancel_;
  Budget budget_;
  UndeadSolver solver_{UndeadTask{1}};
  std::uint64_t spent_ = 0;  // nodes of the solver's searches, and one for each
  bool stopped_ = false;     // stays so
};

// Clues of which one must be in every contradiction: those that are left out of a set that can be filled
// and cannot be added to it. Nothing where a limit comes first.
std::optional<SmallSet> must_hit(Clues& clues, SmallSet kept, Monsters filling) {
  SmallSet out;
  for (std::uint16_t i = 0; i < clues.clues().size(); ++i) {
    if (std::ranges::binary_search(kept, i)) continue;
    const auto place = std::ranges::lower_bound(kept, i);
    if (clues.obeys(filling, clues.clues()[i])) {
      kept.insert(place, i);
      continue;
    }
    SmallSet more = kept;
    more.insert(more.begin() + (place - kept.begin()), i);
    if (auto other = clues.filling(more)) {
      kept = std::move(more);
      filling = std::move(*other);
    } else if (clues.stopped()) {
      return std::nullopt;
    } else {
      out.push_back(i);
    }
  }
  return out;
}

// A contradiction from which no clue can be left out, by leaving out one after the other.
SmallSet shrink(Clues& clues, SmallSet kept) {
  for (std::size_t i = kept.size(); i-- > 0 && !clues.stopped();) {
    SmallSet fewer = kept;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (!clues.filling(fewer) && !clues.stopped()) kept = std::move(fewer);
  }
  return kept;
}

UndeadConflict conflict(const Clues& clues, const SmallSet& kept, bool fewest) {
  UndeadConflict out;
  for (const std::uint16_t i : kept) out.clues.push_back(clues.clues()[i]);
  std::ranges::sort(out.clues);
  out.fewest = fewest;
  return out;
}

}  // namespace

std::optional<UndeadConflict> find_conflict(const UndeadState& s, const Limits& limits, const CancelFlag* cancel) {
  Clues clues(s, limits, cancel);
  SmallSet all(clues.clues().size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint16_t>(i);
  if (clues.filling(all) || clues.stopped()) return std::nullopt;
  const SmallSet some = shrink(clues, std::move(all));
  if (clues.stopped()) return std::nullopt;
  HittingSets sets;
  while (const auto smallest = sets.smallest(clues.budget())) {
    if (smallest->size() >= some.size()) return conflict(clues, some, true);
    auto filling = clues.filling(*smallest);
    if (clues.stopped()) break;
    if (!filling) return conflict(clues, *smallest, true);
    auto set = must_hit(clues, *smallest, std::move(*filling));
    if (!set) break;
    sets.add(std::move(*set));
  }
  return conflict(clues, some, false);
}

std::string clue_label(const UndeadState& s, const UndeadClue& clue) {
  if (clue.kind == UndeadClue::Kind::kTotals) return "the totals";
  if (clue.kind == UndeadClue::Kind::kSighting) return sighting_label(*s.board, clue.index);
  const Monster m = s.monsters[static_cast<std::size_t>(clue.index)];
  return square_label(*s.board, s.board->square_of(clue.index)) + "=" + letter_of(m);
}

}  // namespace winnable
