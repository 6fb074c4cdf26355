"""Words about moves that all patience games share: autoplay, lengths, and lists of move texts.

What a single move's text means is the game's own affair (``game.notation``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, NamedTuple

from winnable.cards import SUIT_LETTERS, SUIT_SYMBOLS, find_card
from winnable.errors import InputError, quote


class Autoplay(StrEnum):
    """Which cards go home by themselves, after each move of the player.

    ``horne``: aces and twos, and a card of rank N once both cards of rank N - 1 and the other
    colour are home (Paul Alfille's and Jim Horne's FreeCell). ``safe``: those, and also N once both
    N - 2 of the other colour and the N - 3 of the other suit of its colour are home (Keith
    Raymond). ``max``: every card that fits.
    """

    NONE = "none"
    HORNE = "horne"
    SAFE = "safe"
    MAX = "max"


class Metric(StrEnum):
    """What the length of a solution counts; a length is never given without saying which.

    ``moves``: every move, moves home too; a supermove is one. ``cards``: every card that is moved. ``steps``:
    the moves of single cards that carry the moves out. ``player``: the moves that the player makes, without
    those of autoplay.
    """

    MOVES = "moves"
    CARDS = "cards"
    STEPS = "steps"
    PLAYER = "player"

    @property
    def meaning(self) -> str:
        """What it counts, in a few words."""
        return _MEANINGS[self]


_MEANINGS: Final = {
    Metric.MOVES: "every move counts one, moves home too, a supermove also one",
    Metric.CARDS: "every card moved counts one, so a supermove counts its cards",
    Metric.STEPS: "the single-card moves that carry it out, through cells and empty columns",
    Metric.PLAYER: "moves that the player makes; those that autoplay makes are left out",
}

MOVES_PER_LINE: Final = 10

# The number of a move: 1. or 1) or 1: before it.
_NUMBER: Final = re.compile(r"(\d{1,9})[.):]+")

# What stands behind a move, up to a space or a further move's sign.
_BEHIND: Final = re.compile(r"(?<==)[^\s;=]+")

_FROM_TO: Final = re.compile(
    r"(?<![\w=+-])(?:from\s+)?(?:(?:column|cell|pile|stack)\s+)?([0-9a-z])"
    r"(?:\s*(?:[-=]*>|[-\u2013\u2192])\s*|\s+to\s+)"
    r"(?:(?:column|cell|pile|stack)\s+)?([0-9a-z]|home|foundations?)(?![\w=+-])",
    re.IGNORECASE,
)
_HOMES: Final = dict.fromkeys(("home", "foundation", "foundations"), "h")
# What fills a cell of a puzzle: r1c2: v, r1c2 = vampire, r1c2v, and a vampire in r1c2.
_MONSTER: Final = r"(g|v|z|ghost|vampire|zombie)"
_CELL_FILLED: Final = re.compile(
    rf"(?<![\w=+-])(r\d{{1,3}}c\d{{1,3}})\s*(?:[:=]|[-=]*>|[-\u2013\u2192]|\bis\b)?\s*(?:an?\s+)?{_MONSTER}(?![\w=+?!-])",
    re.IGNORECASE,
)
_FILLS_CELL: Final = re.compile(
    rf"(?<![\w=+?!-])(?:an?\s+)?{_MONSTER}\s*(?:\b(?:in|into|at|on)\b|[:=]|[-=]*>|[-\u2013\u2192])?\s*"
    r"(r\d{1,3}c\d{1,3})(?![\w=+?!-])",
    re.IGNORECASE,
)
_TYPED_CARD: Final = r"(?:10|[2-9atjqk])(?:[cdhs]|[\u2660-\u2667]\ufe0f?)"  # rank first
_PAIRED: Final = re.compile(rf"(?<!\S)({_TYPED_CARD})\s*[+&\u2013-]\s*({_TYPED_CARD})(?!\S)", re.IGNORECASE)

# Lines of Freecell Solver's own talk around the moves, by their beginnings.
_TALK: Final = (
    "-=-",
    "===",
    "---",
    "this game is solveable",
    "total number of states",
    "this scan generated",
)


def parse_autoplay(text: str) -> Autoplay:
    """The autoplay of that name; InputError for any other."""
    try:
        return Autoplay(text.strip().lower())
    except ValueError:
        names = ", ".join(Autoplay)
        raise InputError(f"unknown autoplay {quote(text)}", expected=f"one of {names}") from None


class MoveToken(NamedTuple):
    """The text of one move and where it stands, line and column from 1."""

    text: str
    line: int
    column: int


_SUITS: Final = {ord(symbol): letter for symbol, letter in zip(SUIT_SYMBOLS, SUIT_LETTERS, strict=True)}


def as_written(text: str) -> str:
    """Moves as they are written, where people type them in other signs that leave nothing open: ``2->5``,
    ``2 to a``, ``column 2 to cell a``, ``8D - 5H`` and ``8♦+5♥`` are ``25``, ``2a``, ``2a`` and twice
    ``8D+5H``; ``r1c2: vampire`` and ``a vampire in r1c2`` are ``r1c2=v``."""
    text = text.translate(_SUITS)
    text = _FROM_TO.sub(lambda found: f"{found[1]}{_HOMES.get(found[2].lower(), found[2])}", text)
    if _FILLS_CELL.match(text.lstrip()):  # then all do: the v of "g r1c2 v r1c3" is that of r1c3
        text = _FILLS_CELL.sub(lambda found: f"{found[2]}={found[1][0]}", text)
    else:
        text = _CELL_FILLED.sub(lambda found: f"{found[1]}={found[2][0]}", text)
    return _PAIRED.sub(r"\1+\2", text)


def split_moves(lines: Iterable[str], *, cards: bool = False) -> Iterator[MoveToken]:
    """The move texts in ``lines``, in order.

    Moves are set apart by spaces, commas or semicolons, any number to a line. What follows a
    ``#`` is a comment, and Freecell Solver's talk before and after its moves is passed over. A number with
    ``.``, ``)`` or ``:`` is no move where it begins a line, or is the next one after such a number, as in
    ``1. 2a 2. 2b``. ``cards``: a move may name the cards that it brings to light, as in ``deal=KS,QH``; a
    comma within these parts no moves.
    """
    awaited = 0  # the number that may stand before a move within a line
    for number, raw in enumerate(lines, 1):
        line = raw.partition("#")[0]
        joined = _commas_between_cards(line) if cards else set()
        line = "".join(" " if c == ";" or (c == "," and i not in joined) else c for i, c in enumerate(line))
        if is_talk(line):
            continue
        is_first = True
        for found in re.finditer(r"\S+", line):
            counted = _NUMBER.match(found[0])
            if counted and (is_first or int(counted[1]) == awaited):
                awaited = int(counted[1]) + 1
            else:
                counted = None
            start = counted.end() if counted else 0
            is_first = False
            if text := found[0][start:]:
                yield MoveToken(text, number, found.start() + start + 1)


def _commas_between_cards(line: str) -> set[int]:
    """Where commas stand that part cards behind a move, rather than moves."""
    found = set()
    for behind in _BEHIND.finditer(line):
        first, *rest = behind[0].split(",")
        at = behind.start() + len(first)
        for card in rest:
            if find_card(card) is None:
                break
            found.add(at)
            at += 1 + len(card)
    return found


def is_talk(line: str) -> bool:
    """Is this a line of what Freecell Solver says around its moves?"""
    return line.strip().lower().startswith(_TALK)


def lay_out(texts: Iterable[str], per_line: int = MOVES_PER_LINE) -> str:
    """Move texts in lines of ten."""
    words = list(texts)
    lines = (" ".join(words[i : i + per_line]) for i in range(0, len(words), per_line))
    return "".join(f"{line}\n" for line in lines)
