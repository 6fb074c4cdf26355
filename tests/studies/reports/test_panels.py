"""What plots show: their numbers, and that no board is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from studies.reports.made import MADE_PLOTS, RESULTS, Row, made
from winnable.studies.reports.document import panels_of
from winnable.studies.reports.panels import PLOTS, SHOWN, Panel, Range, Rows, Spread, quantile


def panel(folder: Path, name: str, results: dict[str, list[Row]] = RESULTS, deals: int = 8) -> Panel | Rows:
    with made(folder, results, deals=deals) as store:
        (found,) = panels_of(store, name)
    assert found.title == "freecell"
    return found


def test_time_has_a_row_for_each_player_with_all_its_boards(tmp_path: Path) -> None:
    found = panel(tmp_path, "time")
    assert isinstance(found, Rows)
    auto, greedy = found.rows
    assert isinstance(auto, Spread)
    assert isinstance(greedy, Spread)
    assert (auto.label, auto.boards, auto.open) == ("auto", 7, 1)
    assert auto.dots == (1e-6, 0.001, 0.002, 0.003, 0.004, 0.005)  # a time of 0 is drawn at the axis' end
    assert auto.bounds == (0.010,)
    assert auto.quantiles[2] == 0.003
    assert (greedy.dots, greedy.bounds) == ((0.010, 0.011, 0.012, 0.013), (0.020, 0.030, 0.040))
    np = pytest.importorskip("numpy")
    times = sorted(greedy.dots + greedy.bounds)
    assert greedy.quantiles == pytest.approx(np.quantile(times, [0.05, 0.25, 0.5, 0.75, 0.95]))
    assert quantile([1.0], 0.95) == 1.0


def test_the_cactus_ends_short_of_all_boards(tmp_path: Path) -> None:
    found = panel(tmp_path, "cactus")
    assert isinstance(found, Panel)
    auto, greedy = found.curves
    assert found.mark == 8
    assert (auto.label, greedy.label) == ("auto: 6 of 8", "greedy: 4 of 7")
    assert auto.xs == (1, 2, 3, 4, 5, 6)
    assert auto.ys == (1e-6, 0.001, 0.002, 0.003, 0.004, 0.005)
    assert greedy.ys == (0.010, 0.011, 0.012, 0.013)


def test_survival_keeps_what_a_limit_ended(tmp_path: Path) -> None:
    found = panel(tmp_path, "survival")
    assert isinstance(found, Panel)
    auto, greedy = found.curves
    # The failed board may take any time: it is in the line, and not among those that surely take longer.
    assert auto.ys == pytest.approx([100 * n / 8 for n in (7, 6, 5, 4, 3, 2, 2)])
    assert auto.lows == pytest.approx([100 * n / 8 for n in (6, 5, 4, 3, 2, 1, 0)])
    assert greedy.ys == pytest.approx([100 * n / 7 for n in (6, 5, 4, 3, 3, 3, 3)])
    assert greedy.lows == pytest.approx([100 * n / 7 for n in (6, 5, 4, 3, 2, 1, 0)])


def test_nodes_and_times_are_those_of_the_boards(tmp_path: Path) -> None:
    found = panel(tmp_path, "nodes")
    assert isinstance(found, Panel)
    auto, greedy = found.curves
    assert list(zip(auto.xs, auto.ys, strict=True)) == [
        (10, 0.001), (20, 0.002), (40, 0.004), (1, 1e-6), (30, 0.003), (50, 0.005),
    ]  # fmt: skip
    assert auto.bounds == ((300,), (0.010,))
    assert greedy.bounds == ((300, 300, 300), (0.030, 0.020, 0.040))


def test_rates_go_both_ways(tmp_path: Path) -> None:
    found = panel(tmp_path, "winrate")
    assert isinstance(found, Rows)
    auto, greedy = found.rows
    assert isinstance(auto, Range)
    assert isinstance(greedy, Range)
    assert auto.share == (4 / 8, 6 / 8)
    assert greedy.share == (4 / 7, 7 / 7)
    for row in (auto, greedy):
        assert row.interval[0] < row.share[0]
        assert row.share[1] <= row.interval[1]


def test_of_many_boards_some_points_are_drawn_and_the_ends_stay(tmp_path: Path) -> None:
    size = 3 * SHOWN
    rows: list[Row] = [("solved", 0.001 * (1 + i), 10 + i, 1) for i in range(size)]
    cactus = panel(tmp_path, "cactus", {"auto": rows}, deals=size)
    assert isinstance(cactus, Panel)
    curve = cactus.curves[0]
    assert len(curve.xs) == SHOWN
    assert (curve.xs[0], curve.xs[-1]) == (1, size)
    assert all(y == pytest.approx(0.001 * x) for x, y in zip(curve.xs, curve.ys, strict=True))
    (tmp_path / "made.db").unlink()
    nodes = panel(tmp_path, "nodes", {"auto": rows}, deals=size)
    assert isinstance(nodes, Panel)
    assert len(set(nodes.curves[0].xs)) == SHOWN
    assert nodes.curves[0].label == f"auto: {SHOWN} of {size}"


def test_nothing_measured_is_no_panel(tmp_path: Path) -> None:
    with made(tmp_path, {}, deals=2) as store:
        assert [panels_of(store, name) for name in PLOTS] == [()] * len(PLOTS)


def test_a_player_looks_the_same_in_every_game(tmp_path: Path) -> None:
    from winnable.studies.experiments.blocks import add_study
    from winnable.studies.experiments.plan import read_study
    from winnable.studies.experiments.store import Store

    text = """\
[[games]]
game = "freecell"
deals = "ms:1"
[[games]]
game = "pyramid"
random = 1
[[players]]
solver = "auto"
[[players]]
search = "greedy"
games = "freecell"
[[players]]
search = "breadth_first"
"""
    with Store(tmp_path / "two.db", create=True) as store:
        add_study(store, read_study(text))
        store.read("INSERT INTO runs VALUES (1, '2026', '1', NULL, 'none', 'x')")
        for block in store.blocks():
            values = (block.id, 0, "solved", 0.1, 10, 100, 1)
            columns = "block, number, outcome, seconds, expanded, peak_bytes, run"
            store.read(f"INSERT INTO results ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", *values)
        for name in MADE_PLOTS:
            freecell, pyramid = panels_of(store, name)
            looks = []
            for one in (freecell, pyramid):
                shown = one.rows if isinstance(one, Rows) else one.curves
                looks.append({part.label.partition(":")[0]: part.place for part in shown})
            assert looks == [
                {"auto": 0, "greedy": 1, "breadth_first": 2},
                {"auto": 0, "breadth_first": 2},
            ]
