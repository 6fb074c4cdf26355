// play_patience: what a simulated player makes of a position.
#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "bindings/interrupt.hpp"
#include "bindings/result_names.hpp"
#include "bindings/solver_answers.hpp"
#include "patience/bind_types.hpp"
#include "patience/player/player.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace winnable {

void bind_patience_player(nb::module_& m) {
  nb::class_<PlayedGames>(m, "PlayedGames", "What a simulated player made of a position.")
      .def_ro("games", &PlayedGames::games, "Games played to their end.")
      .def_ro("wins", &PlayedGames::wins)
      .def_ro(
          "home", &PlayedGames::home,
          "Cards on the foundations at the end, all games together; where whole suits leave, and those in suit on the "
          "next.")
      .def_ro("lost_moves", &PlayedGames::lost_moves, "Moves of the lost games, safe moves home not counted.")
      .def_ro("positions", &PlayedGames::positions, "Positions judged, all games together.")
      .def_prop_ro(
          "reason", [](const PlayedGames& g) { return reason_word(g.reason); }, "goal if all games were played.");
  m.def(
      "play_patience",
      [](const std::shared_ptr<PyPatience>& game, const PyPosition& position, int look_ahead, int slips,
         std::uint64_t games, std::uint64_t seed, std::uint64_t nodes, double seconds, const CancelToken* token) {
        if (!(position.game->engine.rules() == game->engine.rules())) {
          throw nb::value_error("that position belongs to a game with other rules");
        }
        const Limits limits = make_limits(nodes, seconds, 0);
        return run_interruptible(token, [&](const CancelFlag* cancel) {
          return play_games(game->engine, position.state, {look_ahead, slips}, games, seed, limits, cancel);
        });
      },
      "game"_a, "position"_a, "look_ahead"_a, "slips"_a, "games"_a, "seed"_a = 0, "nodes"_a = 0, "seconds"_a = 0.0,
      "token"_a = nb::none(),
      "Games of a player that looks 1 to 4 moves ahead and misjudges each move by up to slips hundredths of a card "
      "that "
      "is home. The limits (0: none) are for all games together; nodes are positions judged.");
}

}  // namespace winnable
