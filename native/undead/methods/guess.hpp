// Brute force, all fillings in turn or at random: whole boards are filled in, then looked at.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/key.hpp"
#include "undead/methods/finds.hpp"

namespace winnable {

template <class Obs>
class UndeadGuess {
 public:
  explicit UndeadGuess(UndeadFinds<Obs>& finds) : f_(finds), fixed_(finds.desk.filled()) {
    for (int c = 0; c < f_.start.board->cells(); ++c) {
      if (f_.desk.at(c) == Monster::kNone) cells_.push_back(static_cast<std::uint16_t>(c));
    }
  }

  // The last cell changes fastest.
  UndeadMethodResult in_turn() {
    std::vector<std::size_t> kind(cells_.size(), 0);  // of the next monster to try in each cell
    for (std::size_t at = 0;;) {
      if (at < cells_.size() && kind[at] < kMonsters.size()) {
        f_.desk.fill(cells_[at], kMonsters[kind[at]++]);
        ++at;
        continue;
      }
      if (at == cells_.size()) {
        const Look look = look_at_board();
        if (look == Look::kEnough) return f_.enough();
        if (look == Look::kStop) return f_.stopped();
      } else {
        kind[at] = 0;
      }
      if (at-- == 0) return f_.exhausted();
      f_.desk.take_back(fixed_ + static_cast<std::uint32_t>(at));
    }
  }

  UndeadMethodResult at_random() {
    f_.run.left_out = true;  // whatever happens: chance proves nothing
    std::uint64_t random = f_.options.seed;
    for (std::uint64_t tries = 0; tries < f_.options.tries; ++tries) {
      f_.desk.take_back(fixed_);
      for (const std::uint16_t cell : cells_) f_.desk.fill(cell, draw(random));
      const Look look = look_at_board();
      if (look == Look::kEnough) return f_.enough();
      if (look == Look::kStop) return f_.stopped();
    }
    return f_.exhausted();
  }

 private:
  enum class Look { kOn, kEnough, kStop };

  Look look_at_board() {
    if (!f_.run.spend()) return Look::kStop;
    const auto number = static_cast<std::uint32_t>(f_.run.stats.generated++);
    f_.run.deepen(f_.desk.filled());
    const auto board = [&] { return words(); };
    f_.tell(EventKind::kGenerate, number, kNoNode, board);
    f_.tell(EventKind::kExpand, number, kNoNode, board);
    if (!f_.desk.sound()) {
      ++f_.figures.refused;
      f_.tell(EventKind::kPrune, number, kNoNode, board);
      return Look::kOn;
    }
    f_.tell(EventKind::kGoal, number, kNoNode, board);
    return f_.found() ? Look::kEnough : Look::kOn;
  }

  // The board that was filled in.
  std::string words() const {
    std::string out;
    for (const std::uint16_t cell : cells_) out += (out.empty() ? "" : " ") + f_.word(cell, f_.desk.at(cell));
    return out;
  }

  // Lemire, "Fast random integer generation in an interval" (2019), without the rejection: one kind is
  // favoured by less than one in a thousand million.
  static Monster draw(std::uint64_t& random) { return kMonsters[(splitmix64(random) >> 32) * kMonsters.size() >> 32]; }

  UndeadFinds<Obs>& f_;
  std::uint32_t fixed_;  // cells filled in before
  std::vector<std::uint16_t> cells_;
};

}  // namespace winnable
