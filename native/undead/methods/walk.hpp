// Depth-first search, square by square or path by path.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "search/storage.hpp"
#include "undead/methods/finds.hpp"
#include "undead/methods/paths.hpp"

namespace winnable {

template <class Obs>
class UndeadWalk {
 public:
  explicit UndeadWalk(UndeadFinds<Obs>& finds) : f_(finds), lists_(finds.run.budget), frames_(finds.run.budget) {}

  UndeadMethodResult search() {
    const UndeadMethodOptions& o = f_.options;
    const bool tightened = o.method == UndeadMethod::kTightened;
    if (!f_.desk.sound()) return f_.exhausted();
    if (o.method != UndeadMethod::kSquares) {
      const bool built = lists_.build(f_.desk.state(), f_.desk.tally(), {tightened, o.zero_sum});
      f_.figures.made = lists_.made();
      f_.figures.listed = lists_.listed();
      if (!built) return f_.stopped();
    }
    plan();
    return walk();
  }

 private:
  // What is filled in at one depth of the search: a path, or a square.
  struct Stage {
    const UndeadPathList* list = nullptr;
    std::uint16_t cell = 0;

    std::uint64_t choices() const { return list != nullptr ? list->size() : kMonsters.size(); }
  };
  struct Frame {
    std::size_t stage = 0;
    std::uint64_t next = 0;    // choice
    std::uint32_t filled = 0;  // cells, before any choice
    std::uint32_t node = 0;
    std::uint32_t parent = kNoNode;
  };
  enum class Try { kKept, kRefused, kStop };

  // Squares come last: with lists, those that lie on none of their paths.
  void plan() {
    for (const auto& list : lists_.lists()) stages_.push_back({list.get(), 0});
    for (int c = 0; c < f_.start.board->cells(); ++c) {
      if (f_.desk.at(c) == Monster::kNone) stages_.push_back({nullptr, static_cast<std::uint16_t>(c)});
    }
  }

  UndeadMethodResult walk() {
    f_.run.deepen(f_.desk.filled());
    tell(EventKind::kGenerate, 0, kNoNode, 0);
    if (f_.desk.full()) {
      tell(EventKind::kGoal, 0, kNoNode, 0);
      return f_.found() ? f_.enough() : f_.exhausted();
    }
    if (!enter(0, 0, kNoNode)) return f_.stopped();
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      f_.desk.take_back(frame.filled);
      if (frame.next == stages_[frame.stage].choices()) {
        leave();
        continue;
      }
      const Try result = attempt(frame);
      if (result == Try::kStop) return f_.stopped();
      if (result == Try::kRefused) continue;
      const std::uint32_t node = ++nodes_;
      f_.run.deepen(f_.desk.filled());
      tell(EventKind::kGenerate, node, frame.node, frames_.size());
      if (f_.desk.full()) {  // and sound: a solution
        tell(EventKind::kGoal, node, frame.node, frames_.size());
        if (f_.found()) return f_.enough();
      } else if (!enter(frame.stage + 1, node, frame.node)) {
        return f_.stopped();
      }
    }
    return f_.exhausted();
  }

  // Paths are gone through even where others have filled them, as in the dissertation: one of the list must
  // fit. Squares that paths have filled are passed over.
  bool enter(std::size_t stage, std::uint32_t node, std::uint32_t parent) {
    while (stages_[stage].list == nullptr && f_.desk.at(stages_[stage].cell) != Monster::kNone) ++stage;
    if (!f_.run.spend()) return false;
    tell(EventKind::kExpand, node, parent, frames_.size());
    return frames_.push_back({stage, 0, f_.desk.filled(), node, parent});
  }

  void leave() {
    const Frame& frame = frames_.back();
    ++f_.run.stats.backtracks;
    tell(EventKind::kBacktrack, frame.node, frame.parent, frames_.size() - 1);
    frames_.pop_back();
  }

  Try attempt(Frame& frame) {
    constexpr std::uint64_t kLook = 1 << 14;  // tries between two looks at the clock
    if (++f_.run.stats.generated % kLook == 0 && !f_.run.budget.poll()) return Try::kStop;
    const Stage& stage = stages_[frame.stage];
    const std::uint64_t choice = frame.next++;
    bool kept = true;
    if (stage.list == nullptr) {
      f_.desk.fill(stage.cell, kMonsters[choice]);
    } else if (fits(*stage.list, choice)) {
      fill(*stage.list, choice);
    } else {
      kept = false;
    }
    if (kept && f_.desk.sound_since(frame.filled)) return Try::kKept;
    ++f_.figures.refused;
    tell(EventKind::kPrune, kNoNode, frame.node, frames_.size());
    return Try::kRefused;
  }

  bool fits(const UndeadPathList& list, std::uint64_t choice) const {
    for (std::size_t i = 0; i < list.cells().size(); ++i) {
      const Monster m = f_.desk.at(list.cells()[i]);
      if (m != Monster::kNone && m != list.at(choice, i)) return false;
    }
    return true;
  }
  void fill(const UndeadPathList& list, std::uint64_t choice) {
    for (std::size_t i = 0; i < list.cells().size(); ++i) {
      const int cell = list.cells()[i];
      if (f_.desk.at(cell) == Monster::kNone) f_.desk.fill(cell, list.at(choice, i));
    }
  }

  // The last of so many frames has tried what led to the event's position.
  void tell(EventKind kind, std::uint32_t node, std::uint32_t parent, std::size_t frames) {
    f_.tell(kind, node, parent, [&] { return frames == 0 ? std::string() : tried(frames_[frames - 1]); });
  }
  std::string tried(const Frame& frame) const {
    const Stage& stage = stages_[frame.stage];
    const std::uint64_t choice = frame.next - 1;
    if (stage.list == nullptr) return f_.word(stage.cell, kMonsters[choice]);
    std::string out = sighting_label(*f_.start.board, stage.list->end()) + ':';
    for (std::size_t i = 0; i < stage.list->cells().size(); ++i) {
      out += ' ' + f_.word(stage.list->cells()[i], stage.list->at(choice, i));
    }
    return out;
  }

  UndeadFinds<Obs>& f_;
  UndeadPathLists lists_;
  std::vector<Stage> stages_;
  ChunkedVector<Frame> frames_;
  std::uint32_t nodes_ = 0;
};

}  // namespace winnable
