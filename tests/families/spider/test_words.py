"""Spider in words: moves, what they do for certain, and why nothing can be moved."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from sizes import some_of
from winnable._core import Observation, PatienceMove
from winnable.cards import parse_card
from winnable.families.spider.game import SpiderGame, SpiderPosition
from winnable.families.spider.words import (
    STOCK,
    cards_words,
    describe_move,
    describe_seen,
    effects,
    is_deal,
    why_stuck,
)
from winnable.game import Outcome
from winnable.registry import get_game

GAMES = [
    "spider",
    "spider:suits=2",
    "spider:suits=1",
    "spider:suits=1,deal_over_empty=true",
    "spiderette:suits=1",
    "will_o_the_wisp",
    "mrs_mop:suits=2",
    "scorpion",
    "spiderette:suits=1,run_removal=may_stay",
    "scorpion:run_removal=may_stay",
]


def faces(text: str) -> bytes:
    return bytes(parse_card(word).index for word in text.split())


def seen(*columns: str, stock: int = 0, runs: tuple[int, int, int, int] = (0, 0, 0, 0)) -> Observation:
    """Columns such as ``-- -- 9S 8S``: two cards face down, two face up. Nothing is said of unseen cards."""
    down = [column.count("--") for column in columns]
    return Observation([faces(column.replace("--", "")) for column in columns], down, stock, runs, bytes(52))


def move(start: int, end: int, count: int = 1) -> PatienceMove:
    return PatienceMove(start - 1, end - 1, count)


DEAL = PatienceMove(STOCK, STOCK, 1)
LONG = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("7S", "seven of spades"),
        ("7S 6S", "seven and six of spades"),
        ("KH QH JH", "king to jack of hearts"),
        ("7S 6H", "seven of spades with the card on it"),
        ("7S 2D 6S", "seven of spades with the 2 cards on it"),
    ],
)
def test_cards_in_words(text: str, words: str) -> None:
    assert cards_words(faces(text)) == words


@pytest.mark.parametrize(
    ("table", "made", "words"),
    [
        (
            seen("-- 9S 8S", "TH"),
            move(1, 2, 2),
            "nine and eight of spades from column 1 onto the ten of hearts in column 2, turning a card",
        ),
        (seen("QD 9C", ""), move(1, 2), "nine of clubs from column 1 to the empty column 2"),
        (
            seen("-- 2S AS", f"4H {LONG}"),
            move(1, 2, 2),
            "two and ace of spades from column 1 onto the three of spades in column 2, "
            "completing a run of spades, turning a card",
        ),
        (
            seen("-- 2S AS", f"-- {LONG}"),
            move(1, 2, 2),
            "two and ace of spades from column 1 onto the three of spades in column 2, "
            "completing a run of spades, turning 2 cards",
        ),
        (seen(*["2C"] * 10, stock=50), DEAL, "deal a row of 10 cards, 40 left in the stock"),
        (seen(*["2C"] * 10, stock=10), DEAL, "deal the last 10 cards"),
        (seen(*["2C"] * 7, stock=3), DEAL, "deal the last 3 cards, to columns 1 to 3"),
    ],
)
def test_moves_in_words(table: Observation, made: PatienceMove, words: str) -> None:
    assert describe_seen(get_game("spider"), table, made) == words


def test_what_a_move_does() -> None:
    game = get_game("spider")
    done = effects(game, seen("-- 9S 8S", "TH"), move(1, 2, 2))
    assert (done.turned, done.emptied, done.joined, done.parted) == ((0,), (), False, False)
    done = effects(game, seen("9S 8S", "9S"), move(1, 2))
    assert (done.turned, done.emptied, done.joined, done.parted) == ((), (), True, True)
    done = effects(game, seen("8S", "9S", ""), move(1, 3))
    assert (done.emptied, done.filled, done.joined) == ((0,), 2, False)
    done = effects(game, seen("2S AS", LONG), move(1, 2, 2))
    assert (done.completed, done.emptied, done.turned) == ((3,), (0, 1), ())


def test_a_complete_run_that_may_stay_is_taken_off_by_a_move() -> None:
    game = get_game("spider:run_removal=may_stay")
    table = seen("-- 2S AS", f"-- {LONG}", f"-- {LONG} 2S AS")
    done = effects(game, table, move(1, 2, 2))
    assert (done.completed, done.turned, done.taken) == ((3,), (0,), None)
    off = PatienceMove(2, 32 + 3, 13)
    done = effects(game, table, off)
    assert (done.completed, done.turned, done.taken) == ((), (2,), 3)
    assert describe_seen(game, table, off) == "take the run of spades off column 3, turning a card"
    assert describe_seen(game, table, off, bare=True) == "take the run of spades off column 3"


def test_a_run_under_a_heap_leaves_when_the_heap_goes() -> None:
    game = get_game("scorpion")
    done = effects(game, seen(f"-- {LONG} 2S AS 5H", "6H"), move(1, 2))
    assert (done.completed, done.turned) == ((3,), (0,))


def test_the_engine_lets_such_runs_leave() -> None:
    """Both runs of a column go when the heap on them does."""
    game = get_game("scorpion")
    column = faces(f"KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H AH {LONG} 2S AS 5C")
    rest = sorted({*range(52)} - {*column, *faces("6C")})
    position = game.core.position(
        [column, faces("6C"), bytes(rest), b"", b"", b"", b""], [0] * 7, b"", (0,) * 4
    )
    heap = game.notation.parse(position, "12")
    assert effects(game, game.observe(position), heap).completed == (3, 2)
    after = game.play(position, heap)
    assert after.runs == (0, 0, 1, 1)
    assert after.columns[0] == b""


def test_why_nothing_can_be_moved() -> None:
    assert why_stuck(seen("2C", "5H")) == "no card can go onto another, and the stock is used up"
    assert why_stuck(seen("2C", "")) == "no card can go anywhere, and the stock is used up"
    assert why_stuck(seen("2C", "", stock=3)).endswith("no row may be dealt while a column is empty")


def shuffled(game: SpiderGame, chance: random.Random) -> SpiderPosition:
    deck = list(range(52)) * game.facts.decks
    chance.shuffle(deck)
    return game.deal_deck(bytes(deck))


def walk(game: SpiderGame, chance: random.Random) -> Any:
    """A game of moves drawn, most often of those that join in suit: positions with their next moves."""
    position = shuffled(game, chance)
    for _ in range(150):
        moves = game.legal_moves(position)
        if not moves:
            return
        table = game.observe(position)
        done = [effects(game, table, one) for one in moves]
        joining = [one for one, does in zip(moves, done, strict=True) if does.joined and not does.parted]
        chosen = chance.choice(joining if joining and chance.random() < 0.9 else moves)
        yield position, chosen
        position = game.play(position, chosen)


def joins(table: Observation) -> int:
    return sum(a == b + 4 for up in table.columns for a, b in pairwise(up))


def standing(up: bytes) -> bool:
    """Does a column end in a complete run?"""
    return any(up[-13:] == bytes(range(48 + suit, -1, -4)) for suit in range(4))


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_a_move_is_what_the_engine_makes_of_it(name: str) -> None:
    game = get_game(name)
    chance = random.Random(name)
    happened: Counter[str] = Counter()
    for _ in range(some_of(38)):
        for position, chosen in walk(game, chance):
            before, after = game.observe(position), game.observe(game.play(position, chosen))
            done = effects(game, before, chosen)
            words = describe_move(game, position, chosen)
            if is_deal(chosen):
                assert done.dealt
                assert words.startswith("deal ")
                happened["dealt"] += 1
                continue
            turned = [i for i, (a, b) in enumerate(zip(before.down, after.down, strict=True)) if b < a]
            assert list(done.turned) == turned
            assert ("turning" in words) is bool(turned)
            empty = [
                [i for i, up in enumerate(table.columns) if not up and not table.down[i]]
                for table in (before, after)
            ]
            assert sorted({*empty[0]} - {done.filled} | {*done.emptied}) == empty[1]
            gone = [b - a for a, b in zip(before.runs, after.runs, strict=True)]
            left = Counter({suit: n for suit, n in enumerate(gone) if n})
            if game.facts.runs_stay:
                assert Counter(() if done.taken is None else (done.taken,)) == left
                assert words.startswith("take the run of ") is any(gone)
                completes = chosen.count < 13 and not any(gone) and standing(after.columns[chosen.to_pile])
                assert bool(done.completed) is completes
            else:
                assert Counter(done.completed) == left
                assert done.taken is None
            assert ("completing" in words) is bool(done.completed)
            gained = joins(after) - joins(before) + 12 * sum(gone)
            assert gained == done.joined - done.parted
            happened.update(key for key in ("turned", "emptied", "completed", "joined") if getattr(done, key))
            happened["taken"] += done.taken is not None
    assert {"turned", "emptied", "joined"} - {*happened} <= (
        {"turned"} if name.startswith("mrs_mop") else set()
    )


@pytest.mark.parametrize("name", [name for name in GAMES if "over_empty" not in name])
def test_a_stuck_game_says_why(name: str) -> None:
    game = get_game(name)
    chance = random.Random(name)
    reasons = set()
    for _ in range(40):
        position = shuffled(game, chance)
        for _ in range(400):
            moves = game.legal_moves(position)
            if not moves:
                break
            deals = [one for one in moves if is_deal(one)]
            position = game.play(position, chance.choice(deals or moves))
        if game.outcome(position) is Outcome.STUCK:
            table = game.observe(position)
            why = why_stuck(table)
            assert why.endswith("the stock is used up") is (table.stock == 0)
            reasons.add(why)
    assert reasons
