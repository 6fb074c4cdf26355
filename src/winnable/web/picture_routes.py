"""The route of pictures: a screenshot that is dropped on the page becomes a position.

Nothing is kept here: with the answers about doubtful cards the page sends the picture once more, and it is
read again. One picture is read at a time, for a large one takes memory. What reads it is loaded for the first
picture, and is an extra of its own: a server without it says so.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from starlette.concurrency import run_in_threadpool

from winnable.errors import InputError
from winnable.web.routes import Route

__all__ = ["PictureRoutes", "ReadPicture"]

_MOST_ANSWERS = 200


class Told(msgspec.Struct, forbid_unknown_fields=True):
    """What the player says of a card: of the pile with this name the card ``number``, the deepest is 1."""

    pile: str
    number: float
    card: str


class ReadPicture(msgspec.Struct, forbid_unknown_fields=True):
    """A picture file in base64, and what is known of it: the game, and cards that the reader doubted."""

    image: bytes
    game: str = ""
    told: Annotated[tuple[Told, ...], msgspec.Meta(max_length=_MOST_ANSWERS)] = ()


class DoubtfulCard(msgspec.Struct, frozen=True):
    """Something that is not certain: its name, its place on the table if it is a card (``pile`` and
    ``number``, else empty and 0), the best guess, how probable that is, what else it may be, why, and its
    place in the picture (left, top, width, height)."""

    name: str
    pile: str
    number: int
    value: str
    confidence: float
    others: tuple[str, ...]
    why: str
    box: tuple[float, float, float, float]


class PictureRead(msgspec.Struct, frozen=True):
    """What a picture was read as. ``position`` is a text to begin a game with, and empty while something is
    doubtful or there are ``problems``; ``seen`` has question marks there."""

    game: str
    position: str
    seen: str
    doubts: tuple[DoubtfulCard, ...]
    problems: tuple[str, ...]
    notes: tuple[str, ...]


class PictureRoutes:
    """Of pictures of games."""

    def __init__(self) -> None:
        self._one_at_a_time: asyncio.Lock | None = None  # made in the loop that it is used in

    def routes(self) -> list[Route]:
        """The table."""
        return [
            Route(
                "POST",
                "/api/pictures",
                "Reads the position from a picture of a game.",
                PictureRead,
                self.read,
                ReadPicture,
            )
        ]

    async def read(self, body: ReadPicture) -> PictureRead:
        """The position in a picture, or what is doubtful about it."""
        if self._one_at_a_time is None:
            self._one_at_a_time = asyncio.Lock()
        async with self._one_at_a_time:
            return await run_in_threadpool(_read, body)


def _read(body: ReadPicture) -> PictureRead:
    from winnable.cards import parse_card
    from winnable.screen.picture import open_picture
    from winnable.screen.readout import read_picture

    told = {}
    for answer in body.told:
        if not answer.number.is_integer():
            raise InputError("this number is no whole number", expected="which card of its pile it is")
        told[answer.pile, int(answer.number) - 1] = parse_card(answer.card)
    reading = read_picture(open_picture(body.image), body.game)
    if told:
        reading = reading.answered(told)
    doubts = tuple(
        DoubtfulCard(
            doubt.name,
            doubt.spot[0] if doubt.spot else "",
            doubt.spot[1] + 1 if doubt.spot else 0,
            doubt.value,
            doubt.confidence,
            doubt.others,
            doubt.why,
            (doubt.box.left, doubt.box.top, doubt.box.width, doubt.box.height),
        )
        for doubt in reading.doubts
    )
    return PictureRead(reading.game, reading.position, reading.seen, doubts, reading.problems, reading.notes)
