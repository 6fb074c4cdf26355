"""The real programs: each starts, is found and looked at, moved and resized, and played one move by hand.

All are tried by ``make test-screen``. Where a program is missing, its tests are skipped, and say how to get
it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from screen.programs import Running, found, missing, running, screen, wait_for
from screen.table import Attempts, table
from winnable.errors import InputError
from winnable.screen.layout import lay_out
from winnable.screen.profile import Action
from winnable.screen.window import find_windows, one_window

pytestmark = pytest.mark.screen

# A board of Undead, 4 by 4.
UNDEAD = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"

# What is tried: the program, its game, and a deal.
MOVES: dict[str, tuple[str, int | str]] = {
    "aisleriot": ("freecell", 5),
    "kpat": ("freecell", 617),
    "pysolfc": ("freecell", 617),
    "sgt_undead": ("undead", UNDEAD),
}

PROGRAMS = [
    pytest.param(name, marks=[] if name == "aisleriot" else pytest.mark.slow) for name in sorted(MOVES)
]


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    if found("Xvfb") is None:
        pytest.skip("no Xvfb here; run tools/screen_programs.sh as root")
    with screen() as name:
        yield name


@pytest.fixture
def run(request: pytest.FixtureRequest, display: str, tmp_path: Path) -> Iterator[Running]:
    """A program with its game on it."""
    name = request.param
    reason = missing(name)
    if reason:
        pytest.skip(reason)
    game, deal = MOVES[name]
    with running(name, display, tmp_path, game=game, deal=deal) as started:
        yield started


def changed(before: Any, after: Any) -> float:
    """The share of pixels that are another colour."""
    return float((before != after).any(axis=2).mean()) if before.shape == after.shape else 1.0


@pytest.mark.parametrize("run", PROGRAMS, indirect=True)
def test_a_program_is_found_looked_at_and_played(run: Running) -> None:
    _finds(run)
    _looks_wherever_it_lies(run)
    _plays_a_move_and_takes_it_back(run)


def test_lines_of_one_program_and_game_are_added_up() -> None:
    rows = [("kpat", "freecell", 3, 3, 2, 61.24), ("aisleriot", "freecell", 1, 0, None, 4.0)]
    assert table([*rows, ("kpat", "freecell", 1, 1, 1, 20.0)]) == [
        "program    game      deals  read right  won  seconds",
        "aisleriot  freecell      1           0           4.0",
        "kpat       freecell      4           4    3     81.2",
    ]
    assert table([]) == []


def report(number: int, outcome: str = "passed", *, kind: str = "attempt", when: str = "call") -> Any:
    """What pytest tells of a test."""
    rows = [("screen_row", ("kpat", "freecell", 1, 1, 1, 60.0))] if when == "call" else []
    failed = outcome == "failed"
    known = {"when": when, "failed": failed, "keywords": {kind: 1}, "user_properties": rows}
    return SimpleNamespace(nodeid=f"test[{number}]", **known)


@pytest.mark.parametrize(
    ("failed", "more", "enough"),
    [
        ([], None, True),
        ([7], None, True),
        ([7, 8], None, False),
        ([7], report(99, "failed", kind="screen"), False),
        ([], report(99, "failed", when="setup"), False),
    ],
)
def test_one_of_twenty_attempts_may_be_lost(failed: list[int], more: Any, enough: bool) -> None:
    attempts = Attempts()
    reports = [report(number, "failed" if number in failed else "passed") for number in range(20)]
    for each in [*reports, *([more] if more else [])]:
        attempts.pytest_runtest_logreport(each)
    assert attempts.few_lost() is enough
    session: Any = SimpleNamespace(exitstatus=pytest.ExitCode.TESTS_FAILED)
    attempts.pytest_sessionfinish(session)
    assert (session.exitstatus == pytest.ExitCode.OK) is enough
    session.exitstatus = pytest.ExitCode.INTERRUPTED
    attempts.pytest_sessionfinish(session)
    assert session.exitstatus == pytest.ExitCode.INTERRUPTED


def _finds(run: Running) -> None:
    game, deal = MOVES[run.name]
    title = run.profile.hints(game).title
    by_title = one_window(title, desktop=run.desktop)
    assert by_title == run.window
    assert run.profile.is_of(by_title)
    assert by_title.process_number is not None
    assert find_windows(process=by_title.process_number, desktop=run.desktop) == [run.window]
    assert by_title.process.casefold() in [name.casefold() for name in run.profile.window.processes]
    if run.name == "kpat":
        assert str(deal) in by_title.title


def _looks_wherever_it_lies(run: Running) -> None:
    before = run.settled()
    assert len(np.unique(before.reshape(-1, 3), axis=0)) > 8  # a table, no empty window
    run.window.check_clear()
    run.arrange(300, 200, 1200, 700)
    wait_for(lambda: changed(before, run.table()) < 0.01, "the same table elsewhere")
    run.arrange(100, 90, 900, 640)
    smaller = run.window.look()
    assert smaller.shape == (640, 900, 3)
    assert len(np.unique(run.settled().reshape(-1, 3), axis=0)) > 8
    run.arrange(1500, 90, 1200, 700)
    with pytest.raises(InputError, match="partly outside the screen"):
        run.window.look()
    run.arrange(40, 30, 1200, 700)
    # Until it is drawn again a program may take a click for one on what lay there before.
    wait_for(lambda: _is_as_it_was(run, before), "the table as it was")


def _is_as_it_was(run: Running, before: Any) -> bool:
    """Does all lie on the table that lay there, about as large? KPat's cards stay a little smaller once its
    window was small."""
    now = run.table()
    if MOVES[run.name][0] != "freecell":
        return changed(before, now) < 0.01
    try:
        old, new = (lay_out(picture, "freecell") for picture in (before, now))
    except InputError:
        return False
    counts = [[len(pile.cards) for pile in seen.piles] for seen in (old, new)]
    return counts[0] == counts[1] and abs(new.width - old.width) <= 0.05 * old.width


def _plays_a_move_and_takes_it_back(run: Running) -> None:
    run.window.bring_forward()
    picture = run.window.look()
    if run.name == "sgt_undead":
        action = run.profile.mark_action("G", *_empty_square(picture))
    else:
        action = _to_a_cell(picture)
    run.pointer.move(*run.window.on_screen(600, 690))  # no card is pointed at
    before = run.settled()
    action.perform(run.pointer, run.window)
    run.pointer.move(*run.window.on_screen(600, 690))
    # On a busy machine a program may do nothing for longer than others need to be done.
    wait_for(lambda: changed(before, run.table()) > 0.002, "the move")
    after = run.settled()
    run.pointer.key(run.profile.keys.undo)
    wait_for(lambda: changed(before, run.table()) < changed(before, after) / 4, "the move taken back")


def _to_a_cell(picture: Any) -> Action:
    """A move that any deal of FreeCell allows: a column's last card to a cell, wherever these lie."""
    piles = lay_out(picture, "freecell").piles
    column = next(pile for pile in piles if pile.role == "tableau")
    cell = next(pile for pile in piles if pile.role == "cell")
    return Action("drag", column.cards[-1].box.middle, cell.box.middle)


def _empty_square(picture: Any) -> tuple[float, float]:
    """The middle of an empty square: far from all lines, within the grid."""
    dark = picture.mean(axis=2) < 128
    rows, columns = np.flatnonzero(dark.mean(axis=1) > 0.2), np.flatnonzero(dark.mean(axis=0) > 0.2)
    step = (rows[-1] - rows[0]) / 4
    for row in range(4):
        for column in range(4):
            y, x = rows[0] + step * (row + 0.5), columns[0] + step * (column + 0.5)
            inside = dark[
                round(y - step * 0.3) : round(y + step * 0.3), round(x - step * 0.3) : round(x + step * 0.3)
            ]
            if not inside.any():
                return x, y
    raise AssertionError("no empty square")


@pytest.mark.slow
def test_a_dialog_of_a_program_is_seen_and_goes_away(display: str, tmp_path: Path) -> None:
    if missing("kpat"):
        pytest.skip(missing("kpat"))
    with running("kpat", display, tmp_path, deal=11982) as run:
        run.pointer.key("ctrl+d")
        run.settled()
        ((dialog, known),) = run.profile.dialogs(run.window)
        assert "Numbered Deal" in dialog.title
        assert known is not None
        assert known.means == "question"
        dialog.bring_forward()
        with pytest.raises(InputError, match="partly covered by 'New Numbered Deal"):
            run.window.check_clear()
        run.pointer.key(known.key)
        run.settled()
        assert run.profile.dialogs(run.window) == []
        run.window.check_clear()
        assert "11982" in run.window.title


def test_a_missing_program_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("screen.programs.found", lambda program: None)
    assert (
        missing("kpat") == "kpat: no Xvfb, kpat, dbus-run-session here; run tools/screen_programs.sh as root"
    )
