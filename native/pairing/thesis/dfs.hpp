// The depth-first search of the thesis on Pyramid, and what it wished for.
//
// Santhosh Basina, "Playing Solitaire Automatically" (University of St Andrews, 2024), sections
// 5.4 and 6.2.4. Moves are removals. Where none is left, the next card is drawn, and the waste goes
// back at its end, until there is one or the last pass is over: then the position is a dead end.
// So draws are never a choice, and an exhausted search proves nothing.
//
// Its five figures, read so that its printed run has 32, 27, 27 and 0:
//   generated   nodes of the tree, the start among them
//   visited     nodes taken from the stack, the start and the won one among them
//   backtracks  visited nodes without a move (or, with the table, known already)
//   depth       visited less backtracks: so it is in all but two rows of its tables
//   time        seconds
// The thesis speaks of a set of visited states, and of no caching; its positions are searched
// again whenever they are met. The table (an option) is that set at work.
#pragma once

#include "core/events.hpp"
#include "pairing/search.hpp"
#include "pairing/thesis/moves.hpp"

namespace winnable {

struct ThesisFigures {
  std::uint64_t generated = 0;
  std::uint64_t visited = 0;
  std::uint64_t depth = 0;
  std::uint64_t backtracks = 0;
  double seconds = 0;
};

// The moves include draws and recycles; cost counts them all. kUnsolvable only where draws are
// moves: what the dead-end checks leave out is lost (pairing/thesis/moves.hpp), so they take no proof away.
// A limit in nodes is one of visited nodes.
struct ThesisResult : PairingResult {
  ThesisFigures figures;
};

// `buffer` may be null. An event's move is the one that the search chose; its way has the draws and recycles
// between these, and, once the position has been visited, those after which there was a move again.
ThesisResult search_thesis(const Pairing& engine, const PairingState& start, const ThesisOptions& options,
                           Budget& budget, EventBuffer* buffer);

}  // namespace winnable
