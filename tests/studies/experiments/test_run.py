"""Runs: what they write is what the solvers say, however they are interrupted, and whoever does the work."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from studies.experiments.small import TEXT, UNITS, Instead, begun, rows, study
from winnable._core import CancelToken
from winnable.errors import InputError
from winnable.families.spider.moveblocks import settings_of
from winnable.intervals import anytime_interval
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.search.policy import make_policy, play
from winnable.search.solvers import make_solver
from winnable.studies.experiments.blocks import add_study
from winnable.studies.experiments.crews import Crew, here
from winnable.studies.experiments.run import Going, run_study
from winnable.studies.experiments.store import Store
from winnable.studies.experiments.summary import summarise
from winnable.studies.experiments.work import Task, measure

LIMITS = Limits(nodes=300, bytes=256_000_000)


def run(store: Store, **options: Any) -> Going:
    with here() as crew:
        return run_study(store, crew, **options)


def instead(fn: Callable[[Task], Any]) -> Crew:
    """Work done here by another function."""
    with here() as crew:
        return Crew(Instead(crew.executor, fn), crew.size, crew.end, crew.words)


def test_rows_are_what_the_solvers_say(tmp_path: Path) -> None:
    with begun(tmp_path) as store:
        going = run(store)
        assert (going.done, going.units, going.failed, going.cancelled) == (UNITS, UNITS, 0, False)
        game = get_game("freecell")
        solver = make_solver(game)
        for number, outcome, expanded, length in store.read(
            "SELECT number, outcome, expanded, length FROM results WHERE block = 1 ORDER BY number"
        ):
            answer = solver.solve(game.deal(f"ms:{number + 1}"), limits=LIMITS)
            assert (outcome, expanded) == (answer.verdict.value, answer.stats.expanded)
            assert length == (len(answer.moves) if outcome == "solved" else None)
        assert store.one("SELECT count(*) FROM batches") == (0,)
        assert run(store).mine == 0


def test_policies_and_repetitions_have_seeds(tmp_path: Path) -> None:
    text = 'seed = 5\nrepetitions = 3\n[[games]]\ngame = "pyramid"\ndeals = "1..2"\n'
    text += '[[players]]\npolicy = "random"\n'
    game = get_game("pyramid")
    with begun(tmp_path, text) as store:
        run(store)
        found = rows(store, "outcome, length, score")
        played = [
            play(game, game.deal(f"ms:{deal}"), make_policy(game, "random"), seed)
            for seed in (5, 6, 7)
            for deal in (1, 2)
        ]
        assert found == [("won" if p.won else "lost", len(p.texts), p.score) for p in played]
        assert len(set(found)) > 2  # the seeds make a difference


def test_moveblocks_takes_its_settings(tmp_path: Path) -> None:
    text = '[[games]]\ngame = "spider:suits=1"\ndeals = "1..2"\n'
    text += '[[players]]\npolicy = "moveblocks"\ntries = [1, 60]\n'
    game = get_game("spider:suits=1")
    with begun(tmp_path, text) as store:
        run(store)
        found = rows(store, "outcome, length, score")
    played = [
        play(game, game.deal(deal), make_policy(game, "moveblocks", settings=settings_of({"tries": tries})))
        for tries in (1, 60)
        for deal in (1, 2)
    ]
    assert found == [("won" if p.won else "lost", len(p.texts), p.score) for p in played]
    assert found[:2] != found[2:]


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ('"moveblocks"\ntires = 3', "moveblocks takes no 'tires'; expected one of tries, length"),
        ('"moveblocks"\ntries = 0', "tries is 0; expected a whole number from 1 to 1000000"),
        ('"fast"\ntries = 3', "the policy fast takes no 'tries'; expected boards, or the policy moveblocks"),
    ],
)
def test_settings_that_a_policy_does_not_take(tmp_path: Path, player: str, said: str) -> None:
    text = f'[[games]]\ngame = "spider:suits=1"\ndeals = "1"\n[[players]]\npolicy = {player}\n'
    with pytest.raises(InputError, match=re.escape(said)), begun(tmp_path, text):
        pass


def test_searches_of_a_game_s_own_have_figures(tmp_path: Path) -> None:
    text = (
        'measures = ["figures", "moves", "unique"]\n[[games]]\ngame = "undead:size=4x4"\ndeals = "1"\n'
        '[[players]]\nsearch = ["paths", "random"]\nzero_fill = [true, false]\n[[players]]\nsolver = "auto"\n'
    )
    with begun(tmp_path, text) as store:
        run(store)
        found = rows(store, "outcome, figures, moves, seconds")
        assert [row[0] for row in found] == ["solved"] * 5
        assert ['"tries"' in (row[1] or "") for row in found] == [True] * 4 + [False]
        assert all(row[2] for row in found)
        assert all(row[3] is None for row in found)  # it is not asked for


def test_a_cancelled_run_is_gone_on_with(tmp_path: Path) -> None:
    token = CancelToken()

    def stop(going: Going) -> None:
        if going.mine >= 10:
            token.cancel()

    with begun(tmp_path) as store:
        going = run(store, token=token, on_progress=stop)
        assert going.cancelled
        assert 10 <= going.done == len(rows(store)) < UNITS
        rest = run(store)
        assert rest.mine == UNITS - going.done
        found = rows(store)
    (tmp_path / "other").mkdir()
    with begun(tmp_path / "other") as store:
        run(store)
        assert rows(store) == found


def test_what_is_added_meanwhile_is_done_too(tmp_path: Path) -> None:
    added = []

    def add(going: Going) -> None:
        assert going.done <= going.units
        if not added:
            with Store(tmp_path / "small.db") as other:
                added.append(add_study(other, study(TEXT.replace("ms:1..30", "ms:1..45"))))

    with begun(tmp_path) as store:
        going = run(store, on_progress=add)
        assert added == [30]
        assert len(rows(store)) == going.mine == UNITS + 30


def test_cancelled_before_a_worker_answers(tmp_path: Path) -> None:
    class Slow(Instead):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
            return Future()

    token = CancelToken()
    with begun(tmp_path) as store, here() as crew:
        Timer(0.2, token.cancel).start()
        going = run_study(store, Crew(Slow(crew.executor, measure), crew.size, crew.end, ""), token=token)
        assert going.cancelled
        assert (going.done, going.units) == (0, UNITS)


def test_ctrl_c_without_workers(tmp_path: Path) -> None:
    def interrupted(task: Task) -> Any:
        if any(deal == 9 for _, deal in task.places):
            raise KeyboardInterrupt
        return measure(task)

    with begun(tmp_path) as store:
        going = run_study(store, instead(interrupted))
        assert going.cancelled
        done = len(rows(store))
        assert 0 < done < UNITS
        assert run(store).mine == UNITS - done


def test_an_error_of_a_unit_is_written_after_two_tries(tmp_path: Path) -> None:
    tries = []

    def broken(task: Task) -> Any:
        if any(deal == 9 for _, deal in task.places) and task.game == "freecell":
            tries.append(len(task.places))
            raise MemoryError("no\nroom")
        return measure(task)

    with begun(tmp_path) as store:
        going = run_study(store, instead(broken))
        assert (going.done, going.failed, going.units) == (UNITS, 2, UNITS)
        assert store.read("SELECT DISTINCT number, why FROM results WHERE outcome = 'failed'") == [
            (8, "MemoryError: no room")
        ]
        assert sorted(tries)[:2] == [1, 1]
        assert len(tries) == 4
        assert summarise(store).failed == 2
        again = run(store, retry_failed=True)
        assert (again.mine, again.done, again.failed) == (2, UNITS, 0)
        found = rows(store)
    (tmp_path / "other").mkdir()
    with begun(tmp_path / "other") as store:
        run(store)
        assert rows(store) == found


def test_a_clock_that_jumps_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(10**9, 0, -(10**7)))
    monkeypatch.setattr(time, "time", lambda: float(next(clock)))
    seen: list[Going] = []
    with begun(tmp_path) as store:
        assert run(store, on_progress=seen.append).done == UNITS
        assert len(rows(store)) == UNITS
        assert (seen[-1].rate or 0) >= 0


def test_a_run_starts_no_work_where_no_worker_answers(tmp_path: Path) -> None:
    class Dead(Instead):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
            raise RuntimeError("nobody\nhere")

    with begun(tmp_path) as store, here() as crew:
        with pytest.raises(InputError, match="no worker starts"):
            run_study(store, Crew(Dead(crew.executor, measure), crew.size, crew.end, ""))
        assert store.one("SELECT count(*) FROM batches") == (0,)


STOP = (
    TEXT.replace("ms:1..30", "ms:1..700").replace("random = 20", "random = 2000")
    + "[stop]\nhalf_width = 0.1\n"
)


def test_a_stop_rule_ends_each_player_when_enough_is_known(tmp_path: Path) -> None:
    with begun(tmp_path, STOP) as store:
        going = run(store)
        found = summarise(store)
        assert going.done == going.units == found.done == found.units
        for cell in found.cells:
            low, high = cell.interval(at_any_time=True)
            half = (high - low) / 2
            if cell.player == "greedy":  # hardly ever decides within 300 positions: its share stays unknown
                assert not cell.stopped
                assert cell.done == 700
            else:
                assert cell.stopped
                assert half <= 0.11
                assert cell.done < 1500
        assert run(store).mine == 0


def test_the_stop_rule_looks_at_units_in_their_order(tmp_path: Path) -> None:
    """Units after a gap do not count, whatever they are: else the quick ones would decide."""
    from winnable.studies.experiments.blocks import stop_rule
    from winnable.studies.experiments.stopping import Stopping, whole_cells

    with begun(tmp_path, STOP) as store:
        stopping = Stopping(store, stop_rule(store), whole_cells(store.blocks()))
        put = "INSERT INTO results (block, number, outcome, run) VALUES (1, ?, 'solved', 1)"
        numbers = [(number,) for number in range(1, 500)]
        store.change(lambda open_: open_.executemany(put, numbers))
        assert stopping.look(1) == []
        store.change(lambda open_: open_.execute(put, (0,)))
        assert stopping.look(1) == [1]
        looks = next(n for n in range(10, 500) if (1 - anytime_interval(n, n)[0]) / 2 <= 0.1)
        assert looks == 24


def test_repetitions_of_a_deal_count_once_in_intervals(tmp_path: Path) -> None:
    with begun(tmp_path, "repetitions = 4\n" + TEXT) as store:
        run(store)
        repeated = summarise(store).cells
    (tmp_path / "once").mkdir()
    with begun(tmp_path / "once") as store:
        run(store)
        once = summarise(store).cells
    for many, one in zip(repeated, once, strict=True):
        assert (many.repetitions, many.done) == (4, 4 * one.done)
        assert many.share == one.share
        for kind in ({}, {"exact": True}, {"at_any_time": True}):
            assert many.interval(**kind) == pytest.approx(one.interval(**kind))
