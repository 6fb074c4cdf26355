"""A dask cluster: the same rows by the same code, whatever happens to the cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from sizes import PATIENCE
from studies.experiments.small import TEXT, UNITS, Instead, begun, die_at, rows
from winnable.errors import InputError
from winnable.studies.experiments.crews import Crew, here
from winnable.studies.experiments.run import Going, run_study
from winnable.studies.experiments.workers import cluster

pytest.importorskip("distributed", reason="dask is in winnable[cluster]")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
]


class Processes:
    """A scheduler and workers, each a process of its own, on this machine's loopback."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.scheduler = self.start(
            "scheduler",
            "--scheduler-file",
            str(self.file),
            "--port",
            "0",
            "--host",
            "127.0.0.1",
            "--no-dashboard",
        )
        end = time.monotonic() + PATIENCE
        while not self.file.exists() or not self.file.stat().st_size:
            assert time.monotonic() < end, "no scheduler starts"
            time.sleep(0.05)
        self.workers = [self.worker() for _ in range(2)]

    def start(self, *argv: str) -> subprocess.Popen[bytes]:
        tests = Path(__file__).parents[2]
        with (self.folder / f"{argv[0]}.log").open("ab") as log:
            return subprocess.Popen(
                (sys.executable, "-m", "distributed.cli.dask_" + argv[0].replace("-", "_"), *argv[1:]),
                cwd=self.folder,
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join([str(tests), os.environ.get("PYTHONPATH", "")]),
                },
                stdout=log,
                stderr=log,
            )

    def worker(self) -> subprocess.Popen[bytes]:
        return self.start(
            "worker", "--scheduler-file", str(self.file), "--nthreads", "1", "--no-nanny", "--no-dashboard",
            "--host", "127.0.0.1", "--local-directory", str(self.folder),
        )  # fmt: skip

    @property
    def address(self) -> str:
        import json

        return str(json.loads(self.file.read_text())["address"])

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Processes]:
    """The processes of a cluster."""
    (tmp_path / "dask").mkdir()
    made = Processes(tmp_path / "dask")
    yield made
    made.end()


def wanted(folder: Path, text: str = TEXT) -> list[tuple[object, ...]]:
    (folder / "here").mkdir()
    with begun(folder / "here", text) as store, here() as crew:
        run_study(store, crew)
        return rows(store)


def test_a_cluster_of_processes_writes_the_same_rows(dask: Processes, tmp_path: Path) -> None:
    with begun(tmp_path) as store, cluster(dask.address, 2) as crew:
        assert run_study(store, crew).done == UNITS
        found = rows(store)
        machines = store.one("SELECT count(DISTINCT machine), count(*) FROM results")
        assert machines == (1, UNITS)
    assert found == wanted(tmp_path)


def test_a_local_cluster_writes_the_same_rows(tmp_path: Path) -> None:
    with begun(tmp_path) as store, cluster("local", 2) as crew:
        assert run_study(store, crew).done == UNITS
        found = rows(store)
    assert found == wanted(tmp_path)


LONG = TEXT.replace("ms:1..30", "ms:1..600").replace("nodes = 300", "nodes = 3000")


def test_a_killed_worker_costs_nothing(dask: Processes, tmp_path: Path) -> None:
    killed = []

    def kill(going: Going) -> None:
        if going.mine > 50 and not killed:
            os.kill(dask.workers[0].pid, signal.SIGKILL)
            killed.append(True)

    with begun(tmp_path, LONG) as store, cluster(dask.address, 2) as crew:
        going = run_study(store, crew, on_progress=kill)
        assert killed
        assert (going.done, going.failed) == (1220, 0)
        found = rows(store)
    assert found == wanted(tmp_path, LONG)


def test_a_cancelled_run_is_gone_on_with(dask: Processes, tmp_path: Path) -> None:
    from winnable._core import CancelToken

    token = CancelToken()

    def stop(going: Going) -> None:
        if going.mine > 50:
            token.cancel()

    with begun(tmp_path, LONG) as store:
        with cluster(dask.address, 2) as crew:
            going = run_study(store, crew, token=token, on_progress=stop)
        assert going.cancelled
        assert 50 < going.done < 1220
        with cluster(dask.address, 2) as crew:
            assert run_study(store, crew).mine == 1220 - going.done


def test_a_poisonous_unit_is_written_as_failed(dask: Processes, tmp_path: Path) -> None:
    """It raises an error there; one that ends workers ends those of a cluster several times over."""
    from functools import partial

    with begun(tmp_path) as store, cluster(dask.address, 2) as crew:
        poison = Instead(crew.executor, partial(die_at, 9, "raise"))
        going = run_study(store, Crew(poison, crew.size, crew.end, crew.words))
        assert (going.done, going.failed) == (UNITS, 3)


def test_without_its_scheduler_a_run_ends_in_a_line_and_is_gone_on_with(
    dask: Processes, tmp_path: Path
) -> None:
    killed = []

    def kill(going: Going) -> None:
        if going.mine > 50 and not killed:
            dask.scheduler.kill()
            killed.append(True)

    with begun(tmp_path, LONG) as store:
        with (
            pytest.raises(InputError, match="the workers are gone; what was written stands"),
            ExitStack() as stack,
        ):
            run_study(store, stack.enter_context(cluster(dask.address, 2)), on_progress=kill)
        done = len(rows(store))
        assert 50 < done < 1220
        with here() as crew:
            assert run_study(store, crew).mine == 1220 - done
        found = rows(store)
    assert found == wanted(tmp_path, LONG)


def test_where_no_scheduler_answers() -> None:
    expected = r"no dask scheduler answers at tcp://127\.0\.0\.1:1"
    with pytest.raises(InputError, match=expected), cluster("tcp://127.0.0.1:1", 1):
        pass
