"""The games on disk: what is written comes back, whoever else writes, and whatever becomes of the file."""

from __future__ import annotations

import multiprocessing
import os
import resource
import sqlite3
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sizes import PATIENCE, some_of
from winnable.web.store import FILE, Row, Store, StoreError, data_folder, new_id

TIMES = st.floats(0, 4e9)
NUMBERS = st.integers(0, 2**53)
# What SQLite keeps as it is: text without a null, and without halves of characters.
TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)))
ROWS = st.builds(
    Row,
    id=st.builds(new_id),
    game=TEXTS,
    title=TEXTS,
    deal=TEXTS,
    daily=TEXTS,
    started=TIMES,
    changed=TIMES,
    seconds=TIMES,
    ending=st.sampled_from(["open", "stuck", "given up", "won", "won with help"]),
    moves=NUMBERS,
    moved=st.booleans(),
    undone=NUMBERS,
    hints=NUMBERS,
    shown=st.booleans(),
    counted=st.booleans(),
    won=TIMES,
    given_up=TIMES,
    revision=NUMBERS,
    stamp=st.just(""),
    text=TEXTS.filter(bool),
)


def row(**more: Any) -> Row:
    """A row of a game in which two moves were made."""
    row = Row(
        id=new_id(),
        game="freecell",
        title="FreeCell",
        deal="ms:617",
        daily="",
        started=1000.0,
        changed=1010.0,
        seconds=9.5,
        ending="open",
        moves=2,
        moved=True,
        undone=0,
        hints=0,
        shown=False,
        counted=True,
        won=0.0,
        given_up=0.0,
        revision=2,
        stamp="",
        text="winnable game 1\n",
    )
    return replace(row, **more)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Store:
    return Store(tmp_path_factory.mktemp("shared"))


@given(st.lists(ROWS, max_size=4))
@settings(max_examples=some_of(100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_written_comes_back(shared: Store, rows: list[Row]) -> None:
    written = shared.put(rows)
    assert [replace(one, stamp="") for one in written] == rows
    assert [shared.get(one.id) for one in rows] == written
    again = shared.put([replace(one, text=one.text + "more", revision=one.revision + 1) for one in written])
    assert [shared.get(one.id) for one in rows] == again


@given(st.lists(TEXTS, min_size=1, max_size=5), st.text("ab%_\\ ", max_size=3))
@settings(max_examples=some_of(50), deadline=None)
def test_search_takes_every_character_as_itself(
    tmp_path_factory: pytest.TempPathFactory, deals: list[str], search: str
) -> None:
    store = Store(tmp_path_factory.mktemp("search"))
    deals = [deal.casefold() for deal in deals] + ["a%b", "a_b", "a\\b", "ab"]
    rows = store.put([row(deal=deal, title="", game="") for deal in deals])
    found, number = store.listed(search, 100)
    words = search.split()
    expected = {one.id for one in rows if all(word in f"{one.deal} {one.ending}" for word in words)}
    assert {one.id for one in found} == expected
    assert number == len(expected)
    store.close()


def test_the_list_is_by_change_and_says_how_many_there_are(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put([row(changed=float(i), deal=f"ms:{i}") for i in range(1, 8)])
    found, number = store.listed("", 3)
    assert [one.deal for one in found] == ["ms:7", "ms:6", "ms:5"]
    assert number == 7
    assert [one.text for one in found] == ["", "", ""]


def test_deleting_can_be_undone_for_thirty_days(tmp_path: Path) -> None:
    now = [1e9]
    store = Store(tmp_path, now=lambda: now[0])
    played, looked_at = store.put([row(), row(counted=False)])
    assert store.delete(played.id)
    assert not store.delete(played.id)
    assert not store.delete("nothing")
    assert store.listed("", 9)[0] == [replace(looked_at, text="")]
    assert store.restore(played.id)
    assert store.listed("", 9)[1] == 2
    assert store.delete(played.id)
    assert store.delete(looked_at.id)
    store.close()
    now[0] += 29 * 86400
    assert store.restore(looked_at.id)
    assert store.delete(looked_at.id)
    store.close()
    now[0] += 31 * 86400
    assert not store.restore(played.id)
    assert not store.restore(looked_at.id)
    assert [one.id for one in store.played()] == [played.id]  # the statistics stay


def test_a_game_that_is_played_on_is_no_longer_deleted(tmp_path: Path) -> None:
    store = Store(tmp_path)
    (one,) = store.put([row()])
    store.delete(one.id)
    (one,) = store.put([replace(one, seconds=20.0)])  # only the clock
    assert store.listed("", 9)[1] == 0
    store.put([replace(one, revision=one.revision + 1)])
    assert store.listed("", 9)[1] == 1


def test_a_reset_forgets_and_can_be_taken_back(tmp_path: Path) -> None:
    now = [1e9]
    store = Store(tmp_path, now=lambda: now[0])
    store.put([row(started=1.0), row(started=2.0, game="pyramid"), row(moved=False), row(counted=False)])
    assert [one.game for one in store.played()] == ["freecell", "pyramid"]
    first = store.reset("pyramid")
    assert [one.game for one in store.played()] == ["freecell"]
    now[0] += 1
    assert store.reset("") == first + 1
    assert store.played() == []
    assert store.listed("", 9)[1] == 4
    assert store.unreset(first) == 1
    assert [one.game for one in store.played()] == ["pyramid"]


def test_what_another_server_wrote_is_not_written_over(tmp_path: Path) -> None:
    one, other = Store(tmp_path), Store(tmp_path)
    (mine,) = one.put([row(text="from the first")])
    theirs = other.get(mine.id)
    assert theirs is not None
    other.put([replace(theirs, text="from the other")])
    (beside,) = one.put([replace(mine, text="from the first, too")])
    assert beside.id != mine.id
    kept = {found.id: one.get(found.id) for found in one.listed("", 9)[0]}
    assert {name: found.text for name, found in kept.items() if found} == {
        mine.id: "from the other",
        beside.id: "from the first, too",
    }
    (again,) = one.put([replace(beside, text="and on")])
    assert again.id == beside.id


def _write(folder: str, start: int) -> None:
    store = Store(Path(folder))
    for i in range(25):
        (one,) = store.put([row(deal=f"ms:{start + i}")])
        store.put([replace(one, revision=9)])
    store.close()


def test_several_servers_write_at_once(tmp_path: Path) -> None:
    """They begin with no file, so each wants to make the table."""
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write, args=(str(tmp_path), 100 * i)) for i in range(3)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
        assert writer.exitcode == 0
    found, number = Store(tmp_path).listed("", 100)
    assert number == 75
    assert {one.revision for one in found} == {9}


DAMAGE = {
    "another file": lambda whole: b"no database at all" * 100,
    "a torn page": lambda whole: whole[:5000] + b"\x13" * 3000 + whole[8000:],
    "half of it": lambda whole: whole[: len(whole) // 2],
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_file_is_moved_aside(tmp_path: Path, damage: str) -> None:
    store = Store(tmp_path)
    store.put([row(text="moves " * 500) for _ in range(40)])
    store.close()
    path = tmp_path / FILE
    damaged = DAMAGE[damage](path.read_bytes())
    path.write_bytes(damaged)
    (one,) = store.put([row()])
    assert store.get(one.id) == one
    (aside,) = tmp_path.glob("games-damaged-????-??-??T??????.sqlite3")
    assert aside.read_bytes() == damaged
    assert str(aside) in store.notice
    assert "damaged" in store.notice


def test_damage_while_it_is_open_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    (first,) = store.put([row()])
    error = sqlite3.DatabaseError("database disk image is malformed")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    once = [error]

    def fails(open_: sqlite3.Connection, rows: list[Row]) -> list[Row]:
        if once:
            raise once.pop()
        return put(open_, rows)

    put = store._put
    monkeypatch.setattr(store, "_put", fails)
    (again,) = store.put([first])
    assert store.get(first.id) == again
    assert len(list(tmp_path.glob("games-damaged-*.sqlite3"))) == 1


def test_a_file_that_was_taken_away_is_made_anew(tmp_path: Path) -> None:
    store = Store(tmp_path)
    (one,) = store.put([row()])
    for path in tmp_path.iterdir():
        path.unlink()
    store.put([one])
    assert store.listed("", 9)[1] == 1
    assert (tmp_path / FILE).exists()


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put([row()])
    store.close()
    with sqlite3.connect(tmp_path / FILE) as open_:
        open_.execute("PRAGMA user_version = 2")
    with pytest.raises(StoreError, match="newer Winnable"):
        store.put([row()])
    with sqlite3.connect(tmp_path / FILE) as open_:
        assert open_.execute("SELECT count(*) FROM games").fetchone() == (1,)
    assert list(tmp_path.glob("games-damaged*")) == []


FULL = """
import resource, signal, sys
from pathlib import Path
from winnable.web.store import Store, StoreError
from web.test_store import row
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
store = Store(Path(sys.argv[1]))
(one,) = store.put([row()])
resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, resource.RLIM_INFINITY))
try:
    store.put([row(text="x" * 400_000)])
except StoreError as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
store.put([row(text="x" * 400_000)])
print(store.get(one.id) == one, store.listed("", 9)[1])
"""


def test_no_room_is_told_and_tried_again(tmp_path: Path) -> None:
    """Files that may not grow stand for a disk that is full."""
    code = "import sys; sys.path[:0] = sys.argv[2:]\n" + FULL
    asked = [sys.executable, "-c", code, str(tmp_path), *sys.path]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=PATIENCE)
    said = done.stdout.splitlines()
    assert said[0].startswith("Games cannot be saved")
    assert said[1:] == ["True 2"]
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (sqlite3.SQLITE_FULL, "the disk is full"),
        (sqlite3.SQLITE_BUSY, "another program is using"),
        (sqlite3.SQLITE_READONLY, "cannot be written"),
        (sqlite3.SQLITE_IOERR, "disk I/O error"),
    ],
)
def test_each_trouble_has_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, words: str
) -> None:
    def fails(*_: object) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = code
        raise error

    store = Store(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(store, "_put", fails)
        with pytest.raises(StoreError, match=words):
            store.put([row()])
    assert len(store.put([row()])) == 1


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        Store(tmp_path / "file").put([row()])


def test_the_file_is_its_players_alone(tmp_path: Path) -> None:
    Store(tmp_path / "new" / "folder").put([row()])
    path = tmp_path / "new" / "folder" / FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) & 0o077 == 0 or os.name == "nt"


def test_the_folder_is_the_systems_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert data_folder() == tmp_path / "winnable"
