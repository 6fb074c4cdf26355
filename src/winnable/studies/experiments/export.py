"""The rows of a study as a table that other programs read: CSV, or Parquet by pyarrow."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final

from winnable.errors import InputError
from winnable.studies.experiments.begin import policy_seed
from winnable.studies.experiments.players import MEASURES
from winnable.studies.experiments.provenance import Machine
from winnable.studies.experiments.starts import KEPT, deal_of
from winnable.studies.experiments.store import Block, Store, Terms

__all__ = ["columns_of", "rows_of", "write_csv", "write_parquet"]

_ABOUT: Final = {
    "game": "TEXT", "group": "TEXT", "player": "TEXT", "parameters": "TEXT", "deal": "TEXT",
    "repetition": "INTEGER", "seed": "TEXT", "max_nodes": "INTEGER", "max_seconds": "REAL",
    "max_bytes": "INTEGER", "outcome": "TEXT",
}  # fmt: skip
_WITH: Final = {"why": "TEXT", "version": "TEXT", "commit": "TEXT", "processor": "TEXT", "python": "TEXT"}
_ROWS: Final = 50_000  # of a group in Parquet
_NO_ARROW: Final = 'no pyarrow on this machine; install it: pip install "winnable[parquet]"'


def columns_of(store: Store) -> dict[str, str]:
    """The columns of a study's table, with their types in SQLite."""
    return _ABOUT | {name: MEASURES[name] for name in store.measures} | _WITH


def rows_of(store: Store) -> Iterator[tuple[Any, ...]]:
    """Every unit that was done, block by block, in the order of ``columns_of``."""
    measures = store.measures
    runs = {number: with_ for number, *with_ in store.rows("SELECT id, version, source_commit FROM runs")}
    machines = {
        number: Machine(**json.loads(facts)) for number, facts in store.rows("SELECT id, facts FROM machines")
    }
    chosen = ", ".join(f'"{name}"' for name in ("number", "outcome", *measures, "why", "run", "machine"))
    query = f"SELECT {chosen} FROM results WHERE block = ? ORDER BY number"
    for block in store.blocks():
        names = _Names(store, block)
        for number, outcome, *values, why, run, machine in store.rows(query, block.id):
            on = machines.get(machine)
            facts = (None, None) if on is None else (on.processor, on.python)
            yield (*names.about(number), outcome, *values, why, *runs[run], *facts)


class _Names:
    """What the units of a block are called."""

    def __init__(self, store: Store, block: Block) -> None:
        self._block = block
        self._terms = Terms.of(block.terms)
        limits = self._terms.limits
        self._limits = (limits.nodes, limits.seconds, limits.bytes)
        self._kept: Sequence[Any] = ()
        if block.run.source == KEPT:
            self._kept = store.kept(block.game, block.run.first, block.run.last)

    def about(self, number: int) -> tuple[Any, ...]:
        block = self._block
        repetition, deal = block.place(number)
        named = (
            self._kept[deal - block.run.first].label if self._kept else str(deal_of(block.run.source, deal))
        )
        seed = str(self._terms.seed if self._terms.hidden else policy_seed(self._terms, repetition))
        group = self._terms.group or None
        return (block.game, group, block.called, block.player, named, repetition, seed, *self._limits)


def write_csv(store: Store, file: IO[str]) -> int:
    """Writes the table with a line of names above; how many units it has."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns_of(store))
    count = 0
    for row in rows_of(store):
        writer.writerow(row)
        count += 1
    return count


def write_parquet(store: Store, path: Path) -> int:
    """Writes the table into a file of Parquet; how many units it has.

    Raises:
        InputError: pyarrow is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise InputError(_NO_ARROW, mend="or export to a .csv file") from None
    kinds = {"TEXT": pyarrow.string(), "INTEGER": pyarrow.int64(), "REAL": pyarrow.float64()}
    columns = columns_of(store)
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
    rows, count = rows_of(store), 0
    with parquet.ParquetWriter(path, schema) as writer:
        while some := list(islice(rows, _ROWS)):
            arrays = [
                pyarrow.array(column, kind)
                for column, kind in zip(zip(*some, strict=True), schema.types, strict=True)
            ]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))
            count += len(some)
    return count
