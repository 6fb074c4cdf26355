"""Hands that come again: which they are, and how rarely that is chance."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations
from math import factorial, log10

import pytest

from winnable.studies.places import layout_of
from winnable.studies.repeats import log10_most_likely, log10_repeats, repeats

from .decks import even_decks

SPIDER = layout_of([6] * 4 + [5] * 6, 50)
PACK = bytes(range(52)) * 2
UP = set(SPIDER.depths[0])


def test_even_hands_do_not_repeat() -> None:
    found = repeats(SPIDER, even_decks(40, 1), PACK)
    assert (found.read, found.different, found.first) == (40, tuple(range(40)), None)
    assert (found.repeated, found.log10_p, found.p) == (0, 0, 1)


def test_a_hand_that_comes_again_is_as_rare_as_the_birthday_bound_says() -> None:
    hands = even_decks(5, 2)
    found = repeats(SPIDER, [*hands, hands[3]], PACK)
    assert (found.different, found.first, found.repeated) == ((0, 1, 2, 3, 4), (5, 3), 1)
    arrangements = Fraction(factorial(104), 2**52)
    assert found.log10_p == pytest.approx(log10(15) - log10(arrangements))  # 15 pairs
    assert found.p < 1e-140


def test_a_pool_of_five_hands_and_one_hand_forty_times() -> None:
    pool, rng = even_decks(5, 3), random.Random(1)
    found = repeats(SPIDER, [rng.choice(pool) for _ in range(40)], PACK)
    assert len(found.different) == 5
    assert found.log10_p < -35 * 140
    assert found.p == 0
    one = repeats(SPIDER, [pool[0]] * 40, PACK)
    assert (one.different, one.repeated, one.first) == ((0,), 39, (1, 0))
    assert one.log10_p < found.log10_p < 0


def test_the_bound_holds_against_all_draws() -> None:
    """Three hands, each one of four equally likely: all 64 ways, and as many of a coin's faces."""
    ways = [(a, b, c) for a in range(4) for b in range(4) for c in range(4)]
    for different in (1, 2):
        share = sum(len(set(way)) <= different for way in ways) / len(ways)
        bound = 10 ** log10_repeats(3, different, log10(1 / 4))
        assert share <= bound <= 2 * share
    assert log10_repeats(3, 3, -1) == 0
    assert log10_repeats(400, 2, -0.01) == 0  # a bound above 1 says nothing


def test_the_likeliest_cards() -> None:
    cards = bytes((0, 0, 0, 1, 2))
    orders = [order[:2] for order in permutations(range(5))]
    drawn = [tuple(cards[i] for i in order) for order in orders]
    most = max(drawn.count(cards) for cards in set(drawn)) / len(drawn)
    assert 10 ** log10_most_likely(cards, 2) == pytest.approx(most)
    assert log10_most_likely(cards, 5) == pytest.approx(log10(6 / 120))  # all orders are equally likely
    assert log10_most_likely(cards, 0) == 0


def shown(hand: bytes, seen: set[int]) -> bytes:
    return bytes(card if slot in seen else 255 for slot, card in enumerate(hand))


def test_hands_known_in_part_are_the_same_where_all_agrees_that_is_known_of_both() -> None:
    first, second = even_decks(2, 4)
    seen = [UP | {0, 1, 2}, UP | {1, 2, 3, 54}, UP | {60}]
    hands = [shown(first, seen[0]), shown(second, UP), shown(first, seen[1]), shown(first, seen[2])]
    found = repeats(SPIDER, hands, PACK)
    assert (found.first, found.repeated) == ((2, 0), 2)
    assert found.different == (2, 1)  # the one that is known best
    # Four hands in two kinds: 7 ways, or 12 by the bound; the chance by the ten cards face up alone.
    chance = 10 ** log10_most_likely(PACK, 10)
    assert 7 * chance**2 <= found.p <= 12.1 * chance**2
    other = bytearray(shown(first, seen[0]))
    other[2] = next(card for card in range(52) if card != first[2])
    apart = repeats(SPIDER, [shown(first, seen[1]), bytes(other)], PACK)
    assert (apart.repeated, apart.log10_p) == (0, 0)
