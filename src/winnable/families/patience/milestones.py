"""What the first move of a line is for: a milestone that the line reaches later, and not without that move.

A family says what happens along its lines: columns that become empty, cards that go home, runs that are
complete. To see what the first move has to do with it, the rest of the line is played once more without that
move, each later move as far as it can still be made, from wherever its cards then lie. What happens all the
same does not need the first move, at least not along this line; of what is missed then, the milestone that
matters most for its distance is the purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from winnable.families.patience.words import pile_name
from winnable.game import Game

__all__ = ["LOOK_AHEAD", "Milestone", "Purpose", "column_emptied", "find_purpose", "newly_empty"]

P = TypeVar("P")
M = TypeVar("M")

LOOK_AHEAD: Final = 16  # moves of the line, the first included, in which the purpose must be reached
_NUMBERS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a line reaches after ``number`` moves, which needs its first one; ``words`` are a clause."""

    number: int
    words: str


@dataclass(frozen=True, slots=True)
class Milestone(Generic[P]):
    """What happens with the move ``number`` of a line, counted from 1.

    ``matters`` is in moves that one would wait for it. ``words`` take when it is; ``happened`` tells of
    positions one after another whether it has happened there.
    """

    number: int
    matters: int
    words: Callable[[str], str]
    happened: Callable[[Sequence[P]], bool]

    @property
    def urgency(self) -> tuple[int, int]:
        """What matters most for its distance comes last; of equals, the nearer one."""
        return self.matters - self.number, -self.number


def find_purpose(
    game: Game[P, M],
    position: P,
    moves: Sequence[M],
    milestones: Callable[[Sequence[P], Sequence[M]], Iterable[Milestone[P]]],
    mark: Callable[[P, M], Hashable],
) -> Purpose | None:
    """What the first move of a line is for; None where nothing soon to come hangs on it.

    ``milestones`` takes the positions along a line, the start first, and its moves. ``mark`` names a move by
    the cards that it carries and by what they land on, whatever the piles.
    """
    ahead = moves[:LOOK_AHEAD]
    places = [position]
    for move in ahead:
        places.append(game.play(places[-1], move))
    without = _without_first(game, places, ahead, mark)
    missed = [one for one in milestones(places, ahead) if not one.happened(without[: one.number])]
    if not missed:
        return None
    best = max(missed, key=lambda one: one.urgency)
    return Purpose(best.number, best.words(_when(best.number)))


def _without_first(
    game: Game[P, M], places: Sequence[P], moves: Sequence[M], mark: Callable[[P, M], Hashable]
) -> list[P]:
    """The positions on the same line without its first move, and without what cannot be made then."""
    here = places[0]
    out = [here]
    for before, move in zip(places[1:], moves[1:], strict=False):
        wanted = mark(before, move)
        same = next((legal for legal in game.legal_moves(here) if mark(here, legal) == wanted), None)
        if same is not None:
            here = game.play(here, same)
        out.append(here)
    return out


def _when(number: int) -> str:
    """``after the next move``, ``in three moves``, ``in 14 moves``: after so many moves of the line, the one
    that one is to make included."""
    if number == 2:
        return "after the next move"
    return f"in {_NUMBERS[number - 2] if number - 2 < len(_NUMBERS) else number} moves"


def newly_empty(number: int, places: Sequence[Any]) -> list[int]:
    """The columns that the move of this number is the first to empty; ``places`` have ``columns``."""
    return [
        i
        for i, column in enumerate(places[number].columns)
        if not column and all(place.columns[i] for place in places[:number])
    ]


def column_emptied(number: int, column: int, matters: int) -> Milestone[Any]:
    """A column is empty, for the first time."""
    return Milestone(
        number,
        matters,
        lambda when: f"{pile_name(column)} is empty {when}",
        lambda line: any(not place.columns[column] for place in line),
    )
