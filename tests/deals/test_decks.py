"""Decks of numbered deals: golden ones from other programs, and slow formulas written afresh."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysol_cards.cards import CardRenderer, createCards
from pysol_cards.random import shuffle
from pysol_cards.random_base import RandomBase

from winnable.cards import CARDS
from winnable.deals import DIALECTS, deck_of, microsoft, seeded
from winnable.deals.seeded import splitmix64

GOLDEN = [
    line.split()
    for line in (Path(__file__).parent / "decks.txt").read_text(encoding="ascii").splitlines()
    if line and not line.startswith("#")
]


def names(deck: bytes) -> list[str]:
    return [str(CARDS[index]) for index in deck]


def by_the_page(number: int) -> list[str]:
    """Microsoft's deal as the page on formats words it, with lists and text instead of numbers."""
    pack = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
    state = number - 2**32 if number >= 2**32 else number
    dealt = []
    while pack:
        state = (214013 * state + 2531011) % 2**32
        if number < 2**31:
            r = state // 65536 % 32768
        elif number < 2**32:
            r = state // 65536 % 32768 + 32768
        else:
            r = state // 65536 + 1
        at = r % len(pack)
        pack[at], pack[-1] = pack[-1], pack[at]
        dealt.append(pack.pop())
    return dealt


def pysol(number: int, kind: int = RandomBase.DEALS_PYSOLFC) -> list[str]:
    cards = shuffle(createCards(1), number, kind)
    cards.reverse()
    renderer = CardRenderer(True)
    return [renderer.to_s(card) for card in cards]


@pytest.mark.parametrize("line", GOLDEN, ids=lambda line: line[0])
def test_golden(line: list[str]) -> None:
    deal, *cards = line
    assert names(deck_of(deal)) == cards


def test_golden_decks_cover_every_dialect_and_the_edges() -> None:
    deals = {line[0] for line in GOLDEN}
    assert {deal.partition(":")[0] for deal in deals} == set(DIALECTS)
    for name, dialect in DIALECTS.items():
        assert f"{name}:{dialect.last}" in deals
    assert {"ms:1", "ms:617", "ms:11982", f"ms:{2**31}", f"ms:{2**32}", "pysol:32000", "pysol:32001"} <= deals
    assert all(sorted(line[1:]) == sorted(map(str, CARDS)) for line in GOLDEN)


@given(
    st.integers(1, 2**33 - 1)
    | st.integers(2**31 - 9, 2**31 + 9)
    | st.integers(2**32 - 9, 2**32 + 9)
    | st.integers(1, 40_000)
)
def test_microsoft_is_the_formula(number: int) -> None:
    assert names(deck_of(f"ms:{number}")) == by_the_page(number)


@given(st.integers(1, 10**20) | st.integers(1, 33_000) | st.integers(31_990, 32_010))
def test_pysol_is_pysol_cards(number: int) -> None:
    assert names(deck_of(f"pysol:{number}")) == pysol(number)


def test_pysol_zero_is_the_microsoft_formula() -> None:
    assert names(deck_of("pysol:0")) == by_the_page(0)


@given(st.integers(0, 2**64 - 1))
def test_seeded_decks_are_whole(seed: int) -> None:
    assert sorted(deck_of(f"seed:{seed}")) == list(range(52))


def test_numbers_past_the_last_whole_multiple_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = deck_of("seed:7")
    monkeypatch.setattr(seeded, "splitmix64", lambda seed: chain([2**64 - 1, 2**64 - 2], splitmix64(seed)))
    assert deck_of("seed:7") == expected


def test_splitmix64_is_the_published_one() -> None:
    """The first numbers from 1234567, as printed with the algorithm on Rosetta Code."""
    numbers = splitmix64(1234567)
    assert [next(numbers) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_seeded_cards_fall_everywhere() -> None:
    """Chi-square of the first card and of the place of the last over 5200 deals: 51 degrees of freedom,
    so above 100 has a chance of 1 in 20,000, and the seeds are fixed."""
    first, place = [0] * 52, [0] * 52
    for seed in range(5200):
        deck = deck_of(f"seed:{seed}")
        first[deck[0]] += 1
        place[deck.index(51)] += 1
    for counts in (first, place):
        assert sum((n - 100) ** 2 / 100 for n in counts) < 100


@given(st.integers(1, 10**6), st.integers(0, 3))
def test_a_deal_is_found_by_its_cards(number: int, slack: int) -> None:
    deck = deck_of(number)
    places = {place: range(card - card % 4, card - card % 4 + 1 + slack) for place, card in enumerate(deck)}
    exact = {place: (deck[place],) for place in range(12)}
    assert microsoft.deals_like(exact) == [number]
    found = microsoft.deals_like(places)  # of each card the rank, and some of the suits
    assert found == ([number] if all(card % 4 <= slack for card in deck) else [])


def test_deals_that_are_like_are_those_of_a_plain_search() -> None:
    twos = {0: range(4, 8), 3: range(4, 8)}
    slowly = [n for n in range(1, 3000) if all(deck_of(n)[place] in cards for place, cards in twos.items())]
    assert microsoft.deals_like(twos, last=2999, most=10_000) == slowly
    assert microsoft.deals_like(twos, first=slowly[3], most=4) == slowly[3:7]
    assert microsoft.deals_like({0: ()}) == []
    high = 2**32 + 617
    assert microsoft.deals_like(dict(enumerate([c] for c in deck_of(high))), high - 5, high + 5) == [high]
    with pytest.raises(IndexError):
        microsoft.deals_like({}, last=2**33)
