"""What one look at a window gave: the picture, and what was read from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from winnable.family import AnyGame
    from winnable.screen.reading import Reading
    from winnable.screen.seen import Box, CardReader, Picture, SeenTable

__all__ = ["Reader", "Sight", "sight_of", "table_reader", "usual_reader"]


@dataclass(frozen=True, slots=True)
class Sight:
    """A board that was read.

    ``position`` is its text, as far as it is seen. A table of cards has ``table``; a puzzle on squares what
    each ``holds``, in reading order, and where the ``squares`` lie. ``doubts`` are lines about what may be
    wrong; a board with doubts is not played on. ``problems`` say why it is no position by itself, as when
    what lies below the waste is not seen. ``corrected`` counts the cards that were set right. ``reading`` is
    what this was made of, where a player may answer doubts.
    """

    position: str
    table: SeenTable | None = None
    holds: tuple[str, ...] = ()
    squares: tuple[Box, ...] = ()
    doubts: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    corrected: int = 0
    reading: Reading | None = field(default=None, repr=False, compare=False)


# From a picture what is to be seen on it; InputError where that is no board.
Reader: TypeAlias = "Callable[[Picture], Sight]"


def usual_reader(game: AnyGame, program: str = "") -> Reader:
    """The reader of a game's windows: of tables of cards, or of puzzles on squares. ``program`` is the name
    of the profile of whose windows they are, if that is known: its decks are tried before others."""
    if game.info.on_squares:
        return _read_squares
    from winnable.screen.combine import usual_readers

    return table_reader(game, usual_readers(program))


def table_reader(game: AnyGame, readers: Sequence[CardReader]) -> Reader:
    """The reader of tables of a game, which remembers the looks of cards and the places of piles; ``readers``
    tell the cards."""
    from winnable.screen.find import look
    from winnable.screen.layout import arrange
    from winnable.screen.readout import read_table
    from winnable.screen.remember import RememberingReader
    from winnable.screen.track import Tracking

    remembering = [RememberingReader(reader) for reader in readers]
    places = Tracking(look, arrange)
    return lambda picture: sight_of(read_table(picture, game.spelled, remembering, lay_out=places))


def _read_squares(picture: Picture) -> Sight:
    from winnable.screen.seen_board import CERTAIN
    from winnable.screen.squares import read_squares

    board = read_squares(picture)
    holds = tuple(square.holds if square.confidence >= CERTAIN else "?" for square in board.squares)
    boxes = tuple(square.box for square in board.squares)
    doubts = tuple(doubt.text() for doubt in board.doubts)
    return Sight(board.position, None, holds, boxes, doubts, board.problems)


def sight_of(reading: Reading) -> Sight:
    """A reading of a table as a sight: a card that is doubtful counts as unread."""
    doubtful = {doubt.spot for doubt in reading.doubts}
    doubts = tuple(doubt.text() for doubt in reading.doubts)
    table = None if reading.table is None else _without(reading.table, doubtful)
    return Sight(reading.position, table, doubts=doubts, problems=reading.problems, reading=reading)


def _without(table: SeenTable, doubtful: set[tuple[str, int] | None]) -> SeenTable:
    """The table with the doubtful cards unread."""
    piles = tuple(
        replace(
            pile,
            cards=tuple(
                replace(card, card=None) if (pile.name, index) in doubtful else card
                for index, card in enumerate(pile.cards)
            ),
        )
        for pile in table.piles
    )
    return replace(table, piles=piles)
