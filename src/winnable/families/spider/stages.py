"""Where a stage of Spider begins and it is open who wins: what a player of that stage learns from.

A stage is what is played with a number of rows left in the stock. Games are played by a player as strong as
the one that learns; of the boards on which the stage began, those are kept from which it wins in some worlds
that look the same and loses in others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from itertools import count
from random import Random
from typing import Final

from winnable._core import CancelToken, Observation, SpiderPlayed, SpiderPlayer, SpiderPosition
from winnable.errors import InputError
from winnable.families.spider.game import SpiderGame

__all__ = ["open_starts", "stage_start"]

_WORLDS: Final = 4  # in which a board is played before it counts as open
_AT_ONCE: Final = 16  # deals that a thread plays
_MOST_IN_VAIN: Final = 10_000  # deals in a row without an open board, after which there seem to be none


def stage_start(game: SpiderGame, played: SpiderPlayed, rows: int) -> SpiderPosition | None:
    """The first position of a game with no more than ``rows`` rows left; None if it had none."""
    position = played.start
    for move in played.moves:
        if len(position.stock) <= rows * game.column_count:
            return position
        position = game.play(position, move)
    return None


def open_starts(
    game: SpiderGame,
    make_player: Callable[[], SpiderPlayer],
    rows: int,
    first: int,
    pool: Executor,
    token: CancelToken | None = None,
) -> Iterator[Observation]:
    """What is seen where the stage with ``rows`` rows left begins, in the deals ``seed:first`` and on, where
    it is open; the same with any pool. Ends when cancelled, and not before.

    Raises:
        InputError: of many deals in a row none was open.
    """

    def of_deals(start: int) -> list[Observation]:
        player = make_player()
        deals = [game.deal(f"seed:{start + i}") for i in range(_AT_ONCE)]
        games = player.play_many(deals, [0] * len(deals), token=token)
        found = [stage_start(game, played, rows) for played in games]
        seen = [game.observe(position) for position in found if position is not None]
        return [
            look for i, look in enumerate(seen) if _is_open(game, player, look, Random(f"{start}:{i}"), token)
        ]

    in_vain = 0
    for batch in count():
        threads = [first + (batch * 8 + thread) * _AT_ONCE for thread in range(8)]
        for found in pool.map(of_deals, threads):
            in_vain = 0 if found else in_vain + _AT_ONCE
            yield from found
        if token is not None and token.cancelled:
            return
        if in_vain >= _MOST_IN_VAIN:
            what = f"in {in_vain:,} deals there is no board with {rows} rows left that is sometimes won"
            raise InputError(f"{what} and sometimes lost", expected="more boards a search")


def _is_open(
    game: SpiderGame, player: SpiderPlayer, seen: Observation, rng: Random, token: CancelToken | None
) -> bool:
    worlds = [game.determinise(seen, rng) for _ in range(_WORLDS)]
    won = sum(played.won for played in player.play_many(worlds, [0] * _WORLDS, token=token))
    return 0 < won < _WORLDS
