"""A live game in a session: cards of its start that were unknown become known as they come to light."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any

from winnable.cards import Card
from winnable.errors import InputError
from winnable.family import RegisteredGame, observed, require
from winnable.session.tree import Node
from winnable.text.reveals import Reveals, learned
from winnable.text.solution import Solution

if TYPE_CHECKING:
    from winnable.session.session import Session

__all__ = [
    "brings_unknown",
    "how_to_name",
    "known",
    "learn",
    "named",
    "play_named",
    "reveals_of",
    "some_world",
]


def reveals_of(game: RegisteredGame[Any, Any]) -> Reveals[Any, Any, Any]:
    """How a game's moves bring cards to light; InputError for one whose moves do not."""
    return require(game, "reveals", game.family.reveals)()


def some_world(game: RegisteredGame[Any, Any], start: Any) -> Any:
    """One of the positions that a setup may be; nothing but what is seen in all of them comes of it."""
    if game.family.reveals is None:
        hidden = observed(game)
        return hidden.determinise(hidden.observation(start), Random(0))
    return reveals_of(game).world(game, start, Random(0))


def known(session: Session[Any, Any]) -> Any:
    """The setup where one is, as far as a player knows it who plays unseen."""
    game, place = session.game, session.here.placed
    if game.family.reveals is None:
        return type(game.setup(place)).of_observation(observed(game).observe(place))
    return reveals_of(game).known(game, session.given, place)


def how_to_name(game: RegisteredGame[Any, Any]) -> str:
    """What is expected instead of a move that brings an unknown card to light."""
    if game.family.reveals is None:
        return "moves of cards that are seen, or the board with the new card in it"
    return f"it to be named behind the move, as in {reveals_of(game).example}"


def brings_unknown(session: Session[Any, Any], after: Any) -> bool:
    """Does a move from where one is to another position bring cards to light that nobody knows?"""
    if session.given is None:
        return False
    if session.game.family.reveals is None:
        hidden = observed(session.game)
        before = hidden.observe(session.here.placed)
        return hidden.unseen_cards(before) != hidden.unseen_cards(hidden.observe(after))
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


def named(session: Session[Any, Any], text: str, ask: Callable[[int], Card]) -> str:
    """A move's text with the cards behind it that it brings to light: ``37=QH``. Those that nobody knows yet
    are asked for one by one, as each may decide what else is turned.

    Args:
        session: where the move is made.
        text: the move alone.
        ask: is given how many cards are still to be named, as far as is known, and gives the next one.

    Raises:
        InputError: a card that cannot lie there.
        ValueError: no move, or an illegal one.
    """
    game = session.game
    if session.given is None or game.family.reveals is None:
        return text
    reveals, start = reveals_of(game), session.given
    made = list(chain.from_iterable(node.moves for node in list(session.here.way())[::-1]))
    while True:
        here = reveals.world(game, start, Random(0))
        for move in made:
            here = game.play(here, move)
        news = reveals.news(game, start, here, game.play(here, game.notation.parse(here, text)))
        unknown = [place for place in news if not reveals.card_at(start, place).known]
        if not unknown:
            cards = ",".join(str(reveals.card_at(start, place)) for place in news)
            return f"{text}={cards}" if cards else text
        start = reveals.fill(game, start, unknown[0], ask(len(unknown)))


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
