"""A played game looked over: was it winnable after each move, and which move lost it?

A position that can be won was preceded by such positions only, and one that is lost is followed by lost ones
only. So the solver is asked about the middle of what is not known, and never about every position, unless a
limit leaves it without an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from winnable._core import CancelToken
from winnable.analysis.move_table import MoveVerdict, verdict_words
from winnable.analysis.verdicts import why_lost
from winnable.family import RegisteredGame
from winnable.game import Outcome
from winnable.moves import lay_out
from winnable.results import Result
from winnable.search.api import Limits, StopReason, Verdict, begun, half
from winnable.search.native import RawResult
from winnable.search.solvers import choose_solver
from winnable.text.phrases import count_noun, counted

__all__ = [
    "OnStep",
    "Review",
    "ReviewKind",
    "Reviewed",
    "game_over",
    "points_along",
    "review",
    "why_move_lost",
]

G = TypeVar("G")
P = TypeVar("P")
M = TypeVar("M")

_OTHER_QUESTIONS = 2  # beside those about positions: what would have won, and what else a family tells
OnStep = Callable[[int, int], None]  # told how many positions are settled, and of how many


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewKind(Generic[G, P, M]):
    """What a family adds to a review.

    ``why_lost`` says in clauses why a move lost, given the position before it; nothing where the family's
    ``Reasons`` say it as well. ``most_points`` is the most points that a game can still reach from a
    position, what it has included; None where that is not proved within the limits. ``guess`` says in a
    clause why a move was a guess, given the position before it: what it claims did not follow from what stood
    there. It says nothing of a move that followed, or that is no claim at all; None where nothing is guessed.
    """

    why_lost: Callable[[G, P, M, Limits | None, CancelToken | None], list[str]] = (
        lambda game, position, move, limits, token: []
    )
    most_points: Callable[[G, P, Limits | None, CancelToken | None], int | None] | None = None
    guess: Callable[[P, M, Limits | None, CancelToken | None], str] | None = None


@dataclass(frozen=True, slots=True)
class Reviewed(Result):
    """A position on the way: the start, which has number 0 and no move, or that after the move ``number``.

    ``by_player`` is false for a move that made itself, or that the list of moves left out. ``points`` are the
    most that can still be reached, None where they were not asked for or are not known.
    """

    number: int
    move: str
    words: str
    verdict: Verdict
    reason: StopReason
    by_player: bool = True
    points: int | None = None

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        data: dict[str, Any] = {
            "number": self.number,
            "move": self.move or None,
            "words": self.words,
            "verdict": self.verdict.value,
            "reason": self.reason.value,
            "by_player": self.by_player,
        }
        return data if self.points is None else data | {"points": self.points}


@dataclass(frozen=True, slots=True)
class Review(Result):
    """The verdicts along a line of play.

    ``winnable_after`` is the number of the last move after which the game was winnable, 0 the start, None
    where it is known of no position; ``lost_after`` is that of the first after which it is proved lost, None
    where it is lost nowhere. Positions between the two are UNKNOWN. ``why`` says why the game is lost there,
    and ``line`` wins from the last winnable position. ``won``: the moves themselves win.
    """

    positions: tuple[Reviewed, ...]
    winnable_after: int | None
    lost_after: int | None
    won: bool
    why: tuple[str, ...] = ()
    line: tuple[str, ...] = ()
    expanded: int = 0

    @property
    def lost_by(self) -> Reviewed | None:
        """The move that lost the game, if that is known: winnable before it, and lost after it."""
        if self.winnable_after is None or self.lost_after != self.winnable_after + 1:
            return None
        return self.positions[self.lost_after]

    @property
    def complete(self) -> bool:
        """Is the verdict of every position known?"""
        return all(place.verdict is not Verdict.UNKNOWN for place in self.positions)

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "verdict": self.positions[-1].verdict.value,
            "won": self.won,
            "winnable_after": self.winnable_after,
            "lost_after": self.lost_after,
            "lost_by": None if self.lost_by is None else self.lost_by.move,
            "why": list(self.why),
            "moves": list(self.line),
            "length": len(self.line),
            "positions": [place.data() for place in self.positions],
            "stats": {"expanded": self.expanded},
        }

    def text(self) -> str:
        """A line for each position, then which move lost the game, and the line that would have won."""
        width = max(5, *(len(place.move) for place in self.positions))
        lines = "".join(_line(place, width, len(str(len(self.positions) - 1))) for place in self.positions)
        return lines + self._ending()

    @property
    def summary(self) -> str:
        """What became of the game, in a clause."""
        return "the game could be won all the way, and was won" if self.won else self._loss()

    def _ending(self) -> str:
        if self.won:
            return "won: the game could be won all the way\n"
        ending = self._loss() + "".join(f"; {clause}" for clause in self.why) + "\n"
        if not self.line:
            return ending
        where = f"after move {self.winnable_after}" if self.winnable_after else "from the start"
        return f"{ending}{where} this wins in {count_noun(len(self.line), 'move')}:\n{lay_out(self.line)}"

    def _loss(self) -> str:
        until, lost, last = self.winnable_after, self.lost_after, len(self.positions) - 1
        if self.lost_by is not None:
            return f"move {lost}, {self.lost_by.move}, lost the game"
        if lost == 0:
            return "the game could not be won from the start"
        if lost is not None and until is None:
            return (
                f"lost after move {lost}; whether the game could be won before is not known within the limits"
            )
        if lost is not None and until is not None:
            return (
                f"the game was lost between move {until + 1} and move {lost}: {_after(until)} it could still "
                f"be won, {_after(lost)} it is lost, and what is between is not known within the limits"
            )
        if until is None:
            return "whether the game could be won is not known within the limits"
        if until == last:
            return "not won yet, and it can still be won"
        return f"{_after(until)} the game could still be won; what came then is not known within the limits"


def _after(number: int) -> str:
    return f"after move {number}" if number else "at the start"


def _line(place: Reviewed, width: int, digits: int) -> str:
    points = "" if place.points is None else f", {counted(place.points, 'point')} within reach"
    words = f": {place.words}" if place.words else ""
    left_out = "" if place.by_player else " (not by the player)"
    name = place.move or "start"
    told = f"{verdict_words(place.verdict)}{points}{words}{left_out}"
    return f"{place.number:>{digits}}. {name:<{width}} {told}\n"


def review(
    game: RegisteredGame[P, M],
    start: P,
    moves: Sequence[M],
    *,
    by_player: Sequence[bool] | None = None,
    limits: Limits | None = None,
    token: CancelToken | None = None,
    on_step: OnStep | None = None,
) -> Review:
    """Looks a game over, with all its cards known.

    Args:
        moves: legal ones, all that were made from ``start``.
        by_player: which of them the player made; all by default.
        limits: for the whole review. At first each question to a solver may take its share.
        token: cancels; what is not known by then is UNKNOWN.
        on_step: told after each question.

    Raises:
        IllegalMove: a move that cannot be made.
    """
    limits = begun(limits)
    search = _Search(game, start, moves, limits, token, on_step)
    search.narrow()
    if on_step is not None:
        on_step(len(search.places), len(search.places))
    points = points_along(game, search.places, half(limits), token)
    told = [game.family.describe(game, search.places[i], move) for i, move in enumerate(moves)]
    places = []
    for number in range(len(moves) + 1):
        verdict, reason = search.verdict(number)
        text = search.texts[number - 1] if number else ""
        player = by_player is None or not number or by_player[number - 1]
        words = told[number - 1] if number else ""
        places.append(Reviewed(number, text, words, verdict, reason, player, points[number]))
    return Review(
        tuple(places),
        search.winnable,
        search.lost,
        search.won,
        tuple(search.why()),
        search.win(),
        search.expanded,
    )


class _Search(Generic[P, M]):
    """What is known about the positions of a line."""

    def __init__(
        self,
        game: RegisteredGame[P, M],
        start: P,
        moves: Sequence[M],
        limits: Limits | None,
        token: CancelToken | None,
        on_step: OnStep | None,
    ) -> None:
        self.game, self.moves = game, moves
        self.limits, self.token, self.on_step = limits, token, on_step
        self.places, self.texts = [start], list[str]()
        for move in moves:
            self.texts.append(game.notation.format(self.places[-1], move))
            self.places.append(game.play(self.places[-1], move))
        self.answers: dict[int, RawResult] = {}
        self.expanded = 0
        outcome = game.outcome(self.places[-1])
        self.won = outcome is Outcome.WON
        self.winnable = len(moves) if self.won else None
        self.lost = len(moves) if outcome is Outcome.STUCK else None
        self.solver = choose_solver(game)()

    def narrow(self) -> None:
        """Asks until every position is settled, or was asked about without an answer; then once more where
        its share of the limits was too small, each time with half of what is left."""
        self._ask_all(lambda places: places.bit_length() + _OTHER_QUESTIONS)
        if self.limits is not None and self.limits.may_go_on:
            self.answers = {n: a for n, a in self.answers.items() if a.verdict != Verdict.UNKNOWN.value}
            self._ask_all(lambda places: 2)

    def _ask_all(self, parts: Callable[[int], int]) -> None:
        """Asks about every open position; ``parts`` says, for so many that are open, into how many parts to
        divide what is left."""
        while open_places := self._open():
            if self.token is not None and self.token.cancelled:
                return
            if self.on_step is not None:
                self.on_step(len(self.places) - len(open_places), len(self.places))
            number = open_places[len(open_places) // 2]
            share = None if self.limits is None else self.limits.part(parts(len(open_places)))
            (answer,) = self.solver.solve_many([self.places[number]], limits=share, token=self.token)
            self.answers[number] = answer
            self.expanded += int(answer.stats["expanded"])
            if answer.verdict == Verdict.SOLVED.value:
                self.winnable = number
            elif answer.verdict == Verdict.UNSOLVABLE.value:
                self.lost = number

    def _open(self) -> list[int]:
        """The positions that may still be either, and were not asked about."""
        first = 0 if self.winnable is None else self.winnable + 1
        last = len(self.places) if self.lost is None else self.lost
        return [number for number in range(first, last) if number not in self.answers]

    def verdict(self, number: int) -> tuple[Verdict, StopReason]:
        """Of a position, and why no more is known."""
        if self.winnable is not None and number <= self.winnable:
            return Verdict.SOLVED, StopReason.GOAL
        if self.lost is not None and number >= self.lost:
            return Verdict.UNSOLVABLE, StopReason.EXHAUSTED
        answer = self.answers.get(number)
        return Verdict.UNKNOWN, StopReason.CANCELLED if answer is None else StopReason(answer.reason)

    def win(self) -> tuple[str, ...]:
        """A line that wins from the last winnable position: a short one, if there is time to find it."""
        if self.won or self.winnable is None:
            return ()
        place = self.places[self.winnable]
        answer = tuple(self.answers[self.winnable].texts)
        if self.token is not None and self.token.cancelled:
            return answer
        found = self.game.family.reasons().find_win(self.game, place, half(self.limits), self.token)
        if found.verdict is not Verdict.SOLVED or len(found.moves) >= len(answer):
            return answer
        texts = []
        for move in found.moves:
            texts.append(self.game.notation.format(place, move))
            place = self.game.play(place, move)
        return tuple(texts)

    def why(self) -> list[str]:
        """Why the game is lost where it is, in clauses."""
        if self.lost is None:
            return []
        answer = self.answers.get(self.lost)
        after = self.places[self.lost]
        known = game_over(self.game, after) if answer is None else why_lost(self.game, after, answer)
        cause = known
        if answer is not None and not known:
            tried = count_noun(int(answer.stats["expanded"]), "position")
            cause = f"whatever is played then, no line wins ({tried} tried)"
        if not self.lost or self.winnable != self.lost - 1:
            return [cause]
        before, move = self.places[self.lost - 1], self.moves[self.lost - 1]
        return why_move_lost(self.game, before, move, known, self.limits, self.token) or [cause]


def points_along(
    game: RegisteredGame[P, Any],
    places: Sequence[P],
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> list[int | None]:
    """The most points that can still be reached from each position of a line, None where that is not known,
    as in a game without points. They never grow along a line, so that between two positions with as many
    nothing need be asked."""
    ask = None if game.family.review is None else game.family.review().most_points
    if ask is None or not game.info.scored:
        return [None] * len(places)

    def at(number: int) -> int | None:
        share = None if limits is None else limits.part(len(places).bit_length())
        return None if token is not None and token.cancelled else ask(game, places[number], share, token)

    ends = (0, len(places) - 1)
    found = {number: at(number) for number in ends}
    todo = [ends]
    while todo:
        first, last = todo.pop()
        if last - first < 2:
            continue
        if found[first] is not None and found[first] == found[last]:
            found.update(dict.fromkeys(range(first, last), found[first]))
            continue
        middle = (first + last) // 2
        found[middle] = at(middle)
        todo += [(first, middle), (middle, last)]
    return [found[number] for number in range(len(places))]


def why_move_lost(
    game: RegisteredGame[P, M],
    before: P,
    move: M,
    known: str = "",
    limits: Limits | None = None,
    token: CancelToken | None = None,
) -> list[str]:
    """Why a move lost, in clauses, as far as its family has words for it; ``known`` is what is wrong with the
    position after it, if that shows."""
    kind: ReviewKind[Any, P, M] = ReviewKind() if game.family.review is None else game.family.review()
    told = kind.why_lost(game, before, move, limits, token)
    if told:
        return told
    text = game.notation.format(before, move)
    lost = MoveVerdict(move, text, Verdict.UNSOLVABLE, StopReason.EXHAUSTED, 0, known)
    return game.family.reasons().why_they_lose(game, before, [lost])


def game_over(game: RegisteredGame[P, Any], position: P) -> str:
    """Why a position without legal moves is lost."""
    return game.family.reasons().why_lost(position) or "no legal move is left"
