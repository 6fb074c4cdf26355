"""Hypothesis strategies for pile-building games: small positions, and moves of every kind."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from winnable.cards import CARDS, Card
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.setup import Setup

__all__ = ["any_moves", "near_end_positions", "starts", "toy_positions"]


def starts(game: PatienceGame) -> st.SearchStrategy[PatiencePosition]:
    """Numbered deals of the game's usual dialect."""
    return st.integers(1, 32000).map(game.deal)


@st.composite
def near_end_positions(draw: st.DrawFn, game: PatienceGame, most_cards: int) -> PatiencePosition:
    """Positions in which at most ``most_cards`` cards are not on the foundations yet, but in columns and
    cells. In games that take complete runs away, whole suits are left: about ``most_cards`` / 13."""
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    rules = game.rules
    home = [13, 13, 13, 13]
    for _ in range(draw(st.integers(1, most_cards))):
        home[rng.choice([suit for suit in range(4) if home[suit] > 0])] -= 1
    if rules["leave"] == "runs":
        home = [13, 13, 13, 13]
        for suit in rng.sample(range(4), max(1, most_cards // 13)):
            home[suit] = 0
    return _scattered(game, home, rng)


@st.composite
def toy_positions(draw: st.DrawFn, game: PatienceGame, ranks: int) -> PatiencePosition:
    """Positions that have the highest ``ranks`` ranks of each suit alone, all of them in the columns. Games
    that take complete runs away have one whole suit instead."""
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    home = [13 - ranks] * 4
    if game.rules["leave"] == "runs":
        home = [13, 13, 13, 13]
        home[rng.randrange(4)] = 0
    return _scattered(game, home, rng, cells=0.0)


def any_moves() -> st.SearchStrategy[PatienceMove]:
    """Moves between any two piles, of which hardly any can be made: for what must refuse them."""
    pile = st.one_of(st.integers(0, 13), st.integers(16, 24), st.integers(32, 36))
    return st.builds(PatienceMove, pile, pile, st.integers(0, 14))


def _scattered(game: PatienceGame, home: list[int], rng: Random, cells: float = 0.3) -> PatiencePosition:
    """A position with these foundations; each cell is filled with probability ``cells``."""
    rules = game.rules
    base = rng.randrange(13) if rules["base"] == "beak" else 0
    left = [card for card in CARDS if (card.rank - base) % 13 >= home[card.suit]]
    rng.shuffle(left)
    held: list[Card | None] = [None] * _number(rules["cells"])
    for cell in range(len(held)):
        if left and rng.random() < cells:
            held[cell] = left.pop()
    columns: list[list[Card]] = [[] for _ in range(_number(rules["columns"]))]
    for card in left:
        rng.choice(columns).append(card)
    return game.position(Setup(columns, held, home, base))


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"a rule that counts piles is a number, not {value!r}")
    return value
