"""Positions of Pyramid from any text."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.deals import DealNumber
from winnable.errors import InputError
from winnable.text.boards import write_position
from winnable.text.detect import Entry, read_file, read_lines, text_lines

from .text_strategies import pairing_game

DATA = Path(__file__).parents[2] / "data" / "pyramid"
PYRAMID = pairing_game("pyramid:microsoft")
START = PYRAMID.deal(617)
TEXTS = {form: write_position(PYRAMID, START, form) for form in list(PYRAMID.family.forms())}
BOARD, FLAT, THESIS, JSON = (TEXTS[form] for form in ("board", "flat", "thesis", "json"))


def read(data: str | bytes) -> list[Entry]:
    raw = data.encode() if isinstance(data, str) else data
    return list(read_lines(text_lines(io.BytesIO(raw), "f"), PYRAMID, "f"))


def message(data: str | bytes) -> str:
    with pytest.raises(InputError) as caught:
        [entry.position(PYRAMID) for entry in read(data)]
    return str(caught.value)


def test_deal_numbers() -> None:
    found = read("# deals\n\n617 # bare\r\n  pysol:5\nms:7..8\n")
    assert [entry.label for entry in found] == ["ms:617", "pysol:5", "ms:7", "ms:8"]
    assert found[0] == Entry("ms:617", deal=DealNumber("ms", 617))
    assert [entry.position(PYRAMID) for entry in found] == [PYRAMID.deal(entry.label) for entry in found]


BOARD_LINES = BOARD.splitlines(keepends=True)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        (BOARD, ["f:1"]),
        (BOARD + BOARD, ["f:1", "f:11"]),
        ("\n---\n" + BOARD + "---\n" + BOARD, ["f:3", "f:14"]),
        ("# one\n" + BOARD + "# two\n" + BOARD, ["f:2", "f:13"]),
        ("\ufeff" + BOARD.replace("\n", "\r\n"), ["f:1"]),
        ("".join([*BOARD_LINES[7:], *BOARD_LINES[:7]]), ["f:1"]),
        ("".join([BOARD_LINES[8], *BOARD_LINES[:8]]), ["f:1"]),
        (FLAT + "\n# more\n" + FLAT, ["f:1", "f:4"]),
        ("# decks\n---\n" + FLAT + "easy\t37\t" + FLAT, ["f:3", "easy"]),
        (THESIS + THESIS, ["f:1", "f:2"]),
        (f'{{"a": {THESIS},\n"b": {JSON}}}', ["a", "b"]),
        (JSON + "\n" + THESIS, ["f:1", "f:3"]),
        (
            JSON.replace("{", '{"deal": "ms:617", ') + JSON.replace("{", '{"deal": 617, '),
            ["ms:617", "ms:617"],
        ),
    ],
)
def test_every_form(text: str, labels: list[str]) -> None:
    found = read(text)
    assert [entry.label for entry in found] == labels
    assert all(entry.deal is None for entry in found)
    assert all(entry.position(PYRAMID) == START for entry in found)


def test_files_of_decks() -> None:
    found = list(read_file(str(DATA / "decks500.txt"), PYRAMID))
    assert [entry.label for entry in found] == [f"{DATA / 'decks500.txt'}:{i}" for i in range(1, 501)]
    names = [entry.label for entry in read_file(str(DATA / "microsoft-decks.txt"), PYRAMID)]
    assert names == ["expert", "master", "master2", "44step", "simple"]
    names = [entry.label for entry in read_file(str(DATA / "thesis.json"), PYRAMID)]
    assert names == ["transcript", "fig9"]


def test_labels_without_a_source() -> None:
    (entry,) = read_lines(["", *BOARD.splitlines()], PYRAMID)
    assert entry.label == "line 2"


@pytest.mark.parametrize("form", [BOARD + "---\n", FLAT, THESIS, JSON])
def test_positions_come_as_they_are_read(form: str) -> None:
    def lines() -> object:
        yield from form.splitlines(keepends=True)
        raise AssertionError("read too far")

    assert next(read_lines(lines(), PYRAMID)).position(PYRAMID) == START  # type: ignore[arg-type]


EXPECTED = "expected boards, decks one to a line, deal numbers one to a line, or JSON"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("", f"f: there is no position here: the text is empty; {EXPECTED}"),
        (b"\x7fELF\0\1", "f:1:5: this is a binary file, or text in another encoding; expected text in UTF-8"),
        ("hello world\n", f"f:1:1: cannot tell what 'hello world' is; {EXPECTED}"),
        ("617\n 0\n", "f:2:2: there is no ms deal 0; expected 1 to 8589934591"),
        ("golf:3", "f:1:1: unknown kind of deal 'golf'; expected one of ms, kpat, pysol, seed"),
        ("Stock:\n", "f:1:1: the tableau has 0 rows; "
         "expected 7 in pyramid, of 1 to 7 cards and gaps"),
        (FLAT + FLAT.replace(" ", " XX ", 1),
         "f:2:4: unknown card 'XX'; expected a rank A23456789TJQK then a suit CDHS"),
        (FLAT + "7D TD", "f:2:1: 50 cards of 52 are missing: AC, AD, AH, AS, 2C, ...; "
         "expected each of the 52 cards once, the tableau first"),
        (JSON + '{"columns": []}', 'f:2:1: this position has no tableau; expected a key "tableau"'),
        (JSON + BOARD, "f:2:14: not JSON: Extra data; expected one JSON object"),
        ('{"tableau": [', "f:2:1: not JSON: Expecting value; expected one JSON object"),
        (JSON.replace("pyramid", "pyramid:hoyle"),
         "f:1:1: this position is of 'pyramid:hoyle'; expected pyramid; "
         "ask for pyramid:hoyle, or take the game out here"),
        (THESIS.replace("{", '{"game": "freecell", '),
         "f:1:1: this position is of 'freecell'; expected pyramid; "
         "ask for freecell, or take the game out here"),
    ],
)  # fmt: skip
def test_errors(data: str | bytes, said: str) -> None:
    assert message(data) == said


def test_a_variant_in_other_words_is_no_other_game() -> None:
    (entry,) = read(JSON.replace('"pyramid"', '"pyramid:microsoft,passes=3"'))
    assert entry.position(PYRAMID) == START


def test_freecell_boards_are_no_pyramids() -> None:
    data = {"game": "freecell", "columns": [["JD"]], "cells": []}
    assert message(json.dumps(data)).startswith("f:1:")
    assert message("Foundations: H-0\nFreecells: -\n: JD\n").startswith("f:1:1: cannot tell what")


any_texts = st.text() | st.text(alphabet="JD2 -:{}[]\"'\nStockpyramideck,\t")


@given(
    st.binary()
    | any_texts.map(str.encode)
    | st.tuples(st.sampled_from(list(TEXTS.values())), any_texts).map("".join).map(str.encode)
)
def test_any_bytes_are_positions_or_an_input_error(data: bytes) -> None:
    try:
        found = read(data)
    except InputError:
        return
    assert found
    for entry in found:
        assert (entry.deal is None) is not (entry.setup is None)
        try:
            assert entry.position(PYRAMID).pass_number in (1, 2, 3)
        except InputError as error:
            assert "\n" not in str(error)  # noqa: PT017 - what else is checked is that nothing else is raised
