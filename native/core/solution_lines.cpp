#include "core/solution_lines.hpp"

#include <algorithm>

namespace winnable {

namespace {

constexpr std::size_t kPerLine = 10;
constexpr std::size_t kNarrowest = 4;    // of the column of moves beside their words
constexpr std::size_t kLongTitle = 100;  // longer than most lines above a board

}  // namespace

SolutionLines::SolutionLines(Style style, std::size_t moves) : style_(style), moves_(moves) {
  texts_.reserve(moves);
  if (style == Style::kWords) words_.reserve(moves);
  if (in_boards()) boards_ = "# start\n";
}

void SolutionLines::add(std::string text, std::string_view words) {
  if (in_boards()) {
    if (texts_.empty()) boards_.reserve((moves_ + 1) * (boards_.size() + kLongTitle));
    boards_ += "# ";
    boards_ += std::to_string(texts_.size() + 1);
    boards_ += ". ";
    boards_ += text;
    boards_ += ": ";
    boards_ += words;
    boards_ += '\n';
  } else if (in_words()) {
    words_.emplace_back(words);
  }
  texts_.push_back(std::move(text));
}

std::string SolutionLines::body() {
  switch (style_) {
    case Style::kMoves:
    case Style::kCards: return laid_out();
    case Style::kWords: return numbered();
    case Style::kBoards: break;
  }
  return std::move(boards_);
}

std::string SolutionLines::laid_out() const {
  std::string out;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    out += texts_[i];
    out += (i + 1) % kPerLine == 0 || i + 1 == texts_.size() ? '\n' : ' ';
  }
  return out;
}

// ` 12. 26    # 5H 4S from column 2 onto 6C in column 6; AC home by itself`.
std::string SolutionLines::numbered() const {
  const std::size_t numbers = std::to_string(texts_.size()).size();
  std::size_t widest = kNarrowest;
  std::size_t size = 0;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    widest = std::max(widest, texts_[i].size());
    size += words_[i].size();
  }
  std::string out;
  out.reserve(size + texts_.size() * (numbers + widest + std::string_view(".   # \n").size()));
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    out.append(numbers - number.size(), ' ');
    out += number;
    out += ". ";
    out += texts_[i];
    out.append(widest - texts_[i].size(), ' ');
    out += "  # ";
    out += words_[i];
    out += '\n';
  }
  return out;
}

}  // namespace winnable
