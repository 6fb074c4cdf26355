"""Positions and moves of pairing games, for Hypothesis and for plain random tests.

What has left is chosen in pairs that make thirteen and kings, and nothing that is left lies on a gap, so
every position here could be met in play as far as a setup can tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st

from winnable.cards import CARDS, DECK_SIZE, Card, Rank
from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
from winnable.families.pairing.setup import PairingSetup, row_lengths

__all__ = ["any_moves", "near_end_positions", "random_near_end", "random_toy", "starts", "toy_positions"]

_SEEDS = st.integers(0, 2**32 - 1)


def starts(game: PairingGame) -> st.SearchStrategy[PairingPosition]:
    """Numbered deals of the game's usual dialect."""
    return st.integers(1, 32000).map(game.deal)


def near_end_positions(game: PairingGame, most_cards: int = 16) -> st.SearchStrategy[PairingPosition]:
    """Positions of at most ``most_cards`` cards in play, spread over all piles, in any pass."""
    return _SEEDS.map(lambda seed: random_near_end(game, Random(seed), most_cards))


def toy_positions(game: PairingGame, rows: int = 3, most_rest: int = 6) -> st.SearchStrategy[PairingPosition]:
    """A whole small tableau, its rows 1 to ``rows`` cards long, and at most ``most_rest`` + 1 cards beside
    it: small enough to search exhaustively."""
    return _SEEDS.map(lambda seed: random_toy(game, Random(seed), rows, most_rest))


def any_moves() -> st.SearchStrategy[PairingMove]:
    """Any two cards, a card alone, a draw or a recycle, whether or not a game has such moves."""
    cards = st.integers(0, DECK_SIZE - 1)
    alone_or_pair = st.builds(PairingMove, cards, st.none() | cards)
    return st.one_of(st.sampled_from([PairingMove.DRAW, PairingMove.RECYCLE]), alone_or_pair)


def random_near_end(game: PairingGame, rng: Random, most_cards: int = 16) -> PairingPosition:
    """A position of at most ``most_cards`` cards, as a rule some of them in the tableau, some beside it."""
    left = _random_cards(rng, rng.randint(1, most_cards))
    least = max(0, len(left) - _rest(game))
    return _position(game, rng, left, _random_slots(game, rng, rng.randint(least, len(left))))


def random_toy(game: PairingGame, rng: Random, rows: int = 3, most_rest: int = 6) -> PairingPosition:
    """See ``toy_positions``."""
    slots = [
        slot
        for slot, (row, place) in enumerate(_places(game))
        if row + (place if game.rules["tableau"] == "triangle" else 0) < rows
    ]
    left = _random_cards(rng, len(slots) + min(1 + rng.randint(0, most_rest), _rest(game)))
    return _position(game, rng, left, slots)


def _rest(game: PairingGame) -> int:
    """How many cards the stock or the columns hold at the start."""
    return DECK_SIZE - len(_places(game))


def _places(game: PairingGame) -> list[tuple[int, int]]:
    """Row and place in it of every slot of the tableau."""
    return [(row, place) for row, length in enumerate(row_lengths(game.core)) for place in range(length)]


def _random_cards(rng: Random, number: int) -> list[Card]:
    """So many cards or one less, two at least, such that whatever is not among them can have left.

    Often of few ranks: the more partners each card has, the more there is to choose.
    """
    low_ranks = rng.sample(range(Rank.SEVEN), Rank.SEVEN)
    few = low_ranks[: rng.randint(1, len(low_ranks))]
    kings = [card for card in CARDS if card.rank == Rank.KING]
    left = rng.sample(kings, rng.randint(0, min(len(kings), 1 + number // 6)))
    low = rng.sample([card for card in CARDS if card.rank in low_ranks], 24)
    partners = {rank: rng.sample([c for c in CARDS if c.rank == Rank.QUEEN - rank], 4) for rank in low_ranks}
    for card in sorted(low, key=lambda card: card.rank not in few):
        if len(left) + 2 <= max(number, 2):
            left += [card, partners[card.rank].pop()]
    rng.shuffle(left)
    return left


def _random_slots(game: PairingGame, rng: Random, number: int) -> list[int]:
    """So many slots of the tableau, the deepest first: none of them lies on a gap."""
    covers = game.core.covers
    chosen: list[int] = []
    count = len(_places(game))
    for _ in range(min(number, count)):
        fit = [
            slot
            for slot in range(count)
            if slot not in chosen and all(under in chosen for under in range(count) if slot in covers[under])
        ]
        chosen.append(rng.choice(fit))
    return chosen


def _position(game: PairingGame, rng: Random, left: list[Card], slots: Sequence[int]) -> PairingPosition:
    """These cards, the first of them in these slots of the tableau, the others wherever they may lie."""
    tableau: list[Card | None] = [None] * len(_places(game))
    for slot, card in zip(slots, left, strict=False):
        tableau[slot] = card
    others = left[len(slots) :]
    columns = int(game.rules["columns"])
    if columns:
        return game.position(PairingSetup(tableau, _random_columns(game, rng, others, columns)))
    drawn = rng.randint(0, len(others))
    passes = game.rules["passes"]
    number = 1 if passes == "unlimited" else rng.randint(1, int(passes))
    if number == 1 and passes != "unlimited":
        while not _first_pass(game, len(others) - drawn):
            drawn += 1
    return game.position(PairingSetup(tableau, (), others[:drawn], others[drawn:], number))


def _random_columns(game: PairingGame, rng: Random, cards: Sequence[Card], columns: int) -> list[list[Card]]:
    depths = [len(range(i, _rest(game), columns)) for i in range(columns)]
    piles: list[list[Card]] = [[] for _ in range(columns)]
    for card in cards:
        rng.choice([pile for pile, depth in zip(piles, depths, strict=True) if len(pile) < depth]).append(
            card
        )
    return piles


def _first_pass(game: PairingGame, stock: int) -> bool:
    """May a stock of so many cards be met before any recycle?"""
    full = _rest(game) - int(game.rules["waste_cards"])
    by_draws_only = game.rules["stock_top"] == "hidden" and stock > 0
    return stock <= full and not (by_draws_only and (full - stock) % int(game.rules["draw"]))
