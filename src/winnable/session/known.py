"""What is known of the places of a session, and how an answer spreads from one place to others.

Nothing is left to chance here: where every card is known, a win of seventy moves makes the next position on
its line a win of sixty-nine, whatever leads to a won position is won, all that follows a lost one is lost,
and a position is lost when every move of it is. So most questions are answered before they are asked.

Under autoplay max cards go home whether they are wanted or not. What is won there is won without it, too, and
what is lost without it is lost there, but not the other way round: so answers are kept apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from winnable.analysis.verdict import PositionVerdict
from winnable.errors import InputError
from winnable.family import RegisteredGame
from winnable.game import Outcome
from winnable.moves import Autoplay
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
        autoplay: what makes moves by itself; it may be set anew, and then answers are those that hold so.
        most: how many positions are kept; the oldest are forgotten first.
    """

    def __init__(
        self, game: RegisteredGame[P, M], *, autoplay: Autoplay = Autoplay.NONE, most: int = 10_000
    ) -> None:
        self.game = game
        self.autoplay = autoplay
        self._most = most
        self._free: dict[P, _Answered[P]] = {}
        self._forced: dict[P, _Answered[P]] = {}  # under max

    @property
    def _known(self) -> dict[P, _Answered[P]]:
        """What holds under the autoplay that is set."""
        return self._forced if self.autoplay is Autoplay.MAX else self._free

    def of(self, node: Node[P, M]) -> PositionVerdict | None:
        """The best answer to a place, by what is known of it and of the places before it, if anything is."""
        answer = None
        for place in list(node.way())[::-1]:
            answer = self.below(place, answer)
        known = self._known.get(node.placed)
        if answer is None or known is None or known.answer is not answer or not answer.moves:
            return answer
        return replace(answer, moves=self._as_made_in(node.placed, known))

    def at(self, position: P) -> PositionVerdict | None:
        """The best answer to a position, by what is known of it alone."""
        known = self._known.get(position)
        if known is None or not known.answer.moves:
            return None if known is None else known.answer
        return replace(known.answer, moves=self._as_made_in(position, known))

    def below(self, node: Node[P, M], before: PositionVerdict | None) -> PositionVerdict | None:
        """The best answer to a place, given that to the place before it: a lost one stays lost. Its moves may
        be those of an equal position with its piles in another order."""
        lost = before is not None and before.verdict is Verdict.UNSOLVABLE
        if lost and (self._known is self._free or self._as_forced(node)):
            return before
        if self.game.outcome(node.placed) is Outcome.WON:
            return PositionVerdict(Verdict.SOLVED, StopReason.GOAL)
        known = self._known.get(node.placed)
        return None if known is None else known.answer

    def tell(self, node: Node[P, M], answer: PositionVerdict, autoplay: Autoplay | None = None) -> None:
        """Takes an answer to a place, and what follows from it for others.

        Args:
            node: the place.
            answer: what is found out about it.
            autoplay: under which it was; None: under the one that is set.

        InputError for a win whose moves cannot be made.
        """
        forced = (self.autoplay if autoplay is None else autoplay) is Autoplay.MAX
        if answer.verdict is Verdict.SOLVED:
            line = self._won_line(node.placed, answer.moves)
            self._spread_win(self._free, node, line, replace(answer, optimal=answer.optimal and not forced))
            if forced:
                self._spread_win(self._forced, node, line, answer)
        elif answer.verdict is Verdict.UNKNOWN:
            self._better(self._forced if forced else self._free, node.placed, answer)
        else:
            for table in self._where_lost(forced):
                if self._better(table, node.placed, answer):
                    self._spread_loss(table, node)

    def tell_losses(
        self, node: Node[P, M], losses: Mapping[str, PositionVerdict], autoplay: Autoplay | None = None
    ) -> None:
        """Takes down which moves from a place lose, by their texts; what they lead to, with what ``autoplay``
        does after it, need not be in the tree."""
        autoplay = self.autoplay if autoplay is None else autoplay
        after: Node[P, M] | None = None
        for text, answer in losses.items():
            move = self.game.notation.parse(node.placed, text)
            after = Node(self._played(node.placed, move, autoplay), node, [move], [text])
            for table in self._where_lost(autoplay is Autoplay.MAX):
                self._better(table, after.placed, answer)
        if after is not None:  # the last one: now all of them are known
            for table in self._where_lost(autoplay is Autoplay.MAX):
                self._spread_loss(table, after)

    def losses(self, node: Node[P, M]) -> dict[str, PositionVerdict]:
        """The moves from a place that are known to lose."""
        found = {}
        for move in self.game.legal_moves(node.placed):
            known = self._known.get(self._played(node.placed, move, self.autoplay))
            if known is not None and known.answer.verdict is Verdict.UNSOLVABLE:
                found[self.game.notation.format(node.placed, move)] = known.answer
        return found

    def _where_lost(self, forced: bool) -> list[dict[P, _Answered[P]]]:
        """Where a loss that was proved under max, or without it, holds."""
        free = [] if forced else [self._free]
        return [*free, self._forced] if self.game.info.plays_itself else free

    def _spread_win(
        self, table: dict[P, _Answered[P]], node: Node[P, M], line: Sequence[P], answer: PositionVerdict
    ) -> None:
        """Down the line that wins, and up to the places that lead here."""
        moves = answer.moves
        for i, position in enumerate(line):
            left = replace(answer, moves=moves[i:])
            self._better(table, position, left if i == 0 else _inferred(left, unique=answer.unique or None))
        several = None if answer.unique else answer.unique
        for place in node.way():
            if place.parent is None or (table is self._forced and not self._as_forced(place)):
                return
            moves = (*place.texts, *moves)
            won = _inferred(replace(answer, moves=moves, optimal=False), unique=several)
            self._better(table, place.parent.placed, won)

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

    def _spread_loss(self, table: dict[P, _Answered[P]], node: Node[P, M]) -> None:
        """Up to the place before, as far as every move there is known to lose."""
        place = node.parent
        while place is not None and self._all_lose(table, place.placed):
            why = "every move loses"
            answer = PositionVerdict(Verdict.UNSOLVABLE, StopReason.EXHAUSTED, (), why)
            if not self._better(table, place.placed, answer):
                return
            place = place.parent

    def _all_lose(self, table: dict[P, _Answered[P]], position: P) -> bool:
        return all(self._loses(table, position, move) for move in self.game.legal_moves(position))

    def _loses(self, table: dict[P, _Answered[P]], position: P, move: M) -> bool:
        """Is the position after a move known to be lost, or the one after what follows it by itself?"""
        forced = table is self._forced
        after = self._played(position, move, Autoplay.MAX if forced else self.autoplay)
        places = (after,) if forced else (after, self.game.play(position, move))
        found = (table.get(place) for place in places)
        return any(known is not None and known.answer.verdict is Verdict.UNSOLVABLE for known in found)

    def _as_forced(self, node: Node[P, M]) -> bool:
        """Does a place follow the one before it as the game is played under max?"""
        before = node.parent
        return before is not None and self._played(before.placed, node.moves[0], Autoplay.MAX) == node.placed

    def _played(self, position: P, move: M, autoplay: Autoplay) -> P:
        """The position after a move and what follows it by itself."""
        if autoplay is Autoplay.NONE:
            return self.game.play(position, move)
        return self.game.family.solutions().replay_moves(self.game, position, [move], autoplay).positions[-1]

    def _as_made_in(self, position: P, known: _Answered[P]) -> tuple[str, ...]:
        """The moves that win in an equal position, as they are written here."""
        like, here, out = known.position, position, []
        for there in known.answer.moves:
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

    def _better(self, table: dict[P, _Answered[P]], position: P, answer: PositionVerdict) -> bool:
        """Keeps an answer if it is better than the one there is, and the larger search of the two; is it?"""
        known = table.pop(position, None)
        better = known is None or _rank(answer) > _rank(known.answer)
        if known is None:
            kept = _Answered(position, answer)
        elif better:
            kept = _Answered(position, _with_search(answer, known.answer))
        else:
            kept = _Answered(known.position, _with_search(known.answer, answer))
        table[position] = kept
        while len(table) > self._most:
            del table[next(iter(table))]
        return better


def _inferred(answer: PositionVerdict, *, unique: bool | None) -> PositionVerdict:
    """An answer that no search gave. The one solution stays the only one further on, and where there are
    several there were several before."""
    return replace(answer, expanded=0, seconds=0.0, peak_bytes=0, limits=None, unique=unique)


def _rank(answer: PositionVerdict) -> tuple[int, int, int, bool]:
    if answer.verdict is Verdict.UNKNOWN:
        return 0, answer.expanded, 0, False
    return 1, -len(answer.moves), answer.optimal, answer.unique is not None


def _with_search(answer: PositionVerdict, other: PositionVerdict) -> PositionVerdict:
    """An answer, with what was searched for the other one where that was more."""
    if other.expanded <= answer.expanded:
        return answer
    return replace(
        answer,
        expanded=other.expanded,
        seconds=other.seconds,
        peak_bytes=other.peak_bytes,
        limits=other.limits,
    )
