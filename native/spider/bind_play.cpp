// SpiderPlayer and SpiderPlayed: whole games by a native policy.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/interrupt.hpp"
#include "bindings/rules_dict.hpp"
#include "bindings/solver_answers.hpp"
#include "patience/text.hpp"
#include "spider/bind_types.hpp"
#include "spider/moveblocks/moveblocks.hpp"
#include "spider/policy/play.hpp"
#include "spider/policy/relabelled.hpp"
#include "spider/policy/spider_policy.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

struct PyPlayed {
  PlayedGame game;
  PySpiderPosition start;
};

class PyPlayer {
 public:
  PyPlayer(std::shared_ptr<const PySpider> game, std::unique_ptr<Policy> policy)
      : game_(std::move(game)), policy_(std::move(policy)) {}

  std::vector<PatienceMove> decide(const Observation& seen, std::uint64_t seed, const CancelToken* token) {
    any_world(game_->engine, seen);  // throws where there is none
    const auto use = take();
    return run_interruptible(
        token,
        [&](const CancelFlag* cancel) {
          policy_->reseed(seed);
          return policy_->plan(seen, cancel);
        },
        [] {});
  }

  std::vector<PyPlayed> play_many(const std::vector<PySpiderPosition>& positions,
                                  const std::vector<std::uint64_t>& seeds, std::uint64_t nodes, double seconds,
                                  std::uint64_t bytes, const CancelToken* token) {
    if (positions.size() != seeds.size()) throw nb::value_error("one seed for each position");
    for (const PySpiderPosition& p : positions) expect_own(*game_, p);
    const Limits limits = make_limits(nodes, seconds, bytes);
    const auto use = take();
    auto games = run_interruptible(
        token,
        [&](const CancelFlag* cancel) {
          std::vector<PlayedGame> out;
          out.reserve(positions.size());
          for (std::size_t i = 0; i < positions.size(); ++i) {
            out.push_back(play_game(game_->engine, positions[i].state, *policy_, seeds[i], limits, cancel));
          }
          return out;
        },
        [] {});
    std::vector<PyPlayed> out;
    for (std::size_t i = 0; i < games.size(); ++i) out.push_back({std::move(games[i]), positions[i]});
    return out;
  }

 private:
  std::unique_lock<std::mutex> take() {
    std::unique_lock use(busy_, std::try_to_lock);
    if (!use) throw std::runtime_error("a player plays in one thread at a time; make one for each");
    return use;
  }

  std::shared_ptr<const PySpider> game_;
  std::unique_ptr<Policy> policy_;
  std::mutex busy_;
};

std::vector<std::string> texts_of(const PyPlayed& played) {
  const Spider& engine = played.start.game->engine;
  std::vector<std::string> out;
  SpiderState s = played.start.state;
  for (const PatienceMove& move : played.game.moves) {
    out.push_back(format_move(engine, s, move));
    engine.apply(s, move);
  }
  return out;
}

// How a game of a policy ended (winnable.families.spider.policy).
const char* end_word(StopReason r) {
  switch (r) {
    case StopReason::kGoal: return "won";
    case StopReason::kExhausted: return "conceded";
    case StopReason::kNodes: return "moves";
    default: return reason_word(r);
  }
}

void bind_played(nb::module_& m) {
  using P = PyPlayed;
  nb::class_<P>(m, "SpiderPlayed", "A game that a policy played.")
      .def_prop_ro("start", [](const P& p) { return p.start; })
      .def_prop_ro(
          "won", [](const P& p) { return p.game.won; }, "Has every run left?")
      .def_prop_ro(
          "reason", [](const P& p) { return end_word(p.game.reason); },
          "won, conceded, or what broke it off: moves, time, memory, cancelled.")
      .def_prop_ro(
          "why", [](const P& p) { return p.game.why; }, "What makes the end lost at sight; else empty.")
      .def_prop_ro(
          "runs", [](const P& p) { return p.game.runs; }, "Complete runs that have left, in the end.")
      .def_prop_ro("moves", [](const P& p) { return p.game.moves; })
      .def_prop_ro(
          "length", [](const P& p) { return p.game.moves.size(); }, "How many moves.")
      .def_prop_ro("texts", &texts_of, "The moves as text.")
      .def_prop_ro(
          "decisions", [](const P& p) { return p.game.decisions; }, "How often the policy was asked.")
      .def_prop_ro("seconds", [](const P& p) { return p.game.seconds; });
}

using GamePtr = std::shared_ptr<PySpider>;

PyPlayer* make_moveblocks(const GamePtr& game, std::uint32_t tries, std::uint32_t length, std::int32_t build,
                          std::int32_t turn, std::int32_t run, std::int32_t clear, std::int32_t tidy) {
  const MoveblocksOptions options{tries, length, build, turn, run, clear, tidy};
  return new PyPlayer(game, std::make_unique<Moveblocks>(game->engine.rules(), options));
}

PyPlayer* make_search(const GamePtr& game, bool best, std::uint32_t boards) {
  const PatienceRules& rules = game->engine.rules();
  const SpiderPace pace = best ? SpiderPace::kBest : SpiderPace::kFast;
  SpiderPolicyConfig config = spider_policy_config(rules.suits, rules.deal_over_empty, pace);
  if (boards != 0) config.boards = boards;
  return new PyPlayer(game, std::make_unique<RelabelledPolicy>(std::make_unique<SpiderPolicy>(config)));
}

using PyShape = std::vector<std::vector<std::int32_t>>;  // by term and rows left

// A shape that is being tuned.
PyPlayer* make_shaped(const GamePtr& game, const PyShape& shape, std::uint32_t boards) {
  SpiderPolicyConfig config;
  if (shape.size() != config.shape.size()) throw nb::value_error("one row for each of spider_terms()");
  for (std::size_t term = 0; term < shape.size(); ++term) {
    auto& stages = config.shape[term];
    if (shape[term].size() != stages.size()) throw nb::value_error("six numbers for each of spider_terms()");
    std::copy(shape[term].begin(), shape[term].end(), stages.begin());
  }
  config.boards = boards;
  config.deal_over_empty = game->engine.rules().deal_over_empty;
  return new PyPlayer(game, std::make_unique<RelabelledPolicy>(std::make_unique<SpiderPolicy>(config)));
}

PyShape shape_of(int suits) {
  PyShape out;
  for (const auto& stages : spider_policy_config(suits, false, SpiderPace::kBest).shape) {
    out.emplace_back(stages.begin(), stages.end());
  }
  return out;
}

std::vector<std::tuple<std::string, int, int>> terms() {
  std::vector<std::tuple<std::string, int, int>> out;
  for (const SpiderTerm& t : kSpiderTerms) out.emplace_back(t.name, t.start, t.step);
  return out;
}

}  // namespace

void bind_spider_play(nb::module_& m) {
  bind_played(m);
  using P = PyPlayer;
  nb::class_<P>(m, "SpiderPlayer", "A policy that plays one game's deals, seeing what a player sees.")
      .def_static("moveblocks", &make_moveblocks, "game"_a, "tries"_a, "length"_a, "build"_a, "turn"_a, "run"_a,
                  "clear"_a, "tidy"_a, "The Spider project's own player; values in hundredths of a card in suit.")
      .def_static(
          "random",
          [](const GamePtr& game) { return new P(game, std::make_unique<RandomPolicy>(game->engine.rules())); },
          "game"_a, "Any legal move.")
      .def_static("search", &make_search, "game"_a, "best"_a, "boards"_a = 0,
                  "Best first among the boards that can be reached without turning a card: within 10 seconds for a "
                  "game on average, or else 0.2; `boards` are as many as a search keeps, 0: as many as that allows.")
      .def_static("shaped", &make_shaped, "game"_a, "shape"_a, "boards"_a,
                  "The same, judging boards by other numbers: for each of spider_terms() six, by rows left from 0 on.")
      .def_static(
          "moves_runs", [](const PySpider& game) { return moves_runs_in_suit(game.engine.rules()); }, "game"_a,
          "Is it runs in suit that move there, onto any suit? Policies other than random play no other games.")
      .def("decide", &P::decide, "observation"_a, "seed"_a, "token"_a = nb::none(),
           "Moves to make now, in order, as far as the first that turns a card or deals a row; none: it concedes. "
           "ValueError for an observation that no position of the game has.")
      .def("play_many", &P::play_many, "positions"_a, "seeds"_a, "nodes"_a = 0, "seconds"_a = 0.0,
           "bytes"_a = std::uint64_t{2'000'000'000}, "token"_a = nb::none(),
           "Plays each position to its end; limits (0: none) are for each game, `nodes` are moves.");
  m.def("decision_seed", &decision_seed, "seed"_a, "n"_a,
        "What a game's seed becomes at its decision number n, from 0: the first is made with the seed itself.");
  m.def("spider_shape", &shape_of, "suits"_a,
        "The shape that Spider's policies judge boards by: for each of spider_terms() six numbers, by rows left.");
  m.def("spider_terms", &terms,
        "What a shape has a number for: names, and the value and the step that tuning starts with.");
  m.attr("MOST_PLAYED_MOVES") = kMostMoves;
}

}  // namespace winnable
