// What the fuzz targets share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/game.hpp"

namespace winnable::fuzz {

inline void expect(bool condition) {
  if (!condition) std::abort();
}

// Reads bytes until they end; then zeros.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}
  std::uint8_t next() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

// Calls visit(part) for what lies between separators.
template <class Visit>
void for_each_part(std::string_view text, char separator, Visit&& visit) {
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    visit(text.substr(at, end - at));
    at = end + 1;
  }
}

// The move that a text names, if any; `0` .. `9` are legal moves by their numbers, so that lines get far. It is
// legal, and has one spelling that reads back as the same move.
template <class Game, class State, class Move>
std::optional<Move> read_move(const Game& game, const State& state, const MoveList<Move>& legal,
                              std::string_view text) {
  const bool by_number = text.size() == 1 && text[0] >= '0' && text[0] <= '9' && !legal.empty();
  Move move;
  try {
    move = by_number ? legal[static_cast<std::size_t>(text[0] - '0') % legal.size()] : parse_move(game, state, text);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
  expect(std::find(legal.begin(), legal.end(), move) != legal.end());
  std::string spelled;
  if constexpr (requires { format_move(game, state, move); }) {
    spelled = format_move(game, state, move);
  } else {
    spelled = format_move(move);
  }
  expect(parse_move(game, state, spelled) == move);
  return move;
}

// Sets rules by a line key=value; a value that is taken reads back as it was set.
template <class Rules>
void set_line(Rules& rules, std::string_view line) {
  const std::size_t equals = std::min(line.find('='), line.size());
  try {
    set_rule(rules, line.substr(0, equals), line.substr(std::min(equals + 1, line.size())));
  } catch (const std::invalid_argument&) {
    return;
  }
  Rules back;
  for (const auto& [key, value, type] : rule_items(rules)) set_rule(back, key, value);
  expect(back == rules);
}

}  // namespace winnable::fuzz
