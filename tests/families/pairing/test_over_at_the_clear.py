"""Most points where the game is over as soon as it is won, by Microsoft's rules: late positions against the
oracle's exhaustive search, which shares no code with the engine."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from native.pairing_agree import ALL_GAMES, from_core
from oracle.cards import card
from oracle.pairing import Rules, is_won, score
from oracle.pairing_solve import Reach, replay
from oracle.solve import TooManyPositionsError
from sizes import some_of
from winnable.families.pairing.game import PairingGame, PairingPosition
from winnable.families.pairing.strategies import random_near_end
from winnable.game import IllegalMove
from winnable.registry import get_game
from winnable.search.solvers import make_solver

# The most points are 1285 where the game is over at the clear, by an exhaustive search; they would be 1290.
DECK = """
5D 6H 6D TH JH TD 6S QS 2D 9D 3C 7H 5H KC JD 8D JS KD 2H 2S AS AC JC 8S 3S KH 3D AD
7C TC 7D 9H 4D TS QC 7S 9S AH KS 8C 9C 6C 5S QH 4C QD 8H 4S 2C 3H 5C 4H
"""


@pytest.mark.parametrize(("name", "most"), [("pyramid", 1285), ("pyramid:play_on=true", 1290)])
def test_a_deal_in_which_the_stock_cannot_be_emptied_first(name: str, most: int) -> None:
    game = get_game(name)
    rules = ALL_GAMES["pyramid"]._replace(plays_on=name != "pyramid")
    start = game.deal_deck(bytes(map(card, DECK.split())))
    (found,) = make_solver(game, "score").solve_many([start])
    assert (found.verdict, found.score, found.score_bound) == ("solved", most, most)
    assert score(rules, replay(rules, from_core(rules, start), list(found.texts))) == most
    assert make_solver(game, challenge=f"points={most}").solve_many([start])[0].verdict == "solved"
    assert make_solver(game, challenge=f"points={most + 1}").solve_many([start])[0].verdict == "unsolvable"


def most_points(rules: Rules, position: PairingPosition) -> int | None:
    """By exhaustive search; None where that is too long."""
    try:
        return Reach(rules, from_core(rules, position), 20_000).most_points()
    except TooManyPositionsError:
        return None


def check(game: PairingGame, rules: Rules, position: PairingPosition, solver: Any) -> bool:
    """Is it a position in which the end of the game costs points? None of it is left to chance otherwise."""
    most = most_points(rules, position)
    if most is None:
        return False
    (found,) = solver.solve_many([position])
    assert most == found.score == found.score_bound, position
    assert score(rules, replay(rules, from_core(rules, position), list(found.texts))) == most
    above = make_solver(game, challenge=f"points={most + 1}").solve_many([position])[0]
    assert above.verdict == "unsolvable"
    met = make_solver(game, challenge=f"points={most}").solve_many([position])[0]
    end = replay(rules, from_core(rules, position), list(met.texts))
    assert met.verdict == "solved"
    assert score(rules, end) >= most
    return most < (most_points(rules._replace(plays_on=True), position) or 0)


OPTIONS = {
    "": {},
    "passes=1": {"passes": 1},
    "passes=2": {"passes": 2},
    "passes=unlimited": {"passes": None},
    "stock_top=hidden": {"stock_top": "no"},
    "stock_top=apart,passes=2": {"stock_top": "apart", "passes": 2},
    "overlap=true": {"slips_out": True},
    "draw=3": {"draw": 3},
    "scoring=par": {"scoring": "par"},
}


@pytest.mark.parametrize("options", OPTIONS)
def test_late_positions(options: str) -> None:
    game = get_game(f"pyramid:{options}" if options else "pyramid")
    rules = ALL_GAMES["pyramid"]._replace(**OPTIONS[options])  # type: ignore[arg-type]
    rng = Random(options)
    solver = make_solver(game, "score")
    number = some_of(100 if options else 200)
    costly = sum(
        check(game, rules, random_near_end(game, rng, rng.choice([8, 12, 16, 20])), solver)
        for _ in range(number)
    )
    assert costly > number // 30


def test_nothing_follows_the_clear() -> None:
    """A pair of the stock is left when the pyramid is: it can leave only where play goes on."""
    for name, ended in (("pyramid", True), ("pyramid:par", False), ("pyramid:play_on=true", False)):
        game = get_game(name)
        core = game.core
        won = core.position(b"\xff" * 28, [], b"", bytes([card("QC"), card("AC")]))
        assert game.outcome(won).value == "won"
        assert [game.notation.format(won, move) for move in game.legal_moves(won)] == (
            [] if ended else ["draw"]
        )
        assert is_won(ALL_GAMES["pyramid"], from_core(ALL_GAMES["pyramid"], won))
        if ended:
            with pytest.raises(IllegalMove, match="the game is over: it is won"):
                game.notation.parse(won, "draw")
