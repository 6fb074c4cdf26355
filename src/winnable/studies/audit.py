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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from winnable.analysis.equity import Play, Played, World
from winnable.cards import DECK_SIZE
from winnable.errors import InputError
from winnable.family import ObservedGame
from winnable.intervals import difference_of_means
from winnable.search.api import Limits
from winnable.studies.experiments.begin import drawn_seed, with_draws
from winnable.studies.experiments.plan import GameDeals, Kept, Study
from winnable.studies.experiments.played import MEASURES_OF_GAMES
from winnable.studies.experiments.players import Player
from winnable.studies.places import Hand, Layout, layout_of
from winnable.studies.power import Power
from winnable.studies.repeats import Repeats
from winnable.studies.shuffle import ShuffleTests
from winnable.text.boards import write_position

__all__ = [
    "LEVEL",
    "Audit",
    "DealtGame",
    "Won",
    "audit_study",
    "cards_of",
    "drawn_hands",
    "in_turns",
    "permutation_p",
    "play_hands",
    "start_layout",
    "start_lengths",
    "start_of",
]

T = TypeVar("T")

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
    def played(self) -> bool:
        """Were games of the hands played, of each as many?"""
        return bool(self.given and self.drawn)

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
        if not self.played:
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
        return 1 + self.played + (self.repeats is not None)

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


def in_turns(given: Sequence[T], drawn: Sequence[T]) -> list[tuple[int, T]]:
    """What is given and what is drawn, one of each in turns, with 0 or 1 before it; the rest comes last."""
    both = [*((i, 0, one) for i, one in enumerate(given)), *((i, 1, one) for i, one in enumerate(drawn))]
    return [(side, one) for _, side, one in sorted(both, key=lambda entry: entry[:2])]


def audit_study(
    game: DealtGame,
    given: Sequence[tuple[str, Any]],
    drawn: Sequence[Any],
    policy: str,
    games: int,
    *,
    seed: int = 0,
    text: str = "",
) -> Study:
    """The games of :func:`play_hands` as a study: each hand is a start, and its games are repetitions.

    Args:
        game: what is played.
        given: what each hand is called, and its start.
        drawn: the starts of random hands.
        policy: who plays.
        games: of each hand.
        seed: of the choices that are made.
        text: what is asked, for people.
    """
    random_ones = [(f"random {number}", start) for number, start in enumerate(drawn, 1)]
    hands = [
        Kept(label, with_draws(write_position(game, start), place * games), False)
        for place, (_, (label, start)) in enumerate(in_turns(given, random_ones))
    ]
    return Study(
        title=f"Audit of {len(given)} hands",
        games=(GameDeals(game.spelled, positions=tuple(hands)),),
        players=(Player("policy", policy),),
        limits=Limits(),
        seed=seed,
        repetitions=games,
        measures=MEASURES_OF_GAMES,
        text=text,
    )


class Won(NamedTuple):
    """How many games each hand had, and the games won of each given and each drawn."""

    games: int
    given: tuple[int, ...]
    drawn: tuple[int, ...]


def play_hands(
    play: Play,
    given: Sequence[Any],
    drawn: Sequence[Any],
    games: int,
    *,
    seed: int = 0,
    on_game: Callable[[World, Played], None] | None = None,
    on_played: Callable[[int], None] | None = None,
) -> Won:
    """The games won of each hand given and of each drawn, in their order.

    Every hand has one game, then every one another: wherever it is cancelled, all were played as much. Only
    such rounds count that were played to their end, and ``on_game`` is told of their games alone;
    ``on_played`` is told after each game how many were played. A world's number is that of its hand, in
    turns.
    """
    hands = in_turns(given, drawn)
    source = (
        World(place, start, drawn_seed(seed, place * games + number))
        for number in range(games)
        for place, (_, start) in enumerate(hands)
    )
    won, rounds = [0] * len(hands), 0
    with closing(play(source)) as answers:
        told = _told(answers, on_played)
        while hands and len(played := list(islice(told, len(hands)))) == len(hands):
            if any(game.reason == "cancelled" for _, game in played):
                break
            rounds += 1
            for world, game in played:
                won[world.number] += game.won
                if on_game is not None:
                    on_game(world, game)
    of = [
        tuple(count for count, (side, _) in zip(won, hands, strict=True) if side == kind) for kind in (0, 1)
    ]
    return Won(rounds, *of) if rounds else Won(0, (), ())


def _told(
    answers: Iterable[tuple[World, Played]], on_played: Callable[[int], None] | None
) -> Iterator[tuple[World, Played]]:
    for number, answer in enumerate(answers, 1):
        if on_played is not None:
            on_played(number)
        yield answer


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
