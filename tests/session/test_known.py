"""What is known of the places of a session, against a solver asked about every one of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from winnable.analysis.verdicts import PositionVerdict, position_verdict
from winnable.errors import InputError
from winnable.game import Outcome
from winnable.registry import get_game
from winnable.search.api import StopReason, Verdict
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
