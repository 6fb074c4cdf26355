"""The decks of cards that are installed on this machine, and their pictures.

Three programs' decks are known: KDE's (KPat), GNOME's (AisleRiot) and PySolFC's. They are looked for where
the system keeps shared data, or in the folders that ``WINNABLE_DECKS`` names. No deck comes with this
package but the cards that it draws itself (``own_decks``).

A deck's faces are drawn once and kept, in memory and in the user's cache folder; a file that changed is drawn
anew. The pictures are arrays of shape (53, height, width, 4), RGBA, uint8: the cards in the order of their
numbers, then the back.
"""

from __future__ import annotations

import hashlib
import io
import os
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from winnable.errors import InputError
from winnable.screen.svg_deck import BACK, draw_elements, draw_grid, element_shape, grid_shape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from winnable.cards import Card
    from winnable.screen.svg_deck import Faces

__all__ = [
    "BACK", "Deck", "DeckKind", "back", "cache_folder", "face", "faces", "installed_decks", "is_drawn",
    "is_kept", "keep_bytes", "keep_in", "kept_bytes", "own_decks", "shape_known", "stamp_of",
]  # fmt: skip

FOLDERS: Final = "WINNABLE_DECKS"  # folders to look in instead of the system's, parted as in PATH
KEPT_WIDTH: Final = 96  # of the faces that are kept; larger ones are drawn when they are asked for
_DRAWING: Final = 2  # the number of this way of drawing: kept faces of another are drawn again
_PYSOL_SUITS: Final = "cdhs"
_FRENCH: Final = "1"  # the type of PySolFC's card sets that have 52 cards of four suits


class DeckKind(StrEnum):
    """How the pictures of a deck are kept."""

    ELEMENTS = "elements"  # one SVG file, an element for each card
    GRID = "grid"  # one SVG file or picture of 13 columns and 5 rows
    FILES = "files"  # a folder with a picture for each card
    OWN = "own"  # drawn by this program


@dataclass(frozen=True, slots=True)
class Deck:
    """An installed deck: its name as the program's settings spell it, the program, and where it lies."""

    name: str
    program: str
    path: Path
    kind: DeckKind

    @property
    def shape(self) -> float:
        """Height by width of a card. InputError where the deck cannot be read."""
        return _shape(self, _stamp(self.path))


def installed_decks(folders: Iterable[Path] | None = None) -> list[Deck]:
    """All decks in these folders (each like ``/usr/share``), by default the system's and the user's; sorted
    by program and name, each file once. Card sets that are not 52 cards of four suits are left out."""
    found: dict[Path, Deck] = {}
    for folder in _folders() if folders is None else folders:
        for deck in (*_kde(folder), *_gnome(folder), *_pysol(folder)):
            found.setdefault(deck.path.resolve(), deck)
    return sorted(found.values(), key=lambda deck: (deck.program, deck.name, str(deck.path)))


def own_decks() -> list[Deck]:
    """The cards that this program draws itself, a deck for each theme."""
    from winnable.render import cards_svg
    from winnable.screen.own_decks import THEMES

    return [Deck(theme, "Winnable", Path(cards_svg.__file__), DeckKind.OWN) for theme in THEMES]


def faces(deck: Deck, width: int, height: int | None = None, *, keep: bool = True) -> Faces:
    """The faces and the back at this size, in pixels; the height follows from the deck's shape unless it is
    given. With ``keep`` False a deck that is not kept is drawn at just this size, which is quicker, and is
    not kept then either. InputError where the deck cannot be drawn."""
    if height is None:
        height = max(1, round(width * deck.shape))
    # Pictures are scaled as quickly as kept ones are read.
    if width > KEPT_WIDTH or deck.kind is DeckKind.FILES or not (keep or is_drawn(deck)):
        return _draw(deck, width, height)
    return _resized(_kept(deck, _stamp(deck.path)), width, height)


def face(deck: Deck, card: Card, width: int, height: int | None = None) -> Faces:
    """One card's face, of shape (height, width, 4); the back for UNKNOWN."""
    picture: Faces = faces(deck, width, height)[card.index if card.known else BACK]
    return picture


def back(deck: Deck, width: int, height: int | None = None) -> Faces:
    """The back, of shape (height, width, 4): of several the one that the program shows first."""
    picture: Faces = faces(deck, width, height)[BACK]
    return picture


def is_drawn(deck: Deck) -> bool:
    """Do the faces come at once? InputError where the deck cannot be read."""
    return deck.kind is DeckKind.FILES or _kept_file(deck, _stamp(deck.path)).exists()


def shape_known(deck: Deck) -> bool:
    """Does the deck's shape come at once? InputError where the deck cannot be read."""
    return deck.kind is not DeckKind.ELEMENTS or _shape_file(deck, _stamp(deck.path)).exists()


def stamp_of(deck: Deck) -> tuple[int, int]:
    """Changes when the deck's file does. InputError where it cannot be read."""
    return _stamp(deck.path)


def kept_bytes(deck: Deck, name: str) -> bytes | None:
    """What was kept of a deck under this name, as long as its file is the same; None if nothing was."""
    try:
        return _kept_file(deck, _stamp(deck.path)).with_suffix(f".{name}").read_bytes()
    except OSError:
        return None


def is_kept(deck: Deck, name: str) -> bool:
    """Would ``kept_bytes`` find something?"""
    return _kept_file(deck, _stamp(deck.path)).with_suffix(f".{name}").exists()


def keep_bytes(deck: Deck, name: str, data: bytes) -> None:
    """Keeps something of a deck under a name, in the cache folder."""
    _write(_kept_file(deck, _stamp(deck.path)).with_suffix(f".{name}"), data)


_cache: list[Path] = []


def cache_folder() -> Path:
    """Where drawn decks are kept."""
    if _cache:
        return _cache[0]
    from platformdirs import user_cache_path

    return user_cache_path("winnable") / "decks"


def keep_in(folder: Path | None) -> None:
    """Keeps drawn decks in another folder; None: in the user's cache again."""
    _cache[:] = [folder] if folder else []


def _folders() -> list[Path]:
    named = os.environ.get(FOLDERS)
    if named is not None:
        return [Path(part) for part in named.split(os.pathsep) if part]
    home = Path.home()
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    own = os.environ.get("XDG_DATA_HOME") or str(home / ".local/share")
    places = [Path(own), *(Path(part) for part in shared.split(":") if part)]
    places += [Path("/var/lib/flatpak/exports/share"), home / ".local/share/flatpak/exports/share"]
    return [*places, home / ".PySolFC", home / ".pysolfc"]


def _kde(folder: Path) -> Iterator[Deck]:
    for index in _glob(folder, "carddecks/*/index.desktop", "apps/carddecks/*/index.desktop"):
        name = _desktop_entry(index, "SVG")
        path = index.parent / name if name else None
        if path is not None and path.is_file():
            yield Deck(index.parent.name, "KPat", path, DeckKind.ELEMENTS)


def _gnome(folder: Path) -> Iterator[Deck]:
    for place in ("aisleriot/cards", "gnome-games-common/cards", "aisleriot/cards/bitmap"):
        for path in _glob(folder, *(f"{place}/*.{ending}" for ending in ("svgz", "svg", "png"))):
            yield Deck(path.name, "AisleRiot", path, DeckKind.GRID)


def _pysol(folder: Path) -> Iterator[Deck]:
    places = ("", "games/pysolfc/", "pysolfc/", "PySolFC/", "pysolfc/data/", "cardsets/")
    for config in _glob(folder, *(f"{place}cardset-*/config.txt" for place in places)):
        read = _pysol_config(config)
        if read is not None:
            yield Deck(read[0], "PySolFC", config.parent, DeckKind.FILES)


def _glob(folder: Path, *patterns: str) -> list[Path]:
    return [path for pattern in patterns for path in sorted(folder.glob(pattern))]


def _desktop_entry(path: Path, key: str) -> str | None:
    for line in _text(path).splitlines():
        name, _, value = line.partition("=")
        if name.strip() == key:
            return value.strip()
    return None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""  # a deck that may not be read is a deck that is not there


def _pysol_config(path: Path) -> tuple[str, str, str] | None:
    """Name, ending of the files and first back of a PySolFC card set; None for one of other cards.

    The form is PySolFC's own, `config.txt`: version;ending;type;number;... - number;name - width height depth
    - offsets - the back shown first - all backs.
    """
    lines = _text(path).splitlines()
    head = lines[0].split(";") if lines else []
    if len(lines) < 5 or len(head) < 4 or "cardset" not in head[0] or head[3].strip() != _FRENCH:
        return None
    return lines[1].partition(";")[2].strip(), head[2].strip(), lines[4].split(";")[0].strip()


def _stamp(path: Path) -> tuple[int, int]:
    """Changes when the file does."""
    try:
        state = path.stat()
    except OSError as error:
        raise InputError(f"the deck cannot be read: {error.strerror}", source=str(path)) from None
    return state.st_mtime_ns, state.st_size


@lru_cache(maxsize=512)
def _shape(deck: Deck, stamp: tuple[int, int]) -> float:
    if deck.kind is DeckKind.ELEMENTS:  # takes up to half a second: kept as well
        path = _shape_file(deck, stamp)
        try:
            return float(path.read_text(encoding="ascii"))
        except (OSError, ValueError):
            shape = element_shape(deck.path)
            _write(path, f"{shape:.6f}".encode())
            return shape
    if deck.kind is DeckKind.GRID and deck.path.suffix != ".png":
        return grid_shape(deck.path)
    if deck.kind is DeckKind.OWN:
        from winnable.screen.own_decks import own_shape

        return own_shape()
    from PIL import Image

    path = deck.path if deck.kind is DeckKind.GRID else _pysol_files(deck)[0]
    columns, rows = (13, 5) if deck.kind is DeckKind.GRID else (1, 1)
    try:
        with Image.open(path) as image:
            return (image.height / rows) / (image.width / columns)
    except OSError as error:
        raise InputError(f"the deck cannot be read: {error}", source=str(path)) from None


@lru_cache(maxsize=8)
def _kept(deck: Deck, stamp: tuple[int, int]) -> Faces:
    """The faces at the size in which they are kept, from the cache folder where they lie there already."""
    import numpy as np
    from PIL import Image

    height = max(1, round(KEPT_WIDTH * _shape(deck, stamp)))
    path = _kept_file(deck, stamp)
    try:
        with Image.open(path) as image:
            kept = np.asarray(image.convert("RGBA"))
        if kept.shape == ((BACK + 1) * height, KEPT_WIDTH, 4):
            return kept.reshape(BACK + 1, height, KEPT_WIDTH, 4)
    except OSError:
        pass  # not drawn yet, or spoilt: it is drawn now
    drawn = _draw(deck, KEPT_WIDTH, height)
    _keep(drawn, path)
    return drawn


def _kept_file(deck: Deck, stamp: tuple[int, int]) -> Path:
    key = f"{_DRAWING} {deck.path} {stamp} {KEPT_WIDTH}"
    if deck.kind is DeckKind.OWN:  # one file draws several
        key += f" {deck.name}"
    return cache_folder() / f"{hashlib.sha256(key.encode()).hexdigest()[:24]}.png"


def _shape_file(deck: Deck, stamp: tuple[int, int]) -> Path:
    return _kept_file(deck, stamp).with_suffix(".shape")


def _keep(drawn: Faces, path: Path) -> None:
    from PIL import Image

    packed = io.BytesIO()
    Image.fromarray(drawn.reshape(-1, drawn.shape[2], 4)).save(packed, format="PNG", compress_level=3)
    _write(path, packed.getvalue())


def _write(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")
        unfinished.write_bytes(data)
        unfinished.replace(path)
    except OSError:
        pass  # without a cache it is drawn again the next time, and nothing is lost but seconds


def _draw(deck: Deck, width: int, height: int) -> Faces:
    if deck.kind is DeckKind.ELEMENTS:
        return draw_elements(deck.path, width, height)
    if deck.kind is DeckKind.FILES:
        return _pictures(_pysol_files(deck), width, height)
    if deck.kind is DeckKind.OWN:
        from winnable.screen.own_decks import draw_own

        return draw_own(deck.name, width, height)
    if deck.path.suffix == ".png":
        return _cut(deck.path, width, height)
    return draw_grid(deck.path, width, height)


def _pysol_files(deck: Deck) -> list[Path]:
    read = _pysol_config(deck.path / "config.txt")
    if read is None:
        raise InputError("not a card set of 52 cards", source=str(deck.path))
    _, ending, back = read
    names = [f"{rank + 1:02}{suit}{ending}" for rank in range(13) for suit in _PYSOL_SUITS]
    return [deck.path / name for name in (*names, back)]


def _pictures(paths: Iterable[Path], width: int, height: int) -> Faces:
    import numpy as np
    from PIL import Image

    drawn = []
    for path in paths:
        try:
            with Image.open(path) as image:
                drawn.append(_scaled(image, width, height))
        except OSError as error:
            raise InputError(f"the deck cannot be read: {error}", source=str(path)) from None
    return np.stack(drawn)


def _cut(path: Path, width: int, height: int) -> Faces:
    """The cards of a picture of 13 columns and 5 rows, ordered as in ``draw_grid``."""
    import numpy as np
    from PIL import Image

    try:
        with Image.open(path) as image:
            sheet = image.convert("RGBA")
    except OSError as error:
        raise InputError(f"the deck cannot be read: {error}", source=str(path)) from None
    across, down = sheet.width / 13, sheet.height / 5
    places = [(rank, suit) for rank in range(13) for suit in range(4)] + [(2, 4)]
    cells = (sheet.crop((round(x * across), round(y * down), round((x + 1) * across), round((y + 1) * down)))
             for x, y in places)  # fmt: skip
    return np.stack([_scaled(cell, width, height) for cell in cells])


def _scaled(image: object, width: int, height: int) -> Faces:
    import numpy as np
    from PIL import Image

    assert isinstance(image, Image.Image)
    plain = image.convert("RGBA")
    if plain.size != (width, height):  # colours of transparent pixels must not bleed into the rim: "RGBa"
        plain = plain.convert("RGBa").resize((width, height), Image.Resampling.LANCZOS).convert("RGBA")
    return np.asarray(plain)


def _resized(pictures: Faces, width: int, height: int) -> Faces:
    import numpy as np
    from PIL import Image

    if pictures.shape[1:3] == (height, width):
        return pictures
    return np.stack([_scaled(Image.fromarray(picture), width, height) for picture in pictures])
