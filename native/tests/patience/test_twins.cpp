// Searches that leave twins' names open, held against a search with no pruning at all: where such a search finds
// nothing there is nothing, and refining it decides every position, with lines that the real cards can play.
#include <deque>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/deal_numbers.hpp"
#include "patience/auto/refine.hpp"
#include "patience/engine.hpp"
#include "tests/check.hpp"

namespace winnable {
namespace {

using auto_solver::Found;
using auto_solver::Proof;
using auto_solver::Refined;
using auto_solver::RuleTables;
using auto_solver::twin_of;
using auto_solver::Twins;

// Breadth first, every move, no pruning. Nothing: too many positions.
std::optional<bool> naive(const Patience& game, const PatienceState& start, std::size_t most) {
  std::set<std::array<std::uint8_t, kDeck>> seen{start.below};
  std::deque<PatienceState> queue{start};
  MoveList<PatienceMove> moves;
  while (!queue.empty()) {
    const PatienceState s = queue.front();
    queue.pop_front();
    if (game.won(s)) return true;
    game.legal_moves(s, moves);
    for (const PatienceMove& m : moves) {
      const PatienceState next = game.play_unchecked(s, m);
      if (seen.insert(next.below).second) queue.push_back(next);
    }
    if (seen.size() > most) return std::nullopt;
  }
  return false;
}

struct Sample {
  PatienceRules rules;
  PatienceSetup setup;
};

// The highest two to four ranks in random places, under rules in which suits do not count in building.
Sample random_sample(std::mt19937& random) {
  const auto pick = [&](int low, int high) { return low + int(random() % unsigned(high - low + 1)); };
  Sample out;
  PatienceRules& r = out.rules;
  r.columns = std::uint8_t(pick(2, 3));
  r.cells = std::uint8_t(pick(0, 1));
  constexpr std::array<Build, 4> kBuilds{Build::kAlternate, Build::kAlternate, Build::kColour, Build::kAny};
  r.build = r.group_lift = r.group_drop = kBuilds[std::size_t(pick(0, 3))];
  r.group_size = GroupSize(pick(0, 2));
  r.empty_column = Fill(pick(0, 2));
  const int ranks = pick(3, 5);
  std::vector<Card> cards;
  for (int suit = 0; suit < kSuits; ++suit) {
    const int home = kRanks - ranks + pick(0, 2);
    out.setup.home[std::size_t(suit)] = std::uint8_t(home);
    for (int rank = home; rank < kRanks; ++rank) cards.push_back(make_card(rank, suit));
  }
  for (std::size_t i = cards.size() - 1; i > 0; --i) std::swap(cards[i], cards[random() % (i + 1)]);
  out.setup.columns.resize(r.columns);
  for (int i = pick(0, r.cells); i > 0; --i) {
    out.setup.cells.push_back(cards.back());
    cards.pop_back();
  }
  for (const Card c : cards) out.setup.columns[std::size_t(pick(0, r.columns - 1))].push_back(c);
  return out;
}

bool wins(const Patience& game, PatienceState s, const std::vector<PatienceMove>& moves) {
  for (const PatienceMove& m : moves) {
    if (!game.is_legal(s, m)) return false;
    game.apply(s, m);
  }
  return game.won(s);
}

// Samples that the game of twins wins and the real game does not: few do, so these are always tried.
constexpr std::array<int, 12> kNamesDecide{2712,  3797,  7480,  7922,  10162, 11945,
                                           12992, 15060, 16014, 17895, 18167, 19125};

void against_naive() {
  std::vector<int> indices(kNamesDecide.begin(), kNamesDecide.end());
  for (int i = 0; i < some_of(20'000); ++i) indices.push_back(i);
  int solved = 0;
  int lost = 0;
  int refined = 0;
  for (const int i : indices) {
    std::mt19937 random{unsigned(i)};
    const Sample sample = random_sample(random);
    const Patience game{sample.rules};
    const PatienceState start = game.position(sample.setup);
    const std::optional<bool> expected = naive(game, start, 1500);
    if (!expected) continue;
    ++(*expected ? solved : lost);
    const RuleTables tables(sample.rules);
    const std::string name = " on sample " + std::to_string(i);

    Budget budget{Limits{}};
    Stats stats;
    Proof<Patience, 2> blind(game, tables, Autoplay::kSafe);
    check(blind.prepare(start, Twins::all(sample.rules)), "codes fit" + name);
    const Found found = blind.search(budget, 0, stats);
    if (*expected) check(found == Found::kGoal, "a win stays a win when twins have no names" + name);
    if (!*expected && found == Found::kGoal) ++refined;

    Refined<Patience, 2> whole(game, tables, Autoplay::kSafe);
    whole.prepare(start);
    check(whole.search(budget, 0, stats) == (*expected ? Found::kGoal : Found::kNothing), "decides rightly" + name);
    if (*expected) check(wins(game, start, whole.path()), "its line wins" + name);
  }
  check(solved > some_of(2000) && lost > some_of(2000), "samples of both kinds");
  check(refined >= int(kNamesDecide.size()), "samples that only names decide");
}

// Deals that the exact search does not decide in fifty million positions.
void hardest() {
  for (const std::uint64_t n : {219'837'216ULL, 6'825'625'742ULL}) {
    const FixedFreecell game;
    const RuleTables tables(game.rules());
    Refined<FixedFreecell, 2> proof(game, tables, Autoplay::kSafe);
    proof.prepare(game.deal(microsoft_deck(n)));
    Budget budget{Limits{}};
    Stats stats;
    check(proof.search(budget, 200'000, stats) == Found::kNothing, "proves ms:" + std::to_string(n) + " lost");
    check(budget.peak_bytes() < 16'000'000, "in 16 MB");
  }
}

void no_twins() {
  PatienceRules r = kFreecellRules;
  check(Twins::all(r) != 0, "FreeCell has twins");
  check(rank_of(twin_of(17)) == rank_of(17) && colour_of(twin_of(17)) == colour_of(17) && twin_of(17) != 17, "a twin");
  r.group_lift = Build::kSuit;
  check(Twins::all(r) == 0, "no twins where suits count");
  r = kFreecellRules;
  r.foundation_return = true;
  check(Twins::all(r) == 0, "no twins where cards come back");
}

}  // namespace
}  // namespace winnable

int main() {
  using namespace winnable;
  against_naive();
  hardest();
  no_twins();
}
