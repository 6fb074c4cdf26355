// Shortens a win of open Spider by local repairs.
#pragma once

#include <vector>

#include "core/limits.hpp"
#include "spider/open/game.hpp"

namespace winnable {

// Leaves out detours that come back to the same piles, moves that the rest can do without, and stops on
// the way: where a group moves on later, it may go there at once. Each repair is kept only if the rest
// still wins. Stops early once `budget` is spent.
std::vector<PatienceMove> tidy_spider(const OpenSpider& game, const SpiderPiles& start, std::vector<PatienceMove> moves,
                                      Budget& budget);

}  // namespace winnable
