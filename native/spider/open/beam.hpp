// Beam search in open Spider, stage by stage between the rows dealt.
//
// A stage begins with the positions right after a row. Level by level every position makes its moves and
// the best of the children go on; wherever a row may be dealt, the position after it is kept as a start of
// the next stage if it is among the best. (Lowerre, "The HARPY speech recognition system", 1976.)
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/limits.hpp"
#include "search/storage.hpp"
#include "spider/open/value.hpp"

namespace winnable {

struct SpiderBeamPlan {
  std::size_t width = 0;  // positions that go on from a level, and from a stage to the next
  bool splits = false;    // may runs be split anywhere? Else only to join the rest in suit
};

// Open addressing over hashes; 0 is free. For what may be left out: equal hashes are taken as equal.
class HashSet {
 public:
  explicit HashSet(Budget& budget) : budget_(budget) {}
  HashSet(const HashSet&) = delete;
  HashSet& operator=(const HashSet&) = delete;
  ~HashSet() { budget_.release(slots_.size() * sizeof(std::uint64_t)); }

  // Empties it and makes room for `size` hashes. False: out of memory.
  bool reset(std::size_t size);
  bool has(std::uint64_t hash) const { return slots_[slot_of(hash)] == hash; }
  // Adds a hash that may be there already; `added` says whether it was not. False: out of memory.
  bool put(std::uint64_t hash, bool& added);

 private:
  std::size_t slot_of(std::uint64_t hash) const {
    std::size_t i = hash & mask_;
    while (slots_[i] != 0 && slots_[i] != hash) i = (i + 1) & mask_;
    return i;
  }
  bool resize(std::size_t slots);

  Budget& budget_;
  std::vector<std::uint64_t> slots_;
  std::size_t mask_ = 0;
  std::size_t used_ = 0;
};

class SpiderBeam {
 public:
  // `game` must have started at the position that is searched.
  SpiderBeam(const OpenSpider& game, const SpiderOpenWeights& weights, const SpiderBeamPlan& plan, Budget& budget,
             Stats& stats);

  // The moves of a win; empty where none was found, or the budget ended.
  std::vector<PatienceMove> search(const SpiderPiles& start);

 private:
  struct Step {  // how a position was reached
    std::uint32_t parent;
    PatienceMove move;
  };
  struct Entry {
    PackedSpider position;
    std::uint32_t step;
    int worth;
  };
  struct Child {
    int worth;
    std::uint32_t parent;  // its place in the level
    PatienceMove move;
    std::uint64_t hash;
  };
  // What is worked out once for a position, before its moves are judged.
  struct Around {
    std::uint32_t place;
    int worth;
    int empty;
    int first_empty;
    std::uint64_t hash;
    std::array<std::uint64_t, kMaxColumns> column;  // hashes
  };

  static constexpr std::uint32_t kRoot = 0xFFFFFFFF;

  // All of these answer false once the search is over: won, or stopped by the budget.
  bool stage();
  bool expand_level();
  bool make_moves(const Around& a, int from);
  bool take_off(const Around& a, int from);
  bool judge(const Around& a, const PatienceMove& m);
  bool judge_complete(const Around& a, const PatienceMove& m);
  bool offer(const Around& a, const PatienceMove& m, int worth, std::uint64_t hash);
  bool deal(const Around& a);
  bool advance();
  bool add_step(std::uint32_t parent, const PatienceMove& m);
  bool win(std::uint32_t parent, const PatienceMove& m);

  bool wanted(const PatienceMove& m) const;
  void keep_best_children();
  void keep_best_starts();
  Around survey(std::uint32_t place) const;
  int worth_of(const MarkedPiles& m) const;
  std::uint64_t hash_of(const MarkedPiles& m) const;
  std::uint64_t column_hash(const MarkedPiles& m, int column, std::uint64_t cards, int down) const {
    return SpiderOpenValue::column_hash(cards, down, m.piles.stock > 0 ? column : kMaxColumns);
  }
  std::vector<PatienceMove> line() const;

  const OpenSpider& game_;
  SpiderOpenValue value_;
  SpiderBeamPlan plan_;
  Budget& budget_;
  Stats& stats_;

  MarkedPiles here_;
  MarkedPiles other_;
  ChunkedVector<Step> steps_;
  HashSet seen_;        // of this stage
  HashSet level_seen_;  // of this level's children
  std::vector<Entry> level_;
  std::vector<Entry> next_;
  std::vector<Entry> starts_;  // of the next stage
  std::vector<Child> children_;
  int child_floor_ = 0;  // worse children are not kept
  int start_floor_ = 0;
  int best_ = 0;  // worth met in this stage
  int best_start_ = 0;
  bool improved_ = false;
  std::uint32_t goal_ = kRoot;
};

}  // namespace winnable
