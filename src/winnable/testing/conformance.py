"""What every game promises, checked by playing it at random.

Each check raises :class:`NonconformanceError` with the game, the deal, the moves played and what broke, so
that the failure can be replayed by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from winnable.game import Game, IllegalMove, Outcome

__all__ = [
    "Line",
    "NonconformanceError",
    "PerftCase",
    "Start",
    "check_game",
    "check_perft",
    "perft",
    "random_line",
]

AnyGame = Game[Any, Any]
Oracle = Callable[[Any], Iterable[str]]
Start = Callable[[int | str], Any]  # from a deal, as a test names it, to a position

_ILLEGAL_TRIES = 40  # moves that are legal elsewhere, tried in each position


class NonconformanceError(AssertionError):
    """A game broke its contract."""


@dataclass(frozen=True, slots=True)
class PerftCase:
    """``counts[d - 1]`` sequences of ``d`` legal moves start from ``deal``; ``source`` says who counted."""

    deal: int | str
    counts: tuple[int, ...]
    source: str


@dataclass(slots=True)
class Line:
    """A game played from a deal: ``positions`` is one longer than ``moves`` and ``texts``."""

    game: AnyGame
    deal: int | str
    positions: list[Any]
    start: Start
    moves: list[Any] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def require(self, condition: bool, what: str, at: int | None = None) -> None:
        """Raises NonconformanceError, naming the line up to position ``at``, unless the condition holds."""
        if not condition:
            played = " ".join(self.texts if at is None else self.texts[:at]) or "no moves"
            raise NonconformanceError(f"{self.game.info.name}, deal {self.deal}, after {played}: {what}")


def check_game(
    game: AnyGame,
    *,
    deals: Iterable[int | str],
    seeds: Iterable[int] = (0, 1),
    most_moves: int = 50,
    oracle: Oracle | None = None,
    perft: Iterable[PerftCase] = (),
    start: Start | None = None,
) -> None:
    """Holds a game to its contract; raises NonconformanceError at the first breach.

    From every deal, for every seed, at most ``most_moves`` random moves are played. In each position: legal
    moves are sorted and unique, agree with the outcome, and survive the round trip through text; playing a
    move leaves the old position as it was; moves that are not legal raise IllegalMove. Along each line: the
    same deal and texts give the same positions again. Over all lines: keys are equal exactly where positions
    are. Setups survive the round trip if the game has them.

    ``oracle`` gives the texts of all legal moves of a position, from a second source. ``perft`` counts are
    held against the game's own. ``start`` makes a position of a deal where the game's own ``deal`` does not:
    where the deals are boards as text, for one.
    """
    lines = [random_line(game, deal, seed, most_moves, start) for deal in deals for seed in seeds]
    if not lines:
        raise ValueError("check_game needs at least one deal and one seed")
    pool = sorted({move for line in lines for move in line.moves})
    for number, line in enumerate(lines):
        rng = Random(number)
        for at, position in enumerate(line.positions):
            _check_moves(line, at, position)
            _check_illegal_moves(line, at, position, _sample(pool, rng))
            _check_setup(line, at, position)
            if oracle is not None:
                _check_oracle(line, at, position, oracle)
        _check_replay(line)
    _check_keys(lines)
    for case in perft:
        check_perft(game, case, start)


def random_line(
    game: AnyGame, deal: int | str, seed: int, most_moves: int, start: Start | None = None
) -> Line:
    """Plays random moves from a deal until the game ends or ``most_moves`` are played."""
    rng = Random(f"{deal} {seed}")
    start = start or game.deal
    line = Line(game, deal, [start(deal)], start)
    while len(line.moves) < most_moves:
        position = line.positions[-1]
        moves = game.legal_moves(position)
        if not moves or game.outcome(position) is not Outcome.OPEN:
            break
        move = moves[rng.randrange(len(moves))]
        line.moves.append(move)
        line.texts.append(game.notation.format(position, move))
        line.positions.append(game.play(position, move))
    return line


def _check_moves(line: Line, at: int, position: Any) -> None:
    game = line.game
    moves = list(game.legal_moves(position))
    line.require(moves == sorted(moves), "legal moves are not sorted", at)
    line.require(len(set(moves)) == len(moves), "a legal move is listed twice", at)
    outcome = game.outcome(position)
    line.require(outcome is not Outcome.OPEN or bool(moves), "open, yet no move is legal", at)
    line.require(outcome is not Outcome.STUCK or not moves, "stuck, yet a move is legal", at)
    key = game.key(position)
    line.require(0 <= key < 2**128, f"the key {key} has more than 128 bits", at)
    texts: dict[str, Any] = {}
    for move in moves:
        _check_text(line, at, position, move, texts)
        after = game.play(position, move)
        again = game.play(position, move)
        line.require(after == again and game.key(after) == game.key(again), f"{move} plays in two ways", at)
    line.require(game.key(position) == key, "playing a move changed the position it was played from", at)
    line.require(list(game.legal_moves(position)) == moves, "playing a move changed the legal moves", at)


def _check_text(line: Line, at: int, position: Any, move: Any, texts: dict[str, Any]) -> None:
    notation = line.game.notation
    text = notation.format(position, move)
    line.require(bool(text) and text.isprintable() and " " not in text, f"{text!r} is no text of a move", at)
    line.require(text not in texts, f"{text!r} means both {texts.get(text)} and {move}", at)
    texts[text] = move
    back = notation.parse(position, text)
    line.require(back == move, f"{move} is written {text!r}, which reads {back}", at)


def _sample(pool: Sequence[Any], rng: Random) -> list[Any]:
    return rng.sample(pool, min(_ILLEGAL_TRIES, len(pool)))


def _check_illegal_moves(line: Line, at: int, position: Any, candidates: Iterable[Any]) -> None:
    """Moves that are legal somewhere else must be refused here, and with a reason."""
    legal = set(line.game.legal_moves(position))
    for move in candidates:
        if move in legal:
            continue
        try:
            line.game.play(position, move)
        except IllegalMove as error:
            line.require(bool(str(error)), f"the illegal {move} is refused without a reason", at)
        else:
            line.require(False, f"the illegal {move} was played", at)


def _check_setup(line: Line, at: int, position: Any) -> None:
    """Optional: a game with ``setup`` and ``position`` must get the same position back."""
    game: Any = line.game
    if hasattr(game, "setup") and hasattr(game, "position"):
        back = game.position(game.setup(position))
        line.require(back == position, "the setup of a position gives another one back", at)
        line.require(game.key(back) == game.key(position), "a setup's key differs from the position's", at)


def _check_oracle(line: Line, at: int, position: Any, oracle: Oracle) -> None:
    found = {line.game.notation.format(position, move) for move in line.game.legal_moves(position)}
    expected = set(oracle(position))
    missing, extra = sorted(expected - found), sorted(found - expected)
    line.require(not missing, f"legal by the oracle, but not listed: {' '.join(missing)}", at)
    line.require(not extra, f"listed, but not legal by the oracle: {' '.join(extra)}", at)


def _check_replay(line: Line) -> None:
    """A save is a deal and move texts: played again, they give the same positions."""
    game = line.game
    position = line.start(line.deal)
    line.require(position == line.positions[0], "the same deal gave another position", 0)
    for at, text in enumerate(line.texts):
        position = game.play(position, game.notation.parse(position, text))
        line.require(
            position == line.positions[at + 1], "played again, the line gives another position", at + 1
        )
        same_key = game.key(position) == game.key(line.positions[at + 1])
        line.require(same_key, "played again, the line gives another key", at + 1)


def _check_keys(lines: Iterable[Line]) -> None:
    """Equal keys for equal positions and different keys for different ones, over all lines."""
    by_key: dict[int, Any] = {}
    by_position: dict[Any, int] = {}
    for line in lines:
        for at, position in enumerate(line.positions):
            key = line.game.key(position)
            first = by_key.setdefault(key, position)
            line.require(first == position, f"{first!r} and this position differ, but share a key", at)
            first_key = by_position.setdefault(position, key)
            line.require(first_key == key, "equal positions have different keys", at)


def perft(game: AnyGame, position: Any, depth: int) -> int:
    """How many sequences of ``depth`` legal moves there are from a position (won positions included)."""
    moves = game.legal_moves(position) if depth > 0 else ()
    if depth <= 1:
        return len(moves) if depth == 1 else 1
    return sum(perft(game, game.play(position, move), depth - 1) for move in moves)


def check_perft(game: AnyGame, case: PerftCase, start: Start | None = None) -> None:
    """Counts as ``case`` does; raises NonconformanceError with the depth where the counts differ."""
    position = (start or game.deal)(case.deal)
    for depth, expected in enumerate(case.counts, start=1):
        found = perft(game, position, depth)
        if found != expected:
            raise NonconformanceError(
                f"{game.info.name}, deal {case.deal}: {found} sequences of {depth} moves, "
                f"but {expected} by {case.source}"
            )
