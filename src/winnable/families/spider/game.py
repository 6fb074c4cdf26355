"""Spider and its kin: pile-building games with face-down cards, a stock, or cards that look alike.

The rules are values of the one native engine (``native/patience/engine.hpp``). What is special here
is that positions hold cards that a player does not see: policies are given ``observe(position)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Literal

from winnable._core import Observation, PatienceMove, PatienceRules, SpiderPosition
from winnable._core import SpiderGame as CoreGame
from winnable.cards import CARDS, DECK_SIZE, UNKNOWN_INDEX, Card
from winnable.errors import InputError
from winnable.families.native import NativeGame, NativeNotation, str_is_board, wrong_arguments
from winnable.families.patience.game import spell_options
from winnable.families.spider import FAMILY
from winnable.families.spider.games import SPIDER
from winnable.families.spider.setup import SpiderFacts, SpiderSetup
from winnable.family import Family, RuleValue, Spec
from winnable.game import GameInfo

if TYPE_CHECKING:
    from random import Random

    from winnable.deals import DealNumber
    from winnable.families.spider.hand import SpiderHand
    from winnable.families.spider.solver import SpiderSolver

__all__ = [
    "SPIDER",
    "Observation",
    "PatienceMove",
    "SpiderGame",
    "SpiderNotation",
    "SpiderPosition",
    "SpiderSolverName",
]

START_SCORE = 500
RUN_SCORE = 100

_LAYOUT = ("decks", "columns", "column_cards", "face_down", "stock")  # the rules that lay out a deal


SpiderSolverName = Literal["auto"]


class SpiderNotation(NativeNotation[SpiderPosition, PatienceMove]):
    """`37` moves the longest group that may go from column 3 to 7, `37v2` two cards; `deal` deals a row.

    Where complete runs may stay, `3h` takes the one off that column 3 ends in.
    """

    __slots__ = ()

    longest = len("26v104")
    expected = "two columns such as 26, or deal"


class SpiderGame(NativeGame[SpiderPosition, PatienceMove]):
    """A game of the Spider kind; satisfies :class:`winnable.game.HiddenGame`.

    ``options`` are rules set on top of the game's own: ``SpiderGame(SPIDER, {"suits": 2})``.
    Positions have the same key if they differ only in cards that look alike or, with no stock left, in the
    order of the columns. Legal moves are sorted by piles and count, each empty column by name.
    """

    __slots__ = ("_usual_layout", "facts", "options")

    family: Family[SpiderGame, SpiderPosition, PatienceMove] = FAMILY
    core: CoreGame

    def __init__(self, spec: Spec, options: Mapping[str, RuleValue] | None = None) -> None:
        self.options = dict(options or {})
        try:
            core_rules = PatienceRules.from_dict({**spec.rules, **self.options})
        except ValueError as error:
            raise InputError(f"{spec.name}: {error}") from None
        self.core = CoreGame(core_rules)
        rules = core_rules.to_dict()
        hidden = any(self.rules_list("face_down")) or rules["stock"] != "none"
        self.info = GameInfo(
            name=spec.name,
            title=spec.title,
            family="spider",
            summary=spec.summary,
            dialects=("kpat", "pysol", "seed"),
            options=tuple(rules),
            hidden=hidden,
            can_observe=True,
            can_undo=not hidden,
            scored=True,
            runs_leave=True,
            symmetric_columns=rules["stock"] == "none",
        )
        self.notation = SpiderNotation(self.core)
        # What setups are checked against: columns, decks, suits and the size of the stock.
        self.facts = self._facts(rules)
        self._usual_layout = all(rules[key] == SPIDER.rules[key] for key in _LAYOUT)

    @property
    def spelled(self) -> str:
        """The name that get_game() reads back: ``spider:suits=2``."""
        return self.info.name + spell_options(self.options)

    @property
    def rules(self) -> Mapping[str, RuleValue]:
        """Every rule with its value."""
        return self.core.rules.to_dict()

    def rules_list(self, key: str) -> list[int]:
        """A rule that has a number for each column."""
        value = self.rules[key]
        assert isinstance(value, list)
        return value + [0] * (self.column_count - len(value))

    @property
    def column_count(self) -> int:
        """Columns of the tableau."""
        return int(str(self.rules["columns"]))

    def _facts(self, rules: Mapping[str, RuleValue]) -> SpiderFacts:
        decks, suits = int(str(rules["decks"])), int(str(rules["suits"]))
        stock = 0 if rules["stock"] == "none" else DECK_SIZE * decks - sum(self.rules_list("column_cards"))
        heaps = rules["group_size"] == "heap"
        stay = rules["run_removal"] == "may_stay"
        return SpiderFacts(self.info.title, self.column_count, decks, suits, stock, heaps, stay)

    def deal(self, number: int | str | DealNumber) -> SpiderPosition:
        """The start of a numbered deal: 617, "kpat:617", "pysol:123456", "seed:…"."""
        from winnable.families.spider.deals import spider_deck, spider_start

        facts, dialect = self.facts, self.info.dialects[0]
        if self._usual_layout:
            return self.position(spider_start(number, facts.suits, default=dialect))
        return self.deal_deck(spider_deck(number, facts.decks, facts.suits, default=dialect))

    def deal_deck(self, deck: bytes) -> SpiderPosition:
        """The start of a deal given as card numbers 0..51 (or 52 more for a second copy), first dealt first.

        Row by row from the left, columns that are full left out; the last row is for all columns. In a game
        of two suits black cards become spades and red ones hearts, of one suit all become spades.

        Raises:
            ValueError: too few or too many cards, or too many of one.
        """
        return self.core.deal(deck)

    def solver(self, kind: SpiderSolverName = "auto") -> SpiderSolver:
        """A solver of this game by name; InputError for what it does not take."""
        from winnable.families.spider.solver import SpiderSolver
        from winnable.search.solvers import make_solver

        solver = make_solver(self, kind)
        assert isinstance(solver, SpiderSolver)
        return solver

    def position(self, setup: SpiderSetup) -> SpiderPosition:
        """The legal position that a setup with every card known describes; InputError names what is wrong
        and where."""
        whole = setup.check(self.facts, known=True)
        assert whole.runs is not None
        try:
            return self.core.position(
                [bytes(card.index for card in column) for column in whole.columns],
                whole.down,
                bytes(card.index for card in whole.stock),
                whole.runs,
            )
        except ValueError as error:
            raise InputError(str(error), source=setup.source) from None

    def setup(self, position: SpiderPosition) -> SpiderSetup:
        """The piles of a position, as cards."""
        return _setup(position)

    def distinct_moves(self, position: SpiderPosition) -> Sequence[PatienceMove]:
        """One legal move for each successor that differs from the others and from the position."""
        try:
            return self.core.distinct_moves(position)
        except TypeError:
            raise wrong_arguments(self.spelled, "distinct_moves", position) from None

    def observe(self, position: SpiderPosition) -> Observation:
        """What the player sees: no face-down card, nothing of the stock but its size."""
        return self.core.observe(position)

    def unseen_cards(self, observation: Observation) -> int:
        """How many cards lie face down or in the stock."""
        return sum(observation.unseen)

    def checked(self, setup: SpiderSetup | SpiderHand) -> SpiderSetup:
        """A setup of this game, whole, as ``observation`` checks it; the lines of a hand become columns and
        stock."""
        laid_out = setup if isinstance(setup, SpiderSetup) else setup.setup(self.facts)
        return laid_out.check(self.facts, known=False)

    def observation(self, setup: SpiderSetup) -> Observation:
        """What the player of a setup sees; its hidden cards may be unknown. InputError as in ``position``."""
        facts = self.facts
        whole = setup.check(facts, known=False)
        assert whole.runs is not None
        unseen = [0] * DECK_SIZE
        for card in facts.faces:
            unseen[card.index] = facts.copies - whole.runs[card.suit]
        seen = [column[down:] for column, down in zip(whole.columns, whole.down, strict=True)]
        for card in chain.from_iterable(seen):
            unseen[card.index] -= 1
        columns = [bytes(card.index for card in column) for column in seen]
        return Observation(columns, whole.down, len(whole.stock), whole.runs, bytes(unseen))

    def determinise(self, observation: Observation, rng: Random) -> SpiderPosition:
        """A position drawn evenly from those that look like this."""
        hidden = [index for index, count in enumerate(observation.unseen) for _ in range(count)]
        rng.shuffle(hidden)
        columns = []
        for seen, down in zip(observation.columns, observation.down, strict=True):
            columns.append(bytes(hidden[:down]) + seen)
            del hidden[:down]
        return self.core.position(columns, observation.down, bytes(hidden), observation.runs)

    def missing(self, setup: SpiderSetup) -> list[int]:
        """The cards, by number, that the unknown ones of a setup are."""
        if all(card.known for _, card in setup.slots()):
            return []
        left = list(self.observation(setup).unseen)
        for (kind, pile, depth), card in setup.slots():
            if card.known and (kind == "stock" or depth < setup.down[pile]):
                left[card.index] -= 1
        return [face for face, number in enumerate(left) for _ in range(number)]

    def world(self, setup: SpiderSetup, cards: Sequence[int]) -> SpiderPosition:
        """The position that a setup is, its unknown cards being these, in the order of its slots."""
        rest = iter(cards)

        def known(pile: Sequence[Card]) -> list[Card]:
            return [card if card.known else CARDS[next(rest)] for card in pile]

        columns = [known(column) for column in setup.columns]
        return self.position(SpiderSetup(columns, setup.down, known(setup.stock), setup.runs))

    def score(self, moves: int, runs: int) -> int:
        """500, a point less for every move and 100 more for every complete run, as Microsoft counts."""
        return START_SCORE - moves + RUN_SCORE * runs


def _setup(position: SpiderPosition) -> SpiderSetup:
    return SpiderSetup.from_indices(position.columns, position.down, position.stock, position.runs)


def _seen(seen: Observation) -> SpiderSetup:
    """What is seen, as piles with unknown cards."""
    hidden = bytes([UNKNOWN_INDEX])
    columns = [hidden * down + up for down, up in zip(seen.down, seen.columns, strict=True)]
    return SpiderSetup.from_indices(columns, seen.down, hidden * seen.stock, seen.runs)


def _board(setup: SpiderSetup) -> str:
    from winnable.families.spider.text import format_board

    return format_board(setup, len(setup.columns))


str_is_board(SpiderPosition, lambda position: _board(_setup(position)))
str_is_board(Observation, lambda seen: _board(_seen(seen)))
