"""Profiles: those that are shipped fit the games they are for, and what is wrong in one is named with its
line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from screen.hands import FakePointer
from winnable.errors import InputError
from winnable.registry import get_game
from winnable.scene import Pile, Scene
from winnable.screen.profile import Action, Profile, profile_names
from winnable.screen.seen import Box, SeenCard, SeenPile, SeenTable
from winnable.screen.window import Window, WindowState
from winnable.session.session import Session

SHIPPED = ("aisleriot", "kpat", "microsoft", "pysolfc", "sgt_undead")
WIDTH, HEIGHT = 80.0, 120.0


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the user's own profiles."""
    monkeypatch.setattr("winnable.screen.profile.own_profiles", lambda: tmp_path)
    return tmp_path


class StandIn(Window):
    """A window that is only a title, a process and a place."""

    def __init__(self, title: str, process: str = "", others: tuple[str, ...] = ()) -> None:
        self._title, self._process, self._others = title, process, others

    number = 7
    process_number = None
    box = Box(1000, 500, 800, 600)
    state: WindowState = "shown"

    @property
    def title(self) -> str:
        return self._title

    @property
    def process(self) -> str:
        return self._process

    def look(self) -> Any:
        raise NotImplementedError

    def covered_by(self) -> list[Window]:
        return []

    def siblings(self) -> list[Window]:
        return [StandIn(title) for title in self._others]

    def bring_forward(self) -> None:
        pass


def seen(scene: Scene) -> SeenTable:
    """A scene as eyes would see it: cards of 80 to 120, gaps of a quarter of a card."""
    return SeenTable(scene.game, WIDTH, HEIGHT, tuple(_seen_pile(pile) for pile in scene.piles))


def _seen_pile(pile: Pile) -> SeenPile:
    place = Box(50 + pile.x * WIDTH * 1.25, 50 + pile.y * HEIGHT * 1.25, WIDTH, HEIGHT)
    right, down = {"none": (0.0, 0.0), "down": (0.0, 30.0), "right": (20.0, 0.0)}[pile.fan]
    cards = []
    for step, index in enumerate(pile.shown):
        box = place.moved(right * step, down * step)
        last = index == len(pile.cards) - 1
        part = Box(
            box.left,
            box.top,
            box.width if last or not right else right,
            box.height if last or not down else down,
        )
        cards.append(SeenCard(box, part, up=pile.cards[index].known, card=pile.cards[index]))
    return SeenPile(pile.name, pile.role, place, tuple(cards))


def games_of(name: str) -> Iterator[tuple[Profile, str]]:
    profile = Profile.load(name)
    for hints in profile.game:
        yield profile, hints.name


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_profile_is_right_and_says_what_it_was_tried_with(name: str) -> None:
    profile = Profile.load(name)
    assert profile.name == name
    assert bool(profile.tested) != ("untested" in profile.note)
    assert Profile.parse(profile.toml()) == profile


def test_all_that_are_shipped_are_listed(own: Path) -> None:
    assert profile_names() == SHIPPED
    (own / "mine.toml").write_text(Profile.load("kpat").toml(), encoding="utf-8")
    assert profile_names() == tuple(sorted((*SHIPPED, "mine")))


def test_ones_own_profile_comes_first(own: Path) -> None:
    mine = replace(Profile.load("kpat"), program="My own")
    (own / "kpat.toml").write_text(mine.toml(), encoding="utf-8")
    assert Profile.load("kpat").program == "My own"
    assert Profile.load(str(own / "kpat.toml")).program == "My own"


@pytest.mark.parametrize(
    ("profile", "game"),
    [pair for name in SHIPPED for pair in games_of(name)],
    ids=lambda value: getattr(value, "name", value),
)
def test_every_move_has_a_gesture(profile: Profile, game: str) -> None:
    """In games played at random, whatever is legal can be done by hand, at places that lie on cards."""
    if not profile.gesture:
        pytest.skip(f"{profile.name} is played with marks")
    random = Random(3)
    session = Session.of_deal(get_game(game), 3, open_cards=True)
    for _ in range(60):
        scene = session.scene()
        table = seen(scene)
        if not scene.moves:
            break
        for move in scene.moves:
            action = profile.action(move, scene, table)
            assert (action.start is None) == (action.do == "key")
            if action.start is not None:
                assert any(
                    _on(card.visible, action.start) for pile in table.piles for card in pile.cards
                ) or (not scene.pile(move.source).cards)
            assert (action.end is not None) == (action.do in ("drag", "click_both"))
        session.play(random.choice(scene.moves).text)


def _on(box: Box, place: tuple[float, float]) -> bool:
    return box.left <= place[0] <= box.right and box.top <= place[1] <= box.bottom


def test_a_card_is_dragged_to_lie_just_on_the_other() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    scene = session.scene()
    table = seen(scene)
    (move,) = (move for move in scene.moves if move.text == "82")  # a card onto a card
    action = Profile.load("kpat").action(move, scene, table)
    held = next(pile for pile in table.piles if pile.name == "column 8").cards[-1]
    there = next(pile for pile in table.piles if pile.name == "column 2").cards[-1]
    assert action.do == "drag"
    assert action.start is not None
    assert action.end is not None
    assert _on(held.visible, action.start)
    offset = action.start[0] - held.box.left, action.start[1] - held.box.top
    assert (action.end[0] - there.box.left, action.end[1] - there.box.top) == offset


def test_the_stock_of_pysolfc_is_never_dragged() -> None:
    """To press it is to deal from it, so its card's partner is brought to it."""
    session = Session.of_deal(get_game("pyramid"), 617)
    scene = session.scene()
    profile, table = Profile.load("pysolfc"), seen(scene)
    stock = next(pile for pile in table.piles if pile.name == "stock").cards[-1].box
    pairs = [move for move in scene.moves if "stock" in (move.source, move.target) and "+" in move.text]
    assert len(pairs) == 2
    for move in pairs:
        action = profile.action(move, scene, table)
        assert action.do == "drag"
        assert action.start is not None
        assert not _on(stock, action.start)
        assert action.end is not None
        assert _on(stock, action.end)
    (draw,) = (move for move in scene.moves if move.text == "draw")
    assert profile.action(draw, scene, table) == Action("click", stock.middle)


def test_a_mark_is_a_click_and_a_key() -> None:
    profile, pointer = Profile.load("sgt_undead"), FakePointer()
    profile.mark_action("V", 40, 60).perform(pointer, StandIn("Undead"))
    profile.mark_action("", 40, 60).perform(pointer, StandIn("Undead"))
    assert pointer.done == [
        ("click", 1040, 560), ("key", "v"), ("click", 1040, 560), ("key", "backspace"),
    ]  # fmt: skip
    with pytest.raises(InputError, match="has no key for 'X'"):
        profile.mark_action("X", 1, 1)


@pytest.mark.parametrize(
    ("action", "done"),
    [
        (Action("drag", (1, 2), (3, 4)), [("drag", (1001, 502), (1003, 504))]),
        (Action("double_click", (1, 2)), [("double click", 1001, 502)]),
        (Action("right_click", (1, 2)), [("right click", 1001, 502)]),
        (Action("click_both", (1, 2), (3, 4)), [("click", 1001, 502), ("click", 1003, 504)]),
        (Action("key", key="ctrl+z"), [("key", "ctrl+z")]),
    ],
)
def test_what_hands_do_where_the_window_is_now(action: Action, done: list[object]) -> None:
    pointer = FakePointer()
    action.perform(pointer, StandIn("any"))
    assert pointer.done == done


@pytest.mark.parametrize(
    ("name", "title", "process", "right"),
    [
        ("kpat", "Freecell - 617 — KPatience", "kpat", True),
        ("kpat", "Freecell - 617 — KPatience", "", True),
        ("kpat", "Freecell", "sol", False),
        ("kpat", "KPatience - Mozilla Firefox", "firefox", False),
        ("pysolfc", "PySol - Relaxed Pyramid", "pysol", True),
        ("pysolfc", "Welcome to PySol", "pysol", False),
        ("sgt_undead", "Undead", "sgt-undead", True),
        ("aisleriot", "Freecell", "sol", True),
        ("aisleriot", "Freecell - 617 — KPatience", "kpat", False),
    ],
)
def test_whose_window_it_is(name: str, title: str, process: str, right: bool) -> None:
    assert Profile.load(name).is_of(StandIn(title, process)) is right


def test_dialogs_that_are_known() -> None:
    found = Profile.load("pysolfc").dialogs(StandIn("PySol - Pyramid", "pysol", ("Game won", "Options")))
    assert [(window.title, dialog and dialog.means) for window, dialog in found] == [
        ("Game won", "won"),
        ("Options", None),
    ]


def test_the_profile_of_the_docs_is_right() -> None:
    page = (Path(__file__).parents[2] / "docs/howto/windows.md").read_text(encoding="utf-8")
    (text,) = re.findall(r'^```text\n(name = "mine".*?)^```$', page, re.MULTILINE | re.DOTALL)
    profile = Profile.parse(text)
    assert [gesture.do for gesture in profile.gesture] == ["double_click", "drag"]
    for name in SHIPPED:
        assert f"| `{name}` |" in page


def test_no_profile_of_that_name() -> None:
    with pytest.raises(InputError, match="no profile is called 'kpta'; expected one of aisleriot, kpat"):
        Profile.load("kpta")
    with pytest.raises(InputError, match=r"nowhere\.toml: cannot be read: No such file"):
        Profile.load("nowhere.toml")


def test_no_such_game() -> None:
    with pytest.raises(InputError, match="KPatience has no 'undead'"):
        Profile.load("kpat").hints("undead")


RIGHT = """name = "mine"
program = "Mine"

[window]
titles = ["Mine"]
top = 30

[settle]
still = 0.2

[[game]]
name = "freecell"

[[game]]
name = "spider"

[[gesture]]
do = "key"
key = "d"
source = ["stock"]

[[gesture]]
do = "drag"
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('do = "drag"', 'do = "drop"', "mine.toml:23: gesture[1].do is 'drop'; expected one of drag"),
        ('name = "spider"', 'name = "spyder"', "mine.toml:15: game[1]: name is 'spyder'; expected a game"),
        ('key = "d"', 'key = "ctl+d"', "mine.toml:19: gesture[0]: key is 'ctl+d': no key is called 'ctl'"),
        ('key = "d"\n', "", "mine.toml:17: gesture[0]: key is ''; expected a key where do is key"),
        ("still = 0.2", "stil = 0.2", "mine.toml:9: settle has no key 'stil'; expected one of still"),
        ("still = 0.2", "still = 0", "mine.toml:9: settle: still is 0; expected seconds"),
        ("still = 0.2", 'still = "long"', "mine.toml:9: settle.still is 'long'; expected a number"),
        ("top = 30", "top = -1", "mine.toml:6: window: top is -1"),
        ('titles = ["Mine"]', "titles = []", "mine.toml:5: window: titles is empty, and processes too"),
        ('source = ["stock"]', 'source = ["stok"]', "mine.toml:20: gesture[0].source[0] is 'stok'"),
        ('program = "Mine"', 'programme = "Mine"', "mine.toml:2: has no key 'programme'"),
        ('program = "Mine"\n', "", "mine.toml: has no program; expected a key"),
        ('program = "Mine"', "program = 3", "mine.toml:2: program is 3; expected a text"),
        ("[settle]", "[setle]", "mine.toml:8: has no key 'setle'"),
        ("[[game]]", "[[game", "mine.toml:11:7: no TOML: Expected"),
        ('name = "mine"', 'name = "mine', "mine.toml:1:13: no TOML"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_line_and_key(old: str, new: str, said: str) -> None:
    assert Profile.parse(RIGHT).name == "mine"
    assert old in RIGHT
    with pytest.raises(InputError) as raised:
        Profile.parse(RIGHT.replace(old, new, 1), source="mine.toml")
    assert str(raised.value).startswith(said)
    assert "\n" not in str(raised.value)


def test_a_move_without_a_gesture_is_told() -> None:
    profile = replace(Profile.parse(RIGHT), gesture=Profile.parse(RIGHT).gesture[:1])
    scene = Session.of_deal(get_game("freecell"), 617).scene()
    with pytest.raises(InputError, match="the profile mine has no gesture for '1a', from tableau to cell"):
        profile.action(scene.moves[0], scene, seen(scene))


def test_a_pile_that_was_not_seen_is_told() -> None:
    scene = Session.of_deal(get_game("freecell"), 617).scene()
    table = replace(seen(scene), piles=seen(scene).piles[4:])
    with pytest.raises(InputError, match="the pile 'cell a' was not seen"):
        Profile.parse(RIGHT).action(scene.moves[0], scene, table)
