"""Solutions as anybody wrote them, read and replayed.

Moves in the game's own notation, any number to a line, with or without line numbers and comments; our
own output; what ``fc-solve -m`` prints; a JSON object with a list "moves", as ``solve --json`` gives it; a
list of pairs of cards, as the Pyramid thesis prints them; a board that is filled in, or those on the way.
A comment ``# autoplay: safe`` says which moves the list leaves out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeVar

from winnable.errors import InputError
from winnable.game import Game, IllegalMove, Outcome
from winnable.moves import Autoplay, MoveToken, parse_autoplay, split_moves
from winnable.text.card_pairs import format_pair, looks_like_pairs, read_pairs
from winnable.text.json_text import JsonText

if TYPE_CHECKING:
    from winnable.family import RegisteredGame
    from winnable.text.solution_text import Style

P = TypeVar("P")
M = TypeVar("M")
G = TypeVar("G")

_AUTOPLAY_COMMENT: Final = "autoplay:"
_LONGEST: Final = 100_000  # moves of a list; every position on the way is kept


class Solution(NamedTuple):
    """A list of move texts with their places, and what it leaves out.

    ``autoplay`` is the policy that it says it assumes. ``removals_only``: it is a list of cards that
    leave, in which the draws between them are not written. ``board``: what the text shows instead of moves,
    where a family reads such: a board that is filled in, or the boards that the moves lead to. ``in_parts``:
    a move may stand for several that carry the parts of a group over, one by one.
    """

    tokens: tuple[MoveToken, ...]
    autoplay: Autoplay | None = None
    source: str | None = None
    removals_only: bool = False
    board: Any = None
    in_parts: bool = False


class Break(NamedTuple):
    """The move at which a solution breaks: its number in the list (from 1), text and place, and why."""

    number: int
    token: MoveToken
    reason: str
    source: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary that JSON can hold."""
        line, column = self.token.line, self.token.column
        return {
            "move": self.number,
            "text": self.token.text,
            "line": line,
            "column": column,
            "why": [self.reason],
        }

    def __str__(self) -> str:
        where = "" if self.source is None else f"{self.source}:{self.token.line}:{self.token.column}: "
        return f"{where}move {self.number} breaks: {self.reason}"

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold, but for the reason."""
        where = {"source": self.source, "line": self.token.line, "column": self.token.column}
        return {"number": self.number, "move": self.token.text, "where": where}


class Replay(NamedTuple, Generic[P, M]):
    """A solution played through the rules, up to its end or to where it breaks.

    ``moves`` are all moves made, also those that the list leaves out (of ``autoplay``, or draws);
    ``player`` says for each of them whether the list holds it; ``positions`` are those before each
    move and the one at the end.
    """

    moves: tuple[M, ...]
    player: tuple[bool, ...]
    positions: tuple[P, ...]
    outcome: Outcome
    autoplay: Autoplay
    broken: Break | None = None

    @property
    def won(self) -> bool:
        """Could every move be made, and is the game won at the end?"""
        return self.broken is None and self.outcome is Outcome.WON

    def to_dict(self) -> dict[str, Any]:
        """As a dictionary that JSON can hold; ``broken`` says where and why a move could not be made."""
        return {
            "won": self.won,
            "outcome": self.outcome.value,
            "length": len(self.moves),
            "autoplay": self.autoplay.value,
            "broken": None if self.broken is None else self.broken.to_dict(),
        }


class Record(Generic[P, M]):
    """Plays moves of a game, one after the other, and keeps them all."""

    def __init__(self, game: Game[P, M], position: P, autoplay: Autoplay = Autoplay.NONE) -> None:
        self.game = game
        self.autoplay = Autoplay(autoplay)
        self._moves: list[M] = []
        self._player: list[bool] = []
        self._positions = [position]

    @property
    def position(self) -> P:
        """The position after all moves made so far."""
        return self._positions[-1]

    @property
    def made(self) -> int:
        """The number of moves made so far."""
        return len(self._moves)

    def play(self, move: M, *, by_player: bool = True) -> None:
        """Makes a move; IllegalMove if it cannot be made here."""
        self._positions.append(self.game.play(self.position, move))
        self._moves.append(move)
        self._player.append(by_player)

    def take_back_to(self, made: int) -> None:
        """Takes back all moves after the first ``made``."""
        del self._moves[made:], self._player[made:], self._positions[made + 1 :]

    def replay(self, broken: Break | None = None) -> Replay[P, M]:
        """What was played, up to where it breaks."""
        return Replay(
            tuple(self._moves),
            tuple(self._player),
            tuple(self._positions),
            self.game.outcome(self.position),
            self.autoplay,
            broken,
        )

    def replay_all(self, moves: Sequence[M]) -> Replay[P, M]:
        """Makes all of ``moves``, or those before the first that is illegal."""
        for number, move in enumerate(moves, 1):
            try:
                self.play(move)
            except IllegalMove as error:
                return self.replay(Break(number, MoveToken(repr(move), 1, 1), str(error)))
        return self.replay()


class SolutionText(Protocol):
    """A solution that is written out; see :func:`winnable.text.solution_text.write_solution`."""

    @property
    def autoplay(self) -> Autoplay:
        """What it assumes."""
        ...

    @property
    def texts(self) -> list[str]:
        """The notation of each move that is written."""
        ...

    def text(self, deal: str | None = None) -> str:
        """The whole text; ``deal`` names the position in the first line."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Solutions(Generic[G, P, M]):
    """The solutions of a family of games: read, replayed, written, and told in a line.

    ``example`` shows moves in an error. ``summary`` says what a replay made, ``fault`` what is wrong with one
    that does not win, to stand after it, and ``facts`` are both as JSON has them, ``why`` the latter's
    sentences. ``found`` says in a line what a search's result is made of.
    """

    example: str
    replay: Callable[[G, P, Solution, Autoplay | None], Replay[P, M]]
    replay_moves: Callable[[G, P, Sequence[M], Autoplay], Replay[P, M]]
    write: Callable[[G, P, Sequence[M], Style, Autoplay], SolutionText]
    summary: Callable[[G, Replay[P, M]], str]
    facts: Callable[[G, Replay[P, M]], dict[str, Any]]
    found: Callable[[Any, Sequence[str]], str]
    parse: Callable[[str, str | None], Solution]
    fault: Callable[[G, Replay[P, M], Solution], str] = lambda game, played, solution: ""


def parse_solution(
    text: str, source: str | None = None, game: RegisteredGame[Any, Any] | None = None
) -> Solution:
    """The moves in ``text``, at most 100,000, and what else a solution of ``game`` may be, if it is given.

    InputError, with the place, for a JSON text without them, a list of something else than cards, or a
    text with more.
    """
    return parse_moves(text, source) if game is None else game.family.solutions().parse(text, source)


def parse_moves(text: str, source: str | None = None, *, cards: bool = False) -> Solution:
    """The moves in ``text``, as every family of games writes them; ``cards`` as for ``split_moves``."""
    if text.lstrip().startswith("{"):
        return _from_json(JsonText(text, source))
    if looks_like_pairs(text):
        pairs = tuple(islice(read_pairs(text, source), _LONGEST + 1))
        return Solution(limited(pairs, source), None, source, removals_only=True)
    lines = text.split("\n")
    tokens = tuple(islice(split_moves(lines, cards=cards), _LONGEST + 1))
    return Solution(limited(tokens, source), stated_autoplay(lines, source), source)


def limited(tokens: tuple[MoveToken, ...], source: str | None) -> tuple[MoveToken, ...]:
    """The tokens; InputError if they are more than a solution may have."""
    if len(tokens) <= _LONGEST:
        return tokens
    raise InputError(
        "this solution is too long",
        expected=f"at most {_LONGEST} moves",
        source=source,
        line=tokens[-1].line,
        column=tokens[-1].column,
    )


def replay(
    game: RegisteredGame[P, M], position: P, solution: Solution, autoplay: Autoplay | None = None
) -> Replay[P, M]:
    """Plays ``solution`` from ``position``, and with it what it leaves out.

    In games that play themselves that is what ``autoplay`` does, or what the list says it assumes, or what
    makes it win; elsewhere it may be the draws and recycles of a list that holds none. See the family's
    ``solution.py``.

    InputError, with the place, for a text that is no move at all; an illegal move is a Break.
    """
    return game.family.solutions().replay(game, position, solution, autoplay)


def replay_moves(
    game: RegisteredGame[P, M], position: P, moves: Sequence[M], autoplay: Autoplay = Autoplay.NONE
) -> Replay[P, M]:
    """Plays the player's ``moves`` from ``position``, and those of ``autoplay`` after each of them."""
    return game.family.solutions().replay_moves(game, position, moves, autoplay)


def stated_autoplay(lines: Sequence[str], source: str | None) -> Autoplay | None:
    """What a comment says that a list of moves assumes; InputError, with the place, for no autoplay."""
    for number, line in enumerate(lines, 1):
        _, sign, comment = line.partition("#")
        words = comment.split()
        if sign and len(words) > 1 and words[0].lower() == _AUTOPLAY_COMMENT:
            try:
                return parse_autoplay(words[1].rstrip(",;."))
            except InputError as error:
                column = line.index(words[1], line.index("#")) + 1
                raise error.at(source=source, line=number, column=column) from None
    return None


def _from_json(text: JsonText) -> Solution:
    value = text.value
    if not isinstance(value, dict) or not isinstance(value.get("moves"), list):
        raise text.error((), "this JSON holds no solution", 'an object with a list "moves"')
    moves = value["moves"]
    tokens = tuple(
        MoveToken(_json_move(text, i, move), *place)
        for i, (move, place) in enumerate(
            zip(moves[: _LONGEST + 1], text.item_places(("moves",)), strict=False)
        )
    )
    autoplay = None
    if "autoplay" in value:
        try:
            autoplay = parse_autoplay(value["autoplay"] if isinstance(value["autoplay"], str) else "")
        except InputError as error:
            raise text.error(("autoplay",), error.what, error.expected) from None
    removals_only = any(isinstance(move, list) for move in moves)
    return Solution(limited(tokens, text.source), autoplay, text.source, removals_only)


def _json_move(text: JsonText, i: int, move: object) -> str:
    if isinstance(move, str):
        return move
    if isinstance(move, list) and all(isinstance(card, str) for card in move):
        try:
            return format_pair(move)
        except InputError as error:
            raise text.error(("moves", i), error.what, error.expected, error.mend) from None
    raise text.error(("moves", i), "this move is not a text", 'such as "26"')
