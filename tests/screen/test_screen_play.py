"""`winnable screen play` on a fake screen: what it prints, its exit codes, and the game that it saves."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("numpy")

import numpy as np
from PIL import Image

from screen.fake import Fault, reader_of
from screen.test_player import Table
from winnable.cli import interrupts
from winnable.cli.main import run
from winnable.screen.pointer import HUMANE, QUICK, Pace, TakenOverError
from winnable.session import Session

Use = Callable[..., Table]


def _taken_over() -> None:
    raise TakenOverError("you moved the mouse")


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Use:
    """Puts a fake screen in the place of the real one."""

    def put(
        name: str,
        faults: dict[int, Fault] | None = None,
        stops_after: int | None = None,
        stop: Callable[[], object] = _taken_over,
    ) -> Table:
        table = Table(name, faults)
        clock = table.program.clock

        def wait(seconds: float) -> None:
            clock.sleep(seconds)
            if stops_after is not None and len(table.program.done) >= stops_after:
                stop()

        @contextmanager
        def open_pointer(pace: object) -> Iterator[Any]:
            hands = table.screen
            hands.watch = SimpleNamespace(wait=wait)  # type: ignore[attr-defined]
            hands.again = lambda: None  # type: ignore[attr-defined]
            hands.pace = pace  # type: ignore[attr-defined]
            yield hands

        desktop = SimpleNamespace(windows=lambda: [table.screen.window])
        monkeypatch.setattr("winnable.screen.window.open_desktop", lambda: desktop)
        monkeypatch.setattr("winnable.screen.pointer.open_pointer", open_pointer)
        monkeypatch.setattr("winnable.screen.sight.usual_reader", lambda *asked: reader_of(table.program))
        monkeypatch.setattr("winnable.screen.player.SystemClock", lambda: clock)
        monkeypatch.chdir(tmp_path)
        return table

    return put


def test_a_game_is_played_and_reported(use: Use, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    use("undead")
    asked = ["screen", "play", "undead", "--window", "The game", "--profile", "sgt_undead"]
    assert run([*asked, "--report", "--frames", "film"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("won after 27 moves")
    for stage in ("find", "identify", "solve", "execute"):
        assert f"\n{stage} " in out
    assert "moves made 27, made again 0" in out
    assert len(err.splitlines()) == 27
    film = sorted(path.name for path in (tmp_path / "film").iterdir())
    assert film == [f"{number:04}.png" for number in range(28)]
    assert not (tmp_path / "stopped.winnable").exists()


@pytest.mark.parametrize(("option", "pace"), [([], HUMANE), (["--quick"], QUICK)])
def test_hands_are_as_slow_as_a_persons_unless_told(use: Use, option: list[str], pace: Pace) -> None:
    table = use("undead")
    assert run(["screen", "play", "undead", "--window", "The game", "--profile", "sgt_undead", *option]) == 0
    assert table.screen.pace is pace  # type: ignore[attr-defined]


@pytest.mark.parametrize("wins", ["dialog", "picture"])
def test_the_recording_shows_how_the_program_says_that_it_is_won(
    use: Use, capsys: pytest.CaptureFixture[str], tmp_path: Path, wins: str
) -> None:
    table = use("freecell")
    table.program.wins = wins
    asked = ["screen", "play", "freecell", "--window", "The game", "--profile", "kpat", "--frames", "film"]
    assert run(asked) == 0
    last = np.asarray(Image.open(max((tmp_path / "film").iterdir())))
    assert (last == table.screen.window.look()).all()


def test_a_recording_is_not_mixed_with_another_one(
    use: Use, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = use("undead")
    (tmp_path / "film").mkdir()
    (tmp_path / "film" / "0000.png").write_bytes(b"an earlier one")
    (tmp_path / "file").write_bytes(b"no folder")
    asked = ["screen", "play", "undead", "--window", "The game", "--profile", "sgt_undead", "--frames"]
    assert run([*asked, "film"]) == run([*asked, "file/film"]) == 2
    err = capsys.readouterr().err.splitlines()
    assert "'film' holds pictures already" in err[0]
    assert "'file/film' cannot be made" in err[1]
    assert not table.screen.gestures


def test_as_json(use: Use, capsys: pytest.CaptureFixture[str]) -> None:
    use("undead", {4: Fault("drop")})
    asked = ["screen", "play", "undead", "--window", "The game", "--profile", "sgt_undead", "--json"]
    assert run(asked) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["status"], told["length"], told["saved"]) == ("undead", "won", 27, None)
    assert told["report"]["retried"] == 1
    assert set(told["report"]["seconds"]) == {"find", "identify", "solve", "execute"}


def test_a_game_that_was_broken_off_is_saved(
    use: Use, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    table = use("undead", stops_after=5)
    asked = ["screen", "play", "undead", "--window", "The game", "--profile", "sgt_undead"]
    assert run([*asked, "--save", "mine.winnable"]) == 130
    assert "you moved the mouse" in capsys.readouterr().out
    _check_saved(table, tmp_path / "mine.winnable")


def _check_saved(table: Table, path: Path) -> None:
    """What was saved is the board as it is in the window, but perhaps for the move that was being made."""
    saved = Session.load(path.read_text())
    made = [cell for cell in table.program.scene().grid.cells if cell.holds]  # type: ignore[union-attr]
    assert len([cell for cell in saved.scene().grid.cells if cell.holds]) in (len(made), len(made) - 1)  # type: ignore[union-attr]


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Signals are answered as a command answers them, as long after any other as needs be."""
    monkeypatch.setattr(interrupts._LastWish, "at", -float("inf"))
    before = {number: signal.getsignal(number) for number in interrupts.SIGNALS}
    interrupts.answer_signals()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", interrupts.SIGNALS)
@pytest.mark.usefixtures("answered")
def test_a_signal_ends_it_and_the_game_is_saved(
    use: Use, capsys: pytest.CaptureFixture[str], tmp_path: Path, number: int
) -> None:
    def stop() -> None:
        signal.raise_signal(number)
        signal.raise_signal(signal.SIGTERM)  # the same wish; it is not reached where the first one ends it

    table = use("undead", stops_after=5, stop=stop)
    asked = ["screen", "play", "undead", "--window", "The game", "--profile", "sgt_undead"]
    assert run([*asked, "--save", "mine.winnable"]) == 130
    assert capsys.readouterr().out.splitlines()[0].endswith("cancelled")
    _check_saved(table, tmp_path / "mine.winnable")


def test_a_program_that_does_nothing_is_a_limit(use: Use, capsys: pytest.CaptureFixture[str]) -> None:
    use("undead", {number: Fault("drop") for number in range(100)})
    asked = ["screen", "play", "undead", "--window", "The game", "--profile", "sgt_undead"]
    assert run(asked) == 3
    assert "does not make the move" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (["undead"], "no window of a known program"),
        (["undead", "--window", "Other"], "no window with 'Other' in the title"),
        (["undead", "--window", "The game"], "no profile is of the window 'The game'"),
        (["undead", "--window", "The game", "--profile", "kpat"], "KPatience has no 'undead'"),
        (["undead", "--window", "The game", "--profile", "none"], "no profile is called 'none'"),
        (["chess", "--window", "The game"], "chess"),
    ],
)
def test_bad_input_is_one_line(
    use: Use, capsys: pytest.CaptureFixture[str], asked: list[str], says: str
) -> None:
    use("undead")
    assert run(["screen", "play", *asked]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert says in err
    assert err.count("\n") == 1
