"""A session looked over: which moves lost, which went a long way round, and what would have won.

A position that can be won was preceded by such positions only, and one that is lost is followed by lost ones
only. So along a line the solver is asked about the middle of what is open, and what is known of one place is
known of others: see :mod:`winnable.session.known`. A line of 80 moves takes about 7 decisions, and side lines
those alone that the line before them leaves open. Afterwards short wins are looked for, from places spread
evenly over the line at first, so that a graph of their lengths fills from end to end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, log2
from typing import Any, Final, Generic, TypeVar

from winnable._core import CancelToken
from winnable.analysis.review import Review, Reviewed, ReviewKind, game_over, points_along, why_move_lost
from winnable.analysis.verdict import PositionVerdict, deciding_solver, position_verdict
from winnable.errors import InputError
from winnable.game import Outcome
from winnable.search.api import Limits, StopReason, Verdict
from winnable.session.session import Session
from winnable.session.tree import Node
from winnable.text.phrases import count_noun

__all__ = ["DETOUR", "Blunder", "Detour", "Guess", "TreeReview"]

P = TypeVar("P")
M = TypeVar("M")

DETOUR: Final = 5  # moves more than the shortest win known, from which a move is worth a word


@dataclass(frozen=True, slots=True)
class Blunder(Generic[P, M]):
    """A move before which the game was won and after which it is lost, both proved. ``line`` wins from before
    it, in the game's notation; ``why`` says in clauses why it lost, or how large the proof is."""

    node: Node[P, M]
    why: tuple[str, ...]
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Detour(Generic[P, M]):
    """A move that keeps the win, but takes ``more`` moves than the shortest one known before it."""

    node: Node[P, M]
    more: int


@dataclass(frozen=True, slots=True)
class Guess(Generic[P, M]):
    """A move that claims what did not follow from what stood there; ``words`` say so."""

    node: Node[P, M]
    words: str


class TreeReview(Generic[P, M]):
    """The review of a session whose player knows every card. What it finds out goes into ``session.answers``,
    and what is known there already is not asked.

    Args:
        session: one that is not played unseen.
        limits: for the whole review; each question to a solver may take its share.
        token: cancels; what is not known by then stays so.
        learned: told of each answer, with its place.
    """

    def __init__(
        self,
        session: Session[P, M],
        *,
        limits: Limits | None = None,
        token: CancelToken | None = None,
        learned: Callable[[Node[P, M], PositionVerdict], None] = lambda node, answer: None,
    ) -> None:
        self.session, self.game = session, session.game
        self.limits, self.token = (limits or Limits()).for_answer(), token
        self.line = session.line()
        self.decisions = 0
        self.expanded = 0
        self._learned = learned
        self._asked: set[Node[P, M]] = set()
        self._spread: set[Node[P, M]] = set()

    # --- verdicts ------------------------------------------------------------------------------------------

    def decide(self) -> None:
        """Asks until the verdict of every place is known, or as many questions were asked about each line as
        bisection takes; what is open then was left open by the limits."""
        for path in self._paths():
            self._tell_ends(path[-1])
            for _ in range(ceil(log2(len(path))) + 2):
                open_places = self._open(path)
                if not open_places or self._cancelled:
                    break
                parts = len(open_places).bit_length() + 2
                self._ask(open_places[len(open_places) // 2], self.limits.part(parts))

    def verdicts(self) -> dict[Node[P, M], PositionVerdict]:
        """What is known of each place."""
        known: dict[Node[P, M], PositionVerdict] = {}
        for node in self.session.root.all():
            before = None if node.parent is None else known.get(node.parent)
            if (answer := self.session.answers.below(node, before)) is not None:
                known[node] = answer
        return known

    def _paths(self) -> Iterator[list[Node[P, M]]]:
        """The line that is reviewed, then the way to every other end of the tree."""
        yield self.line
        for node in self.session.root.all():
            if not node.children and node is not self.line[-1]:
                yield list(node.way())[::-1]

    def _tell_ends(self, end: Node[P, M]) -> None:
        """What the rules say of the end of a line."""
        outcome = self.game.outcome(end.placed)
        if outcome is Outcome.WON:
            self._learn(end, PositionVerdict(Verdict.SOLVED, StopReason.GOAL))
        elif outcome is Outcome.STUCK:
            why = game_over(self.game, end.placed)
            self._learn(end, PositionVerdict(Verdict.UNSOLVABLE, StopReason.EXHAUSTED, (), why))

    def _open(self, path: Sequence[Node[P, M]]) -> list[Node[P, M]]:
        """The places of a path that may still be either, and were not asked about."""
        known: dict[Node[P, M], PositionVerdict] = {}
        for node in path:
            before = None if node.parent is None else known.get(node.parent)
            if (answer := self.session.answers.below(node, before)) is not None:
                known[node] = answer
        won = [node for node in path if node in known and known[node].verdict is Verdict.SOLVED]
        if won and won[-1] not in self._spread and won != list(path[: len(won)]):
            self._spread.add(won[-1])  # known from elsewhere: those before it have not heard of it
            self._learn(won[-1], self._win_of(won[-1]))
            return self._open(path)
        return [
            node
            for node in path
            if node not in self._asked and (node not in known or known[node].verdict is Verdict.UNKNOWN)
        ]

    def _win_of(self, node: Node[P, M]) -> PositionVerdict:
        answer = self.session.answers.of(node)
        assert answer is not None
        return answer

    def _ask(self, node: Node[P, M], limits: Limits) -> PositionVerdict:
        self._asked.add(node)
        self.decisions += 1
        answer = self._verdict(node.placed, limits=limits)
        self._learn(node, answer)
        return answer

    def _verdict(self, position: P, **asked: Any) -> PositionVerdict:
        return position_verdict(
            self.game, position, autoplay=self.session.autoplay, token=self.token, **asked
        )

    def _learn(self, node: Node[P, M], answer: PositionVerdict) -> None:
        self.expanded += answer.expanded
        self.session.answers.tell(node, answer)
        self._learned(node, answer)

    @property
    def _cancelled(self) -> bool:
        return self.token is not None and self.token.cancelled

    # --- distances -----------------------------------------------------------------------------------------

    def shorten(self) -> Iterator[int]:
        """Looks for short wins with a fixed effort from every won place, those of the line first; yields how
        many places are left after each. Nothing where all wins are as long as each other."""
        reasons = self.game.family.reasons()
        if not reasons.lines_differ or reasons.short is None:
            return
        name, nodes = reasons.short
        try:
            deciding_solver(self.game, name, self.session.autoplay)
        except InputError:  # not under this autoplay
            return
        limits = replace(self.limits, nodes=min(nodes, self.limits.nodes or nodes))
        todo = self._won_places()
        while todo and not self._cancelled and not self.limits.spent:
            node = todo.pop(0)
            found = self._verdict(node.placed, solver=name, limits=limits.part(len(todo) + 1))
            known = self.session.answers.below(node, None)
            if found.verdict is Verdict.SOLVED and (known is None or len(found.moves) < len(known.moves)):
                self._learn(node, found)
            yield len(todo)

    def _won_places(self) -> list[Node[P, M]]:
        known = self.verdicts()
        won = [node for node in known if known[node].verdict is Verdict.SOLVED and known[node].moves]
        line = set(self.line)
        first = [node for node in self.line if node in set(won)]
        return [first[i] for i in _evenly(len(first))] + [node for node in won if node not in line]

    def as_review(self) -> Review:
        """The verdicts along the line that is reviewed, move by move of the player, as a value."""
        known, positions = self.verdicts(), []
        for number, node in enumerate(self.line):
            answer = known.get(node, _NOT_KNOWN)
            words = "" if node.parent is None else self._words(node.parent, node)
            positions.append(Reviewed(number, node.text, words, answer.verdict, answer.reason))
        won = [place.number for place in positions if place.verdict is Verdict.SOLVED]
        lost = [place.number for place in positions if place.verdict is Verdict.UNSOLVABLE]
        return Review(
            tuple(positions),
            won[-1] if won else None,
            lost[0] if lost else None,
            self.game.outcome(self.line[-1].placed) is Outcome.WON,
            expanded=self.expanded,
        )

    def _words(self, before: Node[P, M], node: Node[P, M]) -> str:
        return self.game.family.describe(self.game, before.placed, node.moves[0])

    # --- what is made of it --------------------------------------------------------------------------------

    def blunders(self) -> list[Blunder[P, M]]:
        """Every move of the tree that lost a won game: that of the line first, then those to which a win was
        nearest."""
        known = self.verdicts()
        found = []
        for node in list(known):
            before = None if node.parent is None else known.get(node.parent)
            if before is None or before.verdict is not Verdict.SOLVED:
                continue
            if known[node].verdict is Verdict.UNSOLVABLE:
                assert node.parent is not None
                line = self._win_of(node.parent).moves
                found.append(Blunder(node, tuple(self._why(node, known[node])), line))
        on_line = set(self.line)
        return sorted(found, key=lambda one: (one.node not in on_line, len(one.line)))

    def _why(self, node: Node[P, M], answer: PositionVerdict) -> list[str]:
        assert node.parent is not None
        before, move = node.parent.placed, node.moves[0]
        if len(node.moves) > 1 and not self._cancelled:
            after = self.game.play(before, move)
            alone = position_verdict(self.game, after, limits=self.limits.part(2), token=self.token)
            if alone.verdict is Verdict.SOLVED:
                others = " ".join(node.texts[1:])
                return [
                    f"{node.text} itself keeps the win; what moved by itself after it ({others}) loses it"
                ]
        shown = "" if answer.why == _EVERY_MOVE else answer.why
        half = self.limits.part(2)
        told = [] if self._cancelled else why_move_lost(self.game, before, move, shown, half, self.token)
        if told or shown:
            return told or [shown]
        if not answer.expanded and not self._cancelled:  # it follows from other answers
            asked = self._ask(node, self.limits.part(2))
            answer = asked if asked.verdict is Verdict.UNSOLVABLE else answer
        if not answer.expanded:
            proof = "each move that can follow is" if answer.why == _EVERY_MOVE else "it is"
            return [f"no short reason found: {proof} proved to lose"]
        proof = count_noun(answer.expanded, "position")
        return [f"no short reason found: the proof that nothing wins then takes {proof}"]

    def detours(self) -> list[Detour[P, M]]:
        """The moves of the tree that keep the win a long way round, the longest first."""
        known = self.verdicts()
        found = []
        for node, answer in known.items():
            before = None if node.parent is None else known.get(node.parent)
            if before is not None and before.verdict is answer.verdict is Verdict.SOLVED:
                more = len(node.moves) + len(answer.moves) - len(before.moves)
                if more >= DETOUR:
                    found.append(Detour(node, more))
        return sorted(found, key=lambda one: -one.more)

    def points(self) -> list[int | None]:
        """The most points that can still be reached from each place of the line, in games with points."""
        return points_along(self.game, [node.placed for node in self.line], self.limits.part(2), self.token)

    def guesses(self) -> list[Guess[P, M]]:
        """The moves of the line that were guesses, as long as the game was not lost, in their order."""
        kind: ReviewKind[Any, P, M] | None = (
            None if self.game.family.review is None else self.game.family.review()
        )
        if kind is None or kind.guess is None:
            return []
        known, found = self.verdicts(), []
        for node in self.line[1:]:
            assert node.parent is not None
            before = known.get(node.parent)
            if self._cancelled or (before is not None and before.verdict is Verdict.UNSOLVABLE):
                break
            share = self.limits.part(len(self.line))
            if words := kind.guess(node.parent.placed, node.moves[0], share, self.token):
                found.append(Guess(node, words))
        return found


_NOT_KNOWN: Final = PositionVerdict(Verdict.UNKNOWN, StopReason.CANCELLED)
_EVERY_MOVE: Final = "every move loses"  # what is known of a place whose moves are all known to lose


def _evenly(count: int) -> list[int]:
    """The numbers below ``count``, in an order that fills the range evenly: the ends, the middle, the middles
    of the halves and so on."""
    order, todo = [*dict.fromkeys((0, count - 1))][:count], [(0, count - 1)]
    while todo:
        first, last = todo.pop(0)
        if last - first < 2:
            continue
        middle = (first + last) // 2
        order.append(middle)
        todo += [(first, middle), (middle, last)]
    return order
