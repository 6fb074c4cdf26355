"""How a game on the terminal begins: from a deal, a file, a pasted position, a saved game."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

from winnable.cli.positions import play_in_turn
from winnable.deals import DIALECTS, DealNumber, looks_like_deal, parse_deal
from winnable.errors import InputError, quote
from winnable.session import Session

if TYPE_CHECKING:
    from winnable.family import AnyGame

__all__ = ["Opening", "begin_deal", "begin_file", "begin_given", "begin_text"]

_NUMBERS = 1_000_000


class Opening:
    """How games begin: all cards open, whatever the game hides; what moves by itself in games that have such
    moves; the moves that were made already."""

    def __init__(self, *, open_cards: bool = False, autoplay: str = "none", after: str = "") -> None:
        self.open_cards, self.autoplay, self.after = open_cards, autoplay, after

    def settled(self, session: Session[Any, Any]) -> Session[Any, Any]:
        """The session, begun so; InputError for a move that cannot be made."""
        if self.autoplay != "none":
            session.set_autoplay(self.autoplay)
        play_in_turn(self.after, session.play, cards=session.game.family.reveals is not None)
        return session


def begin_given(game: AnyGame, text: str, opening: Opening) -> Session[Any, Any]:
    """From a POSITION: a deal, the name of a file, or a position in one word; where it is empty, from a
    random deal.

    InputError for anything else, and for what holds several positions.
    """
    if not text.strip():
        return begin_deal(game, str(_random_deal(game)), opening)
    if Path(text).is_file():
        return begin_file(text, game, opening)
    if looks_like_deal(text):
        return begin_deal(game, text, opening)
    if game.family.readers().in_one_word(text):
        return begin_text(text, game, opening)
    raise InputError(
        f"{quote(text)} is no deal of {game.info.title}, and no file has this name",
        expected="a deal such as 617, or a file with a position",
    )


def begin_deal(game: AnyGame, text: str, opening: Opening) -> Session[Any, Any]:
    """From the number of a deal; InputError if it is none, or several."""
    deal = parse_deal(text, game.info.dialects[0])
    return opening.settled(Session.of_deal(game, deal, open_cards=opening.open_cards))


def begin_file(name: str, game: AnyGame | None, opening: Opening) -> Session[Any, Any]:
    """From a file: a saved game, or one position of any kind.

    InputError, with the place, where it holds neither, or a game of another kind than ``game``; OSError where
    it cannot be read.
    """
    from winnable.text.detect import read_text

    return begin_text(read_text(name), game, opening, source=name)


def begin_text(
    text: str,
    game: AnyGame | None,
    opening: Opening,
    *,
    source: str | None = None,
    first: int = 1,
) -> Session[Any, Any]:
    """From a text; without ``game`` it is looked at to find whose it is. ``first`` is the number of its first
    line in ``source``. InputError as for :func:`begin_file`."""
    from winnable.web.begin import begin
    from winnable.web.wire import Begin

    asked = Begin(text, game="" if game is None else game.spelled, open_cards=opening.open_cards)
    try:
        session = begin(asked)
        if game is not None and session.game.spelled != game.spelled:
            what = f"this is a game of {session.game.spelled}"
            raise InputError(what, expected=f"a game of {game.spelled}")
    except InputError as error:
        line = None if error.line is None else error.line + first - 1
        raise InputError(
            error.what,
            expected=error.expected,
            mend=error.mend,
            source=source if error.source is None else error.source,
            line=line if line is not None or source is None else first,
            column=error.column,
        ) from None
    return opening.settled(session)


def _random_deal(game: AnyGame) -> DealNumber:
    dialect = DIALECTS[game.info.dialects[0]]
    return DealNumber(dialect.name, random.randint(max(1, dialect.first), min(_NUMBERS, dialect.last)))
