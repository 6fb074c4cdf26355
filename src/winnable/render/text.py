"""Scenes as pictures of fixed-width text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from winnable.cards import Card
    from winnable.scene import Cell, Clue, Grid, Pile, Scene, Side

__all__ = ["grid_text", "scene_text"]

_STEP: Final = 4  # letters from a pile to the next
_WIDE: Final = 3  # letters of a place
_NEAR: Final = 3  # letters from a card to the next in a row that overlaps
_HIDDEN: Final = "##"
_SIGNS: Final = {"": " ", "recycle": "o"}


def scene_text(scene: Scene) -> str:
    """The picture, below it the counts and captions; no newline at the end.

    A card is two letters, ``7H``; in lower case it lies face down, and ``##`` is a face-down card that is
    not known. Of piles that are no fan the last card is shown. A grid is as ``grid_text`` has it.
    """
    below: list[str] = []
    if scene.grid is not None:
        picture = grid_text(scene.grid)
        below += [", ".join(f"{mark.name}s {mark.placed} of {mark.total}" for mark in scene.grid.marks)]
        if any(cell.pencil or cell.struck for cell in scene.grid.cells):
            struck = any(cell.struck for cell in scene.grid.cells)
            below.append(
                "in round brackets: pencil marks" + (", behind ! what is struck out" if struck else "")
            )
        if any(clue.done for clue in scene.grid.clues):
            below.append("between waves: marked as done")
    else:
        picture = _table_text(scene.piles)
        below += ["; ".join(map(str, scene.counts))]
        if any(
            card.known
            for pile in scene.piles
            for i in pile.shown
            if i < pile.down
            for card in (pile.cards[i],)
        ):
            below.append("lower case: face down")
    lines = [line for line in (*below, *scene.captions) if line]
    return "\n".join([picture, *(["", *lines] if lines else [])])


class _Page:
    """Letters at places."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []

    def write(self, row: int, column: int, text: str) -> None:
        while len(self.rows) <= row:
            self.rows.append([])
        line = self.rows[row]
        line += " " * (column + len(text) - len(line))
        line[column : column + len(text)] = text

    def __str__(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self.rows)


def _table_text(piles: Sequence[Pile]) -> str:
    """The piles, each row of them below the piles of earlier rows that are in its way."""
    page = _Page()
    done: list[tuple[float, int, int, int]] = []  # y, first and last column, first free row
    for y, same in groupby(sorted(piles, key=lambda pile: pile.y), key=lambda pile: pile.y):
        row_piles = list(same)
        row = _first_row(row_piles, done)
        if any(pile.label for pile in row_piles):
            for pile in row_piles:
                page.write(row, _column(pile), f"{pile.label:>{_WIDE}}")
            row += 1
        for pile in row_piles:
            for i, (down, right) in enumerate(_offsets(pile)):
                page.write(row + down, _column(pile) + right, _word(pile, i))
            done.append((y, _column(pile), _column(pile) + _width(pile), row + _height(pile)))
    return str(page)


def _first_row(piles: Sequence[Pile], done: Sequence[tuple[float, int, int, int]]) -> int:
    """The row where piles of one line can begin: below all that is in their way, with a blank row between
    unless they overlap it on the table."""
    row = 0
    for pile in piles:
        left, right = _column(pile), _column(pile) + _width(pile)
        for y, first, last, free in done:
            if left < last and first < right:
                row = max(row, free + (pile.y - y >= 1))
    return row


def _column(pile: Pile) -> int:
    return round(_STEP * pile.x)


def _width(pile: Pile) -> int:
    return _WIDE + (_NEAR * max(len(pile.cards) - 1, 0) if pile.fan == "right" else 0)


def _height(pile: Pile) -> int:
    return max(len(pile.cards), 1) if pile.fan == "down" else 1


def _offsets(pile: Pile) -> Iterator[tuple[int, int]]:
    """Rows and columns from a pile's corner to each word of it."""
    for i in range(max(len(pile.shown), 1)):
        yield (i, 0) if pile.fan == "down" else (0, _NEAR * i)


def _word(pile: Pile, number: int) -> str:
    """The card that is shown as the ``number``-th of a pile, or its empty place."""
    if not pile.cards:
        return "" if pile.gap else f"[{_SIGNS.get(pile.sign, pile.sign)}]"
    index = pile.shown[number]
    return f"{_card_word(pile.cards[index], index < pile.down):>{_WIDE}}"


def _card_word(card: Card, down: bool) -> str:
    if not card.known:
        return _HIDDEN
    return str(card).lower() if down else str(card)


def grid_text(grid: Grid) -> str:
    """The board, rows under each other, each clue with its label beside it; no newline at the end.

    ``.`` is an open square of which nothing is ruled out; of others there is what they may still hold, ``!``
    if that is nothing. Pencil marks stand in round brackets, ``(gv)``, after that; a clue that the player
    marked as done stands between waves, ``~3~``.
    Squares that light falls on stand in brackets, ``[.]``, and so do the clues at its ends; framed squares
    stand in stars, ``*g*``.
    """
    lit = {square for light in grid.lights for square in light.squares}
    ends = {label for light in grid.lights for label in (light.start, light.end)}
    letters = "".join(mark.letter for mark in grid.marks)
    squares = [
        _between(_square_word(cell, letters), "**" if cell.framed else "[]" if i in lit else "  ")
        for i, cell in enumerate(grid.cells)
    ]
    table = _board(grid, squares, ends)
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    return "\n".join(
        "".join(_centred(word, width) for word, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    )


def _square_word(cell: Cell, letters: str) -> str:
    if cell.holds or cell.outside:
        return cell.holds
    struck = f"!{cell.struck}" if cell.struck else ""
    pencil = f"({cell.pencil}{struck})" if cell.pencil or struck else ""
    if not cell.ruled_out:
        return pencil or "."
    return ("".join(letter for letter in letters if letter not in cell.ruled_out) or "!") + pencil


def _board(grid: Grid, squares: Sequence[str], ends: set[str]) -> list[list[str]]:
    """Labels and clues around the squares."""

    def beside(side: Side, size: int) -> tuple[list[str], list[str]]:
        """The labels and the numbers of a side."""
        found: list[Clue | None] = [None] * size
        for clue in grid.clues:
            if clue.side == side:
                found[clue.at] = clue
        return (
            ["" if clue is None else _between(clue.label, "  ") for clue in found],
            ["" if clue is None else _clue_word(clue, ends) for clue in found],
        )

    width, blank = grid.width, ["", ""]
    (top, above), (bottom, below) = beside("top", width), beside("bottom", width)
    (left, from_left), (right, from_right) = beside("left", grid.height), beside("right", grid.height)
    rows = [
        [left[row], from_left[row], *squares[row * width : (row + 1) * width], from_right[row], right[row]]
        for row in range(grid.height)
    ]
    framing = [[*blank, *side, *blank] for side in (top, above, below, bottom)]
    return framing[:2] + rows + framing[2:] if grid.clues else rows


def _clue_word(clue: Clue, ends: set[str]) -> str:
    word = "-" if clue.value is None else str(clue.value)
    return _between(f"~{word}~" if clue.done else word, "[]" if clue.label in ends else "  ")


def _between(word: str, marks: str) -> str:
    return f"{marks[0]}{word}{marks[1]}"


def _centred(word: str, width: int) -> str:
    """In the middle; where that is between two places, the right one, so that marks stay below each other."""
    space = width - len(word)
    return " " * ((space + 1) // 2) + word + " " * (space // 2)
