"""Windows and hands on Windows and macOS, with stand-ins for the packages that reach them."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from winnable.errors import InputError
from winnable.screen.other_systems import OtherDesktop
from winnable.screen.pointer import HUMANE, DrivenPointer, TakenOverError, Watch
from winnable.screen.pynput_hands import PynputDevice, heard_by_pynput
from winnable.screen.seen import Box
from winnable.screen.window import find_windows, one_window


class Handle:
    """What PyWinCtl has for a window."""

    def __init__(self, number: int, title: str, frame: tuple[int, int, int, int], app: str = "") -> None:
        self.number, self.title, self.frame, self.app = number, title, frame, app or "Game.exe"
        self.isAlive, self.isMinimized, self.visible, self.active = True, False, True, False

    def getHandle(self) -> int:  # noqa: N802
        return self.number

    def getPID(self) -> int:  # noqa: N802
        return len(self.app)

    def getAppName(self) -> str:  # noqa: N802
        return self.app

    def getClientFrame(self) -> Any:  # noqa: N802
        return SimpleNamespace(**dict(zip(("left", "top", "right", "bottom"), self.frame, strict=True)))

    def activate(self, wait: bool = False) -> None:
        self.active = wait


class Control:
    """PyWinCtl: the windows, topmost last."""

    def __init__(self, *handles: Handle) -> None:
        self.handles = list(handles)

    def getAllWindows(self) -> list[Handle]:  # noqa: N802
        return self.handles

    def getTopWindowAt(self, x: int, y: int) -> Handle | None:  # noqa: N802
        for handle in reversed(self.handles):
            left, top, right, bottom = handle.frame
            if left <= x < right and top <= y < bottom:
                return handle
        return None


class Camera:
    """mss on a screen of 800 by 600, with so many pixels in a unit: red, and blue in a shot's lower half."""

    def __init__(self, scale: int = 1) -> None:
        self.scale = scale
        self.monitors = [{"left": 0, "top": 0, "width": 800, "height": 600}]

    def grab(self, area: dict[str, int]) -> Any:
        width, height = area["width"] * self.scale, area["height"] * self.scale
        red, blue = bytes((0, 0, 255, 0)), bytes((255, 0, 0, 0))
        rows = red * width * (height // 2) + blue * width * (height - height // 2)
        return SimpleNamespace(width=width, height=height, bgra=rows)


def desktop(*handles: Handle, scale: int = 1) -> OtherDesktop:
    return OtherDesktop(Control(*handles), Camera(scale))


GAME = (100, 80, 300, 280)


def test_windows_are_found() -> None:
    there = desktop(Handle(1, "Solitaire & Casual Games", GAME), Handle(2, "Notes", GAME, "notepad.exe"))
    window = one_window("solitaire", desktop=there)
    assert (window.box, window.process, window.number) == (Box(100, 80, 200, 200), "Game", 1)
    assert [other.title for other in find_windows(process="NOTEPAD", desktop=there)] == ["Notes"]
    assert find_windows(process=8, desktop=there) == [window]


def test_a_picture_is_red_green_and_blue() -> None:
    picture = one_window("game", desktop=desktop(Handle(1, "Game", GAME))).look()
    assert picture.shape == (200, 200, 3)
    assert picture[0, 0].tolist() == [255, 0, 0]
    assert picture[-1, -1].tolist() == [0, 0, 255]


def test_a_screen_with_two_pixels_in_a_unit() -> None:
    window = one_window("game", desktop=desktop(Handle(1, "Game", GAME), scale=2))
    assert window.look().shape == (400, 400, 3)
    assert window.scale == 2
    assert window.on_screen(100, 50) == (150, 105)


def test_a_window_that_cannot_be_looked_at() -> None:
    game = Handle(1, "Game", (700, 80, 900, 280))
    window = one_window("game", desktop=desktop(game))
    with pytest.raises(InputError, match="partly outside the screen"):
        window.look()
    game.isMinimized = True
    with pytest.raises(InputError, match="minimised"):
        window.look()
    game.isAlive = False
    with pytest.raises(InputError, match="closed"):
        window.look()
    with pytest.raises(InputError, match="closed"):
        _ = window.box


def test_what_lies_on_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    game, over = Handle(1, "Game", GAME), Handle(2, "Over", (250, 200, 500, 500), "other.exe")
    window = one_window("game", desktop=desktop(game, over))
    with pytest.raises(InputError, match="partly covered by 'Over'"):
        window.check_clear()
    monkeypatch.setattr(sys, "platform", "darwin")  # where it is not told
    window.check_clear()


def test_dialogs_of_the_same_program() -> None:
    there = desktop(Handle(1, "Game", GAME), Handle(2, "Won", GAME), Handle(3, "Notes", GAME, "notes"))
    window = one_window("game", desktop=there)
    assert [other.title for other in window.siblings()] == ["Won"]


def test_a_window_comes_to_the_front() -> None:
    game = Handle(1, "Game", GAME)
    one_window("game", desktop=desktop(game)).bring_forward()
    assert game.active


# --- pynput -------------------------------------------------------------------------------------------------


class Pynput:
    """pynput: what its controllers do is heard by its listeners, as on a real system."""

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []
        self.listeners: list[Any] = []
        package = self

        class Listener:
            def __init__(self, **calls: Any) -> None:
                self.calls = calls

            def start(self) -> None:
                package.listeners.append(self)

            def wait(self) -> None:
                pass

            def stop(self) -> None:
                package.listeners.remove(self)

        class Mouse:
            at = (0, 0)

            @property
            def position(self) -> tuple[int, int]:
                return self.at

            @position.setter
            def position(self, place: tuple[int, int]) -> None:
                self.at = place
                package.tell("on_move", *place, True)

            def press(self, button: str) -> None:
                package.done.append(("press", button, self.at))
                package.tell("on_click", *self.at, button, True)

            def release(self, button: str) -> None:
                package.done.append(("release", button, self.at))
                package.tell("on_click", *self.at, button, False)

        class Keyboard:
            def press(self, key: str) -> None:
                package.done.append(("down", key))
                package.tell("on_press", key)

            def release(self, key: str) -> None:
                package.done.append(("up", key))

        buttons = SimpleNamespace(left="L", middle="M", right="R")
        keys = SimpleNamespace(ctrl="CTRL", enter="ENTER")
        self.mouse = SimpleNamespace(Listener=Listener, Controller=Mouse, Button=buttons)
        self.keyboard = SimpleNamespace(Listener=Listener, Controller=Keyboard, Key=keys)

    def tell(self, what: str, *values: Any) -> None:
        for listener in self.listeners:
            if what in listener.calls:
                listener.calls[what](*values)


def test_hands_through_pynput() -> None:
    package, watch = Pynput(), Watch()
    with heard_by_pynput(watch, package):
        pointer = DrivenPointer(PynputDevice(package), HUMANE, watch)
        pointer.drag((10, 10), (40, 20))
        pointer.right_click(50, 20)
        pointer.key("ctrl+z")
        pointer.key("enter")
        assert not watch.taken_over
        assert package.done == [
            ("press", "L", (10, 10)), ("release", "L", (40, 20)), ("press", "R", (50, 20)),
            ("release", "R", (50, 20)), ("down", "CTRL"), ("down", "z"), ("up", "z"), ("up", "CTRL"),
            ("down", "ENTER"), ("up", "ENTER"),
        ]  # fmt: skip
    assert not package.listeners


@pytest.mark.parametrize(
    ("what", "values", "reason"),
    [
        ("on_move", (300, 300, False), "moved the mouse"),
        ("on_click", (50, 20, "L", True), "button"),
        ("on_scroll", (50, 20, 0, 1), "wheel"),
        ("on_press", ("q",), "a key"),
    ],
)
def test_the_user_takes_over(what: str, values: tuple[Any, ...], reason: str) -> None:
    package, watch = Pynput(), Watch()
    with heard_by_pynput(watch, package):
        pointer = DrivenPointer(PynputDevice(package), HUMANE, watch)
        pointer.click(50, 20)
        package.tell(what, *values)
        with pytest.raises(TakenOverError, match=reason):
            pointer.click(60, 20)


def test_a_package_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pywinctl", None)
    with pytest.raises(InputError, match="need the package pywinctl; install it: pip install"):
        OtherDesktop(camera=Camera())
    monkeypatch.setitem(sys.modules, "mss", None)
    with pytest.raises(InputError, match="needs the package mss; install it"):
        OtherDesktop()
    monkeypatch.setitem(sys.modules, "pynput", None)
    with pytest.raises(InputError, match="need the package pynput; install it"):
        PynputDevice()


def test_a_mac_that_does_not_let_the_mouse_be_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    listener = SimpleNamespace(IS_TRUSTED=False)
    package = SimpleNamespace(mouse=SimpleNamespace(Listener=listener))
    monkeypatch.setitem(sys.modules, "pynput", package)
    with pytest.raises(InputError, match="allow your terminal under Privacy & Security, Accessibility"):
        PynputDevice()
