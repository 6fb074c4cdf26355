#include "patience/written.hpp"

#include <utility>

#include "patience/conventions.hpp"
#include "patience/text.hpp"
#include "patience/words.hpp"

namespace winnable {

namespace {

using Moves = std::vector<PatienceMove>;

// Takes down each move that is made, and with a move of the player's what a policy makes after it.
class Scribe {
 public:
  Scribe(const Patience& game, Style style, std::size_t moves) : game_(game), lines_(style, moves) {}

  void operator()(const PatienceState& before, const PatienceMove& m, bool automatic) {
    if (!automatic) {
      finish(before);
      text_ = format_move(game_, before, m);
      words_.clear();
      if (lines_.in_words()) append_description(words_, game_, before, m);
      automatic_ = 0;
    } else if (lines_.in_words()) {
      words_ += automatic_++ == 0 ? "; " : " ";
      append_cards(words_, game_, before, m);
    }
  }

  // All that belongs to the last move of the player's is made.
  void finish(const PatienceState& now) {
    if (!text_.empty()) {
      if (automatic_ > 0) words_ += automatic_ == 1 ? " home by itself" : " home by themselves";
      lines_.add(std::move(text_), words_);
    }
    if (lines_.in_boards()) append_board(lines_.boards(), game_, now);
  }

  SolutionLines& lines() { return lines_; }

 private:
  const Patience& game_;
  SolutionLines lines_;
  std::string text_;  // of the last move of the player's, empty before the first
  std::string words_;
  int automatic_ = 0;
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
  for (int policy = int(wanted);; --policy) {  // kNone allows every solution
    out.autoplay = Autoplay(policy);
    Scribe scribe(game, style, written.size());
    const auto end = play_under(game, start, written, out.autoplay, std::ref(scribe));
    if (!end) continue;
    scribe.finish(*end);
    out.body = scribe.lines().body();
    out.texts = scribe.lines().take_texts();
    break;
  }
  if (style == Style::kCards) {
    if (const auto groups = without_autoplay(game, start, moves, out.autoplay)) out.player = int(groups->size());
  } else {
    out.player = int(out.texts.size());
  }
  return out;
}

}  // namespace winnable
