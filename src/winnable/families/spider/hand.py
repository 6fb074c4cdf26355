"""The hand file of the Spider project: what a hand of Spider is when every line is a pile.

    -Kc -Ad -4s -6h -5s 0s
    ...

First a line for each column, deepest card first, with ``-`` before a card that lies face down; then a line
for each column with what the stock has for it, first row first. Ranks are ``A 2-9 0 J Q K`` (0 is ten), suits
``c d h s``. Here a hand may also be from the middle of a game: ``--`` is an empty column, the lines of the
stock are shorter or not there, ``??`` and ``-??`` are unknown cards, and a line ``runs: c-1 s-2`` may say
which runs have left. How many lines are columns only the game knows; so a file is a SpiderHand until then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, Literal

from winnable.cards import SUIT_LETTERS, Card
from winnable.errors import InputError, Place, Written
from winnable.families.spider.setup import BOARD, RUNS, Runs, SpiderFacts, SpiderSetup, SpiderSlot, spell_runs
from winnable.text.phrases import counted

if TYPE_CHECKING:
    from winnable.families.spider.game import SpiderGame, SpiderPosition

EMPTY: Final = "--"
# A card by its line and number in it (-1: the line as a whole), the runs, or the hand.
HandSlot = tuple[Literal["line", "runs", "board"], int, int]
HAND: Final[HandSlot] = ("board", 0, 0)


class SpiderHand(Written[HandSlot]):
    """Lines of cards, loose: which are columns and which stock is not known yet.

    ``lines`` are as in the file; of each, the first ``down`` cards lie face down. ``runs`` as in SpiderSetup.
    """

    __slots__ = ("down", "lines", "runs")

    def __init__(
        self,
        lines: Iterable[Iterable[Card]],
        down: Iterable[int],
        runs: Runs | None = None,
        *,
        places: Mapping[HandSlot, Place] | None = None,
        source: str | None = None,
    ) -> None:
        self.lines: tuple[tuple[Card, ...], ...] = tuple(tuple(line) for line in lines)
        self.down: tuple[int, ...] = tuple(down)
        self.runs = runs
        super().__init__(places, source)

    def setup(self, facts: SpiderFacts) -> SpiderSetup:
        """The hand in a game with these facts; InputError, with the place, for lines that do not fit it."""
        columns, stock = self.lines[: facts.columns], self.lines[facts.columns :]
        self._check_lines(facts)
        longest = max(map(len, stock), default=0)
        dealt = [
            (facts.columns + i, row)
            for row in range(longest)
            for i, line in enumerate(stock)
            if row < len(line)
        ]
        return SpiderSetup(
            columns,
            self.down[: len(columns)],
            [self.lines[line][row] for line, row in dealt],
            self.runs,
            places=dict(self._setup_places(facts, dealt)),
            source=self.source,
        )

    def _check_lines(self, facts: SpiderFacts) -> None:
        columns, count = facts.columns, len(self.lines)
        most = columns + min(columns, facts.stock)
        if count < columns:
            raise self._count_error(facts, HAND, "write -- for an empty column")
        if count > most:
            raise self._count_error(facts, ("line", most, -1), "take it out, or put --- between two hands")
        for i, (line, down) in enumerate(zip(self.lines[columns:], self.down[columns:], strict=True)):
            if down:
                what = f"a - in line {i + 1} of the stock"
                mend = f"take it out; if this is a column, one of the {columns} before it is missing"
                expected = f"{columns} columns, then stock cards without -"
                raise self.error(("line", columns + i, 0), what, expected=expected, mend=mend)
            room = len(range(i, facts.stock, columns))
            if len(line) > room:
                what = f"{counted(len(line), 'card')} in line {i + 1} of the stock"
                expected = f"at most {room}, one for each deal"
                raise self.error(("line", columns + i, room), what, expected=expected, mend="take one out")
        self._check_rows(facts)

    def _check_rows(self, facts: SpiderFacts) -> None:
        """The lines of the stock are as long as each other, or as the deals that are left make them."""
        columns, count = facts.columns, len(self.lines)
        lengths = [len(line) for line in self.lines[columns:]]
        lengths += [0] * (2 * columns - count)
        shapes = [[len(range(i, size, columns)) for i in range(columns)] for size in facts.stock_sizes]
        right = max(shapes, key=lambda shape: sum(map(int.__eq__, shape, lengths)))
        for i, (length, expected) in enumerate(zip(lengths, right, strict=True)):
            if length != expected:
                if columns + i >= count:
                    raise self._count_error(facts, HAND, "write -- for an empty column")
                what = f"{counted(length, 'card')} in line {i + 1} of the stock"
                told = f"{expected}, as the other lines have them"
                raise self.error(("line", columns + i, -1), what, expected=told)

    def _count_error(self, facts: SpiderFacts, slot: HandSlot, mend: str) -> InputError:
        stock = min(facts.columns, facts.stock)
        shape = f"{facts.columns} columns" + (f", then {counted(stock, 'line')} of stock" if stock else "")
        return self.error(slot, f"a hand of {counted(len(self.lines), 'line')}", expected=shape, mend=mend)

    def _setup_places(
        self, facts: SpiderFacts, dealt: list[tuple[int, int]]
    ) -> Iterator[tuple[SpiderSlot, Place]]:
        """Where each part of the setup stood; ``dealt`` is the line and number of each card of the stock."""
        stock = {card: i for i, card in enumerate(dealt)}
        for (kind, line, number), place in self.places.items():
            if kind == "board":
                yield BOARD, place
            elif kind == "runs":
                yield RUNS, place
            elif line < facts.columns:
                yield ("column", line, number), place
            elif number >= 0:
                yield ("stock", stock[line, number], 0), place

    def position_in(self, game: SpiderGame) -> SpiderPosition:
        """The legal position that it is in a game; InputError names what is wrong and where."""
        return game.position(self.setup(game.facts))

    def __eq__(self, other: object) -> bool:
        return self._value() == other._value() if isinstance(other, SpiderHand) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value())

    def _value(self) -> tuple[object, ...]:
        return self.lines, self.down, self.runs

    def __repr__(self) -> str:
        return f"<SpiderHand of {len(self.lines)} lines>"


def format_hand(setup: SpiderSetup, facts: SpiderFacts) -> str:
    """The setup as a hand file, with a line of runs if some have left."""
    lines = [
        " ".join(("-" if depth < down else "") + spell_hand_card(card) for depth, card in enumerate(column))
        for column, down in zip(setup.columns, setup.down, strict=True)
    ]
    lines += [""] * (facts.columns - len(lines))
    if setup.stock:
        lines += [
            " ".join(map(spell_hand_card, setup.stock[i :: facts.columns])) for i in range(facts.columns)
        ]
    while len(lines) > facts.columns and not lines[-1]:
        lines.pop()
    text = [line or EMPTY for line in lines]
    if setup.runs is not None and any(setup.runs):
        text.append(f"runs: {spell_runs(setup.runs).lower()}")
    return "\n".join(text) + "\n"


def spell_hand_card(card: Card) -> str:
    """``0s`` for the ten of spades; ``??``."""
    if not card.known:
        return "??"
    rank = "0" if card.rank.letter == "T" else card.rank.letter
    return rank + SUIT_LETTERS[card.suit].lower()
