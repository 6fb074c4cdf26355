"""Does some program stack its deals? Its hands against evenly shuffled ones: can they be won as often?

Three questions are asked of the hands, each with a p-value that holds exactly whatever the equities look
like:

- Are they as easy to win? The same player plays as many games of each given hand as of each random one. If
  the given hands are evenly shuffled too, which hands are "given" is arbitrary: the difference of the two
  means is set among those of random divisions of all hands (a permutation test: R. A. Fisher, "The design of
  experiments", 1935; E. J. G. Pitman, 1937).
- Do ranks and suits lie evenly? See :mod:`winnable.studies.shuffle`.
- Does a hand come again? See :mod:`winnable.studies.repeats`.

The alarm is given where one of the three p-values is at most a third of the level, so that all together alarm
on fair hands no more often than the level says (Bonferroni's correction).

The first question is not asked where some hand was not seen whole. What is unknown there would have to be
drawn evenly, which hides any stacking; and the hands that were seen whole are mostly those that were won.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, Protocol, runtime_checkable

from winnable.analysis.equity import Play, Played, World
from winnable.cards import DECK_SIZE
from winnable.errors import InputError
from winnable.family import ObservedGame
from winnable.intervals import difference_of_means
from winnable.studies.places import Hand, Layout, layout_of
from winnable.studies.power import Power
from winnable.studies.repeats import Repeats
from winnable.studies.shuffle import ShuffleTests

__all__ = [
    "LEVEL",
    "Audit",
    "DealtGame",
    "cards_of",
    "drawn_hands",
    "permutation_p",
    "play_hands",
    "start_layout",
    "start_lengths",
    "start_of",
]

LEVEL = 0.05
PERMUTATIONS = 9999
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
    """What was found. ``given`` and ``drawn`` are the games won of each hand, ``games`` how many each had:
    none where it was not asked how easy the hands are. ``shuffle`` is None where it was cancelled before
    the tests of the shuffle ended, ``repeats`` where it was not asked whether hands come again."""

    games: int
    given: tuple[int, ...]
    drawn: tuple[int, ...]
    shuffle: ShuffleTests | None
    repeats: Repeats | None = None
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
        return min(1.0, self.questions * min(self.equity_p, self.shuffle_p, self.repeats_p))

    @property
    def shuffle_p(self) -> float:
        """That ranks and suits lie so unevenly; 1 where that was not tested."""
        return 1.0 if self.shuffle is None else self.shuffle.p

    @property
    def repeats_p(self) -> float:
        """That so few hands are different, at most; 1 where that was not asked."""
        return 1.0 if self.repeats is None else self.repeats.p

    @property
    def questions(self) -> int:
        """How many were asked; each has an equal part of the level."""
        return 1 + bool(self.given and self.drawn) + (self.repeats is not None)

    @property
    def alarm(self) -> bool:
        """Would fair hands hardly ever look like this?"""
        return self.p <= self.level

    @cached_property
    def power(self) -> Power | None:
        """Which differences these hands would show; None of fewer than five a side."""
        sizes = len(self.given), len(self.drawn)
        if min(sizes) < FEWEST:
            return None
        return Power((*self.given, *self.drawn), self.games, sizes, self.level / self.questions, self.seed)

    def _shares(self) -> tuple[list[float], list[float]]:
        given, drawn = ([won / self.games for won in hands] for hands in (self.given, self.drawn))
        return given, drawn


def start_lengths(game: DealtGame, setup: Any) -> list[int]:
    """How many cards lie in each column of a hand at its start. Programs lay out the same game with its
    columns in another order, as PySolFC does Spider.

    Raises:
        InputError: the setup is no start of the game: a move was made.
    """
    start = setup.check(game.facts)
    lengths = game.rules_list("column_cards")
    found = [len(column) for column in start.columns]
    usual = sorted(zip(lengths, game.rules_list("face_down"), strict=True))
    if sorted(zip(found, start.down, strict=True)) != usual or len(start.stock) != game.facts.stock:
        raise setup.error(
            ("board", 0, 0),
            "this is no start of a game",
            expected=f"columns of {', '.join(map(str, lengths))} cards, as they are dealt",
        )
    return found


def start_of(game: DealtGame, setup: Any, lengths: list[int] | None = None) -> Hand:
    """A hand's cards in the slots of :func:`start_layout`; those that nobody saw are unknown.

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
    start = _filled(game, setup)
    return bytes(card.index for column in (*start.columns, start.stock) for card in column)


def _filled(game: DealtGame, setup: Any) -> Any:
    """The setup, with its unknown cards where they can only be one."""
    try:
        return setup.check(game.facts, known=True)
    except InputError:
        return setup.check(game.facts)


def cards_of(game: DealtGame) -> Hand:
    """The cards of every hand, as faces."""
    return bytes(card.index for card in game.facts.faces for _ in range(game.facts.copies))


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
