"""Small studies, and workers that fail on purpose."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from winnable.studies.experiments.blocks import add_study
from winnable.studies.experiments.crews import Crew
from winnable.studies.experiments.plan import Study, read_study
from winnable.studies.experiments.store import Store
from winnable.studies.experiments.work import Done, Task, measure
from winnable.studies.experiments.workers import processes

TEXT = """\
title = "Small"
limits.nodes = 300
[[games]]
game = "freecell"
deals = "ms:1..30"
[[games]]
game = "pyramid"
random = 20
[[players]]
solver = "auto"
[[players]]
search = "greedy"
games = "freecell"
"""
UNITS = 30 + 20 + 30


def study(text: str = TEXT) -> Study:
    return read_study(text, "small.toml")


def begun(folder: Path, text: str = TEXT) -> Store:
    """A file with the units of a study, none of them done."""
    store = Store(folder / "small.db", create=True)
    add_study(store, study(text))
    return store


def rows(store: Store, columns: str = "block, number, outcome, expanded, length") -> list[tuple[Any, ...]]:
    """What was measured and does not depend on the time it took."""
    return store.read(f"SELECT {columns} FROM results ORDER BY block, number")


def die_at(poison: int, how: str, task: Task) -> Done:
    """Measures a task, but where this deal is in it the worker ends, or an error is raised."""
    if any(deal == poison for _, deal in task.places):
        if how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        raise MemoryError("no room")
    return measure(task)


class Instead(Executor):
    """Calls another function with the same arguments."""

    def __init__(self, executor: Executor, fn: Callable[..., Any]) -> None:
        self.executor, self.fn = executor, fn

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self.executor.submit(self.fn if fn is measure else fn, *args, **kwargs)


@contextmanager
def poisoned(poison: int, how: str, count: int = 1) -> Iterator[Crew]:
    """Processes that one deal ends, or in which it raises an error."""
    with processes(count) as crew:
        fn = partial(die_at, poison, how)
        yield Crew(Instead(crew.executor, fn), crew.size, crew.end, crew.words)
