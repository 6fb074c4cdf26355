"""Does some program stack its deals? Its hands against evenly shuffled ones: can they be won as often?

Two questions are asked of the hands, each with a p-value that holds exactly whatever the equities look like:

- Are they as easy to win? The same player plays as many games of each given hand as of each random one. If
  the given hands are evenly shuffled too, which hands are "given" is arbitrary: the difference of the two
  means is set among those of random divisions of all hands (a permutation test: R. A. Fisher, "The design of
  experiments", 1935; E. J. G. Pitman, 1937).
- Do ranks and suits lie evenly? See :mod:`winnable.studies.shuffle`.

The alarm is given where one of the two p-values is at most half the level, so that both together alarm on
fair hands no more often than the level says (Bonferroni's correction).
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from statistics import NormalDist
from typing import Any, Protocol, runtime_checkable

from winnable.cards import DECK_SIZE
from winnable.errors import InputError
from winnable.family import ObservedGame
from winnable.intervals import difference_of_means, variance_with_two
from winnable.studies.equity import Play, Played, World
from winnable.studies.shuffle import Hand, Layout, ShuffleTests, layout_of

__all__ = [
    "LEVEL",
    "Audit",
    "DealtGame",
    "drawn_hands",
    "hands_to_see",
    "permutation_p",
    "play_hands",
    "start_layout",
    "start_lengths",
    "start_of",
    "visible_difference",
]

LEVEL = 0.05
POWER = 0.8
PERMUTATIONS = 9999
_QUESTIONS = 2  # equity, shuffle
FEWEST = 5  # hands of each kind, from which on an interval is given


@runtime_checkable
class DealtGame(ObservedGame[Any, Any], Protocol):
    """A game with hidden cards that is dealt from shuffled decks into columns and a stock."""

    @property
    def facts(self) -> Any:
        """What setups are checked against: ``decks``, and the cards of the ``stock``."""
        ...

    def rules_list(self, key: str) -> list[int]:
        """A rule that has a number for each column."""
        ...

    def deal_deck(self, deck: bytes) -> Any:
        """The start of a deal given as card numbers, first dealt first."""
        ...


@dataclass(frozen=True)
class Audit:
    """What was found. ``given`` and ``drawn`` are the games won of each hand, ``games`` how many each had;
    ``shuffle`` is None where it was cancelled before the tests of the shuffle ended."""

    games: int
    given: tuple[int, ...]
    drawn: tuple[int, ...]
    shuffle: ShuffleTests | None
    level: float = LEVEL
    seed: int = 0
    permutations: int = PERMUTATIONS
    cancelled: bool = False

    @property
    def means(self) -> tuple[float, float]:
        """The mean equity of the hands given and of those drawn; 0 without hands."""
        given, drawn = self._shares()
        return sum(given) / max(1, len(given)), sum(drawn) / max(1, len(drawn))

    @property
    def difference(self) -> float:
        """How much more often the hands given are won; negative: they are harder."""
        given, drawn = self.means
        return given - drawn

    def interval(self) -> tuple[float, float] | None:
        """Where the difference of all such hands lies, at 1 - level; None of fewer than five a side."""
        if min(len(self.given), len(self.drawn)) < FEWEST:
            return None
        return difference_of_means(*self._shares(), 1 - self.level)

    @cached_property
    def equity_p(self) -> float:
        """Of the difference, both ways; 1 without hands."""
        if not self.given or not self.drawn:
            return 1.0
        return permutation_p(self.given, self.drawn, self.permutations, self.seed)

    @property
    def p(self) -> float:
        """Of the whole audit: at most the level on fair hands as often as the level says, or less often."""
        return min(1.0, _QUESTIONS * min(self.equity_p, 1.0 if self.shuffle is None else self.shuffle.p))

    @property
    def alarm(self) -> bool:
        """Would fair hands hardly ever look like this?"""
        return self.p <= self.level

    def hands_to_see(self, difference: float = 0.05) -> int:
        """About how many hands of each kind would show such a difference in equity, four times of five."""
        return hands_to_see(difference, self._variance(), self.level / _QUESTIONS)

    def visible(self) -> float:
        """About the smallest difference in equity that these hands would show, four times of five."""
        return visible_difference(self._variance(), len(self.given), len(self.drawn), self.level / _QUESTIONS)

    def _variance(self) -> float:
        """Of a hand's measured equity, whichever kind it is."""
        given, drawn = self._shares()
        return (variance_with_two(given) + variance_with_two(drawn)) / 2

    def _shares(self) -> tuple[list[float], list[float]]:
        given, drawn = ([won / self.games for won in hands] for hands in (self.given, self.drawn))
        return given, drawn


def start_lengths(game: DealtGame, setup: Any) -> list[int]:
    """How many cards lie in each column of a whole hand. Programs lay out the same game with its columns in
    another order, as PySolFC does Spider.

    Raises:
        InputError: the setup is no start of the game: a move was made, or a card is unknown.
    """
    whole = setup.check(game.facts, known=True)
    lengths = game.rules_list("column_cards")
    found = [len(column) for column in whole.columns]
    usual = sorted(zip(lengths, game.rules_list("face_down"), strict=True))
    if sorted(zip(found, whole.down, strict=True)) != usual or len(whole.stock) != game.facts.stock:
        raise setup.error(
            ("board", 0, 0),
            "this is no start of a game",
            expected=f"columns of {', '.join(map(str, lengths))} cards, as they are dealt",
        )
    return found


def start_of(game: DealtGame, setup: Any, lengths: list[int] | None = None) -> Hand:
    """A whole hand's cards in the slots of :func:`start_layout`.

    Raises:
        InputError: as :func:`start_lengths`, or the columns are not those of ``lengths``, the game's own if
            none are given.
    """
    expected = game.rules_list("column_cards") if lengths is None else lengths
    if start_lengths(game, setup) != expected:
        raise setup.error(
            ("board", 0, 0),
            "this hand is laid out in another way",
            expected=f"columns of {', '.join(map(str, expected))} cards",
            mend="audit the hands of each program by themselves",
        )
    whole = setup.check(game.facts, known=True)
    return bytes(card.index for column in (*whole.columns, whole.stock) for card in column)


def start_layout(game: DealtGame, lengths: list[int] | None = None) -> Layout:
    """Where the cards of a game's hands lie; ``lengths`` are those of the columns where they are unusual."""
    return layout_of(game.rules_list("column_cards") if lengths is None else lengths, game.facts.stock)


def drawn_hands(game: DealtGame, count: int, seed: int, lengths: list[int] | None = None) -> list[Any]:
    """Starts of evenly shuffled hands, none from a numbered deal; ``lengths`` as for ``start_layout``."""
    rng, cards = random.Random(f"hands {seed}"), list(range(DECK_SIZE)) * game.facts.decks
    starts = []
    for _ in range(count):
        rng.shuffle(cards)
        start = game.deal_deck(bytes(cards))
        starts.append(start if lengths is None else _laid_out(game, start, lengths))
    return starts


def _laid_out(game: DealtGame, start: Any, lengths: list[int]) -> Any:
    """The same start with its columns in the order of these lengths."""
    setup = game.setup(start)
    piles = sorted(zip(setup.columns, setup.down, strict=True), key=lambda pile: len(pile[0]))
    order = sorted(range(len(lengths)), key=lambda column: lengths[column])
    columns = dict(zip(order, piles, strict=True))
    piles = [columns[column] for column in range(len(lengths))]
    laid = type(setup)([cards for cards, _ in piles], [down for _, down in piles], setup.stock, setup.runs)
    return game.position(laid)


def play_hands(
    play: Play,
    given: Sequence[Any],
    drawn: Sequence[Any],
    games: int,
    *,
    seed: int = 0,
    on_game: Callable[[World, Played], None] | None = None,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The games won of each hand given and of each drawn, in their order.

    The two kinds take turns, hand by hand, so that both were played as much wherever it is cancelled; only
    hands with all of their games count. A world's number is that of its hand: even for those given.
    """
    rng = random.Random(f"games {seed}")
    hands = sorted(
        [
            *((2 * i, start) for i, start in enumerate(given)),
            *((2 * i + 1, start) for i, start in enumerate(drawn)),
        ],
        key=lambda hand: hand[0],
    )
    source = (World(number, start, rng.randrange(1, 2**63)) for number, start in hands for _ in range(games))
    won: tuple[list[int], list[int]] = ([], [])
    with closing(play(source)) as answers:
        while True:
            played = list(islice(answers, games))
            if len(played) < games or any(game.reason == "cancelled" for _, game in played):
                return tuple(won[0]), tuple(won[1])
            for world, game in played:
                if on_game is not None:
                    on_game(world, game)
            won[played[0][0].number % 2].append(sum(game.won for _, game in played))


def permutation_p(
    first: Sequence[int], second: Sequence[int], permutations: int = PERMUTATIONS, seed: int = 0
) -> float:
    """How rarely a random division of all numbers makes the means differ as much, either way.

    The division given counts as one of them, so that the p-value holds exactly, however few there are.

    Raises:
        InputError: an empty side, or ``permutations`` below 1.
    """
    if not first or not second:
        raise InputError("no hands to compare", expected="at least one of each kind")
    if permutations < 1:
        raise InputError(f"permutations is {permutations}", expected="1 or more")
    pool, size = [*first, *second], len(first)
    whole = size * sum(pool)
    # Whole numbers: the difference of the means times both sizes.
    found = abs(len(pool) * sum(first) - whole)
    rng = random.Random(seed)
    as_far = sum(abs(len(pool) * sum(rng.sample(pool, size)) - whole) >= found for _ in range(permutations))
    return (1 + as_far) / (1 + permutations)


def hands_to_see(difference: float, variance: float, level: float, power: float = POWER) -> int:
    """Hands of each kind at which a test at this level sees a difference of means with this power.

    ``variance`` is that of one hand's measured equity. The normal approximation.

    Raises:
        InputError: a ``difference`` that is not above 0.
    """
    if not difference > 0:
        raise InputError(f"the difference is {difference}", expected="a number above 0")
    return math.ceil(2 * variance * (_reach(level, power) / difference) ** 2)


def visible_difference(variance: float, first: int, second: int, level: float, power: float = POWER) -> float:
    """The smallest difference of means that so many hands show with this power; 1 where there are none."""
    if not first or not second:
        return 1.0
    return min(1.0, _reach(level, power) * math.sqrt(variance * (1 / first + 1 / second)))


def _reach(level: float, power: float) -> float:
    normal = NormalDist()
    return normal.inv_cdf(1 - level / 2) + normal.inv_cdf(power)
