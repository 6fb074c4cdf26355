"""Decks, one to a line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.cards import CARDS
from winnable.errors import InputError, Place
from winnable.families.pairing.flat import format_deck, looks_like_deck, parse_decks
from winnable.families.pairing.setup import BOARD

from .text_strategies import pairing_game

DATA = Path(__file__).parents[2] / "data" / "pyramid"
PYRAMID = pairing_game("pyramid:microsoft")
DECK = PYRAMID.setup(PYRAMID.deal(1)).dealt_order()
LINE = format_deck(DECK)
decks = st.permutations(range(52)).map(bytes)


def test_what_it_looks_like() -> None:
    assert LINE.startswith("JD 2D 9H JC 5D 7H 7C 5H KD")
    assert LINE.endswith("9C 2H 6H\n")
    assert format_deck(DECK, "first") == "first\t" + LINE


@given(st.lists(decks, max_size=4), st.none() | st.sampled_from(["a", "two words", "617", "# 3", "x:y"]))
def test_round_trip(written: list[bytes], name: str | None) -> None:
    lines = "".join(format_deck(deck, name) for deck in written).splitlines()
    if name == "# 3":  # a comment
        assert list(parse_decks(lines)) == []
        return
    found = list(parse_decks(lines))
    assert [deck.deck(PYRAMID) for _, deck in found] == written
    assert {found_name for found_name, _ in found} <= {name}
    assert all(map(looks_like_deck, lines))


def test_the_500_decks() -> None:
    lines = (DATA / "decks500.txt").read_text().splitlines()
    found = list(parse_decks(lines, "decks500.txt"))
    assert len(found) == 500
    for line, (name, deck) in zip(lines, found, strict=True):
        assert name is None
        assert format_deck(deck.deck(PYRAMID)).split() == line.upper().split()
    assert found[499].deck.places[BOARD] == Place(500, 1)


def test_named_decks() -> None:
    lines = (DATA / "microsoft-decks.txt").read_text().splitlines()
    found = list(parse_decks(lines))
    assert [name for name, _ in found] == ["expert", "master", "master2", "44step", "simple"]
    for line, (_, deck) in zip(lines[1:], found, strict=True):
        assert format_deck(deck.deck(PYRAMID)).split() == line.upper().split("\t")[2].split()
    assert found[0].deck.places[BOARD] == Place(2, 11)
    assert found[0].deck.places["deck", 1, 0] == Place(2, 14)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("x\t" + LINE, "x"),
        (" x y \t37\t" + LINE, "x y"),
        ("x\t" + LINE.replace(" ", "\t"), "x"),
        ("x\t37\teasy\t" + LINE.replace(" ", "\t") + "\t", "x"),
        (LINE.replace(" ", "\t"), None),
        ("\t" + LINE, None),
        (LINE.replace("T", "10").lower(), None),
    ],
)
def test_fields(line: str, name: str | None) -> None:
    ((found, deck),) = parse_decks([line])
    assert (found, deck.deck(PYRAMID)) == (name, DECK)


def test_first_lines() -> None:
    assert looks_like_deck("JD 2D 9H JC 5D 7H 7C 5H KD KC")
    assert looks_like_deck("name\tJD")
    assert not looks_like_deck("JD 2D 9H JC 5D 7H 7C 5H KD")
    assert not looks_like_deck("a b c d e f g h i j k l")
    assert not looks_like_deck("name\t")
    assert not looks_like_deck("")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (LINE.replace("9H", "XH"),
         "d.txt:7:7: unknown card 'XH'; expected a rank A23456789TJQK then a suit CDHS"),
        ("x\t37\t" + LINE.replace("JD", "JDJ"),
         "d.txt:7:6: unknown card 'JDJ'; expected a rank A23456789TJQK then a suit CDHS"),
        (LINE.replace("2D ", ""),
         "d.txt:7:1: 1 card of 52 is missing: 2D; expected each of the 52 cards once, the tableau first"),
        (LINE.replace("6H", "6H 2D"),
         "d.txt:7:157: 53 cards: 2D appears twice, first at line 7, column 4; "
         "expected each of the 52 cards once; take one out"),
        (LINE.replace("6H", "??"),
         "d.txt:7:154: an unknown card; expected every card of pyramid; say which it is"),
    ],
)  # fmt: skip
def test_errors(line: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        [deck.deck(PYRAMID) for _, deck in parse_decks([line], "d.txt", 7)]
    assert str(caught.value) == said


@given(st.text() | st.lists(st.sampled_from([*map(str, CARDS), "\t", "x"])).map(" ".join))
def test_any_line_is_a_deck_or_an_input_error(text: str) -> None:
    looks_like_deck(text)
    try:
        for name, deck in parse_decks(text.split("\n")):
            assert name is None or name.strip()
            assert deck.places[BOARD].column >= 1
            assert sorted(deck.deck(PYRAMID)) == list(range(52))
    except InputError as error:
        assert error.line is not None  # noqa: PT017 - whatever else, it has its place
