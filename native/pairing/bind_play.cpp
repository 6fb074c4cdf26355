// PairingObservation, PairingPlayer and PairingPlayed: what a player sees, and whole games by a policy.
#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/interrupt.hpp"
#include "bindings/rules_dict.hpp"
#include "bindings/solver_answers.hpp"
#include "pairing/bind_types.hpp"
#include "pairing/policy/exact.hpp"
#include "pairing/policy/play.hpp"
#include "pairing/policy/view.hpp"
#include "pairing/text.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

namespace {

using GamePtr = std::shared_ptr<PyPairing>;
using O = PairingObservation;

struct PyPairingPlayed {
  PairingPlayed game;
  PyPairingPosition start;
};

class PyPairingPlayer {
 public:
  PyPairingPlayer(GamePtr game, std::string_view name, int worlds)
      : game_(std::move(game)), policy_(make_pairing_policy(game_->engine, name, worlds)) {}

  std::vector<PairingMove> decide(const O& seen, std::uint64_t seed, const CancelToken* token) {
    const auto use = take();
    return run_interruptible(token, [&](const CancelFlag* cancel) { return policy_->plan(seen, seed, cancel); }, [] {});
  }

  std::vector<PyPairingPlayed> play_many(const std::vector<PyPairingPosition>& positions,
                                         const std::vector<std::uint64_t>& seeds, std::uint64_t nodes, double seconds,
                                         std::uint64_t bytes, const CancelToken* token) {
    if (positions.size() != seeds.size()) throw nb::value_error("one seed for each position");
    for (const PyPairingPosition& p : positions) expect_own(*game_, p);
    const Limits limits = make_limits(nodes, seconds, bytes);
    const auto use = take();
    auto games = run_interruptible(
        token,
        [&](const CancelFlag* cancel) {
          std::vector<PairingPlayed> out;
          out.reserve(positions.size());
          for (std::size_t i = 0; i < positions.size(); ++i) {
            out.push_back(play_game(game_->engine, positions[i].state, *policy_, seeds[i], limits, cancel));
          }
          return out;
        },
        [] {});
    std::vector<PyPairingPlayed> out;
    for (std::size_t i = 0; i < games.size(); ++i) out.push_back({std::move(games[i]), positions[i]});
    return out;
  }

 private:
  std::unique_lock<std::mutex> take() {
    std::unique_lock use(busy_, std::try_to_lock);
    if (!use) throw std::runtime_error("a player plays in one thread at a time; make one for each");
    return use;
  }

  GamePtr game_;
  std::unique_ptr<PairingPolicy> policy_;
  std::mutex busy_;
};

O make_observation(const nb::bytes& tableau, const std::vector<nb::bytes>& columns, const nb::bytes& waste,
                   const nb::bytes& stock, int pass_number, const nb::bytes& unseen) {
  if (pass_number < 1 || pass_number > kMaxPasses) throw nb::value_error("there is no such pass");
  if (unseen.size() != kDeck) throw nb::value_error("unseen cards are counted for each of the 52");
  O out;
  out.piles.tableau = to_cards(tableau);
  for (const nb::bytes& c : columns) out.piles.columns.push_back(to_cards(c));
  out.piles.waste = to_cards(waste);
  out.piles.stock = to_cards(stock);
  out.piles.pass = std::uint8_t(pass_number - 1);
  const std::vector<Card> counts = to_cards(unseen);
  for (int c = 0; c < kDeck; ++c) {
    if (counts[c] > 1) throw nb::value_error("each card is there once");
    out.unseen |= CardSet{counts[c]} << c;
  }
  return out;
}

nb::bytes unseen_counts(const O& o) {
  std::vector<Card> counts(kDeck);
  for (int c = 0; c < kDeck; ++c) counts[c] = Card(o.unseen >> c & 1);
  return to_bytes(counts);
}

nb::typed<nb::list, nb::bytes> columns_of(const O& o) {
  nb::typed<nb::list, nb::bytes> out;
  for (const auto& column : o.piles.columns) out.append(to_bytes(column));
  return out;
}

nb::tuple observation_state(const O& o) {
  return nb::make_tuple(to_bytes(o.piles.tableau), columns_of(o), to_bytes(o.piles.waste), to_bytes(o.piles.stock),
                        o.piles.pass + 1, unseen_counts(o));
}

void restore_observation(O& o, const nb::tuple& state) {
  if (state.size() != 6) throw nb::value_error("that is no state of an observation");
  new (&o) O(make_observation(nb::cast<nb::bytes>(state[0]), nb::cast<std::vector<nb::bytes>>(state[1]),
                              nb::cast<nb::bytes>(state[2]), nb::cast<nb::bytes>(state[3]), nb::cast<int>(state[4]),
                              nb::cast<nb::bytes>(state[5])));
}

std::string observation_repr(const O& o) {
  std::string out = "<PairingObservation";
  const auto show = [&](const char* name, const std::vector<Card>& cards) {
    out += name;
    for (const Card c : cards) out += c == kNoCard ? " --" : " " + format_card(c);
  };
  show("", o.piles.tableau);
  for (const auto& column : o.piles.columns) show(" |", column);
  show("; waste", o.piles.waste);
  show("; stock", o.piles.stock);
  return out + "; pass " + std::to_string(o.piles.pass + 1) + ">";
}

void bind_pairing_observation(nb::module_& m) {
  nb::class_<O>(m, "PairingObservation", "What a player sees: piles with unknown cards, and which cards those are.")
      .def(
          "__init__",
          [](O* o, const nb::bytes& tableau, const std::vector<nb::bytes>& columns, const nb::bytes& waste,
             const nb::bytes& stock, int pass_number, const nb::bytes& unseen) {
            new (o) O(make_observation(tableau, columns, waste, stock, pass_number, unseen));
          },
          "tableau"_a, "columns"_a, "waste"_a, "stock"_a, "pass_number"_a, "unseen"_a,
          "Piles as in PairingGame.position, with 254 for a card that is not known.")
      .def_prop_ro(
          "tableau", [](const O& o) { return to_bytes(o.piles.tableau); },
          "Cards in reading order, 255 where one has left, 254 where one is not known.")
      .def_prop_ro("columns", &columns_of, "Open columns, deepest card first; none in games with a stock.")
      .def_prop_ro(
          "waste", [](const O& o) { return to_bytes(o.piles.waste); }, "First drawn first; the last one is on top.")
      .def_prop_ro(
          "stock", [](const O& o) { return to_bytes(o.piles.stock); }, "The first one is on top; 254: not known.")
      .def_prop_ro(
          "pass_number", [](const O& o) { return o.piles.pass + 1; }, "From 1; always 1 where passes are unlimited.")
      .def_prop_ro("unseen", &unseen_counts, "For each card 0..51, is it one of those that are not known? 52 bytes.")
      .def(
          "__eq__", [](const O& a, const O& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const O& o) { return nb::hash(observation_state(o)[0]) ^ nb::hash(unseen_counts(o)); })
      .def("__getstate__", &observation_state, nb::sig("def __getstate__(self) -> tuple[object, ...]"))
      .def("__setstate__", &restore_observation, "state"_a,
           nb::sig("def __setstate__(self, state: tuple[object, ...]) -> None"))
      .def("__repr__", &observation_repr);
  m.attr("UNSEEN_INDEX") = int(kUnseen);
}

std::vector<std::string> texts_of(const PyPairingPlayed& played) {
  std::vector<std::string> out;
  for (const PairingMove& move : played.game.moves) out.push_back(format_move(move));
  return out;
}

// How a game of a policy ended (winnable.search.policy).
const char* end_word(StopReason r) {
  switch (r) {
    case StopReason::kGoal: return "won";
    case StopReason::kExhausted: return "conceded";
    case StopReason::kNodes: return "moves";
    default: return reason_word(r);
  }
}

void bind_played(nb::module_& m) {
  using P = PyPairingPlayed;
  nb::class_<P>(m, "PairingPlayed", "A game that a policy played.")
      .def_prop_ro("start", [](const P& p) { return p.start; })
      .def_prop_ro(
          "end", [](const P& p) { return PyPairingPosition{p.game.end, p.start.game}; }, "The position at the end.")
      .def_prop_ro(
          "won", [](const P& p) { return p.game.won; }, "Has left what must leave?")
      .def_prop_ro(
          "reason", [](const P& p) { return end_word(p.game.reason); },
          "won, conceded, or what broke it off: moves, time, memory, cancelled.")
      .def_prop_ro("moves", [](const P& p) { return p.game.moves; })
      .def_prop_ro("texts", &texts_of, "The moves as text.")
      .def_prop_ro(
          "decisions", [](const P& p) { return p.game.decisions; }, "How often the policy was asked.")
      .def_prop_ro(
          "nodes", [](const P& p) { return p.game.nodes; }, "Positions that the policy's solver expanded.")
      .def_prop_ro("seconds", [](const P& p) { return p.game.seconds; });
}

void bind_player(nb::module_& m) {
  using P = PyPairingPlayer;
  nb::class_<P>(m, "PairingPlayer", "A policy that plays one game's deals, seeing what a player sees.")
      .def(
          "__init__",
          [](P* self, GamePtr game, std::string_view name, int worlds) { new (self) P(std::move(game), name, worlds); },
          "game"_a, "name"_a, "worlds"_a = 0,
          "best, fast, greedy or random; best and fast draw so many worlds for each decision, 0: as is usual.")
      .def("decide", &P::decide, "observation"_a, "seed"_a, "token"_a = nb::none(),
           "Moves to make now, in order, as far as the first that brings a card to light; none: it concedes. "
           "ValueError for an observation that no position of the game has.")
      .def("play_many", &P::play_many, "positions"_a, "seeds"_a, "nodes"_a = 0, "seconds"_a = 0.0,
           "bytes"_a = std::uint64_t{2'000'000'000}, "token"_a = nb::none(),
           "Plays each position to its end; limits (0: none) are for each game, `nodes` are moves.");
}

std::optional<std::vector<std::uint64_t>> exact_wins(const PyPairing& game, const O& seen, std::uint64_t positions,
                                                     const CancelToken* token) {
  const PairingView view = view_of(game.engine, seen);
  MoveList<PairingMove> moves;
  game.engine.legal_moves(view.state, moves);
  return run_interruptible(
      token, [&](const CancelFlag*) { return PairingExact(game.engine).wins(view, moves, positions); }, [] {});
}

}  // namespace

void bind_pairing_play(nb::module_& m) {
  bind_pairing_observation(m);
  bind_played(m);
  bind_player(m);
  m.def(
      "pairing_observe",
      [](const PyPairing& game, const PyPairingPosition& p) {
        expect_own(game, p);
        return observe(game.engine, p.state);
      },
      "game"_a, "position"_a, "What the player sees of a position.");
  m.def(
      "pairing_world",
      [](const GamePtr& game, const O& seen, const nb::bytes& order) {
        return PyPairingPosition{world(game->engine, seen, to_cards(order)), game};
      },
      "game"_a, "observation"_a, "order"_a,
      "The position that looks so, with its unknown cards in this order, those of the tableau first. ValueError if "
      "no position of the game looks so.");
  m.def("pairing_exact", &exact_wins, "game"_a, "observation"_a, "positions"_a, "token"_a = nb::none(),
        "Of the orders in which the unseen cards may lie, those that the best play wins after each legal move; None "
        "where more than so many positions would have to be looked at.");
}

}  // namespace winnable
