"""Lists of move texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.errors import InputError
from winnable.moves import Autoplay, Metric, lay_out, parse_autoplay, split_moves

tokens = st.lists(st.sampled_from(["26", "2a", "a6", "3h", "13v2", "Sa", "0x", "1d"]))


def texts(text: str) -> list[str]:
    return [token.text for token in split_moves(text.split("\n"))]


@given(tokens)
def test_lay_out_is_read_back(moves: list[str]) -> None:
    text = lay_out(moves)
    assert texts(text) == moves
    assert all(len(line.split()) == 10 for line in text.splitlines()[:-1])
    assert len(text.splitlines()) == -(-len(moves) // 10)


@given(tokens, st.sampled_from(["{}. ", "{}) ", " {}:", "{}.  "]))
def test_numbered_lines_are_read_back(moves: list[str], number: str) -> None:
    text = "\n".join(number.format(i) + move + "  # 5H from 1 to 2" for i, move in enumerate(moves, 1))
    assert texts(text) == moves


@given(tokens, st.sampled_from(["{}. ", "{}) ", "{}: ", "{}.", "{})", "{}... "]), st.integers(1, 5))
def test_numbers_within_lines_are_no_moves(moves: list[str], number: str, per_line: int) -> None:
    numbered = [number.format(i) + move for i, move in enumerate(moves, 1)]
    assert texts(lay_out(numbered, per_line)) == moves
    pairs = [f"{i}. {' '.join(moves[2 * i - 2 : 2 * i])}" for i in range(1, (len(moves) + 1) // 2 + 1)]
    assert texts("; ".join(pairs)) == moves


def test_what_may_be_a_move_is_no_number_within_a_line() -> None:
    assert texts("1. 26 12. 2a") == ["26", "12.", "2a"]  # it would be the second
    assert texts("26 12. 2a") == ["26", "12.", "2a"]
    assert texts("11. 26 12. 2a 12: 13) 14") == ["26", "2a", "12:", "14"]
    assert [token.column for token in split_moves(["1. 26 2.2a"])] == [4, 9]


@given(tokens, st.lists(st.sampled_from([" ", ",", ", ", ";", "\n", "  \n ", "# no\n", "\r\n"]), min_size=1))
def test_separators(moves: list[str], separators: list[str]) -> None:
    text = "".join(move + separators[i % len(separators)] for i, move in enumerate(moves))
    assert texts(text) == moves


def test_places() -> None:
    found = list(split_moves(["# a comment", "12. 26, 2a 26", "", "  a6 # 3h"]))
    assert [(t.text, t.line, t.column) for t in found] == [
        ("26", 2, 5), ("2a", 2, 9), ("26", 2, 12), ("a6", 4, 3)
    ]  # fmt: skip


def test_a_move_is_not_a_line_number() -> None:
    assert texts("12 34\n56") == ["12", "34", "56"]


@given(st.text())
def test_tokens_stand_where_they_say(text: str) -> None:
    lines = text.split("\n")
    for token in split_moves(lines):
        assert lines[token.line - 1].startswith(token.text, token.column - 1)
        assert len(token.text.split()) == 1
        assert not set(token.text) & set("#,;")


@pytest.mark.parametrize("name", ["none", " Horne", "SAFE", "max\n"])
def test_autoplay_by_name(name: str) -> None:
    assert parse_autoplay(name) == name.strip().lower()


@pytest.mark.parametrize("name", ["", "raymond", "safe max"])
def test_unknown_autoplay(name: str) -> None:
    with pytest.raises(InputError, match=r"unknown autoplay .*; expected one of none, horne, safe, max$"):
        parse_autoplay(name)


def test_every_metric_says_what_it_counts() -> None:
    assert len({metric.meaning for metric in Metric}) == len(Metric) == 4
    assert list(Autoplay) == ["none", "horne", "safe", "max"]


def test_cards_behind_a_move_stay_with_it() -> None:
    def texts(line: str) -> list[str]:
        return [token.text for token in split_moves([line], cards=True)]

    assert texts("37=QH,41 deal=KS,7D, 52") == ["37=QH", "41", "deal=KS,7D", "52"]
    assert texts("37=QH,41=KS;deal=KS,7D,52v2") == ["37=QH", "41=KS", "deal=KS,7D", "52v2"]
    assert [token.column for token in split_moves(["1. 37=QH,KS, 41"], cards=True)] == [4, 14]
    assert [token.text for token in split_moves(["r1c1=g,r1c2=v"])] == ["r1c1=g", "r1c2=v"]
