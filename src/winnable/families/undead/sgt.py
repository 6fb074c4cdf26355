"""Game IDs of Simon Tatham's Undead, one to a line.

    4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3

The size (``7`` stands for ``7x7``) with the grade, if it is named: ``de``, ``dn`` or ``dt``; how many ghosts,
vampires and zombies there are; the grid row by row, ``L`` and ``R`` for the mirrors ``\\`` and ``/``, ``G``,
``V`` and ``Z`` for monsters that are given, ``a`` to ``z`` for 1 to 26 cells (more: ``z`` and the rest); and
the sightings clockwise from the top left. ``-`` is a hidden one, as PocketPuzzles writes it. A ``#`` begins a
comment. An ID holds a puzzle, and nothing of what is filled in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from winnable._core import UndeadPosition, format_undead_id, parse_undead_id
from winnable.errors import InputError, Place, quote
from winnable.families.undead.setup import BOARD, MOST_SIDE, UndeadSetup, UndeadSlot
from winnable.text.lines import is_separator

GRADE_WORDS: Final = {"e": "easy", "n": "normal", "t": "tricky"}
_BEGINNING: Final = re.compile(r"\s*[0-9]+(x[0-9]*)?(d[a-z]*)?:")
# What stands around an ID that was copied from somewhere: quotes, the address of a page, the game's name.
_BEFORE: Final = re.compile(
    r"""[\s"'`(<\[]*(?:https?://\S*?[#?]|(?:undead|game|id|puzzle)\b[\s:=#]*)*["'`]?(?=[0-9])""",
    re.IGNORECASE,
)
_AFTER: Final = re.compile(r"""[\s"'`)>\].,;]*$""")
_SIZE: Final = re.compile(r"([0-9]+)(\s*)[xX*\u00d7](\s*)(?=[0-9]+(?:d[a-z]*)?\s*(?::|%3A))")
# sgt's parameters, alone or before a random seed.
_PARAMETERS: Final = re.compile(r"([0-9]{1,6}(?=[xd])(?:x[0-9]{1,6})?)(?:d([ent]))?(#.+)?", re.DOTALL)


def looks_like_game_id(text: str) -> bool:
    """Is this written as a game ID, right or wrong? It begins with a size and a colon, or is no more than
    sgt's parameters, or these and a random seed: ``7x7dt``, ``7x7dt#123``."""
    return _BEGINNING.match(_copied(text)[0]) is not None or _PARAMETERS.fullmatch(text.strip()) is not None


def _copied(text: str) -> tuple[str, int, bool]:
    """An ID as it was copied, without what stands around it, how much stands before it, and whether all
    the rest stands where it stood: blanks in it are left out, and what an address has as %2C is a comma."""
    before = _BEFORE.match(text)
    if before is None:
        return text, 0, True
    text = _AFTER.sub("", text[before.end() :])
    text = there = _SIZE.sub(lambda found: f"{found[1]}{found[2]}x{found[3]}", text)
    if "%" in text:
        from urllib.parse import unquote

        text = unquote(text)
    without = re.sub(r"\s", "", text)
    if _BEGINNING.match(without):
        text = without
    return text, before.end(), text == there


def parse_game_id(text: str, source: str | None = None, line: int = 1, column: int = 1) -> UndeadSetup:
    """The board that an ID describes; ``line`` and ``column`` are where it began in ``source``.

    Raises:
        InputError: it cannot be read; with the place.
    """
    if not text.isascii():
        at = next(at for at, letter in enumerate(text) if not letter.isascii())
        what, expected = f"{quote(text[at])} in a game ID", "digits, letters, commas and hyphens"
        raise InputError(what, expected=expected, source=source, line=line, column=column + at)
    try:
        width, height, grade, board, totals, sightings, *offsets = parse_undead_id(text)
    except ValueError as error:
        offset, what, expected = error.args
        raise InputError(what, expected=expected, source=source, line=line, column=column + offset) from None
    ghosts, vampires, zombies = totals
    places = _Places(line, column, *offsets)
    counts = ghosts, vampires, zombies
    return UndeadSetup(width, height, board, counts, sightings, grade=grade, places=places, source=source)


def parse_game_ids(
    lines: Iterable[str], source: str | None = None, first_line: int = 1
) -> Iterator[tuple[str | None, UndeadSetup]]:
    """The boards in ``lines``, an ID to each; InputError with the place.

    Each has its ID as its name where there is no ``source`` to name it by. ``first_line`` is the number of
    the first of the lines.
    """
    for number, raw in enumerate(lines, first_line):
        if found := _PARAMETERS.fullmatch(raw.strip()):
            column = len(raw) - len(raw.lstrip()) + 1
            raise _no_board(found, source, number, column)
        text, before, exact = _copied(raw)
        text = text.partition("#")[0]
        if text.strip() and not is_separator(text) and not raw.lstrip().startswith("#"):
            column = before + len(text) - len(text.lstrip()) + 1
            try:
                setup = parse_game_id(text.strip(), source, number, column)
            except InputError as error:
                raise (error if exact else _at_its_beginning(error, column)) from None
            if not exact:
                setup.places = dict.fromkeys(setup.places, Place(number, column))
            yield (text.strip() if source is None else None), setup


def _at_its_beginning(error: InputError, column: int) -> InputError:
    """The error at the beginning of its ID, in which it would stand elsewhere than in what was read."""
    return InputError(
        error.what,
        expected=error.expected,
        mend=error.mend,
        source=error.source,
        line=error.line,
        column=column,
    )


def _no_board(found: re.Match[str], source: str | None, line: int, column: int) -> InputError:
    """Says of parameters and random seeds of sgt's that they hold no board."""
    size, grade, seed = found.groups()
    expected = "a game ID, such as 4x4:3,4,2,LbRaLcRaRLaRa,0,3,..."
    mend: str | None
    if seed:
        what = f"{quote(found[0])} is a random seed of sgt-puzzles, which holds no board"
        mend = "open it there, and copy what Game, Specific shows"
    else:
        what = f"{quote(found[0])} are parameters of sgt-puzzles, which hold no board"
        asked = f"{size} --grade {GRADE_WORDS[grade]}" if grade else size
        can_be = all(0 < int(side) <= MOST_SIDE for side in re.findall(r"\d+", size))
        mend = f"winnable generate undead {asked} makes such a board" if can_be else None
    return InputError(what, expected=expected, mend=mend, source=source, line=line, column=column)


def format_game_id(position: UndeadPosition, grade: str = "") -> str:
    """The ID of a position's board, on a line of its own; what is filled in is left out.

    ``grade`` is e, n or t, or empty for none.
    """
    text = format_undead_id(position)
    if grade:
        if grade not in GRADE_WORDS:
            raise InputError(f"unknown grade {quote(grade)}", expected="e, n or t")
        size, colon, rest = text.partition(":")
        text = f"{size}d{grade}{colon}{rest}"
    return text + "\n"


class _Places(Mapping[UndeadSlot, Place]):
    """Where each part of an ID stands; looked up only when an error asks for it."""

    def __init__(
        self, line: int, column: int, totals: Sequence[int], squares: Sequence[int], sightings: Sequence[int]
    ) -> None:
        self._line, self._column = line, column
        self._offsets: dict[str, Sequence[int]] = {
            "board": [0],
            "size": [0],
            "total": totals,
            "grid": squares,
            "sighting": sightings,
        }

    def __getitem__(self, slot: UndeadSlot) -> Place:
        part, index, _ = slot
        offsets = self._offsets[part]
        if not 0 <= index < len(offsets):
            raise KeyError(slot)
        return Place(self._line, self._column + offsets[index])

    def __iter__(self) -> Iterator[UndeadSlot]:
        yield BOARD
        yield ("size", 0, 0)
        yield from (("total", i, 0) for i in range(len(self._offsets["total"])))
        yield from (("grid", i, 0) for i in range(len(self._offsets["grid"])))
        yield from (("sighting", i, 0) for i in range(len(self._offsets["sighting"])))

    def __len__(self) -> int:
        return sum(map(len, self._offsets.values()))
