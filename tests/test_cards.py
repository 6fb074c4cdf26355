"""The alphabet."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from winnable.cards import (
    CARDS,
    UNKNOWN,
    Card,
    Colour,
    Rank,
    Suit,
    find_card,
    format_card,
    parse_card,
    parse_rank,
    parse_suit,
)
from winnable.errors import InputError

cards = st.sampled_from(CARDS)


def test_numbers_follow_microsofts_deck() -> None:
    assert [str(card) for card in CARDS[:6]] == ["AC", "AD", "AH", "AS", "2C", "2D"]
    assert str(CARDS[51]) == "KS"
    assert [card.index for card in CARDS] == list(range(52))


@given(cards)
def test_a_card_is_its_rank_and_suit(card: Card) -> None:
    assert card.index == 4 * card.rank + card.suit
    assert Card.of(card.rank, card.suit) is card
    assert Card.from_index(card.index) is card
    assert str(card) == card.rank.letter + card.suit.letter
    red = card.suit.letter in "DH"
    assert card.colour is (Colour.RED if red else Colour.BLACK)


@given(cards, st.booleans())
def test_text_round_trip(card: Card, unicode: bool) -> None:
    text = format_card(card, unicode=unicode)
    assert parse_card(text) is card
    assert parse_card(text.lower()) is card
    assert text.isascii() is not unicode


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("TH", "TH"), ("10h", "TH"), ("0H", "TH"), ("th", "TH"),
        ("1s", "AS"), ("as", "AS"),
        ("11C", "JC"), ("12d", "QD"), ("13H", "KH"),
        ("q♠", "QS"), ("10♥", "TH"), ("10♥\ufe0f", "TH"), ("♢9", "9D"),
        ("HA", "AH"), ("d10", "TD"), ("C0", "TC"), ("♠K", "KS"), ("h13", "KH"),
    ],
)  # fmt: skip
def test_other_spellings(text: str, card: str) -> None:
    assert str(parse_card(text)) == card


@pytest.mark.parametrize("text", ["??", "#"])
def test_unknown_card(text: str) -> None:
    card = parse_card(text)
    assert card is UNKNOWN
    assert not card.known
    assert str(card) == "??"
    assert Card.from_index(card.index) is card
    for attribute in ("rank", "suit", "colour"):
        with pytest.raises(ValueError, match="unknown card"):
            getattr(card, attribute)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("XH", "unknown card 'XH'; expected a rank A23456789TJQK then a suit CDHS"),
        ("HX", "unknown card 'HX'; expected a rank A23456789TJQK then a suit CDHS"),
        ("7X", "unknown card '7X'; expected a rank A23456789TJQK then a suit CDHS"),
        ("", "unknown card ''; expected a rank A23456789TJQK then a suit CDHS"),
        ("14H", "unknown card '14H'; expected a rank A23456789TJQK then a suit CDHS"),
        ("AH ", "unknown card 'AH '; expected a rank A23456789TJQK then a suit CDHS"),
        ("A", "unknown card 'A'; expected a rank A23456789TJQK then a suit CDHS"),
    ],
)
def test_bad_cards(text: str, message: str) -> None:
    assert find_card(text) is None
    with pytest.raises(InputError) as caught:
        parse_card(text)
    assert str(caught.value) == message


@given(st.text())
def test_any_text_is_a_card_or_an_input_error(text: str) -> None:
    try:
        card = parse_card(text)
    except InputError:
        assert find_card(text) is None
    else:
        assert card is UNKNOWN or parse_card(str(card)) is card


@pytest.mark.parametrize("index", [-1, 52, 254, 256])
def test_no_other_numbers(index: int) -> None:
    with pytest.raises(ValueError, match=str(index)):
        Card.from_index(index)


def test_no_other_ranks_and_suits() -> None:
    with pytest.raises(ValueError, match="13"):
        Card.of(13, 0)
    with pytest.raises(ValueError, match="4"):
        Card.of(0, 4)


def test_cards_are_not_made() -> None:
    with pytest.raises(TypeError, match="parse_card"):
        Card()
    with pytest.raises(AttributeError):
        CARDS[0].index = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        CARDS[0].other = 3  # type: ignore[attr-defined]


@given(st.sampled_from([*CARDS, UNKNOWN]))
def test_copies_are_the_card_itself(card: Card) -> None:
    assert copy.copy(card) is card
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card


@given(cards, cards)
def test_order_is_that_of_numbers(a: Card, b: Card) -> None:
    assert (a < b, a <= b, a > b, a >= b, a == b) == (
        a.index < b.index, a.index <= b.index, a.index > b.index, a.index >= b.index, a.index == b.index
    )  # fmt: skip
    assert a < UNKNOWN
    assert a != a.index
    assert (hash(a) == hash(b)) is (a == b)


def test_cards_do_not_compare_with_numbers() -> None:
    with pytest.raises(TypeError):
        _ = CARDS[0] < 3


def test_ranks_and_suits_by_letter() -> None:
    assert [parse_rank(rank.letter) for rank in Rank] == list(Rank)
    assert [parse_suit(suit.letter.lower()) for suit in Suit] == list(Suit)
    assert [parse_suit(suit.symbol) for suit in Suit] == list(Suit)
    assert parse_rank("10") is Rank.TEN
    with pytest.raises(InputError, match="unknown rank 'X'; expected one of A23456789TJQK"):
        parse_rank("X")
    with pytest.raises(InputError, match="unknown suit 'CD'; expected one of CDHS"):
        parse_suit("CD")
    for parse in (parse_rank, parse_suit):
        with pytest.raises(InputError):
            parse("")
