"""Windows of other programs: found by title, process or a click, and looked at.

Places on the screen are in the units in which the pointer moves; a picture may have more pixels than that
(``Window.scale``). A window is looked at without its frame, and knows itself where it lies just now: nothing
here remembers a place or a size from one look to the next.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from winnable.errors import InputError, quote

if TYPE_CHECKING:
    from winnable.screen.seen import Box, Picture

__all__ = [
    "Desktop",
    "Window",
    "WindowState",
    "clicked_window",
    "find_windows",
    "one_window",
    "open_desktop",
]

WindowState: TypeAlias = Literal["shown", "minimised", "closed"]

_MOST_NAMED = 6  # windows that an error lists


class Window(ABC):
    """A window of another program. Two of them are equal if they are the same window."""

    @property
    @abstractmethod
    def number(self) -> int:
        """What the system calls the window."""

    @property
    @abstractmethod
    def title(self) -> str:
        """The title as it is now; empty if the window has none or is closed."""

    @property
    @abstractmethod
    def process(self) -> str:
        """The name of the program, such as ``kpat``; empty where the system does not tell it."""

    @property
    @abstractmethod
    def process_number(self) -> int | None:
        """The number of the process, where the system tells it."""

    @property
    @abstractmethod
    def box(self) -> Box:
        """Where the window lies on the screen now, without its frame; InputError if it is closed."""

    @property
    @abstractmethod
    def state(self) -> WindowState:
        """``minimised`` is also said of a window on a desktop that is not the one shown."""

    @property
    def scale(self) -> float:
        """Pixels of a picture in one unit of the screen: 2 on some screens of Macs, else 1."""
        return 1.0

    @abstractmethod
    def look(self) -> Picture:
        """What the screen shows at the window's place, of shape (height, width, 3), RGB.

        Raises:
            InputError: the window is closed, minimised, or lies partly outside the screen. What lies on it
                is in the picture: ``check_clear`` refuses that.
        """

    @abstractmethod
    def covered_by(self) -> list[Window]:
        """The windows that lie on this one, topmost first; tooltips and menus among them."""

    @abstractmethod
    def siblings(self) -> list[Window]:
        """The other windows of the same program that are shown: its dialogs."""

    @abstractmethod
    def bring_forward(self) -> None:
        """Puts the window on top, with the keyboard; a system may refuse it, which is not an error here."""

    def check_shown(self) -> None:
        """Raises InputError, with the mend, if the window is closed or minimised."""
        state = self.state
        if state == "closed":
            raise InputError(f"the window {quote(self.title)} is closed", mend="open the game again")
        if state == "minimised":
            raise InputError(
                f"the window {quote(self.title)} is minimised or on another desktop", mend="bring it back"
            )

    def check_clear(self) -> None:
        """Raises InputError, with the mend, unless the whole window is to be seen."""
        self.check_shown()
        covers = self.covered_by()
        if covers:
            raise InputError(
                f"the window {quote(self.title)} is partly covered by {_named(covers)}",
                expected="a window of which everything is seen",
                mend="put the game on top, or move what covers it",
            )

    def on_screen(self, x: float, y: float) -> tuple[float, float]:
        """Where a place in this window's picture is on the screen, as pointers need it."""
        box = self.box
        return box.left + x / self.scale, box.top + y / self.scale

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Window) and self.number == other.number

    def __hash__(self) -> int:
        return hash(self.number)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.number} {self.title!r} of {self.process or 'some program'}>"


class Desktop(Protocol):
    """The screen with all its windows."""

    def windows(self) -> list[Window]:
        """Every window of a program, minimised ones too, without menus and tooltips."""
        ...

    def window_at(self, x: float, y: float) -> Window | None:
        """The topmost window at a place of the screen."""
        ...

    def wait_for_click(self, seconds: float) -> tuple[float, float] | None:
        """Where the user clicks next; None if that does not happen in so many seconds."""
        ...


def open_desktop() -> Desktop:
    """The desktop of the system that this runs on; InputError if there is none or a package is missing."""
    if sys.platform in ("win32", "darwin"):
        from winnable.screen.other_systems import OtherDesktop

        return OtherDesktop()
    from winnable.screen.x11 import X11Desktop

    return X11Desktop()


def find_windows(title: str = "", process: str | int = "", *, desktop: Desktop | None = None) -> list[Window]:
    """All windows with ``title`` in their title, whatever the case, that are of a process with this name or
    number. Without either, all windows.
    """
    return [
        window
        for window in (desktop or open_desktop()).windows()
        if title.casefold() in window.title.casefold() and _is_of(window, process)
    ]


def one_window(title: str = "", process: str | int = "", *, desktop: Desktop | None = None) -> Window:
    """The one window that ``find_windows`` finds.

    Raises:
        InputError: there is none, or more than one, or it is minimised.
    """
    desktop = desktop or open_desktop()
    found = find_windows(title, process, desktop=desktop)
    if not found:
        others = [window for window in desktop.windows() if window.title]
        raise InputError(
            f"no window {_asked(title, process)}",
            expected=f"one of {_named(others)}" if others else "a window on this screen; there is none",
            mend="start the game, or name its window as it is titled",
        )
    shown = [window for window in found if window.state == "shown"] or found
    if len(shown) > 1:
        raise InputError(
            f"{len(shown)} windows {_asked(title, process)}: {_named(shown)}",
            expected="one",
            mend="close the others, or name more of the title, or the number of the process",
        )
    shown[0].check_shown()
    return shown[0]


def clicked_window(seconds: float = 30.0, *, desktop: Desktop | None = None) -> Window:
    """The window that the user clicks on next; InputError if there is no click in so many seconds, or one on
    no window."""
    desktop = desktop or open_desktop()
    place = desktop.wait_for_click(seconds)
    if place is None:
        raise InputError(f"no click in {seconds:g} seconds", mend="try again, and click on the game's window")
    window = desktop.window_at(*place)
    if window is None:
        raise InputError("the click was on no window", mend="try again, and click on the game's window")
    return window


def _is_of(window: Window, process: str | int) -> bool:
    if isinstance(process, int) or process.isdecimal():
        return window.process_number == int(process)
    return not process or window.process.casefold() == process.casefold()


def _asked(title: str, process: str | int) -> str:
    """What was asked for, after "no window" or "2 windows"."""
    asked = [f"with {quote(title)} in the title"] if title else []
    if process != "":
        asked.append(f"of the process {quote(str(process))}")
    return " ".join(asked) or "of any program"


def _named(windows: Sequence[Window]) -> str:
    """Their titles in quotes, the first few of them."""
    names = [quote(window.title) if window.title else "one without a title" for window in windows]
    more = len(names) - _MOST_NAMED
    return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
