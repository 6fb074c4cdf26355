"""The games of a hand as a study are those that its player plays in the hand's worlds."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from winnable.analysis.equity import World, by_policy, hide, measure, worlds
from winnable.errors import InputError
from winnable.family import observed
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.search.policy import make_policy, play
from winnable.studies.audit import audit_study, drawn_hands, play_hands
from winnable.studies.equity import equity_study
from winnable.studies.experiments.begin import drawn_seed, start_of, with_draws
from winnable.studies.experiments.measured import measurer
from winnable.studies.experiments.plan import UNKNOWN, Kept
from winnable.studies.experiments.played import play_of
from winnable.studies.experiments.store import Terms
from winnable.text.boards import write_position


def games_of(study: Any, jobs: int = 2) -> list[tuple[bool, tuple[str, ...]]]:
    with measurer(jobs=jobs) as measuring, measuring.follow(study) as followed:
        source = (World(number, None, 0) for number in range(10**6))
        return [(game.won, game.texts) for _, game in play_of(followed)(source)]


@pytest.mark.parametrize(
    ("name", "policy", "hidden"),
    [
        ("spider:suits=1", "fast", False),
        ("spider:suits=1", "random", True),
        ("pyramid", "fast", True),
        ("scorpion", "random", False),
    ],
)
def test_games_are_those_in_the_worlds_of_the_hand(name: str, policy: str, hidden: bool) -> None:
    game = observed(get_game(name))
    setup = game.setup(game.deal("seed:3"))
    setup = hide(game, setup) if hidden else setup
    who = make_policy(game, policy)
    alone = [play(game, one.position, who, one.seed) for one in islice(worlds(game, setup, 4), 5)]
    study = equity_study(game, "a hand", setup, policy, 5, seed=4)
    assert games_of(study) == [(one.won, one.texts) for one in alone]
    first, second = [
        game.notation.format(alone[0].start, move) for move in game.distinct_moves(alone[0].start)
    ][:2]
    moved = games_of(equity_study(game, "a hand", setup, policy, 3, seed=4, moves=[first, second]))
    expected = []
    for one in islice(worlds(game, setup, 4), 3):
        for text in (first, second):
            start = game.play(one.position, game.notation.parse(one.position, text))
            expected.append(play(game, start, who, one.seed))
    assert moved == [(one.won, one.texts) for one in expected]


def test_counting_stops_where_it_would_without_a_study() -> None:
    game = observed(get_game("spider:suits=1"))
    setup = game.setup(game.deal("seed:3"))
    alone = measure(by_policy(game, "fast"), worlds(game, setup), count=200, half_width=0.25)
    study = equity_study(game, "a hand", setup, "fast", 200)
    with measurer(jobs=2) as measuring, measuring.follow(study) as followed:
        found = measure(play_of(followed), worlds(game, setup), count=200, half_width=0.25)
    assert (found.data(), found.different) == (alone.data(), alone.different)
    assert 1 < found.games < 200


def test_an_audit_plays_its_hands_with_the_seeds_of_their_places() -> None:
    game = get_game("spider:suits=1")
    given = [("first", game.deal("seed:8")), ("second", game.deal("seed:9"))]
    drawn = drawn_hands(game, 3, 2)
    study = audit_study(game, given, drawn, "random", 2, seed=6)
    assert [one.label for one in study.games[0].positions] == [
        "first",
        "random 1",
        "second",
        "random 2",
        "random 3",
    ]
    asked: list[World] = []

    def played(games: Any) -> Any:
        for world in games:
            asked.append(world)
            yield world, play(game, world.position, make_policy(game, "random"), world.seed)

    alone = play_hands(played, [start for _, start in given], drawn, 2, seed=6)
    with measurer(jobs=2) as measuring, measuring.follow(study) as followed:
        found = play_hands(play_of(followed), [start for _, start in given], drawn, 2, seed=6)
    assert found == alone
    texts = [play(game, one.position, make_policy(game, "random"), one.seed).texts for one in asked]
    assert [moves for _, moves in games_of(study)] == texts


def test_seeds_of_places_and_worlds_do_not_depend_on_who_asked_before() -> None:
    game = observed(get_game("spider:suits=1"))
    text = write_position(game, hide(game, game.setup(game.deal("seed:3"))))
    hidden, plain = Terms(Limits(), 7, UNKNOWN), Terms(Limits(), 7)
    hand = Kept("hand", with_draws(write_position(game, game.deal("seed:3")), 20), False)
    seen = list(islice(worlds(game, hide(game, game.setup(game.deal("seed:3"))), 7), 9))
    for number in (8, 2, 2, 5, 0, 8):
        for player in ("", "another"):
            start = start_of(game, hidden, "kept", 1, Kept("hand", text, False), number, player)
            assert game.key(start.position) == game.key(seen[number].position)
            assert start.seed == seen[number].seed
        start = start_of(game, plain, "kept", 1, hand, number)
        assert start.seed == drawn_seed(7, 20 + number)
        assert game.key(start.position) == game.key(game.deal("seed:3"))


def test_a_hand_that_is_none_is_an_error() -> None:
    game = get_game("spider:suits=1")
    with pytest.raises(InputError):
        start_of(game, Terms(Limits(), 7, UNKNOWN), "kept", 1, Kept("hand", "nothing", False), 0)
    with pytest.raises(InputError, match="the position 'hand' cannot be read back"):
        start_of(game, Terms(Limits(), 7), "kept", 1, Kept("hand", "draws 3\nnothing", False), 0)
