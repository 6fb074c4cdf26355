#include "undead/sgt/line.hpp"

#include <algorithm>
#include <bit>

namespace winnable {

namespace {

constexpr int kWordBits = 64;
constexpr std::size_t kLarge = 20'000;  // words of a table; changes the time it takes, never what it says

SgtLine sgt_line(const UndeadBoard& board, const UndeadLine& line) {
  SgtLine out;
  for (std::size_t end = 0; end < 2; ++end) out.sightings[end] = board.sighting(line.ends[end]);
  std::vector<UndeadVisit> visits = line.visits;
  std::ranges::stable_sort(visits, {}, &UndeadVisit::cell);
  for (const UndeadVisit& visit : visits) {
    if (out.cells.empty() || out.cells.back().cell != visit.cell) out.cells.push_back({visit.cell, {}});
    for (const Monster m : kMonsters) {
      for (int end = 0; end < 2; ++end) out.cells.back().seen[kind_of(m)][end] += is_seen(m, visit.part, end);
    }
  }
  return out;
}

}  // namespace

std::vector<SgtLine> sgt_lines(const UndeadBoard& board) {
  std::vector<SgtLine> out;
  for (const UndeadLine& line : board.lines()) {
    if (!line.visits.empty()) out.push_back(sgt_line(board, line));
  }
  std::ranges::stable_sort(out, {}, [](const SgtLine& line) { return line.cells.size(); });
  return out;
}

// Notes the open cells, and what the others leave of the sightings. False: they show too much already.
bool SgtLineTable::collect(const SgtLine& line, std::span<const Candidates> candidates) {
  open_.clear();
  left_.clear();
  wanted_ = line.sightings;
  for (std::size_t i = 0; i < line.cells.size(); ++i) {
    const Candidates could = candidates[line.cells[i].cell];
    left_.push_back(could);
    if (!std::has_single_bit(could)) {
      open_.push_back({i, could, {}});
      continue;
    }
    const auto& seen = line.cells[i].seen[std::countr_zero(could)];
    for (std::size_t end = 0; end < 2; ++end) {
      if (line.sightings[end] != kHidden) wanted_[end] -= seen[end];
    }
  }
  for (std::size_t end = 0; end < 2; ++end) {
    if (line.sightings[end] == kHidden) wanted_[end] = 0;
    if (wanted_[end] < 0) return false;
  }
  return true;
}

// What each monster adds to the sums of the two ends, where those are asked for.
void SgtLineTable::note_steps(const SgtLine& line) {
  for (OpenCell& open : open_) {
    for (int kind = 0; kind < 3; ++kind) {
      const auto& seen = line.cells[open.place].seen[kind];
      open.steps[kind].along = {0, 0, line.sightings[0] == kHidden ? 0 : seen[0]};
      open.steps[kind].bits = line.sightings[1] == kHidden ? 0 : seen[1];
    }
  }
}

// A monster is counted only where its total may stand in the way: where more cells could hold it than may,
// and, if the table would be large, where the sightings by themselves allow more.
void SgtLineTable::choose_axes(const std::array<int, 3>& room) {
  std::array<int, 3> kinds{};
  std::size_t scarce = 0;
  for (int kind = 0; kind < 3; ++kind) {
    const auto could = std::ranges::count_if(open_, [&](const OpenCell& c) { return (c.could >> kind & 1) != 0; });
    if (room[kind] < could) kinds[scarce++] = kind;
  }
  lay_out(std::span(kinds).first(scarce), room);
  if (volume_ * open_.size() <= kLarge) return;
  const auto rest = std::remove_if(kinds.begin(), kinds.begin() + static_cast<std::ptrdiff_t>(scarce),
                                   [&](int kind) { return most(kind) <= room[kind]; });
  lay_out(std::span(kinds.begin(), rest), room);
}

// The axes of the table; `scarce` are the monsters that are counted.
void SgtLineTable::lay_out(std::span<const int> scarce, const std::array<int, 3>& room) {
  unlisted_ = scarce.size() == 3 ? scarce[2] : -1;
  size_ = {1, 1, wanted_[0] + 1};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const int counted = axis < scarce.size() ? scarce[axis] : -1;
    if (counted >= 0) size_[axis] = room[counted] + 1;
    for (OpenCell& open : open_) {
      for (int kind = 0; kind < 3; ++kind) open.steps[kind].along[axis] = counted == kind;
    }
  }
  words_ = static_cast<std::size_t>(wanted_[1] / kWordBits) + 1;
  last_word_ = ~Word{0} >> (kWordBits - 1 - wanted_[1] % kWordBits);
  volume_ = words_;
  for (const int size : size_) volume_ *= static_cast<std::size_t>(size);
}

// The most of a monster that any filling with these sightings has; -1: there is none.
int SgtLineTable::most(int kind) {
  const int rows = wanted_[0] + 1;
  const int columns = wanted_[1] + 1;
  most_.assign(static_cast<std::size_t>(rows * columns), -1);
  most_[0] = 0;
  for (const OpenCell& open : open_) {
    more_.assign(most_.size(), -1);
    for (int k = 0; k < 3; ++k) {
      if ((open.could >> k & 1) == 0) continue;
      const int down = open.steps[k].along[2];
      const int right = open.steps[k].bits;
      for (int r = 0; r + down < rows; ++r) {
        for (int c = 0; c + right < columns; ++c) {
          const int before = most_[r * columns + c];
          int& after = more_[(r + down) * columns + c + right];
          if (before >= 0) after = std::max(after, before + (k == kind));
        }
      }
    }
    std::swap(most_, more_);
  }
  return most_.back();
}

// Visits the words of each row together with the row that is one step further on; until `visit` says false.
template <class Visit>
bool SgtLineTable::for_rows(const Step& step, Visit visit) const {
  const auto row_at = [this](int a, int b, int sum) {
    return static_cast<std::size_t>((a * size_[1] + b) * size_[2] + sum) * words_;
  };
  for (int a = 0; a + step.along[0] < size_[0]; ++a) {
    for (int b = 0; b + step.along[1] < size_[1]; ++b) {
      for (int sum = 0; sum + step.along[2] < size_[2]; ++sum) {
        const std::size_t row = row_at(a, b, sum);
        if (!visit(row, row_at(a + step.along[0], b + step.along[1], sum + step.along[2]))) return false;
      }
    }
  }
  return true;
}

namespace {

using Word = std::uint64_t;

// Word `w` of a row whose bits are all moved up or down by 0, 1 or 2.
Word moved_up(std::span<const Word> row, std::size_t w, int bits) {
  const Word carried = bits == 0 || w == 0 ? 0 : row[w - 1] >> (kWordBits - bits);
  return row[w] << bits | carried;
}

Word moved_down(std::span<const Word> row, std::size_t w, int bits) {
  const Word carried = bits == 0 || w + 1 == row.size() ? 0 : row[w + 1] << (kWordBits - bits);
  return row[w] >> bits | carried;
}

}  // namespace

// The sums with which the line is finished: both sightings met, and room left for every monster.
void SgtLineTable::set_finish(const std::array<int, 3>& room) {
  const std::span<Word> finish = sums_before(open_.size());
  const int cells = static_cast<int>(open_.size());
  const std::size_t word = static_cast<std::size_t>(wanted_[1] / kWordBits);
  for (int a = 0; a < size_[0]; ++a) {
    for (int b = 0; b < size_[1]; ++b) {
      if (unlisted_ >= 0 && cells - a - b > room[unlisted_]) continue;
      const std::size_t row = static_cast<std::size_t>((a * size_[1] + b) * size_[2] + wanted_[0]) * words_;
      finish[row + word] |= Word{1} << wanted_[1] % kWordBits;
    }
  }
}

// Adds the sums that this step completes.
void SgtLineTable::complete(const Step& step, std::span<const Word> after, std::span<Word> before) const {
  for_rows(step, [&](std::size_t here, std::size_t there) {
    const auto row = after.subspan(there, words_);
    for (std::size_t w = 0; w < words_; ++w) before[here + w] |= moved_down(row, w, step.bits);
    return true;
  });
}

// Adds the sums that this step reaches.
void SgtLineTable::reach(const Step& step) {
  for_rows(step, [&](std::size_t here, std::size_t there) {
    const auto row = std::span<const Word>(reached_).subspan(here, words_);
    for (std::size_t w = 0; w < words_; ++w) next_[there + w] |= moved_up(row, w, step.bits);
    next_[there + words_ - 1] &= last_word_;
    return true;
  });
}

// Does this step lead from a sum that is reached to one that can be completed?
bool SgtLineTable::meet(const Step& step, std::span<const Word> after) const {
  return !for_rows(step, [&](std::size_t here, std::size_t there) {
    const auto row = after.subspan(there, words_);
    for (std::size_t w = 0; w < words_; ++w) {
      if ((reached_[here + w] & moved_down(row, w, step.bits)) != 0) return false;
    }
    return true;
  });
}

std::optional<std::span<const Candidates>> SgtLineTable::fillings(const SgtLine& line,
                                                                  std::span<const Candidates> candidates,
                                                                  const std::array<int, 3>& room, Budget& budget) {
  const bool fits = collect(line, candidates) && std::ranges::min(room) >= 0;
  if (!fits) {
    std::ranges::fill(left_, Candidates{0});
    return left_;
  }
  note_steps(line);
  choose_axes(room);
  const std::size_t bytes = (open_.size() + 3) * volume_ * sizeof(Word);
  if (!budget.reserve(bytes)) return std::nullopt;
  sums_.assign((open_.size() + 1) * volume_, 0);
  set_finish(room);
  for (std::size_t i = open_.size(); i-- > 0;) {
    for (int kind = 0; kind < 3; ++kind) {
      if ((open_[i].could >> kind & 1) != 0) complete(open_[i].steps[kind], sums_before(i + 1), sums_before(i));
    }
  }
  if ((sums_[0] & 1) == 0) std::ranges::fill(left_, Candidates{0});
  reached_.assign(volume_, 0);
  reached_[0] = 1;
  for (std::size_t i = 0; i < open_.size(); ++i) {
    next_.assign(volume_, 0);
    left_[open_[i].place] = 0;
    for (int kind = 0; kind < 3; ++kind) {
      if ((open_[i].could >> kind & 1) == 0) continue;
      if (meet(open_[i].steps[kind], sums_before(i + 1))) left_[open_[i].place] |= static_cast<Candidates>(1U << kind);
      reach(open_[i].steps[kind]);
    }
    std::swap(reached_, next_);
  }
  budget.release(bytes);
  return left_;
}

}  // namespace winnable
