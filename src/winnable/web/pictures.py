"""What a worker does with a picture of a game: it becomes a position, or doubts for the player to answer.

What reads it is loaded for the first picture, and is an extra of its own: a worker without it says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from winnable.errors import InputError
from winnable.web.wire import ReadPicture

if TYPE_CHECKING:
    from winnable.cards import Card
    from winnable.screen.reading import Doubt, Reading

__all__ = ["read_for_page"]


def read_for_page(asked: ReadPicture) -> dict[str, Any]:
    """What a picture was read as, as a value that JSON can hold.

    ``game``; ``position``, a text to begin a game with, which is empty while something is doubtful or there
    are ``problems``; ``seen``, the same with question marks; ``doubts`` with all that the page shows of them;
    ``problems`` and ``notes``, a line each.

    Raises:
        InputError: it is no picture of a game, or an answer makes no sense.
        MemoryError: it takes too much.
    """
    from winnable.screen.picture import open_picture
    from winnable.screen.readout import read_picture

    told = dict(_told(asked))
    reading = read_picture(open_picture(asked.image), asked.game)
    if told:
        reading = reading.answered(told)
    return {
        "game": reading.game,
        "position": reading.position,
        "seen": reading.seen,
        "doubts": [_doubt(reading, doubt) for doubt in reading.doubts],
        "problems": list(reading.problems),
        "notes": list(reading.notes),
    }


def _told(asked: ReadPicture) -> Iterator[tuple[tuple[str, int], Card]]:
    from winnable.cards import parse_card

    for answer in asked.told:
        if not answer.number.is_integer():
            raise InputError("this number is no whole number", expected="which card of its pile it is")
        yield (answer.pile, int(answer.number) - 1), parse_card(answer.card)


def _doubt(reading: Reading, doubt: Doubt) -> dict[str, Any]:
    """A doubt with its place on the table, if it is a card (``pile`` and ``number``, else empty and 0), and
    with the part of it that nothing covers."""
    pile, number = ("", 0) if doubt.spot is None else (doubt.spot[0], doubt.spot[1] + 1)
    visible = doubt.box
    if doubt.spot is not None and reading.table is not None:
        cards = next(seen.cards for seen in reading.table.piles if seen.name == pile)
        visible = cards[doubt.spot[1]].visible
    return {**doubt.data(), "pile": pile, "number": number, "visible": visible.data()}
