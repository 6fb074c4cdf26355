"""What a command asks of a file that may have more: the same answer as of a file of its own."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from studies.experiments.small import Instead
from winnable._core import CancelToken
from winnable.deals import DealRange, random_deals
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.search.solvers import make_solver
from winnable.studies.experiments.asked import Asked, ask
from winnable.studies.experiments.crews import Crew, here, threads
from winnable.studies.experiments.measured import measured
from winnable.studies.experiments.plan import GameDeals, Kept, StopRule, Study
from winnable.studies.experiments.players import Player
from winnable.studies.experiments.run import Going, run_study
from winnable.studies.experiments.store import Store
from winnable.studies.experiments.work import Task, measure

AUTO = Player("solver", "auto")
GREEDY = Player("search", "greedy")
LIMITS = Limits(nodes=200, bytes=256_000_000)


def freecell(**deals: Any) -> Study:
    return Study("t", (GameDeals("freecell", **deals),), (AUTO,), LIMITS, measures=("expanded",))


def named(*deals: str) -> tuple[Kept, ...]:
    return tuple(Kept(deal, deal, True) for deal in deals)


def answers(asked: Asked) -> list[tuple[str, str, int]]:
    (units,) = asked.units
    return [(units.label(place), outcome, expanded) for place, outcome, expanded in units.rows("expanded")]


def by_the_solver(labels: list[str]) -> Iterator[tuple[str, str, int]]:
    """A solver of its own for each deal, as tables that are kept would spare it work."""
    game = get_game("freecell")
    for label in labels:
        answer = make_solver(game).solve(game.deal(label), limits=LIMITS)
        yield label, answer.verdict.value, answer.stats.expanded


def ms(first: int, last: int) -> DealRange:
    return DealRange("ms", first, last)


@pytest.mark.parametrize(
    "asked_before",
    [
        [],
        [freecell(deals=(ms(5, 9),)), freecell(deals=(ms(1, 3), ms(15, 18)))],
        [freecell(deals=(ms(1, 60),)), freecell(random=30)],
        [freecell(positions=named("ms:7", "ms:3", "seed:5"))],
    ],
)
@pytest.mark.parametrize(
    ("study", "labels"),
    [
        (freecell(deals=(ms(2, 16),)), [f"ms:{n}" for n in range(2, 17)]),
        (freecell(deals=(ms(8, 9), ms(3, 9))), [f"ms:{n}" for n in (8, 9, 3, 4, 5, 6, 7, 8, 9)]),
        (freecell(random=12), [str(deal) for deal in islice(random_deals(0), 12)]),
        (freecell(positions=named("ms:3", "ms:7", "ms:3", "ms:1")), ["ms:3", "ms:7", "ms:3", "ms:1"]),
    ],
)
def test_what_else_a_file_has_makes_no_difference(
    tmp_path: Path, asked_before: list[Study], study: Study, labels: list[str]
) -> None:
    file = tmp_path / "all.db"
    for before in asked_before:
        with measured(before, file=file) as (asked, _):
            assert len(answers(asked)) > 0
    with measured(study, file=file, jobs=2) as (asked, going):
        found = answers(asked)
    outcomes = [(label, outcome) for label, outcome, _ in found]
    assert outcomes == [(label, outcome) for label, outcome, _ in by_the_solver(labels)]
    assert going.done == going.units >= len(set(labels))  # with those before them in a block
    with measured(study, file=file) as (asked, again):
        assert (answers(asked), again.mine) == (found, 0)


def test_only_what_is_asked_for_is_done(tmp_path: Path) -> None:
    """A file of which much is missing is not finished by who asks for little."""
    with Store(tmp_path / "all.db", create=True) as store:
        ask(store, freecell(deals=(ms(1, 100_000),)))
        for study, mine, done in (
            (freecell(deals=(ms(1, 20),)), 20, 20),
            (freecell(deals=(ms(11, 30),)), 10, 30),
            (freecell(deals=(ms(2, 5),)), 0, 5),
        ):
            with threads(2) as crew:
                going = run_study(store, crew, asked=ask(store, study), strict=True)
            assert (going.mine, going.done, going.units) == (mine, done, done)
        assert store.one("SELECT count(*) FROM results") == (30,)


def test_several_players_are_answered_apart(tmp_path: Path) -> None:
    study = Study("t", (GameDeals("freecell", (ms(1, 5),)),), (AUTO, GREEDY), LIMITS, measures=("expanded",))
    with measured(study, file=tmp_path / "two.db") as (asked, _):
        assert [units.player for units in asked.units] == [AUTO, GREEDY]
        for units in asked.units:
            assert [place for place, *_ in units.rows()] == list(range(5))


def test_repetitions_come_one_after_the_other() -> None:
    study = Study(
        "t", (GameDeals("pyramid", (ms(1, 3),)),), (Player("policy", "random"),), LIMITS,
        repetitions=2, measures=("length",),
    )  # fmt: skip
    with measured(study) as (asked, _):
        (units,) = asked.units
        rows = list(units.rows("length"))
        assert [units.label(place) for place, *_ in rows] == ["ms:1", "ms:2", "ms:3"] * 2
        assert rows[:3] != [(place - 3, *rest) for place, *rest in rows[3:]]  # other seeds


def test_a_gap_ends_what_counts(tmp_path: Path) -> None:
    with Store(tmp_path / "gap.db", create=True) as store:
        asked = ask(store, freecell(deals=(ms(1, 9),)))
        put = "INSERT INTO results (block, number, outcome, run) VALUES (1, ?, 'solved', 1)"
        store.change(lambda open_: open_.executemany(put, [(n,) for n in (0, 1, 2, 4, 5)]))
        (units,) = asked.units
        assert [place for place, *_ in units.rows()] == [0, 1, 2]


def pyramid(deals: int, half_width: float) -> Study:
    games = (GameDeals("pyramid", random=deals),)
    return Study("t", games, (AUTO,), LIMITS, measures=("expanded",), stop=StopRule(half_width))


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_stop_rule_counts_the_same_units_whatever_is_there(tmp_path: Path, jobs: int) -> None:
    with measured(pyramid(3000, 0.1)) as (asked, _):
        alone = answers(asked)
    assert 40 < len(alone) < 1000
    for file, before in ((tmp_path / "a.db", 20), (tmp_path / "b.db", 2000)):
        with measured(pyramid(before, 0.1), file=file, jobs=jobs):
            pass
        with measured(pyramid(3000, 0.1), file=file, jobs=jobs) as (asked, _):
            assert [row[:2] for row in answers(asked)] == [row[:2] for row in alone]


def test_units_that_a_stop_rule_spared_are_there_for_others(tmp_path: Path) -> None:
    """The rule ends the deals 1 to 3000 early; who asks for those from 900 on still gets an answer."""
    file = tmp_path / "rule.db"

    def study(first: int, last: int) -> Study:
        games = (GameDeals("pyramid", (ms(first, last),)),)
        return Study("t", games, (AUTO,), LIMITS, measures=("expanded",), stop=StopRule(0.1))

    with measured(study(1, 3000), file=file) as (asked, _):
        assert len(answers(asked)) < 800
    with measured(study(900, 3000), file=file) as (asked, _):
        found = answers(asked)
    with measured(study(900, 3000)) as (asked, _):
        assert [row[:2] for row in found] == [row[:2] for row in answers(asked)]


def test_a_temporary_store_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SQLITE_TMPDIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with measured(freecell(deals=(ms(1, 40),)), jobs=2) as (asked, _):
        assert len(answers(asked)) == 40
        assert list(tmp_path.iterdir()) == []


def test_cancelled_threads_keep_what_is_done(tmp_path: Path) -> None:
    token = CancelToken()

    def stop(going: Going) -> None:
        if going.mine >= 20:
            token.cancel()

    study = freecell(deals=(ms(1, 4000),))
    file = tmp_path / "cut.db"
    with measured(study, file=file, jobs=3, token=token, on_progress=stop) as (asked, going):
        done = len(answers(asked))
        assert going.cancelled
        assert 0 < done <= going.done < 4000
    with Store(file) as store:
        assert store.one("SELECT count(*) FROM batches WHERE run IS NOT NULL") == (0,)
    with measured(study, file=file, jobs=3) as (asked, rest):
        assert rest.mine == 4000 - going.done
        assert len(answers(asked)) == 4000


def test_an_error_of_a_unit_is_raised_and_nothing_is_lost(tmp_path: Path) -> None:
    def broken(task: Task) -> Any:
        if any(deal == 9 for _, deal in task.places):
            raise MemoryError("no room")
        return measure(task)

    with Store(tmp_path / "broken.db", create=True) as store:
        asked = ask(store, freecell(deals=(ms(1, 30),)))
        with here() as crew:
            bad = Crew(Instead(crew.executor, broken), crew.size, crew.end, crew.words)
            with pytest.raises(MemoryError, match="no room"):
                run_study(store, bad, asked=asked, strict=True)
        assert store.one("SELECT count(*) FROM results WHERE outcome = 'failed'") == (0,)
        with here() as crew:
            assert run_study(store, crew, asked=asked, strict=True).done == 30
