"""The file of a study: what cannot be used is told in one line, and left as it is."""

from __future__ import annotations

import sqlite3
import subprocess
from pathlib import Path

import pytest

from studies.experiments.small import UNITS, begun, rows
from studies.experiments.small_disk import disk  # noqa: F401 - a fixture
from winnable.errors import InputError
from winnable.studies.experiments.crews import here
from winnable.studies.experiments.run import run_study
from winnable.studies.experiments.store import Store
from winnable.studies.experiments.summary import summarise
from winnable.web.study.reading import Reader


def refused(path: Path, **options: bool) -> str:
    with pytest.raises(InputError) as raised:
        Store(path, **options)
    assert "\n" not in str(raised.value)
    return str(raised.value)


def test_what_is_no_study(tmp_path: Path) -> None:
    nothing, text, other, folder = (tmp_path / name for name in ("none.db", "text.db", "other.db", "folder"))
    text.write_text("ms:617\n" * 300)
    with sqlite3.connect(other) as made:
        made.execute("CREATE TABLE games (id INTEGER)")
    made.close()
    folder.mkdir()
    assert refused(nothing, write=False) == f"{nothing}: no such file; expected the file of a study"
    assert "no file; expected" in refused(folder)
    for write in (True, False):
        assert refused(text, write=write).startswith(f"{text}: no study; expected a file that")
        assert refused(other, write=write).startswith(f"{other}: no study; expected a file that")
    assert refused(text, create=True)
    assert text.read_text() == "ms:617\n" * 300
    assert not nothing.exists()


def test_a_file_of_a_newer_program(tmp_path: Path) -> None:
    begun(tmp_path).close()
    path = tmp_path / "small.db"
    with sqlite3.connect(path) as made:
        made.execute("PRAGMA user_version = 99")
    made.close()
    assert refused(path) == f"{path}: made by a newer Winnable; expected format 1 or older"


def test_a_damaged_file(tmp_path: Path) -> None:
    with begun(tmp_path) as store, here() as crew:
        run_study(store, crew)
    path = tmp_path / "small.db"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] + b"\x5a" * (len(whole) // 2))
    with pytest.raises(InputError, match=r"small\.db: (damaged|no study)"), Store(path, write=False) as store:
        summarise(store)


def test_a_file_that_another_program_keeps_to_itself(tmp_path: Path) -> None:
    begun(tmp_path).close()
    path = tmp_path / "small.db"
    greedy = sqlite3.connect(path)
    greedy.execute("PRAGMA locking_mode = EXCLUSIVE")
    greedy.execute("SELECT * FROM facts")
    for write in (True, False):
        with pytest.raises(InputError, match=r"small\.db: another program is using it; try again"):
            Store(path, write=write, patience=0.1)
    greedy.close()
    Store(path, write=False).close()


def test_a_read_only_file_is_read_and_not_written(tmp_path: Path) -> None:
    with begun(tmp_path) as store, here() as crew:
        run_study(store, crew)
    path = tmp_path / "small.db"
    with Store(path, write=False) as store:
        assert summarise(store).done == UNITS
        with pytest.raises(InputError, match="cannot be written"):
            store.change(lambda open_: open_.execute("DELETE FROM results"))
    assert [one.name for one in tmp_path.iterdir()] == ["small.db"]


def test_a_full_disk_loses_nothing(disk: Path, tmp_path: Path) -> None:  # noqa: F811
    with begun(disk) as store:
        filler = disk / "filler"
        with pytest.raises(OSError, match="No space"):
            filler.write_bytes(b"x" * 2**20)
        with (
            pytest.raises(InputError, match=r"small\.db: the disk is full; what was written stands"),
            here() as crew,
        ):
            run_study(store, crew)
        filler.unlink()
        with here() as crew:
            run_study(store, crew)
        found = rows(store)
    with begun(tmp_path) as store, here() as crew:
        run_study(store, crew)
        assert rows(store) == found


def test_a_disk_that_cannot_be_written(disk: Path) -> None:  # noqa: F811
    with begun(disk) as store, here() as crew:
        run_study(store, crew)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    with Store(disk / "small.db", write=False) as store:
        assert summarise(store).done == UNITS
    seen = Reader(disk / "small.db", "small.db").look()
    assert (seen.state, seen.done) == ("done", UNITS)
    assert [one.name for one in disk.iterdir()] == ["small.db"]
    with (
        pytest.raises(InputError, match=r"cannot be written|nothing can be written"),
        Store(disk / "small.db") as store,
        here() as crew,
    ):
        run_study(store, crew)
