// What every position of Undead must fulfil, for its fuzz targets.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include "fuzz/fuzz.hpp"
#include "undead/board.hpp"
#include "undead/text.hpp"

namespace winnable::fuzz {

// The board of an ID with nothing filled in; nothing where it is refused, by either check.
inline std::optional<UndeadState> read_undead_board(std::string_view id) {
  try {
    return Undead::start(std::make_shared<const UndeadBoard>(parse_game_id(id).setup));
  } catch (const GameIdError& e) {
    expect(e.offset <= id.size() && *e.what() != '\0' && !e.expected.empty());
  } catch (const UndeadError& e) {
    expect(e.index >= 0 && *e.what() != '\0' && !e.expected.empty());
  }
  return std::nullopt;
}

// Each end belongs to one line, each visit to one crossing of its cell, and no more is seen than is there.
inline void check_lines(const UndeadState& state) {
  const UndeadBoard& board = *state.board;
  expect(2 * static_cast<int>(board.lines().size()) == board.ends());
  std::size_t visits = 0;
  for (const UndeadLine& line : board.lines()) {
    visits += line.visits.size();
    expect(line.ends[0] < line.ends[1] && line.visits.size() <= line.squares.size());
    for (const int end : line.ends) {
      expect(&board.lines()[static_cast<std::size_t>(board.line_at(end))] == &line);
      const int seen = seen_from(state, end);
      expect(seen >= 0 && seen <= static_cast<int>(line.visits.size()));
      expect(!sighting_label(board, end).empty());
    }
  }
  for (int c = 0; c < board.cells(); ++c) {
    visits -= board.crossings(c).size();
    for (const UndeadCrossing& x : board.crossings(c)) expect(board.lines()[x.line].visits[x.visit].cell == c);
  }
  expect(visits == 0);
}

// Moves are sorted, legal, and there are three for each open cell; the same monsters make the same position.
inline void check_position(const UndeadState& state) {
  const Undead game;
  MoveList<UndeadMove> moves;
  game.legal_moves(state, moves);
  expect(std::is_sorted(moves.begin(), moves.end()));
  for (const UndeadMove& m : moves) expect(!game.why_illegal(state, m));
  const auto open = std::count(state.monsters.begin(), state.monsters.end(), Monster::kNone);
  expect(static_cast<std::ptrdiff_t>(moves.size()) == 3 * open);
  expect((game.outcome(state) == Outcome::kOpen) == !moves.empty());
  const UndeadState again = Undead::position(state.board, state.monsters);
  expect(game.same(state, again) && game.key(state) == game.key(again));
}

}  // namespace winnable::fuzz
