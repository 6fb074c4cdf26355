"""Observations of every game that hides cards, and every policy, pass the kit; broken ones fail."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from registered import registered_names
from winnable._core import Observation
from winnable.families.spider.game import PatienceMove, SpiderGame, SpiderPosition
from winnable.registry import get_game
from winnable.search.policy import make_policy, policy_names
from winnable.testing import NonconformanceError, check_even, check_hidden_game, check_policy
from winnable.testing.conformance import random_line
from winnable.testing.hidden import hidden_cards

HIDING = [
    *(
        name
        for name in registered_names()
        if hasattr(get_game(name), "observe") and get_game(name).info.hidden
    ),
    "spider:suits=1",
    "spider:suits=2",
    "spider:deal_over_empty=true",
]
DEALS = (3, "pysol:100000", "seed:7")


@pytest.mark.parametrize("name", HIDING)
def test_observations_hold_nothing_hidden(name: str) -> None:
    check_hidden_game(get_game(name), deals=DEALS, seeds=(0,), most_moves=30)


@pytest.mark.parametrize("name", HIDING)
def test_worlds_are_drawn_evenly(name: str) -> None:
    game = get_game(name)
    start = game.observe(game.deal(1))
    check_even(game, start, draws=400)
    later = random_line(game, 1, 0, 60).positions[-1]
    if len(set(hidden_cards(later))) > 1:
        check_even(game, game.observe(later), draws=400)


def decided(game: Any, name: str) -> Any:
    """The policy ``name`` with little time to think: what it looks at matters here, not how well it plays."""
    boards = (50 if game.info.runs_leave else 3) if name in ("best", "fast") else None
    return make_policy(game, name, boards=boards).decide


@pytest.mark.parametrize(
    ("name", "policy"), [(name, policy) for name in HIDING for policy in policy_names(get_game(name))]
)
def test_policies_do_not_peek(name: str, policy: str) -> None:
    game = get_game(name)
    positions = [random_line(game, deal, 0, moves).positions[-1] for deal, moves in [(5, 0), ("seed:2", 20)]]
    check_policy(game, decided(game, policy), positions, seed=9, name=policy)


# --- the kit fails what is broken -------------------------------------------------------------------------


class Broken(SpiderGame):
    """Spiderette, to be broken."""

    __slots__ = ()

    def __init__(self) -> None:
        from winnable.families.spider.games import SPIDERETTE

        super().__init__(SPIDERETTE)


def check_broken(game: Any) -> None:
    check_hidden_game(game, deals=[1], seeds=(0,), most_moves=5)


def test_an_observation_that_tells_hidden_cards_fails() -> None:
    class Telling(Broken):
        def observe(self, position: SpiderPosition) -> Any:
            return bytes(position.stock), super().observe(position)

        def determinise(self, observation: Any, rng: Random) -> SpiderPosition:
            return super().determinise(observation[1], rng)

    with pytest.raises(NonconformanceError, match="looks otherwise"):
        check_broken(Telling())


def test_a_hidden_card_beside_what_is_compared_fails() -> None:
    class Beside(Observation):
        __slots__ = ("stock_cards",)

        def __reduce__(self) -> Any:
            return bytes, (self.stock_cards,)

    class Hoarding(Broken):
        def observe(self, position: SpiderPosition) -> Any:
            seen = super().observe(position)
            kept = Beside(seen.columns, seen.down, seen.stock, seen.runs, seen.unseen)
            kept.stock_cards = bytes(position.stock)
            return kept

    with pytest.raises(NonconformanceError, match="holds more than what is seen"):
        check_broken(Hoarding())


def test_a_world_that_is_always_the_same_fails() -> None:
    class Remembering(Broken):
        def determinise(self, observation: Observation, rng: Random) -> SpiderPosition:
            return self.deal(1)

    with pytest.raises(NonconformanceError, match=r"every hidden card where it is|looks otherwise"):
        check_broken(Remembering())


def test_worlds_with_cards_that_stay_together_fail() -> None:
    """Every card is in every place as often as any other, but beside the same one."""

    class Pairing(Broken):
        def determinise(self, observation: Observation, rng: Random) -> SpiderPosition:
            hidden = [index for index, count in enumerate(observation.unseen) for _ in range(count)]
            pairs = [hidden[i : i + 2][:: rng.choice([1, -1])] for i in range(0, len(hidden), 2)]
            rng.shuffle(pairs)
            hidden = [card for pair in pairs for card in pair]
            columns = []
            for seen, down in zip(observation.columns, observation.down, strict=True):
                columns.append(bytes(hidden[:down]) + seen)
                del hidden[:down]
            return self.core.position(columns, observation.down, bytes(hidden), observation.runs)

    game = Pairing()
    with pytest.raises(NonconformanceError, match="depend on their neighbours"):
        check_even(game, game.observe(game.deal(1)), draws=400)


def test_worlds_that_prefer_a_card_in_a_place_fail() -> None:
    class Favouring(Broken):
        def determinise(self, observation: Observation, rng: Random) -> SpiderPosition:
            world = super().determinise(observation, rng)
            if rng.random() < 0.7:
                return world
            stock = world.stock
            at = stock.index(min(stock))
            stock = stock[at:] + stock[:at]
            return self.core.position(world.columns, world.down, stock, world.runs)

    game = Favouring()
    with pytest.raises(NonconformanceError, match="not drawn evenly"):
        check_even(game, game.observe(game.deal(1)), draws=400)


def test_a_policy_that_remembers_fails() -> None:
    """It decides by how often it was asked, not by what it sees."""
    game = get_game("spiderette")
    asked: list[Observation] = []

    def decide(observation: Observation, seed: int) -> Sequence[PatienceMove]:
        asked.append(observation)
        moves = game.legal_moves(game.determinise(observation, Random(0)))
        return [moves[len(asked) % len(moves)]]

    with pytest.raises(NonconformanceError, match="decides differently"):
        check_policy(game, decide, [game.deal(1), game.deal(2)])


def test_a_policy_that_plays_anything_fails() -> None:
    game = get_game("spiderette")
    with pytest.raises(NonconformanceError, match="which is not legal"):
        check_policy(game, lambda observation, seed: [PatienceMove(0, 0, 1)], [game.deal(1)])


def test_checking_nothing_is_an_error() -> None:
    game = get_game("spiderette")
    with pytest.raises(ValueError, match="at least one deal"):
        check_hidden_game(game, deals=[])
    with pytest.raises(ValueError, match="at least one position"):
        check_policy(game, lambda observation, seed: [], [])
    won = game.core.position([], [], b"", [1, 1, 1, 1])
    with pytest.raises(ValueError, match="two different cards"):
        check_even(game, game.observe(won))
