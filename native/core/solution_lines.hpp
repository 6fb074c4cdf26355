// Solutions in lines, as all games write them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace winnable {

enum class Style : std::uint8_t {
  kMoves,   // ten moves to a line
  kCards,   // ten single-card moves to a line
  kWords,   // a numbered line in words for each move
  kBoards,  // the board after each move
};

// The lines below the head of a solution, put together move by move.
class SolutionLines {
 public:
  // `moves`: about how many there will be.
  SolutionLines(Style style, std::size_t moves);

  bool in_words() const { return style_ == Style::kWords || style_ == Style::kBoards; }
  bool in_boards() const { return style_ == Style::kBoards; }
  // Adds a move in its notation and, where they are asked for, in words.
  void add(std::string text, std::string_view words);
  // Where boards are asked for: the one of the start, then that after each move, is to be added to this.
  std::string& boards() { return boards_; }

  // Of the moves, in their notation; body() comes first.
  std::vector<std::string> take_texts() { return std::move(texts_); }
  std::string body();

 private:
  std::string laid_out() const;
  std::string numbered() const;

  Style style_;
  std::size_t moves_;
  std::vector<std::string> texts_;
  std::vector<std::string> words_;
  std::string boards_;
};

}  // namespace winnable
