"""What a game with hidden cards promises besides, and what its policies do: nobody peeks.

A *world* is a position that looks like another one. ``check_hidden_game`` holds a game's observations to
this: they are equal in all worlds that look alike, down to their bytes, and worlds are drawn evenly.
``check_policy`` holds a policy to it: it does the same in all of them.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import sqrt
from random import Random
from typing import Any

from winnable.game import HiddenGame, Outcome
from winnable.testing.conformance import Line, NonconformanceError, Start, random_line

__all__ = ["check_even", "check_hidden_game", "check_policy", "hidden_cards"]

AnyHiddenGame = HiddenGame[Any, Any]
Decide = Callable[[Any, int], Sequence[Any]]  # a policy: from what is seen and a seed to moves

_WORLDS = 3  # that are drawn for each position
_DECISIONS = 20  # that a policy makes from each position, at most
_SIGMAS = 6.0  # so far may a count of draws stray from what is expected: once in 10^8 or so


def hidden_cards(position: Any) -> bytes:
    """The cards of a position that its player does not see, as it lists them; those of one of Spider's kin:
    columns first, then the stock."""
    if hasattr(position, "hidden"):
        return bytes(position.hidden)
    columns = [bytes(column[:down]) for column, down in zip(position.columns, position.down, strict=True)]
    return b"".join(columns) + bytes(position.stock)


def check_hidden_game(
    game: AnyHiddenGame,
    *,
    deals: Iterable[int | str],
    seeds: Iterable[int] = (0, 1),
    most_moves: int = 40,
    start: Start | None = None,
    hidden: Callable[[Any], bytes] = hidden_cards,
) -> None:
    """Holds the observations of a game to their promises; raises NonconformanceError at the first breach.

    Along random lines, each position is observed and worlds are drawn from what is seen. Each world looks the
    same: equal, with equal hash, text and bytes, so that nothing hidden is in it. It has the same cards
    hidden, though elsewhere, and the same legal moves and outcome. ``hidden`` lists a position's hidden
    cards.
    """
    lines = [random_line(game, deal, seed, most_moves, start) for deal in deals for seed in seeds]
    if not lines:
        raise ValueError("check_hidden_game needs at least one deal and one seed")
    for number, line in enumerate(lines):
        rng = Random(number)
        for at, position in enumerate(line.positions):
            _check_worlds(line, at, position, hidden, rng)


def _check_worlds(line: Line, at: int, position: Any, hidden: Callable[[Any], bytes], rng: Random) -> None:
    game: Any = line.game
    seen = game.observe(position)
    cards, moves = hidden(position), list(game.legal_moves(position))
    moved = len(set(cards)) < 2
    for _ in range(_WORLDS):
        world = game.determinise(seen, rng)
        again = game.observe(world)
        line.require(
            again == seen and hash(again) == hash(seen), "a world drawn from what is seen looks otherwise", at
        )
        line.require(repr(again) == repr(seen), "two observations are equal, but read differently", at)
        line.require(
            pickle.dumps(again) == pickle.dumps(seen), "an observation holds more than what is seen", at
        )
        there = hidden(world)
        line.require(sorted(there) == sorted(cards), "a world has other cards hidden", at)
        line.require(list(game.legal_moves(world)) == moves, "legal moves depend on hidden cards", at)
        line.require(game.outcome(world) is game.outcome(position), "the outcome depends on hidden cards", at)
        moved = moved or there != cards or len(cards) < 8
    line.require(moved, "worlds have every hidden card where it is", at)


def check_even(
    game: AnyHiddenGame,
    seen: Any,
    *,
    draws: int = 2000,
    seed: int = 0,
    hidden: Callable[[Any], bytes] = hidden_cards,
) -> None:
    """Worlds are drawn evenly: each unseen card comes to each place, and each pair of them to neighbouring
    places, as often as chance has it; raises NonconformanceError where counts stray by six standard
    deviations.

    Of ``n`` places and ``k`` different cards the sum of squares over places and cards, each divided by what
    is expected and all scaled by (n - 1) / n, follows about a chi-square law of (n - 1)(k - 1) degrees.
    """
    rng = Random(seed)
    worlds = [hidden(game.determinise(seen, rng)) for _ in range(draws)]
    cards = Counter(worlds[0])
    places = cards.total()
    if len(cards) < 2:
        raise ValueError("check_even needs two different cards that are hidden")
    pairs = Counter(pair for world in worlds for pair in pairwise(world))
    likely = {
        (one, other): draws * cards[one] * (cards[other] - (one == other)) / places
        for one in cards
        for other in cards
    }
    strayed = _strayed(pairs, likely)
    degrees = sum(number > 0 for number in likely.values())
    if strayed > degrees + _SIGMAS * sqrt(2 * degrees):
        raise NonconformanceError(
            f"{game.info.name}: hidden cards depend on their neighbours: chi-square {strayed:.1f} over "
            f"{degrees} pairs"
        )
    single = Counter((place, card) for world in worlds for place, card in enumerate(world))
    expected = {(place, card): draws * cards[card] / places for place in range(places) for card in cards}
    strayed = _strayed(single, expected) * (places - 1) / places
    degrees = (places - 1) * (len(cards) - 1)
    if abs(strayed - degrees) > _SIGMAS * sqrt(2 * degrees):
        raise NonconformanceError(
            f"{game.info.name}: worlds are not drawn evenly: chi-square {strayed:.1f} with {degrees} degrees"
        )


def _strayed(found: Counter[Any], expected: dict[Any, float]) -> float:
    """Chi-square of counts; infinite if something came that cannot come."""
    if any(found[key] and not number for key, number in expected.items()) or found.keys() - expected.keys():
        return float("inf")
    return sum((found[key] - number) ** 2 / number for key, number in expected.items() if number)


def check_policy(
    game: AnyHiddenGame, decide: Decide, positions: Iterable[Any], *, seed: int = 0, name: str = "the policy"
) -> None:
    """A policy does not peek; raises NonconformanceError at the first breach.

    From each position it plays in two worlds that look alike, with the same seeds, until they look different:
    it must decide the same, also if it decided elsewhere in between, and its moves must be legal.
    """
    starts = list(positions)
    if not starts:
        raise ValueError("check_policy needs at least one position")
    for number, position in enumerate(starts):
        rng = Random(number)
        worlds = [game.determinise(game.observe(position), rng) for _ in range(2)]
        elsewhere = game.observe(starts[number - 1])
        for _ in range(_DECISIONS):
            seen = [game.observe(world) for world in worlds]
            if seen[0] != seen[1] or game.outcome(worlds[0]) is not Outcome.OPEN:
                break
            plan = list(decide(seen[0], seed))
            decide(elsewhere, seed)
            again = list(decide(seen[1], seed))
            if plan != again:
                what = f"{name} decides differently on equal observations: {plan} and {again}"
                raise NonconformanceError(f"{game.info.name}: {what} on {seen[0]!r}")
            if not plan:
                break
            worlds = [_made(game, world, plan, name) for world in worlds]


def _made(game: AnyHiddenGame, world: Any, plan: Sequence[Any], name: str) -> Any:
    """The world after the plan's moves up to the first that changes how much is hidden."""
    hidden = len(hidden_cards(world))
    for move in plan:
        if move not in game.legal_moves(world):
            raise NonconformanceError(
                f"{game.info.name}: {name} plays {move} on {world!r}, which is not legal"
            )
        world = game.play(world, move)
        if len(hidden_cards(world)) != hidden:
            break
    return world
