// What every solver of pairing games answers.
#pragma once

#include <string>

#include "core/result.hpp"
#include "pairing/engine.hpp"

namespace winnable {

struct PairingAnswer : Result<PairingMove> {
  std::string why;      // kUnsolvable: the reason in words where the start itself shows one, else empty
  int score = 0;        // points of the position that `moves` lead to
  int upper_score = 0;  // no line of play makes more; equal to score: proved best
};

}  // namespace winnable
