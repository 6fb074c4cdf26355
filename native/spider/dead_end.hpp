// Positions of Spider and its kin that are lost at sight.
#pragma once

#include <string>

#include "patience/engine.hpp"

namespace winnable {

// Why a position is lost whatever is played, or nothing where that does not show at sight.
//
// Where no row may be dealt while a column is empty, a row needs a card in every column. Moves leave as many
// cards on the table as there are, complete runs take some away, and nothing but a row adds any. So with fewer
// cards on the table than columns no row is ever dealt again: the stock stays, and the game is not won.
std::string spider_dead_end(const Spider& game, const SpiderState& s);

}  // namespace winnable
