#include "patience/auto/plan.hpp"

namespace winnable::auto_solver {

namespace {

// Fits 64 MB with room to spare, like all that is smaller.
constexpr std::size_t kLarge = 250'000;
constexpr std::size_t kMedium = 32'000;
constexpr std::uint64_t kShortProof = 300'000;

// What quick searches win they mostly win with few positions, and what they do not win is mostly
// lost: so neither they nor the exhaustive search may wait long for the other, and the work of both
// grows together. Of 51 deals that were open after 700,000 positions of the first exhaustive search,
// 17 were won within the first round, 10 more in the second and 2 more in the third; 15 are lost.
std::vector<Round> growing(const std::vector<Weights>& weights) {
  const auto all = [&](std::size_t nodes) {
    std::vector<Attempt> out;
    for (const Weights& w : weights) out.push_back({w, nodes});
    return out;
  };
  return {{{320, 1280}, all(kLarge), 1'000'000},
          {{5120}, all(4 * kLarge), 4'000'000},
          {{20480}, all(16 * kLarge), 16'000'000},
          {{81920}, {}, 0}};
}

// Weights come from hill climbing for few positions generated, on Microsoft deals from 100001
// on: 2000 deals of FreeCell, 100 to 150 of Beleaguered Castle, Baker's Dozen and Simple Simon.
// native/tune/patience/weights.cpp looks for others in that way, starting from a game's first attempt.

// FreeCell's first wins 98.6 % of the deals. Each of the others is the one of 60 variations that
// wins most, for its time, of what those before it leave of 30,000 deals.
Plan ordinary_plan() {
  constexpr Weights kFirst{.away = 26,
                           .depth = 8,
                           .block = 12,
                           .breaks = 28,
                           .built = -4,
                           .cell = 52,
                           .last_cell = 14,
                           .column = 44,
                           .spread = 2,
                           .move = 18,
                           .later = 2};
  constexpr Weights kSecond{.away = 19,
                            .depth = 17,
                            .block = 25,
                            .inversion = 1,
                            .breaks = 13,
                            .built = -2,
                            .cell = 17,
                            .last_cell = 123,
                            .column = 23,
                            .spread = 5,
                            .move = 12};
  constexpr Weights kThird{.away = 29,
                           .depth = 16,
                           .block = 21,
                           .breaks = 35,
                           .cell = 19,
                           .last_cell = 58,
                           .column = 54,
                           .spread = 8,
                           .move = 8,
                           .later = 1};
  constexpr Weights kFourth{.away = 17,
                            .depth = 3,
                            .block = 6,
                            .inversion = 1,
                            .breaks = 19,
                            .built = -7,
                            .cell = 30,
                            .last_cell = 6,
                            .column = 53,
                            .spread = 1,
                            .move = 26,
                            .later = 2};
  constexpr Weights kFifth{.away = 14,
                           .depth = 11,
                           .block = 21,
                           .inversion = 1,
                           .breaks = 7,
                           .cell = 52,
                           .last_cell = 69,
                           .column = 47,
                           .spread = 12,
                           .move = 4};
  constexpr Weights kSixth{.away = 24,
                           .depth = 12,
                           .block = 8,
                           .inversion = 1,
                           .breaks = 38,
                           .built = -6,
                           .cell = 33,
                           .last_cell = 60,
                           .column = 24,
                           .spread = 15,
                           .move = 8};
  constexpr Weights kSeventh{.away = 17,
                             .depth = 4,
                             .block = 11,
                             .breaks = 17,
                             .built = -3,
                             .cell = 83,
                             .last_cell = 26,
                             .column = 26,
                             .spread = 3,
                             .move = 20,
                             .later = 1};
  constexpr Weights kEighth{.away = 36,
                            .depth = 18,
                            .block = 32,
                            .breaks = 13,
                            .built = -7,
                            .cell = 24,
                            .last_cell = 25,
                            .column = 148,
                            .spread = 8,
                            .move = 8};
  return {{{kFirst, kSmall},
           {kSecond, kSmall},
           {kThird, kSmall},
           {kFourth, kSmall},
           {kFifth, kSmall},
           {kSixth, kSmall},
           {kSeventh, kMedium},
           {kEighth, kMedium}},
          kShortProof,
          growing({kSeventh, kEighth, kThird})};
}

// Complete runs leave: nothing counts but order, and the suit.
Plan runs_plan() {
  constexpr Weights kFirst{.away = 4, .breaks = 16, .column = 14, .move = 3, .split = 21};
  constexpr Weights kSecond{.away = 2, .breaks = 20, .column = 20, .split = 20};
  constexpr Weights kThird{.away = 2, .inversion = 2, .breaks = 28, .column = 40, .move = 2, .split = 16};
  return {{{kFirst, kSmall}, {kSecond, kSmall}, {kFirst, kMedium}, {kSecond, kMedium}, {kThird, kMedium}},
          kShortProof,
          growing({kFirst, kSecond, kThird})};
}

Plan plan_without_cells() {
  constexpr Weights kFirst{.away = 39,
                           .depth = 11,
                           .block = 19,
                           .inversion = 1,
                           .breaks = 15,
                           .built = 5,
                           .cell = 18,
                           .last_cell = 59,
                           .column = 21,
                           .spread = 6,
                           .move = 13,
                           .split = 3};
  constexpr Weights kSecond{.away = 29,
                            .depth = 15,
                            .block = 9,
                            .breaks = 4,
                            .built = 8,
                            .cell = 62,
                            .last_cell = 10,
                            .column = 3,
                            .spread = 4,
                            .move = 14,
                            .later = 1,
                            .split = 2};
  constexpr Weights kThird{.away = 32,
                           .depth = 16,
                           .block = 20,
                           .inversion = 1,
                           .breaks = 16,
                           .cell = 24,
                           .last_cell = 40,
                           .column = 48,
                           .spread = 8,
                           .move = 8};
  return {
      {{kFirst, kSmall}, {kSecond, kSmall}, {kThird, kSmall}, {kFirst, kMedium}, {kSecond, kMedium}, {kThird, kMedium}},
      kShortProof,
      growing({kFirst, kSecond, kThird})};
}

}  // namespace

Plan make_plan(const PatienceRules& rules) {
  if (rules.leave == Leave::kRuns) return runs_plan();
  return rules.cells == 0 ? plan_without_cells() : ordinary_plan();
}

}  // namespace winnable::auto_solver
