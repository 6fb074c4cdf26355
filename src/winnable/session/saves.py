"""Sessions as text and back; see :mod:`winnable.text.saves`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from winnable.analysis.hint import can_hide
from winnable.errors import InputError
from winnable.family import RegisteredGame, observed
from winnable.moves import MoveToken
from winnable.registry import get_game
from winnable.session.marks import load_mark, marks_at_start, standing
from winnable.session.session import Session
from winnable.session.tree import Node
from winnable.text.boards import write_position
from winnable.text.detect import read_lines
from winnable.text.saves import Cards, Saved, SavedMove, format_save, parse_save

__all__ = ["load", "save"]


def save(session: Session[Any, Any]) -> str:
    """The text of a session."""
    root = SavedMove(
        comment=session.root.comment,
        checkpoint=session.root.checkpoint,
        marks=_tokens(marks_at_start(session)),
    )
    found = {session.root: root}
    todo = [session.root]
    while todo:
        node = todo.pop()
        for child in node.children:
            tokens, marks = _tokens(child.texts), _tokens(standing(session, child))
            found[child] = SavedMove(
                tokens[0], found[node], tokens[1:], child.comment, child.checkpoint, marks=marks
            )
            found[node].children.append(found[child])
            todo.append(child)
    board: list[str] = []
    if session.deal is None:
        start = session.root.placed if session.given is None else session.given
        board = write_position(session.game, start).splitlines()
    cards: Cards | None = "unseen" if session.unseen else "open" if session.open_cards else None
    return format_save(
        Saved(
            session.game.spelled,
            root,
            found[session.here],
            start="" if session.deal is None else str(session.deal),
            board=[(1, line) for line in board],
            sealed=session.unseen and session.given is None,
            cards=cards,
            autoplay=session.autoplay,
        )
    )


def _tokens(texts: Iterable[str]) -> list[MoveToken]:
    return [MoveToken(text, 1, 1) for text in texts]


def load(text: str, source: str | None = None) -> Session[Any, Any]:
    """The session that a text has saved; InputError, with the place, for what is none."""
    saved = parse_save(text, source)
    session = _at_start(saved)
    _play_all(session, saved)
    return session


def _play_all(session: Session[Any, Any], saved: Saved) -> None:
    """Makes all the moves of a saved game, and goes to where its player was."""
    session.root.comment, session.root.checkpoint = saved.root.comment, saved.root.checkpoint
    _mark(session, saved.root, saved.source)
    found = {saved.root: session.root}
    todo = [saved.root]
    while todo:
        before = todo.pop()
        for move in before.children:
            session.here = found[before]
            found[move] = _play(session, move, saved.source)
            found[move].comment, found[move].checkpoint = move.comment, move.checkpoint
            _mark(session, move, saved.source)
            todo.append(move)
    here = found[saved.here]
    if session.unseen and here.children:
        place = saved.here.token
        what, expected = "a game played unseen that was taken back", "the @ behind the last move, or none"
        raise InputError(what, expected=expected, source=saved.source, line=place.line, column=place.column)
    for node in found.values():
        node.onward = None
    session.stand_at(here)


def _mark(session: Session[Any, Any], saved: SavedMove, source: str | None) -> None:
    """Makes the marks of the place where one is."""
    for token in saved.marks:
        try:
            load_mark(session, token.text)
        except InputError as error:
            raise error.at(source=source, line=token.line, column=token.column) from None


def _play(session: Session[Any, Any], saved: SavedMove, source: str | None) -> Node[Any, Any]:
    """Makes one saved move, with those that made themselves after it."""
    game, position, moves = session.game, session.here.placed, []
    for token in (saved.token, *saved.by_itself):
        try:
            moves.append(game.notation.parse(position, token.text))
            position = game.play(position, moves[-1])
        except ValueError as error:
            mend = "take it out, with the moves that follow it"
            raise InputError(
                str(error), mend=mend, source=source, line=token.line, column=token.column
            ) from None
    try:
        return session.enter(moves)
    except InputError as error:
        raise error.at(source=source, line=saved.token.line, column=saved.token.column) from None


def _at_start(saved: Saved) -> Session[Any, Any]:
    """The session at the start of a saved game."""
    try:
        game = get_game(saved.game)
    except InputError as error:
        raise saved.error("game", error.what, expected=error.expected, mend=error.mend) from None
    if saved.cards == "unseen" and not can_hide(game):
        raise saved.error("cards", f"{game.info.title} is not played unseen", expected="no line cards:")
    options: dict[str, Any] = {"open_cards": saved.cards == "open"}
    if saved.cards == "unseen":
        options["unseen"] = True
    session: Session[Any, Any]
    try:
        if saved.start:
            session = Session.of_deal(game, saved.start, **options)
        else:
            session = Session.of_setup(game, _setup(saved, game), **options)
    except InputError as error:
        place = saved.places["start"]
        raise error.at(source=saved.source, line=place.line, column=place.column) from None
    try:
        session.set_autoplay(saved.autoplay)
    except InputError as error:
        raise saved.error("autoplay", error.what, expected=error.expected) from None
    return session


def _setup(saved: Saved, game: RegisteredGame[Any, Any]) -> Any:
    """The one setup that a saved board is, with places in the save."""
    first = saved.board[0][0]
    lines = chain(["\n"] * (first - 1), (f"{line}\n" for _, line in saved.board))
    try:
        entries = list(read_lines(lines, game, saved.source))
        if len(entries) != 1:
            raise InputError("several boards", expected="one", line=first)
        entry = entries[0]
        if entry.setup is None:
            raise InputError("a deal where a board stands", expected="a board, or start: with the deal")
        return entry.checked(observed(game)) if can_hide(game) else game.setup(entry.position(game))
    except InputError as error:
        if saved.sealed:
            what, mend = (
                "the sealed board is no position of this game",
                "take it from another copy of the save",
            )
            raise InputError(
                what, expected="what was saved", mend=mend, source=saved.source, line=first
            ) from None
        column = None if error.column is None else error.column + 2  # the lines stand two spaces further in
        raise InputError(
            error.what,
            expected=error.expected,
            mend=error.mend,
            source=saved.source,
            line=error.line,
            column=column,
        ) from None
