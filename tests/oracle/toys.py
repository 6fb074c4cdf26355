"""Small positions that an exhaustive search can finish: most of the deck is home, the rest random."""

from itertools import pairwise
from random import Random

from .cards import rank, suit
from .rules import Position, Rules, let_suits_leave


def toy_deal(rules: Rules, ranks: int, rng: Random, columns: int | None = None) -> Position:
    """A random deal of the ``ranks`` highest ranks, everything below them home.

    The cards fill ``columns`` columns (all, unless given) row by row; further columns start empty. Where
    whole suits leave, ``ranks`` is the number of suits dealt instead. In Penguin the base is random.
    """
    base = rng.randrange(13) if rules.name == "penguin" else 0
    if rules.suits_leave:
        chosen = rng.sample(range(4), ranks)
        home = tuple(0 if s in chosen else 13 for s in range(4))
    else:
        home = (13 - ranks,) * 4
    deck = [card for card in range(52) if (rank(card) - base) % 13 >= home[suit(card)]]
    rng.shuffle(deck)
    dealt = [tuple(deck[i :: columns or rules.columns]) for i in range(columns or rules.columns)]
    dealt += [()] * (rules.columns - len(dealt))
    return Position(tuple(dealt), (None,) * rules.cells, home, base)


def ragged_deal(rules: Rules, rng: Random, cards: int) -> Position:
    """About ``cards`` cards left, foundations uneven, columns uneven, some cells filled."""
    base = rng.randrange(13) if rules.name == "penguin" else 0
    home = [13, 13, 13, 13]
    while 52 - sum(home) < cards:
        home[rng.choice([s for s in range(4) if home[s] > 0])] -= 1
    left = [card for card in range(52) if (rank(card) - base) % 13 >= home[suit(card)]]
    rng.shuffle(left)
    cells: list[int | None] = [None] * rules.cells
    for cell in range(rules.cells):
        if left and rng.random() < 0.3:
            cells[cell] = left.pop()
    columns: list[tuple[int, ...]] = [()] * rules.columns
    for card in left:
        column = rng.randrange(rules.columns)
        columns[column] += (card,)
    return Position(tuple(columns), tuple(cells), tuple(home), base)


def broken_suits(rules: Rules, rng: Random, suits: int) -> Position:
    """Where whole suits leave: ``suits`` suits, each cut into runs, the runs piled at random."""
    chosen = rng.sample(range(4), suits)
    pieces: list[tuple[int, ...]] = []
    for s in chosen:
        run = [4 * r + s for r in range(12, -1, -1)]
        cuts = sorted(rng.sample(range(1, 13), rng.randrange(1, 7 - suits)))
        pieces += [tuple(run[a:b]) for a, b in pairwise([0, *cuts, 13])]
    rng.shuffle(pieces)
    columns: list[tuple[int, ...]] = [()] * rules.columns
    for piece in pieces:
        column = rng.randrange(rules.columns)
        columns[column] += piece
    home = [0 if s in chosen else 13 for s in range(4)]
    let_suits_leave(columns, home)
    return Position(tuple(columns), (None,) * rules.cells, tuple(home))
