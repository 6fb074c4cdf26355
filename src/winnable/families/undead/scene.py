"""A board of Undead: squares, the monsters and their numbers, and what every sighting sees."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from winnable.errors import InputError, quote
from winnable.families.undead.explain import explain
from winnable.families.undead.game import UndeadGame, UndeadLine, UndeadPosition
from winnable.families.undead.notes import UndeadNotes, square_name
from winnable.families.undead.sums import MONSTERS, LineSum, candidates_of, seen_from
from winnable.families.undead.words import MONSTER_NAMES
from winnable.scene import Cell, Clue, Grid, Light, Mark, Scene, Side
from winnable.search.api import Limits

__all__ = ["board_grid", "line_from", "scene"]


def scene(
    game: UndeadGame,
    position: UndeadPosition,
    *,
    open_cards: bool = False,
    candidates: Sequence[str] | None = None,
    ruled_out_by: str | None = None,
    lines: Sequence[UndeadLine] = (),
    cells: Collection[int] = (),
    line_at: str = "",
    notes: UndeadNotes | None = None,
) -> Scene:
    """The board with what is filled in.

    ``candidates`` are what each square may still hold, where some of it has been ruled out; instead of them
    ``ruled_out_by`` names the hardest rung of reasons by which to find out, for a minute at most. ``lines``
    are drawn from end to end, and ``cells`` framed (squares in reading order, from 0). ``line_at`` names a
    sighting: its line is drawn, and a caption says what is seen along it. ``notes`` are the player's: pencil
    marks, and which sightings are done.

    Raises:
        InputError: no sighting has that label.
    """
    if ruled_out_by is not None:
        found = explain(position, hardest=ruled_out_by, limits=Limits(seconds=60))
        candidates = found.candidates
    grid = board_grid(position, candidates=candidates, lines=lines, cells=cells, notes=notes)
    captions: tuple[str, ...] = ()
    if line_at:
        light = _light(position, *line_from(position, line_at))
        grid = replace(grid, lights=(*grid.lights, light))
        captions = (_told(grid.clue(light.start), light),)
    return Scene(game=game.spelled, title=game.info.title, grid=grid, captions=captions)


def board_grid(
    position: UndeadPosition,
    *,
    candidates: Sequence[str] | None = None,
    lines: Sequence[UndeadLine] = (),
    cells: Collection[int] = (),
    notes: UndeadNotes | None = None,
) -> Grid:
    """The board of a scene."""
    left = candidates_of(position) if candidates is None else candidates
    notes = notes or UndeadNotes()
    return Grid(
        width=position.width,
        height=position.height,
        cells=tuple(_cells(position, left, cells, notes)),
        marks=tuple(
            Mark(letter, MONSTER_NAMES[letter], placed, total)
            for letter, placed, total in zip(MONSTERS, position.counts, position.totals, strict=True)
        ),
        clues=tuple(_clues(position, left, notes)),
        lights=tuple(Light(line.labels[0], line.labels[1], tuple(line.squares)) for line in lines),
    )


def line_from(position: UndeadPosition, label: str) -> tuple[UndeadLine, int]:
    """The line that a sighting looks along, and which end of it the sighting is; InputError for no label."""
    for line in position.lines:
        if label.upper() in line.labels:
            return line, line.labels.index(label.upper())
    raise InputError(
        f"no sighting is called {quote(label)}",
        expected=f"D or U with 1 to {position.width}, L or R with 1 to {position.height}",
    )


def _cells(
    position: UndeadPosition, left: Sequence[str], framed: Collection[int], notes: UndeadNotes
) -> Iterator[Cell]:
    for square, (given, held) in enumerate(zip(position.board, position.squares, strict=True)):
        is_open = held == "."
        yield Cell(
            holds="" if is_open else held,
            given=given != ".",
            ruled_out="".join(m for m in MONSTERS if m not in left[square]) if is_open else "",
            framed=square in framed,
            pencil=notes.pencil.get(square_name(position.width, square), "") if is_open else "",
            struck=notes.struck.get(square_name(position.width, square), "") if is_open else "",
        )


def _clues(position: UndeadPosition, left: Sequence[str], notes: UndeadNotes) -> Iterator[Clue]:
    found = {}
    for line in position.lines:
        for end, number in enumerate(line.ends):
            total = LineSum(0, seen_from(line, end), [held or MONSTERS for held in left])
            found[number] = total.least, total.most
    for number, label in enumerate(position.labels):
        side, at = _place(position, number)
        least, most = found[number]
        sighting, seen = position.sightings[number], position.seen[number]
        yield Clue(label, side, at, sighting, seen, least, most, label in notes.marked)


def _place(position: UndeadPosition, number: int) -> tuple[Side, int]:
    """The side of the board where a sighting stands, and its column or row: they go round clockwise."""
    width, height = position.width, position.height
    if number < width:
        return "top", number
    if number < width + height:
        return "right", number - width
    if number < 2 * width + height:
        return "bottom", 2 * width + height - 1 - number
    return "left", 2 * (width + height) - 1 - number


def _light(position: UndeadPosition, line: UndeadLine, end: int) -> Light:
    """The way of the light from one end of a line, and what is seen along it now."""
    step = -1 if end else 1
    squares = tuple(line.squares[::step])
    letters = [position.squares[square] for square in squares]
    mirrors = [i for i, letter in enumerate(letters) if letter in "/\\"]
    adds = seen_from(line, end)
    seen = [
        square
        for square in dict.fromkeys(line.cells[::step])
        for _ in range(adds[square].get(position.squares[square], 0))
    ]
    return Light(
        start=line.labels[end],
        end=line.labels[1 - end],
        squares=squares,
        direct=mirrors[0] if mirrors else len(squares),
        seen=tuple(seen),
    )


def _told(clue: Clue, light: Light) -> str:
    """``D3 looks out at R1; it must see 3: now 1, at least 1 and at most 4``."""
    must = "its number is hidden" if clue.value is None else f"it must see {clue.value}"
    still = f"at least {clue.least} and at most {clue.most}"
    if clue.least == clue.most:
        still = f"exactly {clue.most}"
    return f"{clue.label} looks along the line to {light.end}; {must}: now {clue.now}, in the end {still}"
