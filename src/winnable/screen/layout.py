"""Arranges cards that were found in the piles of a game, as its scene names them.

Programs lay a game out in their own ways; what a pile is shows in its place among the others: columns lie
side by side and spread downward, a pyramid is one wherever it lies, and the piles beside keep their order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from winnable.errors import InputError
from winnable.screen.find import look
from winnable.screen.plans import Plan, all_plans, plan_of
from winnable.screen.pyramids import pyramid_of
from winnable.screen.seen import Box, SeenCard, SeenPile, SeenTable, is_sideways
from winnable.screen.survey import Sight

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from winnable.scene import Pile
    from winnable.screen.seen import Picture

__all__ = ["arrange", "lay_out", "turned", "unsure"]

_SAME_ROW: Final = 0.25  # of a card's height
_OFF_STEP: Final = 0.06  # of the distance of columns: how far one may be off
_MEND: Final = "show the whole table, with nothing over it"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the table: the box of its first card, or of the empty place, and the cards there."""

    box: Box
    cards: tuple[SeenCard, ...] = ()
    sure: bool = True

    @property
    def down(self) -> bool:
        """Does its last card lie face down?"""
        return bool(self.cards) and not self.cards[-1].up


def lay_out(picture: Picture, game_name: str = "") -> SeenTable:
    """The table on a picture, its cards unread, in the piles of the game; without a name, of the game whose
    table looks like that. ``notes`` say what is doubtful; a table without any is whole.

    A pile that the program does not show while it is empty is left out. Foundations that belong to suits are
    named from left to right as in the scene, for only reading tells their suits.

    Raises:
        InputError: an unknown game; no cards; or they do not lie as in that game, or not in any.
    """
    return arrange(look(picture), game_name)


def arrange(sight: Sight, game_name: str = "") -> SeenTable:
    """As lay_out, for what was found before."""
    if game_name:
        plan = plan_of(game_name)
        return _arranged(sight, plan)
    if not sight.cards:
        raise _no_cards(sight)
    fits: list[tuple[float, SeenTable]] = []
    failures: list[InputError] = []
    for plan in all_plans():
        try:
            table = _arranged(sight, plan)
        except InputError as error:
            failures.append(error)
            continue
        fits.append((_likeness(table, plan), table))
    if not fits:
        raise InputError(
            "the cards do not lie as in any game that is known here", mend=f"name the game, and {_MEND}"
        )
    return max(fits, key=lambda fit: fit[0])[1]


def turned(sight: Sight, plan: Plan) -> Sight:
    """The sight with all cards face up if they are in this game: where most of them are shaded, as those on
    complete foundations, the others have not the colour of paper."""
    if not plan.all_up:
        return sight
    fans = (replace(fan, cards=tuple(replace(card, up=True) for card in fan.cards)) for fan in sight.fans)
    return replace(sight, fans=tuple(fans))


def unsure(pile: str) -> str:
    """The note on a pile that may have more cards than were seen, or fewer."""
    return f"{pile}: how many cards lie there cannot be told for certain"


def _arranged(sight: Sight, plan: Plan) -> SeenTable:
    sight = turned(sight, plan)
    if not sight.cards and (sight.others or not sight.empty):
        raise _no_cards(sight)
    spots = [*_spots(sight), *(Spot(box) for box in sight.empty)]
    piles: list[SeenPile] = []
    notes = list(_covers(sight))
    if plan.pyramid:
        found, spots = pyramid_of(spots, plan, sight)
        piles.extend(found.piles)
        notes.extend(found.notes)
    if plan.columns:
        columns, spots = _columns(spots, plan, sight)
        piles.extend(columns)
    piles.extend(_others(spots, plan, sight, notes))
    notes.extend(_doubts(piles, spots))
    order = {pile.name: i for i, pile in enumerate((*plan.others, *plan.columns, *sum(plan.pyramid, ())))}
    piles.sort(key=lambda pile: order[pile.name])
    return SeenTable(plan.game, sight.width, sight.height, tuple(piles), tuple(notes), sight.area)


def _spots(sight: Sight) -> list[Spot]:
    """Fans as spots; the cards of heaps one by one, but those straight below each other together."""
    spots = [Spot(fan.box, fan.cards, fan.sure) for fan in sight.fans if not fan.free]
    return [*spots, *(Spot(fan.box, fan.cards, fan.sure) for fan in sight.fans if fan.free)]


def _columns(spots: list[Spot], plan: Plan, sight: Sight) -> tuple[list[SeenPile], list[Spot]]:
    """The columns, and the spots that are left."""
    count = len(plan.columns)
    found = _rows(_stacked(spots, sight), sight)
    rows = [row for row in found if len(row) == count]
    rows = rows or [row for row in (_with_gaps(row, count, sight) for row in found) if len(row) == count]
    if not rows:
        raise _no_columns(spots, plan, sight)
    row = max(rows, key=lambda row: (sum(len(spot.cards) > 1 for spot in row), row[0].box.top))
    if count == len(plan.others) and not any(len(spot.cards) > 1 for spot in row):
        below = [spot for spot in spots if spot.box.top > row[0].box.top + sight.height]
        if below:
            # As many other piles lie side by side: it is rather these, and some columns are covered.
            raise _no_columns(below, plan, sight)
    used = {id(card) for spot in row for card in spot.cards} | {id(spot) for spot in row if not spot.cards}
    piles = [_pile(pile, spot) for pile, spot in zip(plan.columns, row, strict=True)]
    left = [spot for spot in spots if id(spot) not in used and not (spot.cards and id(spot.cards[0]) in used)]
    return piles, left


def _with_gaps(row: list[Spot], count: int, sight: Sight) -> list[Spot]:
    """A row of columns with empty ones where it has gaps: some programs mark an empty place so faintly that
    it is not seen. Columns lie evenly, so they can be nowhere else if just ``count`` of them find room from
    one edge of the table to the other; where they might be, the row is given as it is."""
    lefts = [spot.box.left for spot in row]
    if len(row) < max(2, count / 2):
        return row
    across = lefts[-1] - lefts[0]
    steps = round(across / min(right - left for left, right in pairwise(lefts)))
    step = across / steps
    places = [(left - lefts[0]) / step for left in lefts]
    before = int((lefts[0] - sight.area.left) / step)
    after = int((sight.area.right - lefts[-1] - sight.width) / step)
    even = all(abs(place - round(place)) <= _OFF_STEP for place in places)
    if not even or before + steps + 1 + after != count:
        return row
    by_place = {round(place) + before: spot for place, spot in zip(places, row, strict=True)}
    empty = replace(row[0].box, height=sight.height)
    return [by_place.get(i, Spot(replace(empty, left=lefts[0] + (i - before) * step))) for i in range(count)]


def _stacked(spots: Sequence[Spot], sight: Sight) -> list[Spot]:
    """The spots with those joined of which one lies on the other, straight below it: what lies over part of a
    column makes a heap of it."""
    joined: list[Spot] = []
    for spot in sorted(spots, key=lambda spot: spot.box.top):
        for i, other in enumerate(joined):
            end = other.cards[-1].box if other.cards else other.box
            if (
                spot.cards
                and other.cards
                and abs(spot.box.left - end.left) <= 0.1 * sight.width
                and 0 < spot.box.top - end.top < 0.9 * sight.height
            ):
                joined[i] = Spot(other.box, other.cards + spot.cards, sure=False)
                break
        else:
            joined.append(spot)
    return joined


def _rows(spots: Iterable[Spot], sight: Sight) -> list[list[Spot]]:
    """Spots side by side, each row from left to right, upper rows first."""
    rows: list[list[Spot]] = []
    for spot in sorted(spots, key=lambda spot: spot.box.top):
        if rows and spot.box.top - rows[-1][0].box.top <= _SAME_ROW * sight.height:
            rows[-1].append(spot)
        else:
            rows.append([spot])
    return [sorted(row, key=lambda spot: spot.box.left) for row in rows]


def _others(spots: Sequence[Spot], plan: Plan, sight: Sight, notes: list[str]) -> list[SeenPile]:
    """The piles beside columns and pyramid: in their order where all of them are seen, else by what lies
    there."""
    if not plan.others or not spots:
        return []
    rows = _rows(spots, sight)
    if plan.one_row and len(rows) == 1 and len(rows[0]) == len(plan.others):
        return [_pile(pile, spot) for pile, spot in zip(plan.others, rows[0], strict=True)]
    if plan.pyramid:
        return _stock_and_waste([spot for row in rows for spot in row], plan, sight, notes)
    return _by_looks([spot for row in rows for spot in row], plan, notes)


def _stock_and_waste(spots: list[Spot], plan: Plan, sight: Sight, notes: list[str]) -> list[SeenPile]:
    """Beside a pyramid: stock and waste are neighbours, the stock first; what lies apart holds the cards that
    are out of the game."""
    piles = list(plan.others)
    if len(spots) < len(piles):
        if len(spots) == 1:
            return [_pile(piles[0], spots[0])]
        return []
    pairs = [(a, b) for i, a in enumerate(spots) for b in spots[i + 1 :]]
    first, second = min(pairs, key=lambda pair: _apart(pair[0].box, pair[1].box))
    if second.down and not first.down:
        first, second = second, first
    named = {"stock": first, "waste": second}
    out = [_pile(pile, named[pile.role]) for pile in piles if pile.role in named]
    if any(pile.role not in named for pile in piles):
        notes.append("which piles lie beside stock and waste cannot be told")
    return out


def _by_looks(spots: Sequence[Spot], plan: Plan, notes: list[str]) -> list[SeenPile]:
    """Piles of which some are not shown while they are empty: the stock lies face down, what lies face up
    fills the others from the left."""
    stocks = [pile for pile in plan.others if pile.role == "stock"]
    hidden = [spot for spot in spots if spot.down]
    if len(hidden) > len(stocks):
        notes.append(
            f"{_some(len(hidden), 'pile')} beside the columns that lie face down: a stock is expected"
        )
    out = [_pile(pile, spot) for pile, spot in zip(stocks, hidden, strict=False)]
    wanted = [pile for pile in plan.others if pile.role != "stock"]
    roles = {pile.role for pile in wanted}
    rest = [spot for spot in spots if not spot.down]
    if plan.only_foundations:
        rest = [each for spot in rest for each in _tops(spot)]
    if len(rest) == len(wanted) or (len(roles) == 1 and len(rest) <= len(wanted)):
        rest.sort(key=lambda spot: spot.box.left)
        out.extend(_pile(pile, spot) for pile, spot in zip(wanted, rest, strict=False))
    elif rest:
        notes.append(f"{_some(len(rest), 'pile')} beside the columns: {len(wanted)} are expected there")
    return out


def _tops(spot: Spot) -> list[Spot]:
    """The piles of which a spot shows the top cards: those that overlap sideways are piles of their own."""
    if not is_sideways(spot.cards):
        return [spot]
    return [Spot(card.box, (card,), spot.sure) for card in spot.cards]


def _pile(pile: Pile, spot: Spot) -> SeenPile:
    return SeenPile(pile.name, pile.role, spot.box, spot.cards)


def _apart(box: Box, other: Box) -> float:
    (x, y), (a, b) = box.middle, other.middle
    return abs(x - a) + abs(y - b)


def _covers(sight: Sight) -> Iterable[str]:
    """A line for each large thing on the table that is no card."""
    for box in sight.others:
        if min(box.width, box.height) >= 0.3 * sight.height:
            yield (
                f"something that is no card lies on the table, {box.width:.0f} x {box.height:.0f} pixels at "
                f"({box.left:.0f}, {box.top:.0f}): cards may be below it"
            )


def _doubts(piles: Sequence[SeenPile], spots: Sequence[Spot]) -> Iterable[str]:
    doubtful = {id(spot.cards[0]) for spot in spots if spot.cards and not spot.sure}
    for pile in piles:
        if pile.cards and id(pile.cards[0]) in doubtful:
            yield unsure(pile.name)


def _likeness(table: SeenTable, plan: Plan) -> float:
    """How much a table looks like the plan's: the start of a game looks like it most."""
    start = {pile.name: pile for pile in (*plan.columns, *plan.others, *sum(plan.pyramid, ()))}
    same = sum(
        len(pile.cards)
        == (len(start[pile.name].cards) if start[pile.name].role == "tableau" else len(pile.cards))
        for pile in table.piles
    )
    down = any(not card.up for pile in table.piles if pile.role == "tableau" for card in pile.cards)
    hidden = any(pile.down for pile in plan.columns)
    missing = len(start) - len(table.piles)
    return same - 5 * len(table.notes) - missing - (3 if down and not hidden else 0)


def _some(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "s")


def _no_cards(sight: Sight) -> InputError:
    covered = ": something else lies on the table" if sight.others else ""
    return InputError(f"no cards are seen{covered}", mend=_MEND)


def _no_columns(spots: Sequence[Spot], plan: Plan, sight: Sight) -> InputError:
    rows = _rows(_stacked(spots, sight), sight)
    widest = max((len(row) for row in rows), default=0)
    cover = next(iter(_covers(sight)), "")
    return InputError(
        f"{_some(widest, 'pile')} side by side, which are not the {len(plan.columns)} columns of {plan.game}"
        + (f"; {cover}" if cover else ""),
        mend=f"{_MEND}, or name another game",
    )
