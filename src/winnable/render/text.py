"""Scenes as pictures of fixed-width text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from winnable.cards import OUTLINED_SUITS, SUIT_LETTERS, SUIT_SYMBOLS, format_card
from winnable.render.grid_text import grid_page
from winnable.render.page import Line, Look, Page, Span, Word, plain

if TYPE_CHECKING:
    from winnable.cards import Card
    from winnable.scene import Pile, Scene

__all__ = ["scene_lines", "scene_text"]

_STEP: Final = 4  # letters from a pile to the next
_NARROW_STEP: Final = 3  # the same where there is little room
_WIDE: Final = 3  # letters of a place
_NEAR: Final = 3  # letters from a card to the next in a row that overlaps
_HIDDEN: Final = "##"
_GONE: Final = "--"  # where a card of a tableau that nothing marks has left
_SIGNS: Final = {"": " ", "recycle": "o"}
_OUTLINED: Final = str.maketrans(SUIT_SYMBOLS, OUTLINED_SUITS)
_SUITS: Final[tuple[Look, ...]] = ("clubs", "diamonds", "hearts", "spades")


def scene_text(scene: Scene) -> str:
    """The picture, below it the counts and captions; no newline at the end.

    A card is two letters, ``7H``; in lower case, with symbols as an outlined suit, it lies face down, and
    ``##`` is a face-down card that is not known. Of piles that are no fan the last card is shown. A grid
    is as :func:`~winnable.render.grid_text.grid_text` has it.
    """
    return plain(scene_lines(scene))


def scene_lines(scene: Scene, *, unicode: bool = False, width: int | None = None) -> list[Line]:
    """The same line by line, in pieces that each have a look, for terminals with colours.

    Args:
        scene: what is on the table.
        unicode: suits are symbols, ``7♥``.
        width: letters that a line has room for. What is wider is set closer, and if that is not enough,
            folded: its left part comes first, what is to the right of it below.
    """
    page = _page(scene, unicode)
    if width is not None and page.width > width:
        page = _page(scene, unicode, close=True)
    lines = page.lines(width)
    below = [text for text in (*_below(scene, unicode), *scene.captions) if text]
    if below:
        lines.append(())
        lines += [(Span(line),) for text in below for line in _wrapped(text, width)]
    return lines


def _page(scene: Scene, unicode: bool, *, close: bool = False) -> Page:
    if scene.grid is not None:
        return grid_page(scene.grid, close=close)
    return _table(scene.piles, _NARROW_STEP if close else _STEP, unicode)


def _below(scene: Scene, unicode: bool) -> Iterator[str]:
    """The counts, the known cards that the picture has no room for, and what the signs in it mean."""
    if scene.grid is not None:
        cells = scene.grid.cells
        yield ", ".join(f"{mark.name}s {mark.placed} of {mark.total}" for mark in scene.grid.marks)
        if any(cell.pencil or cell.struck for cell in cells):
            struck = any(cell.struck for cell in cells)
            yield "in round brackets: pencil marks" + (", behind ! what is struck out" if struck else "")
        if any(clue.done for clue in scene.grid.clues):
            yield "between waves: marked as done"
        return
    yield "; ".join(map(str, scene.counts))
    for pile in scene.piles:
        if pile.down > 1 and len(pile.shown) == 1 and all(card.known for card in pile.cards[: pile.down]):
            cards = " ".join(format_card(card, unicode=unicode) for card in reversed(pile.cards))
            yield f"{pile.name} from its top: {cards}"
    if any(pile.cards[i].known for pile in scene.piles for i in pile.shown if i < pile.down):
        yield f"{'outlined suits' if unicode else 'lower case'}: face down"


def _wrapped(text: str, width: int | None) -> list[str]:
    if width is None or len(text) <= width:
        return [text]
    from textwrap import wrap

    return wrap(text, width)


def _table(piles: Sequence[Pile], step: int, unicode: bool) -> Page:
    """The piles, each row of them below the piles of earlier rows that are in its way."""
    page = Page()
    done: list[_Done] = []
    for y, same in groupby(sorted(piles, key=lambda pile: pile.y), key=lambda pile: pile.y):
        row_piles = list(same)
        row = _first_row(row_piles, done, step)
        if any(pile.label for pile in row_piles):
            for pile in row_piles:
                page.write(row, _column(pile, step), f"{pile.label:>{_WIDE}}", "label")
            row += 1
        for pile in row_piles:
            for i, (down, right) in enumerate(_offsets(pile)):
                page.write(row + down, _column(pile, step) + right, *_word(pile, i, unicode))
            column = _column(pile, step)
            done.append(_Done(y, column, column + _width(pile), row, row + _height(pile)))
    return page


class _Done(NamedTuple):
    """A pile that was drawn: its y in the scene, its first column and the one after its last, its first row
    and the one below its last."""

    y: float
    left: int
    right: int
    row: int
    free: int


def _first_row(piles: Sequence[Pile], done: Sequence[_Done], step: int) -> int:
    """The row where piles of one line can begin: below all that is in their way, with a blank row between
    unless they overlap it on the table, and below all that begins a card's height further up."""
    row = 0
    for pile in piles:
        left, right = _column(pile, step), _column(pile, step) + _width(pile)
        for other in done:
            if other.left < right and left < other.right:
                row = max(row, other.free + (pile.y - other.y >= 1))
            elif pile.y - other.y >= 1:
                row = max(row, other.row + 2)
    return row


def _column(pile: Pile, step: int) -> int:
    return int(step * pile.x + 0.5)


def _width(pile: Pile) -> int:
    return _WIDE + (_NEAR * max(len(pile.cards) - 1, 0) if pile.fan == "right" else 0)


def _height(pile: Pile) -> int:
    return max(len(pile.cards), 1) if pile.fan == "down" else 1


def _offsets(pile: Pile) -> Iterator[tuple[int, int]]:
    """Rows and columns from a pile's corner to each word of it."""
    for i in range(max(len(pile.shown), 1)):
        yield (i, 0) if pile.fan == "down" else (0, _NEAR * i)


def _word(pile: Pile, number: int, unicode: bool) -> Word:
    """The card that is shown as the ``number``-th of a pile, or its empty place."""
    if not pile.cards:
        if pile.gap:
            return f"{_GONE:>{_WIDE}}", "empty"
        sign = _SIGNS.get(pile.sign, pile.sign)
        if unicode and sign in SUIT_LETTERS:
            sign = SUIT_SYMBOLS[SUIT_LETTERS.index(sign)]
        return f"[{sign}]", "empty"
    index = pile.shown[number]
    word, look = _card_word(pile.cards[index], index < pile.down, unicode)
    return f"{word:>{_WIDE}}", look


def _card_word(card: Card, down: bool, unicode: bool) -> Word:
    if not card.known:
        return _HIDDEN, "hidden"
    word = format_card(card, unicode=unicode)
    if down:
        return word.lower().translate(_OUTLINED), "hidden"
    return word, _SUITS[card.suit]
