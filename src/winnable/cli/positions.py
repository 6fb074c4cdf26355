"""POSITION arguments: a deal, a range of deals, a file, standard input, or a game ID itself."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from winnable.cli.progress import Progress, typed_input
from winnable.deals import DealRange, looks_like_deal, parse_deal_list
from winnable.errors import InputError, quote

if TYPE_CHECKING:
    from winnable._core import CancelToken
    from winnable.family import AnyGame
    from winnable.search.api import Limits
    from winnable.session import Session
    from winnable.studies.experiments.plan import GameDeals
    from winnable.text.detect import Entry
    from winnable.text.solution import Solution

T = TypeVar("T")


def all_entries(game: AnyGame, text: str) -> Iterator[tuple[str, Entry]]:
    """What an argument names, one by one, each with its label; whether it fits the game is not known yet.

    Raises:
        InputError: no such file or deal, or a text that cannot be read.
    """
    from winnable.cli.options import rows_asked_for
    from winnable.text.detect import Entry, check_rows, read_file, read_lines

    rows = rows_asked_for()
    if rows:
        check_rows(game)
    if not text.strip():
        raise InputError("POSITION is empty", expected="a deal, a file, or - for standard input")
    if (place := _file_and_line(text)) is not None:
        yield _entry_at(game, *place)
        return
    if (ranges := _ranges(game, text)) is not None:
        for deal in chain.from_iterable(ranges):
            label = str(deal)
            yield label, Entry(label, deal)
        return
    _note_typing(text)
    if not _is_file(text) and game.family.readers().in_one_word(text.lstrip("# ")):
        text = text.lstrip("# ")  # the sign begins a comment, and nobody types one
    if _is_board(game, text):
        entries = read_lines(text.splitlines(keepends=True), game, rows=rows)
    elif text != "-" and not _exists(text):
        from winnable.cli.no_file import no_file

        raise no_file(text, "a deal such as 617, a file, or - for standard input")
    else:
        entries = read_file(text, game, rows=rows)
    for entry in entries:
        yield entry.label, entry


def _file_and_line(text: str) -> tuple[str, int] | None:
    """The file and the line that ``boards.txt:12`` names, as positions of a file are called; else None."""
    name, _, line = text.rpartition(":")
    if not line.isdecimal() or len(line) > 9 or not name or _is_file(text) or not _is_file(name):
        return None
    return name, int(line)


def _entry_at(game: AnyGame, name: str, line: int) -> tuple[str, Entry]:
    """The position that begins in that line of a file; InputError where none begins there."""
    from winnable.cli.options import rows_asked_for
    from winnable.text.detect import read_file

    label = f"{name}:{line}"
    for entry in read_file(name, game, rows=rows_asked_for()):
        if entry.label == label:
            return label, entry
    what = f"no position begins in line {line} of {name}"
    raise InputError(what, expected=f"{name} alone, or a line where one begins")


def _ranges(game: AnyGame, text: str) -> tuple[DealRange, ...] | None:
    """The numbered deals that an argument names; None where it names something else."""
    if (
        text == "-"
        or not looks_like_deal(text)
        or _file_and_line(text) is not None
        or game.family.readers().in_one_word(text)
        or _is_file(text)
    ):
        return None
    return parse_deal_list(text, game.info.dialects[0])


def how_many(game: AnyGame, texts: Iterable[str]) -> int | None:
    """How many positions these arguments name, where that is known before they are read: numbered deals, or
    a position in one word.

    InputError for deals that cannot be.
    """
    count = 0
    for text in texts:
        _note_typing(text)
        ranges = _ranges(game, text) if text.strip() else None
        if ranges is not None:
            count += sum(map(len, ranges))
        elif _file_and_line(text) is not None or (
            not _is_file(text) and game.family.readers().in_one_word(text.lstrip("# "))
        ):
            count += 1
        else:
            return None
    return count


def deals_of_study(game: AnyGame, text: str, token: CancelToken) -> GameDeals:
    """What an argument names, as the deals of a study; errors as for ``all_positions``, before any of them is
    looked at. A signal ends the reading and cancels the token."""
    from winnable.cli.interrupts import until_cancelled
    from winnable.cli.options import rows_asked_for
    from winnable.studies.experiments.plan import GameDeals
    from winnable.studies.experiments.starts import kept_of

    if not rows_asked_for() and (ranges := _ranges(game, text)) is not None:
        return GameDeals(game.spelled, ranges)
    read = until_cancelled((kept_of(game, entry, label) for label, entry in all_entries(game, text)), token)
    return GameDeals(game.spelled, positions=tuple(read))


def _is_board(game: AnyGame, text: str) -> bool:
    """Is an argument a position itself, rather than the name of a file?"""
    if text == "-" or _is_file(text):
        return False
    readers = game.family.readers()
    lines = [line for line in text.splitlines() if line.strip()]
    return readers.in_one_word(text) or len(lines) > 1 or any(kind.looks_like(text) for kind in readers.texts)


def _exists(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # too long for a name, or with a null character
        return False


def _note_typing(text: str) -> None:
    if text == "-" and sys.stdin.isatty():
        typed_input()


def _is_file(text: str) -> bool:
    """Does a file have this name? No board is one, however long."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or with a null character
        return False


def all_positions(game: AnyGame, text: str, after: str = "") -> Iterator[tuple[str, Any]]:
    """The positions that an argument names, one by one, each with its label, after the moves in ``after``.

    Raises:
        InputError: as ``all_entries`` raises it, or a text that holds no legal position, or a move that
            cannot be made; also where cards are unknown in the end.
    """
    for label, entry in all_entries(game, text):
        yield label, position_after(game, entry, after)


def started(
    game: AnyGame, text: str, after: str, limits: Limits, on_unmade: Callable[[str], None]
) -> Iterator[tuple[Start, Any]]:
    """The same, each with what is left of its limits, which are also for making a puzzle. ``on_unmade`` is
    told of each puzzle that was not made within them, by its label; it has been said why."""
    from winnable.errors import NoDealError

    for label, entry in all_entries(game, text):
        answer = limits.for_answer() if made_by_search(game, entry) else limits
        try:
            position = position_after(game, entry, after, answer)
        except NoDealError as none:
            click.echo(f"winnable: {none}", err=True)
            on_unmade(label)
            continue
        yield Start(label, answer.left()), position


class Start(NamedTuple):
    """A position by its label, and what an answer about it may spend."""

    label: str
    limits: Limits


def made_by_search(game: AnyGame, entry: Entry) -> bool:
    """Is an entry the deal of a puzzle, which has to be made?"""
    return entry.deal is not None and game.family.generator is not None


def position_after(game: AnyGame, entry: Entry, after: str, limits: Limits | None = None) -> Any:
    """The position of an entry, after some moves; a puzzle is made within ``limits``. InputError as for
    ``all_positions``."""
    from winnable.analysis.hint import plays_unseen
    from winnable.reading import as_position

    if after and plays_unseen(game):  # cards that are unknown at first may have come to light
        return game.position(_setup_after(game, entry, after))
    return play_moves(game, as_position(game, entry, limits=limits), after)


def _setup_after(game: AnyGame, entry: Entry, after: str) -> Any:
    """The setup of an entry, after some moves, in a game that hides cards: those may be unknown."""
    from winnable.family import observed
    from winnable.session import Session

    setup = entry.checked(observed(game))
    if not after:
        return setup
    session = Session.of_setup(game, setup)
    play_in_turn(after, session.play, cards=True)
    return game.setup(session.here.placed) if session.given is None else session.known


def one_position(game: AnyGame, text: str, after: str = "") -> tuple[str, Any]:
    """The one position that an argument names, after the moves in ``after``; InputError if there are more."""
    places = ((label, play_moves(game, made(game, entry), after)) for label, entry in all_entries(game, text))
    return _only(places, text)


def one_setup(game: AnyGame, text: str, after: str = "") -> tuple[str, Any]:
    """The one setup that an argument names, of a game that hides cards, after the moves in ``after``: hidden
    cards may be unknown.

    InputError as for ``one_session``.
    """
    label, entry = _only(all_entries(game, text), text)
    return label, _setup_after(game, entry, after)


def one_session(
    game: AnyGame, text: str, after: str = "", *, open_cards: bool = False, unseen: bool = False
) -> tuple[str, Session[Any, Any]]:
    """A session at the one position that an argument names, after some moves.

    In a game that hides cards, those may be unknown; then it is played unseen, and so it is where ``unseen``
    asks for that. ``open_cards`` asks for all of them.

    InputError as for ``one_position`` and ``one_setup``, and for a move that brings an unknown card to light
    and does not name it.
    """
    from winnable.search.api import Limits

    label, session, _ = session_within(Limits(), game, text, after, open_cards=open_cards, unseen=unseen)
    return label, session


def session_within(
    limits: Limits,
    game: AnyGame,
    text: str,
    after: str = "",
    *,
    open_cards: bool = False,
    unseen: bool = False,
) -> tuple[str, Session[Any, Any], Limits]:
    """``one_session``, and what is left of the limits of an answer about it: they begin once the position has
    been read, so that a puzzle is made within them."""
    from winnable.analysis.equity import is_open
    from winnable.analysis.hint import can_hide, plays_unseen
    from winnable.family import observed
    from winnable.session import Session

    def begin(entry: Entry, answer: Limits) -> Session[Any, Any]:
        if can_hide(game) and not open_cards:
            setup = entry.checked(observed(game))
            if unseen or plays_unseen(game) or not is_open(setup):
                return Session.of_setup(game, setup, deal=entry.deal, unseen=True)
        start, notes = made(game, entry, answer), entry.notes(game)
        return Session(game, start, deal=entry.deal, open_cards=open_cards, notes=notes)

    def all_begun() -> Iterator[tuple[str, Session[Any, Any], Limits]]:
        for label, entry in all_entries(game, text):
            answer = limits.for_answer()
            session = begin(entry, answer)
            yield label, session, answer.left() if made_by_search(game, entry) else limits

    label, session, left = _only(all_begun(), text)
    play_in_turn(after, session.play, cards=game.family.reveals is not None)
    return label, session, left


def made(game: AnyGame, entry: Entry, limits: Limits | None = None) -> Any:
    """The position of an entry; how far the making of a puzzle is, is told, and a signal ends it at once."""
    if not made_by_search(game, entry):
        return entry.position(game)
    from winnable.reading import as_position

    with Progress("the puzzle is being made", seconds=None if limits is None else limits.seconds):
        return as_position(game, entry, limits=limits)


def _only(found: Iterator[T], text: str) -> T:
    first = next(found)
    if next(found, None) is not None:
        raise InputError(f"{quote(text)} names several positions", expected="one")
    return first


def read_moves(game: AnyGame, text: str, name: str) -> Solution:
    """The moves that an argument names, a file or - for standard input, or is; ``name`` is what it is called.

    InputError where there are none, or no such file.
    """
    from winnable.analysis.check import read_solution
    from winnable.text.detect import STDIN, read_text

    if text == "-":
        return read_solution(game, read_text("-"), STDIN)
    is_name = len(text.split()) == 1 and (Path(text).suffix or "/" in text)
    if _is_file(text):
        return read_solution(game, read_text(text), text)
    if is_name and "=" not in text:
        from winnable.cli.no_file import no_file

        raise no_file(text, "a file, - for standard input, or the moves themselves")
    return read_solution(game, text, name)


def play_moves(game: AnyGame, position: Any, text: str) -> Any:
    """The position after the moves in ``text``, all written; InputError at the first that cannot be."""

    def play(move: str) -> None:
        nonlocal position
        position = game.play(position, game.notation.parse(position, move))

    play_in_turn(text, play)
    return position


class Stopped(NamedTuple):
    """Where moves could not be made any further: the number of the move, its place, it and those behind it,
    and why it cannot be made."""

    number: int
    column: int
    moves: Sequence[str]
    error: ValueError


def played_in_turn(text: str, play: Callable[[str], object], *, cards: bool = False) -> Stopped | None:
    """Makes the moves in ``text`` one by one, and says where that ended early. A move that the game does not
    know as it is typed is looked at once more for other signs that people use, such as ``2->5``.
    ``cards``: moves may name the cards that they bring to light."""
    from winnable.moves import as_written, split_moves

    tokens, number, is_mended = list(split_moves([text], cards=cards)), 0, False
    while number < len(tokens):
        at = tokens[number].column - 1
        try:
            play(tokens[number].text)
        except ValueError as error:
            mended = text[:at] + as_written(text[at:])
            if is_mended or mended == text:
                return Stopped(number + 1, at + 1, [token.text for token in tokens[number:]], error)
            text, tokens, is_mended = mended, list(split_moves([mended], cards=cards)), True
            continue
        number += 1
    return None


def play_in_turn(text: str, play: Callable[[str], object], *, cards: bool = False) -> None:
    """Makes the moves in ``text`` one by one, as ``played_in_turn`` does; InputError at the first that cannot
    be made."""
    stopped = played_in_turn(text, play, cards=cards)
    if stopped is not None:
        meant = meant_move(stopped.moves, play)
        mend = None if meant is None else f"did you mean {meant}?"
        raise InputError(f"--after, move {stopped.number}: {stopped.error}", mend=mend) from None


def meant_move(moves: Sequence[str], play: Callable[[str], object]) -> str | None:
    """The legal move that the first of these, which is none, or the first two, were meant to be."""
    move, following = moves[0], moves[1] if len(moves) > 1 else ""
    tries = [move.lower(), move.upper(), re.sub(r"[:>-]", "=", move), re.sub(r"(=\w)\w+$", r"\1", move)]
    if following:
        tries += [
            f"{move}{following}",
            f"{move}+{following}",
            f"{move}={following}",
            f"{move}={following[:1]}",
        ]
    for meant in tries:
        if meant == move:
            continue
        try:
            play(meant)
        except ValueError:
            continue
        return meant
    return None
