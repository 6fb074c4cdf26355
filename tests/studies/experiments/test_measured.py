"""A study that is read while it is measured, and studies one after the other in one file."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product
from pathlib import Path

import pytest

from winnable.deals import DealRange
from winnable.search.api import Limits
from winnable.studies.experiments.asked import ask
from winnable.studies.experiments.crews import here
from winnable.studies.experiments.measured import measurer
from winnable.studies.experiments.plan import GameDeals, Kept, Study
from winnable.studies.experiments.players import Player
from winnable.studies.experiments.run import run_study
from winnable.studies.experiments.starts import position_of
from winnable.studies.experiments.store import Store

SOLVERS = (Player("search", "greedy", label="greedy"), Player("search", "breadth_first", label="breadth"))
STUDY = Study(
    "Small",
    (GameDeals("freecell", (DealRange("ms", 1, 12), DealRange("ms", 20, 22))),),
    SOLVERS,
    Limits(nodes=200),
    repetitions=2,
    measures=("expanded",),
)
UNITS = 2 * 2 * 15
MANY = 2000


def in_file(path: Path) -> int:
    with Store(path, write=False) as store:
        return int(store.one("SELECT count(*) FROM results")[0])


def expected(study: Study) -> list[tuple[str, int]]:
    """The rows in turns, from a store of its own that nobody read meanwhile."""
    with Store(None, create=True) as store, here() as crew:
        asked = ask(store, study)
        run_study(store, crew, asked=asked)
        of = [[(outcome, expanded) for _, outcome, expanded in one.rows("expanded")] for one in asked.units]
    return [row for turn in zip(*of, strict=True) for row in turn]


@pytest.mark.parametrize("jobs", [1, 3])
def test_rows_come_in_turns_and_in_order(jobs: int, tmp_path: Path) -> None:
    whole = expected(STUDY)
    assert len(whole) == UNITS
    with measurer(jobs=jobs) as measuring, measuring.follow(STUDY) as followed:
        assert list(followed.rows("expanded")) == whole
    path = tmp_path / "kept.db"
    many = replace(STUDY, repetitions=MANY * STUDY.repetitions)  # more than are done before one leaves
    with measurer(path, jobs=jobs) as measuring, measuring.follow(many) as followed:
        assert list(islice(followed.rows("expanded"), 7)) == whole[:7]
    stopped = in_file(path)
    assert 7 <= stopped < MANY * UNITS  # leaving ends it
    with measurer(path, jobs=jobs) as measuring, measuring.follow(STUDY) as followed:
        assert list(followed.rows("expanded")) == whole
    assert max(stopped, UNITS) <= in_file(path) < MANY * UNITS


def test_what_is_there_is_read_without_a_run(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    with measurer(path) as measuring:
        _, going = measuring.measure(STUDY)
    assert (going.done, going.units) == (UNITS, UNITS)
    with measurer(path) as measuring, measuring.follow(STUDY) as followed:
        assert len(list(islice(followed.rows("expanded"), UNITS))) == UNITS
    with Store(path, write=False) as store:
        assert store.one("SELECT count(*) FROM runs") == (1,)


def test_several_studies_are_one_run_and_share_what_they_have_in_common(tmp_path: Path) -> None:
    path = tmp_path / "kept.db"
    few = replace(STUDY, games=(GameDeals("freecell", (DealRange("ms", 3, 5),)),), repetitions=1)
    with measurer(path) as measuring:
        for study, units in ((few, 6), (STUDY, UNITS), (few, UNITS)):
            asked, _ = measuring.measure(study)
            assert [len(one) for one in asked.units] == [len(list(one.rows())) for one in asked.units]
            with Store(path, write=False) as store:
                assert store.one("SELECT count(*) FROM results") == (units,)
    with Store(path, write=False) as store:
        assert store.one("SELECT count(*) FROM runs") == (1,)


def test_rows_go_on_from_any_place_and_labels_name_them() -> None:
    """Whatever blocks the units lie in: those of the file were asked for in other pieces before."""
    pieces = [((4, 4), 1), ((1, 6), 1), ((6, 8), 3), ((1, 9), 3), ((2, 3), 5)]
    deals = [DealRange("ms", 2, 7), DealRange("ms", 12, 13), DealRange("ms", 9, 9)]
    with Store(None, create=True) as store, here() as crew:
        for (first, last), repetitions in pieces:
            ranges = (DealRange("ms", first, last),)
            ask(store, replace(STUDY, games=(GameDeals("freecell", ranges),), repetitions=repetitions))
        asked = ask(store, replace(STUDY, games=(GameDeals("freecell", tuple(deals)),), repetitions=4))
        run_study(store, crew, asked=asked)
        for units in asked.units:
            named = [str(deal) for _, one in product(range(4), deals) for deal in one]
            assert len(units) == len(named) == 4 * 9
            rows = list(units.rows("expanded"))
            assert [place for place, *_ in rows] == list(range(len(named)))
            assert [units.label(place) for place in range(len(named))] == named
            of: dict[str, set[int]] = {}
            for (_, _, nodes), name in zip(rows, named, strict=True):
                of.setdefault(name, set()).add(nodes)
            assert all(len(nodes) == 1 for nodes in of.values())  # a deal is the same in each repetition
            for since in (1, 8, 9, 17, 35, 36):
                assert list(units.rows("expanded", since=since)) == rows[since:]


def test_many_repetitions_of_one_start_are_one_part() -> None:
    hand = Kept("a hand", "ms:1", True)
    study = replace(STUDY, games=(GameDeals("freecell", positions=(hand,)),), repetitions=1_000_000)
    with Store(None, create=True) as store:
        for units in ask(store, study).units:
            assert len(units) == 1_000_000
            assert len(units.parts) == 1


def test_kept_positions_are_named_in_the_order_of_the_study() -> None:
    from winnable.registry import get_game

    game = get_game("freecell")
    names = ["ms:9", "ms:3", "ms:7"]
    kept = tuple(Kept(f"hand {name}", name, True) for name in names)
    with Store(None, create=True) as store, here() as crew:
        ask(store, replace(STUDY, games=(GameDeals("freecell", positions=kept[2:]),)))
        asked = ask(store, replace(STUDY, games=(GameDeals("freecell", positions=kept),)))
        run_study(store, crew, asked=asked)
        for units, player in zip(asked.units, SOLVERS, strict=True):
            labels = [units.label(place) for place in range(len(units))]
            assert labels == 2 * [one.label for one in kept]
            nodes = [expanded for _, _, expanded in units.rows("expanded")]
            seat = player.seat(game, STUDY.limits)
            starts = [position_of(game, "kept", 0, one) for one in kept]
            assert nodes == 2 * [expanded for _, expanded in seat(starts, [0] * 3, ["expanded"], None)]
