"""Positions given as comes: deals, texts of any kind, setups; whose a text is, is found out by looking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from winnable.deals import DealNumber, looks_like_deal, parse_deal_list
from winnable.errors import InputError, Tried, UnreadError, quote
from winnable.family import Family, RegisteredGame
from winnable.registry import as_game, families, family_of
from winnable.text.detect import CANNOT_TELL, Entry, read_lines, read_lines_of, read_text
from winnable.text.lines import is_comment, is_separator
from winnable.text.readers import LooseSetup

if TYPE_CHECKING:
    from winnable._core import CancelToken
    from winnable.search.api import Limits

__all__ = ["Given", "as_position", "formats_tried", "game_of", "only_entry", "read", "read_file"]

P = TypeVar("P")

Given = int | str | DealNumber | Entry | LooseSetup  # a position, beside the game's own
_AnyFamily = Family[Any, Any, Any]


def read(
    text: str, game: str | RegisteredGame[Any, Any] | None = None, *, rows: bool = False
) -> Iterator[Entry]:
    """The positions in a text, of whatever kind it is: boards, JSON, deal numbers, game IDs, saves.

    ``entry.position(game)`` is the legal position of an entry. Without ``game`` the text must be of one
    family of games alone: it names its game, as our JSON does, or nothing else looks so. With ``rows``, which
    needs ``game``, the lines of a board are rows, as they are seen on the screen, instead of columns.

    Raises:
        InputError: with the place, for what cannot be read, or could be of several families; where no format
            of any family fits an UnreadError, which names them all.
    """
    if not isinstance(text, str):
        raise InputError(f"{type(text).__name__} is no text", expected="a text, or read_file() for a file")
    return _read(text, game, None, rows)


def read_file(
    name: str, game: str | RegisteredGame[Any, Any] | None = None, *, rows: bool = False
) -> Iterator[Entry]:
    """The positions in a file, or in standard input if ``name`` is ``-``; see :func:`read`.

    With ``game`` each is there as soon as its last line is read; without, the file is read whole first.
    """
    name = str(name)
    if game is None:
        return _read(read_text(name), None, "<stdin>" if name == "-" else name, rows)
    lines, source = read_lines_of(name)
    return read_lines(lines, as_game(game), source, rows=rows)


def game_of(name: str) -> str:
    """The game that the first position in a file is of, as it is spelled: the one that it names, or a game of
    the one family that it can be of; InputError where there is no one such."""
    lines = read_text(name).splitlines(keepends=True)
    game = _example(_family_of(lines, name))
    named = next(read_lines(lines, game, name)).game
    return game.spelled if named is None else named


def as_position(
    game: RegisteredGame[P, Any],
    given: P | Given,
    *,
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> P:
    """The position of a game that is meant. If it is the deal of a puzzle, which has to be made, that is done
    within ``limits``; ``token`` cancels it.

    Raises:
        InputError: what is no deal, no text of one position, and no position of the game; NoDealError, which
            is one: a puzzle was not made.
    """
    if isinstance(given, str):
        given = only_entry(game, given)
    if isinstance(given, Entry):
        if given.deal is None or game.family.generator is None:
            return given.position(game)
        given.check_game(game)
        given = given.deal
    if isinstance(given, int | DealNumber):
        from winnable.analysis.generate import dealt

        return dealt(game, given, limits=limits, token=token)
    if isinstance(given, LooseSetup):
        position: P = given.position_in(game)
        return position
    try:
        game.key(given)
    except (AttributeError, TypeError):
        what = f"{quote(repr(given))[1:-1]} is no position of {game.spelled}"
        raise InputError(what, expected="a deal such as 617, a text, or a position") from None
    except ValueError as error:  # of a game of the family with other rules
        raise InputError(str(error), expected=f"a position of {game.spelled}") from None
    return given


def only_entry(game: RegisteredGame[Any, Any], text: str) -> Entry:
    """The one position in a text of a game, perhaps a deal; InputError for none, or several."""
    entries = read_lines(text.splitlines(keepends=True), game)
    entry = next(entries)
    if next(entries, None) is not None:
        raise InputError("this text holds several positions", expected="one, or read() to go through them")
    return entry


def _read(
    text: str, game: str | RegisteredGame[Any, Any] | None, source: str | None, rows: bool
) -> Iterator[Entry]:
    if rows and game is None:
        raise InputError("rows without a game", expected="the name of the game beside the text")
    lines = text.splitlines(keepends=True)
    chosen = _example(_family_of(lines, source)) if game is None else as_game(game)
    return read_lines(lines, chosen, source, rows=rows)


def _example(kin: _AnyFamily) -> RegisteredGame[Any, Any]:
    """A game of the family: all of them read the same texts."""
    game: RegisteredGame[Any, Any] = kin.game(next(iter(kin.games)))
    return game


def _family_of(lines: list[str], source: str | None) -> _AnyFamily:
    """The one family that a text can be of, by its first position."""
    read: list[tuple[_AnyFamily, Entry]] = []
    errors: list[InputError] = []
    for kin in families().values():
        try:
            entry = next(read_lines(lines, _example(kin), source))
        except InputError as error:
            errors.append(error)
            continue
        if entry.game is not None:
            return family_of(entry.game.partition(":")[0])
        read.append((kin, entry))
    if not read:
        raise UnreadError.of(_nearest(errors), formats_tried(lines))
    legal = [kin for kin, entry in read if _is_legal(kin, entry)] if len(read) > 1 else []
    found = legal or [kin for kin, _ in read]
    if len(found) > 1:
        names = [next(iter(kin.games)) for kin in found]
        what = "this could be a position of " + ", ".join(names[:-1]) + f" or {names[-1]}"
        raise InputError(what, expected="the name of the game beside the text", source=source)
    return found[0]


def _nearest(errors: list[InputError]) -> InputError:
    """What is wrong with a text that none can read: what the one says that came furthest."""
    said = [error.what for error in errors]  # those that cannot tell what it is say the same
    furthest = max(
        errors,
        key=lambda error: (
            error.line or 0,
            error.column or 0,
            not error.what.startswith(CANNOT_TELL),
            -said.count(error.what),
        ),
    )
    if len(set(said)) > 1:
        return furthest
    general = InputError(
        furthest.what, expected="boards, deal numbers, game IDs, saves or JSON of one of our games"
    )
    return general.at(source=furthest.source, line=furthest.line, column=furthest.column)


def _is_legal(kin: _AnyFamily, entry: Entry) -> bool:
    """Is this a position of a game of the family, by its usual rules?"""
    return not _why_illegal([kin.game(name) for name in kin.games], entry)


def _why_illegal(games: Sequence[RegisteredGame[Any, Any]], entry: Entry) -> str:
    """Why an entry is a position of none of these games, as the first says it; empty where it is one."""
    why = ""
    for game in games:
        try:
            entry.position(game)
        except InputError as error:
            why = why or str(error)
        else:
            return ""
    return why


def formats_tried(lines: Sequence[str], game: RegisteredGame[Any, Any] | None = None) -> list[Tried]:
    """Every format that a text may have, of one game or of all, and why this text is none of it.

    For texts that cannot be read; what can be is said to be "a position of it".
    """
    first = next(
        (line for line in lines if line.strip() and not is_comment(line) and not is_separator(line)), ""
    )
    kins = families().values() if game is None else [game.family]
    tried = [
        Tried("every game", "saved game", "it would begin with winnable game 1"),
        Tried("every game", "deal number", _why_no_deal(first)),
    ]
    for kin in kins:
        games = [kin.game(name) for name in kin.games] if game is None else [game]
        kinds = [(kind.name, kind.begins, kind.looks_like) for kind in kin.readers().texts]
        kinds.append(("JSON", "{", lambda line: line.lstrip().startswith("{")))
        whose = game.info.title if game is not None else _titles(games)
        taken = False
        for name, begins, looks_like in kinds:
            if taken or not first or not looks_like(first):
                tried.append(Tried(whose, name, f"it would begin with {begins}"))
                continue
            taken = True
            tried.append(Tried(whose, name, _why_not(lines, games)))
    return tried


def _why_no_deal(line: str) -> str:
    if not looks_like_deal(line.partition("#")[0]):
        return "it would be one word such as 617, ms:617 or seed:42"
    try:
        parse_deal_list(line.partition("#")[0])
    except InputError as error:
        return str(error)
    return "it is a deal of a game that must be named"


def _why_not(lines: Sequence[str], games: Sequence[RegisteredGame[Any, Any]]) -> str:
    """Why a text that begins as one of this family is no position of these games."""
    try:
        entry = next(read_lines(lines, games[0]))
    except InputError as error:
        return str(error)
    return _why_illegal(games, entry) or "it is a position of it"


def _titles(games: Sequence[RegisteredGame[Any, Any]]) -> str:
    """How the games of a family are called together."""
    return games[0].info.title + (" and games like it" if len(games) > 1 else "")
