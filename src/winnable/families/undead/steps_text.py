"""The steps of an Undead explanation and the hints, as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from winnable.families.undead.scene import board_grid
from winnable.families.undead.sums import MONSTERS
from winnable.families.undead.words import cell_name
from winnable.render.grid_text import grid_text
from winnable.text.phrases import count_noun

if TYPE_CHECKING:
    from winnable._core import UndeadPosition
    from winnable.families.undead.explain import Reason
    from winnable.families.undead.hint import UndeadHint
    from winnable.families.undead.notes import UndeadNotes
    from winnable.families.undead.reasons import Told


def step_lines(told: Told, number: str) -> Iterator[str]:
    """A step as lines of text: `3. zero line: R2 sees nothing …`, those of a chain indented below it."""
    yield f"{number}. {told.rule}: {told.words}"
    for i, link in enumerate(told.chain, 1):
        for line in step_lines(link, f"{number}.{i}"):
            yield f"    {line}"


def marked_board(
    position: UndeadPosition,
    told: Told | None = None,
    notes: UndeadNotes | None = None,
    *,
    candidates: Sequence[str] | None = None,
) -> str:
    """The board, with the lines of a step in brackets and its cells in stars, and with what is noted.

    Open cells show their ``candidates``, where some of the monsters are ruled out."""
    marked: dict[str, Any] = {} if told is None else {"lines": told.lines, "cells": told.cells}
    return grid_text(board_grid(position, candidates=candidates, notes=notes, **marked)) + "\n"


def step_data(position: UndeadPosition, told: Told) -> dict[str, Any]:
    """A step as JSON: its rule, sentence, clues, what it leaves of its cells, and all narrowed by then."""
    step = told.step
    data: dict[str, Any] = {"rule": told.rule, "words": told.words}
    if step.assumed is None:
        data |= _reason(step.reason)
    else:
        assert step.broken is not None
        square, monster = step.assumed
        data["if"] = {"cell": cell_name(position, square), "monster": monster}
        data["chain"] = [step_data(position, link) for link in told.chain]
        data["refuted"] = {"rung": step.broken.rung, **_reason(step.broken)}
    data["candidates"] = {
        cell_name(position, cut.square): {"was": cut.was, "left": cut.left} for cut in step.cuts
    }
    data["narrowed"] = narrowed_cells(told.after, told.candidates)
    return data


def narrowed_cells(position: UndeadPosition, candidates: Sequence[str]) -> dict[str, str]:
    """What the open cells may hold of which something is ruled out."""
    pairs = enumerate(zip(position.squares, candidates, strict=True))
    return {
        cell_name(position, square): held
        for square, (letter, held) in pairs
        if letter == "." and held != MONSTERS
    }


def open_cells(position: UndeadPosition, candidates: Sequence[str]) -> dict[str, str]:
    """What the cells that are not settled may hold."""
    return {cell_name(position, i): held for i, held in enumerate(candidates) if len(held) > 1}


def hint_text(advice: UndeadHint) -> str:
    """Mistakes, wrong pencil marks, then the next cell with its reasons, and the board with the line of the
    last one."""
    assert advice.start is not None
    lines = [] if advice.mistakes is None else [*advice.mistakes.words, "with that taken back:"]
    if advice.pencil is not None:
        lines += advice.pencil.words
    told = advice.steps[-1] if advice.steps else None
    return "\n".join([*lines, *_hint_lines(advice)]) + "\n" + marked_board(advice.start, told, advice.notes)


def _hint_lines(advice: UndeadHint) -> Iterator[str]:
    if advice.move is None:
        yield "; ".join(advice.why)
    elif not advice.steps:
        yield "; ".join((f"{advice.move_text}: {advice.words}", *advice.why))
    elif len(advice.steps) == 1 and not advice.steps[0].chain:
        yield f"{advice.move_text}: {advice.words}; {advice.rule}: {advice.steps[0].words}"
    else:
        yield f"{advice.move_text}: {advice.words}, in {count_noun(len(advice.steps), 'step')}"
        for number, told in enumerate(advice.steps, 1):
            yield from step_lines(told, str(number))


def hint_data(advice: UndeadHint) -> dict[str, Any]:
    """What a hint of Undead says beyond those of other games, as JSON."""
    assert advice.start is not None
    start = advice.start
    data: dict[str, Any] = {"rule": advice.rule or None}
    data["steps"] = [step_data(start, told) for told in advice.steps]
    if advice.mistakes is not None:
        data["mistakes"] = list(advice.mistakes.words)
        data["take_back"] = [cell_name(start, square) for square in advice.mistakes.to_take_back]
    if advice.pencil is not None:
        data["pencil"] = [marks.data() for marks in advice.pencil.wrong]
        data["pencil_undecided"] = list(advice.pencil.undecided)
    return data


def _reason(reason: Reason) -> dict[str, Any]:
    data: dict[str, Any] = {"lines": ["-".join(line.labels) for line in reason.lines]}
    if reason.end is not None:
        data["sighting"] = reason.lines[0].labels[reason.end]
    return data | {"uses_totals": reason.totals}
