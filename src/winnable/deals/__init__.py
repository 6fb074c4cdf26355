"""Numbered deals: a dialect, which is a way to shuffle, and a number.

``ms:617``, ``kpat:617``, ``pysol:123456``, ``seed:42``; a bare number means the game's usual dialect,
``ms:1..32000`` is a range, and commas stand between several. Each dialect has its own module with one
function from a number to a deck of 52 card numbers, first dealt first; the game then lays the deck out.
KPat's numbers are Microsoft's. Decks of Spider, which may be two with fewer suits, are in
``winnable.families.spider.deals``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from winnable.deals import microsoft, pysol, seeded
from winnable.deals.typed import DIALECT_NAMES, as_documented, meant_deal, one_or_several
from winnable.errors import InputError, quote


class Dialect(NamedTuple):
    """How one program numbers its deals: the range of its numbers, its shuffle, ``special`` numbers outside
    the range, and ``whose`` they are."""

    name: str
    first: int
    last: int
    deck: Callable[[int], bytes]
    special: tuple[int, ...] = ()
    whose: str = ""


DIALECTS: Final = {
    dialect.name: dialect
    for dialect in (
        Dialect(
            "ms",
            microsoft.FIRST,
            microsoft.LAST,
            microsoft.deck,
            tuple(microsoft.IMPOSSIBLE),
            whose="Microsoft's numbers",
        ),
        Dialect("kpat", microsoft.FIRST, 2**31 - 1, microsoft.deck, whose="KPatience's numbers"),
        Dialect("pysol", pysol.FIRST, pysol.LAST, pysol.deck, whose="PySolFC's numbers"),
        Dialect("seed", seeded.FIRST, seeded.LAST, seeded.deck, whose="Winnable's own seeds"),
    )
}

_EXPECTED = "a deal such as 617, ms:617, pysol:123456 or seed:42"
_PUNCTUATION: Final = str.maketrans("", "", "-.,#")
_NUMBERS_BEFORE: Final = re.compile(r"[\d#.,-]*[.,-]")  # 1..ms:3
_HYPHENED: Final = re.compile(r"(.*\d)-([^-.]*\d)")  # a range 1-3, where -1 may be a deal


class DealNumber(NamedTuple):
    """One numbered deal; its text is ``ms:617``."""

    dialect: str
    number: int

    def deck(self) -> bytes:
        """The 52 cards by number (4 * rank + suit), first dealt first."""
        return DIALECTS[self.dialect].deck(self.number)

    def __str__(self) -> str:
        return f"{self.dialect}:{self.number}"


@dataclass(frozen=True, slots=True)
class DealRange:
    """The deals from ``first`` to ``last``, both included; made one by one as they are asked for.

    ``for deal in parse_deals("ms:1..10")``; ``len`` and ``in`` work too.
    """

    dialect: str
    first: int
    last: int

    def __iter__(self) -> Iterator[DealNumber]:
        return (DealNumber(self.dialect, number) for number in range(self.first, self.last + 1))

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __contains__(self, deal: object) -> bool:
        if not isinstance(deal, DealNumber):
            return False
        return deal.dialect == self.dialect and self.first <= deal.number <= self.last

    def __str__(self) -> str:
        return f"{self.dialect}:{self.first}..{self.last}"


def looks_like_deal(text: str) -> bool:
    """Is ``text`` written as deal numbers or ranges, right or wrong, rather than as anything else?"""
    if meant_deal(text) is not None:
        return True
    text = as_documented(text)
    if len(text.split()) != 1:
        return False
    dialect, colon, _ = text.partition(":")
    if "/" in text or "\\" in text:  # a file, or a page in the net
        return False
    if not colon:
        return text.translate(_PUNCTUATION).isdecimal()
    return _NUMBERS_BEFORE.sub("", dialect).isidentifier()


def parse_deal(text: str, default: str = "ms") -> DealNumber:
    """The deal that ``text`` names; a bare number is of the dialect ``default``.

    InputError for an unknown dialect, something that is no number, a range, or a number that
    the dialect does not have.
    """
    text = _documented(text)
    first, last = _ends(text)
    if last is not None or "," in text:
        what = f"{quote(text)} is {'a range of' if last is not None else 'several'} deals"
        raise InputError(what, expected="one deal")
    name, number = _split(first)
    dialect = _dialect(default if name is None else name)
    return DealNumber(dialect.name, _number(number, dialect, text))


def parse_deals(text: str, default: str = "ms") -> DealRange:
    """The deals that ``text`` names: a range ``ms:1..32000``, ``ms:1..ms:32000`` or ``1-32000``, or a single
    one as in ``parse_deal``."""
    text = _documented(text)
    if "," in text:
        raise InputError(f"{quote(text)} is several deals", expected="one deal, or a range such as ms:1..10")
    first_text, last_text = _ends(text)
    ends = [_split(end) for end in (first_text, last_text) if end is not None]
    named = [_dialect(name) for name, _ in ends if name is not None] or [_dialect(default)]
    dialect = named[0]
    if named[-1] is not dialect:
        what = f"{quote(text)} goes from {dialect.name} to {named[-1].name}"
        raise InputError(what, expected="deals of one kind, such as ms:1..10")
    first, last = (_number(number, dialect, text) for _, number in (ends[0], ends[-1]))
    if last < first:
        raise InputError(f"{quote(text)} runs backwards", expected=f"{dialect.name}:{last}..{first}")
    if first < dialect.first <= last:  # from a special number, over what there is not
        raise _out_of_range(str(dialect.first - 1), dialect)
    return DealRange(dialect.name, first, last)


def parse_deal_list(text: str, default: str = "ms") -> tuple[DealRange, ...]:
    """The deals that ``text`` names: ranges and single ones as in ``parse_deals``, with commas between them.

    What has no dialect of its own is of that before it: ``pysol:5,7`` are two of PySolFC. InputError for
    ``123,456``, which may be one number as well.
    """
    found: list[DealRange] = []
    mend = one_or_several(text)
    if mend is not None:
        raise InputError(f"{quote(text)} may be one deal or several", mend=mend)
    text = as_documented(text)
    for part in text.split(","):
        found.append(parse_deals(part, default))
        default = found[-1].dialect
    return tuple(found)


def consecutive_deals(first: DealNumber | str, count: int) -> DealRange:
    """``count`` deals of one dialect: ``ms:1``, ``ms:2``, …; InputError if there are not so many."""
    start = parse_deal(first) if isinstance(first, str) else first
    last = DIALECTS[start.dialect].last
    if start.number + count - 1 > last:
        raise InputError(
            f"there are no {count} deals from {start} on", expected=f"at most {last - start.number + 1}"
        )
    return DealRange(start.dialect, start.number, start.number + count - 1)


def random_deals(seed: int) -> Iterator[DealNumber]:
    """Endless ``seed:`` deals; their numbers are those that SplitMix64 gives from the state ``seed``."""
    for number in seeded.splitmix64(seed):
        yield DealNumber("seed", number)


def deck_of(deal: int | str | DealNumber, default: str = "ms") -> bytes:
    """The 52 cards, first dealt first, of a deal: 617, ``"ms:617"`` or a DealNumber.

    InputError as ``parse_deal`` raises it.
    """
    return checked_deal(deal, default).deck()


def checked_deal(deal: int | str | DealNumber, default: str = "ms") -> DealNumber:
    """The deal that 617, ``"ms:617"`` or a DealNumber names; InputError as ``parse_deal`` raises it."""
    if isinstance(deal, str):
        return parse_deal(deal, default)
    name, number = deal if isinstance(deal, DealNumber) else (default, deal)
    if type(number) is not int:
        raise InputError(f"{quote(repr(number))[1:-1]} is not a deal", expected=_EXPECTED)
    dialect = _dialect(name)
    return DealNumber(dialect.name, _in_range(number, dialect))


def _documented(text: str) -> str:
    """The text as it is documented; InputError for one that is only nearly a deal."""
    meant = meant_deal(text)
    if meant is not None:
        raise InputError(f"{quote(text.strip())} is not a deal", mend=f"did you mean {meant}?")
    return as_documented(text)


def _ends(text: str) -> tuple[str, str | None]:
    """The first and the last of a range; None for the last of a single deal."""
    first, dots, last = text.partition("..")
    if dots:
        return first, last
    hyphened = _HYPHENED.fullmatch(text)
    return (hyphened[1], hyphened[2]) if hyphened is not None else (text, None)


def _split(text: str) -> tuple[str | None, str]:
    """The dialect that a deal names, None if it names none, and its number; ``#617`` is 617."""
    name, colon, number = text.strip().rpartition(":")
    return (name if colon else None), number.removeprefix("#")


def _dialect(name: str) -> Dialect:
    plain = name.strip().lower()
    dialect = DIALECTS.get(DIALECT_NAMES.get(plain, plain))
    if dialect is None and plain in ("aisleriot", "gnome"):
        what = f"{quote(name)} is no kind of deal: AisleRiot shows no numbers of its deals"
        raise InputError(what, expected=f"one of {', '.join(DIALECTS)}, or the position as a text")
    if dialect is None:
        from winnable.names import unknown_name

        raise unknown_name(f"unknown kind of deal {quote(name)}", name, DIALECTS)
    return dialect


def _number(text: str, dialect: Dialect, whole: str) -> int:
    digits = text.strip()
    if not digits.removeprefix("-").isascii() or not digits.removeprefix("-").isdigit():
        raise InputError(f"{quote(whole)} is not a deal", expected=_EXPECTED)
    if len(digits) > 30:  # no dialect has so many digits; int() refuses thousands of them
        raise _out_of_range(quote(digits), dialect)
    return _in_range(int(digits), dialect)


def _in_range(number: int, dialect: Dialect) -> int:
    if not dialect.first <= number <= dialect.last and number not in dialect.special:
        raise _out_of_range(str(number) if abs(number) < 10**30 else "so large a number", dialect)
    return number


def _out_of_range(number: str, dialect: Dialect) -> InputError:
    expected = f"{dialect.first} to {dialect.last}"
    if number.startswith("-") and dialect.special:
        expected += ", " + " or ".join(map(str, dialect.special))
    return InputError(f"there is no {dialect.name} deal {number}", expected=expected)
