"""Which cards lie face up: those that show paper.

Paper is the colour that most cards which nothing covers share, for nearly all of these lie face up. A face
shows it between its signs, also where only a strip is seen; a back shows its pattern. Of a strip that is so
narrow that it may be either it tells more whether it looks as others do that lie face down: backs are alike.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from winnable.screen.fans import cells_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from winnable.screen.seen import Picture, SeenCard
    from winnable.screen.survey import SeenFan

__all__ = ["faces_up", "paper_of", "paper_share"]

_NEAR: Final = 42  # of 255: paper may be shaded
_SHARE: Final = 0.41  # of what is seen of a face, at least
_EDGE: Final = 0.07  # of a card's width: backs have a border of paper that is wider than that of faces
_BAND: Final = 0.14
_BIN: Final = 16
_ALIKE: Final = 14.0  # of 255: the most that cells of two backs differ, in the one that differs most
_OTHER: Final = 40.0  # ... and the least that those of a face and a back do
_UPPER: Final = 0.5  # of a card's width: of the upper part that is looked at
_ROWS: Final = 3  # of a card, at least
_LONG: Final = 20  # rows of a strip: of one so high the picture tells, and not just the rim
_SHIFTS: Final = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0)  # rows by which these may lie apart


def faces_up(cut: Picture, fans: Sequence[SeenFan], wide: float) -> list[SeenFan]:
    """The same fans, each card known to lie face up or down; ``cut`` is what their boxes refer to."""
    bare = [fan for fan in fans if _is_bare(fan.cards[-1])]
    # Some programs shade runs and suits that are complete: these lie alone, where games are played are fans.
    paper = paper_of([(_sample(cut, fan.cards[-1], wide), len(fan.cards)) for fan in bare])
    found = [
        replace(
            fan,
            cards=tuple(
                replace(card, up=number >= fan.narrow and _is_up(cut, card, wide, paper))
                for number, card in enumerate(fan.cards)
            ),
        )
        for fan in fans
    ]
    narrow = [fan.cards[0] for fan in found if fan.narrow]
    # A whole card that shows no paper may be a picture without a rim.
    whole = [card for fan in found if _is_bare(card := fan.cards[-1]) and not card.up]
    backs = [_upper(cut, card, wide) for card in narrow or whole]
    return [_held_against(cut, fan, backs, wide, last=bool(narrow)) for fan in found] if backs else found


def _held_against(
    cut: Picture, fan: SeenFan, backs: Sequence[NDArray[np.float32]], wide: float, *, last: bool
) -> SeenFan:
    """The fan with those cards turned that look as the backs do, or quite otherwise, and its ``last`` one."""
    if fan.free or fan.way != "down":
        return fan
    cards = list(fan.cards)
    down = fan.narrow
    for number in range(fan.narrow, len(cards) if last else len(cards) - 1):
        apart = min(_apart(_upper(cut, cards[number], wide), back) for back in backs)
        if apart <= _ALIKE:
            down = number + 1  # and so do all below it
        elif apart >= _OTHER:
            cards[number] = replace(cards[number], up=True)
    cards[:down] = [replace(card, up=False) for card in cards[:down]]
    return _in_order(replace(fan, cards=tuple(cards)))


def _in_order(fan: SeenFan) -> SeenFan:
    """The fan with the cards that lie face down below the others, as they always do: as many as most cards
    look like, and not sure where other numbers of them look as likely."""
    ups = [card.up for card in fan.cards]
    if ups == sorted(ups):
        return fan
    amiss = [sum(ups[:down]) + ups[down:].count(False) for down in range(len(ups) + 1)]
    down = amiss.index(min(amiss))
    cards = tuple(replace(card, up=number >= down) for number, card in enumerate(fan.cards))
    return replace(fan, cards=cards, sure=fan.sure and amiss.count(min(amiss)) == 1)


def _upper(cut: Picture, card: SeenCard, wide: float) -> NDArray[np.float32]:
    """What is seen of the upper part of a card but its rim, as rows of cells."""
    side = max(1, round(_EDGE * wide))
    top, bottom = round(card.visible.top) + 1, round(card.visible.bottom)
    bottom = max(min(bottom, top + round(_UPPER * wide)), top + 1)
    return cells_of(cut[top:bottom, round(card.box.left) + side : round(card.box.right) - side])


def _apart(these: NDArray[np.float32], those: NDArray[np.float32]) -> float:
    """How far the rows of two cards lie apart, as far as both are seen, where one may begin a row later, or
    between rows where much is seen of both."""
    least = 255.0
    long = min(len(these), len(those)) >= _LONG
    for one, other in ((these, those), (those, these)):
        for shift in _SHIFTS if long else (0.0, 1.0):
            whole, part = divmod(shift, 1)
            moved = one[int(whole) :]
            if part:
                moved = (1 - part) * moved[:-1] + part * moved[1:]
            rows = min(len(moved), len(other))
            if rows >= _ROWS:
                least = min(least, float(np.abs(moved[:rows] - other[:rows]).max(1).mean()))
    return least


def paper_of(samples: Sequence[tuple[NDArray[np.uint8], int]]) -> NDArray[np.int16]:
    """The colour of paper, (3,), by samples of cards, each of shape (pixels, 3) and with the number of cards
    that it stands for."""
    votes: dict[tuple[int, ...], list[tuple[NDArray[np.int16], int]]] = {}
    for sample, count in samples:
        coarse = sample // _BIN
        numbers = coarse[:, 0].astype(np.int32) * 256 + coarse[:, 1].astype(np.int32) * 16 + coarse[:, 2]
        common = int(np.bincount(numbers).argmax())
        colour = np.median(sample[numbers == common], axis=0).astype(np.int16)
        for known in votes:
            if np.abs(np.array(known) - colour).max() <= 24:
                votes[known].append((colour, count))
                break
        else:
            votes[tuple(int(part) for part in colour)] = [(colour, count)]
    if not votes:
        return np.array([255, 255, 255], dtype=np.int16)
    best = max(votes, key=lambda colour: (sum(count for _, count in votes[colour]), sum(colour)))
    return np.asarray(np.median([colour for colour, _ in votes[best]], axis=0), dtype=np.int16)


def paper_share(cut: Picture, card: SeenCard, wide: float, paper: NDArray[np.int16]) -> float:
    """The part that has the colour of paper, from 0 to 1, of what is seen of a card beside its pictures: of a
    band along its left or right side, where there is more of it."""
    return max(
        float((np.abs(band.astype(np.int16) - paper).max(1) <= _NEAR).mean()) if len(band) else 0.0
        for band in _bands(cut, card, wide)
    )


def _bands(cut: Picture, card: SeenCard, wide: float) -> Iterator[NDArray[np.uint8]]:
    """Pixels of the bands inside the left and the right border of a card, as far as they are seen."""
    seen, box = card.visible, card.box
    edge = min(_EDGE * wide, 0.25 * seen.height)
    rows = slice(round(seen.top + edge), max(round(seen.bottom - edge), round(seen.top + edge) + 1))
    for begin in (box.left + _EDGE * wide, box.right - (_EDGE + _BAND) * wide):
        left, right = max(begin, seen.left), min(begin + _BAND * wide, seen.right)
        yield cut[rows, round(left) : max(round(right), round(left))].reshape(-1, 3)


def _is_bare(card: SeenCard) -> bool:
    return card.visible.width * card.visible.height >= 0.97 * card.box.width * card.box.height


def _is_up(cut: Picture, card: SeenCard, wide: float, paper: NDArray[np.int16]) -> bool:
    return paper_share(cut, card, wide, paper) >= _SHARE


def _sample(cut: Picture, card: SeenCard, wide: float) -> NDArray[np.uint8]:
    """Pixels of what is seen of a card but its border, every second one each way where it is large."""
    seen = card.visible
    edge = min(_EDGE * wide, 0.25 * min(seen.width, seen.height))
    rows = slice(round(seen.top + edge), max(round(seen.bottom - edge), round(seen.top + edge) + 1))
    columns = slice(round(seen.left + edge), max(round(seen.right - edge), round(seen.left + edge) + 1))
    step = 2 if min(seen.width, seen.height) > 40 else 1
    return cut[rows, columns][::step, ::step].reshape(-1, 3)
