"""Grids as fixed-width text: squares, and around them what is to be seen from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from winnable.render.page import Look, Page, Word, plain

if TYPE_CHECKING:
    from winnable.scene import Cell, Clue, Grid, Side

__all__ = ["grid_page", "grid_text"]

_MARKS: Final[tuple[Look, ...]] = ("first", "second", "third")
_CLUES: Final[dict[str, Look]] = {"open": "", "met": "met", "broken": "broken"}


def grid_text(grid: Grid) -> str:
    """The board, rows under each other, each clue with its label beside it; no newline at the end.

    Marks that the puzzle gives are in capitals. ``.`` is an open square of which nothing is ruled out; of
    others there is what they may still hold, ``g?`` if that is one thing and ``!`` if it is nothing. Pencil
    marks stand in round brackets, ``(gv)``, after that; a clue that the player marked as done stands
    between waves, ``~3~``. Squares that light falls on stand in brackets, ``[.]``, and so do the clues at
    its ends; framed squares stand in stars, ``*g*``.
    """
    return plain(grid_page(grid).lines())


def grid_page(grid: Grid, *, close: bool = False) -> Page:
    """The board on a page; ``close``: with no more room between columns than they need, and the labels above
    and below it upright."""
    lit = {square for light in grid.lights for square in light.squares}
    ends = {label for light in grid.lights for label in (light.start, light.end)}
    letters = "".join(mark.letter for mark in grid.marks)
    squares: list[Word] = [
        (
            _between(_square_word(cell, letters), "**" if cell.framed else "[]" if i in lit else "  "),
            _square_look(cell, letters),
        )
        for i, cell in enumerate(grid.cells)
    ]
    table = _board(grid, squares, ends, upright=close)
    if close:
        table = _closer(table)
    widths = [max(len(row[column][0]) for row in table) for column in range(len(table[0]))]
    page = Page()
    for y, row in enumerate(table):
        x = 0
        for (word, look), width in zip(row, widths, strict=True):
            page.write(y, x, _centred(word, width), look)
            x += width
    return page


def _closer(table: Sequence[Sequence[Word]]) -> list[list[Word]]:
    """Without the blank that all words of a column begin with; the one behind them parts the columns."""
    columns = []
    for column in zip(*table, strict=True):
        blank = all(word[:1] in ("", " ") for word, _ in column)
        columns.append([(word[blank:], look) for word, look in column])
    return [list(row) for row in zip(*columns, strict=True)]


def _square_word(cell: Cell, letters: str) -> str:
    if cell.holds or cell.outside:
        return cell.holds.upper() if cell.given and cell.holds in letters else cell.holds
    struck = f"!{cell.struck}" if cell.struck else ""
    pencil = f"({cell.pencil}{struck})" if cell.pencil or struck else ""
    if not cell.ruled_out:
        return pencil or "."
    left = "".join(letter for letter in letters if letter not in cell.ruled_out) or "!"
    alone = len(left) == 1 and left != "!"
    return (f"{left}?" if alone else left) + pencil


def _square_look(cell: Cell, letters: str) -> Look:
    return _MARKS[letters.index(cell.holds) % len(_MARKS)] if cell.holds and cell.holds in letters else ""


def _board(grid: Grid, squares: Sequence[Word], ends: set[str], *, upright: bool) -> list[list[Word]]:
    """Labels and clues around the squares; those above and below them may be ``upright``."""

    def beside(side: Side, size: int) -> tuple[list[Word], list[Word]]:
        """The labels and the numbers of a side."""
        found: list[Clue | None] = [None] * size
        for clue in grid.clues:
            if clue.side == side:
                found[clue.at] = clue
        return (
            [("", "") if clue is None else (_between(clue.label, "  "), "label") for clue in found],
            [("", "") if clue is None else (_clue_word(clue, ends), _CLUES[clue.state]) for clue in found],
        )

    width = grid.width
    blank: list[Word] = [("", ""), ("", "")]
    (top, above), (bottom, below) = beside("top", width), beside("bottom", width)
    (left, from_left), (right, from_right) = beside("left", grid.height), beside("right", grid.height)
    rows = [
        [left[row], from_left[row], *squares[row * width : (row + 1) * width], from_right[row], right[row]]
        for row in range(grid.height)
    ]
    if not grid.clues:
        return rows
    tops, bottoms = (_stacked(top), _stacked(bottom)) if upright else ([top], [bottom])
    framing = [[*blank, *side, *blank] for side in (*tops, above, below, *bottoms)]
    first = len(tops) + 1
    return framing[:first] + rows + framing[first:]


def _stacked(labels: Sequence[Word]) -> list[list[Word]]:
    """Labels in two lines: the letter of each, below it the number."""
    parts = [(word.strip()[:1], word.strip()[1:]) for word, _ in labels]
    return [[(_between(pair[i], "  ") if pair[i] else "", "label") for pair in parts] for i in (0, 1)]


def _clue_word(clue: Clue, ends: set[str]) -> str:
    word = "-" if clue.value is None else str(clue.value)
    return _between(f"~{word}~" if clue.done else word, "[]" if clue.label in ends else "  ")


def _between(word: str, marks: str) -> str:
    return f"{marks[0]}{word}{marks[1]}"


def _centred(word: str, width: int) -> str:
    """In the middle; where that is between two places, the right one, so that marks stay below each other."""
    space = width - len(word)
    return " " * ((space + 1) // 2) + word + " " * (space // 2)
