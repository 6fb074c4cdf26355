"""The engine's Spider and kin against the oracle: moves, keys, what is seen, and whole graphs of endings."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import spider as oracle
from oracle.solve import TooManyPositionsError
from oracle.spider import Position
from oracle.spider_games import kpat_start
from oracle.spider_solve import reachable, unseen
from oracle.spider_toys import ending
from winnable.game import Outcome
from winnable.registry import get_game

from .spider_agree import BOTH, Pair, from_core, from_core_move, pair, random_deal, seen, to_core, toy_pair

# A game on few columns, and its endings: runs, pieces of each, cards face down, cards in the stock.
TOYS = {
    "spider": (4, 2, 3, 2, 4),
    "spider:suits=1": (3, 2, 4, 3, 0),
    "spider:suits=2": (3, 2, 4, 2, 2),
    "spider:deal_over_empty=true": (4, 1, 6, 2, 4),
    "spiderette": (4, 1, 6, 2, 2),
    "spiderette:deal_over_empty=true": (4, 1, 6, 2, 2),
    "will_o_the_wisp": (3, 2, 3, 3, 0),
    "mrs_mop": (3, 2, 4, 0, 0),
    "scorpion": (4, 2, 13, 3, 4),
    "scorpion:deal_over_empty=false": (4, 2, 13, 3, 4),
    "spider:run_removal=may_stay": (3, 1, 3, 1, 2),
    "spiderette:run_removal=may_stay": (2, 2, 3, 1, 2),
    "mrs_mop:run_removal=may_stay": (3, 1, 6, 0, 0),
    "scorpion:run_removal=may_stay": (4, 2, 4, 2, 4),
}
AT_MOST = 1500


def test_every_rule_value_has_toys() -> None:
    assert set(TOYS) == set(BOTH)


@pytest.mark.parametrize("name", BOTH)
def test_the_deal(name: str) -> None:
    both = pair(name)
    deck = random_deal(both.rules, Random(name))
    assert from_core(both.game.deal_deck(bytes(deck))) == oracle.layout(both.rules, deck)
    assert from_core(both.game.deal("kpat:11982")) == kpat_start(both.rules, 11982)


@pytest.mark.parametrize("name", BOTH)
def test_lines_of_play_agree(name: str) -> None:
    """From a deal by random moves: positions, legal moves, texts and what is seen, at every step."""
    both = pair(name)

    @settings(max_examples=8)
    @given(st.integers(0, 2**32 - 1))
    def check(seed: int) -> None:
        rng = Random(seed)
        deck = random_deal(both.rules, rng)
        walk(both, oracle.layout(both.rules, deck), rng, 60)

    check()


def walk(both: Pair, position: Position, rng: Random, moves: int) -> None:
    native = to_core(both.game, position)
    for _ in range(moves):
        assert from_core(native) == position
        check_seen(both, position)
        legal = oracle.legal_moves(both.rules, position)
        found = both.game.legal_moves(native)
        assert [from_core_move(move) for move in found] == legal
        if not legal:
            return
        # Moves that leave a run whole are seldom among so many; a deal now and then is enough.
        chosen = rng.randrange(len(legal))
        text = both.game.notation.format(native, found[chosen])
        assert text == oracle.format_move(both.rules, position, legal[chosen])
        native = both.game.play(native, both.game.notation.parse(native, text))
        position = oracle.play(both.rules, position, legal[chosen])


def check_seen(both: Pair, position: Position) -> None:
    observation = both.game.observe(to_core(both.game, position))
    assert seen(observation) == oracle.observe(position)
    counts = {card: n for card, n in enumerate(observation.unseen) if n}
    assert counts == dict(unseen(both.rules, oracle.observe(position)))


def toys(name: str, number: int) -> list[Position]:
    """Endings whose graphs the oracle finishes."""
    columns, runs, pieces, down, stock = TOYS[name]
    rules = toy_pair(name, columns).rules
    rng = Random(f"toys {name}")
    found = [
        ending(rules, rng, runs=runs, pieces=pieces, down=rng.randint(0, down), stock=rng.choice([0, stock]))
        for _ in range(number)
    ]
    assert not any(oracle.faults(rules, position) for position in found)
    return found


@pytest.mark.parametrize("name", TOYS)
def test_whole_graphs_of_endings_agree(name: str) -> None:
    """All that can be reached from small endings, by the engine's distinct moves and by the oracle's all: the
    same positions, each with one key, and the same of them won."""
    both = toy_pair(name, TOYS[name][0])
    finished = 0
    for position in toys(name, 8):
        try:
            expected = reachable(both.rules, position, AT_MOST)
        except TooManyPositionsError:
            continue
        found = graph(both, position)
        assert set(found) == expected
        assert len(set(found.values())) == len(found)  # a key for each
        finished += 1
        for end in sorted(expected)[:: max(1, len(expected) // 50)]:
            outcome = both.game.outcome(to_core(both.game, end))
            assert (outcome is Outcome.WON) == oracle.is_won(both.rules, end)
            assert (outcome is not Outcome.OPEN) == (
                oracle.is_won(both.rules, end) or not oracle.legal_moves(both.rules, end)
            )
    assert finished >= 2


def graph(both: Pair, start: Position) -> dict[Position, int]:
    """Canonical positions within the engine's reach, with their keys."""
    first = to_core(both.game, start)
    found = {oracle.canonical(start): both.game.key(first)}
    frontier = [first]
    while frontier:
        here = frontier.pop()
        for move in both.game.distinct_moves(here):
            following = both.game.play(here, move)
            canonical = oracle.canonical(from_core(following))
            if canonical not in found:
                found[canonical] = both.game.key(following)
                frontier.append(following)
            assert found[canonical] == both.game.key(following)
    return found


@pytest.mark.parametrize("name", ["spider", "spider:suits=1", "spiderette", "scorpion"])
def test_keys_tell_apart_what_a_player_tells_apart(name: str) -> None:
    """Equal exactly where positions are equal up to like cards and, without a stock, the order of columns;
    so are positions and their hashes."""
    both = toy_pair(name, TOYS[name][0])
    rng = Random(name)
    positions = [shuffled(position, rng) for position in toys(name, 6) for _ in range(4)]
    for one, other in combinations(positions, 2):
        a, b = to_core(both.game, one), to_core(both.game, other)
        same = oracle.canonical(one) == oracle.canonical(other)
        assert (both.game.key(a) == both.game.key(b)) == same
        assert (a == b) == same
        assert not same or hash(a) == hash(b)


def shuffled(position: Position, rng: Random) -> Position:
    """Its columns in another order; what is face down stays so."""
    order = rng.sample(range(len(position.columns)), len(position.columns))
    columns = tuple(position.columns[i] for i in order)
    return position._replace(columns=columns, down=tuple(position.down[i] for i in order))


@pytest.mark.parametrize("name", [name for name in BOTH if get_game(name).info.hidden])
def test_which_cards_lie_face_down_counts(name: str) -> None:
    both = pair(name)
    start = both.game.deal(1)
    down = [max(0, number - 1) for number in start.down]
    turned = both.game.core.position(start.columns, down, start.stock, start.runs)
    assert both.game.key(turned) != both.game.key(start)
    assert both.game.observe(turned) != both.game.observe(start)
