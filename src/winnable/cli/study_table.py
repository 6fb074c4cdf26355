"""How studies are shown: a table of games and players, or JSON; and the file that a command is given."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from winnable.cli.options import echo_json

if TYPE_CHECKING:
    from winnable.studies.experiments.plan import Study
    from winnable.studies.experiments.store import Store
    from winnable.studies.experiments.summary import Cell, Summary

_LEFT = ("game", "player")  # columns of words; the others are figures


def read_study_file(path: Path) -> Study:
    """The study that a TOML file describes; InputError with the place of what is wrong."""
    from winnable.studies.experiments.plan import read_study
    from winnable.text.detect import read_text

    return read_study(read_text(str(path)), str(path))


def show(store: Store, *, as_json: bool) -> Summary:
    """Prints a study as it stands: the whole, then each game and player."""
    from winnable.studies.experiments.summary import summarise

    found = summarise(store)
    if as_json:
        echo_json({"study": str(store.path), **found.data()})
        for cell in found.cells:
            echo_json(cell.data())
        return found
    failed = f", {found.failed} failed" if found.failed else ""
    runs = f", runs at work: {found.runs}" if found.runs else ""
    click.echo(f"{found.title}: {found.done} of {found.units} units{failed}{runs}")
    if found.cells:
        click.echo(_table(found))
    return found


def _table(found: Summary) -> str:
    names = [*_LEFT, "done", "wins", "not won", "unknown", "failed", "share", "interval"]
    rows = [names, *(_row(cell, by_rule=found.by_rule) for cell in found.cells)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(names))]
    return "\n".join(
        "  ".join(
            text.ljust(width) if name in _LEFT else text.rjust(width)
            for text, width, name in zip(row, widths, names, strict=True)
        ).rstrip()
        for row in rows
    )


def _row(cell: Cell, *, by_rule: bool) -> list[str]:
    least, most = cell.share
    low, high = cell.interval(at_any_time=by_rule)
    counts = [cell.done, cell.wins, cell.losses, cell.unknown, cell.failed]
    share = _percent(least) if least == most else f"{_percent(least)} to {_percent(most)}"
    interval = f"{_percent(low)} to {_percent(high)}" if cell.done else "-"  # of nothing there is none
    return [cell.shown, cell.player, *map(str, counts), share if cell.done else "-", interval]


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"
