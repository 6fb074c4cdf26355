"""Claims: every unit to one run, whatever happens to it; nothing lost and nothing written twice."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from studies.experiments.small import UNITS, begun
from winnable.studies.experiments.plan import USUAL_MEASURES
from winnable.studies.experiments.provenance import this_machine
from winnable.studies.experiments.queue import Batch, Queue, alive, live_runs, taking_part
from winnable.studies.experiments.store import Store

ROW = ("solved", *[None] * len(USUAL_MEASURES))


def of(size: int) -> Callable[[int], int]:
    return lambda block: size


def finish(queue: Queue, batch: Batch) -> bool:
    return queue.finish(batch, [ROW] * len(batch), this_machine())


def units(batch: Batch) -> list[tuple[int, int]]:
    return [(batch.block, number) for number in range(batch.first, batch.last + 1)]


def count(store: Store) -> int:
    (found,) = store.one("SELECT count(*) FROM results")
    return int(found)


def test_two_runs_take_each_unit_once(tmp_path: Path) -> None:
    """In two threads with a connection each, as fast as they can."""
    begun(tmp_path).close()
    taken: list[tuple[int, int]] = []
    errors: list[Exception] = []

    def work(size: int) -> None:
        try:
            with Store(tmp_path / "small.db") as store, taking_part(store, "a test") as queue:
                while batch := queue.claim(of(size)):
                    taken.extend(units(batch))
                    assert finish(queue, batch)
        except Exception as error:  # noqa: BLE001 - told by the test
            errors.append(error)

    threads = [threading.Thread(target=work, args=(size,)) for size in (1, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert len(taken) == len(set(taken)) == UNITS
    with Store(tmp_path / "small.db", write=False) as store:
        assert count(store) == UNITS
        assert live_runs(store) == []
    assert [path.name for path in tmp_path.iterdir()] == ["small.db"]


def test_blocks_come_on_together(tmp_path: Path) -> None:
    with begun(tmp_path) as store, taking_part(store, "a test") as queue:
        first = [queue.claim(of(1)) for _ in range(6)]
        assert [batch and batch.block for batch in first] == [1, 2, 3, 1, 2, 3]


def test_what_a_run_leaves_is_free(tmp_path: Path) -> None:
    with begun(tmp_path) as store:
        with taking_part(store, "a test") as queue:
            batch = queue.claim(of(5))
            assert batch
            assert len(live_runs(store)) == 1
        with taking_part(store, "a test") as queue:
            again = queue.claim(of(3))  # in parts, where it is asked for
            assert again
            assert units(again) == units(batch)[:3]
            rest = queue.claim(of(3))
            assert rest
            assert units(rest) == units(batch)[3:]


def test_the_claims_of_the_living_are_theirs(tmp_path: Path) -> None:
    with begun(tmp_path) as store, ExitStack() as stack:
        first = stack.enter_context(taking_part(store, "a test"))
        batch = first.claim(of(5))
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / "link.db").symlink_to(tmp_path / "small.db")
        other = stack.enter_context(Store(tmp_path / "elsewhere" / "link.db"))  # by another name
        second = stack.enter_context(taking_part(other, "a test"))
        assert batch
        found = second.claim(of(5))
        assert found
        assert not set(units(batch)) & set(units(found))
        assert second.others_work()
        assert not second.finish(batch, [ROW] * 5, this_machine())  # it is not theirs
        assert count(store) == 0


def test_a_run_that_lost_its_claim_writes_nothing(tmp_path: Path) -> None:
    """As where its lock was taken away: nothing is written twice."""
    with begun(tmp_path) as store, taking_part(store, "a test") as queue:
        batch = queue.claim(of(5))
        assert batch
        (lock,) = store.one("SELECT lock FROM runs")
        (tmp_path / lock).unlink()
        assert not alive(store, lock)
        with taking_part(store, "another") as second:
            again = second.claim(of(5))
            assert again
            assert units(again) == units(batch)
            assert finish(second, again)
        assert not finish(queue, batch)
        assert count(store) == 5


def test_units_are_tried_twice_and_then_written_as_failed(tmp_path: Path) -> None:
    with begun(tmp_path) as store, taking_part(store, "a test") as queue:
        batch = queue.claim(of(3))
        assert batch
        assert not queue.give_back(batch, "it broke")
        single = [queue.claim(of(3)) for _ in range(3)]
        assert [one and (one.first, one.last, one.tries) for one in single] == [(n, n, 1) for n in range(3)]
        first, second, third = (one for one in single if one)
        assert finish(queue, first)
        assert queue.give_back(second, "it broke again")
        assert finish(queue, third)
        found = store.read("SELECT number, outcome, why, machine FROM results")
        assert found == [
            (0, "solved", None, 1), (1, "failed", "it broke again", None), (2, "solved", None, 1),
        ]  # fmt: skip


def test_stopped_blocks_are_left(tmp_path: Path) -> None:
    with begun(tmp_path) as store, taking_part(store, "a test") as queue:
        held = queue.claim(of(2))
        assert held
        queue.give_back(held, "it broke")
        queue.stop([1, 3])
        seen = set()
        while batch := queue.claim(of(7)):
            seen.add(batch.block)
        assert seen == {2}


@pytest.mark.parametrize("rows", [[ROW], [ROW] * 4])
def test_a_batch_is_written_whole_or_not_at_all(tmp_path: Path, rows: list[Any]) -> None:
    with begun(tmp_path) as store, taking_part(store, "a test") as queue:
        batch = queue.claim(of(3))
        assert batch
        with pytest.raises(ValueError, match="zip"):
            queue.finish(batch, rows, this_machine())
        assert count(store) == 0
        assert finish(queue, batch)
