"""Whether a position can be won as the game is played, where cards go home by themselves."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from native.agree import Pair, to_core
from native.toy_games import random_toy, toy_games
from sizes import PATIENCE, some_of
from winnable._core import CancelToken
from winnable.analysis.verdict import position_verdict, shortening_solver
from winnable.errors import InputError
from winnable.game import Outcome
from winnable.moves import Autoplay
from winnable.reading import read
from winnable.registry import get_game
from winnable.search.api import Limits, StopReason, Verdict
from winnable.session import Session

MOST = 3_000  # positions that the oracle looks at


class TooManyError(Exception):
    pass


def winnable(game: Any, start: Any, autoplay: Autoplay) -> bool:
    """By trying every move that a session allows, with what follows it by itself."""
    replay_moves = game.family.solutions().replay_moves
    seen, todo = {game.key(start)}, [start]
    while todo:
        place = todo.pop()
        if game.outcome(place) is Outcome.WON:
            return True
        for move in game.legal_moves(place):
            after = replay_moves(game, place, [move], autoplay).positions[-1]
            if game.key(after) not in seen:
                seen.add(game.key(after))
                todo.append(after)
        if len(seen) > MOST:
            raise TooManyError
    return False


def play_out(session: Session[Any, Any], moves: tuple[str, ...]) -> list[Any]:
    """Plays the player's part of these moves, the others being made by themselves; the places."""
    left, places = list(moves), []
    while left:
        node = session.play(left[0])
        assert list(node.texts) == left[: len(node.texts)]
        del left[: len(node.texts)]
        places.append(node)
    return places


@pytest.mark.parametrize("name", ["freecell", "eight_off", "bakers_game"])
def test_toys_are_won_under_max_as_a_session_plays_them(name: str) -> None:
    rng, seen = Random(name), Counter[bool]()
    games = toy_games(name, range(3))
    for game, rules in games:
        for _ in range(some_of(90) // len(games)):
            start = to_core(Pair(rules, game.core), random_toy(rules, rng, 16))
            try:
                truth = winnable(game, start, Autoplay.MAX)
            except TooManyError:
                continue
            found = position_verdict(game, start, autoplay=Autoplay.MAX)
            assert (found.verdict is Verdict.SOLVED) == truth
            if truth:
                session = Session(game, start, autoplay=Autoplay.MAX)
                play_out(session, found.moves)
                assert session.outcome is Outcome.WON
            seen[truth] += 1
    assert seen[True] >= 2
    assert seen[False] >= 2


# 2S has no place but 3H, which autoplay would send home before the first move, if it began there.
HELD_BACK = """Foundations: H-2 C-J D-K
: QC KC 3H
: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S KH QH JH TH 9H 8H 7H 6H 5H 4H AS 2S
"""


def test_a_start_is_left_as_it_is_by_autoplay() -> None:
    game = get_game("freecell:cells=0,columns=2,column_cards=")
    (entry,) = read(HELD_BACK, game)
    session = Session(game, entry.position(game), autoplay="max")
    found = session.verdict()
    assert (found.verdict, found.moves[0]) == (Verdict.SOLVED, "21")
    play_out(session, found.moves)
    assert session.outcome is Outcome.WON
    session.goto(session.root)
    session.play("1h")
    assert session.verdict().verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize("autoplay", list(Autoplay))
def test_wins_are_written_as_the_session_plays_them(autoplay: Autoplay) -> None:
    for name, deal in (("freecell", 617), ("freecell", 1), ("bakers_game", 4)):
        session = Session.of_deal(get_game(name), deal, autoplay=autoplay)
        found = session.verdict()
        places = play_out(session, found.moves)
        assert session.outcome is Outcome.WON
        assert any(len(place.moves) > 1 for place in places) == (autoplay is not Autoplay.NONE)


def test_a_deal_that_max_spoils() -> None:
    game = get_game("freecell")
    lost = Session.of_deal(game, 1941, autoplay="max").verdict()
    won = Session.of_deal(game, 1941, autoplay="safe").verdict()
    assert (lost.verdict, won.verdict) == (Verdict.UNSOLVABLE, Verdict.SOLVED)


def test_a_verdict_names_what_was_searched_and_how_far_it_might_go() -> None:
    limits = Limits(seconds=PATIENCE, bytes=300_000_000)
    found = Session.of_deal(get_game("freecell"), 11982).verdict(limits=limits)
    assert (found.verdict, found.limits) == (Verdict.UNSOLVABLE, limits)
    assert found.expanded > 1000
    assert found.seconds > 0
    assert 0 < found.peak_bytes <= 300_000_000
    few = Session.of_deal(get_game("freecell"), 11982).verdict(limits=Limits(nodes=500))
    assert (few.verdict, few.reason, few.expanded) == (Verdict.UNKNOWN, StopReason.NODES, 500)


def test_what_is_broken_off_had_no_limits() -> None:
    token = CancelToken()
    token.cancel()
    found = position_verdict(get_game("freecell"), get_game("freecell").deal(1), token=token)
    assert (found.verdict, found.reason, found.limits) == (Verdict.UNKNOWN, StopReason.CANCELLED, None)


@pytest.mark.parametrize(
    ("name", "autoplay", "solver"),
    [
        ("freecell", "none", "shortest"),
        ("freecell", "safe", "shortest"),
        ("freecell", "max", "short"),
        ("pyramid", "none", "fewest"),
        ("spider", "none", None),
        ("undead", "none", None),
    ],
)
def test_who_looks_for_shorter_wins(name: str, autoplay: str, solver: str | None) -> None:
    assert shortening_solver(get_game(name), Autoplay(autoplay)) == solver


def test_shortest_is_said_only_if_it_is_proved() -> None:
    game = get_game("pyramid")
    start = game.deal(3)
    found = position_verdict(game, start)
    best = position_verdict(game, start, solver="fewest")
    assert (found.optimal, best.optimal) == (False, True)
    assert len(best.moves) < len(found.moves)
    with pytest.raises(InputError, match="score does not say which moves win"):
        position_verdict(game, start, solver="score")


def test_each_move_is_judged_with_what_follows_it_by_itself() -> None:
    rng, seen = Random(8), Counter[bool]()
    for game, rules in toy_games("freecell", range(3)):
        for _ in range(some_of(96) // 6):
            start = to_core(Pair(rules, game.core), random_toy(rules, rng, 14))
            session = Session(game, start, autoplay="max")
            for row in session.move_verdicts():
                session.goto(session.root)
                session.play(row.move_text)
                try:
                    truth = winnable(game, session.position, Autoplay.MAX)
                except TooManyError:
                    continue
                assert (row.verdict is Verdict.SOLVED) == truth
                seen[truth] += 1
    assert seen[True] >= 5
    assert seen[False] >= 5


def test_the_line_of_the_move_verdicts_is_played_under_max() -> None:
    game = get_game("freecell")
    session = Session.of_deal(game, 617, autoplay="max")
    for text in ("1a", "2b"):
        session.play(text)
    place, texts, found = session.position, list[str](), session.move_verdicts()
    for move in found.line:
        texts.append(game.notation.format(place, move))
        place = game.play(place, move)
    assert len(texts) == min(row.length for row in found if row.length)
    play_out(session, tuple(texts))
    assert session.outcome is Outcome.WON
