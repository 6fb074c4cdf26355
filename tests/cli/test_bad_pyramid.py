"""Bad Pyramid positions get one line that says what, where and what was expected, and exit code 2."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from families.pairing.text_strategies import MS_1 as BOARD

FLAT = "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C TS QH " + (
    "4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H\n"
)

TEXTS = {
    "row too short": (BOARD.replace("  7H\n", "\n"), [":3:9", "row 3", "has 2 cards", "expected 3", "--"]),
    "row too long": (BOARD.replace("  7H\n", "  7H  2H\n"), [":3:9", "row 3", "has 4 cards", "expected 3"]),
    "row missing": (BOARD.replace("        JC  5D  7H\n", ""), [":3:7", "row 3"]),
    "last row missing": ("\n".join(BOARD.splitlines()[:6]), [":1:13", "6 rows", "expected 7"]),
    "played card still covers": (
        BOARD.replace("  QH", "  --").replace("AC ", "").replace("JC", "--").replace("2C ", ""),
        [":3:9", "7C and 5H still cover", "expected the card that lies here"],
    ),
    "played card still there": (
        BOARD.replace("AC ", "") + "Played: AC QH\n",
        [":11:12", "QH is listed as played", "line 7, column 25"],
    ),
    "waste longer than drawn": (
        BOARD.replace("Waste:", "Waste: 4H AC"),
        [":9:8", "waste holds 2 cards", "0 of 24"],
    ),
    "pass beyond the variant": (BOARD.replace("Pass: 1", "Pass: 4"), [":10:7", "pass 4", "1 to 3"]),
    "pass that is no number": (BOARD.replace("Pass: 1", "Pass: last"), [":10:7", "the pass is one number"]),
    "missing card": (BOARD.replace("4H ", ""), [":1:13", "1 card of 52 is missing: 4H"]),
    "duplicate card": (BOARD.replace("4H ", "AC "), [":8:11", "AC appears twice", "line 8, column 8"]),
    "unknown rank": (BOARD.replace("4H ", "XH "), [":8:8", "'XH'", "A23456789TJQK"]),
    "face-down card": (BOARD.replace("KD", "??"), [":4:15", "unknown card", "say which it is"]),
    "columns": (BOARD + "Column 1: 4H\n", [":11:1", "column too many", "Stock"]),
    "51 cards on a line": (FLAT.replace("4H ", ""), [":1:1", "1 card of 52 is missing: 4H"]),
    "53 cards on a line": (FLAT.replace("4H", "4H 4H"), [":1:88", "53 cards", "4H appears twice"]),
    "thesis row": (
        '{"pyramid": [["4H"], ["5H"]], "deck": []}', [":1:14", "row 2", "has 1 card", "expected 2"],
    ),
    "thesis card": ('{"pyramid": [["14H"]], "deck": []}', [":1:15", "'14H'"]),
    "json key": ('{"tableau": [], "talon": []}', [":1:17", "'talon'", "stock"]),
    "json of another game": ('{"columns": []}', [":1:1", "tableau"]),
    "empty file": ("", ["empty"]),
    "prose": ("hello world\n", ["hello world", ":1:1", "expected"]),
}  # fmt: skip


@pytest.mark.parametrize("command", ["solve", "deal", "hint", "verdicts"])
@pytest.mark.parametrize("name", TEXTS)
def test_a_bad_position_is_one_line_with_its_place(
    winnable: Callable[..., Any], tmp_path: Path, name: str, command: str
) -> None:
    text, expected = TEXTS[name]
    path = tmp_path / "board.txt"
    path.write_text(text)
    answer = winnable(command, "pyramid", str(path))
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    for part in ["board.txt", *expected]:
        assert part in answer.err


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["deal", "pyramid:hoyl", "1"], ["hoyl", "hoyle"]),
        (["deal", "pyramid", "1", "--variant", "hoyl"], ["hoyl", "hoyle"]),
        (["deal", "pyramid:hoyle,passes=0", "1"], ["passes", "1 to 9"]),
        (["deal", "pyramid", "ms:0"], ["ms deal 0", "8589934591"]),
        (["deal", "pyramid", "no-such-file.txt"], ["no-such-file.txt"]),
        (["deal", "pyramid", "1", "--format", "drawing"], ["drawing", "board"]),
        (["solve", "pyramid", "xx:1"], ["xx", "ms"]),
    ],
)
def test_a_wrong_word_is_one_line(winnable: Callable[..., Any], argv: list[str], expected: list[str]) -> None:
    answer = winnable(*argv)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    for part in expected:
        assert part in answer.err


def test_only_starts_fit_a_deck(winnable: Callable[..., Any]) -> None:
    drawn = BOARD.replace("Stock: 4H", "Stock:").replace("Waste:", "Waste: 4H")
    answer = winnable("deal", "pyramid", "-", "--format", "thesis", stdin=drawn)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "not the start of a deal, which is all that 'thesis' can hold" in answer.err
    assert winnable("deal", "pyramid", "-", stdin=drawn).out == drawn
