"""The audit holds its level on fair hands and sees differences as its power says."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from winnable.analysis.equity import World
from winnable.cards import UNKNOWN
from winnable.errors import InputError
from winnable.families.spider.setup import SpiderSetup
from winnable.registry import get_game
from winnable.studies.audit import (
    Audit,
    cards_of,
    drawn_hands,
    permutation_p,
    play_hands,
    start_layout,
    start_lengths,
    start_of,
)
from winnable.studies.places import is_whole, layout_of
from winnable.studies.repeats import Repeats
from winnable.studies.shuffle import ShuffleTests, shuffle_tests

from .decks import even_decks
from .players import Game, player


def played(rng: random.Random, hands: int, games: int, mean: float) -> tuple[int, ...]:
    """Games won of each hand, whose equities differ from hand to hand."""
    equities = [rng.betavariate(2 * mean, 2 * (1 - mean)) for _ in range(hands)]
    return tuple(sum(rng.random() < equity for _ in range(games)) for equity in equities)


def test_the_p_value_counts_divisions() -> None:
    """Against all divisions: 20 of them, of which 2 are as far apart."""
    first, second = (4, 5, 6), (1, 2, 3)
    pool = first + second
    exact = [abs(2 * sum(part) - sum(pool)) >= 9 for part in combinations(pool, 3)]
    assert sum(exact) / len(exact) == 0.1
    assert permutation_p(first, second) == pytest.approx(0.1, abs=0.01)
    assert permutation_p((1, 1, 1), (1, 1, 1)) == 1
    assert permutation_p((10, 10), (0,)) == pytest.approx(1 / 3, abs=0.02)


@pytest.mark.parametrize(
    ("hands", "games", "repeats"),
    [
        (8, 200, 300),
        (40, 1, 150),
        pytest.param(40, 10, 2000, marks=pytest.mark.slow),
        pytest.param(40, 200, 2000, marks=pytest.mark.slow),
        pytest.param(5, 1, 2000, marks=pytest.mark.slow),
    ],
)
def test_the_p_value_is_uniform_on_fair_hands(hands: int, games: int, repeats: int) -> None:
    """Never too often small; and with many games, whose numbers hardly ever tie, as often as it says."""
    ps = []
    for seed in range(repeats):
        rng = random.Random(seed)
        given, drawn = (played(rng, hands, games, 0.3) for _ in range(2))
        ps.append(permutation_p(given, drawn, 99, seed))
    for level in (0.05, 0.1, 0.25, 0.5):
        below, spread = sum(p <= level for p in ps), (repeats * level * (1 - level)) ** 0.5
        assert below <= level * repeats + 3.5 * spread
        if games >= 200:
            assert below >= level * repeats - 3.5 * spread


def test_two_questions_share_the_level() -> None:
    def audit(shuffle_p: float, given: tuple[int, ...]) -> Audit:
        return Audit(10, given, (5,) * 20, ShuffleTests((), shuffle_p, 999))

    same, harder = (5,) * 20, (1, 2) * 10
    assert not audit(0.026, same).alarm
    assert audit(0.025, same).alarm
    assert audit(0.025, same).p == 0.05
    assert audit(0.9, harder).alarm
    assert audit(0.9, harder).difference == pytest.approx(-0.35)
    assert audit(0.9, same).p == 1


def test_each_question_that_is_asked_has_its_part_of_the_level() -> None:
    once, twice = Repeats(20, tuple(range(20)), None, 0.0), Repeats(20, tuple(range(19)), (19, 0), -150.0)
    tests = ShuffleTests((), 0.02, 999)
    assert Audit(10, (5,) * 20, (5,) * 20, tests, once).p == pytest.approx(0.06)
    assert Audit(10, (), (), tests, once).p == pytest.approx(0.04)
    assert Audit(10, (), (), tests).p == pytest.approx(0.02)
    assert (Audit(10, (), (), None, once).p, Audit(10, (), (), None, once).alarm) == (1, False)
    again = Audit(10, (5,) * 20, (5,) * 20, ShuffleTests((), 0.9, 999), twice)
    assert (again.repeats_p, again.p, again.alarm) == (1e-150, 3e-150, True)


@pytest.mark.parametrize("repeats", [60, pytest.param(1500, marks=pytest.mark.slow)])
def test_the_whole_alarm_holds_its_level(repeats: int) -> None:
    """Both questions of the same fair hands, where a hand is the harder the deeper its aces lie."""
    ps = []
    for seed in range(repeats):
        rng = random.Random(seed)
        decks = even_decks(16, seed)
        chances = [sum(place for place, card in enumerate(deck) if card < 4) / 832 for deck in decks]
        won = [sum(rng.random() < chance for _ in range(5)) for chance in chances]
        tests = shuffle_tests(layout_of([6] * 4 + [5] * 6, 50), decks[:8], shuffles=39, seed=seed)
        ps.append(Audit(5, tuple(won[:8]), tuple(won[8:]), tests, seed=seed, permutations=199).p)
    for level in (0.1, 0.2, 0.4):
        below, spread = sum(p <= level for p in ps), (repeats * level * (1 - level)) ** 0.5
        assert below <= level * repeats + 3 * spread
    assert sum(p <= 0.4 for p in ps) > 0.2 * repeats  # it can alarm


def test_the_interval_and_the_means() -> None:
    found = Audit(4, (1, 2, 3, 0, 1, 2), (2, 3, 4, 1, 2, 3), None)
    assert found.means == (pytest.approx(0.375), pytest.approx(0.625))
    low, high = found.interval() or (0, 0)
    assert low < -0.25 < high
    assert found.power is not None
    assert (found.power.sizes, found.power.games, found.power.level) == ((6, 6), 4, 0.025)
    assert (found.power.mean, found.power.won) == (0.5, (1, 2, 3, 0, 1, 2, 2, 3, 4, 1, 2, 3))
    few = Audit(4, (1, 2), (1, 1), None)
    assert (few.interval(), few.power) == (None, None)
    nothing = Audit(4, (), (), None)
    assert (nothing.means, nothing.equity_p, nothing.power, nothing.alarm) == ((0, 0), 1, None, False)


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(InputError, match="no hands"):
        permutation_p((), (1,))
    with pytest.raises(InputError, match="permutations is 0"):
        permutation_p((1,), (1,), 0)


def test_hands_take_turns_and_keep_their_games() -> None:
    asked: list[World] = []

    def plays(world: World) -> Game:
        asked.append(world)
        return Game(world.position in ("a", "z") or (world.position == "b" and len(asked) % 2 == 0))

    found = play_hands(player(plays), ["a", "b", "c"], ["x", "z"], 4, seed=5)
    turn = ["a", "x", "b", "z", "c"]
    assert [world.position for world in asked] == 4 * turn
    assert [world.number for world in asked] == 4 * [0, 1, 2, 3, 4]
    assert found == (4, (4, 2, 0), (0, 4))
    assert len({world.seed for world in asked}) == 20
    again = list(asked)
    asked.clear()
    play_hands(player(plays), ["a", "b", "c"], ["x", "z"], 4, seed=5)
    assert asked == again


def test_the_seeds_of_a_hand_are_those_of_its_place() -> None:
    """As a log of an earlier version has them: hand by hand, from one row of draws."""
    asked: list[World] = []

    def plays(world: World) -> Game:
        asked.append(world)
        return Game(True)

    play_hands(player(plays), ["a", "b"], ["x"], 3, seed=7)
    rng = random.Random("games 7")
    drawn = [(hand, rng.randrange(1, 2**63)) for hand in "axb" for _ in range(3)]
    assert sorted((world.position, world.seed) for world in asked) == sorted(drawn)


def test_only_rounds_that_were_played_to_their_end_count() -> None:
    left = iter([Game(True)] * 10 + [Game(False, reason="cancelled")] * 9)
    told: list[World] = []
    played: list[int] = []
    found = play_hands(
        player(lambda _: next(left)),
        ["a", "b"],
        ["x", "z"],
        4,
        on_game=lambda world, _: told.append(world),
        on_played=played.append,
    )
    assert found == (2, (2, 2), (2, 2))
    assert len(told) == 8  # of the rounds that count; but how far it is shows from the first game on
    assert played[:10] == list(range(1, 11))
    none = play_hands(player(lambda _: Game(False, reason="cancelled")), ["a"], ["x"], 4)
    assert none == (0, (), ())
    assert play_hands(player(lambda _: Game(True)), [], [], 4) == (0, (), ())


@pytest.mark.parametrize("name", ["spider", "spider:suits=1", "spider:suits=2", "spiderette", "scorpion"])
def test_drawn_hands_are_starts(name: str) -> None:
    game = get_game(name)
    starts = drawn_hands(game, 5, 1)
    layout = start_layout(game)
    hands = [start_of(game, game.setup(start)) for start in starts]
    assert len({bytes(hand) for hand in hands}) == 5
    assert {len(hand) for hand in hands} == {layout.size}
    assert [game.key(start) for start in starts] == [game.key(start) for start in drawn_hands(game, 5, 1)]
    deal = game.setup(game.deal(1))
    assert sorted(start_of(game, deal)) == sorted(hands[0])


def test_the_layout_is_the_games() -> None:
    spider = get_game("spider")
    assert start_layout(spider) == layout_of([6] * 4 + [5] * 6, 50)
    start = spider.deal(1)
    hand = start_of(spider, spider.setup(start))
    layout = start_layout(spider)
    assert [hand[slot] for slot in layout.depths[0]] == [column[-1] for column in start.columns]
    assert bytes(hand[slot] for row in layout.rows for slot in row) == bytes(start.stock)


def test_hands_laid_out_in_another_order_of_columns_are_audited_against_such() -> None:
    spider = get_game("spider")
    setup = spider.setup(spider.deal("pysol:7"))
    lengths = start_lengths(spider, setup)
    assert lengths == [6, 5, 5, 6, 5, 5, 6, 5, 5, 6]
    drawn = drawn_hands(spider, 3, 1, lengths)
    assert [start_lengths(spider, spider.setup(start)) for start in drawn] == [lengths] * 3
    layout = start_layout(spider, lengths)
    hand = start_of(spider, setup, lengths)
    assert [hand[slot] for slot in layout.depths[0]] == [column[-1].index for column in setup.columns]
    with pytest.raises(InputError, match="laid out in another way; expected columns of 6, 6, 6, 6, 5"):
        start_of(spider, setup)


def test_what_is_no_start_is_refused() -> None:
    spider = get_game("spider")
    start = spider.deal(1)
    moved = spider.play(start, spider.legal_moves(start)[0])
    with pytest.raises(InputError, match="no start of a game; expected columns of 6, 6, 6, 6, 5"):
        start_of(spider, spider.setup(moved))


def test_cards_that_nobody_saw_are_unknown_or_follow_from_the_others() -> None:
    spider = get_game("spider")
    whole = spider.setup(spider.deal(1))
    hand = start_of(spider, whole)
    assert is_whole(hand)
    unseen = start_of(spider, SpiderSetup(whole.columns, whole.down, [UNKNOWN] * 50, whole.runs))
    assert unseen == hand[:54] + bytes([255]) * 50
    last = start_of(spider, SpiderSetup(whole.columns, whole.down, [*whole.stock[:-1], UNKNOWN], whole.runs))
    assert last == hand
    assert sorted(cards_of(spider)) == sorted(hand)
