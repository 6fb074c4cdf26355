"""Finds cards by their shape: no place and no size of them is known beforehand, nor what deck they are of.

What lies on the table's ground falls into parts. Most parts of a table of cards are as wide as a card, for
piles lie apart: the commonest width is a card's, and the lines in such parts tell where each of its cards
begins (``fans``). Parts that are wider hold cards that overlap sideways (``heaps``). Places for cards, on
which none lies, are no more than a frame or a tint of the ground.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
from PIL import Image

from winnable.screen.ground import Ground, Part, grounds, is_faint, parts_of
from winnable.screen.seen import Box, SeenCard
from winnable.screen.survey import SeenFan, Sight, Survey

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from winnable.screen.seen import Picture

__all__ = ["find_cards", "look"]

_MANY: Final = 1_300_000  # pixels of a picture: in smaller ones cards are not too large
_CLOSER: Final = 3  # every third pixel will do to see how large cards are
_LARGE: Final = 150.0  # pixels of a card: larger ones are looked at as if they were as wide as usual
_USUAL: Final = 140.0
_NARROWEST: Final = 24  # pixels, of a card
_WIDEST: Final = 0.3  # of the table's width
_FAINTEST: Final = (0.45, 0.2)  # of a tint of the ground; and where cards themselves are nearly as dark as it
_RIM: Final = 0.5  # of a card's width: the least of a card that lies in a row or column of pixels at its rim
_FRINGED: Final = 1.1  # of a card's width: as wide a column of cards is with the specks that hang at it


def find_cards(picture: Picture) -> list[SeenCard]:
    """Every card on a picture, unread, pile by pile, lower cards first; [] if there is none.

    Raises:
        InputError: there is no table to be seen.
    """
    return look(picture).cards


def look(picture: Picture) -> Sight:
    """What lies on the table that a picture shows.

    Raises:
        InputError: there is no table to be seen.
    """
    if picture.shape[0] * picture.shape[1] >= _MANY:
        # Cards that are large are found better, and faster, where they are of a usual size: their lines are
        # a pixel or two wide there.
        wide = _CLOSER * _look(np.ascontiguousarray(picture[::_CLOSER, ::_CLOSER])).width
        if wide > _LARGE:
            larger = wide / _USUAL
            return _enlarged(_look(_reduced(picture, larger)), larger)
    return _look(picture)


def _reduced(picture: Picture, times: float) -> Picture:
    """The picture so many times smaller, both ways."""
    image = Image.fromarray(picture)
    size = round(image.width / times), round(image.height / times)
    return np.asarray(image.resize(size, Image.Resampling.BICUBIC))


def _enlarged(sight: Sight, times: float) -> Sight:
    """A sight of a picture that was made so many times smaller, in the picture as it was."""

    def of_box(box: Box) -> Box:
        return Box(*(times * side for side in (box.left, box.top, box.width, box.height)))

    def of_fan(fan: SeenFan) -> SeenFan:
        cards = (replace(card, box=of_box(card.box), visible=of_box(card.visible)) for card in fan.cards)
        return replace(fan, cards=tuple(cards))

    return Sight(
        of_box(sight.area),
        times * sight.width,
        times * sight.height,
        tuple(map(of_fan, sight.fans)),
        tuple(map(of_box, sight.empty)),
        tuple(map(of_box, sight.others)),
    )


def _look(picture: Picture) -> Sight:
    best: Sight | None = None
    found = list(grounds(picture))
    for faintest in _FAINTEST:
        for ground in found:
            sight = _sight(picture, ground, faintest)
            if best is None or len(sight.cards) > len(best.cards):
                best = sight
            if len(best.cards) >= 2:
                return best
    assert best is not None
    return best


def _sight(picture: Picture, ground: Ground, faintest: float) -> Sight:
    area = Box(ground.left, ground.top, ground.right - ground.left, ground.bottom - ground.top)
    parts, lengths, of = parts_of(ground.mask)
    large = [part for part in parts if min(part.width, part.height) >= _NARROWEST]
    cut = picture[ground.top : ground.bottom, ground.left : ground.right]
    faint = {part for part in large if is_faint(cut, ground, part, faintest)}
    solid = [i for i, part in enumerate(parts) if part in set(large) - faint]
    wide = _card_width(lengths[np.isin(of, solid)], _WIDEST * area.width)
    if not wide:
        return Sight(area, 0.0, 0.0, ())
    cards = [_without_fringe(part, ground, wide) for part in large if part not in faint]
    return Survey(picture, ground, wide, cards, faint, faintest).sight(area)


def _without_fringe(part: Part, ground: Ground, wide: int) -> Part:
    """A part without the rows and columns at its rim in which little of it lies: specks of a ground that is
    not of one colour hang at a card, and would make it larger."""
    mask = ground.mask[part.top : part.bottom, part.left : part.right]
    # Beside a long column of cards specks add up, but its own sides go from end to end.
    high = part.height if part.width <= _FRINGED * wide else wide
    rows, columns = (np.flatnonzero(mask.sum(axis) >= _RIM * full) for axis, full in ((1, wide), (0, high)))
    if not len(rows) or not len(columns):
        return part
    top, bottom, left, right = (int(n) for n in (rows[0], rows[-1] + 1, columns[0], columns[-1] + 1))
    return Part(
        part.left + left,
        part.top + top,
        part.left + right,
        part.top + bottom,
        int(mask[top:bottom, left:right].sum()),
    )


def _card_width(lengths: NDArray[np.int64], most: float) -> int:
    """The commonest length of runs along rows, up to ``most``; 0 if none is common."""
    some = lengths[(lengths >= _NARROWEST) & (lengths <= most)]
    votes = np.bincount(some, minlength=_NARROWEST + 2).astype(float)
    near = votes.copy()
    near[1:] += votes[:-1]
    near[:-1] += votes[1:]
    if near.max() < _NARROWEST:
        return 0
    middle = int(near.argmax())
    return max((middle - 1, middle, middle + 1), key=lambda wide: votes[wide] if wide < len(votes) else 0)
