"""Mouse and keyboard through pynput: on Windows and macOS.

Written from its documentation and tried with a stand-in alone: it has not run on either system yet. X11 has
hands of its own, for there pynput sends some keys in a way that programs may ignore, and its listeners end
only with the next event.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from winnable.errors import InputError

if TYPE_CHECKING:
    from winnable.screen.pointer import Watch

__all__ = ["PynputDevice", "heard_by_pynput", "imported_pynput"]


class PynputDevice:
    """The mouse and keyboard. ``pynput`` is the package, or what stands in for it.

    Raises:
        InputError: the package is missing, there is no screen, or the system does not allow it.
    """

    def __init__(self, pynput: Any = None) -> None:
        self._pynput = pynput or imported_pynput()
        self._mouse = self._pynput.mouse.Controller()
        self._keyboard = self._pynput.keyboard.Controller()

    def place(self) -> tuple[float, float]:
        x, y = self._mouse.position
        return float(x), float(y)

    def put(self, x: float, y: float) -> None:
        self._mouse.position = (round(x), round(y))

    def press(self, button: str) -> None:
        self._mouse.press(getattr(self._pynput.mouse.Button, button))

    def release(self, button: str) -> None:
        self._mouse.release(getattr(self._pynput.mouse.Button, button))

    def key_down(self, key: str) -> None:
        self._keyboard.press(self._key(key))

    def key_up(self, key: str) -> None:
        self._keyboard.release(self._key(key))

    def _key(self, key: str) -> Any:
        return key if len(key) == 1 else getattr(self._pynput.keyboard.Key, key)


@contextmanager
def heard_by_pynput(watch: Watch, pynput: Any = None) -> Iterator[None]:
    """Tells a watch of everything that the mouse and the keyboard do, as long as the block runs."""
    pynput = pynput or imported_pynput()
    listeners = (
        pynput.mouse.Listener(
            on_move=lambda x, y, *_: watch.moved(x, y),
            on_click=lambda x, y, button, down, *_: watch.pressed("button") if down else None,
            on_scroll=lambda *_: watch.take_over("you turned the wheel of the mouse"),
        ),
        pynput.keyboard.Listener(on_press=lambda *_: watch.pressed("key")),
    )
    try:
        for listener in listeners:
            listener.start()
            listener.wait()
        yield
    finally:
        for listener in listeners:
            listener.stop()


def imported_pynput() -> Any:
    """The package pynput; InputError where it is missing, there is no screen, or the system refuses it."""
    try:
        import pynput
    except ImportError as why:
        # pynput itself refuses to be imported without a screen.
        if getattr(why, "name", None) == "pynput":
            raise InputError(
                "the hands need the package pynput", mend="install it: pip install 'winnable[automate]'"
            ) from None
        raise InputError(
            "there is no mouse to move: no display", mend="set DISPLAY, such as DISPLAY=:0, or read a picture"
        ) from None
    if not getattr(pynput.mouse.Listener, "IS_TRUSTED", True):
        raise InputError(
            "the system does not let this program move the mouse",
            mend="allow your terminal under Privacy & Security, Accessibility, and start it again",
        )
    return pynput
