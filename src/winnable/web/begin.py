"""How a game begins: from a deal, a preset, a saved game, a line of a log, or any text with one position."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from winnable.analysis.hint import can_hide, plays_unseen
from winnable.analysis.scenes import scene_of
from winnable.errors import InputError, NoDealError, Tried, UnreadError
from winnable.family import RegisteredGame, observed
from winnable.reading import as_position, formats_tried, read
from winnable.registry import families, get_game
from winnable.search.api import Limits
from winnable.session import Session
from winnable.text.detect import Entry
from winnable.web.listing import preset_of
from winnable.web.wire import Begin

__all__ = ["begin"]

_MAKING: Final = 1.5  # seconds in which the puzzle of a deal is made here; what takes longer a worker makes
_SAVED: Final = "winnable game"
_LONGEST: Final = 250_000  # characters of a text with one position: the largest puzzle in its longest form


def begin(asked: Begin) -> Session[Any, Any]:
    """The session that is asked for.

    Raises:
        InputError: a text that no game reads (an UnreadError, which names the formats), that holds several
            positions, or none that is legal; a preset that the game does not have.
    """
    game = get_game(asked.game) if asked.game else None
    text = asked.text
    if asked.preset:
        if game is None:
            raise InputError("a preset without a game", expected="the game that it is of")
        text = preset_of(game, asked.preset).start
    elif text.lstrip().startswith(_SAVED):
        return Session.load(text)
    elif (logged := _of_log(text)) is not None:
        return logged
    if game is not None and not text.strip():
        raise InputError("no deal and no position", expected="a deal such as 617, or a text")
    if len(text) > _LONGEST:
        what = f"a text of {len(text)} characters holds more than one position"
        raise InputError(what, expected=f"at most {_LONGEST}, or a saved game")
    if asked.unseen and asked.open_cards:
        raise InputError("all cards known, and played unseen", expected="one of them")
    session = _session(text, game, open_cards=asked.open_cards, unseen=asked.unseen)
    if asked.autoplay != "none" and session.game.info.plays_itself:
        session.set_autoplay(asked.autoplay)
    return session


def _session(
    text: str, game: RegisteredGame[Any, Any] | None, *, open_cards: bool, unseen: bool
) -> Session[Any, Any]:
    try:
        entry = _entry(text, game)
    except InputError as error:  # it may be in rows
        if game is not None or isinstance(error, UnreadError):
            raise
        try:
            return Session(*_whose(text), open_cards=open_cards)
        except UnreadError:
            raise error from None
    if game is None:
        game = get_game(entry.game) if entry.game is not None else _whose(text)[0]
    if unseen and not can_hide(game):
        raise InputError(f"{game.info.title} hides no cards", expected="a game that does")
    if (plays_unseen(game) or unseen) and not open_cards:
        return Session.of_setup(game, entry.checked(observed(game)), deal=entry.deal, unseen=unseen or None)
    try:
        return _open_session(game, entry, _position(game, entry, text), open_cards=open_cards)
    except InputError as error:
        if entry.deal is not None:
            raise
        if not open_cards and (whole := _with_unknown(game, entry)) is not None:
            return Session.of_setup(game, whole)
        raise UnreadError.of(error, formats_tried(text.splitlines(keepends=True), game)) from None


def _open_session(
    game: RegisteredGame[Any, Any], entry: Entry, position: Any, *, open_cards: bool
) -> Session[Any, Any]:
    """With all cards known. What is filled in already becomes moves where players mark things, so that each
    can be taken out again."""
    options: dict[str, Any] = {"deal": entry.deal, "open_cards": open_cards}
    notes = entry.notes(game)
    if game.family.marks is None:
        return Session(game, position, notes=notes, **options)
    kind = game.family.marks()
    start, entered = kind.entered(position)
    session = Session(game, start, **options)
    for move in entered:
        session.play(move)
    if notes is not None and (marks := kind.written(notes)):
        session.mark(marks)
    return session


def _with_unknown(game: RegisteredGame[Any, Any], entry: Entry) -> Any:
    """The setup of an entry of which cards may be unknown, where a game may be played so; else None."""
    if not can_hide(game):
        return None
    try:
        return entry.checked(observed(game))
    except InputError:
        return None


def _entry(text: str, game: RegisteredGame[Any, Any] | None) -> Entry:
    """The one entry of a text."""
    try:
        entries = list(_first_two(read(text, game)))
    except UnreadError:
        raise
    except InputError as error:
        if game is None:
            raise
        raise UnreadError.of(error, formats_tried(text.splitlines(keepends=True), game)) from None
    if len(entries) != 1:
        raise InputError("this text holds several positions", expected="one")
    return entries[0]


def _first_two(entries: Iterator[Entry]) -> Iterator[Entry]:
    for i, entry in enumerate(entries):
        yield entry
        if i:
            return


def _position(game: RegisteredGame[Any, Any], entry: Entry, text: str) -> Any:
    """The position of an entry. A puzzle that takes long to be made is none of a server's business; a board
    that makes no sense by columns may be written in rows, as the screen shows it."""
    if entry.deal is not None and game.family.generator is not None:
        try:
            return as_position(game, entry, limits=Limits(seconds=_MAKING))
        except NoDealError as none:
            mend = "have the puzzle made by New game, which may take its time"
            raise InputError(none.what, mend=mend) from None
    try:
        return entry.position(game)
    except InputError:
        if entry.setup is None or not game.family.readers().in_rows:
            raise
        try:
            return next(read(text, game, rows=True)).position(game)
        except InputError:
            pass
        raise


def _whose(text: str) -> tuple[RegisteredGame[Any, Any], Any]:
    """The game and the position that a text is of, by the look of it, in columns or in rows: a game that
    begins so, else the first that may come to it.

    Raises:
        UnreadError: it is a position of none.
    """
    tried: list[Tried] = []
    errors: list[InputError] = []
    found: list[tuple[RegisteredGame[Any, Any], Any]] = []
    for kin in families().values():
        games = [kin.game(name) for name in kin.games]
        for rows in (False, True) if kin.readers().in_rows else (False,):
            try:
                entry = next(read(text, games[0], rows=rows))  # all games of a family read the same texts
            except InputError as error:
                errors.append(error)
                continue
            for game in games:
                try:
                    position = entry.position(game)
                except InputError as error:
                    if (whole := _with_unknown(game, entry)) is not None:
                        found.append((game, whole))
                        continue
                    errors.append(error)
                    tried.append(Tried(game.info.title, "rows" if rows else "position", str(error)))
                    continue
                if _begins_so(game, position):
                    return game, position
                found.append((game, position))
    if found:
        return found[0]
    raise UnreadError.of(errors[0], tried)


def _begins_so(game: RegisteredGame[Any, Any], position: Any) -> bool:
    """Do as many cards lie in each pile as when the game begins?"""
    counts = [
        {pile.name: len(pile.cards) for pile in scene_of(game, place, open_cards=True).piles}
        for place in (position, game.deal(1))
    ]
    return counts[0] == counts[1]


def _of_log(text: str) -> Session[Any, Any] | None:
    """The game that a line of a log has, with its moves; None for what is no log."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        value = json.loads(text.strip().splitlines()[0])
    except (ValueError, RecursionError):
        return None
    if not (isinstance(value, dict) and isinstance(value.get("game"), str) and "moves" in value):
        return None
    for kin in families().values():
        game = kin.named(value["game"])
        if game is None or kin.log is None:
            continue
        games = list(kin.log().read(text.splitlines(keepends=True), None))
        if len(games) != 1:
            raise InputError("this log holds several games", expected="one line")
        logged = games[0]
        if logged.deal is not None:
            session: Session[Any, Any] = Session.of_deal(game, logged.deal)
        else:
            session = Session.of_setup(game, game.setup(logged.start(game)))
        for number, move in enumerate(logged.moves, 1):
            try:
                session.play(move)
            except ValueError as error:
                raise InputError(f"move {number} cannot be made: {error}", line=logged.line) from None
        return session
    return None
