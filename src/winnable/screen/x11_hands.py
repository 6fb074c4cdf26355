"""Mouse and keyboard under X11: XTEST moves and presses, RECORD hears everything that is moved and
pressed."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from winnable.errors import InputError, quote
from winnable.screen.x11_display import open_display

if TYPE_CHECKING:
    from winnable.screen.pointer import Watch

__all__ = ["XtestDevice", "listening"]

_BUTTONS = {"left": 1, "middle": 2, "right": 3}
# X's names of the keys whose names differ from ours.
_KEYS = {
    "ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L", "cmd": "Super_L", "enter": "Return",
    "esc": "Escape", "tab": "Tab", "backspace": "BackSpace", "delete": "Delete", "home": "Home", "end": "End",
    "up": "Up", "down": "Down", "left": "Left", "right": "Right", "page_up": "Prior", "page_down": "Next",
    **{f"f{n}": f"F{n}" for n in range(1, 13)},
}  # fmt: skip


class XtestDevice:
    """The mouse and keyboard of a display, by default that of the environment.

    Raises:
        InputError: there is no display, or it does not let programs press keys.
    """

    def __init__(self, name: str | None = None) -> None:
        self.display = open_display(os.environ.get("DISPLAY", "") if name is None else name)
        if not self.display.has_extension("XTEST"):
            self.display.close()
            raise InputError("this display does not let programs move the mouse", mend="turn on XTEST")
        self.root = self.display.screen().root

    def close(self) -> None:
        """Ends the connection."""
        self.display.close()

    def place(self) -> tuple[float, float]:
        found = self.root.query_pointer()
        return float(found.root_x), float(found.root_y)

    def put(self, x: float, y: float) -> None:
        from Xlib import X

        self._send(X.MotionNotify, x=round(x), y=round(y))

    def press(self, button: str) -> None:
        from Xlib import X

        self._send(X.ButtonPress, _BUTTONS[button])

    def release(self, button: str) -> None:
        from Xlib import X

        self._send(X.ButtonRelease, _BUTTONS[button])

    def key_down(self, key: str) -> None:
        from Xlib import X

        self._send(X.KeyPress, self._code(key))

    def key_up(self, key: str) -> None:
        from Xlib import X

        self._send(X.KeyRelease, self._code(key))

    def _send(self, event: int, detail: int = 0, x: int = 0, y: int = 0) -> None:
        from Xlib.ext import xtest

        xtest.fake_input(self.display, event, detail, x=x, y=y)
        self.display.sync()

    def _code(self, key: str) -> int:
        """The number of a key on this keyboard; InputError if it has none, or only together with another."""
        from Xlib import XK

        symbol = ord(key) if len(key) == 1 else XK.string_to_keysym(_KEYS.get(key, key))
        plain = [code for code, index in self.display.keysym_to_keycodes(symbol) if index == 0]
        if not plain:
            raise InputError(
                f"this keyboard has no key {quote(key)} of its own",
                mend="name the keys that make it, such as shift+1",
            )
        return int(plain[0])


@contextmanager
def listening(watch: Watch, name: str | None = None) -> Iterator[None]:
    """Tells a watch of everything that the mouse and the keyboard of a display do, as long as the block runs.

    It needs two connections: one is busy with what is recorded, and the other one ends that.
    """
    name = os.environ.get("DISPLAY", "") if name is None else name
    control, busy = open_display(name), open_display(name)
    try:
        if not control.has_extension("RECORD"):
            raise InputError("this display does not tell of keys that are pressed", mend="turn on RECORD")
        context = control.record_create_context(0, [_all_clients()], [_RANGE])
        control.sync()
        recorder = _Recorder(watch, busy, context)
        recorder.start()
        recorder.ready.wait()
        try:
            yield
        finally:
            recorder.ending = True
            control.record_disable_context(context)
            control.sync()
            recorder.join()
            control.record_free_context(context)
            control.sync()
    finally:
        busy.close()
        control.close()


class _Recorder(threading.Thread):
    """The thread that listens."""

    def __init__(self, watch: Watch, display: Any, context: int) -> None:
        super().__init__(name="winnable-watch", daemon=True)
        self.watch = watch
        self.display = display
        self.context = context
        self.ready = threading.Event()
        self.ending = False

    def run(self) -> None:
        from Xlib import error

        try:
            self.display.record_enable_context(self.context, self._heard)
        except (error.XError, error.ConnectionClosedError, OSError):
            self.ready.set()
        if not self.ending:
            self.watch.take_over("the mouse and keyboard can no longer be watched")

    def _heard(self, reply: Any) -> None:
        from Xlib import X
        from Xlib.ext import record
        from Xlib.protocol import rq

        if reply.category == record.StartOfData:
            self.ready.set()
        if reply.category != record.FromServer or reply.client_swapped:
            return
        data = reply.data
        while data:
            event, data = rq.EventField(None).parse_binary_value(data, self.display.display, None, None)
            if event.type == X.MotionNotify:
                self.watch.moved(event.root_x, event.root_y)
            elif event.type in (X.ButtonPress, X.KeyPress):
                self.watch.pressed("key" if event.type == X.KeyPress else "button")


def _all_clients() -> int:
    from Xlib.ext import record

    return int(record.AllClients)


# Of all that a server does: the events of devices from KeyPress (2) to MotionNotify (6).
_RANGE = {
    "core_requests": (0, 0), "core_replies": (0, 0), "ext_requests": (0, 0, 0, 0), "ext_replies": (0, 0, 0,
    0), "delivered_events": (0, 0), "device_events": (2, 6), "errors": (0, 0), "client_started": False,
    "client_died": False,
}  # fmt: skip
