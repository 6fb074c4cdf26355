"""What is known of the places of a game, as it goes to a worker and comes back.

A worker has the game from its save, and no numbers of places: they go by their order there, each before those
that follow it, the main line first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from winnable.analysis.verdict import PositionVerdict
from winnable.moves import Autoplay
from winnable.search.api import Verdict
from winnable.session import Session
from winnable.session.tree import Node

__all__ = ["Fact", "Learned", "facts_of", "learned_here", "tell_facts", "tell_learned"]


class Learned(msgspec.Struct, frozen=True):
    """What an answer has taught of the place that it was about: the best that is known of it, and the moves
    from there that lose."""

    here: PositionVerdict | None
    losses: dict[str, PositionVerdict]


class Fact(msgspec.Struct, frozen=True):
    """What is known of a place."""

    place: int
    answer: PositionVerdict


def facts_of(session: Session[Any, Any]) -> tuple[Fact, ...]:
    """What is known of the places of a session, without what follows from other places."""
    if session.unseen:
        return ()
    found: list[Fact] = []
    known: dict[Node[Any, Any], PositionVerdict] = {}
    for number, node in enumerate(session.root.all()):
        before = None if node.parent is None else known.get(node.parent)
        answer = session.answers.below(node, before)
        if answer is None:
            continue
        known[node] = answer
        if before is not None and _follows(node, answer, before):
            continue
        made_here = session.answers.of(node)
        assert made_here is not None
        found.append(Fact(number, made_here))
    return tuple(found)


def _follows(node: Node[Any, Any], answer: PositionVerdict, before: PositionVerdict) -> bool:
    """Is this known of a place because of what is known of the one before it?"""
    if answer.verdict is not before.verdict or answer.verdict is Verdict.UNKNOWN:
        return False
    return answer.verdict is Verdict.UNSOLVABLE or before.moves == (*node.texts, *answer.moves)


def tell_facts(session: Session[Any, Any], facts: Sequence[Fact]) -> None:
    """Takes down what is known."""
    if facts:
        nodes = list(session.root.all())
        for one in facts:
            session.answers.tell(nodes[one.place], one.answer)


def learned_here(session: Session[Any, Any]) -> Learned:
    """What is known by now of the place where one is."""
    return Learned(session.answers.of(session.here), session.answers.losses(session.here))


def tell_learned(
    session: Session[Any, Any], node: Node[Any, Any], learned: Learned, autoplay: Autoplay
) -> None:
    """Takes down what an answer about a place has taught, which was given under that autoplay."""
    if learned.here is not None:
        session.answers.tell(node, learned.here, autoplay)
    session.answers.tell_losses(node, learned.losses, autoplay)
