"""Makes a profile for a program that has none: by looking at its window, and by a few questions.

What can be seen is not asked: the window's title and process, how long moves take, and whether cards go home
by themselves. The user makes a few moves by hand, of each kind one, and says how each was made; the board is
read before and after, so that a move is known by what it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from winnable.errors import InputError, quote
from winnable.screen.belief import Belief, session_of
from winnable.screen.eyes import Eyes, Look, same
from winnable.screen.profile import (
    GameHints,
    Gesture,
    Keys,
    MarkKey,
    Profile,
    Settle,
    WindowHints,
)
from winnable.screen.report import Clock, Report, SystemClock

if TYPE_CHECKING:
    from winnable.family import AnyGame
    from winnable.scene import Scene, TableMove
    from winnable.screen.sight import Reader, Sight
    from winnable.screen.window import Window

__all__ = ["DEEDS", "Calibration", "Shown", "calibrate"]

# How a move may be made by hand, as the user is asked.
DEEDS: Final = {
    "drag": "the card was dragged",
    "click": "a click on the card",
    "double_click": "a double click on the card",
    "right_click": "a click with the right button",
    "click_both": "a click on the card, then one on where it went",
    "key": "a key",
}
_LONGEST_WAIT: Final = 120.0  # seconds for the user to make a move
_AFTER: Final = 3.0  # how much longer than measured a program is waited for


@dataclass(frozen=True, slots=True)
class Shown:
    """A move that the user made: its text, and the roles of the piles that it went between."""

    text: str
    source: str
    target: str
    cards: int
    seconds: float  # until the board was quiet


@dataclass
class Calibration:
    """What is asked of the user, by functions that a front end or a test gives.

    ``say`` tells something, ``choose`` asks for one of several words, ``text`` for a word that may be
    empty.
    """

    say: Callable[[str], None]
    choose: Callable[[str, list[str]], str]
    text: Callable[[str], str]
    clock: Clock = field(default_factory=SystemClock)
    wait: Callable[[float], None] | None = None


def calibrate(
    name: str, window: Window, reader: Reader, game: AnyGame, user: Calibration, *, most: int = 6
) -> Profile:
    """A profile for the program whose window this is, never tested.

    Args:
        name: of the profile.
        window: the game's window, with a game at its start.
        reader: reads the board.
        game: the game.
        user: who is asked.
        most: moves that the user is asked to make, at most.

    Raises:
        InputError: no board of the game is to be read in the window.
    """
    report = Report(user.clock)
    eyes = Eyes(window, reader, Settle(), report, user.clock, user.wait)
    look, belief, sight = _first(eyes, game, window)
    gestures: list[Gesture] = []
    marks: list[MarkKey] = []
    quiet = [0.0]
    home = False
    if sight.table is None:
        marks = list(_marks(belief.scene(), user))
    for _ in range(most if sight.table is not None else 0):
        asked = _wanted(belief.scene(), gestures, game.info.name)
        if not asked:
            break
        user.say(f"Make a move by hand: {asked}. Or wait, if there is none.")
        made = _watch(eyes, look, belief, user)
        if made is None:
            user.say("No move was seen.")
            break
        look, shown, others = made
        home = home or bool(others)
        quiet.append(shown.seconds)
        gestures.append(_gesture(shown, user))
        user.say(f"Seen: {shown.text}, from {shown.source} to {shown.target}.")
    hints = GameHints(game.info.name, title="", plays_home=home)
    undo = user.text("Which key takes a move back? (empty: none)") if game.info.can_undo else ""
    return Profile(
        name=name,
        program=window.process or window.title or name,
        window=_window(window, user),
        game=(hints,),
        gesture=_with_rest(gestures) if sight.table is not None else (),
        mark=tuple(marks),
        keys=Keys(undo=undo),
        settle=_settle(max(quiet)),
        note="made by winnable screen calibrate",
    )


def _first(eyes: Eyes, game: AnyGame, window: Window) -> tuple[Look, Belief, Sight]:
    look = eyes.quiet()
    sight = eyes.read(look)
    why = eyes.why_unread if sight is None else "; ".join(sight.doubts or sight.problems)
    if sight is None or why:
        raise InputError(
            f"no board was read in the window {quote(window.title)}: {why}",
            expected=f"a game of {game.info.title} at its start",
            mend="show the whole board, and say which game it is",
        )
    return look, Belief(session_of(game, sight.position)), sight


def _window(window: Window, user: Calibration) -> WindowHints:
    """How the window is known: by its process where the system tells it, else by a part of its title."""
    if window.process:
        return WindowHints(processes=(window.process,))
    part = user.text(f"Which part of the title {quote(window.title)} stays the same?")
    return WindowHints(titles=(part or window.title,))


def _marks(scene: Scene, user: Calibration) -> Iterator[MarkKey]:
    assert scene.grid is not None
    for mark in scene.grid.marks:
        key = user.text(f"Which key puts a {mark.name} on the square that was clicked?")
        yield MarkKey(mark.letter, key or mark.letter)


def _kind(move: TableMove, scene: Scene) -> tuple[str, str]:
    return scene.pile(move.source).role, scene.pile(move.target).role if move.target else "nowhere"


def _wanted(scene: Scene, known: list[Gesture], game: str) -> str:
    """A kind of move that is legal and was not shown yet, in words; empty if there is none."""
    for move in scene.moves:
        source, target = _kind(move, scene)
        cards = len(scene.pile(move.source).cards) - move.index
        if not any(gesture.fits(game, source, target, cards, move.text) for gesture in known):
            where = "" if target == "nowhere" else f" to a {target}"
            return f"a card from a {source}{where}, such as {move.text}"
    return ""


def _watch(
    eyes: Eyes, before: Look, belief: Belief, user: Calibration
) -> tuple[Look, Shown, list[str]] | None:
    """Waits for a move of the user's: what it was, and what went home by itself after it."""
    until = user.clock.now() + _LONGEST_WAIT
    last = before
    while user.clock.now() < until:
        look = eyes.look()
        if same(look.picture, last.picture):
            eyes.wait(eyes.settle.still)
            continue
        begun = user.clock.now()
        look = eyes.quiet()
        spent = user.clock.now() - begun
        last = look
        sight = eyes.read(look)
        if sight is None:
            continue
        scene = belief.scene()
        moves = belief.explain(sight)
        if not moves:
            continue
        belief.take_up(moves, sight)
        move = next(move for move in scene.moves if move.text == moves[0])
        source, target = _kind(move, scene)
        cards = len(scene.pile(move.source).cards) - move.index
        return look, Shown(moves[0], source, target, cards, spent), moves[1:]
    return None


def _gesture(shown: Shown, user: Calibration) -> Gesture:
    """The gesture for moves of this kind, as the user says it was made."""
    do = user.choose(f"How did you make {shown.text}?", list(DEEDS))
    key = user.text("Which key?") if do == "key" else ""
    made: Gesture = Gesture(do, source=(shown.source,), target=(shown.target,), key=key)  # type: ignore[arg-type]
    return made


def _with_rest(gestures: list[Gesture]) -> tuple[Gesture, ...]:
    """With a gesture for moves that were not shown: the card is dragged, as it is in most programs."""
    return (*gestures, Gesture("drag"))


def _settle(slowest: float) -> Settle:
    """Times for a program whose slowest move took so many seconds."""
    usual = Settle()
    deaf = min(max(usual.deaf, round(_AFTER * slowest, 2)), 20.0)
    return Settle(still=usual.still, longest=min(max(usual.longest, round(2 * deaf, 2)), 40.0), deaf=deaf)
