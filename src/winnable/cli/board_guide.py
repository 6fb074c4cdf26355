"""The best moves at the table of a terminal game: which is next, and playing on by them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from winnable.analysis.hint import Hint
from winnable.cli.board_table import Table
from winnable.game import Outcome
from winnable.search.api import Verdict
from winnable.session.tree import Node

__all__ = ["Guide"]


class Guide:
    """Knows the way on from where the player of a table is.

    In a game played unseen it is that of a policy, which means to make several moves until a card is turned.
    The moves of such a plan are followed up: a policy that is asked anew after each of them may well turn
    back, and so on for ever.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._from: Node[Any, Any] | None = None  # where the plan begins
        self._plan: tuple[str, ...] = ()

    def hint(self) -> Hint[Any]:
        """The best move, and why."""
        table = self.table
        if not table.session.unseen:
            with table.searching() as (token, _):
                return table.session.hint(limits=table.manner.limits, token=token)
        with table.telling():  # nothing to cancel: Ctrl-C ends it at once
            return self._advice()

    def lead(self, count: int, make: Callable[[str], object]) -> str:
        """Makes the next move so many times, or to the end; why it ended sooner, empty where it did not.

        KeyboardInterrupt as it comes, between two moves.
        """
        session, here = self.table.session, self.table.session.here
        # What is asked at the prompt, or searched, has a line of its own.
        one_line = session.unseen and session.given is None
        asked_at: set[int] = set()
        with self.table.telling("move") if one_line else nullcontext() as progress:
            while count and session.outcome is not Outcome.WON:
                move, why = self._next(asked_at)
                if not move:
                    return why
                self.table.helped("hint")
                make(move)
                count -= 1
                if progress is not None:
                    progress.show("", session.here.number - here.number)
        return ""

    def _next(self, asked_at: set[int]) -> tuple[str, str]:
        """The next move, or why there is none. ``asked_at`` has the keys of the places where a policy was
        asked on the way."""
        session = self.table.session
        if not session.unseen:
            known = self.table.verdict(again=True)
            if known.verdict is Verdict.SOLVED and known.moves:
                return known.moves[0], ""
            told = known.text().strip()
            if known.verdict is Verdict.UNSOLVABLE:
                return "", f"the game is {told}"
            return "", f"no win is known from here: {told.partition(': ')[2]}"
        if planned := self._planned():
            return planned, ""
        key = session.game.key(session.here.placed)
        if key in asked_at:
            return "", "the policy would go in circles from here"
        asked_at.add(key)
        advice = self._advice()
        return advice.move_text, "; ".join(advice.why)

    def _advice(self) -> Hint[Any]:
        """What the policy says of this place, which is the plan from now on."""
        session = self.table.session
        advice = session.hint()
        self._from, self._plan = session.here, advice.line
        return advice

    def _planned(self) -> str:
        """The next move of the plan; empty where it is at its end, or was left."""
        way, place = list[str](), self.table.session.here
        while place is not self._from:
            if place.parent is None or len(way) >= len(self._plan):
                return ""
            way.append(place.text)
            place = place.parent
        made = len(way)
        return self._plan[made] if tuple(way[::-1]) == self._plan[:made] and made < len(self._plan) else ""
