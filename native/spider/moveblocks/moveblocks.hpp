// The player of the Spider project (hilarioushappystar/SpiderSolitaireProject), as the baseline: the best
// of many random move sequences ("moveblocks").
//
// Each sequence is walked as if every card that it turns were useless; the best by a static value is made
// up to its first turned card. Where none is better than standing still, a row is dealt. Differences to the
// original: nothing lands on a face-down card (there it did, which peeked), a sequence ends where it was
// best, and where the rules refuse a row over an empty column, runs fill the empty columns first.
#pragma once

#include <cstdint>
#include <vector>

#include "patience/rules.hpp"
#include "spider/moveblocks/board.hpp"
#include "spider/policy/policy.hpp"

namespace winnable {

struct MoveblocksOptions {
  std::uint32_t tries = 100;  // sequences looked at for each decision
  std::uint32_t length = 30;  // steps of a sequence, at most
  // What a position is worth, in hundredths of a card in suit on the next higher one.
  std::int32_t build = 100;   // such a card
  std::int32_t turn = 1000;   // a face-down card turned
  std::int32_t run = 10'000;  // a complete run that has left
  std::int32_t clear = 0;     // a column without face-down cards, empty or not
  std::int32_t tidy = 0;      // a column that is one run in suit: twice this; of two, once
};

// Rules as Spider's: runs in suit move, onto any suit or an empty column.
bool moves_runs_in_suit(const PatienceRules& r);

class Moveblocks final : public Policy {
 public:
  // Throws std::invalid_argument for rules under which other groups than runs in suit move, and for
  // options that are no counts.
  Moveblocks(const PatienceRules& rules, const MoveblocksOptions& options);

  std::vector<PatienceMove> plan(const Observation& seen, const CancelFlag* cancel) override;
  void reseed(std::uint64_t seed) override { random_ = seed; }

 private:
  using Step = MoveblocksBoard::Step;

  std::uint32_t below(std::uint32_t n);
  void walk(const MoveblocksBoard& start, std::int64_t& best);
  std::int64_t value(const MoveblocksBoard& b) const;
  std::vector<PatienceMove> as_moves(MoveblocksBoard b) const;
  std::vector<PatienceMove> deal(MoveblocksBoard b) const;

  bool deal_over_empty_;
  MoveblocksOptions options_;
  std::uint64_t random_ = 0;
  std::vector<Step> walked_;  // the sequence being tried
  std::vector<Step> best_;
};

}  // namespace winnable
