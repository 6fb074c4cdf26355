"""Each outside check of ``bench/`` agrees on a few positions, and fails where it is told something wrong."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

BENCH = Path(__file__).parents[1] / "bench"


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """Imports a check by its name, as if it were run."""
    monkeypatch.syspath_prepend(str(BENCH))
    monkeypatch.setattr(sys, "path", sys.path.copy())
    return lambda name: import_module(f"outside_{name}")


needs_fc_solve = pytest.mark.skipif(
    shutil.which("fc-solve") is None,
    reason="Freecell Solver is not installed (Debian's package freecell-solver-bin)",
)
needs_python_sat = pytest.mark.skipif(
    find_spec("pysat") is None, reason="python-sat is not installed (pip install python-sat)"
)
needs_cp_sat = pytest.mark.skipif(
    find_spec("ortools") is None, reason="OR-tools are not installed (pip install ortools)"
)


def agrees(capsys: pytest.CaptureFixture[str], code: int, asked: int) -> bool:
    """Did a check compare so many positions, without a disagreement?"""
    lines = capsys.readouterr().out.splitlines()
    (total,) = [line.split()[1] for line in lines if line.startswith("all ")]
    return (code, int(total), lines[-1]) == (0, asked, "disagreements: 0 (must be 0)")


@needs_fc_solve
def test_freecell(
    check: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    freecell = check("freecell")
    monkeypatch.setattr(freecell, "NODES", 30_000)
    assert agrees(capsys, freecell.main(["--deals", "24", "--seed", "5"]), len(freecell.KIN))


def test_pyramid(
    check: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pyramid = check("pyramid")
    monkeypatch.setattr(pyramid, "MOST_STATES", 3000)
    assert agrees(capsys, pyramid.main(["--deals", "18", "--seed", "5"]), len(pyramid.variants()))


@pytest.mark.parametrize(
    "peer", [pytest.param("cp-sat", marks=needs_cp_sat), pytest.param("sat", marks=needs_python_sat)]
)
def test_undead(peer: str, check: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str]) -> None:
    assert agrees(capsys, check("undead").main(["--deals", "12", "--seed", "5", "--by", peer]), 12)


@needs_fc_solve
def test_a_wrong_rule_of_freecell_is_found(
    check: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told to build in suit, fc-solve's verdicts are not ours, and its lines and ours break."""
    freecell = check("freecell")
    wrong = freecell.Kin("freecell:cells=3", freecell.GAMES["bakers_game"], ("--freecells-num", "3"))
    monkeypatch.setattr(freecell, "KIN", (wrong._replace(rules=wrong.rules._replace(cells=3)),))
    assert freecell.main(["--deals", "1"]) == 1
    assert ", the line: wins, but the other says move " in capsys.readouterr().out
    suits = ("-g", "bakers_game", "--freecells-num", "0")
    monkeypatch.setattr(
        freecell, "KIN", (freecell.freecell(4)._replace(options=suits, rules=freecell.variant("freecell")),)
    )
    assert freecell.main(["--deals", "1"]) == 1
    assert ": won, but the other says lost" in capsys.readouterr().out


def test_a_wrong_rule_of_pyramid_is_found(
    check: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A brute force that knows no recycle has other answers, and finds ours illegal."""
    pyramid = check("pyramid")
    moves = pyramid.Game.moves

    def without_recycles(game: Any, state: Any) -> list[Any]:
        return [(move, after) for move, after in moves(game, state) if move != "recycle"]

    microsoft = {"pyramid:microsoft": pyramid.variants()["pyramid:microsoft"]}
    monkeypatch.setattr(pyramid, "variants", lambda: microsoft)
    monkeypatch.setattr(pyramid.Game, "moves", without_recycles)
    monkeypatch.setattr(pyramid, "MOST_STATES", 3000)
    assert pyramid.main(["--deals", "12"]) == 1
    printed = capsys.readouterr().out
    assert "passes of pyramid:microsoft" in printed
    assert "recycle, is not legal" in printed


@needs_python_sat
def test_a_wrong_rule_of_undead_is_found(
    check: Callable[[str], ModuleType], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A solver that hears of other totals has other answers, and a wrong filling is seen."""
    undead = check("undead")
    by_sat = undead.by_sat

    def confused(board: Any) -> Any:
        ghosts, vampires, zombies = board.totals
        return by_sat(board._replace(totals=(vampires, zombies, ghosts)))

    monkeypatch.setattr(undead, "by_sat", confused)
    assert undead.main(["--deals", "12", "--by", "sat"]) == 1
    assert "but the other says" in capsys.readouterr().out
