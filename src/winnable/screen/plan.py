"""What to do next in a game that is seen: a solver's line where every card is known, else a policy's move.

Which of them is asked follows from facts of the game alone. Where cards are unknown and moves may be taken
back, the stock is dealt through first, as nothing is lost by that; where nothing is ever taken back a policy
plays that sees what a person sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from winnable._core import MOST_PLAYED_MOVES, CancelToken, decision_seed
from winnable.analysis.scenes import scene_of
from winnable.family import AnyGame
from winnable.game import Outcome
from winnable.screen.belief import Belief
from winnable.search.api import Limits, Verdict
from winnable.search.policy import make_policy, strongest_policy
from winnable.session import Session

__all__ = ["End", "Planner", "Step"]

_LIMITS: Final = Limits(seconds=30, bytes=2 * 10**9)


@dataclass(frozen=True, slots=True)
class Step:
    """A move to make, in the game's notation, or with ``undo`` one to take back; ``line`` says how many more
    are planned after it, if that is known."""

    text: str
    undo: bool = False
    line: int | None = None

    def words(self, session: Session[Any, Any]) -> str:
        """In words, for a player who is asked."""
        if self.undo:
            return f"take back {self.text}"
        move = session.game.notation.parse(session.here.placed, self.text)
        return f"{self.text}: {session.game.family.describe(session.game, session.here.placed, move)}"


@dataclass(frozen=True, slots=True)
class End:
    """Why there is nothing more to do. ``lost`` is proved, ``unknown`` is a limit, and ``over`` the end of a
    game that a policy gives up or that has no moves left."""

    kind: Literal["won", "lost", "unknown", "over"]
    why: str


class Planner:
    """Says the next step, again and again, whatever happened in between.

    Args:
        limits: of each search.
        policy: who plays where cards stay hidden; by default the strongest there is.
        seed: of the policy's choices.
        may_undo: can the program take moves back?
        most: moves of a game that a policy plays, at most.
    """

    def __init__(
        self,
        *,
        limits: Limits | None = None,
        policy: str = "",
        seed: int = 0,
        may_undo: bool = False,
        most: int = MOST_PLAYED_MOVES,
        token: CancelToken | None = None,
    ) -> None:
        self.limits = limits or _LIMITS
        self.policy, self.seed, self.most = policy, seed, most
        self.may_undo = may_undo
        self.token = token
        self.solved = 0  # searches and decisions so far
        self._line: list[tuple[Any, str]] = []  # positions, or what is seen, with the move to make in each
        self._back_to: int | None = None  # take moves back until so many are left
        self._player: Any = None

    def next(self, belief: Belief) -> Step | End:
        """The next step from what is known now."""
        if belief.won:
            return End("won", "the game is won")
        if self._back_to is not None:
            if belief.session.here.number > self._back_to:
                return Step(belief.session.here.text, undo=True)
            self._back_to = None
        if belief.whole:
            return self._on_line(belief) or self._solve(belief)
        if belief.game.info.can_undo and (text := _draw(belief)) is not None:
            return Step(text)
        return self._on_line(belief) or self._decide(belief)

    def forget(self) -> None:
        """Plans anew from the next step on."""
        self._line = []

    def _on_line(self, belief: Belief) -> Step | None:
        """The next move of the line that was planned, if the game stands on it."""
        here = belief.session.here.placed if belief.whole else belief.session.seen
        for number, (place, text) in enumerate(self._line):
            if place == here and _lies_alike(belief.game, place, here):
                self._line = self._line[number:]
                return Step(text, line=len(self._line) - 1)
        return None

    def _solve(self, belief: Belief) -> Step | End:
        session = belief.session
        self.solved += 1
        if session.outcome is Outcome.STUCK:
            return End("lost", "there is no legal move")
        answer = session.verdict(limits=self.limits, token=self.token)
        if answer.verdict is Verdict.UNKNOWN:
            return End("unknown", f"no win was found: {answer.text().strip()}")
        if answer.verdict is Verdict.UNSOLVABLE:
            return self._go_back(belief) or End("lost", answer.text().strip())
        place, self._line = session.here.placed, []
        for text in answer.moves:
            self._line.append((place, text))
            place = session.game.play(place, session.game.notation.parse(place, text))
        return Step(answer.moves[0], line=len(answer.moves) - 1)

    def _go_back(self, belief: Belief) -> Step | None:
        """What was played to learn the cards is taken back, where that wins."""
        if not self.may_undo or not belief.game.info.can_undo:
            return None
        opened = belief.opened_start()
        if opened is None or opened.here.parent is None:
            return None
        last = opened.here
        opened.goto(opened.root)
        won = opened.verdict(limits=self.limits, token=self.token).verdict is Verdict.SOLVED
        opened.goto(last)
        if not won:
            return None
        belief.session = opened
        self._back_to = 0
        return Step(last.text, undo=True)

    def _decide(self, belief: Belief) -> Step | End:
        session, game = belief.session, belief.game
        if session.outcome is Outcome.STUCK:
            return End("over", "there is no legal move")
        if len(belief.moves) >= self.most:
            return End("over", f"{self.most} moves were made")
        if self._player is None:
            name = self.policy or strongest_policy(game, "a game that hides no cards")
            self._player = make_policy(game, name)
        self.solved += 1
        moves = self._player.decide(session.seen, decision_seed(self.seed, self.solved - 1))
        if not moves:
            return End("over", "the policy gives up")
        self._line = _seen_line(belief, moves)
        return Step(self._line[0][1])


def _lies_alike(game: AnyGame, place: Any, other: Any) -> bool:
    """Do the cards of two equal positions lie in the same columns and cells, too? A solver may well move a
    whole column to an empty one, after which other moves are meant by the same words."""
    return scene_of(game, place).piles == scene_of(game, other).piles


def _draw(belief: Belief) -> str | None:
    """A move that turns a card of the stock and takes none off the table; None if the stock is empty."""
    scene = belief.scene()
    there = sum(len(pile.cards) for pile in scene.piles)
    stocks = {pile.name for pile in scene.piles if pile.role == "stock" and pile.cards}
    for move in scene.moves:
        if move.source in stocks:
            after = belief.expected(move.text).scene
            if sum(len(pile.cards) for pile in after.piles) == there:
                return move.text
    return None


def _seen_line(belief: Belief, moves: Sequence[Any]) -> list[tuple[Any, str]]:
    """A policy's moves with what is seen before each, as far as no card comes to light."""
    game, place, out = belief.game, belief.session.here.placed, []
    seen = belief.session.seen
    for move in moves:
        out.append((seen, game.notation.format(place, move)))
        try:
            place = game.play(place, move)
        except ValueError:
            break
        seen = game.observe(place)  # type: ignore[attr-defined]
    return out
