// Beam search for few moves, layer by layer of extra moves.
//
// A layer holds the best positions that some number of extra moves (those that take no card
// home) reaches; home moves are free, for each card must make one in any case. Home moves of the
// policy are made at once; where others are possible, the position with all of them made joins the
// layer too. So the first position whose bound is zero costs least of all that the beam meets.
// After Lowerre's beam search (Harpy, 1976), with a table of positions met in any layer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/limits.hpp"
#include "patience/engine.hpp"
#include "patience/lower_bound.hpp"
#include "patience/short/hash.hpp"
#include "patience/short/score.hpp"

namespace winnable {

template <class Engine>
class ShortBeam {
 public:
  // `policy`: the home moves made at once, safe or all.
  explicit ShortBeam(const Engine& engine, Autoplay policy = Autoplay::kSafe)
      : engine_(engine), bound_(engine), policy_(policy) {}

  enum class End : std::uint8_t { kFound, kNone, kStopped };

  // Looks for fewer than `fewer_than` extra moves. Takes at most bytes(width) of memory.
  // kStopped: the budget's stop_reason() says why. kFound: moves() holds the solution.
  End run(const PatienceState& start, int width, int fewer_than, const ShortWeights& weights, Budget& budget);

  int extra_moves() const { return extra_; }
  // The solution found, home moves explicit.
  const std::vector<PatienceMove>& moves() const { return moves_; }
  std::uint64_t generated() const { return generated_; }
  std::uint64_t duplicates() const { return duplicates_; }

  static std::uint64_t bytes(int width);

 private:
  struct Node {
    PatienceState state;
    BoundTally tally;
    std::uint32_t parent = 0;  // index into trace_
    PatienceMove move;
    std::int16_t partial = 0;  // the score but for the bound's part
    std::int16_t score = 0;
    std::uint8_t bound = 0;
  };
  struct Step {
    std::uint32_t parent;
    PatienceMove move;
  };
  static constexpr std::uint32_t kRoot = 0xFFFFFFFF;
  static constexpr int kLayers = 48;       // expected, for sizing
  static constexpr int kMostLayers = 288;  // as many full layers' positions, and the search ends

  bool may_trace(std::size_t positions);
  void open_layer();
  End expand(std::size_t index, int extra);
  void child(const Node& node, const PatienceMove& m, std::uint32_t self);
  bool judge(Node& c, int extra);
  bool useful(int score) const { return score < cut_ || (score == cut_ && kept_ < width_); }
  void all_home(const Node& node, std::uint32_t self);
  void keep(const Node& node);
  void close_layer();
  void autoplay(PatienceState& s, BoundTally& t, Autoplay policy);
  void finish(const PatienceState& start, std::uint32_t last, int extra);

  Engine engine_;
  ExtraMovesBound<Engine> bound_;
  Autoplay policy_;
  HashSet64 seen_;
  std::vector<Node> layer_, next_, children_;
  std::vector<Step> trace_;
  std::array<int, kScores> histogram_{};
  MoveList<PatienceMove> legal_;
  std::vector<PatienceMove> moves_;
  std::optional<ShortScore<Engine>> score_;
  int width_ = 0;
  int fewer_than_ = 0;
  int extra_ = 0;
  int cut_ = 0;   // scores above it are of no use to the next layer
  int kept_ = 0;  // positions in the next layer with scores up to the cut
  std::uint64_t generated_ = 0;
  std::uint64_t duplicates_ = 0;
};

}  // namespace winnable

#include "patience/short/beam_impl.hpp"
