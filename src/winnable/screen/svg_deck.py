"""Decks drawn as one SVG file, as KDE's and GNOME's card games use them.

The two kinds differ in how a game finds a card in the file. KDE's games ask for the element that is named
after the card and fill the card with it; AisleRiot cuts the sheet into 13 columns and 5 rows. Here each is
drawn in the same way by resvg, to be as like the game's picture as possible.
"""

from __future__ import annotations

import gzip
import io
import math
import re
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from winnable.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

    Faces = NDArray[np.uint8]

SUITS: Final = ("club", "diamond", "heart", "spade")  # in the order of Suit, and of AisleRiot's rows
RANKS: Final = ("1", *map(str, range(2, 11)), "jack", "queen", "king")
BACK: Final = 52  # the place of the back among the faces
MOST_BYTES: Final = 64 << 20  # of a file, unpacked: the largest deck known has 12 million

_SVG: Final = "http://www.w3.org/2000/svg"
_LENGTH: Final = re.compile(r"\s*([0-9.eE+-]+)\s*([a-z%]*)")
_UNITS: Final = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_REFERENCE: Final = re.compile(r"url\(\s*['\"]?#([^)'\"]+)|href=\"#([^\"]+)")
_LETTERS: Final = re.compile(r"<(\w+:)?(text|tspan)\b")
_COARSE: Final = 120  # pixels across the sheet when an element is looked for


def read_svg(path: Path) -> bytes:
    """The text of an SVG file, packed with gzip or not; InputError where it cannot be read."""
    try:
        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
                data = packed.read(MOST_BYTES + 1)
    except (OSError, EOFError) as error:
        raise InputError(f"the deck cannot be read: {error}", source=str(path)) from None
    if len(data) > MOST_BYTES:
        raise InputError("the deck is larger than 64 MB", source=str(path))
    return data


def grid_shape(path: Path) -> float:
    """Height by width of a card in a sheet of 13 columns and 5 rows."""
    root = _root_only(read_svg(path), path)
    _, _, width, height = _view(root)
    size = _sheet_size(root) or (width, height)
    return (size[1] / 5) / (size[0] / 13)


def draw_grid(path: Path, width: int, height: int) -> Faces:
    """The 52 faces and the back, cut from a sheet of 13 x 5; shape (53, height, width, 4), RGBA."""
    import numpy as np

    data = read_svg(path)
    root = _parse(data, path)
    # The picture of the sheet must be exactly 13 x 5 cards, whatever the file says of its own shape.
    if "viewBox" not in root.attrib:
        root.set("viewBox", " ".join(map(str, _view(root))))
    root.set("preserveAspectRatio", "none")
    root.set("width", str(13 * width))
    root.set("height", str(5 * height))
    picture = np.asarray(_draw(root, path, texts=b"<text" in data))
    cells = picture.reshape(5, height, 13, width, 4).transpose(0, 2, 1, 3, 4)
    faces = [cells[suit, rank] for rank in range(13) for suit in range(4)]
    return np.stack([*faces, cells[4, 2]])


def element_shape(path: Path) -> float:
    """Height by width of the cards in a file of elements; that of the back, which has no corner to miss."""
    sheet = _Elements(path)
    left, top, right, bottom = sheet.box(sheet.name(0))
    return (bottom - top) / (right - left)


def draw_elements(path: Path, width: int, height: int) -> Faces:
    """The 52 faces and the back, each the element of its name stretched over the card; as ``draw_grid``."""
    import numpy as np

    sheet = _Elements(path)
    return np.stack([sheet.face(sheet.name(index), width, height) for index in range(BACK + 1)])


class _Elements:
    """An SVG file with an element for each card."""

    def __init__(self, path: Path) -> None:
        self.path = path
        data = read_svg(path)
        self.texts = b"<text" in data
        self.root = _parse(data, path)
        self.view = _view(self.root)
        self.parents = {child: parent for parent in self.root.iter() for child in parent}
        self.named = {node.get("id", ""): node for node in self.root.iter()}
        for node in self.named.values():
            _drop_filters(node)

    def name(self, index: int) -> str:
        names = [f"{RANKS[index >> 2]}_{SUITS[index & 3]}"] if index < BACK else ["back", "cardBack"]
        for name in names:
            if name in self.named:
                return name
        raise InputError(f"the deck has no element {names[0]}", source=str(self.path))

    def face(self, name: str, width: int, height: int) -> Faces:
        """The element, stretched over width x height pixels; RGBA."""
        import numpy as np
        from PIL import Image

        image, _, _ = self._close(name, 2 * width)
        small = image.convert("RGBa").resize((width, height), Image.Resampling.LANCZOS, box=_painted(image))
        return np.asarray(small.convert("RGBA"))

    def box(self, name: str) -> tuple[float, float, float, float]:
        """Where the element is painted: left, top, right, bottom, in units of the sheet."""
        image, scale, (left, top) = self._close(name, 320)
        box = _painted(image)
        assert box is not None  # what the coarse look saw is there in the close one
        return left + box[0] / scale, top + box[1] / scale, left + box[2] / scale, top + box[3] / scale

    def _close(self, name: str, pixels: int) -> tuple[Image.Image, float, tuple[float, float]]:
        """A picture of the element about so many pixels wide with a rim around it, its scale, and where its
        corner lies in the sheet."""
        for pages in (0, 1, 3):  # some files keep cards beside the page
            left, top = self.view[0] - pages * self.view[2], self.view[1] - pages * self.view[3]
            view = left, top, (2 * pages + 1) * self.view[2], (2 * pages + 1) * self.view[3]
            image, scale = self._picture(name, view, (2 * pages + 1) * _COARSE)
            found = _painted(image)
            if (
                found
                and found[0] >= 1
                and found[1] >= 1
                and found[2] < image.width
                and found[3] < image.height
            ):
                break
        if found is None:
            raise InputError(f"the deck's element {name} is empty", source=str(self.path))
        origin = left + (found[0] - 2) / scale, top + (found[1] - 2) / scale
        size = (found[2] - found[0] + 4) / scale, (found[3] - found[1] + 4) / scale
        image, scale = self._picture(name, (*origin, *size), math.ceil(1.15 * pixels))
        return image, scale, origin

    def _picture(
        self, name: str, view: tuple[float, float, float, float], width: int
    ) -> tuple[Image.Image, float]:
        root = ElementTree.Element(self.root.tag, dict(self.root.attrib))
        scale = width / view[2]
        root.set("viewBox", " ".join(map(str, view)))
        root.set("preserveAspectRatio", "xMinYMin meet")
        root.set("width", str(width))
        root.set("height", str(max(1, round(view[3] * scale))))
        node = self.named[name]
        root.append(self._needed(node))
        root.append(self._alone(node))
        return _draw(root, self.path, self.texts), scale

    def _needed(self, node: ElementTree.Element) -> ElementTree.Element:
        """Definitions with all that the element refers to, and what that refers to, and so on."""
        defs = ElementTree.Element(f"{{{_SVG}}}defs")
        seen: set[str] = set()
        waiting = [node, *(style for style in self.root.iter(f"{{{_SVG}}}style"))]
        defs.extend(waiting[1:])
        while waiting:
            text = ElementTree.tostring(waiting.pop(), encoding="unicode")
            for first, second in _REFERENCE.findall(text):
                name = first or second
                if name not in seen and name in self.named:
                    seen.add(name)
                    defs.append(self.named[name])
                    waiting.append(self.named[name])
        return defs

    def _alone(self, node: ElementTree.Element) -> ElementTree.Element:
        """The element in copies of the groups around it, which may move or style it."""
        parent = self.parents.get(node)
        while parent is not None and parent is not self.root:
            if parent.tag != f"{{{_SVG}}}defs":
                shell = ElementTree.Element(parent.tag, dict(parent.attrib))
                shell.append(node)
                node = shell
            parent = self.parents.get(parent)
        return node


def _drop_filters(node: ElementTree.Element) -> None:
    """Qt draws no filters (shadows, blurs), so neither do we."""
    node.attrib.pop("filter", None)
    if "filter:" in node.get("style", ""):
        node.set("style", re.sub(r"(?<![-\w])filter:[^;]*;?", "", node.get("style", "")))


def _painted(image: Image.Image) -> tuple[float, float, float, float] | None:
    """The box of what is painted in an image, to a fraction of a pixel; None where nothing is."""
    import numpy as np

    alpha = np.asarray(image)[..., 3].astype(float) / 255
    edges = []
    for axis in (0, 1):
        cover = alpha.max(axis=axis)
        painted = np.flatnonzero(cover > 0.03)
        if painted.size == 0:
            return None
        first, last = int(painted[0]), int(painted[-1])
        edges.append((first + 1 - cover[first], last + cover[last]))
    return edges[0][0], edges[1][0], edges[0][1], edges[1][1]


def _parse(data: bytes, path: Path) -> ElementTree.Element:
    try:
        return ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise InputError(f"the deck is not an SVG picture: {error}", source=str(path)) from None


def _root_only(data: bytes, path: Path) -> ElementTree.Element:
    """The outermost element without what it holds: all that tells the shape, in a thousandth of the time."""
    try:
        element: ElementTree.Element
        for _, element in ElementTree.iterparse(io.BytesIO(data), events=("start",)):
            return element
    except ElementTree.ParseError as error:
        raise InputError(f"the deck is not an SVG picture: {error}", source=str(path)) from None
    raise InputError("the deck is empty", source=str(path))


def _pixels(text: str | None) -> float | None:
    match = _LENGTH.fullmatch(text or "")
    if match is None or match[2] not in _UNITS:
        return None
    return float(match[1]) * _UNITS[match[2]]


def _sheet_size(root: ElementTree.Element) -> tuple[float, float] | None:
    width, height = _pixels(root.get("width")), _pixels(root.get("height"))
    return (width, height) if width and height else None


def _view(root: ElementTree.Element) -> tuple[float, float, float, float]:
    """The part of the plane that the sheet shows: left, top, width, height."""
    numbers = [float(part) for part in re.split(r"[\s,]+", root.get("viewBox", "").strip()) if part]
    if len(numbers) == 4 and numbers[2] > 0 and numbers[3] > 0:
        return numbers[0], numbers[1], numbers[2], numbers[3]
    size = _sheet_size(root)
    if size is None:
        raise InputError("the deck's SVG tells no size")
    return 0.0, 0.0, size[0], size[1]


def _draw(root: ElementTree.Element, path: Path, texts: bool) -> Image.Image:
    import resvg_py
    from PIL import Image

    text = ElementTree.tostring(root, encoding="unicode")
    try:
        # Reading the system's fonts takes longer than drawing a card: only where letters are texts.
        data = resvg_py.svg_to_bytes(
            svg_string=text, dpi=96, skip_system_fonts=not (texts and _LETTERS.search(text))
        )
    except ValueError as error:
        raise InputError(f"the deck cannot be drawn: {error}", source=str(path)) from None
    return Image.open(io.BytesIO(bytes(data))).convert("RGBA")
