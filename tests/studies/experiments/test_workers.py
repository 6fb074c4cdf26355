"""Workers as processes: one that ends costs only its unit, and none outlives the one who started it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import wait
from contextlib import suppress
from pathlib import Path

import pytest

from sizes import PATIENCE
from studies.experiments.small import TEXT, UNITS, begun, poisoned, rows
from winnable.errors import InputError
from winnable.studies.experiments.crews import WorkerLost, here
from winnable.studies.experiments.run import Going, run_study
from winnable.studies.experiments.store import Store
from winnable.studies.experiments.workers import LocalWorkers, processes

LONG = TEXT.replace("ms:1..30", "ms:1..4000").replace("nodes = 300", "nodes = 3000")


def die(after: float) -> None:
    time.sleep(after)
    os.kill(os.getpid(), signal.SIGKILL)


def test_only_the_call_at_work_is_lost() -> None:
    """Those that waited behind it are made again, by another process."""
    workers = LocalWorkers(1)
    try:
        before = workers.submit(os.getpid)
        lost = workers.submit(die, 0.05)
        behind = [workers.submit(os.getpid) for _ in range(3)]
        wait([before, lost, *behind])
        assert isinstance(lost.exception(), WorkerLost)
        pids = {future.result() for future in behind}
        assert len(pids) == 1
        assert before.result() not in pids
        assert isinstance(workers.submit(die, 0).exception(), WorkerLost)
        assert workers.submit(max, 3, 4).result() == 4
    finally:
        workers.shutdown()
    with pytest.raises(RuntimeError):
        workers.submit(os.getpid)


def test_errors_are_those_of_the_call() -> None:
    with processes(1) as crew:
        assert isinstance(crew.executor.submit(int, "x").exception(), ValueError)
        assert crew.executor.submit(int, "3").result() == 3


def test_workers_write_the_same_rows_and_a_poisonous_unit_is_told(tmp_path: Path) -> None:
    """The deal numbered 9 kills its worker, in a batch with others and alone; all others are measured."""
    with begun(tmp_path) as store:
        seen: list[Going] = []
        with poisoned(9, "kill") as crew:
            going = run_study(store, crew, on_progress=seen.append)
        assert (going.done, going.units) == (UNITS, UNITS)
        failed = store.read("SELECT block, number, why FROM results WHERE outcome = 'failed'")
        assert [(block, number) for block, number, _ in failed] == [(1, 8), (2, 8), (3, 9)]
        assert all("its worker ended" in why for *_, why in failed)
        found = [row for row in rows(store) if row[2] != "failed"]
    (tmp_path / "other").mkdir()
    with begun(tmp_path / "other") as store, here() as crew:
        run_study(store, crew)
        everything = rows(store)
    assert set(found) < set(everything)
    assert len(found) == UNITS - len(failed)


def start(folder: Path, *argv: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        (sys.executable, "-m", "winnable", "study", "run", *argv),
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def done(path: Path) -> int:
    with suppress(InputError), Store(path, write=False) as store:  # it may not be whole yet
        (count,) = store.one("SELECT count(*) FROM results")
        return int(count)
    return 0


def until_begun(running: subprocess.Popen[str], path: Path) -> None:
    """Waits for the first units to be done."""
    while done(path) < 20:
        assert running.poll() is None, running.communicate()
        time.sleep(0.02)


def until_ended(workers: list[int]) -> None:
    end = time.monotonic() + PATIENCE
    while any(map(is_alive, workers)):
        assert time.monotonic() < end, "workers outlive the one that started them"
        time.sleep(0.02)


def children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text() if Path(f"/proc/{pid}").exists() else ""
    return [int(child) for child in text.split()]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="asks /proc for processes")


@needs_proc
def test_killed_in_the_middle_nothing_is_lost_and_nothing_twice(tmp_path: Path) -> None:
    """kill -9 of the one that runs it: its workers end, and the next run does what is missing."""
    (tmp_path / "long.toml").write_text(LONG)
    running = start(tmp_path, "long.toml", "--jobs", "1")
    until_begun(running, tmp_path / "long.db")
    workers = children(running.pid)
    assert workers
    running.kill()
    running.communicate()
    until_ended(workers)
    before = done(tmp_path / "long.db")
    short = TEXT.replace("nodes = 300", "nodes = 3000")
    with begun(tmp_path, short) as store, here() as crew:
        run_study(store, crew)
        wanted = dict.fromkeys(rows(store, "number, outcome, expanded"))
    with Store(tmp_path / "long.db") as store:
        (claimed,) = store.one("SELECT count(*) FROM batches")
        assert claimed > 0
        limit = "UPDATE blocks SET units = max(next, min(units, 30))"
        store.change(lambda open_: open_.execute(limit))  # so that the rest is short
        with here() as crew:
            going = run_study(store, crew)
        assert going.mine == going.done - before
        assert store.one("SELECT count(*) FROM batches") == (0,)
        found = rows(store, "number, outcome, expanded")
        assert set(wanted) <= set(found)
        assert [path.name for path in tmp_path.glob("*run-*")] == []
        gaps = "SELECT b.units - count(*) FROM results r JOIN blocks b ON b.id = r.block GROUP BY r.block"
        assert set(store.read(gaps)) == {(0,)}


@needs_proc
def test_ctrl_c_ends_all_of_it_at_once(tmp_path: Path) -> None:
    (tmp_path / "long.toml").write_text(LONG)
    running = start(tmp_path, "long.toml", "--jobs", "1", "--json")
    until_begun(running, tmp_path / "long.db")
    workers = children(running.pid)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert "Traceback" not in err
    said = next(one for line in out.splitlines() if "at_work" in (one := json.loads(line)))
    assert 20 <= said["done"] == done(tmp_path / "long.db") < said["units"]
    assert said["failed"] == 0
    until_ended(workers)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["long.db", "long.toml"]


@needs_proc
@pytest.mark.slow
def test_a_killed_worker_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "long.toml").write_text(
        TEXT.replace("ms:1..30", "ms:1..400").replace("nodes = 300", "nodes = 3000")
    )
    running = start(tmp_path, "long.toml", "--jobs", "2")
    until_begun(running, tmp_path / "long.db")
    victims = [
        pid for pid in children(running.pid) if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text()
    ]
    os.kill(victims[0], signal.SIGKILL)
    _, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 0, err
    assert done(tmp_path / "long.db") == 400 * 2 + 20


@needs_proc
@pytest.mark.slow
def test_two_runs_at_once_share_the_work(tmp_path: Path) -> None:
    (tmp_path / "long.toml").write_text(
        TEXT.replace("ms:1..30", "ms:1..400").replace("nodes = 300", "nodes = 3000")
    )
    first = start(tmp_path, "long.toml", "--jobs", "1")
    until_begun(first, tmp_path / "long.db")
    second = start(tmp_path, "long.toml", "--jobs", "1")
    for running in (first, second):
        _, err = running.communicate(timeout=PATIENCE)
        assert running.returncode == 0, err
    with Store(tmp_path / "long.db", write=False) as store:
        shares = store.read("SELECT count(*) FROM results GROUP BY run ORDER BY run")
    assert sum(share for (share,) in shares) == 400 * 2 + 20
    assert len(shares) == 2
    assert min(shares) > (0,)
