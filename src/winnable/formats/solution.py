"""Solutions as anybody wrote them, read and replayed.

Standard notation, any number of moves to a line, with or without line numbers and comments; our own
output; what ``fc-solve -m -snx`` prints; or a JSON object with a list "moves", as ``solve --json``
gives it. A comment ``# autoplay: safe`` says which moves the list leaves out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from winnable._core import PatienceMove
from winnable.errors import InputError
from winnable.formats.json_text import JsonText
from winnable.game import IllegalMove, Outcome
from winnable.moves import Autoplay, MoveToken, parse_autoplay, split_moves

if TYPE_CHECKING:
    from winnable.games.patience import PatienceGame, PatiencePosition

_AUTOPLAY_COMMENT: Final = "autoplay:"
_MOST_MOVES: Final = 20_000  # while trying what a list may mean
_LONGEST: Final = 100_000  # moves of a list; every position on the way is kept


class Solution(NamedTuple):
    """A list of move texts with their places, and the autoplay that it says it assumes."""

    tokens: tuple[MoveToken, ...]
    autoplay: Autoplay | None = None
    source: str | None = None


class Break(NamedTuple):
    """The move at which a solution breaks: its number in the list (from 1), text and place, and why."""

    number: int
    token: MoveToken
    reason: str
    source: str | None = None

    def __str__(self) -> str:
        where = "" if self.source is None else f"{self.source}:{self.token.line}:{self.token.column}: "
        return f"{where}move {self.number} breaks: {self.reason}"


class Replay(NamedTuple):
    """A solution played through the rules, up to its end or to where it breaks.

    ``moves`` are all moves made, those of ``autoplay`` too; ``player`` says for each of them whether the
    list holds it; ``positions`` are those before each move and the one at the end.
    """

    moves: tuple[PatienceMove, ...]
    player: tuple[bool, ...]
    positions: tuple[PatiencePosition, ...]
    outcome: Outcome
    autoplay: Autoplay
    broken: Break | None = None

    @property
    def won(self) -> bool:
        return self.broken is None and self.outcome is Outcome.WON


def parse_solution(text: str, source: str | None = None) -> Solution:
    """The moves in ``text``, at most 100,000.

    InputError, with the place, for a JSON text without them, or a text with more.
    """
    if text.lstrip().startswith("{"):
        return _from_json(JsonText(text, source))
    lines = text.split("\n")
    tokens = tuple(islice(split_moves(lines), _LONGEST + 1))
    if len(tokens) > _LONGEST:
        raise _too_long(tokens[-1], source)
    return Solution(tokens, _stated_autoplay(lines, source), source)


def _too_long(token: MoveToken, source: str | None) -> InputError:
    return InputError(
        "this solution is too long",
        expected=f"at most {_LONGEST} moves",
        source=source,
        line=token.line,
        column=token.column,
    )


def replay(
    game: PatienceGame, position: PatiencePosition, solution: Solution, autoplay: Autoplay | None = None
) -> Replay:
    """Plays ``solution`` from ``position``.

    ``autoplay`` is what the list assumes: the moves that this policy makes after each move are
    made, and are not looked for in the list. If it is None, what the list says counts; if that says
    nothing, the first of none, horne, safe and max under which it wins. If it wins under none of
    them, it is taken to leave nothing out; but without a single move home, to be meant under the
    policy that carries it furthest.

    A group to an empty column without a count is the longest that may go. Other programs mean
    other counts, Freecell Solver one card: if the list does not win as it stands, these are tried
    too, up to 20,000 moves for each autoplay, and the reading that wins is returned.

    InputError, with the place, for a text that is no move at all; an illegal move is a Break.
    """
    stated = autoplay if autoplay is not None else solution.autoplay
    policies = tuple(Autoplay) if stated is None else (stated,)
    attempts: list[Replay] = []
    for try_counts in (False, True):
        for policy in policies:
            played = _replay(game, position, solution, policy, try_counts=try_counts)
            if played.won:
                return played
            attempts.append(played)
    leaves_out = not any(_is_home(token) for token in solution.tokens)
    return max(attempts, key=_moves_read) if leaves_out else attempts[0]


def replay_moves(
    game: PatienceGame,
    position: PatiencePosition,
    moves: Sequence[PatienceMove],
    autoplay: Autoplay = Autoplay.NONE,
) -> Replay:
    """Plays the player's ``moves`` from ``position``, and those of ``autoplay`` after each of them."""
    player = _Player(game, position, autoplay)
    for number, move in enumerate(moves, 1):
        try:
            player.play(move)
        except IllegalMove as error:
            return player.replay(Break(number, MoveToken(repr(move), 1, 1), str(error)))
    return player.replay(None)


def _replay(
    game: PatienceGame,
    position: PatiencePosition,
    solution: Solution,
    autoplay: Autoplay,
    *,
    try_counts: bool,
) -> Replay:
    """The list as it stands or, with ``try_counts``, the first reading that wins, if one does."""
    player = _Player(game, position, autoplay)
    # Token, moves made before it, what else it may mean.
    choices: list[tuple[int, int, list[PatienceMove]]] = []
    first: Replay | None = None
    at = made = 0
    while True:
        broken = None
        while at < len(solution.tokens) and broken is None:
            meant = _meanings(player.position, game, solution, at, try_counts)
            if isinstance(meant, Break):
                broken = meant
                continue
            choices.append((at, player.made, meant[1:]))
            player.play(meant[0])
            at, made = at + 1, made + 1
        result = player.replay(broken)
        first = first or result
        while choices and not choices[-1][2]:
            choices.pop()
        if result.won or not choices or made > _MOST_MOVES:
            return result if result.won else first
        at, before, others = choices.pop()
        choices.append((at, before, others[1:]))
        player.take_back_to(before)
        player.play(others[0])
        at, made = at + 1, made + 1


def _is_home(token: MoveToken) -> bool:
    return token.text.endswith(("h", "H"))


def _moves_read(played: Replay) -> int:
    """How many moves of the list could be made."""
    return sum(played.player)


def _meanings(
    position: PatiencePosition, game: PatienceGame, solution: Solution, at: int, try_counts: bool
) -> list[PatienceMove] | Break:
    """The moves that a token may mean here, the likeliest first, or why it means none."""
    token = solution.tokens[at]
    try:
        move = game.notation.parse(position, token.text)
    except IllegalMove as error:
        return Break(at + 1, token, str(error), solution.source)
    except ValueError as error:
        what = f"move {at + 1}: {error}"
        raise InputError(what, source=solution.source, line=token.line, column=token.column) from None
    counted = len(token.text) != len("26")
    if not try_counts or counted or move.count == 1 or position.columns[move.to_pile]:
        return [move]
    counts = (PatienceMove(move.from_pile, move.to_pile, n) for n in range(move.count, 0, -1))
    return [other for other in counts if game.core.why_illegal(position, other) is None]


class _Player:
    """Plays moves and the automatic ones after each, and keeps them all."""

    def __init__(self, game: PatienceGame, position: PatiencePosition, autoplay: Autoplay) -> None:
        self._game = game
        self._autoplay = Autoplay(autoplay)
        self._moves: list[PatienceMove] = []
        self._player: list[bool] = []
        self._positions = [position]

    @property
    def position(self) -> PatiencePosition:
        return self._positions[-1]

    def play(self, move: PatienceMove) -> None:
        self._make(move, by_player=True)
        for automatic in self._game.core.autoplay(self.position, self._autoplay.value):
            self._make(automatic, by_player=False)

    @property
    def made(self) -> int:
        return len(self._moves)

    def take_back_to(self, made: int) -> None:
        """Takes back all moves after the first ``made``."""
        del self._moves[made:], self._player[made:], self._positions[made + 1 :]

    def replay(self, broken: Break | None) -> Replay:
        return Replay(
            tuple(self._moves),
            tuple(self._player),
            tuple(self._positions),
            self._game.outcome(self.position),
            self._autoplay,
            broken,
        )

    def _make(self, move: PatienceMove, *, by_player: bool) -> None:
        self._positions.append(self._game.play(self.position, move))
        self._moves.append(move)
        self._player.append(by_player)


def _stated_autoplay(lines: Sequence[str], source: str | None) -> Autoplay | None:
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
    tokens: list[MoveToken] = []
    for i, (move, place) in enumerate(zip(value["moves"], text.item_places(("moves",)), strict=True)):
        if not isinstance(move, str):
            raise text.error(("moves", i), "this move is not a text", 'such as "26"')
        tokens.append(MoveToken(move, *place))
        if i == _LONGEST:
            raise _too_long(tokens[-1], text.source)
    autoplay = None
    if "autoplay" in value:
        try:
            autoplay = parse_autoplay(value["autoplay"] if isinstance(value["autoplay"], str) else "")
        except InputError as error:
            raise text.error(("autoplay",), error.what, error.expected) from None
    return Solution(tuple(tokens), autoplay, text.source)
