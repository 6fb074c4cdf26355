"""Tables for other programs: every unit with all that it is of, as CSV and as Parquet."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from studies.experiments.small import UNITS, begun, rows
from winnable import __version__
from winnable.studies.experiments.crews import here
from winnable.studies.experiments.export import columns_of, rows_of, write_csv, write_parquet
from winnable.studies.experiments.run import run_study
from winnable.studies.experiments.store import Store


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study that is done."""
    folder = tmp_path_factory.mktemp("done")
    with begun(folder) as store, here() as crew:
        run_study(store, crew)
    return folder / "small.db"


def test_csv_has_every_unit(path: Path) -> None:
    with Store(path, write=False) as store:
        file = io.StringIO()
        assert write_csv(store, file) == UNITS
        wanted = rows(store, "outcome, expanded, length")
        columns = list(columns_of(store))
    table = list(csv.DictReader(io.StringIO(file.getvalue())))
    assert list(table[0]) == columns
    found = [
        (row["outcome"], int(row["expanded"]), int(row["length"]) if row["length"] else None) for row in table
    ]
    assert found == wanted
    first = table[0]
    assert (first["game"], first["player"], first["deal"], first["repetition"]) == (
        "freecell",
        "auto",
        "ms:1",
        "0",
    )
    assert (first["parameters"], first["max_nodes"], first["seed"]) == ('{"solver": "auto"}', "300", "0")
    assert first["version"] == __version__
    assert first["python"].startswith("CPython 3.")
    assert {row["deal"].partition(":")[0] for row in table if row["game"] == "pyramid"} == {"seed"}
    assert len({(row["game"], row["player"], row["deal"]) for row in table}) == UNITS


def test_parquet_has_the_same(path: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is in winnable[dev]")
    with Store(path, write=False) as store:
        assert write_parquet(store, tmp_path / "small.parquet") == UNITS
        wanted = list(rows_of(store))
        kinds = columns_of(store)
    table = parquet.read_table(tmp_path / "small.parquet")
    assert table.column_names == list(kinds)
    found = list(zip(*(column.to_pylist() for column in table.columns), strict=True))
    assert found == wanted
    assert str(table.schema.field("seconds").type) == "double"
    assert str(table.schema.field("expanded").type) == "int64"
