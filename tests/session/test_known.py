"""What is known of the places of a session, against a solver asked about every one of them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from winnable.analysis.verdicts import PositionVerdict, position_verdict
from winnable.errors import InputError
from winnable.game import Outcome
from winnable.moves import Autoplay
from winnable.registry import get_game
from winnable.search.api import Limits, StopReason, Verdict
from winnable.session import Session
from winnable.session.known import KnownVerdicts
from winnable.session.tree import Node
from won_lines import before_the_end

GAMES = ("freecell", "bakers_game", "simple_simon", "pyramid", "undead")


def grown(name: str, seed: int, moves: int = 12) -> Session[Any, Any]:
    """A tree near the end of a game, with variations."""
    rng = Random(seed)
    session: Session[Any, Any] = Session(get_game(name), before_the_end(name, 6), open_cards=True)
    nodes = [session.root]
    for _ in range(moves):
        session.goto(rng.choice(nodes))
        if legal := session.legal():
            nodes.append(session.play(rng.choice(legal)))
    return session


def all_nodes(root: Node[Any, Any]) -> list[Node[Any, Any]]:
    return [root, *(node for child in root.children for node in all_nodes(child))]


@pytest.mark.parametrize("name", GAMES)
def test_what_spreads_is_true(name: str) -> None:
    game, spread = get_game(name), 0
    for seed in range(6):
        session, rng = grown(name, seed), Random(seed)
        known = KnownVerdicts(game)
        nodes = all_nodes(session.root)
        told = rng.sample(nodes, max(1, len(nodes) // 3))
        for node in told:
            known.tell(node, position_verdict(game, node.placed))
        for node in nodes:
            found = known.of(node)
            if found is None:
                continue
            spread += node not in told
            assert found.verdict is position_verdict(game, node.placed).verdict
            if found.verdict is Verdict.SOLVED:
                position = node.placed
                for text in found.moves:
                    position = game.play(position, game.notation.parse(position, text))
                assert game.outcome(position) is Outcome.WON
    assert spread > 10


def test_each_next_position_of_a_win_takes_one_move_less() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    known = KnownVerdicts(session.game)
    answer = position_verdict(session.game, session.root.placed)
    known.tell(session.root, answer)
    for i, text in enumerate(answer.moves, 1):
        found = known.of(session.play(text))
        assert found is not None
        assert (found.verdict, len(found.moves)) == (Verdict.SOLVED, len(answer.moves) - i)


def test_what_leads_to_a_win_is_one() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    known = KnownVerdicts(session.game)
    here = session.play("1a")
    known.tell(here, position_verdict(session.game, here.placed))
    found, after = known.of(session.root), known.of(here)
    assert found is not None
    assert after is not None
    assert found.moves == ("1a", *after.moves)


def test_below_a_lost_position_all_is_lost() -> None:
    session = Session.of_deal(get_game("freecell"), 11982)
    known = KnownVerdicts(session.game)
    lost = PositionVerdict(Verdict.UNSOLVABLE, StopReason.EXHAUSTED, (), "", 900)
    known.tell(session.root, lost)
    for text in session.legal()[:2]:
        session.play(text)
    assert known.of(session.here) == lost


def test_a_position_is_lost_when_every_move_is() -> None:
    game = get_game("pyramid")
    position = game.deal(16)
    session = Session(game, position)
    known = KnownVerdicts(game)
    for text in session.legal():
        assert known.of(session.root) is None
        child = session.play(text)
        assert position_verdict(game, child.placed).verdict is Verdict.UNSOLVABLE
        known.tell(child, PositionVerdict(Verdict.UNSOLVABLE, StopReason.EXHAUSTED))
        session.undo()
    found = known.of(session.root)
    assert found is not None
    assert (found.verdict, found.why) == (Verdict.UNSOLVABLE, "every move loses")


def test_answers_only_get_better() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    known = KnownVerdicts(session.game)
    best = position_verdict(session.game, session.root.placed)
    answers = [
        PositionVerdict(Verdict.UNKNOWN, StopReason.TIME, (), "", 10),
        PositionVerdict(Verdict.UNKNOWN, StopReason.TIME, (), "", 20),
        best,
    ]
    for answer in answers:
        known.tell(session.root, answer)
        assert known.of(session.root) == answer
    for answer in answers[::-1]:
        known.tell(session.root, answer)
        assert known.of(session.root) == best


def test_the_oldest_are_forgotten() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    known = KnownVerdicts(session.game, most=3)
    for number, text in enumerate(["1a", "2a", "3a", "4a", "6a"]):
        session.goto(session.root)
        known.tell(session.play(text), PositionVerdict(Verdict.UNKNOWN, StopReason.TIME, (), "", number + 1))
    told = [known.of(node) is not None for node in session.root.children]
    assert told == [False, False, True, True, True]


@pytest.mark.parametrize("moves", [("zz",), ("1a",)])
def test_moves_that_do_not_win_are_refused(moves: tuple[str, ...]) -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    known = KnownVerdicts(session.game)
    with pytest.raises(InputError, match="expected moves that win from here"):
        known.tell(session.root, PositionVerdict(Verdict.SOLVED, StopReason.GOAL, moves))
    assert known.of(session.root) is None


# --- where cards go home by themselves ---------------------------------------------------------------------


@pytest.mark.parametrize("autoplay", list(Autoplay))
def test_along_a_win_each_next_place_is_won_with_what_is_left_of_it(autoplay: Autoplay) -> None:
    session = Session.of_deal(get_game("freecell"), 617, autoplay=autoplay)
    known = KnownVerdicts(session.game, autoplay=autoplay)
    answer = session.verdict()
    known.tell(session.root, answer)
    left = len(answer.moves)
    while left:
        here = known.of(session.here)
        assert here is not None
        node = session.play(here.moves[0])
        left -= len(node.moves)
        found = known.of(node)
        assert found is not None
        assert (found.verdict, len(found.moves)) == (Verdict.SOLVED, left)
    assert session.outcome is Outcome.WON


def test_what_is_lost_under_max_is_lost_there_alone() -> None:
    session = Session.of_deal(get_game("freecell"), 1941, autoplay="max")
    known = KnownVerdicts(session.game, autoplay=Autoplay.MAX)
    lost = session.verdict()
    known.tell(session.root, lost)
    forced = session.play(session.legal()[0])
    assert known.of(forced) == lost
    known.autoplay = Autoplay.SAFE
    assert known.of(session.root) is None
    session.set_autoplay("safe")
    session.goto(session.root)
    won = session.verdict()
    known.tell(session.root, won)
    assert known.of(session.root) == won
    known.autoplay = Autoplay.MAX
    assert known.of(session.root) == lost


def test_what_does_not_follow_by_the_rules_of_max_is_not_lost_with_it() -> None:
    """A move was made without what it brings about: other moves may follow there."""
    session = Session.of_deal(get_game("freecell"), 1941, autoplay="max")
    known = KnownVerdicts(session.game, autoplay=Autoplay.MAX)
    known.tell(session.root, session.verdict())
    unlike = []
    for text in session.legal():
        session.goto(session.root)
        forced = session.play(text)
        session.goto(session.root)
        free = session.play(text, autoplay="none")
        if free.moves != forced.moves:
            unlike.append((forced, free))
    assert unlike
    for forced, free in unlike:
        assert known.of(forced) is not None
        assert known.of(free) is None


def test_what_is_won_under_max_is_won_without_and_what_is_lost_without_is_lost_there() -> None:
    game = get_game("freecell")
    session = Session.of_deal(game, 617, autoplay="max")
    known = KnownVerdicts(game)
    known.tell(session.root, session.verdict(), Autoplay.MAX)
    assert known.of(session.root) is not None
    lost = Session.of_deal(game, 11982)
    known.tell(lost.root, lost.verdict())
    known.autoplay = Autoplay.MAX
    for root, verdict in ((session.root, Verdict.SOLVED), (lost.root, Verdict.UNSOLVABLE)):
        found = known.of(root)
        assert found is not None
        assert found.verdict is verdict


@pytest.mark.parametrize("autoplay", [Autoplay.SAFE, Autoplay.MAX])
def test_a_position_is_lost_when_every_move_is_with_what_follows_it(autoplay: Autoplay) -> None:
    session = Session.of_deal(get_game("freecell"), 186216, autoplay=autoplay)
    lost, here = PositionVerdict(Verdict.UNSOLVABLE, StopReason.EXHAUSTED), session.root
    for text in session.legal():
        session.play(text)
        session.goto(here)
    assert any(len(node.moves) > 1 for node in here.children)
    known = KnownVerdicts(session.game, autoplay=autoplay)
    different = {node.placed: node for node in here.children}
    for node in different.values():
        assert known.of(here) is None
        known.tell(node, lost)
    found = known.of(here)
    assert found is not None
    assert (found.verdict, found.why) == (Verdict.UNSOLVABLE, "every move loses")


def test_what_is_shortest_under_max_may_not_be_without() -> None:
    session = Session.of_deal(get_game("freecell"), 617, autoplay="max")
    known = KnownVerdicts(session.game)
    known.tell(session.root, replace(session.verdict(), optimal=True), Autoplay.MAX)
    for known.autoplay, optimal in ((Autoplay.NONE, False), (Autoplay.MAX, True)):
        found = known.of(session.root)
        assert found is not None
        assert found.optimal == optimal


@pytest.mark.parametrize("seed", range(6))
def test_what_spreads_under_max_is_true(seed: int) -> None:
    """Moves are made under any autoplay, and answers told under either kind."""
    game, rng = get_game("freecell"), Random(seed)
    session: Session[Any, Any] = Session(game, before_the_end("freecell", 24))
    nodes = [session.root]
    for _ in range(25):
        session.goto(rng.choice(nodes))
        if legal := session.legal():
            nodes.append(session.play(rng.choice(legal), autoplay=rng.choice(["none", "max", "max"])))
    known = KnownVerdicts(game)
    for node in rng.sample(nodes, 9):
        autoplay = rng.choice([Autoplay.SAFE, Autoplay.MAX])
        known.tell(node, position_verdict(game, node.placed, autoplay=autoplay), autoplay)
    for known.autoplay in (Autoplay.NONE, Autoplay.MAX):
        for node in nodes:
            found = known.of(node)
            if found is not None:
                truth = position_verdict(game, node.placed, autoplay=known.autoplay)
                assert found.verdict is truth.verdict


# --- what was searched -------------------------------------------------------------------------------------


def searched(seconds: float, expanded: int, **more: Any) -> PositionVerdict:
    limits = Limits(seconds=seconds)
    return PositionVerdict(Verdict.UNKNOWN, StopReason.TIME, expanded=expanded, limits=limits, **more)


def test_the_longest_search_is_named_with_the_shortest_win() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    known = KnownVerdicts(session.game)
    best = session.verdict(limits=Limits(seconds=10))
    known.tell(session.root, best)
    longer = replace(best, limits=Limits(seconds=40), expanded=10**6, seconds=39.0)
    known.tell(session.root, longer)
    assert known.of(session.root) == longer
    known.tell(session.root, searched(160, 10**7))
    found = known.of(session.root)
    assert found is not None
    assert (found.verdict, found.moves, found.expanded) == (Verdict.SOLVED, best.moves, 10**7)


def test_coming_back_never_shows_less() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    known = KnownVerdicts(session.game)
    most = 0
    for told, expanded in ((10, 900), (40, 800), (10, 850), (40, 1000), (160, 0)):
        known.tell(session.root, searched(told, expanded))
        found = known.of(session.root)
        assert found is not None
        most = max(most, expanded)
        assert found.expanded == most
    stopped = PositionVerdict(Verdict.UNKNOWN, StopReason.CANCELLED, expanded=10**6)
    known.tell(session.root, stopped)
    assert known.of(session.root) == stopped


def test_shortest_stays_so_down_the_line_and_not_before_it() -> None:
    game = get_game("pyramid")
    session = Session(game, game.deal(3), open_cards=True)
    known = KnownVerdicts(game)
    first = session.play(session.verdict(solver="fewest").moves[0])
    answer = session.verdict(solver="fewest")
    known.tell(first, answer)
    after = session.play(answer.moves[0])
    told = [known.of(node) for node in (session.root, first, after)]
    assert [found and found.optimal for found in told] == [False, True, True]
