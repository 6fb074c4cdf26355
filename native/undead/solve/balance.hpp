// What an Undead search makes of all sums together, where lines and totals one by one say too little: a guess at
// a solution, what is left of them in fractions of monsters, odd and even, and the proof that nothing is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/limits.hpp"
#include "undead/solve/parity.hpp"
#include "undead/solve/relaxation.hpp"
#include "undead/solve/sums.hpp"
#include "undead/solve/trail.hpp"
#include "undead/solve/walk.hpp"
#include "undead/solve/weights.hpp"

namespace winnable::undead {

class Balance {
 public:
  // For a new search.
  void start() { relaxing_ = started_ = false, held_ = 0; }

  // kFound: there is a solution. kNone: there is none with what the trail says; at a level above 0 `explain`
  // knows why. kOpen: neither is known.
  enum class End { kFound, kNone, kOpen, kStopped };
  // At level 0: changes a guess up to so many times; goes on in fractions where that finds nothing.
  End guess(const LineModel& model, const Trail& trail, std::uint64_t changes, Budget& budget);
  // By cell, the kind in the last guess.
  const std::vector<std::uint8_t>& guessed() const { return walk_.best(); }

  // Does it go on in fractions? For the next two.
  bool relaxing() const { return relaxing_; }
  // At level 0: asks `rounds` times what odd and even rule out.
  End cut(const Trail& trail, int rounds, Budget& budget);
  // In the midst of a search. kFound: in fractions, there is a solution, which `part` tells.
  End relax(const Trail& trail, Budget& budget);
  double part(std::uint32_t variable) const { return relaxation_.part(variable / 3, variable % 3); }
  // True literals that no solution has together.
  void explain(const Trail& trail, std::vector<Lit>& out) { weights_.explain(trail, out); }

 private:
  bool hold(Budget& budget);

  Sums sums_;
  Walk walk_;
  Relaxation relaxation_;
  Parity parity_;
  Weights weights_;
  bool relaxing_ = false;
  bool started_ = false;    // the relaxation
  std::uint64_t held_ = 0;  // bytes reserved in the budget
};

}  // namespace winnable::undead
