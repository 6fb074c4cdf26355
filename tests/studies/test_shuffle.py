"""The tests of the shuffle: exact p-values, no alarm on even shuffles, an alarm on stacked hands."""

from __future__ import annotations

import random

import pytest

from winnable._core import CancelToken
from winnable.errors import InputError
from winnable.studies import shuffle
from winnable.studies.places import Layout, Statistic, layout_of
from winnable.studies.shuffle import ShuffleTests, shuffle_tests

from .decks import buried_decks, even_decks

SPIDER = layout_of([6] * 4 + [5] * 6, 50)


def as_hands(decks: list[bytes]) -> list[bytes]:
    """In the layout's slots: cards are dealt row by row."""
    rows = [[10 * row + column for row in range(6) if 10 * row + column < 54] for column in range(10)]
    order = [place for column in rows for place in column] + list(range(54, 104))
    return [bytes(deck[place] for place in order) for deck in decks]


def found(layout: Layout, hands: list[bytes], **options: int) -> ShuffleTests:
    answer = shuffle_tests(layout, hands, **options)
    assert answer is not None
    return answer


def test_the_layout_of_spider() -> None:
    assert SPIDER.size == 104
    assert [len(region) for region in SPIDER.depths] == [10, 10, 10, 10, 10, 4]
    assert [len(region) for region in SPIDER.rows] == [10] * 5
    assert SPIDER.depths[0] == (5, 11, 17, 23, 28, 33, 38, 43, 48, 53)
    assert len(SPIDER.pairs) == 44
    assert SPIDER.pairs[:2] == ((0, 1), (1, 2))
    spiderette = layout_of(range(1, 8), 24)
    assert [len(region) for region in spiderette.rows] == [7, 7, 7, 3]
    assert layout_of([3, 3], 0).rows == ()
    assert [len(row) for row in SPIDER.dealt] == [10, 10, 10, 10, 4, 10]
    assert (SPIDER.dealt[0][:3], SPIDER.dealt[4], SPIDER.dealt[5]) == (
        (0, 6, 12),
        (4, 10, 16, 22),
        SPIDER.depths[0],
    )
    assert [len(row) for row in spiderette.dealt] == [6, 5, 4, 3, 2, 1, 7]


@pytest.mark.parametrize(("repeats", "shuffles"), [(100, 19), pytest.param(2000, 19, marks=pytest.mark.slow)])
def test_p_values_are_uniform_on_even_shuffles(repeats: int, shuffles: int) -> None:
    """Also of the smallest of them all: that many looks were taken is paid for."""
    answers = [
        found(SPIDER, as_hands(even_decks(4, seed)), shuffles=shuffles, seed=seed) for seed in range(repeats)
    ]
    for ps in (
        [answer.p for answer in answers],
        [answer.tests[0].p for answer in answers],
        [answer.tests[2].p for answer in answers],
    ):
        for level in (0.1, 0.25, 0.5, 0.75):
            below = sum(p <= level for p in ps)
            assert below == pytest.approx(level * repeats, abs=3.5 * (repeats * level * (1 - level)) ** 0.5)
    alone = [min(test.p for test in answer.tests) for answer in answers]
    assert sum(p <= 0.1 for p in alone) > 0.3 * repeats  # what looking ten times would do uncorrected


@pytest.mark.parametrize("seed", range(3))
def test_buried_aces_alarm(seed: int) -> None:
    answer = found(SPIDER, as_hands(buried_decks(40, seed)), shuffles=99, seed=seed)
    assert answer.p == 0.01  # the least that 99 shuffles can say
    by_name = {test.name: test for test in answer.tests}
    assert by_name["depth of ranks"].p == 0.01
    assert by_name["depth of ranks"].most.startswith("aces lie")
    assert "deeper" in by_name["depth of ranks"].most
    assert by_name["ranks by layer"].corrected == 0.01
    assert by_name["depth of suits"].p > 0.01


def test_other_ways_to_stack() -> None:
    even = even_decks(40, 9)
    sorted_stock = [deck[:54] + bytes(sorted(deck[54:])) for deck in even]
    answer = found(SPIDER, as_hands(sorted_stock), shuffles=99)
    alarming = [test.name for test in answer.tests if test.corrected == 0.01]
    assert "ranks by layer" in alarming
    assert "repeated ranks in a stock row" in alarming
    assert not [name for name in alarming if "column" in name or "tableau" in name or "suits by" in name]
    poor = [
        bytes(sorted(deck, key=lambda card: (card >> 2 == 12) * random.Random(card).random()))
        for deck in even
    ]
    answer = found(SPIDER, as_hands(poor), shuffles=99)
    assert {test.name: test.corrected for test in answer.tests}["ranks in the stock"] == 0.01


def test_runs_left_together_are_seen() -> None:
    """A shuffle that leaves pairs of neighbours together, as too few riffles do."""
    rng, decks = random.Random(3), []
    for _ in range(40):
        pairs = [bytes((card + 4, card)) for card in range(0, 48, 8)] * 2
        parts = [*pairs, *([card] for card in _rest(pairs))]
        rng.shuffle(parts)
        decks.append(b"".join(map(bytes, parts)))
    tests = {test.name: test for test in found(SPIDER, decks, shuffles=99).tests}  # laid column by column
    assert tests["neighbours in rank"].corrected == 0.01
    assert tests["neighbours in suit"].corrected == 0.01
    assert tests["ranks by column"].p > 0.01


def _rest(pairs: list[bytes]) -> list[int]:
    rest = list(range(52)) * 2
    for pair in pairs:
        for card in pair:
            rest.remove(card)
    return rest


def test_one_suit_has_no_tests_of_suits() -> None:
    hands = [bytes(card | 3 for card in hand) for hand in as_hands(even_decks(3, 1))]
    names = [test.name for test in found(SPIDER, hands, shuffles=9).tests]
    assert names[:5] == [
        "depth of ranks",
        "ranks in the stock",
        "ranks by layer",
        "ranks by column",
        "neighbours in rank",
    ]
    assert len(names) == 5 + 10
    assert not [name for name in names if "suit" in name or "cards" in name]


def test_the_seed_decides() -> None:
    hands = as_hands(even_decks(3, 2))
    assert found(SPIDER, hands, shuffles=50, seed=1) == found(SPIDER, hands, shuffles=50, seed=1)
    assert found(SPIDER, hands, shuffles=50, seed=1) != found(SPIDER, hands, shuffles=50, seed=2)


def test_it_can_be_cancelled() -> None:
    token, made = CancelToken(), []

    def stop(count: int) -> None:
        made.append(count)
        if count == 5:
            token.cancel()

    hands = as_hands(even_decks(2, 2))
    assert shuffle_tests(SPIDER, hands, token=token, on_shuffle=stop) is None
    assert made == [1, 2, 3, 4, 5]


def test_what_cannot_be_tested_is_refused() -> None:
    hands = as_hands(even_decks(2, 2))
    with pytest.raises(InputError, match="no hands"):
        shuffle_tests(SPIDER, [])
    with pytest.raises(InputError, match="hand 2 has other cards"):
        shuffle_tests(SPIDER, [hands[0], bytes(104)])
    with pytest.raises(InputError, match="hand 1 has other cards"):
        shuffle_tests(SPIDER, hands, cards=bytes(104))
    with pytest.raises(InputError, match="cards of the first hand are unknown; expected the cards of every"):
        shuffle_tests(SPIDER, [bytes([255]) + hands[0][1:], hands[1]])
    with pytest.raises(InputError, match="shuffles is 0"):
        shuffle_tests(SPIDER, hands, shuffles=0)


def test_what_is_equal_ties_in_whatever_order_it_was_summed() -> None:
    one_way, other_way = 0.1 + 0.2 + 0.3, 0.3 + 0.2 + 0.1
    assert one_way != other_way
    for first, second in ((one_way, other_way), (other_way, one_way)):
        found = [Statistic("any", first, str)]
        assert shuffle._judge(found, [[first], [second]]).tests[0].p == 1.0
