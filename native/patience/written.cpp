#include "patience/written.hpp"

#include <algorithm>

#include "patience/conventions.hpp"
#include "patience/text.hpp"
#include "patience/words.hpp"

namespace winnable {

namespace {

using Moves = std::vector<PatienceMove>;

constexpr int kPerLine = 10;
constexpr std::size_t kNarrowest = 4;  // of the column of moves beside their words

std::string right_aligned(int number, std::size_t width) {
  std::string out = std::to_string(number);
  return std::string(width > out.size() ? width - out.size() : 0, ' ') + out;
}

std::string lay_out(const std::vector<std::string>& texts) {
  std::string out;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    out += texts[i];
    out += (i + 1) % kPerLine == 0 || i + 1 == texts.size() ? '\n' : ' ';
  }
  return out;
}

// ` 12. 26    # 5H 4S from column 2 onto 6C in column 6; AC home by itself`.
std::string number_lines(const std::vector<std::string>& texts, const std::vector<std::string>& words) {
  const std::size_t numbers = std::to_string(texts.size()).size();
  std::size_t widest = kNarrowest;
  for (const std::string& text : texts) widest = std::max(widest, text.size());
  std::string out;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    out += right_aligned(int(i) + 1, numbers) + ". " + texts[i] + std::string(widest - texts[i].size(), ' ');
    out += "  # " + words[i] + "\n";
  }
  return out;
}

// Plays the player's moves, and what the policy makes after each, and takes down what the style asks for.
class Scribe {
 public:
  Scribe(const Patience& game, const PatienceState& start, Style style, Written& out)
      : game_(game), state_(start), in_words_(style == Style::kWords || style == Style::kBoards), out_(out) {
    if (style == Style::kBoards) boards_ = "# start\n" + format_board(game, start);
  }

  void write(const Moves& player, Style style) {
    for (const PatienceMove& m : player) {
      write(m);
      if (style == Style::kBoards) {
        boards_ += "# " + std::to_string(out_.texts.size()) + ". " + out_.texts.back() + ": " + words_.back() + "\n" +
                   format_board(game_, state_);
      }
    }
    switch (style) {
      case Style::kMoves:
      case Style::kCards: out_.body = lay_out(out_.texts); break;
      case Style::kWords: out_.body = number_lines(out_.texts, words_); break;
      case Style::kBoards: out_.body = std::move(boards_); break;
    }
  }

 private:
  void write(const PatienceMove& m) {
    out_.texts.push_back(format_move(game_, state_, m));
    std::string words = in_words_ ? describe_move(game_, state_, m) : std::string();
    game_.apply(state_, m);
    std::string by_themselves;
    int cards = 0;
    while (const auto automatic = game_.autoplay(state_, out_.autoplay)) {
      if (in_words_) by_themselves += (cards == 0 ? "; " : " ") + moved_cards(game_, state_, *automatic);
      ++cards;
      game_.apply(state_, *automatic);
    }
    if (!in_words_) return;
    if (cards > 0) words += by_themselves + " home by " + (cards == 1 ? "itself" : "themselves");
    words_.push_back(std::move(words));
  }

  const Patience& game_;
  PatienceState state_;
  bool in_words_;
  Written& out_;
  std::vector<std::string> words_;
  std::string boards_;
};

}  // namespace

Written write_solution(const Patience& game, const PatienceState& start, std::span<const PatienceMove> moves,
                       Style style, Autoplay wanted) {
  const Moves steps = single_cards(game, start, moves);
  const auto written = style == Style::kCards ? std::span<const PatienceMove>(steps) : moves;
  Written out;
  out.moves = int(moves.size());
  for (const PatienceMove& m : moves) out.cards += m.count;
  out.steps = int(steps.size());
  std::optional<Moves> player;
  for (int policy = int(wanted); !player; --policy) {  // kNone allows every solution
    out.autoplay = Autoplay(policy);
    player = without_autoplay(game, start, written, out.autoplay);
  }
  if (style == Style::kCards) {
    if (const auto groups = without_autoplay(game, start, moves, out.autoplay)) out.player = int(groups->size());
  } else {
    out.player = int(player->size());
  }
  Scribe(game, start, style, out).write(*player, style);
  return out;
}

}  // namespace winnable
