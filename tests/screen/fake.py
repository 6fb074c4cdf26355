"""A screen that is none: a window in which a session is played, with faults on demand.

The program draws what its scene shows, at any size and place, and obeys the gestures that a profile says it
does. Time is a clock that passes only when somebody waits or looks. Whatever a card is, is told by a few
pixels in its corner, so that readers tell exactly what is to be seen, and nothing that lies below a dialog.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from winnable.cards import CARDS, UNKNOWN, Card
from winnable.errors import InputError
from winnable.scene import Pile, Scene, TableMove
from winnable.screen.profile import Profile
from winnable.screen.seen import Box, SeenCard, SeenPile, SeenTable
from winnable.screen.sight import Sight
from winnable.screen.window import Window, WindowState
from winnable.session import Session

FELT, DECKS = (20, 90, 40), ((240, 240, 235), (250, 225, 190))
MAGIC = (201, 3, 77)
BACK, EMPTY, DOWN, UP = 253, 254, 0, 1
STEP_X, STEP_Y = 1.2, 1.25  # from a pile to the next, in cards
LETTERS = ("", "g", "v", "z", "/", "\\")

Spot = tuple[float, float] | None
FaultName = Literal[
    "drop", "late", "dialog", "moved", "resized", "cover", "deck", "shift", "autoplay", "slow"
]


class FakeClock:
    """Time that passes when somebody waits, and a little with every look."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


@dataclass
class Drawn:
    """A card, or an empty place, where it lies in the window: its pile, its number in it, what it shows."""

    pile: int
    index: int
    left: int
    top: int
    width: int
    height: int
    code: int
    up: int

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x < self.left + self.width and self.top <= y < self.top + self.height


@dataclass
class Program:
    """A program that plays by a session, which knows every card.

    ``delay`` is how long a move takes; whatever is done meanwhile is lost. ``home`` says whether cards go
    home by themselves; where it ``waits``, a complete run stays until the profile's key sends it home.
    ``wins`` is what shows a won game: nothing, a dialog, a picture over the board, or words on it that eyes
    take for a card.
    ``done`` are the moves of hands, ``refused`` what hands did that the program did not take, each with the
    board it was done on; what was ``disturbed`` does not count.
    """

    session: Session[Any, Any]
    profile: Profile
    clock: FakeClock
    size: tuple[int, int] = (430, 330)
    card: tuple[int, int] = (26, 34)
    margin: int = 14
    delay: float = 0.3
    home: bool = False
    waits: bool = False
    wins: Literal["nothing", "dialog", "picture", "words"] = "nothing"
    done: list[tuple[str, str]] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    dialogs: list[FakeWindow] = field(default_factory=list)
    deck: int = 0
    disturbed: bool = False

    def __post_init__(self) -> None:
        self.busy_until = 0.0
        self.before: tuple[list[Drawn], TableMove] | None = None  # what is shown while a move is on its way
        self.waiting: Scene | None = None  # what is shown until a key sends a complete run home
        self.later: list[tuple[float, Callable[[], None]]] = []
        self.selected: int | None = None  # a square
        self.homes: dict[str, int] = {}  # which place each foundation took
        self._scene: tuple[Any, Scene] | None = None
        self._base: tuple[Any, Any] | None = None  # the same while a move is on its way
        self._kept: tuple[Any, Any] | None = None  # the last picture, and what it shows

    # --- what it shows -------------------------------------------------------------------------------------

    def scene(self) -> Scene:
        if self.waiting is not None:
            return self.waiting
        if self._scene is None or self._scene[0] is not self.session.here:
            self._scene = self.session.here, self.session.scene()
        return self._scene[1]

    def names(self) -> list[tuple[str, str]]:
        """The piles' names and roles, by number; foundations by their places."""
        out, count = [], 0
        for pile in self.scene().piles:
            out.append((f"place {count}" if pile.role == "foundation" else pile.name, pile.role))
            count += pile.role == "foundation"
        return out

    def place_of(self, pile: Pile) -> int:
        """The number of the place where a pile lies: a foundation takes one with its first card."""
        piles = self.scene().piles
        if pile.role != "foundation":
            return piles.index(pile)
        places = [number for number, other in enumerate(piles) if other.role == "foundation"]
        if pile.name not in self.homes:
            taken = set(self.homes.values())
            free = [place for place in places if place not in taken]
            if pile.cards:
                self.homes[pile.name] = free[0]
            else:
                bare = [p for p in piles if p.role == pile.role and p.name not in self.homes and not p.cards]
                return free[bare.index(pile)]
        return self.homes[pile.name]

    def drawn(self) -> list[Drawn]:
        """Everything on the table, in the order in which it is drawn."""
        scene = self.scene()
        if scene.grid is not None:
            return list(self._squares(scene))
        if not any(pile.cards for pile in scene.piles if pile.role == "foundation"):
            self.homes = {}
        width, height = self.card
        spots = scene.piles
        for pile in spots:  # those that have cards take their places first
            if pile.cards:
                self.place_of(pile)
        out: list[Drawn] = []
        for pile in spots:
            number = self.place_of(pile)
            left = self.margin + round(spots[number].x * STEP_X * width)
            top = self.margin + round(spots[number].y * STEP_Y * height)
            if not pile.cards:
                if not pile.gap:
                    out.append(Drawn(number, 0, left, top, width, height, EMPTY, DOWN))
                continue
            shown = pile.shown if pile.role == "tableau" else range(len(pile.cards) - 1, len(pile.cards))
            for place, index in enumerate(shown):
                up = index >= pile.down and pile.cards[index].known
                code = pile.cards[index].index if up else BACK
                lower = place * round(height * 0.26) if pile.fan == "down" else 0
                at = place if pile.role == "tableau" else 0
                out.append(Drawn(number, at, left, top + lower, width, height, code, UP if up else DOWN))
        return out

    def _squares(self, scene: Scene) -> Iterator[Drawn]:
        assert scene.grid is not None
        side = self.card[0]
        for number, cell in enumerate(scene.grid.cells):
            row, column = divmod(number, scene.grid.width)
            left, top = self.margin + column * side, self.margin + row * side
            yield Drawn(250, number, left, top, side, side, LETTERS.index(cell.holds), UP)

    def picture(self) -> Any:
        self.tick()
        busy = self.clock.now() if self.clock.now() < self.busy_until else 0
        shows = (
            busy,
            self.session.here,
            self.waiting,
            self.size,
            self.card,
            self.margin,
            self.deck,
            self.selected,
        )
        if self._kept is None or self._kept[0] != shows:
            self._kept = shows, self._painted()
        return self._kept[1]

    def _painted(self) -> Any:
        picture = np.empty((self.size[1], self.size[0], 3), np.uint8)
        picture[:] = FELT
        if self.clock.now() < self.busy_until and self.before is not None:
            drawn, _ = self.before
            part = 1 - (self.busy_until - self.clock.now()) / max(self.delay, 0.01)
            if self._base is None or self._base[0] is not self.before:
                for item in drawn:
                    self._draw(picture, item)
                self._base = self.before, picture
            picture = self._base[1].copy()
            picture[5:9, 5 : 9 + int(20 * part)] = (200, 20, 20)  # something that moves
            return picture
        if self.session.outcome.value == "won" and self.wins == "picture":
            picture[100:300, 100:400] = (90, 90, 200)
            return picture
        for item in self.drawn():
            self._draw(picture, item)
        if self.selected is not None:
            picture[2:4, 2:60] = (255, 255, 0)
        return picture

    def _draw(self, picture: Any, item: Drawn) -> None:
        height, width = picture.shape[:2]
        left, top = item.left, item.top
        if left < 0 or top < 0 or left + item.width > width or top + item.height > height:
            return
        colour = DECKS[self.deck] if item.code != EMPTY else (30, 110, 55)
        picture[top : top + item.height, left : left + item.width] = colour
        picture[top, left : left + item.width] = (60, 60, 60)
        codes = (MAGIC, (item.pile, item.index, item.up), (item.code, item.width, item.height))
        for i, code in enumerate(codes):
            picture[top + 2, left + 2 + i] = code

    # --- what it obeys -------------------------------------------------------------------------------------

    def tick(self) -> None:
        """Does what is due."""
        due = [entry for entry in self.later if entry[0] <= self.clock.now()]
        self.later = [entry for entry in self.later if entry not in due]
        for _, deed in due:
            deed()

    def hand(self, do: str, start: Spot, end: Spot, key: str) -> None:
        """What hands do, at places of the window."""
        self.tick()
        if self.clock.now() < self.busy_until:
            return
        if self.waiting is not None or (key and key == self.profile.keys.home):
            if key == self.profile.keys.home:
                self._begin(None)
                self.waiting = None
            return
        if self.scene().grid is not None:
            self._square(do, start, key)
            return
        if do == "key" and key == self.profile.keys.undo:
            if self.session.may_undo:
                self._begin(None)
                self.session.undo()
                self.done.append((self._board(), "undo"))
            return
        source = None if start is None else self._hit(*start)
        target = None if end is None else self._hit(*end)
        fits = [move for move in self.scene().moves if self._is_meant(move, do, source, target, key)]
        texts = list(dict.fromkeys(move.text for move in fits))
        if not texts:
            if not self.disturbed:
                self.refused.append((self._board(), f"{do} {source} {target} {key}"))
            return
        if len(texts) > 1:  # a king on the stock leaves rather than that a card is drawn
            fits = [move for move in fits if not move.target] or fits
        self._play(fits[0])

    def _board(self) -> str:
        return str(self.session.game.key(self.session.here.placed))

    def _is_meant(
        self, move: TableMove, do: str, source: Drawn | None, target: Drawn | None, key: str
    ) -> bool:
        scene = self.scene()
        from_pile = scene.pile(move.source)
        to_role = scene.pile(move.target).role if move.target else "nowhere"
        cards = len(from_pile.cards) - move.index
        name = self.session.game.info.name
        gesture = next(
            (g for g in self.profile.gesture if g.fits(name, from_pile.role, to_role, cards, move.text)), None
        )
        if gesture is None or gesture.do != do or gesture.key != key:
            return False
        if do == "key":
            return True
        if source is None or source.pile != self.place_of(from_pile):
            return False
        if not self._same_card(from_pile, move.index, source):
            return False
        if do in ("drag", "click_both"):
            return target is not None and self._takes(scene, move, target)
        return True

    def _same_card(self, pile: Pile, index: int, item: Drawn) -> bool:
        if pile.role == "tableau" and pile.cards:
            return item.index == index
        return True

    def _takes(self, scene: Scene, move: TableMove, target: Drawn) -> bool:
        """An empty foundation takes any ace, whichever the suit; else the pile that was hit counts."""
        pile = scene.pile(move.target)
        if pile.role == "foundation" and not pile.cards:
            return target.code == EMPTY and scene.piles[target.pile].role == "foundation"
        return target.pile == self.place_of(pile)

    def _hit(self, x: float, y: float) -> Drawn | None:
        return next((item for item in reversed(self.drawn()) if item.holds(x, y)), None)

    def _begin(self, move: TableMove | None) -> None:
        drawn = self.drawn()
        if move is not None and drawn:
            drawn = drawn[:-1]
        self.before = (drawn, move)  # type: ignore[assignment]
        self.busy_until = self.clock.now() + self.delay

    def _play(self, move: TableMove) -> None:
        self.done.append((self._board(), move.text))
        pile = self.scene().pile(move.target) if move.target else None
        self._begin(move)
        before = self.scene()
        self.session.play(move.text)
        if self.waits and move.target and _runs(self.scene()) > _runs(before):
            self.waiting = _with_run(before, move, self.scene())
        if pile is not None and pile.role == "foundation":
            self.place_of(self.scene().pile(pile.name))
        if self.home:
            self.later.append((self.busy_until, self.play_home))
        self._after()

    def _after(self) -> None:
        if self.session.outcome.value == "won" and self.wins == "dialog":
            self.dialogs.append(FakeWindow.dialog(self, "Game won"))

    def play_home(self) -> None:
        """A card goes home by itself, if one can."""
        scene = self.scene()
        move = next((m for m in scene.moves if m.target and scene.pile(m.target).role == "foundation"), None)
        if move is not None:
            self._begin(move)
            self.session.play(move.text)
            self.later.append((self.busy_until, self.play_home))
            self._after()

    def _square(self, do: str, start: tuple[float, float] | None, key: str) -> None:
        """A click selects a square, or no square if it was selected; a key fills it."""
        if start is not None:
            item = self._hit(*start)
            self.selected = None if item is None or self.selected == item.index else item.index
        letter = next((mark.letter for mark in self.profile.mark if mark.key == key), "")
        if key and self.selected is not None:
            scene = self.scene()
            assert scene.grid is not None
            row, column = divmod(self.selected, scene.grid.width)
            text = f"r{row + 1}c{column + 1}={letter.lower()}"
            try:
                self.session.play(text)
                self.done.append((self._board(), text))
            except InputError:
                self.refused.append((self._board(), text))
            self.selected = None


def _with_run(before: Scene, move: TableMove, after: Scene) -> Scene:
    """The table after a move with the run that it completed still where the move took it."""
    moved = before.pile(move.source).cards[move.index :]

    def pile_of(pile: Pile) -> Pile:
        if pile.role == "foundation":
            return before.pile(pile.name)
        if pile.name != move.target:
            return pile
        there = before.pile(pile.name)
        return replace(there, cards=(*there.cards, *moved))

    return replace(after, piles=tuple(map(pile_of, after.piles)), moves=())


def _runs(scene: Scene) -> int:
    """How many foundations hold cards."""
    return sum(bool(pile.cards) for pile in scene.piles if pile.role == "foundation")


class FakeWindow(Window):
    """A window of the fake screen."""

    def __init__(self, screen: FakeScreen | None, title: str, box: Box, number: int = 1) -> None:
        self.screen, self._title, self._box, self._number = screen, title, box, number
        self.lowered = False

    @classmethod
    def dialog(cls, program: Program, title: str) -> FakeWindow:
        return cls(None, title, Box(0, 0, 0, 0), 100 + len(program.done) + len(program.dialogs))

    @property
    def number(self) -> int:
        return self._number

    @property
    def title(self) -> str:
        return self._title

    @property
    def process(self) -> str:
        return "fake"

    @property
    def process_number(self) -> int | None:
        return 7

    @property
    def box(self) -> Box:
        return self._box

    @property
    def state(self) -> WindowState:
        return "shown"

    def look(self) -> Any:
        assert self.screen is not None
        return self.screen.look()

    def covered_by(self) -> list[Window]:
        return [] if self.screen is None else self.screen.covers()

    def siblings(self) -> list[Window]:
        return [] if self.screen is None else list(self.screen.program.dialogs)

    def bring_forward(self) -> None:
        if self.screen is not None:
            self.screen.forward()


@dataclass
class Fault:
    """What goes wrong at a gesture, and, of some faults, for how many seconds."""

    name: FaultName
    seconds: float = 0.0


@dataclass
class FakeScreen:
    """The window with its program, the pointer, other windows, and what goes wrong at which gesture."""

    program: Program
    faults: dict[int, Fault] = field(default_factory=dict)
    at: tuple[int, int] = (40, 30)

    def __post_init__(self) -> None:
        width, height = self.program.size
        self.window = FakeWindow(self, "The game", Box(*self.at, width, height))
        self.gestures = 0
        self.foreign: FakeWindow | None = None
        self.stubborn_until = 0.0

    @property
    def clock(self) -> FakeClock:
        return self.program.clock

    def look(self) -> Any:
        self.clock.time += 0.01
        picture = self.program.picture()
        for number, _ in enumerate(self.covers()):
            picture = picture.copy()
            picture[60 : 60 + 200, 50 + 20 * number : 450 + 20 * number] = (150, 150, 150)
        return picture

    def covers(self) -> list[Window]:
        found: list[Window] = list(self.program.dialogs)
        if self.foreign is not None and self.clock.now() >= self.stubborn_until:
            self.foreign = None
        return found if self.foreign is None else [self.foreign, *found]

    def forward(self) -> None:
        """The window is put on top; a stubborn one stays where it is until its time is over."""
        if self.clock.now() >= self.stubborn_until:
            self.foreign = None

    # --- the pointer ---------------------------------------------------------------------------------------

    def move(self, x: float, y: float) -> None:
        self.clock.time += 0.05

    def click(self, x: float, y: float, button: str = "left") -> None:
        self._hand("click" if button == "left" else f"{button}_click", (x, y), None, "")

    def double_click(self, x: float, y: float) -> None:
        self._hand("double_click", (x, y), None, "")

    def right_click(self, x: float, y: float) -> None:
        self.click(x, y, "right")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self._hand("drag", start, end, "")

    def key(self, text: str) -> None:
        if self.program.dialogs:
            top = self.program.dialogs[-1]
            self.clock.time += 0.1
            known = next((d for d in self.program.profile.dialog if d.fits(top.title)), None)
            if known is not None and known.key == text:
                self.program.dialogs.pop()
            return
        self._hand("key", None, None, text)

    def _hand(
        self, do: str, start: tuple[float, float] | None, end: tuple[float, float] | None, key: str
    ) -> None:
        self.clock.time += 0.12
        fault = self.faults.pop(self.gestures, None)
        self.gestures += 1
        if fault is not None and self._disturb(fault, do, start, end, key):
            return
        if self.covers():
            return
        self._meet(fault is not None, do, self._within(start), self._within(end), key)
        if fault is not None:
            self._afterwards(fault)

    def _meet(self, disturbed: bool, do: str, start: Any, end: Any, key: str) -> None:
        self.program.disturbed = disturbed
        self.program.hand(do, start, end, key)
        self.program.disturbed = False

    def _within(self, place: tuple[float, float] | None) -> tuple[float, float] | None:
        box = self.window.box
        return None if place is None else (place[0] - box.left, place[1] - box.top)

    def _disturb(self, fault: Fault, do: str, start: Any, end: Any, key: str) -> bool:
        """What goes wrong before or instead of the gesture; is it swallowed?"""
        program, box = self.program, self.window.box
        if fault.name == "drop":
            return True
        if fault.name == "late":
            places = self._within(start), self._within(end)
            program.later.append(
                (self.clock.now() + fault.seconds, lambda: self._meet(True, do, *places, key))
            )
            return True
        if fault.name == "moved":
            self.window._box = box.moved(400, 170)
        if fault.name == "resized":
            scale = 1.3 if program.card[0] < 60 else 1 / 1.3
            program.card = (round(program.card[0] * scale), round(program.card[1] * scale))
            program.size = (round(program.size[0] * scale), round(program.size[1] * scale))
            self.window._box = Box(box.left, box.top, *program.size)
        if fault.name == "slow":
            program.delay = fault.seconds
        return False

    def _afterwards(self, fault: Fault) -> None:
        program = self.program
        if fault.name == "dialog":
            program.dialogs.append(FakeWindow.dialog(program, "A notice"))
        if fault.name == "cover":
            self.foreign = FakeWindow(None, "Something else", Box(0, 0, 10, 10), 55)
            self.stubborn_until = self.clock.now() + fault.seconds
        if fault.name == "deck":
            program.deck = 1 - program.deck
        if fault.name == "shift":
            program.margin = 26 if program.margin == 14 else 14
        if fault.name == "autoplay":
            program.later.append((self.clock.now() + fault.seconds, program.play_home))


def reader_of(program: Program) -> Callable[[Any], Sight]:
    """A reader that tells exactly what a picture of the program shows; InputError for half a board."""

    def read(picture: Any) -> Sight:
        scene = program.scene()
        found = list(_found(picture))
        if scene.grid is not None:
            return _read_squares(found, scene)
        sight = _read_table(found, program)
        told = program.wins == "words" and program.session.outcome.value == "won"
        return _with_words(sight) if told else sight

    return read


def _with_words(sight: Sight) -> Sight:
    """The sight with words in the place of the first column, which no reader takes for any card."""
    assert sight.table is not None
    first = next(pile for pile in sight.table.piles if pile.role == "tableau")
    words = replace(first, cards=(SeenCard(first.box, first.box),))
    piles = tuple(words if pile is first else pile for pile in sight.table.piles)
    doubts = (f"{first.name}, card 1: ?? (6%)",)
    return replace(sight, table=replace(sight.table, piles=piles), doubts=doubts)


def _found(picture: Any) -> Iterator[Drawn]:
    red, green, blue = (picture[:, :-2, i] == MAGIC[i] for i in range(3))
    hits = np.argwhere(red & green & blue)
    for row, column in hits:
        pile, index, up = (int(n) for n in picture[row, column + 1])
        code, width, height = (int(n) for n in picture[row, column + 2])
        yield Drawn(pile, index, int(column) - 2, int(row) - 2, width, height, code, up)


def _read_squares(found: list[Drawn], scene: Scene) -> Sight:
    assert scene.grid is not None
    found.sort(key=lambda item: item.index)
    if [item.index for item in found] != list(range(len(scene.grid.cells))):
        raise InputError("the board is covered in part", expected="a whole board")
    holds = tuple(LETTERS[item.code] for item in found)
    boxes = tuple(Box(item.left, item.top, item.width, item.height) for item in found)
    return Sight(_squares_text(scene, holds), None, holds, boxes)


def _squares_text(scene: Scene, holds: tuple[str, ...]) -> str:
    """The board as text, with what was seen on its squares; the rest is given."""
    grid = scene.grid
    assert grid is not None
    counts = " ".join(f"{mark.name}s {mark.total}" for mark in grid.marks)
    ends = {(clue.side, clue.at): "?" if clue.value is None else str(clue.value) for clue in grid.clues}
    lines = [counts, "  " + " ".join(ends["top", x] for x in range(grid.width))]
    for y in range(grid.height):
        row = " ".join(hold or "." for hold in holds[y * grid.width : (y + 1) * grid.width])
        lines.append(f"{ends['left', y]} {row} {ends['right', y]}")
    lines.append("  " + " ".join(ends["bottom", x] for x in range(grid.width)))
    return "\n".join(lines) + "\n"


def _read_table(found: list[Drawn], program: Program) -> Sight:
    names = program.names()
    piles: list[SeenPile] = []
    for number, (name, role) in enumerate(names):
        items = sorted((item for item in found if item.pile == number), key=lambda item: item.index)
        gap = program.scene().piles[number].gap
        if [item.index for item in items] != list(range(len(items))) or not (items or gap):
            raise InputError("the board is covered in part", expected="a whole board")
        if not items:
            piles.append(SeenPile(name, role, Box(0, 0, 1, 1)))  # type: ignore[arg-type]
            continue
        first = items[0]
        box = Box(first.left, first.top, first.width, first.height)
        cards = () if first.code == EMPTY else tuple(_seen(item, found) for item in items)
        piles.append(SeenPile(name, role, box, cards))  # type: ignore[arg-type]
    width, height = found[0].width, found[0].height
    table = SeenTable(program.session.game.spelled, width, height, tuple(piles))
    return Sight(_text_of(program, table), table)


def _seen(item: Drawn, found: list[Drawn]) -> SeenCard:
    """A card with the part of it that no later card lies on."""
    box = Box(item.left, item.top, item.width, item.height)
    below = [
        other.top
        for other in found
        if other is not item
        and item.top < other.top < item.top + item.height
        and abs(other.left - item.left) < item.width
    ]
    height = min([item.height, *(top - item.top for top in below)])
    card = Card.from_index(item.code) if item.up else UNKNOWN
    return SeenCard(box, Box(item.left, item.top, item.width, height), bool(item.up), card, 1.0)


def _text_of(program: Program, table: SeenTable) -> str:
    """The position as it is seen: what a player of the first board would write down. The tests begin where
    nothing has been played."""
    import json

    session = program.session
    game = session.game
    known = game.family.json(game, session.known if session.unseen else session.position)
    stock = [len(p.cards) for p in program.scene().piles if p.role == "stock"]
    if "stock" in known and not session.unseen:
        shown = program.scene().pile("stock")
        there = json.dumps(known)
        known["stock"] = [
            card if number < len(shown.cards) - shown.down else "??"
            for number, card in enumerate(known["stock"])
        ]
        known["played"] = [str(card) for card in CARDS if str(card) not in there]
    assert stock or "stock" not in known
    return json.dumps(known)


__all__ = ["FakeClock", "FakeScreen", "FakeWindow", "Fault", "Program", "reader_of"]
