"""Windows under X11, and those that XWayland shows under Wayland: python-xlib finds them, mss takes pictures.

Geometry comes from TranslateCoordinates, which is right whatever frame a window manager puts round a window.
Wayland's own windows are not on this screen at all: no program may find or see them.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from winnable.errors import InputError, quote
from winnable.screen.seen import Box
from winnable.screen.window import Window, WindowState
from winnable.screen.x11_display import open_display, program_of

if TYPE_CHECKING:
    from winnable.screen.seen import Picture

__all__ = ["X11Desktop", "X11Window"]

_DEEPEST = 4  # frames within frames that are looked into for the window of a program
_CROSS = 34  # the cross hair in X's cursor font


class X11Desktop:
    """One X display. ``name`` is such as ``:0``; by default that of the environment.

    Raises:
        InputError: there is no display, it cannot be opened, or the package is missing.
    """

    def __init__(self, name: str | None = None) -> None:
        self.name = os.environ.get("DISPLAY", "") if name is None else name
        self.display = open_display(self.name)
        self.root = self.display.screen().root
        self._camera: Any = None
        self._last: tuple[Any, bytes, Picture] | None = None  # a place, what it held, and the picture of that
        self._unmanaged: list[Any] | None = None  # the programs' windows; None: they have to be looked for
        self._is_told = False  # does the server tell when windows come and go?

    def close(self) -> None:
        """Ends the connection; windows of this desktop are of no use afterwards."""
        if self._camera is not None:
            self._camera.close()
        self.display.close()

    def windows(self) -> list[Window]:
        listed = self.value(self.root, "_NET_CLIENT_LIST")
        if listed is not None:
            found = [X11Window(self, self.display.create_resource_object("window", i)) for i in listed]
        else:
            found = [X11Window(self, window) for window in self._without_list()]
        return [window for window in found if window.state != "closed"]

    def window_at(self, x: float, y: float) -> Window | None:
        for child in reversed(self._children(self.root)):
            window = X11Window(self, child)
            if window.is_viewable() and _holds(window.box, x, y) and not window.is_scenery():
                return X11Window(self, self.client(child))
        return None

    def wait_for_click(self, seconds: float) -> tuple[float, float] | None:
        from Xlib import X

        font = self.display.open_font("cursor")
        cursor = font.create_glyph_cursor(font, _CROSS, _CROSS + 1, (0, 0, 0), (65535, 65535, 65535))
        taken = self.root.grab_pointer(
            False, X.ButtonPressMask, X.GrabModeAsync, X.GrabModeAsync, X.NONE, cursor, X.CurrentTime
        )
        if taken != X.GrabSuccess:
            raise InputError("another program holds the mouse", mend="close its menu, and try again")
        try:
            return self._next_press(time.monotonic() + seconds)
        finally:
            self.display.ungrab_pointer(X.CurrentTime)
            self.display.sync()

    def _next_press(self, until: float) -> tuple[float, float] | None:
        from Xlib import X

        while (left := until - time.monotonic()) > 0:
            if not self.display.pending_events():
                select.select([self.display], [], [], left)
                continue
            event = self.display.next_event()
            self._unmanaged = None
            if event.type == X.ButtonPress:
                return float(event.root_x), float(event.root_y)
        return None

    def client(self, window: Any, depth: int = _DEEPEST) -> Any:
        """The window of a program in a frame: the one that a window manager gave a state, else itself."""
        return next(self._clients(window, depth), window)

    def _clients(self, window: Any, depth: int) -> Iterator[Any]:
        if self.value(window, "WM_STATE") is not None:
            yield window
        elif depth:
            for child in self._children(window):
                yield from self._clients(child, depth - 1)

    def _without_list(self) -> list[Any]:
        """The windows on a screen that no window manager lists. Without any manager they are looked for only
        after the server has told that some came, went or moved: programs have hundreds of menus."""
        if self._is_managed():
            return list(self._among(self._children(self.root), _DEEPEST))
        if self._came_or_went() or self._unmanaged is None:
            self._unmanaged = [
                child for child in self._children(self.root) if not X11Window(self, child).goes_its_own_way()
            ]
        return list(self._among(self._unmanaged, 0))  # there are no frames to look into

    def _came_or_went(self) -> bool:
        """Has anything happened to windows since this was last asked?"""
        from Xlib import X

        if not self._is_told:
            self._is_told = True
            self.root.change_attributes(event_mask=X.SubstructureNotifyMask)
        self.display.sync()  # what happened before now is told by now
        happened = False
        while self.display.pending_events():
            happened = True
            self.display.next_event()
        return happened

    def _among(self, children: list[Any], depth: int) -> Iterator[Any]:
        """The programs' windows among those on the screen, in frames of so many windows in each other."""
        for child in children:
            clients = list(self._clients(child, depth))
            if clients:
                yield from clients
            elif X11Window(self, child).is_plain():
                yield child

    def _is_managed(self) -> bool:
        """Is there a window manager? Only that is asked before a window of others is shown."""
        from Xlib import X

        return bool(self.root.get_attributes().all_event_masks & X.SubstructureRedirectMask)

    def value(self, window: Any, name: str) -> Any:
        """A property of a window, None if it has none or is closed."""
        from Xlib import X, error

        with suppress(error.BadWindow):
            found = window.get_full_property(self.display.get_atom(name), X.AnyPropertyType)
            return None if found is None else found.value
        return None

    def _children(self, window: Any) -> list[Any]:
        """What lies in a window, topmost last."""
        from Xlib import error

        with suppress(error.BadWindow):
            return list(window.query_tree().children)
        return []

    def above(self, window: X11Window) -> list[X11Window]:
        """All that lies higher on the screen than a window, topmost first."""
        order = self._children(self.root)
        frame = window.frame()
        here = next((i for i, child in enumerate(order) if child.id == frame.id), len(order))
        return [X11Window(self, child) for child in reversed(order[here + 1 :])]

    def picture(self, box: Box) -> Picture:
        """What the screen shows in a box that lies on it; while that stays the same, the same object."""
        import numpy as np
        from mss import MSS

        if self._camera is None:
            self._camera = MSS(display=self.name)
        left, top, width, height = (round(n) for n in (box.left, box.top, box.width, box.height))
        shot = self._camera.grab({"left": left, "top": top, "width": width, "height": height})
        place, held = (left, top, width, height), bytes(shot.bgra)
        if self._last is None or self._last[:2] != (place, held):
            self._last = place, held, _rgb(np.frombuffer(held, dtype=np.uint8), width, height)
        return self._last[2]

    def size(self) -> tuple[int, int]:
        """Width and height of the screen, which changes when another screen is plugged in."""
        geometry = self.root.get_geometry()
        return geometry.width, geometry.height


class X11Window(Window):
    """A window under X11."""

    def __init__(self, desktop: X11Desktop, handle: Any) -> None:
        self.desktop = desktop
        self.handle = handle

    @property
    def number(self) -> int:
        return int(self.handle.id)

    @property
    def title(self) -> str:
        for name, code in (("_NET_WM_NAME", "utf-8"), ("WM_NAME", "latin-1")):
            text = self.desktop.value(self.handle, name)
            if text is not None:
                return text if isinstance(text, str) else bytes(text).decode(code, "replace")
        return ""

    @property
    def process_number(self) -> int | None:
        number = self.desktop.value(self.handle, "_NET_WM_PID")
        return int(number[0]) if number is not None and len(number) else self._owner()

    def _owner(self) -> int | None:
        """The process that holds the window, from the X server itself: some programs do not tell."""
        from Xlib import error
        from Xlib.ext import res

        with suppress(error.XError, AttributeError):
            asked = [{"client": self.handle.id, "mask": res.LocalClientPIDMask}]
            answer = self.desktop.display.res_query_client_ids(asked)
            return next((int(found.value[0]) for found in answer.ids if len(found.value)), None)
        return None

    @property
    def process(self) -> str:
        number = self.process_number
        return (program_of(number) if number is not None else "") or self._class_name()

    def _class_name(self) -> str:
        from Xlib import error

        with suppress(error.BadWindow):
            names = self.handle.get_wm_class()
            return str(names[0]) if names else ""
        return ""

    @property
    def box(self) -> Box:
        from Xlib import error

        try:
            geometry = self.handle.get_geometry()
            corner = self.desktop.root.translate_coords(self.handle, 0, 0)
        except (error.BadDrawable, error.BadWindow):
            raise InputError("the window is closed", mend="open the game again") from None
        return Box(corner.x, corner.y, geometry.width, geometry.height)

    @property
    def state(self) -> WindowState:
        from Xlib import X, error

        try:
            viewable = self.handle.get_attributes().map_state == X.IsViewable
        except error.BadWindow:
            return "closed"
        hidden = self.desktop.display.get_atom("_NET_WM_STATE_HIDDEN")
        states = self.desktop.value(self.handle, "_NET_WM_STATE")
        return "shown" if viewable and (states is None or hidden not in states) else "minimised"

    def is_viewable(self) -> bool:
        """Is it on the screen, if nothing lies on it, and more than a place for clicks?"""
        from Xlib import X, error

        with suppress(error.BadWindow, error.BadDrawable):
            attributes = self.handle.get_attributes()
            return bool(attributes.map_state == X.IsViewable and attributes.win_class == X.InputOutput)
        return False

    def is_plain(self) -> bool:
        """Is it a program's window on a screen without a manager, and not a menu or a helper of its own?"""
        shown = not self.goes_its_own_way() and self.is_viewable()
        return shown and bool(self._class_name() or self.title)

    def goes_its_own_way(self) -> bool:
        """Is no manager asked about it, as of menus? So it is of one that is closed, too."""
        from Xlib import error

        with suppress(error.BadWindow):
            return bool(self.handle.get_attributes().override_redirect)
        return True

    def is_scenery(self) -> bool:
        """Does it lie over the whole screen without being a program's window, as compositors have them?"""
        from Xlib import error

        with suppress(error.BadWindow, error.BadDrawable):
            width, height = self.desktop.size()
            geometry = self.handle.get_geometry()
            whole = geometry.width >= width and geometry.height >= height
            return whole and bool(self.handle.get_attributes().override_redirect)
        return True

    def frame(self) -> Any:
        """The window that holds this one and lies on the screen itself."""
        from Xlib import error

        window = self.handle
        with suppress(error.BadWindow):
            while (parent := window.query_tree().parent) not in (0, self.desktop.root):
                window = parent
        return window

    def look(self) -> Picture:
        self.check_shown()
        box = self.box
        width, height = self.desktop.size()
        if box.left < 0 or box.top < 0 or box.right > width or box.bottom > height:
            raise InputError(
                f"the window {quote(self.title)} lies partly outside the screen",
                mend="move it until all of it is seen",
            )
        # Under Wayland the screen as a whole is black to X11's programs, but not the windows on it.
        if self.desktop.display.has_extension("XWAYLAND"):
            return self.own_picture()
        return self.desktop.picture(box)

    def own_picture(self) -> Picture:
        """What the window holds, where the system keeps that apart from the screen."""
        import numpy as np
        from Xlib import X, error

        box = self.box
        width, height = round(box.width), round(box.height)
        try:
            image = self.handle.get_image(0, 0, width, height, X.ZPixmap, 0xFFFFFFFF)
        except (error.BadMatch, error.BadDrawable):
            raise InputError(
                f"the window {quote(self.title)} cannot be looked at", mend="bring it to the front"
            ) from None
        data = image.data if isinstance(image.data, bytes) else image.data.encode("latin-1")
        return _rgb(np.frombuffer(data, dtype=np.uint8), width, height)

    def covered_by(self) -> list[Window]:
        box = self.box
        return [
            X11Window(self.desktop, self.desktop.client(window.handle))
            for window in self.desktop.above(self)
            if window.is_viewable() and not window.is_scenery() and _overlap(window.box, box)
        ]

    def siblings(self) -> list[Window]:
        number = self.process_number
        if number is None:
            return []
        return [
            window
            for window in self.desktop.windows()
            if window != self and window.process_number == number and window.state == "shown"
        ]

    def bring_forward(self) -> None:
        from Xlib import X, error
        from Xlib.protocol import event

        failed = error.CatchError(error.BadWindow, error.BadMatch)
        display = self.desktop.display
        if self.desktop.value(self.desktop.root, "_NET_CLIENT_LIST") is not None:
            activate = display.intern_atom("_NET_ACTIVE_WINDOW")
            asked = event.ClientMessage(
                window=self.handle, client_type=activate, data=(32, [2, X.CurrentTime, 0, 0, 0])
            )
            mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
            self.desktop.root.send_event(asked, event_mask=mask, onerror=failed)
        else:
            self.handle.configure(stack_mode=X.Above, onerror=failed)
            self.handle.set_input_focus(X.RevertToParent, X.CurrentTime, onerror=failed)
        display.sync()


def _rgb(data: Any, width: int, height: int) -> Picture:
    """Rows of blue, green, red and nothing, as X11 has them, to a picture, which nobody may write to."""
    import numpy as np

    rows = data.reshape(height, -1, 4)
    picture: Picture = np.empty((height, width, 3), dtype=np.uint8)
    for i in range(3):  # a colour after the other is three times faster than all at once
        picture[..., i] = rows[:, :width, 2 - i]
    picture.flags.writeable = False
    return picture


def _holds(box: Box, x: float, y: float) -> bool:
    return box.left <= x < box.right and box.top <= y < box.bottom


def _overlap(one: Box, other: Box) -> bool:
    return (
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
    )
