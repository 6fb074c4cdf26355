"""The hands: a pointer that moves at a person's pace, and gives way to the person.

``Pointer`` is what players use; ``DrivenPointer`` turns it into presses and small steps of a ``Device``,
which is the mouse and keyboard of X11, or pynput's on other systems. A ``Watch`` is told of every movement
of the mouse and every key, and knows which of them did not come from here; from then on no step is made:
``TakenOverError``.
"""

from __future__ import annotations

import math
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from winnable.errors import InputError, quote

__all__ = [
    "HUMANE",
    "QUICK",
    "Device",
    "DrivenPointer",
    "Pace",
    "Pointer",
    "TakenOverError",
    "Watch",
    "checked_key",
    "open_pointer",
]

_STRAY = 4  # units that the mouse may be off before somebody is thought to have moved it
_LATE = 2.0  # seconds after which what we did can no longer be what is heard

_MODIFIERS = ("ctrl", "shift", "alt", "cmd")
_NAMED_KEYS = (
    *_MODIFIERS, "enter", "esc", "space", "tab", "backspace", "delete", "home", "end", "up", "down", "left",
    "right", "page_up", "page_down", *(f"f{n}" for n in range(1, 13)),
)  # fmt: skip


class TakenOverError(Exception):
    """The user has moved the mouse or pressed a key: the hands have stopped. The text says which."""


class Pointer(Protocol):
    """What hands can do. Places are those of the screen (``Window.on_screen``).

    Everything raises TakenOverError once the user has taken over.
    """

    def move(self, x: float, y: float) -> None:
        """Brings the pointer to a place."""
        ...

    def click(self, x: float, y: float, button: str = "left") -> None:
        """Clicks on a place; ``button`` is left, middle or right."""
        ...

    def double_click(self, x: float, y: float) -> None:
        """Clicks twice on a place with the left button."""
        ...

    def right_click(self, x: float, y: float) -> None:
        """Clicks on a place with the right button."""
        ...

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Takes hold at one place and lets go at another."""
        ...

    def key(self, text: str) -> None:
        """Presses a key or several at once: ``z``, ``enter``, ``ctrl+z``."""
        ...


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast hands go, in seconds.

    A way of ``d`` units takes ``reach + slope * log2(1 + d / 40)``, as Fitts found for aimed movements
    (1954), and starts and ends slowly, with the least jerk, as Flash and Hogan found for hands (1985).
    """

    reach: float
    slope: float
    step: float  # between two steps on the way
    hold: float  # a button or key is held down
    rest: float  # before the next thing is done

    def way(self, distance: float) -> float:
        """The seconds that a way takes."""
        return self.reach + self.slope * math.log2(1 + distance / 40)


HUMANE = Pace(reach=0.08, slope=0.07, step=0.012, hold=0.05, rest=0.12)
QUICK = Pace(reach=0.02, slope=0.012, step=0.008, hold=0.02, rest=0.02)


class Device(Protocol):
    """The mouse and keyboard of a system: single presses, without any waiting."""

    def place(self) -> tuple[float, float]:
        """Where the mouse is on the screen."""
        ...

    def put(self, x: float, y: float) -> None:
        """Brings the mouse to a place at once."""
        ...

    def press(self, button: str) -> None:
        """Presses a button, ``left``, ``middle`` or ``right``, and holds it."""
        ...

    def release(self, button: str) -> None:
        """Lets a button go."""
        ...

    def key_down(self, key: str) -> None:
        """Presses one key, named as in ``Pointer.key``, and holds it."""
        ...

    def key_up(self, key: str) -> None:
        """Lets a key go."""
        ...


class Watch:
    """Hears what the mouse and the keyboard do, and tells the user's doings from ours.

    Ours are announced before they are done; whatever else is heard is the user's. Small jolts of the mouse
    are let pass. One may ``take_over`` by hand, which a test or a Stop button does.
    """

    def __init__(self) -> None:
        self.reason = ""
        self._stopped = threading.Event()
        self._guard = threading.Lock()
        self._ways: deque[tuple[float, float, float]] = deque()  # until when, x, y
        self._last: tuple[float, float] | None = None
        self._presses: dict[str, deque[float]] = {"button": deque(), "key": deque()}

    @property
    def taken_over(self) -> bool:
        """Has the user taken over since the start, or since ``again``?"""
        return self._stopped.is_set()

    def take_over(self, reason: str) -> None:
        """Stops the hands; the first reason is kept."""
        with self._guard:
            self.reason = self.reason or reason
            self._stopped.set()

    def check(self) -> None:
        """Raises TakenOverError if the user has taken over."""
        if self.taken_over:
            raise TakenOverError(self.reason)

    def wait(self, seconds: float) -> None:
        """Waits, but no longer than until the user takes over, which is a TakenOverError."""
        self._stopped.wait(seconds)
        self.check()

    def again(self) -> None:
        """Forgets that the user took over, as when asked to go on."""
        with self._guard:
            self.reason = ""
            self._last = None
            self._ways.clear()
            self._stopped.clear()

    # --- what we do ------------------------------------------------------------------------------------

    def found_at(self, x: float, y: float) -> None:
        """The mouse is there, and nobody has moved it yet."""
        with self._guard:
            self._last = (x, y)

    def will_move(self, x: float, y: float) -> None:
        """Announces that the mouse is about to be put at a place."""
        with self._guard:
            self._ways.append((time.monotonic() + _LATE, x, y))

    def will_press(self, what: str) -> None:
        """``what`` is button or key."""
        with self._guard:
            self._presses[what].append(time.monotonic() + _LATE)

    # --- what is heard ---------------------------------------------------------------------------------

    def moved(self, x: float, y: float) -> None:
        """The mouse is there now."""
        with self._guard:
            ours = self._is_ours(x, y)
        if not ours:
            self.take_over("you moved the mouse")

    def pressed(self, what: str) -> None:
        """A button or a key went down."""
        with self._guard:
            ours = self._presses[what]
            while ours and ours[0] < time.monotonic():
                ours.popleft()
            if ours:
                ours.popleft()
                return
        self.take_over("you pressed a key" if what == "key" else "you pressed a button of the mouse")

    def _is_ours(self, x: float, y: float) -> bool:
        """Is the mouse where we put it, or still where it was?"""
        while self._ways and self._ways[0][0] < time.monotonic():
            self._last = self._ways.popleft()[1:]
        for i, (_, there_x, there_y) in enumerate(self._ways):
            if _near(x, y, there_x, there_y):
                for _ in range(i + 1):
                    self._last = self._ways.popleft()[1:]
                return True
        return self._last is None or _near(x, y, *self._last)


class DrivenPointer:
    """A pointer made of a device's small steps, at a pace. With a watch it stops where it is as soon as the
    user takes over; a button or key that was held is let go first."""

    def __init__(self, device: Device, pace: Pace = HUMANE, watch: Watch | None = None) -> None:
        self.device = device
        self.pace = pace
        self.watch = watch or Watch()
        self._left_at: tuple[float, float] | None = None

    def move(self, x: float, y: float) -> None:
        start_x, start_y = self._found()
        distance = math.hypot(x - start_x, y - start_y)
        if distance:
            steps = max(2, round(self.pace.way(distance) / self.pace.step))
            for i in range(1, steps + 1):
                part = _smooth(i / steps)
                self._put(start_x + (x - start_x) * part, start_y + (y - start_y) * part)
                self.watch.wait(self.pace.step)

    def click(self, x: float, y: float, button: str = "left") -> None:
        if button not in ("left", "middle", "right"):
            raise InputError(f"no button of the mouse is {quote(button)}", expected="left, middle or right")
        self.move(x, y)
        self._press(button)
        self.watch.wait(self.pace.rest)

    def double_click(self, x: float, y: float) -> None:
        self.move(x, y)
        self._press("left")
        self.watch.wait(self.pace.hold)
        self._press("left")
        self.watch.wait(self.pace.rest)

    def right_click(self, x: float, y: float) -> None:
        self.click(x, y, "right")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.move(*start)
        with self._held("left"):
            self.watch.wait(self.pace.hold)
            self.move(*end)
            self.watch.wait(self.pace.hold)
        self.watch.wait(self.pace.rest)

    def key(self, text: str) -> None:
        keys = checked_key(text)
        self.watch.check()
        down: list[str] = []
        try:
            for key in keys:
                self.watch.will_press("key")
                self.device.key_down(key)
                down.append(key)
            self.watch.wait(self.pace.hold)
        finally:
            for key in reversed(down):
                self.device.key_up(key)
        self.watch.wait(self.pace.rest)

    def _press(self, button: str) -> None:
        with self._held(button):
            self.watch.wait(self.pace.hold)

    @contextmanager
    def _held(self, button: str) -> Iterator[None]:
        """A button held down, and let go whatever happens."""
        self.watch.check()
        self.watch.will_press("button")
        self.device.press(button)
        try:
            yield
        finally:
            self.device.release(button)

    def _put(self, x: float, y: float) -> None:
        # Devices know whole units, and what is heard is held against what was announced.
        whole = float(round(x)), float(round(y))
        self._found()
        self.watch.will_move(*whole)
        self.device.put(*whole)
        self._left_at = whole

    def _found(self) -> tuple[float, float]:
        """Where the pointer is, which must be where we left it."""
        self.watch.check()
        here = self.device.place()
        if self._left_at is None:
            self._left_at = here
            self.watch.found_at(*here)
        elif not _near(*here, *self._left_at):
            self.watch.take_over("you moved the mouse")
        self.watch.check()
        return here

    def again(self) -> None:
        """Goes on from wherever the mouse is now, after the user has taken over and given back."""
        self._left_at = None
        self.watch.again()


@contextmanager
def open_pointer(pace: Pace = HUMANE) -> Iterator[DrivenPointer]:
    """The pointer of this system, with a watch that listens for as long as the block runs.

    Raises:
        InputError: there is no screen, a package is missing, or the system does not allow it.
    """
    watch = Watch()
    if sys.platform in ("win32", "darwin"):
        from winnable.screen.pynput_hands import PynputDevice, heard_by_pynput

        with heard_by_pynput(watch):
            yield DrivenPointer(PynputDevice(), pace, watch)
        return
    from winnable.screen.x11_hands import XtestDevice, listening

    device = XtestDevice()
    try:
        with listening(watch):
            yield DrivenPointer(device, pace, watch)
    finally:
        device.close()


def checked_key(text: str) -> tuple[str, ...]:
    """The keys that ``ctrl+shift+z`` names, in the order in which they go down.

    Raises:
        InputError: a name that is none.
    """
    keys = tuple(text.lower().split("+")) if len(text) > 1 else (text,)
    if len(text) == 1 and text.isupper():
        keys = "shift", text.lower()
    for key in keys:
        if key not in _NAMED_KEYS and not (len(key) == 1 and key.isprintable() and not key.isspace()):
            raise InputError(
                f"no key is called {quote(key)}",
                expected="a character, or one of " + ", ".join(_NAMED_KEYS) + "; several joined by +",
            )
    return keys


def _smooth(part: float) -> float:
    """How much of the way is done after this part of the time, by the least jerk."""
    return part**3 * (10 - 15 * part + 6 * part**2)


def _near(x: float, y: float, there_x: float, there_y: float) -> bool:
    return math.hypot(x - there_x, y - there_y) <= _STRAY
