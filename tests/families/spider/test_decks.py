"""Decks of Spider: what KPat and PySolFC show, and slow formulas written afresh."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer, createCards
from pysol_cards.random import shuffle
from pysol_cards.random_base import RandomBase

from winnable.cards import CARDS
from winnable.deals import DIALECTS, DealNumber, deck_of
from winnable.deals.seeded import splitmix64
from winnable.errors import InputError
from winnable.families.spider.deals import spider_deck, spider_start
from winnable.families.spider.setup import SpiderFacts

STARTS = [
    line.strip()
    for line in (Path(__file__).parent / "starts.txt").read_text(encoding="ascii").splitlines()
    if line and not line.startswith("#")
]
# What PySolFC shows with one and with two suits, as our suits.
OURS = {1: {"C": "S"}, 2: {"C": "S", "H": "H"}, 4: {suit: suit for suit in "CDHS"}}

dialects = st.sampled_from(sorted(DIALECTS))


def names(deck: bytes) -> list[str]:
    return [str(CARDS[index]) for index in deck]


@st.composite
def deals(draw: st.DrawFn) -> DealNumber:
    dialect = DIALECTS[draw(dialects)]
    return DealNumber(dialect.name, draw(st.integers(dialect.first, dialect.last)))


@pytest.mark.parametrize("line", STARTS, ids=lambda line: line.split()[0])
def test_what_the_programs_show(line: str) -> None:
    head, *columns, stock = (part.split() for part in line.split("|"))
    deal, suits = head[0], int(head[1])
    ours = OURS[suits] if deal.startswith("pysol") else {suit: suit for suit in "CDHS"}
    *columns, stock = [[card[0] + ours[card[1]] for card in pile] for pile in (*columns, stock)]
    setup = spider_start(deal, suits)
    assert [[str(card) for card in column] for column in setup.columns] == columns
    assert [str(card) for card in setup.stock] == stock
    assert setup.down == tuple(len(column) - 1 for column in columns)
    assert setup.check(SpiderFacts("Spider", suits=suits), known=True) == setup


@given(deals(), st.sampled_from([1, 2, 4]))
def test_a_start_holds_its_deck(deal: DealNumber, suits: int) -> None:
    setup = spider_start(deal, suits)
    cards = [card.index for _, card in setup.slots()]
    assert sorted(cards) == sorted(spider_deck(deal, 2, suits))
    assert bytes(cards[54:]) == spider_deck(deal, 2, suits)[54:]


@given(deals(), st.sampled_from([1, 2]), st.sampled_from([1, 2, 4]))
def test_every_card_is_there_as_often_as_it_should(deal: DealNumber, decks: int, suits: int) -> None:
    deck = spider_deck(deal, decks, suits)
    facts = SpiderFacts("Spider", decks=decks, suits=suits)
    assert Counter(deck) == {card.index: facts.copies for card in facts.faces}
    assert deck == spider_deck(str(deal), decks, suits)


@given(deals(), st.sampled_from([1, 2]))
def test_fewer_suits_are_the_same_deal_with_suits_made_one(deal: DealNumber, decks: int) -> None:
    four = spider_deck(deal, decks, 4)
    for suits in (1, 2):
        fewer = spider_deck(deal, decks, suits)
        assert [card >> 2 for card in fewer] == [card >> 2 for card in four]
        assert len(set(zip((card & 3 for card in four), (card & 3 for card in fewer), strict=True))) == 4


@given(deals())
def test_one_deck_is_that_of_other_games(deal: DealNumber) -> None:
    assert spider_deck(deal, 1, 4) == deck_of(deal)


@given(st.integers(1, 10**20) | st.integers(1, 33_000))
def test_pysol_against_its_own_package(number: int) -> None:
    cards = shuffle(createCards(2), number, RandomBase.DEALS_PYSOLFC)
    cards.reverse()
    renderer = CardRenderer(True)
    assert names(spider_deck(f"pysol:{number}")) == [renderer.to_s(card) for card in cards]


@given(st.integers(1, 2**33 - 1) | st.integers(1, 40_000))
def test_microsoft_of_two_decks(number: int) -> None:
    pack = [rank + suit for _ in range(2) for rank in "A23456789TJQK" for suit in "CDHS"]
    state = number % 2**32
    dealt = []
    while pack:
        state = (214013 * state + 2531011) % 2**32
        high = state // 65536
        r = high % 32768 if number < 2**31 else high % 32768 + 32768 if number < 2**32 else high + 1
        at = r % len(pack)
        pack[at], pack[-1] = pack[-1], pack[at]
        dealt.append(pack.pop())
    assert names(spider_deck(f"ms:{number}")) == dealt
    if number < 2**31:
        assert spider_deck(f"kpat:{number}") == spider_deck(number)


@given(st.integers(0, 2**64 - 1))
def test_seeds_of_two_decks(seed: int) -> None:
    numbers = splitmix64(seed)
    deck = list(chain(range(52), range(52)))
    for last in range(103, 0, -1):
        x = next(x for x in numbers if x < 2**64 // (last + 1) * (last + 1))
        at = x % (last + 1)
        deck[at], deck[last] = deck[last], deck[at]
    assert list(spider_deck(f"seed:{seed}")) == deck


@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        ("kpat:0", "there is no kpat deal 0; expected 1 to 2147483647"),
        ("kpat:2147483648", "there is no kpat deal 2147483648; expected 1 to 2147483647"),
        ("golf:1", "unknown kind of deal 'golf'; expected one of ms, kpat, pysol, seed"),
    ],
)
def test_no_such_deal(deal: str, expected: str) -> None:
    with pytest.raises(InputError) as caught:
        spider_deck(deal)
    assert str(caught.value) == expected
