"""The table of a terminal game: where the player is, what is shown of it, and what is known of it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from random import Random
from typing import TYPE_CHECKING, Any, Final

import click

from winnable.analysis.outlook import game_over
from winnable.analysis.verdict import PositionVerdict
from winnable.cli.board_kept import Kept
from winnable.cli.ink import Tone, draw, in_symbols, room, tone_verdicts, toned, within, wrapped
from winnable.cli.interrupts import cancellable
from winnable.cli.progress import Progress
from winnable.family import observed
from winnable.game import Outcome
from winnable.search.api import Limits, Verdict
from winnable.session import Session
from winnable.session.told import solutions_told
from winnable.session.tree import Node
from winnable.text.phrases import count_noun

if TYPE_CHECKING:
    from winnable._core import CancelToken
    from winnable.cli.board_lines import Lines
    from winnable.web.store import Store

__all__ = ["Manner", "Table"]

_DRAWN: Final = 3  # indented lines that are no prose


@dataclass(frozen=True, slots=True)
class Manner:
    """How the table answers: the limits of each answer; whether each position gets its verdict at once;
    a colour for each suit?"""

    limits: Limits = field(default_factory=Limits)
    verdicts: bool = True
    four_colours: bool = False


class Table:
    """A game on the terminal, or none yet. Answers are for the game that is there.

    Args:
        lines: where the player's lines come from.
        manner: how it answers.
        store: where games are kept; None: nowhere.
    """

    def __init__(self, lines: Lines, manner: Manner, store: Store | None) -> None:
        self.lines, self.manner, self.store = lines, manner, store
        self.kept: Kept | None = None
        self.told_to_end = False  # by SIGTERM
        self.saved = True  # in a file, or kept, or not worth it
        self._trouble = ""

    @property
    def session(self) -> Session[Any, Any]:
        """The game that is there."""
        assert self.kept is not None
        return self.kept.session

    # --- changes -------------------------------------------------------------------------------------------

    def lay(self, kept: Kept) -> None:
        """Puts a game on the table, and shows it."""
        self.kept = kept
        self.saved = True
        self.show()

    def changed(self, said: str = "", before: PositionVerdict | None = None) -> None:
        """Something was done: keeps the game, says what was done, shows the board and its verdict.

        ``before`` is what was known of the place where a move of the player's was made.
        """
        assert self.kept is not None
        self.kept.changed()
        self.saved = self.store is not None and not self.kept.trouble
        if self.kept.trouble != self._trouble:
            self._trouble = self.kept.trouble
            if self._trouble:
                click.echo(f"winnable: {self._trouble}", err=True)
        self.show(said, before)

    # --- what is shown -------------------------------------------------------------------------------------

    def show(self, said: str = "", before: PositionVerdict | None = None) -> None:
        """The board between what was done and its verdict."""
        self._tell_title(said)
        click.echo()
        click.echo(draw(self.session.scene(), four_colours=self.manner.four_colours))
        click.echo()
        self.tell_verdict(before)

    def _tell_title(self, said: str) -> None:
        """The game, how many moves were made, and the last one in words: in a line if there is room."""
        session, info = self.session, self.session.game.info
        name = f"{info.title} ({session.game.spelled})" if session.game.options else info.title
        deal = "" if session.deal is None else f" {session.deal}"
        title = f"{name}{deal}" + (f", move {session.here.number}" if session.here.number else "")
        said = in_symbols(said)
        width = room()
        if said and (width is None or len(title) + len(said) + 2 <= width):
            click.echo(f"{toned(title, 'strong')}: {said}")
            return
        click.echo(toned(wrapped(title), "strong"))
        if said:
            click.echo(wrapped(said))

    def tell_verdict(self, before: PositionVerdict | None = None, *, again: bool = False) -> None:
        """Can the game still be won? Says so in a line, where that is wanted, and whether the last move lost
        it. ``again``: what was left undecided is looked into once more."""
        if not (self.manner.verdicts or again):
            if self.session.outcome is Outcome.WON:
                self._say(*self._words_of_win())
            return
        if self.session.unseen:
            self._tell_at_sight()
            return
        if self.told_to_end:
            return
        known = self.verdict(again=again)
        self._say(*self._words_of(known))
        won_before = before is not None and before.verdict is Verdict.SOLVED
        if won_before and known.verdict is Verdict.UNSOLVABLE:
            assert before is not None
            length = count_noun(len(before.moves), "move")
            self._say(f"This move lost it: there was a win in {length} before. undo takes it back.", "bad")

    def _words_of_win(self) -> tuple[str, Tone]:
        if self.session.game.info.on_squares:
            return "Solved.", "good"
        return f"Won in {count_noun(self.session.here.number, 'move')}.", "good"

    def _words_of(self, known: PositionVerdict) -> tuple[str, Tone]:
        session = self.session
        if session.outcome is Outcome.WON:
            return self._words_of_win()
        told = ""
        if session.game.family.marks is not None and session.game.info.on_squares:
            told = solutions_told(session.here, known)
        words = told or known.text().rstrip("\n")
        tones: dict[Verdict, Tone] = {Verdict.SOLVED: "good", Verdict.UNSOLVABLE: "bad"}
        return f"{words[:1].upper()}{words[1:]}.", tones.get(known.verdict, "unsure")

    def _tell_at_sight(self) -> None:
        """What is certain of a game played unseen, whatever lies hidden."""
        game = observed(self.session.game)
        sure, why = game_over(game, game.determinise(self.session.seen, Random(0)))
        if sure == "won":
            self._say(*self._words_of_win())
        elif sure:
            self._say(f"Lost, whatever lies hidden: {why}.", "bad")

    def _say(self, text: str, tone: Tone) -> None:
        click.echo(toned(wrapped(in_symbols(text)), tone))

    # --- what is known -------------------------------------------------------------------------------------

    def verdict(self, *, again: bool = False) -> PositionVerdict:
        """What is known of the place, asked for now if it is not known yet; InputError in a game played
        unseen."""
        session = self.session
        known = session.answers.of(session.here)
        if known is None or (again and known.verdict is Verdict.UNKNOWN):
            with self.searching() as (token, _):
                answer = session.verdict(limits=self.manner.limits, token=token)
            session.answers.tell(session.here, answer)
            known = session.answers.of(session.here) or answer
        return known

    def known_here(self) -> PositionVerdict | None:
        """What is known of the place without asking."""
        return None if self.session.unseen else self.session.answers.of(self.session.here)

    @contextmanager
    def searching(self, noun: str = "") -> Iterator[tuple[CancelToken, Progress]]:
        """A token that Ctrl-C cancels: the answer is then what is known; and who tells meanwhile how many of
        what ``noun`` calls are done. SIGTERM also ends the game, and so does Ctrl-C where nobody plays."""

        def hear(signum: int) -> None:
            self.told_to_end |= signum == signal.SIGTERM or not self.lines.interactive

        with cancellable(hear) as token, self.telling(noun, token) as progress:
            yield token, progress

    def telling(self, noun: str = "", token: CancelToken | None = None) -> Progress:
        """Says on a terminal how far the work is, from the second second on."""
        seconds = None if token is None else self.manner.limits.seconds
        return Progress(noun=noun, token=token, seconds=seconds, in_logs=False)

    def helped(self, question: str, node: Node[Any, Any] | None = None) -> None:
        """Takes note that a question was answered at a place, here by default."""
        assert self.kept is not None
        self.kept.helped(question, node or self.session.here)

    def say(self, text: str) -> None:
        """Prints an answer, its cards as they are wanted, its lines within the terminal. Several lines that
        begin with a space are a drawing, where the game is played on squares."""
        lines = in_symbols(text.rstrip("\n")).split("\n")
        on_squares = self.kept is not None and self.session.game.info.on_squares
        for indented, part in groupby(lines, key=lambda line: line.startswith(" ")):
            block = list(part)
            is_drawn = on_squares and indented and len(block) >= _DRAWN
            for line in within(block) if is_drawn else map(wrapped, block):
                click.echo(tone_verdicts(line))
