"""Players of Pyramid who see what a person sees: legal games, no peeking, and never better than can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations
from math import factorial
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from native.pairing_agree import from_core
from oracle.pairing import Rules, legal_moves
from oracle.pairing_games import PAIRING_GAMES, pairing_variant
from oracle.pairing_seen import all_worlds, best_wins, first_look, look, unseen, wins_after
from winnable._core import PairingObservation, pairing_exact, pairing_world
from winnable.deals import consecutive_deals, parse_deal
from winnable.errors import InputError
from winnable.families.pairing import hint as hints
from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
from winnable.families.pairing.policy import make_policy, policy_names
from winnable.families.pairing.strategies import random_toy
from winnable.families.pairing.worlds import exact
from winnable.game import Outcome
from winnable.intervals import wilson
from winnable.registry import get_game
from winnable.search.api import Limits, Verdict
from winnable.search.policy import play, play_many
from winnable.studies.winnability import count_winnable

HIDING = [name for name in PAIRING_GAMES if get_game(name).info.hidden]


def variant(spelled: str, **changes: object) -> Rules:
    return pairing_variant(spelled, **changes)


# Small pyramids, with one pass and several, an open top of the stock and none, and cards face down.
TOYS = {
    rules.name: rules
    for rules in (
        variant("pyramid:hoyle,rows=3", rows=3),
        variant("pyramid:thirteen,rows=3,face_down_rows=2", rows=3, face_down=2),
        variant("pyramid:relaxed,rows=3,passes=2", rows=3, passes=2),
        variant("pyramid:tuts_tomb,rows=3", rows=3),
        variant("pyramid:king_tut,rows=3,passes=2,draw=2", rows=3, passes=2, draw=2),
    )
}


class Toy(NamedTuple):
    """A small position, and all worlds that look so."""

    game: PairingGame
    rules: Rules
    position: PairingPosition
    worlds: list[Any]
    most: int  # that the best play wins, as the oracle finds

    @property
    def seen(self) -> PairingObservation:
        return self.game.observe(self.position)

    def all_positions(self) -> Iterator[PairingPosition]:
        """Every position that looks so."""
        hidden = [card for card, there in enumerate(self.seen.unseen) if there]
        for order in permutations(hidden):
            yield pairing_world(self.game.core, self.seen, bytes(order))


@cache
def toys(name: str, number: int = 6) -> tuple[Toy, ...]:
    """Positions with two to four hidden cards that are neither over nor stuck; of four the first alone. Most
    of them are won in some of the worlds."""
    game, rules = get_game(name), TOYS[name]
    found: list[Toy] = []
    plain = 0  # won in all worlds, or in none
    hidden = 4
    for seed in range(400 if rules.passes == 1 else 60):  # with a second pass hardly any are won in some
        position = random_toy(game, Random(f"{name} {seed}"), 3, 6)
        world = first_look(rules, from_core(rules, position))
        if not 2 <= len(unseen(world)) <= hidden or len(legal_moves(rules, world.position)) < 2:
            continue
        worlds = all_worlds(world)
        most = best_wins(rules, worlds)
        if most in (0, len(worlds)):
            plain += 1
            if plain > 2:
                continue
        found.append(Toy(game, rules, position, worlds, most))
        hidden = 3 if len(worlds) > 6 else hidden
        if len(found) == number:
            break
    return tuple(found)


@pytest.mark.parametrize("name", TOYS)
def test_the_best_play_wins_as_often_as_the_oracle_finds(name: str) -> None:
    """Exactly, after each move: all orders of the hidden cards, by expectimax over what is seen."""
    between = 0
    for toy in toys(name):
        moves = list(toy.game.legal_moves(toy.position))
        texts = [toy.game.notation.format(toy.position, move) for move in moves]
        found = exact(toy.game, toy.seen, moves)
        assert found is not None
        assert found.orders == len(toy.worlds) == factorial(len(unseen(toy.worlds[0])))
        assert {look(world) for world in toy.worlds} == {look(toy.worlds[0])}
        assert list(found.wins) == [wins_after(toy.rules, toy.worlds, text) for text in texts]
        assert found.most == toy.most
        between += 0 < found.most < found.orders
    assert between > 2 or toys(name)[0].rules.passes != 1


def test_a_limit_of_positions_is_kept() -> None:
    toy = toys("pyramid:hoyle,rows=3")[0]
    assert pairing_exact(toy.game.core, toy.seen, 1) is None


@pytest.mark.parametrize("name", TOYS)
@pytest.mark.parametrize("policy", ["best", "fast", "greedy", "random"])
def test_no_policy_wins_more_than_the_best_play(name: str, policy: str) -> None:
    """Over all worlds that look the same, with one seed. The best one finds the best play there."""
    for toy in toys(name):
        player = make_policy(toy.game, policy)
        won = sum(play(toy.game, position, player, 5).won for position in toy.all_positions())
        assert won == toy.most if policy == "best" else won <= toy.most


@pytest.mark.parametrize("name", TOYS)
def test_hints_tell_how_often_the_policy_wins(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By games, the exact count left out: the truth lies within an interval that is rarely missed."""
    monkeypatch.setattr("winnable.families.pairing.worlds.MOST_HIDDEN", 0)
    for toy in toys(name)[:2]:
        advice = hints.hint(toy.game, toy.seen, policy="greedy", seed=3)
        player = make_policy(toy.game, advice.plays_on)
        for one in advice.equities:
            assert not one.exact
            games = [
                play(toy.game, toy.game.play(position, one.move), player, seed).won
                for position in toy.all_positions()
                for seed in range(4)
            ]
            low, high = wilson(one.wins, one.games, 4.0)
            assert low <= sum(games) / len(games) <= high


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("policy", ["fast", "greedy", "random"])
def test_games_replay_and_the_loop_in_python_plays_the_same(name: str, policy: str) -> None:
    class InPython:
        """Asked by the loop in Python, as it is no policy of the core."""

        def __init__(self) -> None:
            self.player = make_policy(game, policy)

        def decide(self, observation: PairingObservation, seed: int) -> Sequence[PairingMove]:
            return self.player.decide(observation, seed)

    game = get_game(name)
    for deal, seed in ((3, 1), (11, 2)):
        start = game.deal(deal)
        played = play(game, start, make_policy(game, policy), seed)
        position = start
        for text in played.texts:
            position = game.play(position, game.notation.parse(position, text))
        assert (game.outcome(position) is Outcome.WON) == played.won == (played.reason == "won")
        again = play(game, start, InPython(), seed)
        assert (again.texts, again.won, again.reason, again.decisions, again.score) == (
            played.texts,
            played.won,
            played.reason,
            played.decisions,
            played.score,
        )


@pytest.mark.parametrize("name", HIDING)
def test_policies_do_not_see_hidden_cards(name: str) -> None:
    """The whole game up to where worlds differ to the eye is the same, whatever lies hidden."""
    game = get_game(name)
    player = make_policy(game, "fast")
    seen = game.observe(game.deal(9))
    first = {tuple(player.decide(game.observe(game.determinise(seen, Random(n))), 7)) for n in range(4)}
    assert len(first) == 1


def test_with_all_cards_known_the_game_is_won_or_given_up() -> None:
    """As the solver proves it; in the last pass nothing is hidden."""
    game = get_game("pyramid")
    verdicts = set()
    for deal in range(1, 12):
        position = game.deal(deal)
        for text in ["draw"] * 24 + ["recycle"]:
            position = game.play(position, game.notation.parse(position, text))
        solvable = game.solver().solve(position).verdict is Verdict.SOLVED
        played = play(game, position, make_policy(game, "fast"))
        assert (played.won, played.decisions) == (solvable, 1)
        verdicts.add(solvable)
    assert verdicts == {True, False}


def test_without_an_end_to_the_passes_all_that_can_be_won_is_won() -> None:
    """The stock is gone through first, which loses nothing."""
    game = get_game("pyramid:king_tut")
    deals = [deal for deal in range(1, 9) if game.solver().solve(game.deal(deal)).verdict is Verdict.SOLVED]
    assert deals
    for deal in range(1, 9):
        assert play(game, game.deal(deal), make_policy(game, "fast")).won == (deal in deals)


def test_many_games_come_in_order_whatever_the_jobs() -> None:
    game = get_game("pyramid")

    def played(jobs: int) -> list[tuple[int, bool, int]]:
        items = ((n, game.deal(n), n) for n in range(1, 9))
        games = play_many(game, items, lambda: make_policy(game, "greedy"), jobs=jobs)
        return [(item[0], one.won, len(one.moves)) for item, one in games]

    assert played(1) == played(3)
    assert [number for number, _, _ in played(1)] == list(range(1, 9))


def test_shares_of_deals() -> None:
    """The players' lie below that of who knows all cards, and count the same games as play does."""
    game = get_game("pyramid")
    deals = list(consecutive_deals(parse_deal("ms:1", "ms"), 30))
    known = count_winnable(game, deals)
    fast = count_winnable(game, deals, "fast", 4)
    greedy = count_winnable(game, deals, "greedy", 4)
    assert known.winnable >= fast.winnable > greedy.winnable > 0
    alone = [play(game, game.deal(deal), make_policy(game, "greedy"), 4).won for deal in deals]
    assert greedy.winnable == sum(alone)
    assert greedy.deals == greedy.winnable + greedy.unwinnable == 30
    cut = count_winnable(game, deals, "greedy", 4, limits=Limits(nodes=3))
    assert len(cut.undecided) == 30


def test_what_make_policy_refuses() -> None:
    game = get_game("pyramid")
    assert policy_names(game) == ("best", "fast", "greedy", "random")
    assert policy_names(get_game("pyramid:giza")) == ()
    for name, options, complaint in (
        ("moveblocks", {}, "Pyramid has no policy 'moveblocks'"),
        ("fast", {"settings": object()}, "fast has no such settings"),
        ("greedy", {"boards": 5}, "greedy draws no worlds"),
        ("fast", {"boards": 0}, "0 boards"),
    ):
        with pytest.raises(InputError, match=complaint):
            make_policy(game, name, **options)
    with pytest.raises(InputError, match="hides no card from its player"):
        make_policy(get_game("pyramid:giza"), "fast")
    with pytest.raises(InputError, match="does not say what its player sees"):
        make_policy(get_game("pyramid:tuts_tomb,face_down_rows=3"), "fast")


def test_an_observation_of_no_position_is_refused() -> None:
    game = get_game("pyramid")
    seen = game.observe(game.deal(1))
    fewer = PairingObservation(seen.tableau, [], seen.waste, seen.stock[:-1], 1, seen.unseen)
    face_up = PairingObservation(seen.tableau, [], seen.waste, bytes([254]) + seen.stock[1:], 1, seen.unseen)
    for wrong in (fewer, face_up):
        with pytest.raises(ValueError, match="unknown cards"):
            make_policy(game, "fast").decide(wrong, 0)


def test_a_player_without_a_plan_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player may give up; lost is only what the solver proves."""
    game = get_game("pyramid:giza")  # every card is seen
    gives_up = SimpleNamespace(name="best", decide=lambda seen, seed: [])
    monkeypatch.setattr("winnable.families.pairing.policy.make_policy", lambda *args: gives_up)
    told = set()
    for position in map(game.deal, range(1, 9)):
        lost = game.solver().solve(position).verdict is Verdict.UNSOLVABLE
        found = hints.hint(game, game.observe(position), policy="best")
        assert found.move is None
        assert found.verdict is (Verdict.UNSOLVABLE if lost else Verdict.UNKNOWN)
        assert ("lost" in found.text()) is lost
        told.add(lost)
    assert told == {True, False}
