"""Tables of cards as drawings. Of a face-down card that nobody has seen the drawing shows its back alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from winnable.cards import RANK_LETTERS, SUIT_LETTERS, Card
from winnable.render import glyphs
from winnable.render.drawing import Drawing, draw_text, element, group
from winnable.render.layout import Table, lay_out
from winnable.render.style import Style

if TYPE_CHECKING:
    from winnable.scene import Pile, Scene, TableMove

__all__ = ["draw_card", "draw_table"]

_RANK_WORDS: Final = (
    "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip
_THICK: Final = 0.018  # of a card's width: how far cards of a squared pile stick out
_MOST_SEEN: Final = 3  # of the edges of a squared pile


def draw_table(scene: Scene, style: Style, move: TableMove | None = None) -> Drawing:
    """All piles in their order, names above them, the counts and captions below.

    The cards that ``move`` takes are ringed, and so is where they go.
    """
    return _Painter(scene, style).paint(move)


def draw_card(scene: Scene, style: Style) -> Drawing:
    """The first card of a scene as it lies on a table with nothing on it, and nothing else."""
    painter = _Painter(scene, style)
    rim = float(painter.rim()["stroke_width"])
    body = painter.card(scene.piles[0], 0, rim / 2, rim / 2)
    return Drawing(painter.w + rim, painter.h + rim, body)


class _Painter:
    def __init__(self, scene: Scene, style: Style) -> None:
        self.scene = scene
        self.style = style
        self.colours = style.palette
        self.table: Table = lay_out(scene, style.width, labels=style.labels)
        self.m = self.table.measures
        self.w, self.h = self.m.width, self.m.height

    def paint(self, move: TableMove | None) -> Drawing:
        size = 1.15 * self.m.label
        captions = self.captions()
        foot = 1.7 * size * len(captions)
        width, height = self.table.width, self.table.height + foot
        parts = [
            element("rect", x=0, y=0, width=width, height=height, rx=0.1 * self.w, fill=self.colours.felt)
        ]
        for pile in self.scene.piles:
            parts += self.pile(pile)
        parts += self.rings(move) if move is not None else ()
        left = 0.22 * self.w
        for i, line in enumerate(captions):
            y = self.table.height + (1.7 * i + 0.35) * size
            parts.append(draw_text(line, left, y, size, colour=self.colours.ink, anchor="start"))
        return Drawing(width, height, "\n".join(parts))

    def captions(self) -> list[str]:
        counts = " \N{MIDDLE DOT} ".join(
            str(count)[0].upper() + str(count)[1:] for count in self.scene.counts
        )
        return [line for line in (counts, *self.scene.captions) if line]

    def pile(self, pile: Pile) -> Iterator[str]:
        places = self.table.places[pile.name]
        x, y = places[0]
        if pile.label and self.style.labels:
            middle = y - 0.5 * self.table.head
            yield draw_text(pile.label, x + self.w / 2, middle, self.m.label, colour=self.colours.pale)
        if not pile.cards:
            if not pile.gap:
                yield self.empty(pile, x, y)
            return
        if pile.fan == "none":
            yield from self.edges(len(pile.cards), x, y)
        for i in pile.shown:
            yield self.card(pile, i, *places[i])

    def empty(self, pile: Pile, x: float, y: float) -> str:
        """An empty place, with what may go there."""
        line = max(1.2, 0.02 * self.w)
        parts = [
            self.outline(
                x, y, fill=self.colours.empty, fill_opacity=0.12, stroke=self.colours.empty, stroke_width=line
            )
        ]
        size = 0.5 * self.w
        left, top = x + (self.w - size) / 2, y + (self.h - size) / 2
        if pile.sign == "recycle":
            parts.append(glyphs.turn_over(left, top, size, self.colours.empty))
        elif pile.sign and pile.sign in SUIT_LETTERS:
            suit = SUIT_LETTERS.index(pile.sign)
            parts.append(glyphs.suit(suit, left, top, size, self.colours.empty, fill_opacity=0.55))
        elif pile.sign:
            rank = RANK_LETTERS.index(pile.sign)
            left = x + (self.w - glyphs.rank_width(rank, size)) / 2
            parts.append(glyphs.rank(rank, left, top, size, self.colours.empty))
        return group(parts, title=f"{pile.name}: empty")

    def edges(self, count: int, x: float, y: float) -> Iterator[str]:
        """The rims of cards below the last one of a squared pile."""
        for level in range(min(count - 1, _MOST_SEEN), 0, -1):
            yield self.outline(x, y + level * max(1.5, _THICK * self.w), fill=self.colours.card, **self.rim())

    def card(self, pile: Pile, index: int, x: float, y: float) -> str:
        card, down = pile.cards[index], index < pile.down
        squared_stock = pile.role == "stock" and pile.fan == "none"
        if not card.known or (down and squared_stock):
            return self.back(pile, x, y)
        fill = self.colours.known_back if down else self.colours.card
        upright = pile.fan == "right"
        parts = [self.outline(x, y, fill=fill, **self.rim()), *self.corner(card, x, y, upright=upright)]
        if (pile.name, index) in self.table.bare:
            parts.append(self.middle(card, x, y, upright=upright))
        name = f"{_RANK_WORDS[card.rank]} of {card.suit.name.lower()}" + (", face down" if down else "")
        return group(parts, title=name, data_card=str(card))

    def corner(self, card: Card, x: float, y: float, *, upright: bool) -> Iterator[str]:
        """Rank and suit in the corner that stays visible: side by side, or below each other."""
        colour, cap = self.style.suits[card.suit], self.m.cap
        left, top = x + 0.075 * self.w, y + (self.m.strip - cap) / 2
        wide = glyphs.rank_width(card.rank, cap)
        size = 0.92 * cap
        if upright:
            inset = (self.m.narrow_strip - wide) / 2
            size = min(size, 0.82 * self.m.narrow_strip)
            yield glyphs.rank(card.rank, x + inset, top, cap, colour)
            yield glyphs.suit(card.suit, x + (self.m.narrow_strip - size) / 2, top + 1.2 * cap, size, colour)
        else:
            yield glyphs.rank(card.rank, left, top, cap, colour)
            yield glyphs.suit(card.suit, left + wide + 0.14 * cap, top + (cap - size) / 2, size, colour)

    def middle(self, card: Card, x: float, y: float, *, upright: bool) -> str:
        """The suit once more, large, on a card that nothing covers."""
        size = 0.52 * self.w
        left = x + self.w - size - (0.10 * self.w if upright else (self.w - size) / 2)
        return glyphs.suit(
            card.suit, left, y + self.h - size - 0.15 * self.w, size, self.style.suits[card.suit]
        )

    def back(self, pile: Pile, x: float, y: float) -> str:
        """A card's back; that of a squared pile has the number of its cards on it."""
        inset, line = 0.07 * self.w, max(1.0, 0.018 * self.w)
        parts = [
            self.outline(x, y, fill=self.colours.back, **self.rim()),
            element(
                "rect", x=x + inset, y=y + inset, width=self.w - 2 * inset, height=self.h - 2 * inset,
                rx=0.04 * self.w, fill="none", stroke=self.colours.back_line, stroke_width=line,
            ),
        ]  # fmt: skip
        if pile.fan == "none" and len(pile.cards) > 1:
            middle = (x + self.w / 2, y + self.h / 2)
            parts.append(draw_text(str(len(pile.cards)), *middle, 0.34 * self.w, colour="#ffffff", bold=True))
        return group(parts, title="a card face down")

    def rings(self, move: TableMove) -> Iterator[str]:
        """Around the cards that a move takes, and around the card or the place that they go to."""
        places = self.table.places[move.source]
        yield self.ring(places[move.index], places[-1])
        if move.target:
            last = self.table.places[move.target][-1]
            yield self.ring(last, last, stroke_dasharray="7 5")

    def ring(self, first: tuple[float, float], last: tuple[float, float], **attributes: float | str) -> str:
        (x, y), (right, low), out = first, last, 1.5
        wide, tall = right - x + self.w + 2 * out, low - y + self.h + 2 * out
        return element(
            "rect", x=x - out, y=y - out, width=wide, height=tall,
            rx=0.08 * self.w, fill="none", stroke=self.colours.ring, stroke_width=3, **attributes,
        )  # fmt: skip

    def outline(self, x: float, y: float, **attributes: float | str) -> str:
        return element("rect", x=x, y=y, width=self.w, height=self.h, rx=0.075 * self.w, **attributes)

    def rim(self) -> dict[str, float | str]:
        return {"stroke": self.colours.edge, "stroke_width": max(0.8, 0.0125 * self.w)}
