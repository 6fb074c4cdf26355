"""A live game in a session: cards of its start that were unknown become known as they come to light."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any

from winnable.cards import Card
from winnable.errors import InputError
from winnable.family import RegisteredGame, require
from winnable.session.tree import Node
from winnable.text.reveals import Reveals, learned
from winnable.text.solution import Solution

if TYPE_CHECKING:
    from winnable.session.session import Session

__all__ = ["brings_unknown", "learn", "play_named", "reveals_of", "some_world"]


def reveals_of(game: RegisteredGame[Any, Any]) -> Reveals[Any, Any, Any]:
    """How a game's moves bring cards to light; InputError for one whose moves do not."""
    return require(game, "reveals", game.family.reveals)()


def some_world(game: RegisteredGame[Any, Any], start: Any) -> Any:
    """One of the positions that a setup may be; nothing but what is seen in all of them comes of it."""
    return reveals_of(game).world(game, start, Random(0))


def brings_unknown(session: Session[Any, Any], after: Any) -> bool:
    """Does a move from where one is to another position bring cards to light that nobody knows?"""
    if session.given is None:
        return False
    reveals = reveals_of(session.game)
    news = reveals.news(session.game, session.given, session.here.placed, after)
    return not all(reveals.card_at(session.given, place).known for place in news)


def learn(session: Session[Any, Any], text: str, cards: Sequence[Card]) -> None:
    """That a move from where one is brings these cards to light, so that they are known of the start, too.

    Raises:
        InputError: no move, one that is not legal, or cards that it cannot bring.
    """
    game = session.game
    start = game.setup(session.root.placed) if session.given is None else session.given
    made = list(chain.from_iterable(node.moves for node in list(session.here.way())[::-1]))
    try:
        start = learned(reveals_of(game), game, start, made, text, cards)
    except InputError:
        raise
    except ValueError as error:  # no move, or an illegal one
        raise InputError(str(error)) from None
    if session.given is not None:  # else they were known before
        session.given = _filled(game, start)
        _move_to(session, some_world(game, session.given))


def play_named(session: Session[Any, Any], solution: Solution) -> Node[Any, Any]:
    """Makes the moves of a list that names the cards that they bring to light; InputError with the place."""
    for token in solution.tokens:
        try:
            session.play(token.text)
        except InputError as error:
            raise error.at(source=solution.source, line=token.line, column=token.column) from None
    return session.here


def _filled(game: RegisteredGame[Any, Any], start: Any) -> Any:
    """The setup, with its unknown cards where they can only be one."""
    try:
        return game.setup(game.position(start))
    except InputError:
        return start


def _move_to(session: Session[Any, Any], world: Any) -> None:
    """Puts the whole tree of moves into another world, which looks the same as far as it goes."""
    session.root.placed = world
    todo = [session.root]
    while todo:
        before = todo.pop()
        for node in before.children:
            node.placed = before.placed
            for move in node.moves:
                node.placed = session.game.play(node.placed, move)
            todo.append(node)
