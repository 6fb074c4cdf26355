"""Writes the tables and the picture of docs/studies/atlas.md: python tools/atlas.py atlas.db

``atlas.db`` is what ``winnable study run examples/studies/atlas.toml`` made. Its text stays as it is; what
stands between ``<!-- NAME -->`` and ``<!-- end of NAME -->`` is written anew.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from textwrap import wrap
from typing import Any, Final

from winnable.registry import get_game
from winnable.render.files import write_whole
from winnable.studies.experiments.players import Player
from winnable.studies.experiments.provenance import Machine
from winnable.studies.experiments.store import Store, Terms
from winnable.studies.experiments.summary import Cell, summarise
from winnable.studies.reports.draw import LIGHT
from winnable.studies.reports.words import figure, limits_text

PAGE: Final = Path(__file__).parents[1] / "docs" / "studies" / "atlas.md"
PICTURE: Final = PAGE.parent / "pictures" / "atlas.svg"
_WIDTH: Final = 118  # of a line of the page
_WON: Final = ("solved", "won")
# What others found of the same rules, in per cent of deals; the page tells who.
OTHERS: Final = {
    "freecell": 99.9992,
    "bakers_game": 75.06,
    "pyramid": 66.48,
    "pyramid:hoyle": 7.23,
    "pyramid:king_tut": 56.0,
    "pyramid:giza": 36.4,
    "pyramid:passes=1": 9.34,
    "pyramid:passes=2": 59.48,
    "pyramid:passes=unlimited": 67.03,
    "pyramid:goal=all": 66.34,
    "pyramid:overlap=true": 83.73,
    "pyramid:passes=1,overlap=true": 24.52,
    "spider": 99.99,
}
_STYLE: Final = {
    "font.size": 8.0,
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.linewidth": 0.4,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "winnable",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A game and who plays it: the counts, and the medians of what was measured; None where nothing was.

    ``moves`` are those of wins. ``bound``: more than half of the positions and times are of deals that a
    limit ended, so that the median is at least so.
    """

    cell: Cell
    kind: str  # of the player: solver or policy
    positions: float | None
    seconds: float | None
    moves: float | None
    bound: bool

    @property
    def made(self) -> bool:
        """Is it a puzzle, which is made with one solution?"""
        return get_game(self.cell.game).info.always_winnable


def rows_of(store: Store) -> list[Row]:
    """A row for each game and player, in the order of the study."""
    players = dict(store.rows("SELECT label, identity FROM players"))
    return [_row(store, cell, Player.of(players[cell.player]).kind) for cell in summarise(store).cells]


def _row(store: Store, cell: Cell, kind: str) -> Row:
    blocks = [
        block.id
        for block in store.blocks()
        if (block.game, block.label, block.terms) == (cell.game, cell.player, cell.terms)
    ]
    query = f"FROM results WHERE block IN ({', '.join(map(str, blocks))})"
    found = [
        [value for (value,) in store.rows(f"SELECT {name} {query} AND {name} IS NOT NULL{where}")]
        for name, where in (("expanded", ""), ("seconds", ""), ("length", f" AND outcome IN {_WON}"))
    ]
    positions, seconds, moves = (median(values) if values else None for values in found)
    return Row(cell, kind, positions or None, seconds, moves, 2 * cell.open > cell.done)


def _measured(row: Row, value: float | None, measure: str) -> str:
    """A median; at least so where a limit ended most of the deals."""
    if value is None:
        return ""
    return ("≥ " if row.bound else "") + figure(round(value) if measure == "expanded" else value, measure)


def _others(row: Row) -> str:
    found = OTHERS.get(row.cell.game)
    return "" if found is None else f"{found}"


def _percent(ends: tuple[float, float]) -> str:
    """A share, or its two ends, in per cent."""
    low, high = (f"{100 * end:.2f}" for end in ends)
    return low if low == high else f"{low}\u2013{high}"


_COLUMNS: Final[Mapping[str, Callable[[Row], str]]] = {
    "game": lambda row: f"`{row.cell.game}`",
    "player": lambda row: row.cell.player,
    "deals": lambda row: f"{row.cell.done:,}",
    "won": lambda row: f"{row.cell.wins:,}",
    "open": lambda row: f"{row.cell.open:,}",
    "share (%)": lambda row: _percent(row.cell.share),
    "95 % interval": lambda row: _percent(row.cell.interval()),
    "others": _others,
    "positions": lambda row: _measured(row, row.positions, "expanded"),
    "time": lambda row: _measured(row, row.seconds, "seconds"),
    "moves": lambda row: "" if row.moves is None else f"{row.moves:,.0f}",
}
_WORDS: Final = ("game", "player")  # columns that stand to the left


_COUNTED: Final = ("deals", "won", "open", "share (%)", "95 % interval")
_SPENT: Final = ("positions", "time", "moves")


def _table(rows: Iterable[Row], *columns: str) -> list[str]:
    """The rows as a table of Markdown."""
    lines = [columns, ["---" if name in _WORDS else "--:" for name in columns]]
    lines += [[_COLUMNS[name](row) for name in columns] for row in rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def _provenance(store: Store, rows: Sequence[Row]) -> list[str]:
    """What was measured, with what and on what."""
    terms = Terms.of(rows[0].cell.terms)
    machines = [
        Machine(**json.loads(facts))
        for (facts,) in store.rows(
            "SELECT facts FROM machines WHERE id IN (SELECT DISTINCT machine FROM results)"
        )
    ]
    runs = store.rows("SELECT DISTINCT version, source_commit FROM runs")
    with_ = ", ".join(f"Winnable {version}" + (f" ({commit})" if commit else "") for version, commit in runs)
    on = "; ".join(f"{one.processor}, {one.cores} cores, {one.system}, {one.python}" for one in machines)
    done = sum(row.cell.done for row in rows)
    limits = limits_text(terms.limits)
    text = f"{done:,} deals and puzzles, seed {terms.seed}, each with at most {limits}. {with_}. {on}."
    return wrap(text, _WIDTH)


def sections(store: Store) -> dict[str, list[str]]:
    """What the page has from the file, by the name of the section."""
    rows = rows_of(store)
    played = [row for row in rows if row.kind != "solver"]
    puzzles = [row for row in rows if row.kind == "solver" and row.made]
    known = [row for row in rows if row.kind == "solver" and not row.made]
    return {
        "provenance": _provenance(store, rows),
        "cards known": _table(known, "game", *_COUNTED, "others"),
        "work": _table(known, "game", *_SPENT),
        "cards hidden": _table(played, "game", "player", *_COUNTED),
        "games": _table(played, "game", "player", "time", "moves"),
        "puzzles": _table(puzzles, "game", *_COUNTED),
        "work on puzzles": _table(puzzles, "game", *_SPENT),
    }


def written(page: str, parts: dict[str, list[str]]) -> str:
    """The page with its sections anew; ValueError where it lacks one."""
    for name, lines in parts.items():
        between = re.compile(f"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
        text = "\n".join(lines)
        page, count = between.subn(lambda found, text=text: f"{found[1]}\n{text}\n\n{found[2]}", page)
        if count != 1:
            raise ValueError(f"{count} sections {name!r}")
    return page


def picture(rows: Sequence[Row]) -> bytes:
    """The shares with their intervals, one line for each game: with all cards known, and without seeing."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    known = {row.cell.game: row for row in rows if row.kind == "solver" and not row.made}
    hidden = {row.cell.game: row for row in rows if row.kind != "solver"}
    with mpl.rc_context(_STYLE):
        drawn = Figure(figsize=(6.4, 0.9 + 0.19 * len(known)), layout="constrained")
        axes = drawn.add_subplot()
        for at, game in enumerate(known):
            if game in hidden:
                _draw(axes, at + 0.2, hidden[game], LIGHT[1], "D")
            _draw(axes, at - (0.2 if game in hidden else 0), known[game], LIGHT[0], "o")
        axes.set_yticks(range(len(known)), labels=list(known), fontsize=7)
        axes.set_ylim(len(known) - 0.4, -0.6)
        axes.set_xlim(-1, 101)
        axes.set_xlabel("share of deals (%)")
        handles, labels = axes.get_legend_handles_labels()
        shown = dict(zip(labels, handles, strict=True))
        drawn.legend(shown.values(), shown.keys(), loc="outside upper right", ncols=2)
        stream = io.BytesIO()
        drawn.savefig(stream, format="svg", facecolor="white", metadata={"Date": None})
    return stream.getvalue()


def _draw(axes: Any, y: float, row: Row, colour: str, marker: str) -> None:
    """A share, from open deals taken as lost to all taken as won, and its interval."""
    who = "can be won, all cards known" if row.kind == "solver" else "won by a policy that does not see them"
    low, high = (100 * end for end in row.cell.interval())
    axes.plot([low, high], [y, y], color=colour, linewidth=1)
    least, most = (100 * end for end in row.cell.share)
    axes.plot([least, most], [y, y], color=colour, linewidth=2.5)
    style = {"linestyle": "none", "color": colour, "marker": marker, "markersize": 3}
    axes.plot([(least + most) / 2], [y], **style, label=who)


def main(path: str) -> None:
    with Store(Path(path), write=False) as store:
        parts, rows = sections(store), rows_of(store)
    write_whole(PAGE, written(PAGE.read_text(encoding="utf-8"), parts).encode())
    write_whole(PICTURE, picture(rows))


if __name__ == "__main__":
    main(*sys.argv[1:])
