"""What is kept of a game beside its moves: when it was begun, its time, what help it had, how it ended.

A game is counted in the statistics if it was begun here from a deal, its player seeing no more than the game
shows, and a move was made. How it ended is settled once: a win stays a win whatever is tried out afterwards,
and a game that was given up stays given up unless that is taken back.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final, Literal

import msgspec

from winnable.game import Outcome
from winnable.session import Node, Session
from winnable.web.store import Row

__all__ = ["AGAIN_ID", "DAY", "Again", "Ending", "Record", "Tally", "help_of", "record_of", "row_of"]

Ending = Literal["open", "stuck", "given up", "won", "won with help"]

# How much a question helps its asker: verdicts tell whether, not how; a hint tells one move; whatever else
# there is shows the way.
_TELLS_WHETHER: Final = frozenset({"verdict", "verdicts", "shorter", "chance", "chances", "tried", "check"})
_TELLS_A_MOVE: Final = frozenset({"hint"})

AGAIN_ID: Final = r"^[A-Za-z0-9_-]{16}$"
DAY: Final = r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$"
_Amount = Annotated[float, msgspec.Meta(ge=0, le=1e9)]


def help_of(question: str) -> Literal["none", "move", "way"]:
    """How much an answer to this question helps to win."""
    if question in _TELLS_WHETHER:
        return "none"
    return "move" if question in _TELLS_A_MOVE else "way"


def _is_won(session: Session[Any, Any], node: Node[Any, Any]) -> bool:
    return session.game.outcome(node.placed) is Outcome.WON


class Tally(msgspec.Struct, frozen=True):
    """What is kept of a game beside its moves, as the page gets it. ``hints`` are the places where one was
    asked for; ``shown`` says whether a whole line was; ``counted``, whether the statistics count it."""

    ending: Ending
    seconds: float
    undone: int
    hints: int
    shown: bool
    counted: bool
    daily: str


class Again(msgspec.Struct, forbid_unknown_fields=True):
    """A game that was open in a page before, by its id there, its revision, and what was kept of it."""

    board: Annotated[str, msgspec.Meta(pattern=AGAIN_ID)]
    revision: _Amount = 0.0
    seconds: _Amount = 0.0
    undone: _Amount = 0.0
    hints: _Amount = 0.0
    shown: bool = False
    counted: bool = False
    ending: Ending = "open"
    daily: Annotated[str, msgspec.Meta(pattern=DAY)] = ""


@dataclass
class Record:
    """The same, as the server keeps it. Times are seconds since 1970; 0: not so far."""

    started: float = field(default_factory=time.time)
    changed: float = 0.0
    daily: str = ""
    counted: bool = False
    seconds: float = 0.0
    undone: int = 0
    hints: int = 0
    shown: bool = False
    given_up: float = 0.0
    won: float = 0.0
    helped: bool = False
    won_moves: int = 0
    _hinted: set[str] = field(default_factory=set, compare=False)

    @staticmethod
    def of_new(session: Session[Any, Any], daily: str = "") -> Record:
        """Of a game that is begun: it counts if it stands at the start of a deal, its cards not shown."""
        fresh = session.deal is not None and not session.root.children and not session.open_cards
        return Record(counted=fresh, daily=daily)

    @staticmethod
    def of_again(session: Session[Any, Any], again: Again) -> Record:
        """Of a game that only its page still knew."""
        record = Record(
            daily=again.daily,
            counted=again.counted and session.deal is not None and not session.open_cards,
            seconds=again.seconds,
            undone=int(again.undone),
            hints=int(again.hints),
            shown=again.shown,
        )
        if again.ending == "given up":
            record.given_up = record.started
        elif again.ending in ("won", "won with help"):
            wins = [node.number for node in session.root.all() if _is_won(session, node)]
            if wins:
                record.won, record.won_moves = record.started, min(wins)
                record.helped = again.ending == "won with help"
        if session.root.children:
            record.note(session)
        return record

    @property
    def settled(self) -> bool:
        """Is it over for the statistics, and for the clock?"""
        return bool(self.won or self.given_up)

    def ending(self, outcome: Outcome) -> Ending:
        """How the game ended, standing like this now."""
        if self.won:
            return "won with help" if self.helped else "won"
        if self.given_up:
            return "given up"
        return "stuck" if outcome is Outcome.STUCK else "open"

    def note(self, session: Session[Any, Any]) -> None:
        """Takes note of a change of the session; of a win, once: it had help if the way was shown before, or
        if hints were asked for at as many places as the line that won has moves."""
        self.changed = time.time()
        if session.outcome is Outcome.WON and not self.settled:
            self.won = self.changed
            self.won_moves = session.here.number
            self.helped = self.shown or self.hints >= self.won_moves > 0

    def answered(self, question: str, place: str) -> None:
        """Takes note of help; what is asked after the end helps no more."""
        if self.settled:
            return
        kind = help_of(question)
        if kind == "way":
            self.shown = True
        elif kind == "move" and place not in self._hinted:
            self._hinted.add(place)
            self.hints += 1

    def tick(self, seconds: float) -> None:
        """So long the page was looked at, the game being open, since it last said so."""
        self.seconds += seconds

    def give_up(self, given_up: bool) -> None:
        """Gives the game up, or takes that back; a won game stays won."""
        if not self.won:
            self.given_up = (self.given_up or time.time()) if given_up else 0.0

    def copy(self) -> Record:
        """One that does not change with this."""
        return replace(self, _hinted=set(self._hinted))

    def tally(self, session: Session[Any, Any]) -> Tally:
        """For the page."""
        return Tally(
            ending=self.ending(session.outcome),
            seconds=round(self.seconds, 1),
            undone=self.undone,
            hints=self.hints,
            shown=self.shown,
            counted=self.counted,
            daily=self.daily,
        )


def row_of(
    session: Session[Any, Any], record: Record, kept_as: str, *, stamp: str, revision: int, text: str
) -> Row:
    """A game as it is kept on disk, under the id ``kept_as``; ``text`` is the session as it is saved."""
    return Row(
        id=kept_as,
        game=session.game.spelled,
        title=session.game.info.title,
        deal="" if session.deal is None else str(session.deal),
        daily=record.daily,
        started=record.started,
        changed=record.changed,
        seconds=record.seconds,
        ending=record.ending(session.outcome),
        moves=record.won_moves if record.won else session.here.number,
        moved=bool(session.root.children) or bool(record.won),
        undone=record.undone,
        hints=record.hints,
        shown=record.shown,
        counted=record.counted,
        won=record.won,
        given_up=record.given_up,
        revision=revision,
        stamp=stamp,
        text=text,
    )


def record_of(row: Row) -> Record:
    """What was kept of a game beside its moves."""
    return Record(
        started=row.started,
        changed=row.changed,
        daily=row.daily,
        counted=row.counted,
        seconds=row.seconds,
        undone=row.undone,
        hints=row.hints,
        shown=row.shown,
        given_up=row.given_up,
        won=row.won,
        helped=row.ending == "won with help",
        won_moves=row.moves if row.won else 0,
    )
