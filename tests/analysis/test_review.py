"""Reviews: the move that lost is the one after which every position is lost, found without asking of each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import ceil, log2
from random import Random
from typing import Any

import pytest

from native.spider_agree import to_core, toy_pair
from oracle.solve import TooManyPositionsError
from oracle.spider_solve import is_winnable
from oracle.spider_toys import ending
from registered import start_of
from winnable._core import CancelToken
from winnable.analysis.review import Review, review
from winnable.game import IllegalMove, Outcome
from winnable.registry import get_game
from winnable.search.api import Limits, StopReason, Verdict
from winnable.search.solvers import make_solver
from won_lines import before_the_end, won_lines

LIMITS = Limits(nodes=200_000)
# Of each family, games whose solver decides any position quickly.
GAMES = (
    "freecell", "bakers_game", "eight_off", "pyramid", "pyramid:hoyle", "pyramid:thirteen",
    "undead",
)  # fmt: skip


def random_moves(game: Any, position: Any, seed: int, most: int) -> list[Any]:
    rng, moves = Random(seed), []
    while len(moves) < most and game.outcome(position) is Outcome.OPEN:
        moves.append(rng.choice(list(game.distinct_moves(position)) or list(game.legal_moves(position))))
        position = game.play(position, moves[-1])
    return moves


def positions_of(game: Any, start: Any, moves: Sequence[Any]) -> list[Any]:
    places = [start]
    for move in moves:
        places.append(game.play(places[-1], move))
    return places


def expect_right(
    game: Any, start: Any, moves: Sequence[Any], found: Review, truth: Sequence[Verdict]
) -> None:
    """What is said of each position, the move that lost, and the line that wins."""
    assert [place.verdict for place in found.positions] == list(truth)
    assert found.complete
    lost = [number for number, verdict in enumerate(truth) if verdict is Verdict.UNSOLVABLE]
    won = [number for number, verdict in enumerate(truth) if verdict is Verdict.SOLVED]
    assert (found.lost_after, found.winnable_after) == (lost[0] if lost else None, won[-1] if won else None)
    places = positions_of(game, start, moves)
    if lost and won:
        assert found.lost_by is not None
        number, text = found.lost_by.number, found.lost_by.move
        assert number == lost[0]
        assert text == game.notation.format(places[number - 1], moves[number - 1])
        assert f"move {number}, {text}, lost the game" in found.text()
    if won and not found.won:
        here = places[won[-1]]
        for text in found.line:
            here = game.play(here, game.notation.parse(here, text))
        assert game.outcome(here) is Outcome.WON
        assert not lost or found.line
    assert bool(found.why) == bool(lost)


@pytest.mark.parametrize("name", GAMES)
def test_each_position_asked_by_itself_says_the_same(name: str) -> None:
    game = get_game(name)
    reviewed = lost = 0
    for seed in range(8):
        start = start_of(game)(seed + 1) if seed % 2 else before_the_end(name, 40 + seed)
        moves = random_moves(game, start, seed, 24)
        answers = [make_solver(game).solve(at, limits=LIMITS) for at in positions_of(game, start, moves)]
        if any(answer.verdict is Verdict.UNKNOWN for answer in answers):
            continue
        truth = [answer.verdict for answer in answers]
        expect_right(game, start, moves, review(game, start, moves, limits=LIMITS), truth)
        reviewed += 1
        lost += Verdict.SOLVED in truth and Verdict.UNSOLVABLE in truth
    assert reviewed >= 5
    assert lost >= 2


def test_games_of_freecell_lost_on_purpose() -> None:
    """From deals that can be won, along the win for some moves, and then off it as fast as possible."""
    game = get_game("freecell")
    named = 0
    for deal in (1, 5, 617, 1000, 24943):
        start = game.deal(deal)
        won = make_solver(game).solve(start)
        moves, here = list(won.moves[:8]), positions_of(game, start, won.moves[:8])[-1]
        moves += random_moves(game, here, deal, 40)
        truth = [
            make_solver(game).solve(at, limits=LIMITS).verdict for at in positions_of(game, start, moves)
        ]
        if Verdict.UNKNOWN in truth or truth[-1] is not Verdict.UNSOLVABLE:
            continue
        found = review(game, start, moves, limits=LIMITS)
        expect_right(game, start, moves, found, truth)
        assert found.lost_by is not None
        named += found.lost_by.number > 8
    assert named >= 3


def test_endings_of_spider_are_reviewed_as_the_oracle_sees_them() -> None:
    toy = toy_pair("spider", 4)
    named = 0
    for seed in range(60):
        position = ending(toy.rules, Random(seed), runs=1, pieces=6, stock=3)
        start = to_core(toy.game, position)
        moves = random_moves(toy.game, start, seed, 8)
        try:
            truth = [
                Verdict.SOLVED if is_winnable(toy.rules, place, 1500) else Verdict.UNSOLVABLE
                for place in map(_as_oracle, positions_of(toy.game, start, moves))
            ]
        except TooManyPositionsError:
            continue
        expect_right(toy.game, start, moves, review(toy.game, start, moves), truth)
        named += Verdict.SOLVED in truth and Verdict.UNSOLVABLE in truth
    assert named >= 3


def _as_oracle(position: Any) -> Any:
    from native.spider_agree import from_core

    return from_core(position)


def test_few_positions_are_asked_about() -> None:
    game = get_game("freecell")
    start = game.deal(617)
    moves = random_moves(game, start, 3, 200)
    steps: list[tuple[int, int]] = []
    found = review(game, start, moves, limits=LIMITS, on_step=lambda done, most: steps.append((done, most)))
    assert found.complete
    assert len(steps) - 1 <= ceil(log2(len(moves) + 1)) + 1
    assert steps[-1] == (len(moves) + 1, len(moves) + 1)
    assert steps == sorted(steps)


def test_what_a_limit_leaves_open_is_said() -> None:
    game = get_game("freecell")
    told = set()
    for nodes, seed in product((200, 400), range(30)):
        start = game.deal(1 + seed)
        moves = random_moves(game, start, seed, 20)
        found = review(game, start, moves, limits=Limits(nodes=nodes))
        order = [place.verdict for place in found.positions]
        ranks = [(Verdict.SOLVED, Verdict.UNKNOWN, Verdict.UNSOLVABLE).index(verdict) for verdict in order]
        assert ranks == sorted(ranks)
        unknown = [place for place in found.positions if place.verdict is Verdict.UNKNOWN]
        assert all(place.reason is StopReason.NODES for place in unknown)
        assert found.complete == (not unknown)
        if unknown:
            assert found.lost_by is None
            assert "known" in found.text()
        if unknown and found.lost_after and found.winnable_after is not None:
            between = f"between move {found.winnable_after + 1} and move {found.lost_after}: "
            assert between in found.text()
            told.add("between")
        elif unknown and found.lost_after is not None:
            assert f"lost after move {found.lost_after}; whether" in found.text()
            told.add("before")
        elif unknown and found.winnable_after is not None:
            assert "the game could still be won; what came then is not known" in found.text()
            told.add("after")
    assert told == {"between", "before", "after"}


@pytest.mark.parametrize("name", ["freecell", "pyramid", "undead", "spider:suits=1"])
def test_a_won_game(name: str) -> None:
    game = get_game(name)
    start = before_the_end(name.partition(":")[0] if name not in won_lines() else name, 10)
    if name not in won_lines():
        start = game.deal(1)
    won = make_solver(game).solve(start)
    found = review(game, start, won.moves)
    assert (found.won, found.lost_after, found.line, found.why) == (True, None, (), ())
    assert found.expanded == 0  # the moves are the proof
    assert {place.verdict for place in found.positions} == {Verdict.SOLVED}
    assert found.text().endswith("won: the game could be won all the way\n")


def test_a_game_that_could_not_be_won_at_all() -> None:
    game = get_game("freecell")
    start = game.deal(11982)
    found = review(game, start, random_moves(game, start, 1, 5))
    assert (found.winnable_after, found.lost_after, found.lost_by, found.line) == (None, 0, None, ())
    assert "could not be won from the start" in found.text()


def test_a_game_that_is_not_over() -> None:
    game = get_game("freecell")
    start = game.deal(617)
    found = review(game, start, make_solver(game).solve(start).moves[:3])
    assert (found.winnable_after, found.lost_after, found.won) == (3, None, False)
    assert "not won yet, and it can still be won\nafter move 3 this wins in" in found.text()
    assert review(game, start, []).positions[0].verdict is Verdict.SOLVED


def test_undead_names_the_entry_and_the_clue() -> None:
    game = get_game("undead:size=5x5")
    start = game.deal(1)
    right = make_solver(game).solve(start).moves
    for wrong in range(0, len(right), 3):
        moves = list(right[:wrong])
        place = positions_of(game, start, moves)[-1]
        text = game.notation.format(place, right[wrong])
        other = next(letter for letter in "gvz" if letter != text[-1])
        moves.append(game.notation.parse(place, text[:-1] + other))
        found = review(game, start, [*moves, *right[wrong + 1 :]])
        assert found.lost_by is not None
        assert (found.lost_by.number, found.lost_by.move) == (wrong + 1, text[:-1] + other)
        assert found.line
        assert any(clue in found.why[0] for clue in ("sees", "contradict", "in all"))


def test_points_within_reach_are_those_that_the_score_solver_proves() -> None:
    game = get_game("pyramid")
    for deal in (3, 12, 16):
        start = game.deal(deal)
        moves = random_moves(game, start, deal, 20)
        found = review(game, start, moves)
        best = [make_solver(game, "score").solve(at).score for at in positions_of(game, start, moves)]
        assert [place.points for place in found.positions] == best
        assert best == sorted(best, reverse=True)  # type: ignore[type-var]
        assert len(set(best)) > 1
    hoyle = get_game("pyramid:hoyle")
    assert review(hoyle, hoyle.deal(1), hoyle.legal_moves(hoyle.deal(1))[:1]).positions[0].points is None


def test_cancelled_before_it_began() -> None:
    game = get_game("freecell")
    start, token = game.deal(617), CancelToken()
    token.cancel()
    found = review(game, start, random_moves(game, start, 1, 5), token=token)
    assert {place.reason for place in found.positions} == {StopReason.CANCELLED}
    assert "not known within the limits" in found.text()


def test_moves_that_cannot_be_made() -> None:
    game = get_game("freecell")
    with pytest.raises(IllegalMove):
        review(game, game.deal(1), [game.legal_moves(game.deal(1))[0]] * 9)
