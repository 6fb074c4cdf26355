"""Plays the game in a window: looks, reads, plans, acts, and looks again whether that was done.

Nothing is taken for granted. A gesture is made only on a board that was read without a doubt and is just what
is known of the game; afterwards the board is read again and compared with what the move should have led to.
If nothing happened the gesture is made again; if something else happened that legal moves explain, such as
cards that went home by themselves, it is taken up and planned anew; what nothing explains ends the game with
a report. So a gesture is never repeated on a board that has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from winnable.errors import InputError, quote
from winnable.family import AnyGame
from winnable.screen.belief import Belief, session_of
from winnable.screen.covers import Covers
from winnable.screen.ending import TOLD, why_won
from winnable.screen.eyes import Eyes, Look
from winnable.screen.hands import completes_run, gestures, home_action
from winnable.screen.plan import End, Planner, Step
from winnable.screen.played import Played, Status, StopError
from winnable.screen.pointer import TakenOverError
from winnable.screen.profile import GameHints
from winnable.screen.report import Clock, Report, SystemClock

if TYPE_CHECKING:
    from winnable.screen.pointer import Pointer
    from winnable.screen.profile import Profile
    from winnable.screen.seen import Picture
    from winnable.screen.sight import Reader, Sight
    from winnable.screen.window import Window

__all__ = ["Player"]

_Outcome: TypeAlias = Literal["right", "other", "same", "unclear", "unread", "unexplained", "won"]

_TRIES: Final = 6  # how often a gesture is made that does nothing, or a board looked at that cannot be read
_CALM: Final = 0.4  # seconds for which a surprise must stay the same before it is taken up
_GLANCE: Final = 0.05  # ... and a board that can only be what the move leads to, before it is read


class Player:
    """Plays one game in one window.

    Args:
        window: the window.
        pointer: the hands.
        reader: what tells a picture's board, such as one made of ``readout.read_table``.
        profile: how moves are made in this program.
        game: the game, with its rules, as the program plays it.
        planner: what to do next.
        report: what is counted; a new one by default.
        clock: time.
        ask: is asked before each move with its words; False stops the game.
        told: is told each move that was made, and what was taken up.
        shown: is shown the picture of each board that was understood, the first one's too, and the last.
        wait: waits so many seconds, or raises TakenOverError as soon as the user takes over.
        resolve: is given a first board with doubts and gives it without them, or None to stop.
    """

    def __init__(
        self,
        window: Window,
        pointer: Pointer,
        reader: Reader,
        profile: Profile,
        game: AnyGame,
        *,
        planner: Planner | None = None,
        report: Report | None = None,
        clock: Clock | None = None,
        ask: Callable[[str], bool] | None = None,
        told: Callable[[str], None] | None = None,
        shown: Callable[[Picture], None] | None = None,
        wait: Callable[[float], None] | None = None,
        resolve: Callable[[Sight], Sight | None] | None = None,
        most_tries: int = _TRIES,
    ) -> None:
        self.window, self.pointer, self.profile, self.game = window, pointer, profile, game
        self.clock = clock or SystemClock()
        self.report = report or Report(self.clock)
        self.eyes = Eyes(window, reader, profile.settle, self.report, self.clock, wait)
        self.planner = planner or Planner(may_undo=bool(profile.keys.undo))
        self.covers = Covers(window, pointer, profile, self.report)
        self.ask, self.told, self.resolve = ask, told or (lambda line: None), resolve
        self.shown = shown or (lambda picture: None)
        self.most_tries = most_tries
        known = (hints for hints in profile.game if hints.name == game.info.name)
        self.hints = next(known, GameHints(game.info.name))
        self.belief: Belief | None = None
        self._look: Look | None = None  # the last picture that was read
        self._sight: Sight | None = None  # and what was on it: what is known of the game
        self._seen: Sight | None = None  # what was read last, right or not
        self._surprise: list[str] = []  # moves that explain it where it is not what was expected
        self._why_won = ""
        self._slowest = 0.0  # seconds after a gesture at which something still happened, at most

    def play(self) -> Played:
        """Plays until the game is won or cannot be gone on with.

        Raises:
            InputError: there is no board of this game in the window at all.
        """
        try:
            self._begin()
            status, why = self._go_on()
        except StopError as stop:
            status, why = stop.status, stop.why
        except TakenOverError as taken:
            status, why = "taken over", str(taken)
        except KeyboardInterrupt:  # Ctrl-C, or SIGTERM: what was played is told, and is to be saved
            if self.belief is None:
                raise
            status, why = "taken over", "cancelled"
        except InputError as error:
            if self.belief is None:
                raise
            status, why = "stopped", str(error)
        known = self.belief
        return Played(
            status,
            why,
            self.game.spelled,
            self.window.title,
            () if known is None else tuple(known.moves),
            "" if known is None else known.save(),
            self.report,
        )

    # --- the loop ------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Reads the board for the first time."""
        why, sight = "", None
        for number in range(self.most_tries):
            if number:
                self.eyes.wait(self.profile.settle.deaf)
            self._clear()
            look = self.eyes.quiet()
            sight = self.eyes.read(look)
            if sight is None:
                why = self.eyes.why_unread
                continue
            if sight.doubts and self.resolve is not None and number:  # they may be over with another look
                sight = self.resolve(sight) or sight
            if sight.doubts or sight.problems:
                why = "; ".join(sight.doubts or sight.problems)
                continue
            self.belief = Belief(session_of(self.game, sight.position))
            self._adopt(look, sight)
            return
        if sight is not None and sight.doubts:
            raise StopError("doubts", why)
        raise InputError(
            f"no board was read in the window {quote(self.window.title)}: {why}",
            expected=f"a game of {self.game.info.title}",
            mend="show the whole board, and say which game it is",
        )

    def _go_on(self) -> tuple[Status, str]:
        assert self.belief is not None
        while True:
            before = self.planner.solved
            with self.report.stage("solve"):
                step = self.planner.next(self.belief)
            self.report.plans += self.planner.solved - before
            if isinstance(step, End):
                return step.kind, step.why
            if self.ask is not None and not self.ask(step.words(self.belief.session)):
                return "asked", "you said no"
            if self._make(step) == "won":
                return "won", self._why_won

    def _make(self, step: Step) -> _Outcome:
        """Makes a step, again where it was lost, until it is done or something else has happened."""
        assert self.belief is not None
        for tries in range(self.most_tries):
            if self._check():
                return "other"  # the board is another one by now: plan anew
            assert self._look is not None
            with self.report.stage("execute"):
                assert self._sight is not None
                found = gestures(self.profile, self.belief, self._sight, step)
                for action in found[tries % len(found)]:
                    action.perform(self.pointer, self.window)
            outcome = self._outcome(step, self._look)
            if outcome == "right":
                self.report.moves += 1
                self.told(step.text if not step.undo else f"taken back: {step.text}")
            if outcome in ("right", "won", "other"):
                return outcome
            if outcome != "same":
                self._find_again(step)
                return "other"
            self.report.retried += 1
        raise StopError("stopped", f"the program does not make the move {step.text}: {self.most_tries} tries")

    # --- before a gesture ----------------------------------------------------------------------------------

    def _clear(self) -> None:
        """Sees to it that nothing lies on the window, or stops."""
        for _ in range(2 * self.most_tries):
            with self.report.stage("find"):
                why = self.covers.clear()
                if not why:
                    return
                self.eyes.wait(self.profile.settle.deaf)
        raise StopError("stopped", why)

    def _check(self) -> bool:
        """Makes sure that the board in the window is the one that is known, right now; True if it was not,
        and what is there was taken up instead."""
        assert self._look is not None
        self._clear()
        with self.report.stage("find"):
            look = self.eyes.look()
        if self.eyes.alike(look, self._look):
            return False
        return self._find_again(None)

    def _find_again(self, step: Step | None) -> bool:
        """Reads the board again until it is understood; True if it is not the one that was known, but follows
        from it. Stops where that cannot be done."""
        assert self.belief is not None
        assert self._look is not None
        why, sight = "", None
        for number in range(self.most_tries):
            if number:
                self.eyes.wait(self.profile.settle.deaf)
            self._clear()
            look = self.eyes.quiet()
            if look.box != self._look.box:
                self.report.moved += 1
            sight = self.eyes.read(look)
            if sight is None:
                why = self.eyes.why_unread
                continue
            match = self.belief.match(sight)
            if match.right:
                self._adopt(look, sight)
                return False
            if match.different and self._explained(step, look, sight):
                return True
            why = "; ".join((*match.different[:3], *match.unclear[:3], *sight.doubts[:3]))
        # Cards may go home by themselves so late that it is no move of ours that the game ends with.
        if won := self._won_by(step, sight):
            raise StopError("won", won)
        may = "; it may be that the game is won" if sight is None and self._could_end(step) else ""
        raise StopError("stopped", f"the board is not what the moves led to: {why}{may}")

    def _explained(self, step: Step | None, look: Look, sight: Sight) -> bool:
        """Takes up what is seen if legal moves explain it; could it?"""
        assert self.belief is not None
        likely = "" if step is None or step.undo else step.text
        moves = self.belief.explain(sight, likely)
        if moves is None:
            return False
        self._take_up(moves, look, sight, step)
        return True

    # --- after a gesture -----------------------------------------------------------------------------------

    def _outcome(self, step: Step, before: Look) -> _Outcome:
        """Waits for what a gesture leads to, by looking."""
        assert self.belief is not None
        settle, start = self.profile.settle, self.clock.now()
        last, since, sent = before, start, start
        completes = completes_run(self.profile, self.belief, step)
        outcome: _Outcome = "same"
        if self._is_soon_done(step, before):
            return "right"
        while True:
            look = self.eyes.quiet()
            if not self.eyes.alike(look, last):
                last, since = look, self.clock.now()
                self._slowest = max(self._slowest, since - start)
                outcome = self._judged(step, look)
                if outcome == "right":
                    return outcome
            if outcome != "same" and self.window.covered_by():
                told = self.covers.says("won") and self._could_end(step)
                return self._won(look, TOLD) if told else outcome
            now = self.clock.now()
            if completes and outcome == "unexplained" and now - sent >= _CALM:
                home_action(self.profile).perform(self.pointer, self.window)
                sent = now
            if outcome == "other" and now - since >= _CALM:
                assert self._seen is not None
                self._take_up(self._surprise, look, self._seen, step)
                return outcome
            if outcome == "same" and now - start >= self._deaf():
                return outcome
            if outcome in ("unclear", "unread", "unexplained") and now - since >= settle.deaf:
                if outcome != "unclear" and (why := self._won_by(step, self._seen)):
                    return self._won(look, why)
                if now - since >= settle.longest:
                    return outcome
            with self.report.stage("find"):
                self.eyes.wait(settle.still / 2)

    def _deaf(self) -> float:
        """Seconds after which a gesture that did nothing was lost. On a busy machine a program is slow rather
        than deaf, and what is made again too early is made twice."""
        return min(max(self.profile.settle.deaf, 2 * self._slowest), self.profile.settle.longest)

    def _may_go_on(self, step: Step) -> bool:
        """May the program make moves of its own after a step? Then what the step leads to is not all."""
        assert self.belief is not None
        if step.undo:
            return True
        now = {pile.role: len(pile.cards) for pile in self.belief.scene().piles}
        if now.get("waste", 2) < 2 or ("waste" in now and not now.get("stock")):
            return True  # some deal when nothing lies on the waste
        if not self.hints.plays_home and not self.report.taken_up:
            return False
        scene = self.belief.expected(step.text).scene
        return any(move.target and scene.pile(move.target).role == "foundation" for move in scene.moves)

    def _is_soon_done(self, step: Step, before: Look) -> bool:
        """Is the board at the first standstill just what a step leads to, and is that all?"""
        look = self.eyes.quiet(_GLANCE)
        if self.eyes.alike(look, before) or self.eyes.read(look) is None or self._may_go_on(step):
            return False  # most often it stays so, and then it has been read by the time that is sure
        return self._judged(step, look, only_right=True) == "right"

    def _judged(self, step: Step, look: Look, *, only_right: bool = False) -> _Outcome:
        """What a picture says of a step; a step that it shows to be done is taken up. With ``only_right`` it
        is not asked what else there may be."""
        assert self.belief is not None
        self._seen = sight = self.eyes.read(look)
        if sight is None:
            return "unread"
        with self.report.stage("identify"):
            if only_right:
                outcome: _Outcome = "right" if self._done(step, sight) else "unclear"
            else:
                outcome = self._compared(step, sight)
        if outcome == "right":
            self._adopt(look, sight)
        return outcome

    def _compared(self, step: Step, sight: Sight) -> _Outcome:
        """What was read, held against what the step should lead to, then against what is known."""
        assert self.belief is not None
        if self._done(step, sight):
            return "right"
        match = self.belief.match(sight)
        if match.right:
            return "same"
        if not match.different:
            return "unclear"
        found = self.belief.explain(sight, "" if step.undo else step.text)
        if found is None:
            return "unexplained"
        self._surprise = found
        return "other"

    def _done(self, step: Step, sight: Sight) -> bool:
        assert self.belief is not None
        return self.belief.take_back(sight) if step.undo else self.belief.take(step.text, sight)

    def _won(self, look: Look, why: str) -> _Outcome:
        self._why_won = why
        self.shown(look.picture)
        return "won"

    def _could_end(self, step: Step | None) -> bool:
        """Would the game be won after a step, with what goes home by itself after it?"""
        assert self.belief is not None
        if step is not None and step.undo:
            return False
        return self.belief.could_end_now("" if step is None else step.text)

    def _won_by(self, step: Step | None, seen: Sight | None) -> str:
        """Why the game is taken to be won where its last board was not seen; empty if it is not."""
        return why_won(seen, self.hints) if self._could_end(step) else ""

    # --- keeping what is known -----------------------------------------------------------------------------

    def _take_up(self, moves: list[str], look: Look, sight: Sight, step: Step | None) -> None:
        """Takes up moves that explain what is seen; the first may be the one that hands made."""
        assert self.belief is not None
        self.belief.take_up(moves, sight)
        ours = step is not None and not step.undo and moves[:1] == [step.text]
        if ours:
            self.report.moves += 1
            self.told(moves[0])
        others = moves[1:] if ours else moves
        self.report.taken_up += len(others)
        if others or not ours:
            self.told(f"taken up: {' '.join(others) or 'what is on the squares'}")
        self.planner.forget()
        self._adopt(look, sight)

    def _adopt(self, look: Look, sight: Sight) -> None:
        self._look, self._sight = look, sight
        self.shown(look.picture)
