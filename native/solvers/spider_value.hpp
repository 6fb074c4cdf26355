// What a board is worth to a player who does not see the face-down cards.
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/spider_board.hpp"

namespace winnable {

// By hand, in tenths: exposed cards, joins in suit and off suit, long runs, complete runs.
struct SpiderHandWeights {
  std::int32_t hidden = -100;
  std::int32_t join = 20;
  std::int32_t off_suit = -3;
  std::int32_t long_join = 10;
  std::int32_t complete = 1000;
};

class SpiderValue {
 public:
  // Forgets what was worked out about columns; call it when the columns are cleared.
  void forget() { worth_.clear(); }
  // Works out the columns added since.
  void extend(const SpiderColumns& columns);
  std::int32_t board(const ColumnId* column, int count, int complete) const {
    std::int32_t sum = hand_.complete * complete;
    for (int i = 0; i < count; ++i) sum += worth_[column[i]];
    return sum;
  }
  SpiderHandWeights hand_;

 private:
  std::vector<std::int32_t> worth_;
};

}  // namespace winnable
