"""Checks a board that was read against the rules of its numbers: what cannot be is not certain.

Totals add up to the squares without a mirror, and the two clues of a line go together with it. Where a
number is doubtful and only one of its candidates is possible, that one is taken: reading, not guessing.
Whether the whole puzzle can be solved is only ever a check.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Final

from winnable._core import UndeadGame, UndeadSolver
from winnable.screen.seen_board import CERTAIN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from winnable.screen.seen_board import SeenBoard, SeenNumber

__all__ = ["checked"]

_UNCERTAIN: Final = 0.5
_READABLE: Final = 0.6  # confidence from which a number's candidates are worth choosing from
_SECONDS: Final = 0.05


def checked(board: SeenBoard) -> SeenBoard:
    """The board with the confidence that its own rules leave, and with what is wrong as a whole."""
    if any(square.confidence < CERTAIN for square in board.squares):
        return board  # what a line passes is not known
    totals, wrong_total = _checked_totals(board)
    clues, wrong_clues = _checked_clues(board)
    board = replace(board, totals=totals, clues=clues, problems=(*wrong_total, *wrong_clues))
    if board.problems or not board.certain:
        return board
    return replace(board, problems=tuple(_unsolvable(board)))


def _checked_totals(board: SeenBoard) -> tuple[tuple[SeenNumber, ...], list[str]]:
    open_squares = sum(not square.is_mirror for square in board.squares)
    totals = board.totals
    possible = [
        values
        for values in product(*map(_candidates, totals))
        if None not in values and sum(value for value in values if value is not None) == open_squares
    ]
    if all(total.confidence >= CERTAIN for total in totals) and not possible:
        added = sum(total.value or 0 for total in totals)
        doubted = tuple(replace(total, confidence=_UNCERTAIN) for total in totals)
        return doubted, [f"the totals add up to {added}, and {open_squares} squares have no mirror"]
    return _settled(totals, possible), []


def _candidates(number: SeenNumber) -> tuple[int | None, ...]:
    """What a number may be: one value if that is certain or nothing is known, else the likely ones."""
    if _READABLE <= number.confidence < CERTAIN and number.value is not None:
        return (number.value, *number.others)
    return (number.value,)


def _settled(
    numbers: Sequence[SeenNumber], possible: Sequence[tuple[int | None, ...]]
) -> tuple[SeenNumber, ...]:
    """The numbers with the only candidates that are possible, where those are the only ones."""
    if len(possible) != 1:
        return tuple(numbers)
    return tuple(
        replace(number, value=value, confidence=CERTAIN, others=())
        if _READABLE <= number.confidence < CERTAIN
        else number
        for number, value in zip(numbers, possible[0], strict=True)
    )


def _checked_clues(board: SeenBoard) -> tuple[tuple[SeenNumber, ...], list[str]]:
    """Every line with its two clues."""
    letters = "".join(square.holds if square.is_mirror else "." for square in board.squares)
    core = UndeadGame()
    open_squares = letters.count(".")
    nothing: list[int | None] = [None] * len(board.clues)
    bare = core.position(board.columns, board.rows, letters, (open_squares, 0, 0), nothing)
    clues, wrong = list(board.clues), []
    for line in bare.lines:
        first, second = line.ends
        pair = clues[first], clues[second]

        def fits(values: tuple[int | None, ...], ends: tuple[int, int] = (first, second)) -> bool:
            sightings = list(nothing)
            sightings[ends[0]], sightings[ends[1]] = values
            try:
                position = core.position(board.columns, board.rows, letters, (open_squares, 0, 0), sightings)
            except ValueError:
                return False
            return position.impossible_line is None

        possible = [values for values in product(*map(_candidates, pair)) if fits(values)]
        if not possible and all(clue.confidence >= CERTAIN for clue in pair):
            said = " and ".join(f"{clue.name} {clue.value}" for clue in pair)
            wrong.append(f"{said} do not go together")
            clues[first], clues[second] = (replace(clue, confidence=_UNCERTAIN) for clue in pair)
        elif any(clue.confidence < CERTAIN for clue in pair):
            clues[first], clues[second] = _settled(pair, possible)
    return tuple(clues), wrong


def _unsolvable(board: SeenBoard) -> list[str]:
    """Says so if the puzzle has no solution at all, as far as that is found out in a moment."""
    result = UndeadSolver(1).solve_ids([board.game_id], seconds=_SECONDS)[0]
    if result.verdict == "unsolvable":
        return ["no filling of the squares goes with these numbers: something was misread"]
    return []
