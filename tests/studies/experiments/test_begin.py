"""Hidden cards drawn anew: what a player sees stays, all else is evenly shuffled, and every order of asking
gives the same worlds."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from studies.experiments.small import begun, rows
from winnable.family import observed
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.search.policy import make_policy, play
from winnable.studies.experiments.begin import Start, policy_seed, start_of
from winnable.studies.experiments.crews import here
from winnable.studies.experiments.run import run_study
from winnable.studies.experiments.starts import Kept
from winnable.studies.experiments.store import Store, Terms
from winnable.studies.experiments.summary import summarise
from winnable.text.boards import write_position

DRAWN = Terms(Limits(nodes=300, bytes=256_000_000), 5, "drawn")
PLAIN = Terms(DRAWN.limits, 5)
SPIDER = get_game("spider:suits=1")


def start(repetition: int, number: int = 3, terms: Terms = DRAWN, game: Any = SPIDER) -> Start:
    return start_of(game, terms, "seed", number, None, repetition)


def same(first: Start, second: Start) -> bool:
    return (str(first.position), first.seed) == (str(second.position), second.seed)


def test_cards_lie_as_they_are_unless_they_are_drawn() -> None:
    found = start(7, terms=PLAIN)
    assert str(found.position) == str(SPIDER.deal("seed:3"))
    assert found.seed == policy_seed(PLAIN, 7) == 12
    assert policy_seed(Terms(PLAIN.limits, 2**64 - 1), 1) == 0


@pytest.mark.parametrize("name", ["spider", "spider:suits=1", "will_o_the_wisp", "pyramid"])
def test_what_is_seen_stays_and_the_rest_is_drawn(name: str) -> None:
    game = observed(get_game(name))
    deal: Any = game.deal("seed:3")
    seen = game.observe(deal)
    cards = sorted(str(card) for _, card in game.setup(deal).slots())
    found = [start(repetition, game=game) for repetition in range(12)]
    for one in found:
        assert repr(game.observe(one.position)) == repr(seen)
        assert sorted(str(card) for _, card in game.setup(one.position).slots()) == cards
    assert len({str(one.position) for one in found}) == 12
    assert len({one.seed for one in found}) == 12


def test_any_order_of_asking_and_any_thread_gives_the_same() -> None:
    wanted = [start(repetition) for repetition in range(8)]
    for repetition in (5, 2, 7, 7, 0):
        assert same(start(repetition), wanted[repetition])
    elsewhere: list[Start] = []
    thread = Thread(target=lambda: elsewhere.append(start(6)))
    thread.start()
    thread.join()
    assert same(elsewhere[0], wanted[6])


def test_hands_and_seeds_do_not_share_their_worlds() -> None:
    """Two hands differ in few of their hidden cards: one shuffle for both would make one game of them."""
    pyramid = get_game("pyramid")
    kept = Kept("x", write_position(pyramid, pyramid.deal("seed:3")), False)
    one = start_of(pyramid, DRAWN, "kept", 1, kept, 0)
    again = start_of(pyramid, DRAWN, "kept", 99, kept, 0)
    assert same(one, again)  # whatever number a file gives it
    seeds = {start(0, number).seed for number in range(1, 40)}
    seeds |= {start(0, terms=Terms(DRAWN.limits, seed, "drawn")).seed for seed in range(40)}
    assert len(seeds) == 39 + 40 - 1


def test_each_hidden_place_has_each_card_as_often() -> None:
    """The lowest card of the first column: spades of 13 ranks, of which those that lie open are rarer."""
    count = 4000
    places = Counter[str]()
    for repetition in range(count):
        _, card = next(iter(SPIDER.setup(start(repetition).position).slots()))
        places[str(card)] += 1
    deal = SPIDER.setup(SPIDER.deal("seed:3"))
    hidden = Counter(str(card) for _, card in deal.slots())
    hidden.subtract(str(column[-1]) for column in deal.columns)
    total = sum(hidden.values())
    expected = {card: count * n / total for card, n in hidden.items()}
    assert set(places) <= {card for card, n in hidden.items() if n}
    chi2 = sum((places[card] - mean) ** 2 / mean for card, mean in expected.items() if mean)
    assert total == 94
    assert chi2 < 40  # of 12 degrees of freedom: above it once in 14,000


STUDY = """\
seed = 5
repetitions = 3
[[games]]
game = "pyramid"
deals = "seed:1..2"
[[games]]
game = "pyramid"
deals = "seed:1..2"
hidden = "drawn"
[[players]]
policy = "random"
"""


def test_drawn_hands_are_counted_apart_and_played_as_they_are_drawn(tmp_path: Path) -> None:
    game = get_game("pyramid")
    with begun(tmp_path, STUDY) as store, here() as crew:
        run_study(store, crew)
        cells = summarise(store).cells
        found = rows(store, "outcome, length, score")
        assert [cell.player for cell in cells] == ["random", "random, hidden cards drawn"]
        assert [cell.done for cell in cells] == [6, 6]
    units = [(terms, r, number) for terms in (PLAIN, DRAWN) for r in range(3) for number in (1, 2)]
    starts = [start(r, number, terms, game) for terms, r, number in units]
    played = [play(game, one.position, make_policy(game, "random"), one.seed) for one in starts]
    assert found == [("won" if p.won else "lost", len(p.texts), p.score) for p in played]


def test_a_file_from_before_keeps_its_terms(tmp_path: Path) -> None:
    assert "hidden" not in PLAIN.identity
    assert Terms.of(PLAIN.identity) == PLAIN
    assert Terms.of(DRAWN.identity) == DRAWN
    with begun(tmp_path, STUDY) as store:
        path = store.path
    with Store(path) as store:
        assert [Terms.of(block.terms).hidden for block in store.blocks()] == ["", "drawn"]
