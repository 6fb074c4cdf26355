"""Profiles: how a program's window is found, and how moves are made in it by hand. Each is a TOML file.

A profile is geometry and gestures, no rules: what may be moved where is what a Scene's moves say, and where
cards lie is what was seen. It tells only that in this program a card is dragged to a cell, or that the stock
is clicked on. Profiles of the user's own lie in the folder that ``own_profiles`` names, and come before those
that are shipped.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from winnable.errors import InputError, quote
from winnable.plain import from_data, to_data
from winnable.registry import game_names
from winnable.scene import Role
from winnable.screen.pointer import checked_key
from winnable.screen.profile_text import line_of, toml_text
from winnable.text.toml import toml_error

if TYPE_CHECKING:
    from winnable.scene import Scene, TableMove
    from winnable.screen.pointer import Pointer
    from winnable.screen.seen import SeenPile, SeenTable
    from winnable.screen.window import Window

__all__ = [
    "Action",
    "Dialog",
    "GameHints",
    "Gesture",
    "Keys",
    "MarkKey",
    "Profile",
    "Settle",
    "WindowHints",
    "own_profiles",
    "profile_names",
]

Deed: TypeAlias = Literal[
    "drag", "drag_back", "click", "double_click", "right_click", "click_both", "key", "click_key"
]
Won: TypeAlias = Literal["window", "overlay", "flash", "nothing"]


@dataclass(frozen=True, slots=True)
class WindowHints:
    """How the game's window is known, and what of it is no table: menus above, a status bar below.

    ``titles`` are parts of titles, ``processes`` names of programs: one of each must fit, unless there is
    none. ``top``, ``right``, ``bottom`` and ``left`` are in units of the screen, as seen at its usual scale;
    they are hints, for menus grow with the font.
    """

    titles: tuple[str, ...] = ()
    processes: tuple[str, ...] = ()
    top: float = 0
    right: float = 0
    bottom: float = 0
    left: float = 0

    def __post_init__(self) -> None:
        if not self.titles and not self.processes:
            raise InputError(
                "titles is empty, and processes too", expected="a part of the window's title, or a process"
            )
        for side in ("top", "right", "bottom", "left"):
            if getattr(self, side) < 0:
                raise InputError(f"{side} is {getattr(self, side):g}", expected="a number from 0")


@dataclass(frozen=True, slots=True)
class GameHints:
    """A game that the program has. ``name`` is ours, ``title`` a part of the window's title while it is on.

    ``plays_home`` says that the program itself sends cards to the foundations after a move; ``foundations``
    are their suits from left to right where each has one of its own, else empty. ``won`` is what a won game
    looks like: a new window, something drawn over the table, a flash, or nothing.
    """

    name: str
    title: str = ""
    plays_home: bool = False
    foundations: str = ""
    won: Won = "nothing"

    def __post_init__(self) -> None:
        if self.name not in game_names():
            raise InputError(f"name is {quote(self.name)}", expected="a game: " + ", ".join(game_names()))
        if self.foundations and sorted(self.foundations) != sorted("CDHS"):
            raise InputError(
                f"foundations is {quote(self.foundations)}", expected="the four suits in order, as CSHD"
            )


@dataclass(frozen=True, slots=True)
class Gesture:
    """How moves are made that fit all of it; of several that fit, the first counts.

    ``games`` are our names of games, ``source`` and ``target`` roles of piles, ``text`` a pattern for the
    move in the game's notation (``draw*``); empty ones fit all. ``target = ["nowhere"]`` fits moves without
    a target. ``cards`` says how many cards go. What is to be done: drag the card onto the target, or the
    target's onto it where both leave together; click on it, twice, or with the right button; click on the
    card and then the target; press ``key``; click and then press ``key``.
    """

    do: Deed
    games: tuple[str, ...] = ()
    source: tuple[Role, ...] = ()
    target: tuple[
        Literal["tableau", "foundation", "cell", "stock", "waste", "reserve", "pyramid", "nowhere"], ...
    ] = ()
    cards: Literal["any", "one", "many"] = "any"
    text: str = ""
    key: str = ""

    def __post_init__(self) -> None:
        if (self.do in ("key", "click_key")) != bool(self.key):
            raise InputError(f"key is {quote(self.key)}", expected="a key where do is key or click_key only")
        if self.key:
            _check_key("key", self.key)

    def fits(self, game: str, source: str, target: str, cards: int, text: str) -> bool:
        """Is it for this move of so many cards between piles of these roles? ``target`` may be nowhere."""
        return (
            (not self.games or game in self.games)
            and (not self.source or source in self.source)
            and (not self.target or target in self.target)
            and (self.cards == "any" or (self.cards == "one") == (cards == 1))
            and (not self.text or fnmatchcase(text, self.text))
        )


@dataclass(frozen=True, slots=True)
class Dialog:
    """A window of the program's own that may come up. ``title`` is a part of its title, or empty for one that
    has none. ``means`` is what it tells, ``key`` what makes it go away."""

    title: str
    means: Literal["won", "lost", "notice", "question"]
    key: str = "esc"

    def __post_init__(self) -> None:
        _check_key("key", self.key)

    def fits(self, title: str) -> bool:
        """Is a window with this title such a dialog? Case does not matter."""
        return self.title.casefold() in title.casefold() if self.title else not title


@dataclass(frozen=True, slots=True)
class Keys:
    """Keys for other things than moves; empty where there is none."""

    undo: str = ""
    erase: str = ""  # takes a mark from the square that was clicked
    home: str = ""  # sends complete runs home, in a program that may not do so by itself

    def __post_init__(self) -> None:
        for name in ("undo", "erase", "home"):
            if getattr(self, name):
                _check_key(name, getattr(self, name))


@dataclass(frozen=True, slots=True)
class MarkKey:
    """The key that puts a mark, by its letter in a Scene's grid, on the square that was clicked."""

    letter: str
    key: str

    def __post_init__(self) -> None:
        _check_key("key", self.key)


@dataclass(frozen=True, slots=True)
class Settle:
    """When the program is done with a move, in seconds: nothing on the table has changed for ``still``, and
    nothing is waited for longer than ``longest``. A click that did nothing for ``deaf`` seconds was lost."""

    still: float = 0.15
    longest: float = 3.0
    deaf: float = 1.0

    def __post_init__(self) -> None:
        for name in ("still", "longest", "deaf"):
            if not 0 < getattr(self, name) <= 60:
                raise InputError(f"{name} is {getattr(self, name):g}", expected="seconds, to 60")


@dataclass(frozen=True, slots=True)
class Action:
    """What hands do, at places of a window's picture, in pixels."""

    do: Deed
    start: tuple[float, float] | None = None
    end: tuple[float, float] | None = None
    key: str = ""

    def perform(self, pointer: Pointer, window: Window) -> None:
        """Does it in a window, wherever that is now; TakenOverError if the user takes over."""
        start = None if self.start is None else window.on_screen(*self.start)
        end = None if self.end is None else window.on_screen(*self.end)
        if start is not None:
            if self.do == "drag" and end is not None:
                pointer.drag(start, end)
            elif self.do == "double_click":
                pointer.double_click(*start)
            elif self.do == "right_click":
                pointer.right_click(*start)
            else:
                pointer.click(*start)
        if self.do == "click_both" and end is not None:
            pointer.click(*end)
        if self.key:
            pointer.key(self.key)


@dataclass(frozen=True, slots=True)
class Profile:
    """All that is known of a program. ``tested`` says with which version it was tried; empty means never."""

    name: str
    program: str
    window: WindowHints
    game: tuple[GameHints, ...]
    gesture: tuple[Gesture, ...] = ()
    mark: tuple[MarkKey, ...] = ()
    dialog: tuple[Dialog, ...] = ()
    keys: Keys = Keys()
    settle: Settle = Settle()
    tested: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        if not self.game:
            raise InputError("game is empty", expected="at least one [[game]]")
        if not self.gesture and not self.mark:
            raise InputError(
                "gesture is empty, and mark too", expected="at least one [[gesture]] or [[mark]]"
            )

    @classmethod
    def load(cls, name: str) -> Profile:
        """The profile of this name, or in this file (a name that ends with ``.toml``).

        Raises:
            InputError: there is none, or it is wrong: with the line and the key.
        """
        if name.endswith(".toml"):
            return cls.parse(_read(Path(name)), source=name)
        own = own_profiles() / f"{name}.toml"
        if name in _names_in(own_profiles()):
            return cls.parse(_read(own), source=str(own))
        if name not in profile_names():
            raise InputError(
                f"no profile is called {quote(name)}",
                expected="one of " + ", ".join(profile_names()) + ", or a .toml file",
                mend="make one with: winnable screen calibrate",
            )
        text = (resources.files("winnable.screen") / "profiles" / f"{name}.toml").read_text(encoding="utf-8")
        return cls.parse(text, source=f"{name}.toml")

    @classmethod
    def parse(cls, text: str, source: str | None = None) -> Profile:
        """The profile that a TOML text is; InputError with the line and the key of what is wrong."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as why:
            raise toml_error(str(why), source) from None
        try:
            return from_data(cls, data, name="profile")
        except InputError as error:
            mend = InputError(
                error.what.removeprefix("profile.").removeprefix("profile "),
                expected=error.expected,
                mend=error.mend,
            )
            raise mend.at(source=source, line=line_of(error.what, text)) from None

    def toml(self) -> str:
        """The profile as a TOML text, which ``parse`` reads."""
        return toml_text(to_data(self))

    def hints(self, game: str) -> GameHints:
        """What is known of a game; InputError if the program does not have it."""
        for hints in self.game:
            if hints.name == game:
                return hints
        raise InputError(
            f"{self.program} has no {quote(game)}, says its profile",
            expected="one of " + ", ".join(hints.name for hints in self.game),
        )

    def is_of(self, window: Window) -> bool:
        """Is it a window of this program, by title and process? The process may be unknown to the system."""
        title, process = window.title.casefold(), window.process.casefold()
        by_title = not self.window.titles or any(part.casefold() in title for part in self.window.titles)
        named = not self.window.processes or not process
        return by_title and (named or process in [name.casefold() for name in self.window.processes])

    def dialogs(self, window: Window) -> list[tuple[Window, Dialog | None]]:
        """The windows that the program has besides its own, each with what is known of it."""
        return [
            (other, next((dialog for dialog in self.dialog if dialog.fits(other.title)), None))
            for other in window.siblings()
        ]

    def action(self, move: TableMove, scene: Scene, table: SeenTable) -> Action:
        """How a move of a scene is made by hand where the table lies as was seen.

        Raises:
            InputError: no gesture is for such a move, or a pile or card of it was not seen.
        """
        source = scene.pile(move.source)
        target = scene.pile(move.target).role if move.target else "nowhere"
        cards = len(source.cards) - move.index
        for gesture in self.gesture:
            if gesture.fits(table.game, source.role, target, cards, move.text):
                return _aimed(gesture, move, table)
        raise InputError(
            f"the profile {self.name} has no gesture for {quote(move.text)}, from {source.role} to {target}",
            mend="add a [[gesture]] to the profile",
        )

    def mark_action(self, letter: str, x: float, y: float) -> Action:
        """How a mark is put on the square whose middle is this place; without a letter one is taken away."""
        keys = {mark.letter: mark.key for mark in self.mark} | {"": self.keys.erase}
        key = keys.get(letter, "")
        if not key:
            raise InputError(
                f"the profile {self.name} has no key for {quote(letter or 'nothing')}",
                mend="add a [[mark]] to the profile" if letter else "add erase to its [keys]",
            )
        return Action("click_key", (x, y), key=key)


def own_profiles() -> Path:
    """The folder with the user's own profiles; it need not be there."""
    from platformdirs import user_config_path

    return user_config_path("winnable") / "profiles"


def profile_names() -> tuple[str, ...]:
    """All profiles, the user's own and those that are shipped."""
    shipped = resources.files("winnable.screen") / "profiles"
    names = {entry.name.removesuffix(".toml") for entry in shipped.iterdir() if entry.name.endswith(".toml")}
    return tuple(sorted(names | _names_in(own_profiles())))


def _names_in(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.toml")}


def _aimed(gesture: Gesture, move: TableMove, table: SeenTable) -> Action:
    """Where a gesture takes hold, and where it lets go.

    Hold is taken in the middle of what is seen of the card. A card that is dragged goes so far that it lies
    just on the last card of the target: so the pointer as well as most of the card are there, whichever of
    the two the program looks at.
    """
    if gesture.do == "key":
        return Action("key", key=gesture.key)
    first, second = (move.source, move.index), (move.target, -1)
    if gesture.do == "drag_back" and move.target:
        first, second = second, first
    if gesture.do not in ("drag", "drag_back", "click_both") or not move.target:
        return Action(gesture.do, _place(*first, table)[1], key=gesture.key)
    (held, start), (there, middle) = _place(*first, table), _place(*second, table)
    if gesture.do == "click_both":
        return Action("click_both", start, middle)
    return Action("drag", start, (start[0] + there[0] - held[0], start[1] + there[1] - held[1]))


def _place(name: str, index: int, table: SeenTable) -> tuple[tuple[float, float], tuple[float, float]]:
    """The corner of a pile's card, -1 for the last, and the middle of what is seen of it; or of its place."""
    pile: SeenPile | None = next((pile for pile in table.piles if pile.name == name), None)
    if pile is None:
        raise InputError(f"the pile {quote(name)} was not seen", mend="show the whole table, and look again")
    if not pile.cards:
        return (pile.box.left, pile.box.top), pile.box.middle
    # Of a pile that is no fan only the last card is seen.
    card = pile.cards[index] if index < len(pile.cards) else pile.cards[-1]
    return (card.box.left, card.box.top), card.visible.middle


def _check_key(name: str, key: str) -> None:
    try:
        checked_key(key)
    except InputError as error:
        raise InputError(f"{name} is {quote(key)}: {error.what}", expected=error.expected) from None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as why:
        reason = why.strerror if isinstance(why, OSError) else "it is not UTF-8"
        raise InputError(f"cannot be read: {reason}", source=str(path)) from None
