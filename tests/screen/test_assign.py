"""Whole tables from uncertain cards, held against every table there is."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from winnable.cards import CARDS, Card, parse_card
from winnable.errors import InputError

np = pytest.importorskip("numpy", reason="install winnable[vision]")

from winnable.screen.assign import assign  # noqa: E402

FEW = 5  # cards that the small tables are about


def row(**shares: float):
    """The scores of a place: cards by name, the rest of the probability even."""
    out = np.full(52, (1 - sum(shares.values())) / 52)
    for name, share in shares.items():
        out[parse_card(name).index] += share
    return out


def softened(scores):
    return (1 - 1e-3) * scores + 1e-3 / 52


def best_tables(scores, copies: dict[Card, int]):
    """By brute force: for each place and card the probability of the best table with that card there."""
    deck = [card.index for card, count in copies.items() for _ in range(count)]
    soft = softened(scores / scores.sum(axis=1, keepdims=True))
    best = np.zeros((len(scores), 52))
    for table in set(permutations(deck, len(scores))):
        probability = np.prod([soft[i, card] for i, card in enumerate(table)])
        for i, card in enumerate(table):
            best[i, card] = max(best[i, card], probability)
    return best


@st.composite
def small_tables(draw):
    copies = {CARDS[i]: draw(st.integers(0, 2)) for i in range(FEW)}
    deck = sum(copies.values())
    places = draw(st.integers(0, min(deck, 4)))
    scores = np.zeros((places, 52))
    for i in range(places):
        scores[i, :FEW] = draw(
            st.lists(st.sampled_from([0.0, 0.01, 0.2, 0.5, 0.7, 1.0]), min_size=FEW, max_size=FEW)
        )
        scores[i] += 1e-6
    return scores, copies


@given(small_tables())
@settings(max_examples=200, deadline=None)
def test_it_is_the_best_table_there_is(case) -> None:
    scores, copies = case
    found = assign(scores, copies)
    assert all(count <= copies[card] for card, count in Counter(found.cards).items())
    if not len(scores):
        return
    best = best_tables(scores, copies)
    soft = softened(scores / scores.sum(axis=1, keepdims=True))
    own = np.prod([soft[i, card.index] for i, card in enumerate(found.cards)])
    assert own == pytest.approx(best.max(), rel=1e-4)
    assert found.marginals == pytest.approx(best / best.sum(axis=1, keepdims=True), abs=1e-4)


def test_what_one_reader_cannot_tell_the_deck_can() -> None:
    names = ["TH", "TD", "9S"]
    found = assign(np.array([row(TH=0.5, TD=0.5), row(TD=0.97), row(**{"9S": 0.9})]))
    assert [str(card) for card in found.cards] == names
    assert min(found.confidence) > 0.9
    twice = assign(np.array([row(TH=0.5, TD=0.5), row(TD=0.97), row(**{"9S": 0.9})]), 2)
    assert twice.confidence[0] == pytest.approx(0.5, abs=0.05)


def test_two_that_look_alike_are_both_in_doubt() -> None:
    found = assign(np.array([row(TH=0.49, TD=0.48), row(TH=0.48, TD=0.49)]))
    assert {str(card) for card in found.cards} == {"TH", "TD"}
    assert all(0.4 < confidence < 0.6 for confidence in found.confidence)
    assert all(len(found.others(i)) >= 1 for i in range(2))


def test_two_that_claim_one_card_are_both_in_doubt() -> None:
    """A reader that is sure of one card twice is wrong once, and nobody knows where."""
    found = assign(np.array([row(TH=0.99), row(TH=0.99)]))
    assert max(found.confidence) < 0.6


def test_a_card_that_nobody_can_read_is_what_is_left() -> None:
    scores = np.eye(52) * 0.99 + 0.01 / 52
    scores[17] = 1 / 52
    found = assign(scores)
    assert found.cards == CARDS
    assert found.confidence[17] > 0.98
    unknown = assign(scores[:20])  # of many that may be left it is one
    assert unknown.confidence[17] < 0.1


def test_cards_elsewhere_are_taken() -> None:
    scores = np.array([row(AH=0.6, AD=0.35)])
    assert str(assign(scores).cards[0]) == "AH"
    assert str(assign(scores, 1, [parse_card("AH")]).cards[0]) == "AD"


def test_only_cards_of_the_deck() -> None:
    spades = {card: 8 for card in CARDS if card.suit.letter == "S"}
    found = assign(np.array([row(TC=0.9), row(KS=0.6, KC=0.39)]), spades)
    assert all(card.suit.letter == "S" for card in found.cards)
    assert set(np.nonzero(found.marginals[0])[0]) <= {card.index for card in spades}


def test_a_whole_shuffled_deck_with_noise() -> None:
    rng = np.random.default_rng(5)
    order = rng.permutation(52)
    scores = np.eye(52)[order] + rng.random((52, 52)) * 0.6
    found = assign(scores / scores.sum(axis=1, keepdims=True))
    assert [card.index for card in found.cards] == list(order)


def test_more_places_than_cards() -> None:
    with pytest.raises(InputError, match="53 cards lie face up, and the deck has 52 for them"):
        assign(np.full((53, 52), 1 / 52))
    with pytest.raises(InputError, match="AH lies there more often"):
        assign(np.full((1, 52), 1 / 52), 1, [parse_card("AH")] * 2)
    with pytest.raises(ValueError, match="shape"):
        assign(np.zeros((3, 13)))
    with pytest.raises(ValueError, match="probabilities"):
        assign(np.full((1, 52), np.nan))
