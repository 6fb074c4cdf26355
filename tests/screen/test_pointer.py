"""The hands: where they go, at which pace, and that they stop when the user takes over."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from screen.hands import FakeDevice, QuickWatch
from screen.programs import found, screen, wait_for
from sizes import PATIENCE
from winnable.errors import InputError
from winnable.screen.pointer import (
    HUMANE,
    QUICK,
    DrivenPointer,
    TakenOverError,
    Watch,
    checked_key,
    open_pointer,
)


def hands(**options: Any) -> tuple[DrivenPointer, FakeDevice, QuickWatch]:
    device, watch = FakeDevice(**options), QuickWatch()
    return DrivenPointer(device, HUMANE, watch), device, watch


def test_a_click_is_made_where_it_was_asked_for() -> None:
    pointer, device, _ = hands()
    pointer.click(300.4, 200.6)
    assert device.deeds == [("press", "left", 300, 201), ("release", "left", 300, 201)]


def test_a_right_and_a_double_click() -> None:
    pointer, device, _ = hands()
    pointer.right_click(30, 20)
    pointer.double_click(60, 20)
    deeds = [(what, button, x) for what, button, x, _ in device.deeds]
    assert deeds == [
        ("press", "right", 30), ("release", "right", 30),
        ("press", "left", 60), ("release", "left", 60), ("press", "left", 60), ("release", "left", 60),
    ]  # fmt: skip


def test_a_drag_holds_the_button_from_one_place_to_the_other() -> None:
    pointer, device, _ = hands()
    pointer.drag((100, 100), (400, 250))
    assert device.deeds == [("press", "left", 100, 100), ("release", "left", 400, 250)]
    first, last = (device.events.index(deed) for deed in device.deeds)
    between = device.events[first + 1 : last]
    assert len(between) > 10
    assert between[-1] == ("put", 400, 250)


def test_a_way_is_smooth_and_starts_and_ends_slowly() -> None:
    pointer, device, _ = hands()
    pointer.move(600, 0)
    places = [0.0, *(x for _, x, _ in device.events)]
    steps = [after - before for before, after in pairwise(places)]
    assert min(steps) >= 0
    assert steps[0] < max(steps) / 4
    assert steps[-1] < max(steps) / 4


@pytest.mark.parametrize("distance", [10, 100, 1000])
def test_a_way_takes_as_long_as_the_pace_says(distance: int) -> None:
    pointer, _, watch = hands()
    pointer.move(distance, 0)
    assert math.isclose(watch.waited, HUMANE.way(distance), abs_tol=HUMANE.step)


def test_people_are_slower() -> None:
    assert 0.2 < HUMANE.way(500) < 0.6
    assert QUICK.way(500) < HUMANE.way(500) / 3


def test_keys_go_down_in_their_order_and_up_again() -> None:
    pointer, device, _ = hands()
    pointer.key("ctrl+shift+z")
    assert device.events == [
        ("down", "ctrl"), ("down", "shift"), ("down", "z"), ("up", "z"), ("up", "shift"), ("up", "ctrl"),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["ctl+z", "", "ctrl+", "escape", "zz", " "])
def test_a_key_that_is_none(text: str) -> None:
    pointer, device, _ = hands()
    with pytest.raises(InputError, match="no key is called"):
        pointer.key(text)
    assert not device.events


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("z", ("z",)),
        ("Z", ("shift", "z")),
        ("+", ("+",)),
        ("Ctrl+D", ("ctrl", "d")),
        ("f5", ("f5",)),
    ],
)
def test_names_of_keys(text: str, keys: tuple[str, ...]) -> None:
    assert checked_key(text) == keys


def test_a_button_that_is_none() -> None:
    pointer, device, _ = hands()
    with pytest.raises(InputError, match="left, middle or right"):
        pointer.click(1, 1, "upper")
    assert not device.events


# --- the user takes over ------------------------------------------------------------------------------------


def test_the_way_ends_when_the_user_moves_the_mouse() -> None:
    pointer, device, _ = hands(after=5)
    with pytest.raises(TakenOverError, match="you moved the mouse"):
        pointer.click(500, 500)
    assert len(device.events) == 5
    assert not device.deeds


def test_a_card_in_hand_is_let_go_when_the_user_moves_the_mouse() -> None:
    pointer, device, _ = hands(x=100, y=100, after=8)
    with pytest.raises(TakenOverError):
        pointer.drag((100, 100), (500, 500))
    assert [deed[0] for deed in device.deeds] == ["press", "release"]
    assert device.events[-1][0] == "release"
    assert device.at != (500, 500)


def test_nothing_is_done_after_the_user_took_over() -> None:
    pointer, device, watch = hands()
    watch.take_over("you pressed a key")
    for deed in (lambda: pointer.click(5, 5), lambda: pointer.key("z"), lambda: pointer.drag((1, 1), (9, 9))):
        with pytest.raises(TakenOverError, match="you pressed a key"):
            deed()
    assert not device.events


def test_keys_are_let_go_when_the_user_takes_over() -> None:
    class Stopping(QuickWatch):
        def wait(self, seconds: float) -> None:
            self.take_over("you pressed a key")
            super().wait(seconds)

    device = FakeDevice()
    with pytest.raises(TakenOverError):
        DrivenPointer(device, HUMANE, Stopping()).key("ctrl+z")
    assert device.events[-2:] == [("up", "z"), ("up", "ctrl")]


def test_hands_go_on_from_where_the_user_left_the_mouse() -> None:
    pointer, device, _ = hands(after=5)
    with pytest.raises(TakenOverError):
        pointer.click(500, 500)
    device.after, device.at = -1, (777.0, 7.0)
    pointer.again()
    pointer.click(10, 10)
    assert device.deeds[-1] == ("release", "left", 10, 10)


def test_the_watch_lets_our_own_moves_pass() -> None:
    watch = Watch()
    watch.found_at(5, 5)
    watch.moved(5, 5)
    for x in range(0, 400, 20):
        watch.will_move(x, 50)
    for x in range(0, 400, 20):
        watch.moved(x, 50)
    assert not watch.taken_over


def test_the_watch_forgives_moves_that_are_not_told_one_by_one() -> None:
    watch = Watch()
    for x in range(0, 400, 20):
        watch.will_move(x, 50)
    watch.moved(200, 50)
    watch.moved(380, 50)
    assert not watch.taken_over


def test_the_watch_sees_a_move_of_the_user() -> None:
    watch = Watch()
    watch.will_move(100, 100)
    watch.moved(100, 100)
    watch.moved(103, 101)  # a jolt of the table
    assert not watch.taken_over
    watch.moved(109, 103)
    assert watch.taken_over
    with pytest.raises(TakenOverError, match="you moved the mouse"):
        watch.check()


def test_the_watch_sees_a_slow_move_too() -> None:
    watch = Watch()
    watch.found_at(100, 100)
    for x in range(101, 110):
        watch.moved(x, 100)
    assert watch.taken_over


@pytest.mark.parametrize(
    ("what", "reason"), [("key", "you pressed a key"), ("button", "you pressed a button")]
)
def test_the_watch_counts_what_is_pressed(what: str, reason: str) -> None:
    watch = Watch()
    watch.will_press(what)
    watch.pressed(what)
    assert not watch.taken_over
    watch.pressed(what)
    assert watch.taken_over
    assert watch.reason.startswith(reason)


def test_what_was_announced_long_ago_excuses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch()
    watch.will_press("key")
    later = time.monotonic() + 60
    monkeypatch.setattr("winnable.screen.pointer.time.monotonic", lambda: later)
    watch.pressed("key")
    assert watch.taken_over


def test_waiting_ends_at_once_when_the_user_takes_over() -> None:
    watch = Watch()
    threading.Timer(0.1, lambda: watch.take_over("you pressed a key")).start()
    start = time.monotonic()
    with pytest.raises(TakenOverError):
        watch.wait(PATIENCE)
    assert time.monotonic() - start < PATIENCE  # not only then


# --- on a real display --------------------------------------------------------------------------------------


@pytest.fixture
def display() -> Iterator[Any]:
    """A connection of somebody else's to a display of its own."""
    if found("Xvfb") is None:
        pytest.skip("no Xvfb here; run tools/screen_programs.sh as root")
    from Xlib.display import Display

    with screen(800, 600) as name:
        connection = Display(name)
        yield connection
        connection.close()


def somebody(display: Any, event: int, detail: int = 0, x: int = 0, y: int = 0) -> None:
    """Somebody else moves the mouse or presses something."""
    from Xlib.ext import xtest

    xtest.fake_input(display, event, detail, x=x, y=y)
    display.sync()


def test_our_own_doings_are_not_taken_for_the_users(display: Any) -> None:
    with open_pointer(QUICK) as pointer:
        pointer.drag((100, 100), (500, 300))
        pointer.click(50, 50)
        pointer.double_click(300, 200)
        pointer.key("ctrl+z")
        pointer.key("A")
        pointer.watch.wait(0.3)  # for what is told late
        assert not pointer.watch.taken_over
    place = display.screen().root.query_pointer()
    assert (place.root_x, place.root_y) == (300, 200)


def test_a_users_mouse_stops_the_hands(display: Any) -> None:
    from Xlib import X

    with open_pointer(QUICK) as pointer:
        pointer.click(400, 300)
        somebody(display, X.MotionNotify, x=430, y=320)
        wait_for(lambda: pointer.watch.taken_over, "the move")
        with pytest.raises(TakenOverError, match="you moved the mouse"):
            pointer.click(10, 10)
        pointer.again()
        pointer.click(10, 10)
        pointer.watch.wait(0.2)
        assert not pointer.watch.taken_over


def test_a_users_key_stops_the_hands(display: Any) -> None:
    from Xlib import XK, X

    with open_pointer(QUICK) as pointer:
        pointer.key("z")
        code = display.keysym_to_keycode(XK.XK_Escape)
        somebody(display, X.KeyPress, code)
        somebody(display, X.KeyRelease, code)
        wait_for(lambda: pointer.watch.taken_over, "the key")
        with pytest.raises(TakenOverError, match="you pressed a key"):
            pointer.drag((10, 10), (50, 50))


@pytest.mark.parametrize("button", [1, 4])
def test_a_users_button_or_wheel_stops_the_hands(display: Any, button: int) -> None:
    from Xlib import X

    with open_pointer(QUICK) as pointer:
        pointer.click(40, 30)
        somebody(display, X.ButtonPress, button)
        somebody(display, X.ButtonRelease, button)
        wait_for(lambda: pointer.watch.taken_over, "the button")
        assert "button" in pointer.watch.reason


def test_a_key_that_this_keyboard_has_only_with_shift(display: Any) -> None:
    with open_pointer(QUICK) as pointer, pytest.raises(InputError, match="no key '\\?' of its own"):
        pointer.key("?")


def test_without_a_display_there_is_no_mouse() -> None:
    code = "from winnable.screen.pointer import open_pointer\nwith open_pointer(): pass"
    env = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("winnable.errors.InputError: there is no display")
    assert "DISPLAY" in last
