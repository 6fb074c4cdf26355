"""Bad input gets one line that says what, where and what was expected, and exit code 2."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

BOARD = """\
Foundations: H-0 C-0 D-0 S-0
Freecells: - - - -
: JD KD 2S 4C 3S 6D 6S
: 2D KC KS 5C TD 8S 9C
: 9H 9S 9D TS 4S 8D 2H
: JC 5S QD QH TH QS 6H
: 5D AD JS 4H 8H 6C
: 7H QC AS AC 2C 3D
: 7C KH AH 4D JH 8C
: 5H 3H 3C 7S 7D TC
"""

BOARDS = {
    "missing card": (BOARD.replace("JD KD", "KD"), ["JD", "missing"]),
    "duplicate card": (BOARD.replace("JD KD", "KD KD"), ["KD", "twice", ":3:6"]),
    "unknown rank": (BOARD.replace("JD KD", "XD KD"), ["'XD'", ":3:3", "A23456789TJQK"]),
    "unknown suit": (BOARD.replace("JD KD", "JX KD"), ["'JX'", ":3:3", "CDHS"]),
    "53 cards": (BOARD.replace("7D TC", "7D TC AC"), ["53 cards", "AC", ":10:21"]),
    "a cell too many": (
        BOARD.replace("- - - -", "- - - - JD").replace("JD KD", "KD"),
        ["cell too many", ":2:"],
    ),
    "a column too many": (BOARD.replace(" TC\n", "\n: TC\n"), ["column too many", ":11"]),
    "empty file": ("", ["empty"]),
    "only comments": ("# nothing\n\n", ["empty"]),
    "prose": ("hello world\n", ["hello world", ":1:1", "expected"]),
}


@pytest.mark.parametrize("command", ["solve", "deal", "hint", "verdicts"])
@pytest.mark.parametrize("name", BOARDS)
def test_a_bad_board_is_one_line_with_its_place(
    winnable: Callable[..., object], tmp_path: Path, name: str, command: str
) -> None:
    text, expected = BOARDS[name]
    path = tmp_path / "board.txt"
    path.write_text(text)
    answer = winnable(command, "freecell", str(path))
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    for part in ["board.txt", *expected]:
        assert part in answer.err


def test_a_bad_board_on_standard_input(winnable: Callable[..., object]) -> None:
    answer = winnable("solve", "freecell", "-", stdin=BOARD.replace("JD KD", "XD KD"))
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert "<stdin>:3:3" in answer.err


@pytest.mark.parametrize("data", [b"\x00\x01\x02\xff", b"\x89PNG\r\n\x1a\n\x00", b"\xff\xfe\x41"])
def test_a_binary_file(winnable: Callable[..., object], tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "board.bin"
    path.write_bytes(data)
    answer = winnable("solve", "freecell", str(path))
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "binary" in answer.err


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["solve", "freecell", "ms:8589934592"], ["8589934592", "8589934591"]),
        (["solve", "freecell", "ms:-3"], ["-3", "-1 or -2"]),
        (["solve", "freecell:columns=0", "1"], ["columns", "1 to 13"]),
        (["solve", "freecell", "aisleriot:617"], ["aisleriot", "ms, kpat, pysol, seed"]),
        (["solve", "pyramid", "1", "--rows"], ["Pyramid has no --rows"]),
        (["solve", "freecell", "-1"], ["No such option '-1'", "for a deal write ms:-1"]),
        (["solve", "freecell", "ms:1..8589934592"], ["8589934592"]),
        (["solve", "freecell", "ms:9..3"], ["backwards"]),
        (["solve", "freecell", "xx:3"], ["xx", "ms"]),
        (["solve", "freecell", "ms:abc"], ["abc"]),
        (["solve", "freecell", "no-such-file.txt"], ["no-such-file.txt"]),
        (["solve", "freecel", "617"], ["unknown game 'freecel'", "freecell"]),
        (["solve", "freecell:cels=3", "617"], ["cels", "cells"]),
        (["solve", "freecell:cells=9", "617"], ["cells", "0 to 8"]),
        (["solve", "freecell:cells", "617"], ["'cells'", "an option and its value, as in freecell:cells=3"]),
        (["solve", "freecell", "617", "--solver", "fast"], ["fast", "auto"]),
        (["solve", "freecell", "617", "--solver", "shortest", "--metric", "miles"], ["miles", "moves"]),
        (["solve", "freecell", "617", "--metric", "cards"], ["auto minimises nothing", "shortest"]),
        (["solve", "pyramid", "1", "--metric", "passes"], ["auto minimises nothing", "fewest"]),
        (["solve", "freecell", "617", "--speed", "9"], ["--speed", "--help"]),
        (["solve", "freecell", "617", "--max-memory", "lots"], ["lots", "500M"]),
        (["solve", "freecell", "617", "--max-nodes", "0"], ["--max-nodes", "0"]),
        (["solve", "freecell", "617", "--max-seconds", "-1"], ["--max-seconds", "-1"]),
        (["solve", "freecell"], ["POSITION"]),
        (["slove", "freecell", "617"], ["slove"]),
        (["hint", "freecell", "ms:1..2"], ["ms:1..2", "several"]),
        (["hint", "freecell", "617", "--after", "2a 12"], ["--after, move 2: 12:"]),
        (["check", "freecell", "617", "no-such-file.txt"], ["no-such-file.txt"]),
        (["check", "freecell", "-", "-"], ["standard input"]),
        (["games", "chess"], ["chess", "freecell"]),
        (["solve", "freecell", "617", "--max-seconds", "nan"], ["--max-seconds", "nan"]),
        (["solve", "freecell", "617", "--max-nodes", "9" * 24], ["--max-nodes", "9" * 24]),
        (["search", "freecell", "617", "--max-nodes", "9" * 24], ["--max-nodes", "9" * 24]),
        (["solve", "freecell", "617", "--max-memory", "9" * 24], ["--max-memory", "9" * 24]),
        (["solve", "freecell", "617", "--jobs", "9" * 24], ["--jobs", "9" * 24]),
        (["tune", "freecell", "617", "--count", "9" * 24], ["--count", "9" * 24]),
        (["tune", "freecell", "ms:1..8589934591"], ["too many deals"]),
        (["tune", "freecell", "1", "--features", "cells=0..1,cells=0..2"], ["'cells'", "twice"]),
        (["search", "freecell", "617", "--trace", ""], ["the trace has no name"]),
        (["solve", "freecell:cells=\udcff", "617"], ["UTF-8"]),
        (["hint", "freecell", "617", "--after", "\udcff\udcff"], ["--after, move 1: "]),
    ],
)
def test_a_wrong_word_is_one_line(
    winnable: Callable[..., object], argv: list[str], expected: list[str]
) -> None:
    answer = winnable(*argv)
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert answer.err.startswith("winnable: ")
    for part in expected:
        assert part in answer.err


def test_a_solution_with_a_word_that_is_no_move(winnable: Callable[..., object]) -> None:
    answer = winnable("check", "freecell", "617", "-", stdin="2a 1b\n2c hello\n")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    for part in ("<stdin>:2:4", "move 4", "hello"):
        assert part in answer.err


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "empty"),
        (" \n\n", "empty"),
        ("x" * 900_000, "<stdin>:1:1"),
        ('{"moves": ["2a", "\\ud800a"]}', "<stdin>:1:18"),
        ('{"moves": [\n"2a",\n 5]}', "<stdin>:3:2"),
        ("2a a2 " * 60_000, "at most 100000"),
        ('{"moves": [' + '"2a", ' * 100_000 + '"2a"]}', "at most 100000"),
    ],
    ids=["empty", "blank", "a long word", "a lone surrogate", "a number", "too long", "too long, JSON"],
)
def test_a_solution_that_is_none(winnable: Callable[..., object], text: str, expected: str) -> None:
    answer = winnable("check", "freecell", "617", "-", stdin=text)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert expected in answer.err
    assert len(answer.err) < 300


@pytest.mark.parametrize("text", ["", " "])
@pytest.mark.parametrize("game", ["freecell", "pyramid", "undead"])
def test_an_empty_position_is_said_to_be_empty(winnable: Callable[..., object], game: str, text: str) -> None:
    answer = winnable("solve", game, text)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == ("winnable: POSITION is empty; expected a deal, a file, or - for standard input\n")
