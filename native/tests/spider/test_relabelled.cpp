// Relabelling shows the same game under other names, and translates moves back.
#include <algorithm>
#include <memory>
#include <set>

#include "spider/policy/relabelled.hpp"
#include "tests/check.hpp"

using namespace winnable;

namespace {

// Keeps what it was shown; moves from the first column to the second, then deals.
class Recorder final : public Policy {
 public:
  explicit Recorder(Observation& shown) : shown_(shown) {}
  std::vector<PatienceMove> plan(const Observation& seen, const CancelFlag*) override {
    shown_ = seen;
    return {{0, 1, 3}, kDealRow};
  }
  void reseed(std::uint64_t) override {}

 private:
  Observation& shown_;
};

Observation sample(bool two_suits) {
  Observation seen;
  seen.stock = 20;
  for (int i = 0; i < 10; ++i) {
    const int suit = two_suits ? 2 + i % 2 : i % 4;
    seen.columns.push_back({static_cast<std::uint8_t>(i), {make_card(i, suit), make_card(12 - i, suit)}});
  }
  for (int face = 0; face < kDeck; ++face) {
    seen.unseen[face] = !two_suits || suit_of(Card(face)) >= 2 ? static_cast<std::uint8_t>(face % 3) : 0;
  }
  seen.runs[3] = 1;
  return seen;
}

// What does not depend on names: each column's face-down cards and ranks, in order of the former.
std::multiset<std::vector<int>> nameless(const Observation& seen) {
  std::multiset<std::vector<int>> out;
  for (const auto& column : seen.columns) {
    std::vector<int> one{column.down};
    for (const Card c : column.up) one.push_back(rank_of(c));
    out.insert(one);
  }
  return out;
}

void test_same_game(bool two_suits) {
  const Observation seen = sample(two_suits);
  std::set<int> first;
  std::set<int> suits;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Observation shown;
    RelabelledPolicy policy(std::make_unique<Recorder>(shown), seed);
    const auto moves = policy.plan(seen, nullptr);
    CHECK(shown.stock == seen.stock && nameless(shown) == nameless(seen));
    // The cards of a column are those of the column that it stands for, under one renaming of suits.
    const auto& from = seen.columns[moves[0].from];
    CHECK(shown.columns[0].down == from.down && rank_of(shown.columns[0].up[0]) == rank_of(from.up[0]));
    CHECK(shown.columns[1].down == seen.columns[moves[0].to].down);
    CHECK(moves[0].count == 3 && moves[1] == kDealRow);
    const auto gone = std::find(shown.runs.begin(), shown.runs.end(), 1) - shown.runs.begin();
    for (int rank = 0; rank < kRanks; ++rank) {
      CHECK(shown.unseen[make_card(rank, static_cast<int>(gone))] == seen.unseen[make_card(rank, 3)]);
    }
    CHECK(!two_suits || gone >= 2);
    first.insert(moves[0].from);
    suits.insert(static_cast<int>(gone));
    CHECK(policy.plan(seen, nullptr) == moves);  // the same seed, the same moves
  }
  CHECK(first.size() == 10);  // any column may be looked at first
  CHECK(suits.size() == (two_suits ? 2U : 4U));
}

void test_seed_zero() {
  const Observation seen = sample(false);
  Observation shown;
  RelabelledPolicy policy(std::make_unique<Recorder>(shown));
  const auto moves = policy.plan(seen, nullptr);
  CHECK(shown == seen && moves[0] == (PatienceMove{0, 1, 3}));
}

}  // namespace

int main() {
  test_same_game(false);
  test_same_game(true);
  test_seed_zero();
}
