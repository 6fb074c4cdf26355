"""Windows under X11, on an Xvfb of their own: found, looked at wherever they lie, or refused in one line."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from screen.programs import found, screen, wait_for
from winnable.errors import InputError
from winnable.screen.seen import Box
from winnable.screen.window import clicked_window, find_windows, one_window
from winnable.screen.x11 import X11Desktop, X11Window

RED, GREEN, BLUE = (255, 0, 0), (0, 255, 0), (0, 0, 255)


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    if found("Xvfb") is None:
        pytest.skip("no Xvfb here; run tools/screen_programs.sh as root")
    with screen(800, 600) as name:
        yield name


class Table:
    """Somebody else's windows on the screen, and a desktop to look at them."""

    def __init__(self, display: str) -> None:
        from Xlib.display import Display

        self.other = Display(display)
        self.root = self.other.screen().root
        self.desktop = X11Desktop(display)

    def window(
        self,
        title: str = "",
        place: tuple[int, int, int, int] = (100, 80, 200, 150),
        *,
        colour: tuple[int, int, int] = RED,
        process: int | None = None,
        parent: Any = None,
        menu: bool = False,
        kind: str = "table",
    ) -> Any:
        """A window of one colour that is shown."""
        window = (parent or self.root).create_window(
            *place,
            0,
            24,
            background_pixel=colour[0] << 16 | colour[1] << 8 | colour[2],
            override_redirect=menu,
        )
        if title:
            self.property(window, "_NET_WM_NAME", "UTF8_STRING", 8, title.encode())
        if not menu:
            window.set_wm_class(kind, kind.title())
        if process is not None:
            self.property(window, "_NET_WM_PID", "CARDINAL", 32, [process])
        window.map()
        self.other.sync()
        return window

    def property(self, window: Any, name: str, kind: str, size: int, value: Any) -> None:
        window.change_property(self.other.intern_atom(name), self.other.intern_atom(kind), size, value)
        self.other.sync()

    def framed(self, title: str, place: tuple[int, int, int, int] = (100, 80, 200, 150)) -> Any:
        """A window as window managers show it, in a frame of 5 pixels with a bar of 25 above."""
        from Xlib import X

        self.root.change_attributes(event_mask=X.SubstructureRedirectMask)  # that is what makes a manager
        left, top, width, height = place
        frame = self.window("", (left - 5, top - 25, width + 10, height + 30), colour=BLUE, menu=True)
        inner = self.window(title, (5, 25, width, height), parent=frame)
        self.property(inner, "WM_STATE", "WM_STATE", 32, [1, 0])
        return inner

    def seen(self, handle: Any) -> X11Window:
        return X11Window(self.desktop, self.desktop.display.create_resource_object("window", handle.id))

    def close(self) -> None:
        self.root.change_attributes(event_mask=0)
        self.root.delete_property(self.other.intern_atom("_NET_CLIENT_LIST"))
        for window in self.root.query_tree().children:
            window.destroy()
        self.other.sync()
        self.other.close()
        self.desktop.close()


@pytest.fixture
def table(display: str) -> Iterator[Table]:
    table = Table(display)
    yield table
    table.close()


def colours(picture: Any) -> set[tuple[int, ...]]:
    return {tuple(map(int, colour)) for colour in picture.reshape(-1, 3)[:: max(picture.size // 3000, 1)]}


def test_a_window_is_found_by_a_part_of_its_title(table: Table) -> None:
    table.window("Freecell - 617 — KPatience")
    table.window("Notes")
    (window,) = find_windows("kpatience", desktop=table.desktop)
    assert window.title == "Freecell - 617 — KPatience"
    assert len(find_windows(desktop=table.desktop)) == 2


def test_a_window_is_found_by_its_process(table: Table) -> None:
    table.window("mine", process=os.getpid())
    table.window("stranger", kind="sol", process=2**22 - 5)  # a number that no process has
    name = find_windows("mine", desktop=table.desktop)[0].process
    assert name
    for process in (os.getpid(), str(os.getpid()), name.upper()):
        found = find_windows(process=process, desktop=table.desktop)
        assert [window.title for window in found] == ["mine"], process
    assert [window.title for window in find_windows(process="sol", desktop=table.desktop)] == ["stranger"]


def test_the_process_is_told_by_the_server_where_the_window_does_not(table: Table) -> None:
    handle = table.window("quiet")
    assert table.seen(handle).process_number == os.getpid()


def test_menus_and_windows_without_a_name_are_no_windows(table: Table) -> None:
    table.window("a menu", menu=True)
    table.window("the game")
    assert [window.title for window in table.desktop.windows()] == ["the game"]


def test_a_managers_list_counts(table: Table) -> None:
    table.window("not listed")
    listed = table.window("listed")
    gone = table.window("gone")
    table.property(table.root, "_NET_CLIENT_LIST", "WINDOW", 32, [gone.id, listed.id])
    gone.destroy()
    table.other.sync()
    assert [window.title for window in table.desktop.windows()] == ["listed"]


def test_no_window(table: Table) -> None:
    table.window("Notes")
    with pytest.raises(InputError) as raised:
        one_window("pysol", desktop=table.desktop)
    assert str(raised.value) == (
        "no window with 'pysol' in the title; expected one of 'Notes'; "
        "start the game, or name its window as it is titled"
    )
    with pytest.raises(InputError, match="no window with 'x' in the title of the process 'kpat'"):
        one_window("x", "kpat", desktop=table.desktop)


def test_an_empty_screen(table: Table) -> None:
    with pytest.raises(
        InputError, match="no window of any program; expected a window on this screen; there is none"
    ):
        one_window(desktop=table.desktop)


def test_two_windows(table: Table) -> None:
    table.window("Freecell 1")
    table.window("Freecell 2")
    with pytest.raises(
        InputError,
        match=r"2 windows with 'freecell' in the title: 'Freecell . *', 'Freecell .'; expected one",
    ):
        one_window("freecell", desktop=table.desktop)
    assert one_window("freecell 2", desktop=table.desktop).title == "Freecell 2"


def test_menus_without_a_manager_cost_one_question_each_once(table: Table) -> None:
    """Some programs have hundreds of menus with many parts, and windows are looked for after each move."""
    table.window("Freecell")
    wire = table.desktop.display.display

    def asked() -> int:
        before = wire.request_serial
        assert [window.title for window in table.desktop.windows()] == ["Freecell"]
        return int(wire.request_serial - before)

    first, few = asked(), asked()
    for number in range(10):
        menu = table.window(f"menu {number}", (300, 300, 50, 50), menu=True)
        for part in range(4):
            table.window(f"part {part}", (0, 10 * part, 50, 10), parent=menu, menu=True)
    assert asked() <= first + 10
    assert asked() == few
    table.window("Another", menu=True).destroy()
    assert few < asked() <= first + 10
    assert asked() == few


def test_a_picture_is_the_same_object_while_nothing_changes(table: Table) -> None:
    handle = table.window("Freecell")
    window = table.seen(handle)
    first = window.look()
    assert window.look() is first
    assert not first.flags.writeable
    handle.change_attributes(background_pixel=0x0000FF)
    handle.clear_area()
    table.other.sync()
    second = window.look()
    assert second is not first
    assert colours(first) == {RED}
    assert colours(second) == {(0, 0, 255)}


def test_a_minimised_window(table: Table) -> None:
    handle = table.window("Freecell")
    table.property(handle, "WM_STATE", "WM_STATE", 32, [3, 0])
    handle.unmap()
    table.other.sync()
    assert table.seen(handle).state == "minimised"
    with pytest.raises(
        InputError, match="the window 'Freecell' is minimised or on another desktop; bring it back"
    ):
        one_window("freecell", desktop=table.desktop)
    with pytest.raises(InputError, match="is minimised"):
        table.seen(handle).look()
    table.window("Freecell, another")
    assert one_window("freecell", desktop=table.desktop).title == "Freecell, another"


def test_a_window_that_its_manager_hides(table: Table) -> None:
    handle = table.window("Freecell")
    hidden = table.other.intern_atom("_NET_WM_STATE_HIDDEN")
    table.property(handle, "_NET_WM_STATE", "ATOM", 32, [hidden])
    assert table.seen(handle).state == "minimised"


def test_a_window_that_is_closed(table: Table) -> None:
    handle = table.window("Freecell")
    window = table.seen(handle)
    handle.destroy()
    table.other.sync()
    assert window.state == "closed"
    assert (window.title, window.covered_by() if window.state != "closed" else []) == ("", [])
    with pytest.raises(InputError, match="is closed; open the game again"):
        window.look()
    with pytest.raises(InputError, match="closed"):
        _ = window.box


def test_a_window_is_looked_at_where_it_lies(table: Table) -> None:
    handle = table.window("game", (100, 80, 200, 150))
    window = table.seen(handle)
    assert window.box == Box(100, 80, 200, 150)
    picture = window.look()
    assert (picture.shape, picture.dtype.name) == ((150, 200, 3), "uint8")
    assert colours(picture) == {RED}
    handle.configure(x=333, y=222, width=301, height=97)
    table.other.sync()
    wait_for(lambda: window.box == Box(333, 222, 301, 97), "the window there")
    assert window.look().shape == (97, 301, 3)
    assert colours(window.look()) == {RED}
    assert window.on_screen(10, 20) == (343, 242)


def test_a_frame_is_no_part_of_the_window(table: Table) -> None:
    table.framed("game", (300, 200, 200, 150))
    (window,) = find_windows("game", desktop=table.desktop)
    assert window.box == Box(300, 200, 200, 150)
    assert colours(window.look()) == {RED}
    assert window.covered_by() == []


def test_what_the_window_itself_holds(table: Table) -> None:
    window = table.seen(table.window("game", colour=GREEN))
    assert colours(window.own_picture()) == {GREEN}
    assert window.own_picture().shape == window.look().shape


@pytest.mark.parametrize(
    "place", [(-1, 50, 200, 150), (50, -3, 200, 150), (700, 50, 200, 150), (50, 500, 200, 150)]
)
def test_a_window_that_leaves_the_screen(table: Table, place: tuple[int, int, int, int]) -> None:
    window = table.seen(table.window("game", place))
    with pytest.raises(
        InputError, match="'game' lies partly outside the screen; move it until all of it is seen"
    ):
        window.look()


@pytest.mark.parametrize("menu", [False, True])
def test_a_window_that_is_covered(table: Table, menu: bool) -> None:
    game = table.framed("game", (300, 200, 200, 150))
    window = table.seen(game)
    window.check_clear()
    table.window("beside", (600, 200, 100, 100))
    window.check_clear()
    over = table.window("over it", (480, 300, 100, 100), menu=menu)
    assert [other.title for other in window.covered_by()] == ["over it"]
    with pytest.raises(
        InputError, match=r"the window 'game' is partly covered by 'over it'; .* put the game on top"
    ):
        window.check_clear()
    over.unmap()
    table.other.sync()
    window.check_clear()


def test_what_lies_below_covers_nothing(table: Table) -> None:
    table.window("below", (250, 150, 100, 100))
    table.seen(table.framed("game", (300, 200, 200, 150))).check_clear()


def test_a_compositors_window_over_the_whole_screen_covers_nothing(table: Table) -> None:
    window = table.seen(table.window("game"))
    table.window("", (0, 0, 800, 600), menu=True)
    window.check_clear()


def test_a_covered_window_comes_to_the_front(table: Table) -> None:
    window = table.seen(table.window("game", colour=GREEN))
    table.window("over it", colour=RED)
    assert RED in colours(window.look())
    window.bring_forward()
    window.check_clear()
    assert colours(window.look()) == {GREEN}


def test_dialogs_are_siblings(table: Table) -> None:
    game = table.window("game", process=os.getpid())
    table.window("", (10, 10, 50, 50), process=os.getpid())
    table.window("another program's", (10, 10, 50, 50), process=2**22 - 5)
    (dialog,) = table.seen(game).siblings()
    assert dialog.title == ""


def click_soon(display: str, x: int, y: int, after: float = 0.3) -> threading.Thread:
    """A person who clicks after a while, and again where the first click came too early."""

    def click() -> None:
        from Xlib import X
        from Xlib.display import Display
        from Xlib.ext import xtest

        connection = Display(display)
        for _ in range(20):
            time.sleep(after)
            for event, detail in ((X.MotionNotify, 0), (X.ButtonPress, 1), (X.ButtonRelease, 1)):
                xtest.fake_input(connection, event, detail, x=x, y=y)
            connection.sync()
            if done.is_set():
                break
        connection.close()

    done = threading.Event()
    person = threading.Thread(target=click)
    person.done = done  # type: ignore[attr-defined]
    person.start()
    return person


@pytest.mark.parametrize(("x", "y", "title"), [(320, 220, "game"), (302, 180, "game"), (650, 210, "beside")])
def test_a_window_is_chosen_by_a_click(table: Table, x: int, y: int, title: str) -> None:
    table.framed("game", (300, 200, 200, 150))
    table.window("beside", (600, 200, 100, 100))
    person = click_soon(table.desktop.name, x, y)
    window = clicked_window(20, desktop=table.desktop)
    person.done.set()  # type: ignore[attr-defined]
    person.join()
    assert window.title == title


def test_a_click_on_nothing(table: Table) -> None:
    person = click_soon(table.desktop.name, 700, 500)
    with pytest.raises(InputError, match="the click was on no window; try again"):
        clicked_window(20, desktop=table.desktop)
    person.done.set()  # type: ignore[attr-defined]
    person.join()


def test_no_click(table: Table) -> None:
    with pytest.raises(InputError, match=r"no click in 0\.1 seconds; try again"):
        clicked_window(0.1, desktop=table.desktop)


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({}, "there is no display; set DISPLAY, such as DISPLAY=:0, or give a picture instead"),
        (
            {"WAYLAND_DISPLAY": "wayland-0"},
            "there is no display of X11; Wayland's own windows cannot be read; set",
        ),
        ({"DISPLAY": ":7654"}, "the display ':7654' cannot be opened: "),
        ({"DISPLAY": "nonsense"}, "the display 'nonsense' cannot be opened: "),
    ],
)
def test_no_display(env: dict[str, str], said: str) -> None:
    code = (
        "from winnable.errors import InputError\nfrom winnable.screen.window import find_windows\n"
        "try: find_windows()\nexcept InputError as error: print(error)"
    )
    kept = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=kept | env, capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith(said), done.stderr
    assert done.stdout.count("\n") == 1
