"""Equity: the worlds are the right ones, games are counted in their order, moves in pairs."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from studies.players import Game, player
from winnable._core import CancelToken
from winnable.analysis.equity import Equity, MoveEquity, World, hide, measure, measure_moves, worlds
from winnable.cards import UNKNOWN, Card
from winnable.errors import InputError
from winnable.families.spider.setup import SpiderSetup
from winnable.registry import get_game


def by_seed(share: float) -> Any:
    """Wins with this chance, by the seed alone; its moves are the seed."""
    return player(lambda world: Game(random.Random(world.seed).random() < share, (str(world.seed),)))


@pytest.fixture(scope="module")
def spider() -> Any:
    return get_game("spider")


@pytest.fixture(scope="module")
def hand(spider: Any) -> SpiderSetup:
    setup: SpiderSetup = spider.setup(spider.deal("seed:7"))
    return setup


def known_but(hand: SpiderSetup, hide_stock: bool) -> SpiderSetup:
    """The hand with some hidden cards unknown: the stock, or the deepest of each column."""
    if hide_stock:
        return SpiderSetup(hand.columns, hand.down, [UNKNOWN] * len(hand.stock), hand.runs)
    columns = [(UNKNOWN, *column[1:]) for column in hand.columns]
    return SpiderSetup(columns, hand.down, hand.stock, hand.runs)


def test_a_known_hand_is_the_same_world_with_other_seeds(spider: Any, hand: SpiderSetup) -> None:
    games = list(islice(worlds(spider, hand, 1), 50))
    assert [game.number for game in games] == list(range(50))
    assert {spider.key(game.position) for game in games} == {spider.key(spider.position(hand))}
    assert len({game.seed for game in games}) == 50
    assert all(0 < game.seed < 2**63 for game in games)
    assert games[:20] == list(islice(worlds(spider, hand, 1), 20))
    assert games[0].seed != next(worlds(spider, hand, 2)).seed


def test_unknown_cards_are_drawn_evenly(spider: Any, hand: SpiderSetup) -> None:
    hidden = hide(spider, hand)
    seen = spider.observation(hand)
    games = list(islice(worlds(spider, hidden, 3), 800))
    assert all(spider.observe(game.position) == seen for game in games)
    assert len({spider.key(game.position) for game in games}) == 800
    first = Counter(game.position.stock[0] for game in games)
    assert set(first) == {face for face in range(52) if seen.unseen[face]}
    expected = {face: 800 * seen.unseen[face] / 94 for face in first}
    chi = sum((first[face] - mean) ** 2 / mean for face, mean in expected.items())
    assert chi < len(first) + 4 * (2 * len(first)) ** 0.5


@pytest.mark.parametrize("hide_stock", [True, False])
def test_cards_that_are_known_stay(spider: Any, hand: SpiderSetup, hide_stock: bool) -> None:
    setup = known_but(hand, hide_stock)
    found = set()
    for game in islice(worlds(spider, setup, 3), 10):
        made = spider.setup(game.position)
        for (slot, card), (_, wanted) in zip(made.slots(), setup.slots(), strict=True):
            assert wanted in (UNKNOWN, card), slot
        found.add(spider.key(game.position))
    assert len(found) == 10


def test_the_equity_of_an_ending_is_the_share_of_its_worlds(spider: Any) -> None:
    """Three of an ending's cards are unknown: six worlds; a player wins two of them."""
    run = [card for suit in (2, 3) for card in (Card.of(rank, suit) for rank in range(12, -1, -1))]
    hearts, spades = run[:13], run[13:]
    columns = [
        [UNKNOWN, UNKNOWN, *hearts[:11]],
        [UNKNOWN, *spades[:11]],
        [hearts[12]],
    ]
    ending = SpiderSetup(columns, [2, 1, 0], (), (2, 2, 1, 1))
    found = Counter(spider.key(game.position) for game in islice(worlds(spider, ending, 8), 600))
    assert len(found) == 6
    assert all(count == pytest.approx(100, abs=40) for count in found.values())
    won = set(sorted(found)[:2])
    measured = measure(
        player(lambda world: Game(spider.key(world.position) in won)), worlds(spider, ending, 9), count=400
    )
    low, high = measured.interval
    assert low < 1 / 3 < high < 0.42


def test_a_hand_that_cannot_be_is_refused(spider: Any, hand: SpiderSetup) -> None:
    with pytest.raises(InputError, match="103 cards"):
        next(
            worlds(
                spider,
                SpiderSetup((*hand.columns[:9], hand.columns[9][1:]), (*hand.down[:9], 3), hand.stock),
            )
        )


def test_the_first_games_of_many_are_the_games_of_few(spider: Any, hand: SpiderSetup) -> None:
    """The intervals with 30 games and with 1,000 nest: surely those at any time, here Wilson's, too."""
    few, many = (measure(by_seed(0.3), worlds(spider, hand, 4), count=n) for n in (30, 1000))
    assert (few.games, many.games) == (30, 1000)
    assert few.interval[0] < many.interval[0] < 0.3 < many.interval[1] < few.interval[1]
    low, high = few.sequence.interval
    assert low <= many.sequence.interval[0] < many.sequence.interval[1] <= high
    assert many.share == many.won / 1000
    assert many.different == 1000
    assert not many.cancelled


def test_games_that_are_the_same_are_said_to_be(spider: Any, hand: SpiderSetup) -> None:
    found = measure(player(lambda _: Game(True, ("37", "deal"))), worlds(spider, hand), count=20)
    assert (found.won, found.different) == (20, 1)
    three = measure(player(lambda world: Game(False, (str(world.seed % 3),))), worlds(spider, hand), count=50)
    assert three.different == 3


def test_it_stops_at_the_first_game_where_the_interval_is_narrow_enough(
    spider: Any, hand: SpiderSetup
) -> None:
    widths: list[float] = []
    found = measure(
        by_seed(0.3),
        worlds(spider, hand),
        half_width=0.1,
        on_game=lambda so_far, *_: widths.append(so_far.sequence.half_width),
    )
    assert found.games == len(widths) > 50
    assert widths[-1] <= 0.1 < min(widths[:-1])


def test_cancelled_games_do_not_count(spider: Any, hand: SpiderSetup) -> None:
    token, played = CancelToken(), iter(range(100))

    def plays(_: World) -> Game:
        if next(played) < 5:
            return Game(True)
        token.cancel()
        return Game(False, reason="cancelled")

    found = measure(player(plays), worlds(spider, hand), token=token)
    assert (found.games, found.won, found.cancelled) == (5, 5, True)


def test_moves_are_tried_in_the_same_worlds(spider: Any, hand: SpiderSetup) -> None:
    asked: list[World] = []

    def plays(world: World) -> Game:
        asked.append(world)
        return Game(len(asked) % 2 == 0)

    count = len(spider.distinct_moves(spider.position(hand)))
    assert count > 2
    found = measure_moves(spider, player(plays), worlds(spider, hide(spider, hand), 2), count=3)
    assert [world.number for world in asked] == [0] * count + [1] * count + [2] * count
    assert all(len({world.seed for world in asked[i : i + count]}) == 1 for i in range(0, 3 * count, count))
    started = list(islice(worlds(spider, hide(spider, hand), 2), 3))
    for world, start in zip(asked[::count], started, strict=True):
        assert spider.key(world.position) == spider.key(
            spider.play(start.position, spider.distinct_moves(start.position)[0])
        )
    assert len({move.text for move in found}) == count
    assert all(move.equity.games == 3 for move in found)


def test_the_best_move_is_found_and_compared_in_pairs(spider: Any, hand: SpiderSetup) -> None:
    """A player who wins nine worlds of ten after one move, and after each other the same four."""
    position = spider.position(hand)
    moves = spider.distinct_moves(position)
    best = spider.key(spider.play(position, moves[1]))

    def plays(world: World) -> Game:
        luck = random.Random(world.seed).random()
        return Game(luck < (0.9 if spider.key(world.position) == best else 0.4))

    found = measure_moves(spider, player(plays), worlds(spider, hand), count=60)
    assert found[0].move == moves[1]
    low, high = found[0].against(found[1])
    assert 0.3 < low < 0.5 < high < 0.7
    same = found[1].against(found[2])
    assert same[0] == pytest.approx(-same[1])
    assert [move.equity.won for move in found] == sorted((move.equity.won for move in found), reverse=True)


def test_cancelled_moves_keep_whole_worlds(spider: Any, hand: SpiderSetup) -> None:
    token, count = CancelToken(), len(spider.distinct_moves(spider.position(hand)))
    played = iter(range(10 * count))

    def plays(_: World) -> Game:
        if next(played) < 2 * count + 1:
            return Game(True)
        token.cancel()
        return Game(False, reason="cancelled")

    found = measure_moves(spider, player(plays), worlds(spider, hand), token=token)
    assert {move.equity.games for move in found} == {2}
    assert all(move.equity.cancelled for move in found)


def test_moves_stop_when_all_are_known_well_enough(spider: Any, hand: SpiderSetup) -> None:
    found = measure_moves(spider, by_seed(0.5), worlds(spider, hand), half_width=0.2)
    assert all(move.equity.sequence.half_width <= 0.2 for move in found)
    assert len({move.equity.games for move in found}) == 1
    assert 5 < found[0].equity.games < 100


@pytest.mark.parametrize("wrong", [{"half_width": 0.0}, {"z": -1.0}, {"count": 0}])
def test_what_is_not_positive_is_refused(spider: Any, hand: SpiderSetup, wrong: dict[str, Any]) -> None:
    for ask in (measure, lambda *args, **options: measure_moves(spider, *args, **options)):
        with pytest.raises(InputError, match="above 0"):
            ask(by_seed(0.5), worlds(spider, hand), **wrong)


def test_nothing_played_says_nothing() -> None:
    assert Equity().interval == (0, 1)
    assert Equity().share == 0
    assert MoveEquity(None, "37").against(MoveEquity(None, "38")) == (-1, 1)
