"""Boards of Undead as text for people, with the labels of the sightings around."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from winnable._core import UndeadLine, UndeadPosition
from winnable.text.phrases import count_noun

__all__ = ["board_text", "totals_text"]


def totals_text(position: UndeadPosition) -> str:
    """``3 ghosts, 4 vampires, 2 zombies``."""
    nouns = ("ghost", "vampire", "zombie")
    return ", ".join(map(count_noun, position.totals, nouns))


def board_text(
    position: UndeadPosition, *, lines: Sequence[UndeadLine] = (), cells: Collection[int] = ()
) -> str:
    """The board, rows under each other, each sighting with its label beside it; no newline at the end.

    Squares on one of ``lines`` stand in brackets, ``[.]``, and so do their sightings; the squares that
    ``cells`` names (by number, in reading order from 0) stand in stars, ``*g*``.
    """
    on_line = {square for line in lines for square in line.squares}
    at_end = {end for line in lines for end in line.ends}
    seen = [
        _between("-" if n is None else str(n), "[]" if end in at_end else "  ")
        for end, n in enumerate(position.sightings)
    ]
    squares = [
        _between(letter, "**" if square in cells else "[]" if square in on_line else "  ")
        for square, letter in enumerate(position.squares)
    ]
    labels = [_between(label, "  ") for label in position.labels]
    table = _table(position, labels, seen, squares)
    widths = [max(len(row[column]) for row in table) for column in range(position.width + 4)]
    return "\n".join(
        "".join(_centred(word, width) for word, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    )


def _table(
    position: UndeadPosition, labels: Sequence[str], seen: Sequence[str], squares: Sequence[str]
) -> list[list[str]]:
    """Labels and sightings around the squares; clockwise from the top left become sides in reading order."""
    width, height = position.width, position.height
    right, below, left = width, width + height, 2 * width + height
    blank = ["", ""]
    rows = [
        [
            labels[left + height - 1 - row],
            seen[left + height - 1 - row],
            *squares[row * width : (row + 1) * width],
            seen[right + row],
            labels[right + row],
        ]
        for row in range(height)
    ]
    return [
        [*blank, *labels[:width], *blank],
        [*blank, *seen[:width], *blank],
        *rows,
        [*blank, *reversed(seen[below:left]), *blank],
        [*blank, *reversed(labels[below:left]), *blank],
    ]


def _between(word: str, marks: str) -> str:
    return f"{marks[0]}{word}{marks[1]}"


def _centred(word: str, width: int) -> str:
    """In the middle; where that is between two places, the right one, so that marks stay below each other."""
    space = width - len(word)
    return " " * ((space + 1) // 2) + word + " " * (space // 2)
