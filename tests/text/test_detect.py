"""Positions from any text."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from families.patience.text_strategies import game_named, legal_setups
from winnable.deals import DealNumber
from winnable.errors import InputError
from winnable.families.patience.json import format_position
from winnable.families.patience.setup import Setup
from winnable.families.patience.text import format_board
from winnable.registry import get_game
from winnable.text.detect import Entry, read_file, read_lines, read_text, text_lines

FREECELL = game_named("freecell")
SETUP = FREECELL.setup(FREECELL.deal(617))
BOARD = format_board(SETUP)
JSON = format_position(SETUP, "freecell")


def read(data: str | bytes) -> list[Entry]:
    raw = data.encode() if isinstance(data, str) else data
    return list(read_lines(text_lines(io.BytesIO(raw), "f"), FREECELL, "f"))


def message(data: str | bytes) -> str:
    with pytest.raises(InputError) as caught:
        read(data)
    return str(caught.value)


def test_deal_numbers() -> None:
    found = read("# deals\n\n617 # bare\r\n  pysol:5\nms:7..9\nseed:1")
    assert [entry.label for entry in found] == ["ms:617", "pysol:5", "ms:7", "ms:8", "ms:9", "seed:1"]
    assert found[0] == Entry("ms:617", deal=DealNumber("ms", 617))
    assert [entry.position(FREECELL) for entry in found] == [FREECELL.deal(entry.label) for entry in found]


def test_a_bare_number_is_of_the_usual_dialect() -> None:
    (entry,) = read_lines(["40000"], get_game("spider"))
    assert entry.deal == DealNumber("kpat", 40000)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        (BOARD, ["f:1"]),
        (BOARD + BOARD, ["f:1", "f:11"]),
        ("\n---\n" + BOARD + "---\n" + BOARD, ["f:3", "f:14"]),
        ("# one\n" + BOARD + "# two\n" + BOARD, ["f:2", "f:13"]),
        ("\ufeff" + BOARD.replace("\n", "\r\n"), ["f:1"]),
        ("Foundations:\n" + BOARD.split("\n", 1)[1], ["f:1"]),
        (JSON, ["f:1"]),
        (JSON + "\n\n" + JSON + "\n", ["f:1", "f:3"]),
        (format_position(SETUP, indent=1) + "\n" + JSON, ["f:1", "f:86"]),
    ],
)
def test_boards_and_json(text: str, labels: list[str]) -> None:
    found = read(text)
    assert [entry.label for entry in found] == labels
    assert all(entry.setup == SETUP and entry.deal is None for entry in found)
    assert all(entry.position(FREECELL) == FREECELL.deal(617) for entry in found)


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
@pytest.mark.parametrize("last", [False, True])
def test_lines_end_as_they_do_anywhere(end: str, last: bool) -> None:
    text = BOARD.rstrip().replace("\n", end) + end * last
    (entry,) = read(text)
    assert entry.setup == SETUP
    with pytest.raises(InputError, match="f:3:3: unknown card 'XD'"):
        read(text.replace("7D", "XD"))
    (entry,) = read_lines([*text.splitlines(keepends=True)], FREECELL)
    assert entry.setup == SETUP


def test_a_long_file_of_carriage_returns_is_no_endless_line() -> None:
    many = read(("617".ljust(63) + "\r") * (1 << 15))  # two megabytes, twice the longest line
    assert len(many) == 1 << 15
    assert {entry.label for entry in many} == {"ms:617"}


def test_labels_without_a_source() -> None:
    (entry,) = read_lines(["", *BOARD.splitlines()], FREECELL)
    assert entry.label == "line 2"


@given(legal_setups(), st.booleans())
def test_what_is_written_is_read(setup: Setup, as_json: bool) -> None:
    (entry,) = read(format_position(setup) if as_json else format_board(setup))
    assert entry.setup == setup


def test_positions_come_as_they_are_read() -> None:
    def lines() -> Iterator[str]:
        yield from [*BOARD.splitlines(keepends=True), "---\n"]
        raise AssertionError("read too far")

    assert next(read_lines(lines(), FREECELL)).setup == SETUP

    def numbers() -> Iterator[str]:
        yield "ms:1..8589934591\n"
        raise AssertionError("read too far")

    assert next(read_lines(numbers(), FREECELL)).label == "ms:1"


KINDS = "boards, decks or deal numbers one to a line, or JSON"
EMPTY = f"there is no position here: the text is empty; expected {KINDS}"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("", f"f: {EMPTY}"),
        ("\n# only talk\n\n", f"f: {EMPTY}"),
        (b"\x7fELF\0\1", "f:1:5: this is a binary file, or text in another encoding; expected text in UTF-8"),
        (b"617\n\xff\xfe",
         "f:2:1: this is a binary file, or text in another encoding; expected text in UTF-8"),
        ("hello world\n",
         f"f:1:1: cannot tell what 'hello world' is; expected {KINDS}"),
        ("617\n 0\n", "f:2:2: there is no ms deal 0; expected 1 to 8589934591"),
        ("617\n4H 5S\n",
         "f:2:1: '4H 5S' is not a deal; expected a deal such as 617, ms:617, pysol:123456 or seed:42"),
        ("golf:3", "f:1:1: unknown kind of deal 'golf'; expected one of ms, kpat, pysol, seed"),
        (": 4H\n: 5X\n", "f:2:3: unknown card '5X'; expected a rank A23456789TJQK then a suit CDHS"),
        (JSON + "\n{}", 'f:2:1: this position has no columns; expected a key "columns"'),
        (JSON + "\n617\n", "f:2:1: this JSON is not a position; expected an object with columns"),
        ("x" * (1 << 20), "f:1: this line has no end; expected lines of at most 1048576 bytes"),
        ("{" + '"a": [1,\n' * 9999,
         "f:2:4: not JSON: Expecting ',' delimiter; expected one JSON object"),
        ('{"columns": [\n' + (" " * 99 + "\n") * 200,
         "f:1:1: this JSON object has no end; expected at most 16384 characters"),
    ],
)  # fmt: skip
def test_errors(data: str | bytes, said: str) -> None:
    assert message(data) == said


def test_half_a_json_object() -> None:
    assert (
        message('\n{"columns": [[],\n[]')
        == "f:4:1: not JSON: Expecting ',' delimiter; expected one JSON object"
    )


def test_a_position_of_another_game_is_refused() -> None:
    (entry,) = read(JSON.replace("freecell", "penguin"))
    with pytest.raises(InputError) as caught:
        entry.position(FREECELL)
    assert str(caught.value) == (
        "f:1:1: this position is of 'penguin'; expected freecell; ask for penguin, or take the game out here"
    )
    (entry,) = read(JSON.replace("freecell", "freecell:cells=3"))
    with pytest.raises(InputError, match="this position is of 'freecell:cells=3'; expected freecell;"):
        entry.position(FREECELL)


@given(st.binary() | st.binary().map(lambda tail: BOARD.encode() + tail) | st.text().map(str.encode))
def test_any_bytes_are_positions_or_an_input_error(data: bytes) -> None:
    try:
        found = read(data)
    except InputError:
        return
    assert found
    assert all((entry.deal is None) is not (entry.setup is None) for entry in found)


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    (entry,) = read_file(str(path), FREECELL)
    assert (entry.label, entry.setup) == (f"{path}:1", SETUP)
    assert read_text(str(path)) == BOARD


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    for read_it in (lambda: [entry.label for entry in read_file("-", FREECELL)], lambda: read_text("-")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"617\n"), encoding="ascii"))
        assert read_it() in (["ms:617"], "617\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"6\0"), encoding="ascii"))
    with pytest.raises(InputError, match=r"^<stdin>:1:2: this is a binary file"):
        read_text("-")


@pytest.mark.parametrize(
    ("name", "reason"),
    [("missing.txt", "no such file or directory"), (".", "is a directory"), ("a\0b", "embedded null byte")],
)
def test_files_that_cannot_be_read(
    name: str, reason: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for read_it in (read_text, lambda name: list(read_file(name, FREECELL))):
        with pytest.raises(InputError) as caught:
            read_it(name)
        assert str(caught.value).endswith(f": {reason}; expected a file, or -")


def test_a_text_too_long_to_hold(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text(("26 " * (1 << 14) + "\n") * 342)
    with pytest.raises(InputError, match="this text is too long; expected at most 16777216 characters"):
        read_text(str(path))


def test_a_saved_game_of_kpatience_that_is_not_read_is_told_as_one() -> None:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>\n', '<kpat-game game-type="spider" deal-number="7">\n']
    with pytest.raises(InputError) as caught:
        next(read_lines(lines, get_game("spider"), "game.xml"))
    said = str(caught.value)
    what = "this is XML, and saved games of KPatience are not read for Spider"
    assert said.startswith(f"game.xml:1:1: {what}; ")
    assert said.endswith(
        "give the deal by its number, as in kpat:617, or a screenshot to winnable screen read"
    )
