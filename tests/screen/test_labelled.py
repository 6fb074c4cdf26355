"""The labelled screenshots of real programs, read by the network alone: whatever deck it is, no wrong card is
given as certain, and every card is where it lies."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("numpy", reason="install winnable[vision]")
pytest.importorskip("PIL", reason="install winnable[vision]")

from winnable.screen.network import NetworkReader
from winnable.screen.picture import open_picture
from winnable.screen.readout import read_table

ROOT = Path(__file__).parents[2]


def load_bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_screens", ROOT / "bench" / "screens.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BENCH = load_bench()
LABELS = [
    path
    for path in sorted(BENCH.FOLDER.glob("*.json"))
    if "truth" in json.loads(path.read_text(encoding="utf-8"))
]


def test_there_are_screenshots() -> None:
    if not LABELS:
        pytest.skip(f"no labelled screenshots in {BENCH.FOLDER}: set WINNABLE_SCREENS")
    assert len(LABELS) == 34


def _marked(paths: list[Path]) -> list[Any]:
    """One picture of each program is read in every run of the tests, the others by ``make test-screen``."""
    firsts = {path.stem.partition("_")[0]: path for path in reversed(paths)}.values()
    return [
        pytest.param(path, id=path.stem, marks=[] if path in firsts else pytest.mark.screen) for path in paths
    ]


@pytest.mark.parametrize("path", _marked(LABELS))
def test_no_wrong_card_is_given_as_certain(path: Path) -> None:
    label = json.loads(path.read_text(encoding="utf-8"))
    game = BENCH.GAMES[label["app"], label["game"]]
    reading = read_table(open_picture(path.with_suffix(".png")), game, [NetworkReader()])
    _, wrong, _, _ = BENCH.compared(reading, BENCH.truth_of(label))
    assert wrong == 0
    assert reading.table is not None
    seen = {pile.name: ["??" if not card.up else "up" for card in pile.cards] for pile in reading.table.piles}
    for name, cards in BENCH.truth_of(label).items():
        assert seen[name] == ["??" if card == "??" else "up" for card in cards]
    if reading.certain:
        assert BENCH.compared(reading, BENCH.truth_of(label))[3]
