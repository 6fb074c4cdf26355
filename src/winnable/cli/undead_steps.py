"""How `winnable explain` and `winnable hint` show the steps of an Undead explanation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from winnable.games.phrases import count_noun
from winnable.games.undead_words import cell_name

if TYPE_CHECKING:
    from winnable._core import UndeadPosition
    from winnable.analysis.undead_explain import Reason
    from winnable.analysis.undead_hint import UndeadHint
    from winnable.analysis.undead_reasons import Told


def step_lines(told: Told, number: str) -> Iterator[str]:
    """A step as lines of text: `3. zero line: R2 sees nothing …`, those of a chain indented below it."""
    yield f"{number}. {told.rule}: {told.words}"
    for i, link in enumerate(told.chain, 1):
        for line in step_lines(link, f"{number}.{i}"):
            yield f"    {line}"


def show_board(position: UndeadPosition, told: Told | None = None) -> None:
    """Prints the board, with the lines of a step in brackets and its cells in stars."""
    from winnable.families.undead.scene import board_grid
    from winnable.render.text import grid_text

    marked: dict[str, Any] = {} if told is None else {"lines": told.lines, "cells": told.cells}
    click.echo(grid_text(board_grid(position, **marked)))


def step_data(position: UndeadPosition, told: Told) -> dict[str, Any]:
    """A step as JSON: its rule, sentence, clues, and what it leaves of each cell."""
    step = told.step
    data: dict[str, Any] = {"rule": told.rule, "words": told.words}
    if step.assumed is None:
        data |= _reason(step.reason)
    else:
        assert step.broken is not None
        square, monster = step.assumed
        data["if"] = {"cell": cell_name(position, square), "monster": monster}
        data["chain"] = [step_data(position, link) for link in told.chain]
        data["broken"] = {"rung": step.broken.rung, **_reason(step.broken)}
    data["cells"] = {cell_name(position, cut.square): {"was": cut.was, "left": cut.left} for cut in step.cuts}
    return data


def open_cells(position: UndeadPosition, candidates: Sequence[str]) -> dict[str, str]:
    """What the cells that are not settled may hold."""
    return {cell_name(position, i): held for i, held in enumerate(candidates) if len(held) > 1}


def show_hint(advice: UndeadHint) -> None:
    """Prints mistakes, then the next cell with its reasons, and the board with the line of the last one."""
    if advice.mistakes is not None:
        for words in advice.mistakes.words:
            click.echo(words)
        click.echo("with that taken back:")
    if advice.move is None:
        click.echo("; ".join(advice.why))
    elif not advice.steps:
        click.echo("; ".join((f"{advice.text}: {advice.words}", *advice.why)))
    elif len(advice.steps) == 1 and not advice.steps[0].chain:
        click.echo(f"{advice.text}: {advice.words}; {advice.rule}: {advice.steps[0].words}")
    else:
        click.echo(f"{advice.text}: {advice.words}, in {count_noun(len(advice.steps), 'step')}")
        for number, told in enumerate(advice.steps, 1):
            for line in step_lines(told, str(number)):
                click.echo(line)
    assert advice.start is not None
    show_board(advice.start, advice.steps[-1] if advice.steps else None)


def hint_data(advice: UndeadHint) -> dict[str, Any]:
    """What a hint of Undead says beyond those of other games, as JSON."""
    assert advice.start is not None
    start = advice.start
    data: dict[str, Any] = {"rule": advice.rule or None}
    data["steps"] = [step_data(start, told) for told in advice.steps]
    if advice.mistakes is not None:
        data["mistakes"] = list(advice.mistakes.words)
        data["take_back"] = [cell_name(start, square) for square in advice.mistakes.to_take_back]
    return data


def _reason(reason: Reason) -> dict[str, Any]:
    data: dict[str, Any] = {"lines": ["-".join(line.labels) for line in reason.lines]}
    if reason.end is not None:
        data["sighting"] = reason.lines[0].labels[reason.end]
    return data | {"totals": reason.totals}
