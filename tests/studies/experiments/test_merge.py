"""Files put together: each unit once, whoever measured it, and what is missing is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from studies.experiments.small import TEXT, UNITS, begun, rows
from winnable._core import CancelToken
from winnable.errors import InputError
from winnable.studies.experiments.blocks import add_study
from winnable.studies.experiments.crews import here
from winnable.studies.experiments.export import columns_of, rows_of
from winnable.studies.experiments.merge import merge
from winnable.studies.experiments.plan import read_study
from winnable.studies.experiments.queue import taking_part
from winnable.studies.experiments.run import Going, run_study
from winnable.studies.experiments.store import Store
from winnable.studies.experiments.summary import summarise


def run(store: Store, units: int | None = None) -> Going:
    """Does all of it, or at least so many units."""
    token = CancelToken()

    def stop(going: Going) -> None:
        if units is not None and going.mine >= units:
            token.cancel()

    with here() as crew:
        return run_study(store, crew, token=token, on_progress=stop)


def named(store: Store) -> set[tuple[object, ...]]:
    """What was measured, by what it is of."""
    columns = list(columns_of(store))
    names = ("game", "player", "deal", "repetition", "outcome", "expanded")
    return {tuple(row[columns.index(name)] for name in names) for row in rows_of(store)}


def part(folder: Path, name: str, text: str) -> Store:
    (folder / name).mkdir()
    return begun(folder / name, text)


def test_parts_become_the_whole(tmp_path: Path) -> None:
    with part(tmp_path, "whole", TEXT) as whole:
        run(whole)
        wanted = named(whole)
    low, high = TEXT.replace("ms:1..30", "ms:1..12"), TEXT.replace("ms:1..30", "ms:13..30")
    with (
        Store(tmp_path / "both.db", create=True) as into,
        part(tmp_path, "a", low) as a,
        part(tmp_path, "b", high) as b,
    ):
        run(a)
        run(b, 8)
        first, second = merge(into, a), merge(into, b)
        assert (first.units, first.results, first.there) == (12 + 20 + 12, 12 + 20 + 12, 0)
        assert second.units == 18 + 18
        assert second.results + second.there == len(rows(b))
        assert second.there > 0  # pyramid's deals are in both
        again = merge(into, b)
        assert (again.units, again.results, again.there) == (0, 0, len(rows(b)))
        left = UNITS - len(rows(into))
        assert run(into).mine == left > 0
        assert named(into) == wanted
        assert summarise(into).done == UNITS


def test_gaps_are_filled_and_what_is_there_stays(tmp_path: Path) -> None:
    with (
        part(tmp_path, "a", TEXT) as a,
        part(tmp_path, "b", TEXT.replace("ms:1..30", "ms:5..9,ms:20..22")) as b,
    ):
        run(a, 10)
        run(b)
        a.change(lambda open_: open_.execute("UPDATE results SET length = -1 WHERE number = 0"))
        before = rows(a)
        found = merge(a, b)
        assert found.units == 0
        assert set(before) < set(rows(a))
        assert found.results == len(rows(a)) - len(before)
        assert run(a).mine == UNITS - len(rows(b)) - (len(before) - found.there)
        numbers = a.read("SELECT block, count(*), min(number), max(number) FROM results GROUP BY block")
        assert numbers == [(1, 30, 0, 29), (2, 30, 0, 29), (3, 20, 0, 19)]


def test_kept_positions_are_the_same_wherever_they_stood(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("seed:1\nseed:2\nseed:3\n")
    (tmp_path / "two.txt").write_text("seed:9\nseed:3\nseed:1\n")
    text = '[[games]]\ngame = "freecell"\nfiles = "{}.txt"\n[[players]]\nsolver = "auto"\n'
    with Store(tmp_path / "a.db", create=True) as a, Store(tmp_path / "b.db", create=True) as b:
        for store, name in ((a, "one"), (b, "two")):
            add_study(store, read_study(text.format(name), str(tmp_path / "x.toml")))
            run(store)
        found = merge(a, b)
        assert (found.units, found.results, found.there) == (1, 1, 2)
        deal = list(columns_of(a)).index("deal")
        assert {row[deal] for row in rows_of(a)} == {"seed:1", "seed:2", "seed:3", "seed:9"}
        assert named(b) < named(a)


def test_what_is_not_merged(tmp_path: Path) -> None:
    with part(tmp_path, "a", TEXT) as a, part(tmp_path, "b", 'measures = "seconds"\n' + TEXT) as b:
        with pytest.raises(InputError, match="it has other measures"):
            merge(a, b)
        with taking_part(a, "a test"), pytest.raises(InputError, match="a run is at work on it"):
            merge(a, b)
        assert merge(a, a).results == 0


def test_what_can_be_read_of_a_damaged_file_is_taken(tmp_path: Path) -> None:
    text = TEXT.replace("ms:1..30", "ms:1..900").replace("nodes = 300", "nodes = 3")
    with part(tmp_path, "a", text) as a:
        run(a)
        measured = len(rows(a))
        root = a.one("SELECT rootpage FROM sqlite_master WHERE name = 'results'")[0]
        size = a.one("PRAGMA page_size")[0]
    path = tmp_path / "a" / "small.db"
    data = bytearray(path.read_bytes())
    page = len(data) // size - 5  # a leaf, somewhere behind the tables' roots
    assert page > root
    data[page * size : (page + 1) * size] = b"\x5a" * size
    path.write_bytes(data)
    with Store(tmp_path / "new.db", create=True) as into, Store(path, write=False) as other:
        found = merge(into, other)
        assert found.unread
        assert "damaged" in found.unread[0]
        assert 0 < found.results < measured
        assert found.results == len(rows(into))
        assert run(into).mine == measured - found.results
