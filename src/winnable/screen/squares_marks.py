"""Reads what stands on the squares of a board: mirrors, monsters as pictures or letters, pencil marks, the
cursor.

Monsters are known by likeness to the symbols above the board, which every program shows in the same order,
and checked by their colour: ghosts are bluish or white, vampires rosy, zombies green.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PIL import Image

from winnable.screen.digits import read_signs, sign_patch
from winnable.screen.seen_board import CERTAIN, MONSTERS, SeenSquare
from winnable.screen.squares_view import SQUARE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Literal

    from numpy.typing import NDArray

    from winnable.screen.squares_numbers import Symbols
    from winnable.screen.squares_view import View

    Mask = NDArray[np.bool_]
    Colours = NDArray[np.float32]
    # What a square holds, how sure that is, what else it may be, and what is pencilled in.
    _Held = tuple[str, float, tuple[str, ...], str]

__all__ = ["Models", "models_of", "read_squares_of"]

_EMPTY: Final = 0.05  # of print, the mean of the strongest block of a square in which there is nothing
_BLOCK: Final = 4  # pixels: over blocks of this side noise is evened out
_CURSOR: Final = 0.12  # of the way to the print's colour, by which the ground below the cursor differs
_LEAST: Final = 0.1  # squares: what is smaller is no mark
_BAND: Final = 0.09  # squares from the diagonal that a mirror keeps to
_MIRROR_INK: Final = 0.9  # of all ink, that much lies there
_LETTER_HEIGHT: Final = 0.45  # squares: a symbol that is lower is a letter
_OFF_MIDDLE: Final = 0.12
_MODEL: Final = 20  # pixels: the size at which marks are compared
_ALIKE: Final = 0.12  # of full contrast, how far a mark may be from its model on the average
_APART: Final = 0.65  # of the distance to the next best model


class Models(NamedTuple):
    """The three symbols as they look here, of shape (3, side, side, 3); None where none were found.
    ``letters``: they are letters. ``usual``: their colours are those that are known."""

    patches: Colours | None
    letters: bool
    usual: bool


class _Mark(NamedTuple):
    """A mark in a square, in pixels of the view within that square."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2 / SQUARE, (self.top + self.bottom) / 2 / SQUARE


class _Monster(NamedTuple):
    letter: str
    confidence: float
    other: str


def models_of(view: View, symbols: Symbols) -> Models:
    """The symbols above the board, by which the marks on it are known."""
    if symbols.boxes is None:
        return Models(None, False, False)
    patches = np.stack([_shrunk(view.window(*box)) for box in symbols.boxes])
    letters = all(box.bottom - box.top < _LETTER_HEIGHT for box in symbols.boxes)
    usual = not letters and "".join(_by_colour(patch) for patch in patches) == MONSTERS
    return Models(patches, letters, usual)


def _shrunk(pixels: Colours) -> Colours:
    image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    return np.asarray(image.resize((_MODEL, _MODEL), Image.Resampling.BILINEAR), np.float32)


def _by_colour(patch: Colours) -> str:
    """The monster that has the mean colour of a patch."""
    red, green, blue = (float(value) for value in patch.mean(axis=(0, 1)))
    if min(green - red, green - blue) > 5:
        return "z"
    return "v" if min(red - blue, red - green) > 2.5 else "g"


def read_squares_of(view: View, models: Models) -> tuple[SeenSquare, ...]:
    """What stands on every square, in reading order."""
    lattice = view.lattice
    return tuple(
        _square(view, models, row, column) for row in range(lattice.rows) for column in range(lattice.columns)
    )


def _square(view: View, models: Models, row: int, column: int) -> SeenSquare:
    cursor, ground = _cursor(view, row, column)
    pixels = view.window(column, row, column + 1, row + 1)
    rim = _rim(view)
    off = (pixels - ground) / np.float32(view.contrast)
    off[:rim] = off[-rim:] = 0
    off[:, :rim] = off[:, -rim:] = 0
    held: _Held = ("", 1.0, (), "")
    if _is_marked(off):
        held = _holding(pixels, np.sqrt(np.einsum("ijk,ijk->ij", off, off)), models)
    holds, confidence, others, pencil = held
    box = view.lattice.part(column, row, column + 1, row + 1)
    return SeenSquare(row, column, box, holds, confidence, others, pencil, cursor)


def _rim(view: View) -> int:
    """Pixels of the view at a square's edge that its lines may reach: two of the picture's."""
    step = min(view.lattice.step_x, view.lattice.step_y)
    return round(SQUARE * min(0.08, max(0.045, 2.0 / step)))


def _cursor(view: View, row: int, column: int) -> tuple[Literal["", "cell", "pencil"], Colours]:
    """Whether the cursor is on a square, and the ground there, of shape (side, side, 3)."""
    towards = (view.print - view.ground) / view.contrast
    corners = [view.corner(row, column, right, bottom) for bottom in (0, 1) for right in (0, 1)]
    shares = [float((corner - view.ground) @ towards) / view.contrast for corner in corners]
    plain = np.median(np.array(corners[1:]), axis=0).astype(np.float32)
    ground = np.broadcast_to(plain, (SQUARE, SQUARE, 3))
    if float(np.median(shares[1:])) > _CURSOR:
        return "cell", ground
    if shares[0] - float(np.median(shares[1:])) > _CURSOR:
        across = np.arange(SQUARE)
        shaded = (across[:, None] + across[None, :])[..., None] < SQUARE / 2
        return "pencil", np.where(shaded, corners[0], ground).astype(np.float32)
    return "", ground


def _is_marked(off: Colours) -> bool:
    """Is there anything in a square whose colours are so far off its ground?"""
    count = SQUARE // _BLOCK
    blocks = off.reshape(count, _BLOCK, count, _BLOCK, 3).mean(axis=(1, 3))
    return float(np.linalg.norm(blocks, axis=2).max()) > _EMPTY


def _holding(pixels: Colours, ink: NDArray[np.float32], models: Models) -> _Held:
    """What a square with something in it holds, how sure that is, what else it may be, and what is pencilled
    in."""
    if mirror := _mirror(ink):
        return mirror
    # With little ink taken for ground marks are whole, with much they are well apart; the first is best that
    # tells them all.
    found: _Held = ("?", 0.0, (), "")
    for cut, inked in ((_cut, 0.2), (_cut, 0.35), (_cut, 0.5), (_quarters, 0.35)):
        marks = [mark for mark in cut(ink > inked, 0, 0) if max(_size(mark)) >= _LEAST]
        told = _told(pixels, ink, marks, models) if marks else found
        if told[1] > found[1]:
            found = told
        if found[1] >= CERTAIN:
            break
    return found


def _told(pixels: Colours, ink: NDArray[np.float32], marks: Sequence[_Mark], models: Models) -> _Held:
    """What the marks in a square are: a monster that stands there, or those that are pencilled in."""
    monsters = _monsters(pixels, ink, marks, models)
    if len(marks) == 1 and _is_big(marks[0]):
        monster = monsters[0]
        others = (monster.other,) if monster.confidence < 1 and monster.other else ()
        return monster.letter, monster.confidence, others, ""
    return _pencilled(marks, monsters)


def _pencilled(marks: Sequence[_Mark], monsters: Sequence[_Monster]) -> _Held:
    """Small marks are pencilled in, and the square is open; what looks otherwise is not known."""
    small = all(max(_size(mark)) < 0.55 for mark in marks)
    letters = "".join(sorted({monster.letter for monster in monsters}, key=MONSTERS.find))
    if not small or len(letters) != len(marks) or "?" in letters:
        return "?", 0.0, (), ""
    return "", 1.0 if min(monster.confidence for monster in monsters) > 0.3 else 0.5, (), letters


def _size(mark: _Mark) -> tuple[float, float]:
    return (mark.right - mark.left) / SQUARE, (mark.bottom - mark.top) / SQUARE


def _is_big(mark: _Mark) -> bool:
    x, y = mark.middle
    return abs(x - 0.5) < _OFF_MIDDLE and abs(y - 0.5) < _OFF_MIDDLE and _size(mark)[1] > 0.25


def _mirror(ink: NDArray[np.float32]) -> _Held | None:
    """The mirror that nearly all ink makes, or None."""
    strong = np.where(ink > 0.3, np.minimum(ink, 1), 0)
    total = float(strong.sum())
    if total < 0.01 * ink.size:
        return None
    across = (np.arange(SQUARE) + 0.5) / SQUARE - 0.5
    ways = (("/", across[:, None] + across[None, :]), ("\\", across[:, None] - across[None, :]))
    for way, off in ways:
        near = np.abs(off) / np.sqrt(2) < _BAND
        share = float(strong[near].sum()) / total
        along = np.flatnonzero((strong * near).max(axis=0) > 0.3)
        if share > _MIRROR_INK and len(along) and along[-1] - along[0] > 0.35 * SQUARE:
            whole = len(along) > 0.9 * (along[-1] - along[0])
            centred = abs((along[-1] + along[0] + 1) / 2 / SQUARE - 0.5) < 0.08
            return way, 1.0 if whole and centred and share > 0.95 else 0.6, (), ""
    return None


def _cut(mask: Mask, left: int, top: int) -> Iterator[_Mark]:
    """The marks of a mask, parted wherever an empty row or column parts them (the X-Y cut of Nagy and Seth,
    1984); ``left`` and ``top`` are where the mask begins."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return
    mask = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    left, top = left + int(columns[0]), top + int(rows[0])
    for axis in (0, 1):
        gaps = np.flatnonzero(~mask.any(axis=axis))
        if len(gaps):
            at = int(gaps[0])
            first, second = (mask[:, :at], mask[:, at:]) if axis == 0 else (mask[:at], mask[at:])
            yield from _cut(first, left, top)
            yield from _cut(second, left + (at if axis == 0 else 0), top + (at if axis == 1 else 0))
            return
    yield _Mark(left, top, left + mask.shape[1], top + mask.shape[0])


def _quarters(mask: Mask, left: int, top: int) -> Iterator[_Mark]:
    """The marks of a mask, one in each quarter: as sgt's program pencils, where they run into each other."""
    half = SQUARE // 2
    for y, x in ((0, 0), (0, half), (half, 0), (half, half)):
        part = mask[y : y + half, x : x + half]
        rows, columns = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
        if len(rows):
            right, bottom = left + x + int(columns[-1]) + 1, top + y + int(rows[-1]) + 1
            yield _Mark(left + x + int(columns[0]), top + y + int(rows[0]), right, bottom)


def _monsters(
    pixels: Colours, ink: NDArray[np.float32], marks: Sequence[_Mark], models: Models
) -> list[_Monster]:
    """Which monster each mark is."""
    if models.letters:
        strong = np.minimum(ink / max(float(ink.max()), 0.1), 1)
        patches = [sign_patch(strong, (mark.left, mark.top, mark.right, mark.bottom)) for mark in marks]
        signs = read_signs(patches, MONSTERS.upper())
        return [_Monster(sign.sign.lower(), sign.confidence, sign.other.lower()) for sign in signs]
    return [_like(_shrunk(pixels[mark.top : mark.bottom, mark.left : mark.right]), models) for mark in marks]


def _like(patch: Colours, models: Models) -> _Monster:
    """Which model a patch is like, and whether its colour agrees."""
    if models.patches is None:
        return _Monster(_by_colour(patch), 0.5, "")
    spread = max(60.0, float(models.patches.max() - models.patches.min()))
    distances = np.abs(models.patches - patch).mean(axis=(1, 2, 3)) / spread
    first, second, _ = np.argsort(distances).tolist()
    close = min(1.0, max(0.0, 2 - float(distances[first]) / _ALIKE))
    ratio = float(distances[first]) / max(float(distances[second]), 1e-6)
    apart = min(1.0, max(0.0, (1 - ratio) / (1 - _APART)))
    confidence = close * (0.5 + 0.5 * apart)
    letter = MONSTERS[first]
    if models.usual and _by_colour(patch) != letter:
        confidence *= 0.6
    if close == 0:
        return _Monster("?", 0.0, "")
    return _Monster(letter, confidence, MONSTERS[second])
