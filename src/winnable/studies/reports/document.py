"""A report as a document: headings, sentences, tables and plots, which ``html`` and ``markdown`` write."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from winnable.studies.experiments.blocks import stop_rule
from winnable.studies.experiments.plan import StopRule
from winnable.studies.experiments.provenance import Machine
from winnable.studies.experiments.starts import KEPT
from winnable.studies.experiments.store import Block, Store, Terms
from winnable.studies.experiments.summary import Cell, summarise
from winnable.studies.reports.equity import names_of
from winnable.studies.reports.panels import PLOTS, Named, Panel, Rows
from winnable.studies.reports.samples import samples_of
from winnable.studies.reports.tables import (
    EQUITY_TABLES,
    MEASURE_TABLES,
    PAIR_TABLES,
    Table,
    equity_rows,
    measure_row,
    pair_rows,
    result_row,
    results_table,
)
from winnable.studies.reports.words import METHODS, bytes_text, called, limits_text, percent
from winnable.text.phrases import count_noun, join_words

__all__ = ["Code", "Document", "Heading", "Part", "Pictures", "Text", "panels_of", "report_of"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a section."""

    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """A text as it is, under a title."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Pictures:
    """A plot, one panel for each game or one for all."""

    name: str
    title: str
    caption: str
    panels: tuple[Panel | Rows, ...]


Part = Heading | Text | Code | Table | Pictures


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report, of a study of which so many ``units`` were ``done``."""

    title: str
    blocks: tuple[Part, ...]
    units: int = 0
    done: int = 0


def report_of(store: Store) -> Document:
    """Everything that a study has found so far, from one moment of its file.

    Raises:
        InputError: the file cannot be read.
    """
    with store.one_moment():
        summary = summarise(store)
        tables, pictures = _found(store, summary.cells)
        blocks = [
            Text(_state(summary.units, summary.done, summary.failed)),
            *_asked(store),
            *_provenance(store),
            Heading("What was found"),
            *tables,
            *pictures,
            Heading("How the numbers were made"),
            *(Text(text) for text in METHODS),
        ]
    return Document(summary.title, tuple(blocks), summary.units, summary.done)


def panels_of(store: Store, name: str) -> tuple[Panel | Rows, ...]:
    """The panels of one plot by its name in ``PLOTS``; none where nothing was measured that it shows."""
    with store.one_moment():
        cells = summarise(store).cells
        return _merged([_panels(game, named, [name])[name] for game, named in _games(store, cells)])


# --- what was found ----------------------------------------------------------------------------------------


def _games(store: Store, cells: Sequence[Cell]) -> Iterator[tuple[str, list[Named]]]:
    """Each game with the samples of its players and what they are called: with the limits, where one player
    has several."""
    by_place = {(cell.game, cell.player, cell.terms): cell for cell in cells}
    by_rule = stop_rule(store) is not None
    places: dict[str, int] = {}
    for game, samples in samples_of(store):
        labels = called([(sample.label, sample.terms) for sample in samples])
        named = []
        for sample, label in zip(samples, labels, strict=True):
            cell = by_place[sample.game, sample.label, sample.terms.identity]
            place = places.setdefault(label, len(places))
            named.append(Named(label, place, sample, cell, cell.interval(at_any_time=by_rule)))
        yield game, named


def _panels(game: str, named: Sequence[Named], names: Sequence[str]) -> dict[str, Panel | Rows | None]:
    return {name: PLOTS[name].make(game, named) for name in names}


def _found(store: Store, cells: Sequence[Cell]) -> tuple[list[Table], list[Part]]:
    """The tables and the plots, read game by game."""
    rule = stop_rule(store)
    results: list[list[str]] = []
    pairs: tuple[list[list[str]], ...] = tuple([] for _ in PAIR_TABLES)
    measured: dict[str, list[list[str]]] = {measure: [] for measure in MEASURE_TABLES}
    equities: tuple[list[list[str]], ...] = tuple([] for _ in EQUITY_TABLES)
    panels: dict[str, list[Panel | Rows | None]] = {name: [] for name in PLOTS}
    for game, named in _games(store, cells):
        for label, _, sample, cell, _ in named:
            results.append([game, label, *result_row(cell, rule)])
            for measure, rows in measured.items():
                if row := measure_row(sample, measure):
                    rows.append([game, label, *row])
            of_boards = equity_rows(sample, partial(names_of, store, sample))
            for rows, new in zip(equities, of_boards, strict=True):
                rows += [[game, label, *row] for row in new]
        names = {id(one.sample): one.label for one in named}
        for rows, new in zip(pairs, pair_rows([one.sample for one in named], names), strict=True):
            rows += [[game, *row] for row in new]
        for name, panel in _panels(game, named, list(PLOTS)).items():
            panels[name].append(panel)
    tables = [
        results_table(rule).with_rows(results),
        *(table.with_rows(rows) for table, rows in zip(EQUITY_TABLES, equities, strict=True)),
        *(MEASURE_TABLES[measure].with_rows(rows) for measure, rows in measured.items()),
        *(table.with_rows(rows) for table, rows in zip(PAIR_TABLES, pairs, strict=True)),
    ]
    pictures = [
        Pictures(name, PLOTS[name].title, PLOTS[name].caption, found)
        for name, some in panels.items()
        if (found := _merged(some))
    ]
    heading = [Heading("Plots")] if pictures else []
    return [table for table in tables if table.rows], [*heading, *pictures]


def _merged(panels: Sequence[Panel | Rows | None]) -> tuple[Panel | Rows, ...]:
    """The panels that are there; rows of games that have one each are put into one panel."""
    found = [panel for panel in panels if panel is not None]
    rows = [panel for panel in found if isinstance(panel, Rows)]
    if len(rows) < 2 or any(len(panel.rows) > 1 for panel in rows):
        return tuple(found)
    one = [replace(panel.rows[0], label=f"{panel.title}, {panel.rows[0].label}") for panel in rows]
    return (replace(rows[0], title=count_noun(len(rows), "game"), rows=tuple(one)),)


# --- what was asked, and with what -------------------------------------------------------------------------


def _state(units: int, done: int, failed: int) -> str:
    whole = (
        f"All {units:,} units are done" if units == done else f"{done:,} of {units:,} units are done so far"
    )
    return f"{whole}; {failed:,} of them failed." if failed else f"{whole}."


def _asked(store: Store) -> Iterator[Part]:
    yield Heading("What was asked")
    columns = ("game", "deals", "player", "limits", "seed", "repetitions", "units")
    cells: dict[tuple[str, str, str], list[Block]] = {}
    for block in store.blocks():
        cells.setdefault(block.cell, []).append(block)
    rows = [list(_asked_row(blocks)) for blocks in cells.values()]
    yield Table("Units that were asked for", columns, rows, words=5)
    if rule := stop_rule(store):
        yield Text(_rule(rule))
    for added, source, text in store.rows("SELECT added, source, text FROM studies ORDER BY id"):
        yield Code(f"{source or 'The study'}, added {added}", text)


def _rule(rule: StopRule) -> str:
    return (
        "A game and player is measured no longer once its share of wins is known within "
        f"{percent(rule.half_width)} to each side, at {percent(rule.level)}; the rest of its units is left "
        "out."
    )


def _asked_row(blocks: Sequence[Block]) -> Iterator[str]:
    terms = Terms.of(blocks[0].terms)
    runs = dict.fromkeys(block.run for block in blocks)
    kept = sum(run.last - run.first + 1 for run in runs if run.source == KEPT)
    deals = [_deals(*run) for run in runs if run.source != KEPT]
    yield blocks[0].shown
    yield join_words([*deals, *([f"{count_noun(kept, 'position')} from files or made"] if kept else [])])
    yield blocks[0].called
    yield limits_text(terms.limits)
    yield str(terms.seed)
    yield f"{max(block.repetition + block.repetitions for block in blocks):,}"
    yield f"{sum(block.units for block in blocks):,}"


def _deals(source: str, first: int, last: int) -> str:
    kind, _, seed = source.partition(":")
    if seed:
        drawn = f"{last - first + 1:,} drawn with seed {seed}"
        return drawn if first == 0 else f"{drawn}, from number {first} on"
    return f"{kind} {first}" if first == last else f"{kind} {first} to {last}"


def _provenance(store: Store) -> Iterator[Part]:
    yield Heading("What it was measured with")
    runs = [
        [started, version, commit or "unknown", workers]
        for started, version, commit, workers in store.rows(
            "SELECT started, version, source_commit, workers FROM runs ORDER BY id"
        )
    ]
    if runs:
        yield Table("Runs", ("started", "Winnable", "commit", "workers"), runs, words=4)
    facts = dict(store.rows("SELECT id, facts FROM machines"))
    done = store.rows("SELECT machine, count(*) FROM results GROUP BY machine ORDER BY machine")
    machines = [_machine(facts.get(machine), count) for machine, count in done]
    if machines:
        columns = ("processor", "cores", "memory", "system", "Python", "Winnable", "units")
        yield Table("Machines", columns, machines, words=6)


def _machine(facts: str | None, units: int) -> list[str]:
    if facts is None:
        return [*("unknown",) * 6, f"{units:,}"]
    on = Machine(**json.loads(facts))
    memory = bytes_text(on.memory) if on.memory else "unknown"
    words = (on.processor or "unknown", str(on.cores), memory, on.system, on.python, on.version)
    return [*words, f"{units:,}"]
