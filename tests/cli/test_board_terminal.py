"""`winnable board` at a terminal: narrow and wide ones, colours, Ctrl-C and Ctrl-D, cards that come to light,
games that are kept."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.emulator import Terminal as Screen
from cli.terminal import Terminal, at_terminal
from winnable.session import Session
from winnable.web.store import Store

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")

PROMPT = r"(?:^|\n)> $"
ESCAPE = "\x1b"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the games of the test are kept."""
    monkeypatch.setenv("WINNABLE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def asked(terminal: Terminal, line: str) -> str:
    """Types a line; what is shown until the next prompt."""
    terminal.type(line)
    return terminal.wait_for(PROMPT)


@pytest.mark.parametrize("columns", [40, 200])
@pytest.mark.parametrize("game", ["freecell", "mrs_mop", "pyramid", "undead:size=10x10"])
def test_no_line_is_wider_than_the_terminal(kept: Path, game: str, columns: int) -> None:
    with at_terminal("board", game, "1", "--max-seconds", "0.2", columns=columns, NO_COLOR="1") as terminal:
        terminal.wait_for(PROMPT)
        for line in ("go 3", "?", "hint", "nonsense", "log", "explain"):
            asked(terminal, line)
        terminal.type("quit")
        assert terminal.ends() == 0
        assert ESCAPE not in terminal.text
        assert max(map(len, re.split(r"[\r\n]", terminal.text))) <= columns


def test_cards_and_verdicts_are_in_colour(kept: Path) -> None:
    with at_terminal("board", "freecell", "617") as terminal:
        start = terminal.wait_for(PROMPT)
        assert "\x1b[31m 7D\x1b[0m" in start
        assert re.search(r"\x1b\[32mWinnable in at most \d+ moves\.\x1b\[0m", start)
        assert re.search(r"\x1b\[31mLost: ", asked(terminal, "3a"))
        assert "\x1b[31mThis move lost it: " in terminal.text
        terminal.press("\x04")
        assert terminal.ends() == 0


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_escape_code_where_none_is_wanted(kept: Path, environment: dict[str, str]) -> None:
    with at_terminal("board", "pyramid", "5", **environment) as terminal:
        terminal.wait_for(PROMPT)
        asked(terminal, "go")
        asked(terminal, "wrong")
        terminal.press("\x04")
        assert terminal.ends() == 0
        assert ESCAPE not in terminal.text


def test_what_is_wrong_is_said_and_the_game_goes_on(kept: Path) -> None:
    with at_terminal("board", "freecell", "617", "--no-verdicts", NO_COLOR="1") as terminal:
        terminal.wait_for(PROMPT)
        assert "\n28: KS does not go on QH\n" in asked(terminal, "28")
        assert "did you mean hint?" in asked(terminal, "hintt")
        assert "move 1: 2a, KS from column 2 to cell a" in asked(terminal, "2a")
        terminal.type("q")
        assert terminal.ends() == 0


def test_ctrl_c_ends_a_search_and_not_the_game(kept: Path) -> None:
    with at_terminal(
        "board", "mrs_mop", "13", "--no-verdicts", "--max-seconds", "300", NO_COLOR="1"
    ) as terminal:
        terminal.wait_for(PROMPT)
        terminal.press("12\x03")
        assert "Ctrl-D or quit ends the game." in terminal.wait_for(PROMPT)
        for pause in (1.5, 3.0, 6.0, 12.0):  # until the search runs, and a second Ctrl-C is another wish
            terminal.type("verdict")
            time.sleep(pause)
            terminal.press("\x03")
            shown = terminal.wait_for(PROMPT)
            if "Ctrl-D" not in shown:
                break
        assert "Not known: cancelled after " in shown
        assert "Mrs Mop" in asked(terminal, "b")
        terminal.press("\x04")
        assert terminal.ends() == 0


def test_sigterm_ends_it_at_the_prompt_and_in_a_search(kept: Path) -> None:
    for line in ("", "verdict"):
        with at_terminal("board", "mrs_mop", "13", "--no-verdicts", "--max-seconds", "300") as terminal:
            terminal.wait_for(PROMPT)
            if line:
                terminal.type(line)
                terminal.wait_for(f"{line}\n")
            os.kill(terminal.process.pid, signal.SIGTERM)
            assert terminal.ends() == 130


@pytest.fixture
def seen(tmp_path: Path, winnable: Callable[..., Any]) -> Path:
    """A file with what a player sees of a deal of Spider."""
    path = tmp_path / "seen.txt"
    path.write_text(winnable("show", "spider", "3", "--format", "board").out)
    return path


def test_cards_that_come_to_light_are_asked_for(kept: Path, tmp_path: Path, seen: Path) -> None:
    with at_terminal("board", "spider", str(seen), NO_COLOR="1") as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("28")
        terminal.wait_for(r"Which card comes to light\? \(nothing: not this move\) ")
        terminal.type("ZZ")
        assert "unknown card 'ZZ'" in terminal.wait_for(r"not this move\) ")
        terminal.type("qh")
        assert " ##  QH  ##  ##  7C  QH" in terminal.wait_for(PROMPT)
        terminal.type("deal")
        terminal.wait_for(r"Which 10 cards come to light, in their order\? \(nothing: not this move\) ")
        terminal.type("2C 3C, 4C 5C")
        terminal.wait_for(r"Which 6 cards come to light, in their order\? \(nothing: not this move\) ")
        assert "the move was not made" in asked(terminal, "")
        terminal.type("deal")
        terminal.wait_for(r"not this move\) ")
        shown = asked(terminal, "2C 3C 4C 5C 6C 7C 8C 9C TC JC")
        assert "stock 40" in shown
        assert " 2C" in shown
        terminal.type("save " + str(tmp_path / "game"))
        terminal.wait_for(PROMPT)
        terminal.press("\x04")
        assert terminal.ends() == 0
    session = Session.load((tmp_path / "game").read_text())
    assert session.here.number == 2


def test_go_asks_for_cards_and_what_it_made_stays(kept: Path, tmp_path: Path, seen: Path) -> None:
    with at_terminal("board", "spider", str(seen), NO_COLOR="1") as terminal:
        terminal.wait_for(PROMPT)
        terminal.type("go all")
        terminal.wait_for(r"not this move\) ")
        terminal.type("QH")
        terminal.wait_for(r"not this move\) ")
        shown = asked(terminal, "")
        assert re.search(r"^Spider, move [1-9]", shown, re.MULTILINE)
        assert "the move was not made; expected the card that it turns" in " ".join(shown.split())
        moves = asked(terminal, "log").splitlines()[1].split()
        terminal.press("\x04")
        assert terminal.ends() == 0
    (row,) = Store(kept).listed("", 10)[0]
    assert row.moves == len(moves) >= 1


def test_games_are_kept_and_gone_on_with(kept: Path) -> None:
    with at_terminal("board", "freecell", "617", NO_COLOR="1") as terminal:
        terminal.wait_for(PROMPT)
        asked(terminal, "2a")
        asked(terminal, "hint")
        asked(terminal, "2b")
        terminal.press("\x04")
        assert terminal.ends() == 0
    rows, _ = Store(kept).listed("", 10)
    (row,) = rows
    assert (row.deal, row.moves, row.hints, row.ending, row.counted) == ("ms:617", 2, 1, "open", True)
    with at_terminal("board", NO_COLOR="1") as terminal:
        assert "freecell 617, or paste a position" in terminal.wait_for(PROMPT)
        assert "  1  FreeCell ms:617, move 2, open" in asked(terminal, "open")
        assert "FreeCell ms:617, move 2\n" in asked(terminal, "open 1")
        asked(terminal, "u")
        terminal.press("\x04")
        assert terminal.ends() == 0
    (row,) = Store(kept).listed("", 10)[0]
    assert (row.moves, row.undone) == (1, 1)


def test_nothing_is_kept_where_that_is_not_wanted(kept: Path, winnable: Callable[..., Any]) -> None:
    assert winnable("board", "freecell", "617", "--no-verdicts", stdin="2a\n").code == 0
    with at_terminal("board", "freecell", "617", "--read-only", "--no-verdicts", NO_COLOR="1") as terminal:
        terminal.wait_for(PROMPT)
        asked(terminal, "2a")
        assert "this game is not saved; expected save FILE first; or quit once more" in asked(
            terminal, "quit"
        )
        terminal.type("quit")
        assert terminal.ends() == 0
    assert not kept.exists()


def test_a_position_is_pasted(kept: Path, winnable: Callable[..., Any]) -> None:
    board = winnable("deal", "freecell", "617", "--unicode").out
    with at_terminal("board", "--no-verdicts", NO_COLOR="1") as terminal:
        terminal.wait_for(PROMPT)
        terminal.press(board)
        terminal.press("\n")
        assert "FreeCell\n" in terminal.wait_for(PROMPT)
        assert " 7D  AD  5C  3S" in terminal.text
        terminal.press("\x04")
        assert terminal.ends() == 0


@pytest.mark.parametrize("columns", [40, 200])
def test_a_search_says_how_far_it_is(kept: Path, columns: int) -> None:
    argv = ("board", "mrs_mop", "13", "--max-seconds", "300", "--no-verdicts")
    with Screen(*argv, columns=columns, NO_COLOR="1") as screen:
        screen.until(lambda lines: bool(lines) and lines[-1] == ">")
        for word in ("hint", "verdict"):
            screen.type(f"{word}\n")
            screen.until(lambda lines: bool(re.match(r"\d[\d,]* positions searched.* s\)$", lines[-1])))
            time.sleep(1.1)  # so that it is another wish than the last Ctrl-C
            screen.type("\x03")
            screen.until(lambda lines: lines[-1] == ">")
            assert not any(re.search(r" s\)$", line) for line in screen.lines()), screen.lines()
        screen.type("q\n")
        assert screen.code() == 0
        assert any(line.startswith("Not known: cancelled after ") for line in screen.lines())
        assert any(line.startswith("no win found before it was cancelled; ") for line in screen.lines())


@pytest.mark.parametrize("columns", [40, 200])
def test_go_may_be_stopped_and_its_moves_stay(kept: Path, columns: int) -> None:
    with Screen("board", "spider", "4", columns=columns, NO_COLOR="1") as screen:
        screen.until(lambda lines: bool(lines) and lines[-1] == ">")
        screen.type("go all\n")
        screen.until(lambda lines: bool(re.match(r"([2-9]|\d\d+) moves", lines[-1])))
        screen.type("\x03")
        screen.until(lambda lines: lines[-1] == ">")
        lines = screen.lines()
        assert not any(re.match(r"(\d+|no) moves.* s\)$", line) for line in lines)
        (told,) = (line for line in lines if line.startswith("go ended after "))
        screen.type("log\n")
        screen.until(lambda lines: "> log" in lines and lines[-1] == ">")
        moves = " ".join(screen.lines()[screen.lines().index("> log") + 1 : -1]).split()
        assert told.startswith(f"go ended after {len(moves)} moves: you stopped it")
        screen.type("q\n")
        assert screen.code() == 0
    (row,) = Store(kept).listed("", 10)[0]
    assert row.moves == len(moves) > 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_what_comes_from_a_pipe(number: int) -> None:
    command = (sys.executable, "-m", "winnable", "board", "spider", "4")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write("go 2\ngo all\nboard\n")
        running.stdin.close()
        assert "> go all\n" in running.stdout
        time.sleep(2.0)
        running.send_signal(number)
        rest = running.stdout.read()
        assert running.wait(60) == 130
    assert re.search(r"\ngo ended after \d+ moves: you stopped it\.\n$", rest), rest
    assert "> board" not in rest
