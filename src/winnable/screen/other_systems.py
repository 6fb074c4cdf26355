"""Windows on Windows and macOS, behind the same interface: PyWinCtl finds them, mss takes pictures.

Written from the documentation of these packages and tried with stand-ins for them alone: it has not run on
either system yet. What is known to differ there is said where it is: docs/howto/windows.md.
"""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, Any

from winnable.errors import InputError, quote
from winnable.screen.pynput_hands import imported_pynput
from winnable.screen.seen import Box
from winnable.screen.window import Window, WindowState

if TYPE_CHECKING:
    from winnable.screen.seen import Picture

__all__ = ["OtherDesktop", "OtherWindow"]

# The top window is asked for at so many places across and down: a cover that lies between them is missed.
_PROBES = 6


class OtherDesktop:
    """The desktop of Windows or macOS.

    Args:
        windows: the module ``pywinctl``, or what stands in for it.
        camera: what takes pictures of the screen: ``mss.MSS()``.

    Raises:
        InputError: a package is missing, or the system lets no pictures of the screen be taken.
    """

    def __init__(self, windows: Any = None, camera: Any = None) -> None:
        # mss first: on Windows it makes this process see true pixels, which the places of windows must be in.
        self.camera = _camera() if camera is None else camera
        self.control = _control() if windows is None else windows

    def windows(self) -> list[Window]:
        return [OtherWindow(self, handle) for handle in self.control.getAllWindows()]

    def window_at(self, x: float, y: float) -> Window | None:
        handle = self.control.getTopWindowAt(round(x), round(y))
        return None if handle is None else OtherWindow(self, handle)

    def wait_for_click(self, seconds: float) -> tuple[float, float] | None:
        clicks: list[tuple[float, float]] = []
        clicked = threading.Event()

        def on_click(x: float, y: float, button: object, down: bool, *_: object) -> None:
            if down:
                clicks.append((float(x), float(y)))
                clicked.set()

        listener = imported_pynput().mouse.Listener(on_click=on_click)
        listener.start()
        clicked.wait(seconds)
        listener.stop()
        return clicks[0] if clicks else None


class OtherWindow(Window):
    """A window as PyWinCtl has it."""

    def __init__(self, desktop: OtherDesktop, handle: Any) -> None:
        self.desktop = desktop
        self.handle = handle
        self._scale = 1.0

    @property
    def number(self) -> int:
        handle = self.handle.getHandle()
        # On macOS a window is known by its program and title.
        return handle if isinstance(handle, int) else hash(handle)

    @property
    def title(self) -> str:
        return str(self.handle.title or "") if self.handle.isAlive else ""

    @property
    def process(self) -> str:
        return str(self.handle.getAppName() or "").removesuffix(".exe")

    @property
    def process_number(self) -> int | None:
        number = self.handle.getPID()
        return None if number is None else int(number)

    @property
    def box(self) -> Box:
        if not self.handle.isAlive:
            raise InputError("the window is closed", mend="open the game again")
        frame = self.handle.getClientFrame()
        return Box(frame.left, frame.top, frame.right - frame.left, frame.bottom - frame.top)

    @property
    def state(self) -> WindowState:
        if not self.handle.isAlive:
            return "closed"
        return "minimised" if self.handle.isMinimized or not self.handle.visible else "shown"

    @property
    def scale(self) -> float:
        """As at the last look; before the first it is 1."""
        return self._scale

    def look(self) -> Picture:
        import numpy as np

        self.check_shown()
        box, screen = self.box, self.desktop.camera.monitors[0]
        right, bottom = screen["left"] + screen["width"], screen["top"] + screen["height"]
        if box.left < screen["left"] or box.top < screen["top"] or box.right > right or box.bottom > bottom:
            raise InputError(
                f"the window {quote(self.title)} lies partly outside the screen",
                mend="move it until all of it is seen",
            )
        area = {key: round(getattr(box, key)) for key in ("left", "top", "width", "height")}
        shot = self.desktop.camera.grab(area)
        self._scale = shot.width / area["width"]
        rows = np.frombuffer(shot.bgra, dtype=np.uint8).reshape(shot.height, shot.width, 4)
        return np.ascontiguousarray(rows[:, :, 2::-1])

    def covered_by(self) -> list[Window]:
        """As found at some places of it. On macOS none is ever found: which window is on top is not told
        there."""
        if sys.platform == "darwin":
            return []
        box = self.box
        found: list[Window] = []
        for row in range(_PROBES):
            for column in range(_PROBES):
                x = box.left + box.width * (column + 0.5) / _PROBES
                y = box.top + box.height * (row + 0.5) / _PROBES
                window = self.desktop.window_at(x, y)
                if window is not None and window != self and window not in found:
                    found.append(window)
        return found

    def siblings(self) -> list[Window]:
        number = self.process_number
        return [
            window
            for window in self.desktop.windows()
            if number is not None
            and window != self
            and window.process_number == number
            and window.state == "shown"
        ]

    def bring_forward(self) -> None:
        self.handle.activate(wait=True)


def _control() -> Any:
    try:
        import pywinctl
    except ImportError:
        raise InputError(
            "windows need the package pywinctl", mend="install it: pip install 'winnable[automate]'"
        ) from None
    return pywinctl


def _camera() -> Any:
    try:
        from mss import MSS, ScreenShotError
    except ImportError:
        raise InputError(
            "looking at windows needs the package mss", mend="install it: pip install 'winnable[automate]'"
        ) from None
    try:
        return MSS()
    except ScreenShotError as why:
        raise InputError(
            f"no picture of the screen can be taken: {why}", mend="allow your terminal to record the screen"
        ) from None
