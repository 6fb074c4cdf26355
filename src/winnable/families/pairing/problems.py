"""What keeps a setup from being a position of a pairing game, or a deck from being dealt in it: each with its
place, and what was expected there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from winnable._core import PairingGame as CoreGame
from winnable.cards import CARDS, DECK_SIZE, UNKNOWN, Card, Rank
from winnable.errors import InputError, Written
from winnable.families.pairing.setup import (
    BOARD,
    PASS,
    DeckSetup,
    PairingLayout,
    PairingSetup,
    PairingSlot,
    row_lengths,
)
from winnable.text.phrases import counted

__all__ = ["deck_problems", "deck_shape_problems", "problems"]

_ONCE: Final = f"each of the {DECK_SIZE} cards once"
_MOST_NAMES: Final = 5


def problems(setup: PairingSetup, game: PairingLayout, *, known: bool = True) -> Iterator[InputError]:
    """What keeps a setup from being a position of this game, the shape of its piles first; nothing if
    every card is in one place, nothing lies on a gap, and what has left can have left in pairs. Unless
    ``known``, the cards that its player cannot see may be unknown, as many as are missing."""
    shaped = True
    for problem in chain(_tableau_problems(setup, game), _rest_problems(setup, game)):
        shaped = False
        yield problem
    hidden = set() if known else _may_be_unknown(setup, game)
    yield from _repeats(setup, list(setup.slots()), game.spelled, hidden)
    yield from _played_problems(setup)
    if shaped:
        yield from _covered_gaps(setup, game.core)
        yield from _unwritten_rest(setup, game)
    yield from _missing(setup)


def deck_shape_problems(deck: DeckSetup, game: PairingLayout) -> Iterator[InputError]:
    """Rows of the wrong length, or not 52 cards in all."""
    if deck.rows is not None:
        yield from _row_problems(deck, deck.rows, game)
    if len(deck.cards) != DECK_SIZE:
        yield from deck_problems(deck, game)


def deck_problems(deck: DeckSetup, game: PairingLayout) -> Iterator[InputError]:
    """What keeps a deck from being dealt; nothing if it has the 52 cards, in rows that this game has."""
    if deck.rows is not None:
        yield from _row_problems(deck, deck.rows, game)
    there = set(deck.cards)
    if len(there) == len(deck.cards) == DECK_SIZE and UNKNOWN not in there:
        return
    slots: list[tuple[PairingSlot, Card]] = [(("deck", i, 0), card) for i, card in enumerate(deck.cards)]
    yield from _repeats(deck, slots, game.spelled)
    missing = [card for card in CARDS if card not in there]
    if missing:
        yield deck.error(BOARD, _missing_text(missing), expected=f"{_ONCE}, the tableau first")


def _may_be_unknown(setup: PairingSetup, game: PairingLayout) -> set[PairingSlot]:
    """Where cards lie that the player does not see."""
    rules, covers = game.core.rules.to_dict(), game.core.covers
    if rules["overlap"] and rules["face_down_rows"]:
        return set()
    top = 0 if rules["stock_top"] == "hidden" else 1
    out: set[PairingSlot] = {("stock", i, 0) for i in range(top, len(setup.stock))}
    face_down = sum(row_lengths(game.core)[: int(rules["face_down_rows"])])
    for slot in range(min(face_down, len(setup.tableau))):
        if any(i < len(setup.tableau) and setup.tableau[i] is not None for i in covers[slot]):
            out.add(("tableau", slot, 0))
    return out


def _tableau_problems(setup: PairingSetup, game: PairingLayout) -> Iterator[InputError]:
    lengths = row_lengths(game.core)
    if setup.rows is not None:
        yield from _row_problems(setup, setup.rows, game)
    elif len(setup.tableau) != sum(lengths):
        what = f"the tableau has {counted(len(setup.tableau), 'card')}, gaps included"
        yield setup.error(BOARD, what, expected=f"{sum(lengths)}, in rows of {_listed(lengths)}")


def _row_problems(
    written: Written[PairingSlot], rows: Sequence[int], game: PairingLayout
) -> Iterator[InputError]:
    """Rows of the wrong length, or too few or too many of them."""
    lengths = row_lengths(game.core)
    gaps = "" if isinstance(written, DeckSetup) else ", gaps included"
    for row, (length, expected) in enumerate(zip(rows, lengths, strict=False)):
        if length != expected:
            what = f"row {row + 1} of the tableau has {counted(length, 'card')}"
            mend = "take out what is too much, or put --- between two boards"
            if length < expected:
                mend = "write -- for each card that has left"
            told = mend if gaps else None  # from a deck nothing has left
            yield written.error(("row", row, 0), what, expected=f"{expected}{gaps}", mend=told)
    if len(rows) != len(lengths):
        where: PairingSlot = ("row", len(lengths), 0) if len(rows) > len(lengths) else BOARD
        expected_rows = f"{len(lengths)} in {game.spelled}, of {_listed(lengths)} cards and gaps"
        yield written.error(where, f"the tableau has {counted(len(rows), 'row')}", expected=expected_rows)


def _rest_problems(setup: PairingSetup, game: PairingLayout) -> Iterator[InputError]:
    """Columns, or stock, waste and pass: each as this game has them."""
    rules = game.core.rules.to_dict()
    columns, rest = int(rules["columns"]), DECK_SIZE - sum(row_lengths(game.core))
    if columns:
        yield from _column_problems(setup, game.spelled, columns, rest)
        return
    if setup.columns:
        what = f"a column too many: {game.spelled} has none"
        yield setup.error(("column", 0, -1), what, expected="Stock and Waste instead")
    yield from _pass_problems(setup, game.spelled, rules["passes"])
    drawn = rest - len(setup.stock)
    if drawn < 0:
        what = f"the stock holds {counted(len(setup.stock), 'card')}"
        yield setup.error(("stock", rest, 0), what, expected=f"at most {rest} in {game.spelled}")
    elif len(setup.waste) > drawn:
        yield setup.error(
            ("waste", drawn, 0),
            f"the waste holds {counted(len(setup.waste), 'card')}, and {drawn} of {rest} have been drawn",
            expected=f"at most {drawn} beside a stock of {len(setup.stock)}",
            mend="take out of the stock what lies on the waste",
        )
    elif setup.pass_number == 1 and rules["passes"] != "unlimited":
        yield from _first_pass_problems(setup, rules, rest)


def _first_pass_problems(
    setup: PairingSetup, rules: Mapping[str, int | bool | str], rest: int
) -> Iterator[InputError]:
    """A stock that no number of draws leaves in the first pass."""
    full, left = rest - int(rules["waste_cards"]), len(setup.stock)
    first: PairingSlot = ("stock", 0, 0)
    if left > full:
        what = f"the stock holds {counted(left, 'card')} in pass 1"
        mend = "put the first of them on the waste, where it lies at the start"
        yield setup.error(first, what, expected=f"at most {full}", mend=mend)
    draw = int(rules["draw"])
    if rules["stock_top"] == "hidden" and left and (full - left) % draw:
        what = f"the stock holds {counted(left, 'card')} in pass 1, and {full - left} have been drawn"
        yield setup.error(first, what, expected=f"a multiple of {draw}")


def _pass_problems(setup: PairingSetup, game: str, passes: int | bool | str) -> Iterator[InputError]:
    number = setup.pass_number
    if passes == "unlimited":
        if number != 1:
            what = f"pass {number}: {game} has as many as one likes, and does not count them"
            yield setup.error(PASS, what, expected="1", mend="leave the pass out")
    elif not 1 <= number <= int(passes):
        expected = f"1 to {passes}" if int(passes) > 1 else "1"
        mend = "name a game with more passes" if number > 1 else None
        yield setup.error(
            PASS, f"there is no pass {number}: {game} has {passes}", expected=expected, mend=mend
        )


def _column_problems(setup: PairingSetup, game: str, columns: int, rest: int) -> Iterator[InputError]:
    expected, mend = f"{columns} columns", "write Column 1: and on"
    if setup.stock:
        yield setup.error(("stock", 0, 0), f"{game} has no stock", expected=expected, mend=mend)
    if setup.waste:
        yield setup.error(("waste", 0, 0), f"{game} has no waste", expected=expected, mend=mend)
    yield from _pass_problems(setup, game, 1)
    if len(setup.columns) > columns:
        what = f"a column too many: {game} has {columns}, not {len(setup.columns)}"
        yield setup.error(("column", columns, -1), what, mend="take it out")
    for i, column in enumerate(setup.columns[:columns]):
        most = len(range(i, rest, columns))
        if len(column) > most:
            what = f"column {i + 1} holds {counted(len(column), 'card')}"
            yield setup.error(("column", i, most), what, expected=f"at most {most}")


def _repeats(
    written: Written[PairingSlot],
    slots: Sequence[tuple[PairingSlot, Card]],
    game: str,
    hidden: Collection[PairingSlot] = (),
) -> Iterator[InputError]:
    """Cards that come twice, or are unknown where they are not ``hidden``."""
    excess = f"{len(slots)} cards: " if len(slots) > DECK_SIZE else ""
    seen: dict[Card, PairingSlot] = {}
    for slot, card in slots:
        if slot in hidden and not card.known:
            continue
        if not card.known and hidden:
            what = "an unknown card where it lies face up"
            yield written.error(slot, what, expected="?? for cards that are not seen", mend="say which it is")
        elif not card.known:
            expected = f"every card of {game}"
            yield written.error(slot, "an unknown card", expected=expected, mend="say which it is")
        elif card in seen:
            what = f"{excess}{card} appears twice{_first_at(written, seen[card])}"
            yield written.error(slot, what, expected=_ONCE, mend="take one out")
        else:
            seen[card] = slot


def _played_problems(setup: PairingSetup) -> Iterator[InputError]:
    """Cards listed as played that are unknown, listed twice, or still there."""
    there: dict[Card, PairingSlot] = {card: slot for slot, card in setup.slots()}
    seen: dict[Card, PairingSlot] = {}
    for i, card in enumerate(setup.played or ()):
        slot: PairingSlot = ("played", i, 0)
        if not card.known:
            yield setup.error(slot, "an unknown card", expected="the cards that have left")
        elif card in there:
            place = setup.places.get(there[card])
            where = f" at {place}" if place is not None else ""
            what = f"{card} is listed as played and is still on the board{where}"
            yield setup.error(slot, what, expected=_ONCE, mend="take one out")
        elif card in seen:
            what = f"{card} is listed as played twice{_first_at(setup, seen[card])}"
            yield setup.error(slot, what, expected=_ONCE, mend="take one out")
        seen.setdefault(card, slot)


def _covered_gaps(setup: PairingSetup, core: CoreGame) -> Iterator[InputError]:
    covers = core.covers
    for slot, card in enumerate(setup.tableau):
        over = [cover for cover in (setup.tableau[i] for i in covers[slot]) if cover is not None]
        if card is None and over:
            names = " and ".join(map(str, over))
            what = f"a card has left here that {names} still cover{'' if len(over) > 1 else 's'}"
            mend = f"write it, or -- for {names} too"
            yield setup.error(("tableau", slot, 0), what, expected="the card that lies here", mend=mend)


def _unwritten_rest(setup: PairingSetup, game: PairingLayout) -> Iterator[InputError]:
    """A whole tableau, and no line that says where the other cards are."""
    if not setup.tableau_alone or None in setup.tableau:
        return
    if columns := int(game.core.rules.to_dict()["columns"]):
        expected = f"a line Column 1: to Column {columns}: for each column, deepest card first"
        yield setup.error(BOARD, "there is no Column line", expected=expected)
    else:
        expected = "Stock: and its cards, first drawn first, also where it is empty"
        yield setup.error(BOARD, "there is no Stock line", expected=expected)


def _missing(setup: PairingSetup) -> Iterator[InputError]:
    """Cards that are nowhere, or that cannot have left since their partners have not."""
    there = {card for _, card in setup.slots()}
    gone = [card for card in CARDS if card not in there]
    unknown = sum(not card.known for _, card in setup.slots())
    if unknown:
        played = set(setup.played or ())
        missing = [card for card in gone if card not in played]
        gone = [card for card in gone if card in played]
        if len(missing) != unknown:
            yield _miscounted(setup, missing, unknown)
            return
    unlisted = [card for card in gone if setup.played is not None and card not in setup.played]
    if unlisted:
        mend = f"put {_each(len(unlisted))} where it lies, or list it"
        expected = "every card on the board or among the played"
        yield setup.error(BOARD, _missing_text(unlisted), expected=expected, mend=mend)
    count = Counter(card.rank for card in gone)
    surplus, among = 0, []
    for rank in Rank:
        excess = count[rank] - count[_partner(rank)] if rank != Rank.KING else 0
        if excess > 0:
            surplus += excess
            among += [card for card in gone if card.rank == rank]
    if surplus and not unlisted:
        mend = f"put {_each(surplus)} where it lies"
        expected = "cards to leave in pairs that make thirteen, and kings"
        yield setup.error(BOARD, _missing_text(among, surplus), expected=expected, mend=mend)


def _miscounted(setup: PairingSetup, missing: Sequence[Card], unknown: int) -> InputError:
    """There are not as many unknown cards as cards that are nowhere else."""
    where: PairingSlot = next(slot for slot, card in setup.slots() if not card.known)
    what = f"{counted(unknown, 'card')} unknown, but {len(missing)} of {DECK_SIZE} named nowhere"
    if len(missing) < unknown:
        expected = f"{len(missing)} unknown" if missing else "no card unknown"
        return setup.error(where, what, expected=expected, mend="take out what is too much")
    mend = (
        "list the cards that have left after Played:" if setup.played is None else "list all that have left"
    )
    return setup.error(where, what, expected="as many", mend=mend)


def _partner(rank: Rank) -> Rank:
    """The rank that makes thirteen with this one; not for a king."""
    return Rank(Rank.QUEEN - rank)


def _missing_text(cards: Sequence[Card], number: int | None = None) -> str:
    """``2 cards of 52 are missing: 5C, 8D``; ``number`` of them, if that is fewer."""
    number = len(cards) if number is None else number
    verb = "is" if number == 1 else "are"
    names = ", ".join(map(str, cards[:_MOST_NAMES])) + (", ..." if len(cards) > _MOST_NAMES else "")
    among = ":" if number == len(cards) else ", among"
    return f"{counted(number, 'card')} of {DECK_SIZE} {verb} missing{among} {names}"


def _first_at(written: Written[PairingSlot], slot: PairingSlot) -> str:
    place = written.places.get(slot)
    return f", first at {place}" if place is not None else ""


def _listed(lengths: Sequence[int]) -> str:
    return f"{lengths[0]} to {lengths[-1]}" if len(lengths) > 1 else str(lengths[0])


def _each(n: int) -> str:
    return "it" if n == 1 else "each"
