"""What is known of a game goes to a worker and comes back as it was."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from session.test_tree_review import bushy
from winnable.registry import get_game
from winnable.search.api import Limits, Verdict
from winnable.session import Session
from winnable.session.tree_review import TreeReview
from winnable.web.facts import Fact, facts_of, tell_facts

LIMITS = Limits(nodes=50_000)


@pytest.mark.parametrize("name", [pytest.param("freecell", marks=pytest.mark.slow), "pyramid", "undead"])
def test_everything_known_arrives(name: str) -> None:
    kinds: set[Verdict] = set()
    for seed in range(4):
        session: Session[Any, Any] = bushy(name, seed)
        review = TreeReview(session, limits=Limits(nodes=300) if seed == 3 else LIMITS)
        review.decide()
        if seed == 1:
            list(review.shorten())
        sent = msgspec.json.encode(facts_of(session))
        there: Session[Any, Any] = Session.load(session.save())
        tell_facts(there, msgspec.json.decode(sent, type=tuple[Fact, ...]))
        known = TreeReview(there).verdicts()
        nodes = dict(zip(session.root.all(), there.root.all(), strict=True))
        wanted = review.verdicts()
        assert {nodes[node]: answer.verdict for node, answer in wanted.items()} == {
            node: answer.verdict for node, answer in known.items()
        }
        for node, answer in wanted.items():
            assert len(known[nodes[node]].moves) <= len(answer.moves)
            kinds.add(answer.verdict)
    assert {Verdict.SOLVED, Verdict.UNSOLVABLE} <= kinds


def test_what_follows_is_not_sent() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    review = TreeReview(session, limits=LIMITS)
    review.decide()
    win = session.answers.of(session.here)
    assert win is not None
    for text in win.moves:
        session.play(text)
    assert len(facts_of(session)) == 1


def test_nothing_is_known_of_a_game_played_unseen() -> None:
    session = Session.of_deal(get_game("spider"), 5)
    session.play(Random(1).choice(session.legal()))
    assert facts_of(session) == ()
