"""A scene: what is on the table, without pixels. Every renderer draws it, and no renderer knows a game.

A table of cards has ``piles``; a puzzle on squares has a ``grid``. What a player does not see is not in the
scene that was made from what the player sees: its cards are UNKNOWN there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal

from winnable.cards import RANK_LETTERS, SUIT_LETTERS, Card
from winnable.errors import InputError, quote
from winnable.plain import from_data, to_data
from winnable.results import Result

__all__ = [
    "Cell",
    "Clue",
    "Count",
    "Fan",
    "Grid",
    "Light",
    "Mark",
    "Pile",
    "Role",
    "Scene",
    "Side",
    "SquareMove",
    "TableMove",
]

Role = Literal["tableau", "foundation", "cell", "stock", "waste", "reserve", "pyramid"]
Fan = Literal["none", "down", "right"]
Side = Literal["top", "right", "bottom", "left"]

_SIGNS = ("", "recycle", *RANK_LETTERS, *SUIT_LETTERS)


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of cards, deepest first; the first ``down`` of them lie face down.

    ``x`` and ``y`` say where its first card lies, in steps of a card and the gap beside it, from the top left
    corner of the table. Each further card lies ``spread`` of a card's height further down, or of its width
    to the right, as ``fan`` says; face-down cards may lie closer. Piles are listed in the order in which
    they are laid down, so that a later one may lie on an earlier one. ``name`` is unique in the scene;
    ``label`` is what moves call the pile, if they do. ``sign`` is what the empty place shows: a suit, the
    one rank that may go there, or ``recycle``; ``gap`` says that nothing at all marks the empty place.
    """

    name: str
    role: Role
    x: float
    y: float
    cards: tuple[Card, ...] = ()
    down: int = 0
    fan: Fan = "none"
    spread: float = 0.25
    label: str = ""
    sign: str = ""
    gap: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.down <= len(self.cards):
            raise InputError(f"down is {self.down}", expected=f"0 to {len(self.cards)}, the number of cards")
        for i, card in enumerate(self.cards[self.down :], self.down):
            if not card.known:
                raise InputError(
                    f"cards[{i}] is unknown and face up",
                    expected="known cards above the first `down` ones",
                    mend="say which it is, or raise down",
                )
        if self.sign not in _SIGNS:
            raise InputError(
                f"sign is {quote(self.sign)}", expected=f"recycle, or one of {RANK_LETTERS}{SUIT_LETTERS}"
            )
        if not all(isfinite(number) and number >= 0 for number in (self.x, self.y, self.spread)):
            raise InputError("x, y and spread lie outside the table", expected="numbers from 0")

    @property
    def up(self) -> tuple[Card, ...]:
        """The cards that lie face up."""
        return self.cards[self.down :]

    @property
    def shown(self) -> range:
        """The indices of the cards of which something is seen: all of a fan, the last one of other piles."""
        return range(0 if self.fan != "none" else max(len(self.cards) - 1, 0), len(self.cards))


@dataclass(frozen=True, slots=True)
class TableMove:
    """A legal move as hands make it: the card at ``index`` of the pile ``source``, with all on it, goes onto
    the pile ``target``. Without a target it is a click: a card that leaves alone, a row that is dealt.

    ``index`` is 0 for a click on an empty pile. ``text`` is the move in the game's notation; two ways to make
    a move have the same text.
    """

    text: str
    source: str
    index: int
    target: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """A number worth knowing: ``stock 24``, ``pass 1 of 3``."""

    name: str
    value: int
    of: int | None = None

    def __str__(self) -> str:
        return f"{self.name} {self.value}" + ("" if self.of is None else f" of {self.of}")


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that a cell of a grid may hold: its letter and name, how many are placed, and of how many."""

    letter: str
    name: str
    placed: int
    total: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A square of a grid: the letter of what stands there, if anything: a mark, or a mirror ``/`` or ``\\``.

    ``outside`` squares are no part of the board, which need not be a rectangle. ``given`` squares are part of
    the puzzle. ``ruled_out`` are the letters that an empty cell cannot hold, ``pencil`` those that the player
    has pencilled in, and ``struck`` those that the player has ruled out; ``framed`` cells are pointed out.
    """

    holds: str = ""
    given: bool = False
    ruled_out: str = ""
    framed: bool = False
    pencil: str = ""
    outside: bool = False
    struck: str = ""


@dataclass(frozen=True, slots=True)
class Clue:
    """A number beside a row or a column (``at``, from 0): what is to be seen from there, or None if that is
    not told; what is seen now; the least and the most that still can be; did the player mark it as done?"""

    label: str
    side: Side
    at: int
    value: int | None
    now: int
    least: int
    most: int
    done: bool = False

    @property
    def state(self) -> Literal["open", "met", "broken"]:
        """``met``: nothing can change it any more, and it is right; ``broken``: it cannot become right."""
        if self.value is None:
            return "open"
        if not self.least <= self.value <= self.most:
            return "broken"
        return "met" if self.least == self.most else "open"


@dataclass(frozen=True, slots=True)
class Light:
    """What a clue looks along: the squares from the clue ``start`` to the clue ``end``, numbered in reading
    order from 0. The first ``direct`` of them are seen without a mirror between; all alike if it is None.
    ``seen`` are the squares with something that the first clue sees now, as often as it does."""

    start: str
    end: str
    squares: tuple[int, ...]
    direct: int | None = None
    seen: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SquareMove:
    """A legal move on squares as hands make it: what stands on the square ``source`` goes to the square
    ``target``; both are numbered in reading order from 0. ``text`` is the move in the game's notation."""

    text: str
    source: int
    target: int


@dataclass(frozen=True, slots=True)
class Grid:
    """A puzzle on squares, in reading order. ``moves`` are the legal moves of games in which something goes
    from a square to another; a mark that is placed needs none."""

    width: int
    height: int
    cells: tuple[Cell, ...]
    marks: tuple[Mark, ...] = ()
    clues: tuple[Clue, ...] = ()
    lights: tuple[Light, ...] = ()
    moves: tuple[SquareMove, ...] = ()

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1 or len(self.cells) != self.width * self.height:
            raise InputError(
                f"{len(self.cells)} cells do not make {self.width} columns and {self.height} rows",
                expected="as many cells as columns times rows",
            )
        labels = {clue.label for clue in self.clues}
        for i, clue in enumerate(self.clues):
            side = self.width if clue.side in ("top", "bottom") else self.height
            if not 0 <= clue.at < side:
                raise InputError(f"clues[{i}].at is {clue.at}", expected=f"0 to {side - 1}")
        for i, light in enumerate(self.lights):
            if not {light.start, light.end} <= labels:
                raise InputError(f"lights[{i}] has an end that is no clue", expected="labels of clues")
            if any(not 0 <= square < len(self.cells) for square in light.squares + light.seen):
                raise InputError(
                    f"lights[{i}] leaves the board", expected=f"squares from 0 to {len(self.cells) - 1}"
                )

        for i, move in enumerate(self.moves):
            if any(not 0 <= square < len(self.cells) for square in (move.source, move.target)):
                raise InputError(
                    f"moves[{i}] leaves the board", expected=f"squares from 0 to {len(self.cells) - 1}"
                )

    def clue(self, label: str) -> Clue:
        """The clue with this label; KeyError if there is none."""
        return next((clue for clue in self.clues if clue.label == label), None) or _no(label)


@dataclass(frozen=True, slots=True)
class Scene(Result):
    """A table with ``piles``, or a puzzle on a ``grid``, and what is to be read beside it.

    ``moves`` are the legal moves, by which it is known what may be lifted and where it may go. ``captions``
    are lines of text below the picture.
    """

    game: str
    title: str
    piles: tuple[Pile, ...] = ()
    grid: Grid | None = None
    moves: tuple[TableMove, ...] = ()
    counts: tuple[Count, ...] = ()
    captions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        sizes: dict[str, int] = {}
        for i, pile in enumerate(self.piles):
            if pile.name in sizes:
                raise InputError(
                    f"piles[{i}].name: a second pile is called {quote(pile.name)}", expected="names once"
                )
            sizes[pile.name] = len(pile.cards)
        for i, move in enumerate(self.moves):
            for key, name in (("source", move.source), ("target", move.target or move.source)):
                if name not in sizes:
                    raise InputError(
                        f"moves[{i}].{key}: no pile is called {quote(name)}", expected="a pile's name"
                    )
            most = max(sizes[move.source] - 1, 0)
            if not 0 <= move.index <= most:
                raise InputError(f"moves[{i}].index is {move.index}", expected=f"0 to {most}")

    def pile(self, name: str) -> Pile:
        """The pile with this name; KeyError if there is none."""
        return next((pile for pile in self.piles if pile.name == name), None) or _no(name)

    def lifts(self, name: str) -> tuple[int, ...]:
        """The indices of the cards of a pile that may be taken up, with all that lie on them."""
        return tuple(sorted({move.index for move in self.moves if move.source == name}))

    def targets(self, name: str, index: int) -> tuple[str, ...]:
        """Where the card at an index of a pile may go, with all that lie on it."""
        found = (move.target for move in self.moves if (move.source, move.index) == (name, index))
        return tuple(dict.fromkeys(target for target in found if target))

    def known_cards(self) -> Iterator[Card]:
        """Every card whose face the scene tells, pile by pile."""
        return (card for pile in self.piles for card in pile.cards if card.known)

    def data(self) -> dict[str, Any]:
        """The scene as JSON's values; what has its default is left out."""
        data: dict[str, Any] = to_data(self)
        return data

    @classmethod
    def from_data(cls, data: object) -> Scene:
        """The scene that ``data`` was made of; InputError names the key of what is wrong."""
        return from_data(cls, data, name="scene")

    def text(self) -> str:
        """The scene as a picture of fixed-width text, without a newline at the end."""
        from winnable.render.text import scene_text

        return scene_text(self)

    def svg(self) -> str:
        """The scene as an SVG file."""
        from winnable.render.svg import svg_of

        return svg_of(self)

    def _repr_svg_(self) -> str:
        return self.svg()


def _no(name: str) -> Any:
    raise KeyError(name)
