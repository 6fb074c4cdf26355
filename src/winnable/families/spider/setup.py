"""Setups of Spider and its kin: columns, stock and runs as somebody wrote them, not yet known to be legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from winnable.cards import CARDS, DECK_SIZE, SUIT_LETTERS, UNKNOWN, Card, Rank, Suit
from winnable.errors import InputError, Place, Written
from winnable.text.phrases import counted

if TYPE_CHECKING:
    from winnable._core import Observation
    from winnable.families.spider.game import SpiderGame, SpiderPosition

RANKS: Final = 13
SUITS: Final = 4
Runs = tuple[int, int, int, int]

# Where something was written: a card of a column by its column and depth (deepest 0; -1 is the column as a
# whole), how many of a column's cards lie face down, a card of the stock by its number (next dealt 0), a row
# of the stock as a whole, the runs, or the board.
SpiderSlot = tuple[Literal["column", "down", "stock", "row", "runs", "board"], int, int]
BOARD: Final[SpiderSlot] = ("board", 0, 0)
RUNS: Final[SpiderSlot] = ("runs", 0, 0)

# By how many suits a game uses: which they are.
_SUITS: Final[Mapping[int, tuple[Suit, ...]]] = {
    1: (Suit.SPADES,),
    2: (Suit.HEARTS, Suit.SPADES),
    4: tuple(Suit),
}
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_MOST_NAMES: Final = 5


class SpiderFacts(NamedTuple):
    """What a setup is checked against: the game's name for errors, how many columns, decks (1 or 2) and suits
    (1, 2 or 4) it has, how many cards its stock has at the start of a deal, whether heaps move, so that cards
    may come to lie on a complete run, and whether complete runs stay until a move takes them off."""

    game: str
    columns: int = 10
    decks: int = 2
    suits: int = 4
    stock: int = 50
    heaps: bool = False
    runs_stay: bool = False

    @property
    def cards(self) -> int:
        """How many cards the game is played with: 52 or 104."""
        return DECK_SIZE * self.decks

    @property
    def copies(self) -> int:
        """How often each card that the game uses is there."""
        return self.decks * SUITS // self.suits

    @property
    def suits_used(self) -> tuple[Suit, ...]:
        """One suit is spades, two are hearts and spades."""
        return _SUITS[self.suits]

    @property
    def faces(self) -> tuple[Card, ...]:
        """The different cards of the game, by number."""
        return tuple(card for card in CARDS if card.suit in self.suits_used)

    @property
    def stock_sizes(self) -> tuple[int, ...]:
        """How many cards the stock may have, most first: it is dealt in rows, the last perhaps not full."""
        return (*range(self.stock, 0, -self.columns), 0)


class SpiderSetup(Written[SpiderSlot]):
    """Piles of cards, loose: nothing is promised about which cards there are.

    ``columns`` hold cards deepest first, of which the first ``down`` of each lie face down; ``stock`` is
    next dealt first, so its first row goes to columns 1, 2, ... in turn. Cards that lie face down and those
    of the stock may be UNKNOWN. ``runs`` are the complete runs that have left, by suit C D H S; None:
    whatever is missing (see ``check``). ``rows`` are the lengths of the stock's rows where it was written
    in rows. ``places`` says where each was read and ``source`` in which file; neither these nor ``rows`` and
    empty columns at the end count for equality.
    """

    __slots__ = ("columns", "down", "rows", "runs", "stock")

    def __init__(
        self,
        columns: Iterable[Iterable[Card]],
        down: Iterable[int] = (),
        stock: Iterable[Card] = (),
        runs: Iterable[int] | None = None,
        *,
        rows: Iterable[int] | None = None,
        places: Mapping[SpiderSlot, Place] | None = None,
        source: str | None = None,
    ) -> None:
        self.columns: tuple[tuple[Card, ...], ...] = tuple(tuple(column) for column in columns)
        given = tuple(down)
        self.down: tuple[int, ...] = given + (0,) * (len(self.columns) - len(given))
        self.stock: tuple[Card, ...] = tuple(stock)
        self.runs: Runs | None = None if runs is None else _four(runs)
        self.rows: tuple[int, ...] | None = None if rows is None else tuple(rows)
        super().__init__(places, source)

    @classmethod
    def from_indices(
        cls, columns: Iterable[bytes], down: Iterable[int], stock: bytes, runs: Iterable[int]
    ) -> SpiderSetup:
        """A setup from the native core's numbers: cards 0..51, or 255 for one that is not known."""
        return cls(
            [map(Card.from_index, column) for column in columns], down, map(Card.from_index, stock), runs
        )

    @classmethod
    def of_observation(cls, observation: Observation) -> SpiderSetup:
        """What a player sees: the stock and whatever lies face down are UNKNOWN."""
        columns = [
            [UNKNOWN] * down + [CARDS[n] for n in column]
            for down, column in zip(observation.down, observation.columns, strict=True)
        ]
        return cls(columns, observation.down, [UNKNOWN] * observation.stock, observation.runs)

    def slots(self) -> Iterator[tuple[SpiderSlot, Card]]:
        """Every card that has not left with its slot: the columns, then the stock."""
        for i, column in enumerate(self.columns):
            yield from ((("column", i, depth), card) for depth, card in enumerate(column))
        yield from ((("stock", i, 0), card) for i, card in enumerate(self.stock))

    def card_count(self) -> int:
        """Cards that have not left, unknown ones too."""
        return sum(map(len, self.columns)) + len(self.stock)

    def check(self, facts: SpiderFacts, *, known: bool = False) -> SpiderSetup:
        """This setup, if it is a position of the game or what somebody sees of one, with the runs that have
        left and with as many columns as the game has; where ``known`` says so, all its cards must be known,
        and unknown ones that can only be one card become it.

        Where the runs were not written they are the whole suits that are missing.

        Raises:
            InputError: with the place, the first thing that is wrong; also where unknown cards leave it open
                which runs have left.
        """
        _check_columns(self, facts)
        _check_stock(self, facts)
        _check_runs(self, facts)
        _check_cards(self, facts)
        runs = _gone(self, facts)
        _check_standing_runs(self, facts)
        whole = _filled(self, facts, runs) if known else self
        if known:
            _check_known(whole, facts)
        empty = facts.columns - len(self.columns)
        return SpiderSetup(
            (*whole.columns, *((),) * empty),
            (*self.down, *(0,) * empty),
            whole.stock,
            runs,
            rows=self.rows,
            places=self.places,
            source=self.source,
        )

    def position_in(self, game: SpiderGame) -> SpiderPosition:
        """The legal position that it is in a game; InputError names what is wrong and where."""
        return game.position(self)

    def __eq__(self, other: object) -> bool:
        return self._value() == other._value() if isinstance(other, SpiderSetup) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        used = len(self.columns)
        while used and not self.columns[used - 1]:  # whether somebody wrote them says nothing
            used -= 1
        return self.columns[:used], self.down[:used], self.stock, self.runs

    def __repr__(self) -> str:
        columns = " | ".join(
            " ".join(f"{'-' if depth < down else ''}{card}" for depth, card in enumerate(column))
            for column, down in zip(self.columns, self.down, strict=True)
        )
        stock = " ".join(map(str, self.stock))
        runs = "whatever is missing" if self.runs is None else spell_runs(self.runs)
        return f"<SpiderSetup columns {columns}; stock {stock or 'none'}; runs {runs}>"


def spell_runs(runs: Sequence[int]) -> str:
    """``C-1 D-0 H-0 S-2``"""
    return " ".join(f"{SUIT_LETTERS[suit]}-{runs[suit]}" for suit in Suit)


def _check_columns(setup: SpiderSetup, facts: SpiderFacts) -> None:
    if len(setup.columns) > facts.columns:
        what = f"a column too many: {facts.game} has {counted(facts.columns, 'column')}"
        expected = f"{facts.columns}, not {len(setup.columns)}"
        raise setup.error(("column", facts.columns, -1), what, expected=expected, mend="take it out")
    if len(setup.down) > len(setup.columns):
        what = f"face-down cards of column {len(setup.columns) + 1}, which is not there"
        expected = f"{counted(len(setup.columns), 'number')}, one for each column"
        raise setup.error(("down", len(setup.columns), 0), what, expected=expected)
    for i, (column, down) in enumerate(zip(setup.columns, setup.down, strict=True)):
        _check_column(setup, i, column, down)


def _check_column(setup: SpiderSetup, i: int, column: Sequence[Card], down: int) -> None:
    if not 0 <= down <= len(column):
        what = f"{down} face-down cards in column {i + 1}, which has {counted(len(column), 'card')}"
        raise setup.error(("down", i, 0), what, expected="as many as lie face down there")
    if column and down == len(column):
        what = f"the last card of column {i + 1} lies face down"
        raise setup.error(
            ("column", i, down - 1), what, expected="a face-up card, since the game turns it", mend="turn it"
        )
    for depth in range(down, len(column)):
        if not column[depth].known:
            what = f"an unknown card that lies face up in column {i + 1}"
            expected = "unknown cards only face down and in the stock"
            mend = "say which it is"
            raise setup.error(("column", i, depth), what, expected=expected, mend=mend)


def _check_stock(setup: SpiderSetup, facts: SpiderFacts) -> None:
    if setup.stock and not facts.stock:
        raise setup.error(("stock", 0, 0), f"{facts.game} has no stock", expected="no cards here")
    rows = setup.rows or ()
    for row, length in enumerate(rows):
        last = row == len(rows) - 1
        right = facts.stock % facts.columns if last and facts.stock % facts.columns else facts.columns
        if length != right:
            what = f"row {row + 1} of the stock has {counted(length, 'card')}"
            expected = f"{right}, one for each of {'the first' if right < facts.columns else 'the'} columns"
            raise setup.error(("row", row, 0), what, expected=expected)
    count, sizes = len(setup.stock), facts.stock_sizes
    if count not in sizes:
        what = f"the stock has {counted(count, 'card')}"
        expected = f"{_either(sizes)} in {facts.game}, which deals a card to each column"
        surplus = next((size for size in sizes if size < count), 0)
        raise setup.error(("stock", surplus if count > sizes[0] else 0, 0), what, expected=expected)


def _check_runs(setup: SpiderSetup, facts: SpiderFacts) -> None:
    if setup.runs is None:
        return
    for suit, number in zip(Suit, setup.runs, strict=True):
        most = facts.copies if suit in facts.suits_used else 0
        if not 0 <= number <= most:
            what = f"{counted(number, 'run')} of {_name(suit)}"
            raise setup.error(RUNS, what, expected=f"0 to {most} in {facts.game}" if most else _used(facts))


def _check_cards(setup: SpiderSetup, facts: SpiderFacts) -> None:
    """A suit that is not used, or a card too often, the runs that have left counted."""
    gone = setup.runs or (0, 0, 0, 0)
    count, total = setup.card_count(), facts.cards - RANKS * sum(gone)
    excess = f"{count} cards: " if count > total else ""
    seen: dict[Card, list[SpiderSlot]] = {}
    for slot, card in setup.slots():
        if not card.known:
            continue
        if card.suit not in facts.suits_used:
            mend = f"write {card.rank.letter}{facts.suits_used[-1].letter}, or name a game with more suits"
            raise setup.error(slot, f"{card} is not in {facts.game}", expected=_used(facts), mend=mend)
        before = seen.setdefault(card, [])
        if len(before) + gone[card.suit] >= facts.copies:
            left = gone[card.suit]
            with_runs = f" beside {counted(left, 'run')} of {_name(card.suit)} that left" if left else ""
            what = f"{excess}a {_ORDINALS[len(before)]} {card}{with_runs}{_earlier(setup, before)}"
            expected = f"each card {_times(facts.copies)}"
            raise setup.error(slot, what, expected=expected, mend="take one out")
        before.append(slot)


def _gone(setup: SpiderSetup, facts: SpiderFacts) -> Runs:
    """The runs that have left by suit; InputError if the number of cards does not fit, or no runs explain
    what is missing, or several do."""
    known = Counter(card for _, card in setup.slots() if card.known)
    unknown = setup.card_count() - known.total()
    missing = {card: facts.copies - known[card] for card in facts.faces}
    most = [min((n for card, n in missing.items() if card.suit == suit), default=0) for suit in Suit]
    if not unknown:
        runs = most if setup.runs is None else list(setup.runs)
        lost = [card for card in facts.faces for _ in range(missing[card] - runs[card.suit])]
        if lost:
            raise _lost(setup, facts, lost)
        return _four(runs)
    if setup.runs is not None:
        _check_unknown(setup, facts, sum(setup.runs), known.total())
        return setup.runs
    left = max(facts.cards - setup.card_count(), 0)
    if left % RANKS:
        what = f"{setup.card_count()} cards, of which {unknown} unknown"
        expected = f"{facts.cards}, or {RANKS} less for each run that has left"
        raise setup.error(BOARD, what, expected=expected, mend="write ?? for each card that is not known")
    _check_unknown(setup, facts, left // RANKS, known.total())
    return _only_runs(setup, facts, left // RANKS, most)


def _check_unknown(setup: SpiderSetup, facts: SpiderFacts, runs: int, known: int) -> None:
    """As many unknown cards as cards that are neither seen nor gone in ``runs`` runs."""
    slots = [slot for slot, card in setup.slots() if not card.known]
    room = facts.cards - RANKS * runs - known
    if len(slots) > room:
        of = f" and {counted(runs, 'run')} gone" if runs else ""
        what = f"{counted(len(slots), 'unknown card')}, and with {known} known{of} only {room} are left"
        mend = f"take {len(slots) - room} out"
        raise setup.error(slots[max(room, 0)], what, expected=f"{room} unknown", mend=mend)
    if len(slots) < room:
        what = f"{setup.card_count()} cards, of which {len(slots)} unknown"
        expected = f"{facts.cards - RANKS * runs}" + (f" beside {counted(runs, 'run')}" if runs else "")
        raise setup.error(BOARD, what, expected=expected, mend="write ?? for each card that is not known")


def _only_runs(setup: SpiderSetup, facts: SpiderFacts, number: int, most: Sequence[int]) -> Runs:
    """The one way to have ``number`` runs gone, at most ``most`` by suit; InputError if none or several."""
    if sum(most) < number:
        what = f"{counted(number * RANKS, 'card')} missing, as after {counted(number, 'run')}"
        what += f", but the known cards leave room for {sum(most)}"
        raise setup.error(BOARD, what, expected=f"{facts.cards} cards, or {RANKS} less for each run")
    able = [suit for suit in Suit if most[suit]]
    if number == 0:
        return 0, 0, 0, 0
    if sum(most) == number:
        return _four(most)
    if len(able) == 1:
        return _four([number if suit == able[0] else 0 for suit in Suit])
    what = f"{counted(number, 'run')} gone, and unknown cards leave it open of which suits"
    example = [min(most[suit], max(number - sum(most[:suit]), 0)) for suit in Suit]
    mend = f"add a line such as Runs: {spell_runs(example)}"
    raise setup.error(BOARD, what, expected="the runs that have left by suit", mend=mend)


def _lost(setup: SpiderSetup, facts: SpiderFacts, lost: Sequence[Card]) -> InputError:
    names = ", ".join(map(str, lost[:_MOST_NAMES])) + (", ..." if len(lost) > _MOST_NAMES else "")
    verb = "is" if len(lost) == 1 else "are"
    what = (
        f"{setup.card_count()} cards: {counted(len(lost), 'card')} of {facts.cards} {verb} missing: {names}"
    )
    mend = f"put {'it' if len(lost) == 1 else 'each'} in a column or the stock"
    ranks = {suit: {card.rank for card in lost if card.suit == suit} for suit in facts.suits_used}
    whole = [suit for suit in facts.suits_used if len(ranks[suit]) == RANKS]
    if setup.runs is not None and whole:
        mend += f", or count the run of {_name(whole[0])} that left"
    expected = f"each card {_times(facts.copies)}, those of runs that left too"
    return setup.error(BOARD, what, expected=expected, mend=mend)


def _filled(setup: SpiderSetup, facts: SpiderFacts, runs: Runs) -> SpiderSetup:
    """The setup with its unknown cards, where they can only be one."""
    left = Counter({card: facts.copies - runs[card.suit] for card in facts.faces})
    left.subtract(card for _, card in setup.slots() if card.known)
    kinds = [card for card, number in left.items() if number]
    if len(kinds) != 1:
        return setup
    columns = [[card if card.known else kinds[0] for card in column] for column in setup.columns]
    stock = [card if card.known else kinds[0] for card in setup.stock]
    return SpiderSetup(
        columns, setup.down, stock, setup.runs, rows=setup.rows, places=setup.places, source=setup.source
    )


def _check_known(setup: SpiderSetup, facts: SpiderFacts) -> None:
    for slot, card in setup.slots():
        if not card.known:
            expected = f"every card of this position of {facts.game}"
            mend = "say which it is; hint and equity take a hand with unknown cards"
            raise setup.error(slot, "an unknown card", expected=expected, mend=mend)


def _check_standing_runs(setup: SpiderSetup, facts: SpiderFacts) -> None:
    if facts.runs_stay:
        return
    for i, (column, down) in enumerate(zip(setup.columns, setup.down, strict=True)):
        end = len(column) - RANKS
        for depth in range(max(down, end) if facts.heaps else down, end + 1):
            run = column[depth : depth + RANKS]
            if any(card.suit != run[0].suit or card.rank != Rank.KING - n for n, card in enumerate(run)):
                continue
            below = "" if depth == end else " below other cards"
            what = f"a complete run of {_name(run[0].suit)} still lies in column {i + 1}{below}"
            mend = "take its 13 cards out" + ("" if setup.runs is None else " and count it in the runs")
            slot: SpiderSlot = ("column", i, depth)
            raise setup.error(slot, what, expected="it to have left, as it does at once", mend=mend)


def _earlier(setup: SpiderSetup, slots: Sequence[SpiderSlot]) -> str:
    """``, the others at line 2, column 3 and line 5, column 1``, where they are few and have places."""
    places = [str(place) for place in map(setup.places.get, slots) if place is not None]
    if not places or len(places) > 2:
        return ""
    return f", the other{'s' if len(places) > 1 else ''} at " + " and ".join(places)


def _used(facts: SpiderFacts) -> str:
    return " and ".join(map(_name, facts.suits_used)) + " only"


def _name(suit: Suit) -> str:
    return suit.name.lower()


def _times(copies: int) -> str:
    return {1: "once", 2: "twice"}.get(copies, f"{copies} times")


def _either(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sizes[:-1])) + f" or {sizes[-1]}" if len(sizes) > 1 else str(sizes[0])


def _four(runs: Iterable[int]) -> Runs:
    clubs, diamonds, hearts, spades = runs
    return clubs, diamonds, hearts, spades
