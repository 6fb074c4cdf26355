"""A game with all that was tried in it, as text: the start, the tree of moves, and comments.

    winnable game 1
    game: freecell
    start: ms:617
    moves:
    1. 26 3a {not yet} (3b 5h) 5h [ah] @
    end

Like PGN, the main line stands by itself and other moves stand in parentheses behind the move that they
would replace. ``[ ]`` holds moves that made themselves after a move, ``< >`` what the player marked then,
``{ }`` a comment, ``*`` marks a checkpoint, and ``@`` is where the player is, if that is not the end of the
main line. What is read here is loose: whether the moves are legal is for the session to find out.
docs/formats.md has it all.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode, b64encode
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final, Literal, NamedTuple

from winnable.errors import InputError, Place, Written, quote
from winnable.moves import Autoplay, MoveToken, parse_autoplay

__all__ = ["VERSION", "Cards", "Saved", "SavedMove", "format_save", "parse_save", "seal", "unseal"]

VERSION: Final = 1
Cards = Literal["unseen", "open"]

_TITLE: Final = "winnable game"
_KEYS: Final = ("game", "cards", "autoplay", "start", "moves")
_BLOCKS: Final = ("board", "sealed")  # what `start` may say instead of a deal
_INDENT: Final = "  "
_WIDTH: Final = 100
_MOST_MOVES: Final = 100_000
_TOKEN: Final = re.compile(
    r"(?P<comment>\{(?:[^\\}]|\\.)*\})|(?P<unclosed>\{)|(?P<mark>[()\[\]<>@}])|(?P<word>[^\s(){}\[\]<>@]+)",
    re.DOTALL,
)
_NUMBER: Final = re.compile(r"\d+\.")
_RESERVED: Final = re.compile(r"[\s(){}\[\]<>@]|\d+\.$|end$|^\*$")
_CHECKPOINT: Final = "*"


_NO_MOVE: Final = MoveToken("", 1, 1)


@dataclass(slots=True, eq=False)
class SavedMove:
    """A move of the tree: its text and place, the moves that made themselves after it, a comment, whether it
    is a checkpoint, the moves that were tried then, that of the main line first, and what was marked then.
    The root has no text."""

    token: MoveToken = _NO_MOVE
    parent: SavedMove | None = field(default=None, repr=False)
    by_itself: list[MoveToken] = field(default_factory=list)
    comment: str = ""
    checkpoint: bool = False
    children: list[SavedMove] = field(default_factory=list)
    marks: list[MoveToken] = field(default_factory=list)


class Saved(Written[str]):
    """A saved game, loose.

    ``start`` is a deal, or empty where ``board`` has the lines of a board, each with its number in the text;
    ``sealed`` says that they were sealed. ``here`` is where the player is. ``places`` are those of the keys'
    values.
    """

    def __init__(
        self,
        game: str,
        root: SavedMove,
        here: SavedMove,
        *,
        start: str = "",
        board: Iterable[tuple[int, str]] = (),
        sealed: bool = False,
        cards: Cards | None = None,
        autoplay: Autoplay = Autoplay.NONE,
        places: dict[str, Place] | None = None,
        source: str | None = None,
    ) -> None:
        self.game, self.root, self.here = game, root, here
        self.start, self.board, self.sealed = start, list(board), sealed
        self.cards, self.autoplay = cards, autoplay
        super().__init__(places, source)


def seal(board: str) -> str:
    """A board in letters that say nothing to the eye. No secret: any program can read them."""
    return b64encode(zlib.compress(board.encode(), 9)).decode()


def unseal(text: str) -> str:
    """What was sealed; InputError if that was changed or cut."""
    try:
        return zlib.decompress(b64decode("".join(text.split()), validate=True)).decode()
    except (ValueError, zlib.error):
        what, mend = "these lines are not as they were written", "take them from another copy of the save"
        raise InputError(what, expected="a sealed board, whole and unchanged", mend=mend) from None


# --- writing -----------------------------------------------------------------------------------------------


def format_save(saved: Saved) -> str:
    """The text of a saved game.

    Raises:
        InputError: a move whose text this format cannot hold, as it has a space or a bracket.
    """
    head = [f"{_TITLE} {VERSION}", f"game: {saved.game}"]
    if saved.cards is not None:
        head.append(f"cards: {saved.cards}")
    if saved.autoplay is not Autoplay.NONE:
        head.append(f"autoplay: {saved.autoplay}")
    if saved.start:
        head.append(f"start: {saved.start}")
    else:
        head.append(f"start: {_BLOCKS[saved.sealed]}")
        lines = [line for _, line in saved.board]
        if saved.sealed:
            lines = wrap(seal("\n".join(lines) + "\n"), _WIDTH - len(_INDENT))
        head += [(_INDENT + line).rstrip() for line in lines]
    return "\n".join([*head, "moves:", *_lay_out(_chunks(saved)), "end"]) + "\n"


class _Chunk(NamedTuple):
    """What stands together in a line; ``number`` is that of its move, 0 where it begins with none."""

    text: str
    number: int


def _chunks(saved: Saved) -> Iterator[_Chunk]:
    """The moves of a tree in the order in which they are written, brackets with them."""
    end = saved.root
    while end.children:
        end = end.children[0]
    here = None if saved.here is end else saved.here
    for part in _told(saved.root, here):
        yield _Chunk(part, 0)
    opened = ""
    # A stack instead of recursion, as lines are long: moves to write, or the moves after one.
    todo: list[tuple[Literal["after", "move", "open", "close"], SavedMove, int]] = [("after", saved.root, 1)]
    while todo:
        kind, node, number = todo.pop()
        if kind == "after" and node.children:
            first, *others = node.children
            todo.append(("after", first, number + 1))
            for other in reversed(others):
                todo += [("close", other, 0), ("after", other, number + 1), ("move", other, number)]
                todo.append(("open", other, 0))
            todo.append(("move", first, number))
        elif kind == "move":
            move, *marks = _told(node, here, _written(node.token.text))
            yield _Chunk(opened + move, number)
            yield from (_Chunk(mark, 0) for mark in marks)
            opened = ""
        elif kind == "open":
            opened = "("
        elif kind == "close":
            yield _Chunk(")", 0)


def _told(node: SavedMove, here: SavedMove | None, move: str = "") -> Iterator[str]:
    """A move with what stands behind it, in parts between which a line may end: those of its marks."""
    told = [move] if move else []
    if node.by_itself:
        told.append("[" + " ".join(_written(token.text) for token in node.by_itself) + "]")
    if node.marks:
        first, *others = (_written(token.text) for token in node.marks)
        told.append(f"<{first}")
        for other in others:
            yield " ".join(told)
            told = [other]
        told[-1] += ">"
    if node.comment:
        escaped = node.comment.replace("\\", "\\\\").replace("}", "\\}").replace("\n", "\\n")
        told.append("{" + escaped + "}")
    if node.checkpoint:
        told.append(_CHECKPOINT)
    if node is here:
        told.append("@")
    if told:
        yield " ".join(told)


def _written(text: str) -> str:
    if not text or _RESERVED.search(text):
        raise InputError(f"the move {quote(text)} cannot be saved", expected="one word without brackets")
    return text


def _lay_out(chunks: Iterable[_Chunk]) -> Iterator[str]:
    """Lines that begin with the number of their first move."""
    line = ""
    for text, number in chunks:
        if text == ")":
            line += text
        elif line and len(line) + 1 + len(text) <= _WIDTH:
            line += f" {text}"
        else:
            if line:
                yield line
            bracket = text[: len(text) - len(text.lstrip("("))] if number else ""
            line = f"{bracket}{number}. {text[len(bracket) :]}" if number else text
    if line:
        yield line


# --- reading -----------------------------------------------------------------------------------------------


def parse_save(text: str, source: str | None = None) -> Saved:
    """The game that a text has saved.

    Raises:
        InputError: with the place, for a text that is no save, one of a newer version, one that breaks off,
            and whatever else is not as docs/formats.md says.
    """
    return _Reader(text, source).read()


class _Reader:
    def __init__(self, text: str, source: str | None) -> None:
        self.lines = text.splitlines()
        self.source = source
        self.at = 0  # the number of lines read
        self.places: dict[str, Place] = {}
        self.block = range(0)  # of the lines of a board

    def read(self) -> Saved:
        self._title()
        values = self._keys()
        for key in ("game", "start"):
            if key not in values:
                raise self.error(
                    f"the save has no {key}", self.at, 1, expected=f"a line {key}: before moves:"
                )
        block = values["start"] in _BLOCKS
        root, here = _Moves(self.lines[self.at :], self.at + 1, self.source).tree()
        return Saved(
            values["game"],
            root,
            here,
            start="" if block else values["start"],
            board=self._board(values["start"]) if block else (),
            sealed=values["start"] == "sealed",
            cards=self._cards(values.get("cards")),
            autoplay=self._parsed("autoplay", values.get("autoplay", "none"), parse_autoplay),
            places=self.places,
            source=self.source,
        )

    def error(
        self, what: str, line: int, column: int | None = None, *, expected: str, mend: str | None = None
    ) -> InputError:
        return InputError(
            what, expected=expected, mend=mend, source=self.source, line=max(line, 1), column=column
        )

    def _title(self) -> None:
        while self.at < len(self.lines) and not self.lines[self.at].strip():
            self.at += 1
        title = self.lines[self.at].strip() if self.at < len(self.lines) else ""
        self.at += 1
        name, _, version = title.rpartition(" ")
        expected = f"a first line {_TITLE} {VERSION}"
        if name != _TITLE or not version.isdecimal() or len(version) > 9:
            raise self.error(f"this is no saved game: {quote(title)}", self.at, 1, expected=expected)
        if int(version) != VERSION:
            column = len(_TITLE) + 2
            what, mend = f"a save of version {version}", "read it with the newer program that wrote it"
            expected = f"version {VERSION}, the newest that this program reads"
            raise self.error(what, self.at, column, expected=expected, mend=mend)

    def _keys(self) -> dict[str, str]:
        """The values of the lines up to `moves:`; where the lines of a board stand is kept."""
        values: dict[str, str] = {}
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if not line.strip():
                continue
            key, colon, value = line.partition(":")
            if not colon or key not in _KEYS:
                raise self.error(
                    f"{quote(line.strip())} says nothing here", self.at, 1, expected=_listed(_KEYS)
                )
            if key in values:
                raise self.error(f"a second line {key}:", self.at, 1, expected="each once")
            value_at = len(line) - len(value.lstrip())
            values[key] = value.strip()
            self.places[key] = Place(self.at, min(value_at, len(line.rstrip())) + 1)
            if key == "moves" and value.strip():
                raise self._wrong("moves", "moves stand behind moves:", "them on the lines after it")
            if key == "moves":
                return values
            if key == "start" and value.strip() in _BLOCKS:
                first = self.at
                while self.at < len(self.lines) and self._is_indented(self.lines[self.at]):
                    self.at += 1
                self.block = range(first, self.at)
        raise self._cut_off("moves:")

    def _is_indented(self, line: str) -> bool:
        return line.startswith(_INDENT) or not line.strip()

    def _cut_off(self, missing: str) -> InputError:
        mend = "it was cut off: take it from another copy"
        last = len(self.lines)
        return self.error(f"the save ends without {missing}", last, expected=f"a line {missing}", mend=mend)

    def _board(self, kind: str) -> Iterator[tuple[int, str]]:
        lines = [(i + 1, self.lines[i][len(_INDENT) :]) for i in self.block]
        if not any(line.strip() for _, line in lines):
            raise self._wrong("start", "there is no board", "its lines below this one, two spaces further in")
        if kind == "board":
            yield from lines
            return
        try:
            board = unseal("\n".join(line for _, line in lines))
        except InputError as error:
            raise error.at(source=self.source, line=lines[0][0], column=len(_INDENT) + 1) from None
        for line in board.splitlines():
            yield lines[0][0], line

    def _cards(self, value: str | None) -> Cards | None:
        if value is None or value == "unseen" or value == "open":
            return value  # type: ignore[return-value]  # mypy does not narrow by `or`
        raise self._wrong("cards", f"cards are {quote(value)}", "unseen or open")

    def _parsed(self, key: str, value: str, parse: Callable[[str], Autoplay]) -> Autoplay:
        try:
            return parse(value)
        except InputError as error:
            raise self._wrong(key, error.what, error.expected or "") from None

    def _wrong(self, key: str, what: str, expected: str) -> InputError:
        place = self.places[key]
        return self.error(what, place.line, place.column, expected=expected)


def _listed(keys: Iterable[str]) -> str:
    return "one of " + ", ".join(f"{key}:" for key in keys)


class _Moves:
    """Reads the moves, from the line behind `moves:` to `end`."""

    def __init__(self, lines: list[str], first: int, source: str | None) -> None:
        self.text = "\n".join(lines)
        self.starts = [0, *(found.end() for found in re.finditer("\n", self.text))]
        self.first, self.source = first, source
        self.root = self.here = SavedMove()
        self.current: SavedMove | None = None
        # Of each open parenthesis: the move behind which it stands, and its place.
        self.open: list[tuple[SavedMove, int]] = []
        self.fresh = True  # no move stands before this, in these parentheses
        self.count = 0

    def tree(self) -> tuple[SavedMove, SavedMove]:
        """The root, and where the player is."""
        tokens = _TOKEN.finditer(self.text)
        for token in tokens:
            if token.lastgroup == "word" and token[0] == "end":
                return self._end(token.end())
            if token.lastgroup == "unclosed":
                raise self._error(token.start(), "this comment has no end", "a } behind it")
            if token.lastgroup == "comment":
                self._comment(token.start(), token[0])
            elif token[0] == _CHECKPOINT:
                self._checkpoint(token.start())
            elif token.lastgroup == "word":
                if not _NUMBER.fullmatch(token[0]):
                    self._move(token.start(), token[0])
            elif token[0] == "[":
                self._by_itself(token.start(), tokens)
            elif token[0] == "<":
                self._marks(token.start(), tokens)
            else:
                self._mark(token.start(), token[0])
        raise self._no_end()

    def _end(self, at: int) -> tuple[SavedMove, SavedMove]:
        rest = self.text[at:].lstrip()
        if self.open:
            raise self._error(self.open[-1][1], "this variation has no end", "a ) behind it")
        if rest:
            raise self._error(len(self.text) - len(rest), "the save goes on behind its end", "nothing more")
        if self.current is None:
            self.current = self.root
            while self.current.children:
                self.current = self.current.children[0]
        return self.root, self.current

    def _no_end(self) -> InputError:
        if self.open:
            return self._error(self.open[-1][1], "the save ends within this variation", "a ) and a line end")
        place = self._place(len(self.text.rstrip()))
        mend = "it was cut off: add the line to keep what is left"
        what = "the save ends without end"
        return InputError(what, expected="a last line end", mend=mend, source=self.source, line=place.line)

    def _move(self, at: int, text: str) -> None:
        self.count += 1
        if self.count > _MOST_MOVES:
            raise self._error(at, "too many moves", f"at most {_MOST_MOVES}")
        move = SavedMove(MoveToken(text, *self._place(at)), self.here)
        self.here.children.append(move)
        self.here, self.fresh = move, False

    def _comment(self, at: int, text: str) -> None:
        if self.fresh and self.open:
            raise self._error(at, "a comment before the variation's first move", "it behind the move")
        told = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], text[1:-1], flags=re.DOTALL)
        self.here.comment = f"{self.here.comment}\n{told}" if self.here.comment else told

    def _checkpoint(self, at: int) -> None:
        if self.fresh and self.open:
            raise self._error(at, "a * before the variation's first move", "it behind a move")
        self.here.checkpoint = True

    def _by_itself(self, at: int, tokens: Iterator[re.Match[str]]) -> None:
        if self.fresh:
            raise self._error(at, "a [ before any move", "it behind the move that set these moves off")
        self.here.by_itself += self._until("]", "moves", at, tokens)

    def _marks(self, at: int, tokens: Iterator[re.Match[str]]) -> None:
        if self.fresh and self.open:
            raise self._error(at, "a < before the variation's first move", "it behind the move")
        self.here.marks += self._until(">", "marks", at, tokens)

    def _until(
        self, closing: str, what: str, at: int, tokens: Iterator[re.Match[str]]
    ) -> Iterator[MoveToken]:
        """The words up to a closing bracket."""
        for token in tokens:
            if token[0] == closing:
                return
            if token.lastgroup != "word":
                brackets = f"{self.text[at]} {closing}"
                expected = f"{what}, then a {closing}"
                raise self._error(token.start(), f"{quote(token[0])} within {brackets}", expected)
            self.count += 1
            if self.count > _MOST_MOVES:
                raise self._error(token.start(), f"too many {what}", f"at most {_MOST_MOVES}")
            yield MoveToken(token[0], *self._place(token.start()))
        raise self._error(at, f"the save ends within these {what}", f"a {closing} and a line end")

    def _mark(self, at: int, mark: str) -> None:
        if mark == "(":
            if self.fresh:
                raise self._error(at, "a variation before any move", "it behind the move that it replaces")
            self.open.append((self.here, at))
            assert self.here.parent is not None
            self.here, self.fresh = self.here.parent, True
        elif mark == ")" and self.open:
            if self.fresh:
                raise self._error(at, "a variation without a move", "a move before the )")
            self.here, _ = self.open.pop()
        elif mark == "@":
            if self.current is not None:
                raise self._error(at, "a second @", "one, where the player is")
            if self.fresh and self.open:
                raise self._error(at, "an @ before the variation's first move", "it behind a move")
            self.current = self.here
        else:
            raise self._error(at, f"a {mark} that closes nothing", "one for each that opens")

    def _place(self, at: int) -> Place:
        line = bisect_right(self.starts, at)
        return Place(self.first + line - 1, at - self.starts[line - 1] + 1)

    def _error(self, at: int, what: str, expected: str) -> InputError:
        place = self._place(at)
        return InputError(what, expected=expected, source=self.source, line=place.line, column=place.column)
