"""Games with few columns and cells, and small positions in them with their true answers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from oracle import rules as oracle
from oracle import toys
from oracle.games import GAMES
from oracle.solve import TooManyPositionsError, shortest
from winnable.families.patience.game import PatienceGame, PatiencePosition
from winnable.registry import get_game

from .agree import Pair, from_core_move, to_core


class ToyGame(NamedTuple):
    """A game of the family with some number of cells and columns, in both forms."""

    game: PatienceGame
    rules: oracle.Rules


class Toy(NamedTuple):
    """A small position; ``best`` is the fewest moves that win, None if it is lost."""

    toy_game: ToyGame
    position: oracle.Position
    native: PatiencePosition
    best: int | None


def toy_games(
    name: str, cell_counts: range = range(4), column_counts: tuple[int, ...] = (3, 4)
) -> list[ToyGame]:
    games = []
    for cells in sorted({min(cells, GAMES[name].cells) for cells in cell_counts}):
        for columns in column_counts:
            rules = GAMES[name]._replace(cells=cells, columns=columns)
            game = get_game(f"{name}:cells={cells},columns={columns},cells_filled=0,column_cards=")
            games.append(ToyGame(game, rules))
    return games


def random_toy(rules: oracle.Rules, rng: Random, most_cards: int = 22) -> oracle.Position:
    """A deal of the highest ranks, or uneven foundations and piles; whole suits where suits leave."""
    if rules.suits_leave:
        return toys.broken_suits(rules, rng, rng.choice((1, 2)))
    if rng.random() < 0.5:
        return toys.toy_deal(rules, rng.randrange(2, 1 + most_cards // 4), rng)
    return toys.ragged_deal(rules, rng, rng.randrange(6, most_cards))


def answered(
    toy_game: ToyGame, rng: Random, wanted: int, most_cards: int, most_positions: int
) -> Iterator[Toy]:
    """Of ``wanted`` random toys, those that the oracle answers within ``most_positions``."""
    pair = Pair(toy_game.rules, toy_game.game.core)
    for _ in range(wanted):
        position = random_toy(toy_game.rules, rng, most_cards)
        try:
            best = shortest(toy_game.rules, position, most_positions)
        except TooManyPositionsError:
            continue
        yield Toy(toy_game, position, to_core(pair, position), best)


def assert_won(rules: oracle.Rules, position: oracle.Position, moves: tuple[object, ...]) -> None:
    """The moves are legal and win, by the oracle's rules."""
    for move in moves:
        position = oracle.play(rules, position, from_core_move(move))
    assert oracle.is_won(position)


SMALL = 800  # positions that the oracle may meet on the way to a small toy's answer


@cache
def small_toys(name: str) -> tuple[Toy, ...]:
    """About forty toys of a game with their shortest lengths; found once, for all tests that want them."""
    rng = Random(name)
    games = toy_games(name, range(3), (3, 4))
    return tuple(toy for game in games for toy in answered(game, rng, 40 // len(games), 14, SMALL))
