"""Colours and symbols of suits: on a terminal, in a pipe, and where they are not wanted."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

from winnable.text.spoken import with_symbols


class Terminal(io.StringIO):
    """Standard output that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, *argv: str, **environment: str) -> str:
    from winnable.cli.main import run

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    assert run(list(argv)) == 0
    return terminal.getvalue()


def test_red_suits_are_red_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out = shown(monkeypatch, "show", "freecell", "617")
    assert "\x1b[31m 7D\x1b[0m" in out
    assert "\x1b[31m AS" not in out
    out = shown(monkeypatch, "show", "freecell", "617", "--four-colour")
    assert "\x1b[94m 7D\x1b[0m" in out
    assert "\x1b[32m 5C\x1b[0m" in out


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_escape_code_where_colours_are_not_wanted(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]
) -> None:
    out = shown(monkeypatch, "show", "freecell", "617", **environment)
    assert "\x1b" not in out
    assert " 7D  AD  5C  3S  5S  8C  2D  AH" in out


def test_a_pipe_has_no_escape_code(winnable: Callable[..., Any]) -> None:
    assert "\x1b" not in winnable("show", "freecell", "617", "--four-colour").out


def test_a_narrow_terminal_folds_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    out = shown(monkeypatch, "show", "mrs_mop", "1", NO_COLOR="1", COLUMNS="40")
    assert max(map(len, out.splitlines())) <= 40
    assert "  1  2  3  4  5  6  7  8  9 10 11 12 13\n" in out


@pytest.mark.parametrize("game", ["freecell", "penguin", "pyramid", "spider", "mrs_mop"])
def test_a_board_with_symbols_reads_back(winnable: Callable[..., Any], game: str) -> None:
    letters = winnable("deal", game, "seed:7").out
    symbols = winnable("deal", game, "seed:7", "--unicode").out
    assert any(suit in symbols for suit in "♣♦♥♠")
    assert winnable("deal", game, "-", stdin=symbols).out == letters


def test_moves_and_words_with_symbols(winnable: Callable[..., Any]) -> None:
    solved = winnable("solve", "pyramid", "5", "--unicode").out
    assert "8♦+5♥" in solved
    assert winnable("check", "pyramid", "5", "-", stdin=solved).code == 0
    assert winnable("solve", "freecell", "617", "--print", "words", "--unicode").out.count("♣") > 5
    assert "♠" in winnable("hint", "freecell", "617", "--unicode").out
    assert "♠" in winnable("verdicts", "freecell", "617", "--unicode", "--max-nodes", "2000").out


def test_what_is_no_card_stays_as_it_is() -> None:
    told = "KS from column 2; 8D+5H, 37=QH; Foundations: H-7; a2c; 13S; JDX; 617KC"
    assert with_symbols(told) == ("K♠ from column 2; 8♦+5♥, 37=Q♥; Foundations: H-7; a2c; 13S; JDX; 617KC")


def test_other_formats_keep_their_letters(winnable: Callable[..., Any]) -> None:
    for form in ("json", "thesis"):
        plain = winnable("deal", "pyramid", "3", "--format", form).out
        assert winnable("deal", "pyramid", "3", "--format", form, "--unicode").out == plain


def test_an_encoding_without_symbols_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from winnable.cli.main import run

    err = io.StringIO()
    monkeypatch.setattr(sys, "stderr", err)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))
    assert run(["show", "freecell", "617", "--unicode"]) == 2
    assert "latin-1, has no symbols for suits" in err.getvalue()


def test_red_is_no_new_rule() -> None:
    """Every suit's colour on the terminal is that of the cards."""
    from winnable.cards import Suit
    from winnable.cli.ink import _LOOKS

    red = {suit.name.lower() for suit in Suit if suit.colour == "red"}
    assert red == {look for look in ("clubs", "diamonds", "hearts", "spades") if look in _LOOKS}


def test_verdicts_are_green_and_red_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out = shown(monkeypatch, "verdicts", "pyramid", "5")
    assert "\x1b[32mwinnable\x1b[0m in " in out
    assert "\x1b[31mlost\x1b[0m: " in out
    plain = shown(monkeypatch, "verdicts", "pyramid", "5", NO_COLOR="1")
    assert re.sub(r"\x1b\[\d*m", "", out) == plain


def test_moves_with_symbols_are_made(winnable: Callable[..., Any]) -> None:
    letters = winnable("hint", "pyramid", "5", "--after", "8D+5H")
    assert letters.code == 0
    assert winnable("hint", "pyramid", "5", "--after", "8♦+5♥") == letters
