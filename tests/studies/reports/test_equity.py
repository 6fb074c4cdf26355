"""The equity of boards: each one's wins, and how far boards differ apart from chance."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from studies.experiments.small import begun
from studies.reports.made import RESULTS, made, made_equity
from winnable.intervals import wilson
from winnable.studies.experiments.blocks import add_study
from winnable.studies.experiments.crews import here
from winnable.studies.experiments.plan import read_study
from winnable.studies.experiments.run import run_study
from winnable.studies.experiments.store import Store
from winnable.studies.reports.document import Document, panels_of, report_of
from winnable.studies.reports.draw import draw
from winnable.studies.reports.equity import BoardShare, board_shares, names_of, spread_of
from winnable.studies.reports.panels import Panel
from winnable.studies.reports.samples import samples_of
from winnable.studies.reports.tables import Table

EACH, DIFFER = "Share of wins of each board", "How the boards differ"


def tables(document: Document) -> dict[str, list[dict[str, str]]]:
    return {
        part.title: [dict(zip(part.columns, row, strict=True)) for row in part.rows]
        for part in document.blocks
        if isinstance(part, Table)
    }


def test_each_board_has_its_wins_and_interval(tmp_path: Path) -> None:
    with made_equity(tmp_path) as store:
        found = tables(report_of(store))
    rows = found[EACH]
    players = ["random"] * 3 + ["random, hidden cards drawn"] * 3
    assert [(row["player"], row["board"]) for row in rows] == [
        (player, f"ms:{1 + i % 3}") for i, player in enumerate(players)
    ]
    assert [(row["units"], row["won"]) for row in rows] == [
        ("11", "8"), ("10", "0"), ("10", "3"), ("10", "1"), ("10", "0"), ("10", "1"),
    ]  # fmt: skip
    low, high = wilson(8, 11)[0], wilson(9, 11)[1]
    assert rows[0]["share of wins"] == "72.73 to 81.82 %"  # the game broken off as lost, and as won
    assert rows[0]["95 % interval"] == f"{100 * low:.2f} to {100 * high:.2f} %"
    assert rows[1]["95 % interval"] == f"0.00 to {100 * wilson(0, 10)[1]:.2f} %"
    known, drawn = found[DIFFER]
    assert (known["boards"], known["mean share"]) == ("2", "15 %")  # without the hand that is open
    assert (drawn["boards"], drawn["least"], drawn["greatest"]) == ("3", "0 %", "10 %")
    assert drawn["deviation, without chance"] == "0 %"  # as much as chance makes


def test_the_plot_has_every_board_of_every_player(tmp_path: Path) -> None:
    with made_equity(tmp_path) as store:
        (panel,) = panels_of(store, "equity")
    assert isinstance(panel, Panel)
    known, drawn = panel.curves
    assert known.label == "random: 3"
    assert drawn.label == "random, hidden cards drawn: 3"
    # In the order of the known hands: the second, the third, the first.
    assert [round(x) for x in known.xs] == [round(x) for x in drawn.xs] == [3, 1, 2]
    assert known.ys == pytest.approx((100 * 8.5 / 11, 0, 30))
    assert drawn.ys == pytest.approx((10, 0, 10))
    assert known.xs < drawn.xs
    for curve in panel.curves:
        for low, y, high in zip(curve.lows, curve.ys, curve.highs, strict=True):
            assert 0 <= low <= y < high <= 100
    pytest.importorskip("matplotlib")
    svg = draw([panel], "svg").decode()
    assert "share of wins (%)" in svg
    assert svg.count("LineCollection") >= 2  # the intervals


def test_players_that_draw_nothing_have_none(tmp_path: Path) -> None:
    """Neither where each board was measured once, nor where a solver measured it again and again."""
    with made(tmp_path, RESULTS, deals=8) as store:
        assert EACH not in tables(report_of(store))
        assert panels_of(store, "equity") == ()
    with begun(tmp_path, SOLVED) as store, here() as crew:
        run_study(store, crew)
        ((_, (auto, policy)),) = samples_of(store)
        assert board_shares(auto) == []
        assert [one.units for one in board_shares(policy)] == [2, 2]
        with Store(store.path) as again:
            more = SOLVED.replace("repetitions = 2", "repetitions = 1") + "deals = 2\n"
            assert add_study(again, read_study(more)) == 0


SOLVED = """\
repetitions = 2
[[games]]
game = "pyramid"
deals = "1..2"
[[players]]
solver = "auto"
[[players]]
policy = "random"
"""


def test_boards_of_files_are_called_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text("ms:5\n", encoding="utf-8")
    text = '[[games]]\ngame = "pyramid"\nfiles = ["boards.txt"]\n[[games]]\ngame = "freecell"\n'
    text += 'deals = "7"\n[[players]]\nsolver = "auto"\n'
    with Store(tmp_path / "x.db", create=True) as store, here() as crew:
        add_study(store, read_study(text, str(tmp_path / "x.toml")))
        run_study(store, crew)
        named = [names_of(store, sample) for _, samples in samples_of(store) for sample in samples]
    assert named == [["ms:5"], ["ms:7"]]


def test_chance_is_taken_out_of_how_boards_differ() -> None:
    """In the mean of many samples the variance is that of the equities, whatever the number of games."""
    rng, games = random.Random(5), 12

    def drawn(equities: list[float]) -> list[BoardShare]:
        wins = [sum(rng.random() < p for _ in range(games)) for p in equities]
        return [BoardShare(i, games, won, 0) for i, won in enumerate(wins)]

    differ = [spread_of(drawn([0.2, 0.8] * 200)) for _ in range(5)]
    for found in differ:
        assert found is not None
        assert found.deviation == pytest.approx(0.3, abs=0.03)
        assert found.interval[0] < 0.5 < found.interval[1]
    alike = [spread_of(drawn([0.5] * 400)) for _ in range(5)]
    assert max(found.deviation for found in alike if found) < 0.06  # with chance it would be 0.14
    assert spread_of(drawn([0.5])) is None
    assert spread_of([BoardShare(0, 1, 1, 0), BoardShare(1, 1, 0, 0)]) is None


def test_the_interval_of_the_mean_is_scipys() -> None:
    stats = pytest.importorskip("scipy.stats")
    wins = [3, 10, 0, 7, 7, 2]
    found = spread_of([BoardShare(i, 10, won, 0) for i, won in enumerate(wins)])
    assert found is not None
    shares = [won / 10 for won in wins]
    wanted = stats.t.interval(0.95, 5, loc=sum(shares) / 6, scale=stats.sem(shares))
    assert found.interval == pytest.approx(wanted)
