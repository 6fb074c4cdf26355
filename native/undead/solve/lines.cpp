#include "undead/solve/lines.hpp"

namespace winnable::undead {

namespace {

constexpr std::uint32_t kGhost = 0, kVampire = 1, kZombie = 2;

constexpr std::uint8_t is(std::uint32_t kind) { return static_cast<std::uint8_t>(2 * kind); }
constexpr std::uint8_t is_not(std::uint32_t kind) { return static_cast<std::uint8_t>(2 * kind + 1); }

constexpr Raisers at_an_end(std::uint32_t a, std::uint32_t b) {
  Raisers out{};
  out[kLowA] = is_not(a);
  out[kLowB] = is_not(b);
  out[kLowSum] = is(kZombie);
  out[kLowK] = kNoRaiser;
  out[kHighA] = is(a);
  out[kHighB] = is(b);
  out[kHighSum] = is_not(kZombie);
  out[kHighK] = kNoRaiser;
  return out;
}

constexpr Raisers missed_at_both(std::uint32_t k) {
  Raisers out{};
  out.fill(kNoRaiser);
  out[kLowK] = is(k);
  out[kHighK] = is_not(k);
  return out;
}

constexpr std::array<Raisers, 4> raisers() {
  std::array<Raisers, 4> out{};
  out[static_cast<std::size_t>(Part::kBefore)] = at_an_end(kGhost, kVampire);
  out[static_cast<std::size_t>(Part::kBetween)] = missed_at_both(kVampire);
  out[static_cast<std::size_t>(Part::kAfter)] = at_an_end(kVampire, kGhost);
  out[static_cast<std::size_t>(Part::kStraight)] = missed_at_both(kGhost);
  return out;
}

// Choosing `kind` makes its literal true, and false what else the cell could hold.
constexpr std::uint8_t raised_by(const Raisers& raisers, std::uint32_t could, std::uint32_t kind) {
  std::uint8_t out = 0;
  for (std::size_t bound = 0; bound < kBounds; ++bound) {
    const std::uint32_t raiser = raisers[bound];
    if (raiser == kNoRaiser) continue;
    const bool becomes_true =
        raiser == is(kind) || (raiser % 2 == 1 && raiser / 2 != kind && (could >> (raiser / 2) & 1) != 0);
    if (becomes_true) out = static_cast<std::uint8_t>(out | (1U << bound));
  }
  return out;
}

constexpr auto raised() {
  std::array<std::array<std::array<std::uint8_t, 3>, 8>, 4> out{};
  for (std::size_t part = 0; part < 4; ++part) {
    for (std::uint32_t could = 0; could < 8; ++could) {
      for (std::uint32_t kind = 0; kind < 3; ++kind) out[part][could][kind] = raised_by(raisers()[part], could, kind);
    }
  }
  return out;
}

}  // namespace

constexpr std::array<Raisers, 4> kRaisers = raisers();
constexpr std::array<std::array<std::array<std::uint8_t, 3>, 8>, 4> kRaised = raised();

void LineModel::build(const UndeadBoard& board, std::span<const std::uint8_t> left_out) {
  board_ = &board;
  lines_ = board.lines();
  asked_ = board.setup().sightings;
  for (std::size_t end = 0; end < left_out.size(); ++end) {
    if (left_out[end] != 0) asked_[end] = kHidden;
  }
  uses_.assign(6 * static_cast<std::size_t>(board.cells()), {kNoUse, kNoUse});
  start_.resize(lines_.size());
  doubles_.clear();
  is_double_.assign(static_cast<std::size_t>(board.cells()), 0);
  met_.assign(static_cast<std::size_t>(board.cells()), 0);
  for (std::size_t line = 0; line < lines_.size(); ++line) {
    start_line(line);
    note_uses(line);
    note_doubles(line);
  }
}

void LineModel::start_line(std::size_t line) {
  int ends = 0;  // cells in the parts at the ends
  for (const UndeadVisit& v : lines_[line].visits) ends += v.part == Part::kBefore || v.part == Part::kAfter;
  const int all = static_cast<int>(lines_[line].visits.size());
  std::array<int, 2> missed{};
  std::array<bool, 2> known{};
  for (std::size_t side = 0; side < 2; ++side) {
    const int sighting = asked_[lines_[line].ends[side]];
    known[side] = sighting != kHidden;
    missed[side] = all - sighting;
  }
  const auto put = [&](Bound bound, bool counts, int value) { start_[line][bound] = counts ? value : kNever; };
  const bool any = known[0] || known[1];
  const bool both = known[0] && known[1];
  put(kLowA, known[0], missed[0] - ends);
  put(kLowB, known[1], missed[1] - ends);
  put(kLowSum, both, missed[0] + missed[1] - ends);
  put(kLowK, any, 0);
  put(kHighA, known[0], -missed[0]);
  put(kHighB, known[1], -missed[1]);
  put(kHighSum, both, -(missed[0] + missed[1]));
  put(kHighK, any, -(all - ends));
}

void LineModel::note_uses(std::size_t line) {
  for (const UndeadVisit& v : lines_[line].visits) {
    const Raisers& raisers = kRaisers[static_cast<std::size_t>(v.part)];
    for (std::size_t bound = 0; bound < kBounds; ++bound) {
      if (raisers[bound] == kNoRaiser || start_[line][bound] == kNever) continue;
      std::array<Use, 2>& uses = uses_[6 * v.cell + raisers[bound]];
      uses[uses[0] == kNoUse ? 0 : 1] = static_cast<Use>(8 * line + bound);
    }
  }
}

void LineModel::note_doubles(std::size_t line) {
  if (start_[line][kLowK] == kNever) return;
  for (const UndeadVisit& v : lines_[line].visits) {
    const std::uint32_t met = met_[v.cell];
    met_[v.cell] = static_cast<std::uint32_t>(4 * line) + static_cast<std::uint32_t>(v.part) + 1;
    if (met == 0 || (met - 1) / 4 != line) continue;
    is_double_[v.cell] = 1;
    doubles_.push_back({static_cast<std::uint16_t>(line), v.cell, static_cast<Part>((met - 1) % 4), v.part});
  }
}

std::uint64_t LineModel::bytes() const {
  return start_.size() * sizeof(start_[0]) + uses_.size() * sizeof(uses_[0]) + doubles_.size() * sizeof(Double) +
         is_double_.size() * (1 + sizeof(std::uint32_t)) + asked_.size() * sizeof(int);
}

}  // namespace winnable::undead
