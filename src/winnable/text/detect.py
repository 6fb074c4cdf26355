"""Positions from any text: boards, deal numbers one to a line, or JSON, found out by looking.

Everything is read as a stream: a position is there as soon as its last line is.
"""

from __future__ import annotations

import re
import shlex
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, dropwhile, islice
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple, TypeVar

from winnable.deals import DealNumber, looks_like_deal, parse_deal_list
from winnable.deals.typed import says_deal
from winnable.errors import InputError, quote
from winnable.family import ObservedGame, RegisteredGame
from winnable.text.lines import is_comment, is_separator
from winnable.text.readers import FamilyReaders, JsonParser, LooseSetup, Notes, TextKind, TextReader
from winnable.text.typed import is_frame, unquoted

P = TypeVar("P")

STDIN: Final = "<stdin>"
CANNOT_TELL: Final = "cannot tell what"  # begins the error for a text of no kind that is known

# How files of pictures begin: PNG, JPEG, GIF, WebP, BMP.
_PICTURES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM")

# How packed files begin, and what packs them.
_PACKED: Final = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"7z\xbc\xaf": "7-Zip",
}

_LONGEST_LINE: Final = 1 << 20  # bytes
_LONGEST_JSON: Final = 1 << 14  # characters of an object that goes over several lines
_KPAT: Final = ("<?xml", "<kpat-game", "<!DOCTYPE kpat")
_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")
_LISTS: Final = re.compile(r"^\s*\[.*\]\s*,\s*\[")
_TALK_LINES: Final = 50  # looked through for a board below what is none
_LONGEST_TEXT: Final = 1 << 24  # characters that are read at once


class Entry(NamedTuple):
    """One position of a text: a numbered deal or a setup, and what to call it.

    ``label`` is the deal, or the name that the text gives it, or where the setup begins, as in
    ``boards.txt:12``. ``game`` is the game that a JSON position names.
    """

    label: str
    deal: DealNumber | None = None
    setup: LooseSetup | None = None
    game: str | None = None

    def position(self, game: RegisteredGame[P, Any]) -> P:
        """The position in this game; InputError if it is none, or is one of another game."""
        self.check_game(game)
        if self.setup is not None:
            position: P = self.setup.position_in(game)
            return position
        assert self.deal is not None
        return game.deal(self.deal)

    def notes(self, game: RegisteredGame[Any, Any]) -> Notes | None:
        """What its text has beside the position, if anything."""
        readers: FamilyReaders = game.family.readers()
        return None if self.setup is None else readers.notes(self.setup)

    def checked(self, game: ObservedGame[Any, Any]) -> Any:
        """The setup in this game, which can say what its player sees: whole, with cards that may be
        unknown."""
        self.check_game(game)
        if self.setup is not None:
            return game.checked(self.setup)
        assert self.deal is not None
        return game.setup(game.deal(self.deal))

    def check_game(self, game: RegisteredGame[Any, Any]) -> None:
        """InputError if the text names another game."""
        if self.game is not None and not _names(self.game, game):
            what = f"this position is of {quote(self.game)}"
            mend = f"ask for {self.game}, or take the game out here"
            if self.setup is None:
                raise InputError(what, expected=game.spelled, mend=mend)
            raise self.setup.error(("board", 0, 0), what, expected=game.spelled, mend=mend)


def _names(text: str, game: RegisteredGame[Any, Any]) -> bool:
    """Does ``text`` name this game, or one with the same rules, as with its options in another order?"""
    if text == game.spelled:
        return True
    named = game.family.named(text)
    return named is not None and named.rules == game.rules


def read_file(name: str, game: RegisteredGame[Any, Any], *, rows: bool = False) -> Iterator[Entry]:
    """The positions of a game in a file, or in standard input if ``name`` is ``-``; ``rows`` as in
    ``read_lines``.

    InputError if it cannot be read, and as ``read_lines`` raises it.
    """
    lines, source = read_lines_of(name)
    yield from read_lines(lines, game, source, rows=rows)


def read_lines_of(name: str) -> tuple[Iterator[str], str]:
    """The lines of a file, or of standard input if ``name`` is ``-``, and its name in errors.

    The file is opened for the first line: InputError if that fails, and as ``text_lines`` raises it.
    """
    if name == "-":
        return text_lines(sys.stdin.buffer, STDIN), STDIN

    def lines() -> Iterator[str]:
        with _open(name) as stream:
            yield from text_lines(stream, name)

    return lines(), name


def read_text(name: str) -> str:
    """The whole text of a file, or of standard input if ``name`` is ``-``: UTF-8, at most 16 MiB.

    InputError if it cannot be read, is binary, or is longer.
    """
    return _whole(*read_lines_of(name))


def text_lines(stream: BinaryIO, source: str | None = None) -> Iterator[str]:
    """The lines of UTF-8 text; InputError, with the place, where it is binary or a line has no end."""
    try:
        for number, raw in enumerate(_raw_lines(stream), 1):
            if len(raw) >= _LONGEST_LINE:
                what, expected = "this line has no end", f"lines of at most {_LONGEST_LINE} bytes"
                raise InputError(what, expected=expected, source=source, line=number)
            yield _decode(raw, number, source)
    except OSError as error:  # a folder, a disk that fails
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot read: {reason}", source=source, expected="a text file") from None


def read_lines(
    lines: Iterable[str],
    game: RegisteredGame[Any, Any],
    source: str | None = None,
    *,
    rows: bool = False,
) -> Iterator[Entry]:
    """The positions of a game in a text; its first line that is no comment tells of which kind they are.

    A bare deal number is of the game's usual dialect. ``rows``: the lines of a board are rows, as they are
    seen on the screen, instead of columns. InputError, with the place, for an empty text, one of no known
    kind, and whatever the reader of that kind finds; without a place, if the game has no boards in columns.
    """
    readers: FamilyReaders = game.family.readers()
    if rows:
        check_rows(game)
    texts = readers.in_rows if rows else readers.texts
    rest: Iterator[tuple[int, str]] = enumerate(map(_without_colours, lines), 1)
    for begin, raw in rest:
        head = unquoted(raw)
        if not head.strip() or is_comment(head) or is_separator(head):
            continue
        if is_frame(head) and _kind_of(head, texts) is None:
            continue
        if head != raw:  # quoted, as in an answer to a mail: so are the lines below it
            rest = ((number, unquoted(text)) for number, text in rest)
        number, line = begin, head
        if says_deal(head):
            number, line, rest = _below_heading(begin, head, rest, texts)
        elif _is_title(head, game):
            rest = _below_said(rest)
            number, line, rest = _below_heading(begin, head, rest, texts)
        onward = chain([line], (text for _, text in rest))
        if line.lstrip().startswith("{"):
            yield from _json_entries(readers.json, onward, number, source, game.info.dialects[0])
        elif _is_deal_line(line) and not readers.has_header(line) and not readers.in_one_word(line):
            yield from _deal_entries(onward, number, source, game.info.dialects[0])
        else:
            kind = _kind_of(line, texts)
            if _LISTS.search(line):
                expected = 'a line for each column, or JSON: {"columns": [[...], [...]]}'
                what = "several lists of cards on one line"
                raise InputError(what, expected=expected, source=source, line=number, column=1)
            if kind is None:
                further = any(_kind_of(text, texts) is not None for _, text in islice(rest, _TALK_LINES))
                raise _unknown_kind(line, game, further).at(source=source, line=number, column=1)
            yield from _text_entries(kind.read, onward, number, source)
        return
    raise InputError("there is no position here: the text is empty", expected=readers.expected, source=source)


def _unknown_kind(line: str, game: RegisteredGame[Any, Any], further: bool) -> InputError:
    """What is wrong with a text whose first line is of no kind that the game reads; ``further``: is a later
    line of one?"""
    expected = game.family.readers().expected
    if line.startswith(_KPAT) and "kpat" in game.info.dialects:
        what = f"this is XML, and saved games of KPatience are not read for {game.info.title}"
        instead = "give the deal by its number, as in kpat:617, or a screenshot to winnable screen read"
        return InputError(what, expected=expected, mend=instead)
    mend = "put a # before lines that are not of the board" if further else None
    return InputError(f"{CANNOT_TELL} {quote(line.strip())} is", expected=expected, mend=mend)


def _kind_of(line: str, kinds: Sequence[TextKind]) -> TextKind | None:
    """The kind of text that a line may be the first of."""
    return next((kind for kind in kinds if kind.looks_like(line)), None)


def _below_heading(
    number: int, line: str, rest: Iterator[tuple[int, str]], kinds: Sequence[TextKind]
) -> tuple[int, str, Iterator[tuple[int, str]]]:
    """The first line of a board where ``line``, which says a deal, stands above one; else that line."""
    passed: list[tuple[int, str]] = []
    for numbered in rest:
        passed.append(numbered)
        if unquoted(numbered[1]).strip():
            if _kind_of(numbered[1], kinds) is not None and not _is_deal_line(numbered[1]):
                return (*numbered, rest)
            break
    return number, line, chain(passed, rest)


def _is_title(line: str, game: RegisteredGame[Any, Any]) -> bool:
    """Is this the line that a game on a terminal has above its board, ``FreeCell ms:617, move 3: ...``?"""
    titles = (re.escape(spec.title) for spec in game.family.games.values())
    rest = r"(?: \([^)]*\))?(?: \w+:-?\d+)?(?:, move \d+)?(?::.*)?"
    return re.fullmatch(rf"(?:{'|'.join(titles)}){rest}", line.strip()) is not None


def _below_said(rest: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The lines from the first blank one on: what a title says may take several."""
    return dropwhile(lambda numbered: bool(unquoted(numbered[1]).strip()), rest)


def _without_colours(line: str) -> str:
    """The line without the codes that colour it on a terminal."""
    return _COLOURS.sub("", line) if "\x1b" in line else line


def check_rows(game: RegisteredGame[Any, Any]) -> None:
    """InputError for a game whose boards cannot be asked for row by row."""
    if not game.family.readers().in_rows:
        raise InputError(f"{game.info.title} has no --rows", expected="FreeCell or a game like it")


def _open(name: str) -> BinaryIO:
    try:
        return Path(name).open("rb")
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(f"cannot read {quote(name)}: {reason.lower()}", expected="a file, or -") from None


def _whole(read: Iterable[str], source: str) -> str:
    lines: list[str] = []
    room = _LONGEST_TEXT
    for line in read:
        room -= len(line)
        if room < 0:
            raise InputError(
                "this text is too long", expected=f"at most {_LONGEST_TEXT} characters", source=source
            )
        lines.append(line)
    return "".join(lines)


def _raw_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream, each as soon as it is there, whatever ends them: a line feed, with or without a
    carriage return before it, or a carriage return alone, as on old Macs, which becomes a line feed."""
    rest = b""
    first = True
    while raw := stream.readline(_LONGEST_LINE):
        if first and raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):  # as Windows writes "Unicode"
            yield from _from_utf16(raw + stream.read(_LONGEST_TEXT))
            return
        first = False
        lines = (rest + raw).splitlines(keepends=True)
        rest = b"" if raw.endswith(b"\n") else lines.pop()
        yield from (line[:-1] + b"\n" if line.endswith(b"\r") else line for line in lines)
        if len(rest) >= _LONGEST_LINE:
            break
    if rest:
        yield rest


def _from_utf16(data: bytes) -> list[bytes]:
    """The lines of a text in UTF-16 as those of one in UTF-8; as they are where it is none."""
    try:
        text = data.decode("utf-16")
    except UnicodeDecodeError:
        return data.splitlines(keepends=True)
    return [line.encode() for line in text.splitlines(keepends=True)]


def _decode(raw: bytes, number: int, source: str | None) -> str:
    at = raw.find(b"\0")
    if at < 0:
        try:
            return raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            at = error.start
    if number == 1 and raw.startswith(_PICTURES):
        mend = f"write winnable screen read {shlex.quote(source)}" if source and source != STDIN else None
        raise InputError("this is a picture", expected="text in UTF-8", mend=mend, source=source)
    if number == 1 and raw.startswith(b"\x80") and b"pysol" in raw.lower():
        mend = "give the deal by its number, as in pysol:617, or a screenshot to winnable screen read"
        raise InputError("this is a saved game of PySolFC", expected="text", mend=mend, source=source)
    packed = next((name for begin, name in _PACKED.items() if number == 1 and raw.startswith(begin)), None)
    if packed is not None:
        what = f"this file is packed by {packed}"
        raise InputError(what, expected="text in UTF-8", mend="unpack it first", source=source)
    what = "this is a binary file, or text in another encoding"
    raise InputError(what, expected="text in UTF-8", source=source, line=number, column=at + 1)


def _label(source: str | None, line: int) -> str:
    return f"line {line}" if source is None else f"{source}:{line}"


def _is_deal_line(line: str) -> bool:
    """Is this a line of deal numbers? Several words are, if the first says so: "1 - 3" may be anything."""
    text = line if says_deal(line) else line.partition("#")[0]
    return looks_like_deal(text) and (len(text.split()) == 1 or text.lstrip()[0].isalpha())


def _deal_entries(lines: Iterable[str], first: int, source: str | None, default: str) -> Iterator[Entry]:
    for number, line in enumerate(lines, first):
        text = line if says_deal(line) else line.partition("#")[0]
        if not text.strip():
            continue
        try:
            deals = chain.from_iterable(parse_deal_list(text, default))
        except InputError as error:
            column = len(text) - len(text.lstrip()) + 1
            raise error.at(source=source, line=number, column=column) from None
        for deal in deals:
            yield Entry(str(deal), deal=deal)


def _text_entries(read: TextReader, lines: Iterable[str], first: int, source: str | None) -> Iterator[Entry]:
    setup = None
    for name, setup in read(lines, source, first):
        label = _label(source, setup.places["board", 0, 0].line) if name is None else name
        yield Entry(label, setup=setup)
    if setup is None:
        raise InputError("there is no board here", expected="one", source=source, line=first, column=1)


def _json_entries(
    parse: JsonParser, lines: Iterable[str], first: int, source: str | None, usual: str
) -> Iterator[Entry]:
    """An object to a line, or objects over several lines each; a bare number of a deal is of the usual
    dialect."""
    from winnable.text.json_text import is_unfinished

    def entries() -> Iterator[Entry]:
        for setup, game, deal in parse(text, source, begin):
            label = f"{usual}:{deal}" if isinstance(deal, int) else deal
            yield Entry(_label(source, begin) if label is None else label, setup=setup, game=game)

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
        yield from entries()
        text = ""
    if text:
        yield from entries()  # which says what is missing
