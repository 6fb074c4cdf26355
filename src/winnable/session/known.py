"""What is known of the places of a session, and how an answer spreads from one place to others.

Nothing is left to chance here: where every card is known, a win of seventy moves makes the next position on
its line a win of sixty-nine, whatever leads to a won position is won, all that follows a lost one is lost,
and a position is lost when every move of it is. So most questions are answered before they are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from winnable.analysis.verdicts import PositionVerdict
from winnable.errors import InputError
from winnable.family import RegisteredGame
from winnable.game import Outcome
from winnable.search.api import StopReason, Verdict
from winnable.session.tree import Node

__all__ = ["KnownVerdicts"]

P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class _Answered(Generic[P]):
    """An answer with the very position that its moves are made in: equal ones may have other orders of
    piles."""

    position: P
    answer: PositionVerdict


class KnownVerdicts(Generic[P, M]):
    """The best answer to each position of a game with all cards known. Answers only get better: a proof beats
    what is not known, a shorter win a longer one, and of what is not known the longer search.

    Args:
        game: a game whose positions are values that compare by what they are.
        most: how many positions are kept; the oldest are forgotten first.
    """

    def __init__(self, game: RegisteredGame[P, M], *, most: int = 10_000) -> None:
        self.game = game
        self._most = most
        self._known: dict[P, _Answered[P]] = {}

    def of(self, node: Node[P, M]) -> PositionVerdict | None:
        """The best answer to a place, by what is known of it and of the places before it, if anything is."""
        answer = None
        for place in list(node.way())[::-1]:
            answer = self.below(place, answer)
        if answer is None or answer.verdict is not Verdict.SOLVED or not answer.moves:
            return answer
        return replace(answer, moves=self._as_made_in(node.placed, answer.moves))

    def below(self, node: Node[P, M], before: PositionVerdict | None) -> PositionVerdict | None:
        """The best answer to a place, given that to the place before it: a lost one stays lost. Its moves may
        be those of an equal position with its piles in another order."""
        if before is not None and before.verdict is Verdict.UNSOLVABLE:
            return before
        if self.game.outcome(node.placed) is Outcome.WON:
            return PositionVerdict(Verdict.SOLVED, StopReason.GOAL)
        known = self._known.get(node.placed)
        return None if known is None else known.answer

    def tell(self, node: Node[P, M], answer: PositionVerdict) -> None:
        """Takes an answer to a place, and what follows from it for others.

        InputError for a win whose moves cannot be made.
        """
        if answer.verdict is Verdict.SOLVED:
            self._spread_win(node, answer)
        elif self._better(node.placed, answer) and answer.verdict is Verdict.UNSOLVABLE:
            self._spread_loss(node)

    def _spread_win(self, node: Node[P, M], answer: PositionVerdict) -> None:
        """Down the line that wins, and up to the places that lead here."""
        moves = answer.moves
        for i, position in enumerate(self._won_line(node.placed, moves)):
            self._better(position, self._win(moves[i:], answer, searched=i == 0))
        for place in node.way():
            if place.parent is not None:
                moves = (*place.texts, *moves)
                self._better(place.parent.placed, self._win(moves, answer, searched=False))

    def _won_line(self, position: P, moves: Sequence[str]) -> list[P]:
        """The positions that these moves are made in; InputError where they do not win."""
        line = []
        for i, text in enumerate(moves):
            line.append(position)
            try:
                position = self._play(position, text)
            except ValueError as error:
                what = f"move {i + 1} of the win, {text}, cannot be made: {error}"
                raise InputError(what, expected="moves that win from here") from None
        if self.game.outcome(position) is not Outcome.WON:
            raise InputError("these moves do not win", expected="moves that win from here")
        return line

    @staticmethod
    def _win(moves: Sequence[str], answer: PositionVerdict, *, searched: bool) -> PositionVerdict:
        expanded = answer.expanded if searched else 0
        return PositionVerdict(Verdict.SOLVED, answer.reason, tuple(moves), "", expanded)

    def _spread_loss(self, node: Node[P, M]) -> None:
        """Up to the place before, as far as every move there is known to lose."""
        place = node.parent
        while place is not None and self._all_lose(place.placed):
            why = "every move loses"
            answer = PositionVerdict(Verdict.UNSOLVABLE, StopReason.EXHAUSTED, (), why)
            if not self._better(place.placed, answer):
                return
            place = place.parent

    def _all_lose(self, position: P) -> bool:
        for move in self.game.legal_moves(position):
            known = self._known.get(self.game.play(position, move))
            if known is None or known.answer.verdict is not Verdict.UNSOLVABLE:
                return False
        return True

    def _as_made_in(self, position: P, moves: Sequence[str]) -> tuple[str, ...]:
        """The moves that win in an equal position, as they are written here."""
        like, here, out = self._known[position].position, position, []
        for there in moves:
            like = self._play(like, there)
            text, here = self._move_to(here, like, there)
            out.append(text)
        return tuple(out)

    def _move_to(self, position: P, wanted: P, likely: str) -> tuple[str, P]:
        """A move after which the position equals this one, and that position."""
        try:
            if (after := self._play(position, likely)) == wanted:
                return likely, after
        except ValueError:  # what it names is another pile here
            pass
        moves = ((move, self.game.play(position, move)) for move in self.game.legal_moves(position))
        move, after = next(found for found in moves if found[1] == wanted)
        return self.game.notation.format(position, move), after

    def _play(self, position: P, text: str) -> P:
        return self.game.play(position, self.game.notation.parse(position, text))

    def _better(self, position: P, answer: PositionVerdict) -> bool:
        """Keeps an answer that is better than the one there is; was it?"""
        known = self._known.get(position)
        if known is not None and _rank(known.answer) >= _rank(answer):
            return False
        self._known.pop(position, None)
        self._known[position] = _Answered(position, answer)
        while len(self._known) > self._most:
            del self._known[next(iter(self._known))]
        return True


def _rank(answer: PositionVerdict) -> tuple[int, int]:
    if answer.verdict is Verdict.UNKNOWN:
        return 0, answer.expanded
    return 1, -len(answer.moves)
