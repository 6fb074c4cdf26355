"""Positions from any text: boards, deal numbers one to a line, or JSON, found out by looking.

Everything is read as a stream: a position is there as soon as its last line is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple

from winnable.deals import DealNumber, looks_like_deal, parse_deals
from winnable.errors import InputError, quote
from winnable.formats.fcsolve import has_header, looks_like_board, parse_boards
from winnable.formats.lines import is_comment, is_separator
from winnable.piles import BOARD, Setup

if TYPE_CHECKING:
    from winnable.games.patience import PatienceGame, PatiencePosition

STDIN: Final = "<stdin>"

_LONGEST_LINE: Final = 1 << 20  # bytes
_LONGEST_JSON: Final = 1 << 14  # characters of an object that goes over several lines
_LONGEST_TEXT: Final = 1 << 24  # characters that are read at once
_EXPECTED: Final = "boards, deal numbers one to a line, or JSON"


class Entry(NamedTuple):
    """One position of a text: a numbered deal or a setup, and what to call it.

    ``label`` is the deal, or where the setup begins, as in ``boards.txt:12``. ``game`` is the game
    that a JSON position names; one that names its deal too is labelled by it.
    """

    label: int | str
    deal: DealNumber | None = None
    setup: Setup | None = None
    game: str | None = None

    def position(self, game: PatienceGame) -> PatiencePosition:
        """The position in this game; InputError if it is none, or is one of another game."""
        if self.game is not None and not _names(self.game, game):
            what = f"this position is of {quote(self.game)}"
            mend = f"ask for {self.game}, or take the game out here"
            if self.setup is None:
                raise InputError(what, expected=game.spelled, mend=mend)
            raise self.setup.error(BOARD, what, expected=game.spelled, mend=mend)
        if self.deal is None:
            return game.position(Setup() if self.setup is None else self.setup)
        return game.deal_deck(self.deal.deck())


def _names(text: str, game: PatienceGame) -> bool:
    """Does ``text`` name this game, or one with the same rules, as with its options in another order?"""
    from winnable.games.registry import get_game

    if text == game.spelled:
        return True
    try:
        return bool(get_game(text).rules == game.rules)
    except InputError:
        return False


def read_file(name: str, default: str = "ms") -> Iterator[Entry]:
    """The positions in a file, or in standard input if ``name`` is ``-``.

    InputError if it cannot be read, and as ``read_lines`` raises it.
    """
    if name == "-":
        yield from read_lines(text_lines(sys.stdin.buffer, STDIN), STDIN, default)
        return
    with _open(name) as stream:
        yield from read_lines(text_lines(stream, name), name, default)


def read_text(name: str) -> str:
    """The whole text of a file, or of standard input if ``name`` is ``-``: UTF-8, at most 16 MiB.

    InputError if it cannot be read, is binary, or is longer.
    """
    if name == "-":
        return _whole(sys.stdin.buffer, STDIN)
    with _open(name) as stream:
        return _whole(stream, name)


def text_lines(stream: BinaryIO, source: str | None = None) -> Iterator[str]:
    """The lines of UTF-8 text; InputError, with the place, where it is binary or a line has no end."""
    number = 0
    try:
        while raw := stream.readline(_LONGEST_LINE):
            number += 1
            if len(raw) == _LONGEST_LINE:
                what, expected = "this line has no end", f"lines of at most {_LONGEST_LINE} bytes"
                raise InputError(what, expected=expected, source=source, line=number)
            yield _decode(raw, number, source)
    except OSError as error:  # a folder, a disk that fails
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot read: {reason}", source=source, expected="a text file") from None


def read_lines(lines: Iterable[str], source: str | None = None, default: str = "ms") -> Iterator[Entry]:
    """The positions in a text; its first line that is no comment tells of which kind they are.

    A bare deal number is of the dialect ``default``. InputError, with the place, for an empty text,
    one of no known kind, and whatever the reader of that kind finds.
    """
    rest = enumerate(lines, 1)
    for number, line in rest:
        if not line.strip() or is_comment(line) or is_separator(line):
            continue
        onward = chain([line], (text for _, text in rest))
        if line.lstrip().startswith("{"):
            yield from _json_entries(onward, number, source)
        elif looks_like_deal(line.partition("#")[0]) and not has_header(line):
            yield from _deal_entries(onward, number, source, default)
        elif looks_like_board(line):
            yield from _board_entries(onward, number, source)
        else:
            what = f"cannot tell what {quote(line.strip())} is"
            raise InputError(what, expected=_EXPECTED, source=source, line=number, column=1)
        return
    raise InputError("there is no position here: the text is empty", expected=_EXPECTED, source=source)


def _open(name: str) -> BinaryIO:
    try:
        return Path(name).open("rb")
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"cannot read {quote(name)}: {reason.lower()}", expected="a file, or -") from None


def _whole(stream: BinaryIO, source: str) -> str:
    lines: list[str] = []
    room = _LONGEST_TEXT
    for line in text_lines(stream, source):
        room -= len(line)
        if room < 0:
            raise InputError(
                "this text is too long", expected=f"at most {_LONGEST_TEXT} characters", source=source
            )
        lines.append(line)
    return "".join(lines)


def _decode(raw: bytes, number: int, source: str | None) -> str:
    at = raw.find(b"\0")
    if at < 0:
        try:
            return raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            at = error.start
    what = "this is a binary file, or text in another encoding"
    raise InputError(what, expected="text in UTF-8", source=source, line=number, column=at + 1)


def _label(source: str | None, line: int) -> str:
    return f"line {line}" if source is None else f"{source}:{line}"


def _board_entries(lines: Iterable[str], first: int, source: str | None) -> Iterator[Entry]:
    for setup in parse_boards(lines, source, first):
        yield Entry(_label(source, setup.places[BOARD].line), setup=setup)


def _deal_entries(lines: Iterable[str], first: int, source: str | None, default: str) -> Iterator[Entry]:
    for number, line in enumerate(lines, first):
        text = line.partition("#")[0]
        if not text.strip():
            continue
        try:
            deals = parse_deals(text, default)
        except InputError as error:
            column = len(text) - len(text.lstrip()) + 1
            raise error.at(source=source, line=number, column=column) from None
        for deal in deals.deals():
            yield Entry(str(deal), deal=deal)


def _json_entries(lines: Iterable[str], first: int, source: str | None) -> Iterator[Entry]:
    """An object to a line, or objects over several lines each."""
    from winnable.formats.json import parse_position
    from winnable.formats.json_text import is_unfinished

    text, begin = "", first
    for number, line in enumerate(lines, first):
        if not text:
            if not line.strip():
                continue
            begin = number
        text += line if line.endswith("\n") else line + "\n"
        if is_unfinished(text):
            if len(text) > _LONGEST_JSON:
                what, expected = "this JSON object has no end", f"at most {_LONGEST_JSON} characters"
                raise InputError(what, expected=expected, source=source, line=begin, column=1)
            continue
        setup, game, deal = parse_position(text, source, begin)
        yield Entry(_label(source, begin) if deal is None else deal, setup=setup, game=game)
        text = ""
    if text:
        parse_position(text, source, begin)
