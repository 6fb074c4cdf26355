"""Bad Spider positions and logs get one line that says what, where and how to mend it, and exit code 2."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from families.spider.text_strategies import spider_game
from winnable.text.boards import write_position

SPIDER = spider_game()
HAND = write_position(SPIDER, SPIDER.deal("kpat:101"), "hand")
DRAWN = write_position(SPIDER, SPIDER.deal("kpat:101"), "board")
RUN = "Kc Qc Jc 0c 9c 8c 7c 6c 5c 4c 3c 2c Ac"
# All but a run of clubs, which still lies there, and two of spades in pieces.
STANDING = "\n".join([RUN, "Ks", "As 2s 3s 4s 5s 6s 7s 8s 9s 0s Js Qs", *["--"] * 8]) + "\n"


def changed(text: str, line: int, old: str, new: str) -> str:
    lines = text.splitlines()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "\n".join(lines) + "\n"


UNSEEN = (
    "\n".join(
        " ".join("-??" if word.startswith("-") else word for word in line.split())
        if i < 10
        else " ".join("??" for _ in line.split())
        for i, line in enumerate(HAND.splitlines())
    )
    + "\n"
)

TEXTS = {
    "103 cards": (
        changed(HAND, 1, "-2c ", ""), [":1:1", "103 cards", "1 card of 104 is missing: 2C", "put it in"]
    ),
    "105 cards": (changed(HAND, 1, "-2c", "-2c -2c"), [":3:21", "105 cards", "a third 2C", "take one out"]),
    "a third seven of clubs": (
        changed(HAND, 1, "-2c", "-7c"),
        [":18:", "a third 7C, the others at line 1, column 1 and line 16, column 4", "twice", "take one out"],
    ),
    "a face-down card above a face-up one": (
        changed(HAND, 1, "-0d", "0d"), [":1:8", "4H lies face down above a face-up card", "turn it face up"]
    ),
    "a column that ends face down": (
        changed(HAND, 1, " 4d", " -4d"), [":1:21", "last card of column 1 lies face down", "turn it"]
    ),
    "six cards in a stock line": (
        changed(HAND, 11, "Kd", "Kd 4d"), [":11:16", "6 cards in line 1", "at most 5", "take one out"]
    ),
    "four cards in a stock line": (
        changed(HAND, 14, "8c ", ""), [":14:1", "4 cards in line 4 of the stock", "expected 5"]
    ),
    "a completed run left standing": (
        STANDING.replace("--\n", "", 1),
        [":1:1", "a complete run of clubs still lies in column 1", "take its 13 cards out"],
    ),
    "more unknown cards than are unseen": (
        changed(UNSEEN, 1, "-??", "-?? -??"),
        [":20:13", "95 unknown cards", "with 10 known only 94 are left", "take 1 out"],
    ),
    "unknown cards too few": (
        changed(UNSEEN, 1, "-?? ", ""), [":1:1", "103 cards, of which 93 unknown", "expected 104", "write ??"]
    ),
    "known cards that leave no run": (
        changed(UNSEEN, 1, "-??", "-7c -7c -7c"), [":1:9", "a third 7C", "twice", "take one out"]
    ),
    "a run beside whose cards there is no room": (
        changed(UNSEEN, 1, "-??", "-3s") + "runs: s-1\n", [":8:17", "a second 3S beside 1 run of spades"]
    ),
    "a run and too many cards": (
        UNSEEN + "runs: h-1\n", [":18:10", "94 unknown cards", "1 run gone only 81 are left", "take 13 out"]
    ),
    "an unknown card face up": (
        changed(UNSEEN, 1, "4d", "??"), [":1:21", "an unknown card that lies face up", "say which it is"]
    ),
    "a column too few": (
        HAND.split("\n", 1)[1], [":1:1", "19 lines", "10 columns, then 10 lines of stock", "write --"]
    ),
    "a column too many before the stock": (
        changed(HAND, 1, "4d", "4d\n-2c 2c").rsplit("\n", 2)[0],
        [":11:1", "a - in line 1 of the stock", "one of the 10 before it is missing"],
    ),
    "a line too many": (HAND + "2c\n", [":21:1", "21 lines", "take it out"]),
    "a column too many": (DRAWN + "Column 11: 5H\n", [":17:1", "a column too many", "take it out"]),
    "a card that is none": (changed(HAND, 4, "6c", "6e"), [":4:2", "'6e'", "A23456789TJQK"]),
    "runs of no suit": (HAND + "runs: x-1\n", [":21:7", "unreadable runs", "C-1 S-2"]),
    "three runs of a suit": (HAND + "runs: c-3\n", [":21:1", "3 runs of clubs", "0 to 2"]),
    "json with a key too many": ('{"columns": [], "cells": []}', [":1:17", "'cells'", "stock"]),
    "empty file": ("", ["empty"]),
    "prose": ("hello world\n", ["hello world", ":1:1", "expected"]),
}  # fmt: skip


@pytest.mark.parametrize("command", ["deal", "solve"])
@pytest.mark.parametrize("name", TEXTS)
def test_a_bad_position_is_one_line_with_its_place(
    winnable: Callable[..., Any], tmp_path: Path, name: str, command: str
) -> None:
    text, expected = TEXTS[name]
    path = tmp_path / "hand.txt"
    path.write_text(text)
    answer = winnable(command, "spider", str(path))
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    for part in ["hand.txt", *expected]:
        assert part in answer.err


@pytest.mark.parametrize(
    ("game", "position", "expected"),
    [
        ("spider:suits=2", HAND, [":1:1", "2C is not in", "hearts and spades only", "more suits"]),
        ("spider:suits=3", HAND, ["suits"]),
        ("spiderette", HAND, [":15:1", "20 lines", "7 columns"]),
        (
            "spider",
            '{"game": "spider:suits=1", "columns": []}',
            [":1:1", "spider:suits=1", "expected spider"],
        ),
        ("spider", "golf:1\n", [":1:1", "'golf'", "ms, kpat, pysol, seed"]),
        ("spider", "kpat:2147483648\n", [":1:1", "there is no kpat deal", "2147483647"]),
    ],
)
def test_a_position_of_another_game(
    winnable: Callable[..., Any], tmp_path: Path, game: str, position: str, expected: list[str]
) -> None:
    path = tmp_path / "hand.txt"
    path.write_text(position)
    answer = winnable("deal", game, str(path))
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    for part in expected:
        assert part in answer.err


def test_unknown_cards_are_shown_but_not_solved(winnable: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "hand.txt"
    path.write_text(UNSEEN)
    shown = winnable("deal", "spider", str(path), "--format", "hand")
    assert (shown.code, shown.out) == (0, UNSEEN)
    assert "Column 1: ?? ?? ?? ?? ?? | 4D\n" in winnable("deal", "spider", str(path)).out
    answer = winnable("solve", "spider", str(path))
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "hand.txt:1:1: an unknown card; expected every card" in answer.err


GAME = {"game": "spider", "deal": "kpat:101", "moves": ["20"]}
LOGS: dict[str, tuple[str | bytes, list[str]]] = {
    "no JSON": ("hello\n", ["games.log:1: this is no log of games"]),
    "no game": ('{"moves": [], "deal": "kpat:1"}\n', ["games.log:1:1", "names no game", '"spider"']),
    "no start": ('{"game": "spider", "moves": []}\n', ["games.log:1:1", "starts nowhere"]),
    "no such deal": (json.dumps(GAME | {"deal": "kpat:0"}), ["games.log:1: there is no kpat deal 0"]),
    "another game": (json.dumps(GAME | {"game": "freecell"}), ["log:1:", "'freecell'", "expected spider"]),
    "broken off": (json.dumps(GAME) + "\n" + json.dumps(GAME)[:30], ["games.log:2:", "not JSON"]),
    "binary": (b"\0\1", ["games.log:1:1", "binary"]),
}  # fmt: skip


@pytest.mark.parametrize("name", LOGS)
def test_a_bad_log_is_one_line_with_its_place(
    winnable: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    text, expected = LOGS[name]
    monkeypatch.chdir(tmp_path)
    path = Path("games.log")
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    answer = winnable("check", "spider", "games.log")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    for part in expected:
        assert part in answer.err


def test_check_of_a_log_takes_no_autoplay(winnable: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "games.log"
    path.write_text(json.dumps(GAME))
    assert winnable("check", "spider", str(path), "--autoplay", "max").code == 2
    answer = winnable("check", "freecell", str(path))
    assert (answer.code, "SOLUTION" in answer.err) == (2, True)
    assert winnable("check", "spider", str(tmp_path / "no.log")).code == 2
