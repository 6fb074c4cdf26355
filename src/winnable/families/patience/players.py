"""What simulated players make of a position: the ground of its level.

A *hasty* player looks at what each move leads to, a *careful* one a move further. Both like what people
like (cards that are home, empty columns and cells, cards built on each other) and misjudge each move a
little, so that every game goes another way. The core plays them (``native/patience/player/player.hpp``),
with an effort that is the same on every machine, and without any of the solvers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from winnable import _core
from winnable.search.api import Limits, StopReason

if TYPE_CHECKING:
    from winnable._core import CancelToken, PatiencePosition
    from winnable.families.patience.game import PatienceGame

__all__ = ["CARDS", "CAREFUL", "HASTY", "Games", "Player", "play_all", "play_games", "score"]

CARDS: Final = 52


@dataclass(frozen=True, slots=True)
class Player:
    """How many ``games`` a player plays of a position, how many moves it looks ahead, and by how much it may
    misjudge a move, in hundredths of what a card at home is worth."""

    look_ahead: int
    slips: int
    games: int


HASTY: Final = Player(look_ahead=1, slips=100, games=200)
CAREFUL: Final = Player(look_ahead=2, slips=100, games=50)


@dataclass(frozen=True, slots=True)
class Games:
    """What a player made of a position.

    ``left`` is how many of the 52 cards were not home at the end, on average over all games, 0 where each was
    won; where whole suits leave, cards that lie in suit on the next one count as home. ``lost_after`` is
    how many moves the lost games took on average, moves home that are safe not counted; None where none was
    lost. ``positions`` were judged in all.
    """

    games: int
    wins: int
    left: float
    lost_after: float | None
    positions: int


def play_games(
    game: PatienceGame,
    position: PatiencePosition,
    player: Player,
    *,
    seconds: float | None = None,
    token: CancelToken | None = None,
) -> Games | StopReason:
    """All games of a player; or why there was no time for them."""
    played = _core.play_patience(
        game.core,
        position,
        player.look_ahead,
        player.slips,
        player.games,
        seconds=seconds or 0.0,
        token=token,
    )
    if played.games < player.games:
        return StopReason(played.reason)
    lost = played.games - played.wins
    return Games(
        games=played.games,
        wins=played.wins,
        left=CARDS - played.home / played.games,
        lost_after=played.lost_moves / lost if lost else None,
        positions=played.positions,
    )


def play_all(
    game: PatienceGame,
    position: PatiencePosition,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> tuple[Games, Games] | StopReason:
    """The games of the hasty player and of the careful one; or why there was no time for them."""
    seconds = None if limits is None else limits.seconds
    hasty = play_games(game, position, HASTY, seconds=seconds, token=token)
    if isinstance(hasty, StopReason):
        return hasty
    careful = play_games(game, position, CAREFUL, seconds=seconds, token=token)
    return careful if isinstance(careful, StopReason) else (hasty, careful)


def score(hasty: Games, careful: Games) -> float:
    """How hard a position is, from 0 to 52: the cards that the two players leave, on average."""
    return (hasty.left + careful.left) / 2
