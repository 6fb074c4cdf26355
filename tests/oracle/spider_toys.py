"""Endings of Spider and its kin that an exhaustive search can finish: most runs have left, some cards may be
hidden."""

from itertools import pairwise
from random import Random

from .cards import SUITS
from .spider import Position, Rules, faults, settle


def broken_runs(rules: Rules, rng: Random, runs: int, pieces: int) -> list[tuple[int, ...]]:
    """``runs`` complete runs of the pack, each cut into at most ``pieces`` pieces, in random order."""
    chosen = rng.sample([s for s in rules.suits for _ in range(rules.copies)], runs)
    found: list[tuple[int, ...]] = []
    for s in chosen:
        run = [4 * r + SUITS.index(s) for r in range(12, -1, -1)]
        cuts = sorted(rng.sample(range(1, 13), rng.randint(1, pieces) - 1))
        found += [tuple(run[a:b]) for a, b in pairwise([0, *cuts, 13])]
    rng.shuffle(found)
    return found


def ending(
    rules: Rules,
    rng: Random,
    *,
    runs: int = 1,
    pieces: int = 5,
    down: int = 0,
    stock: int = 0,
    width: int = 99,
) -> Position:
    """A random ending with ``runs`` runs left, on at most ``width`` columns.

    ``down`` cards lie face down where columns have room for them under a face-up card, and ``stock`` cards
    are in the stock. Each card is known; ``observe`` hides them.
    """
    while True:
        position = _ending(rules, rng, broken_runs(rules, rng, runs, pieces), down, stock, width)
        if not faults(rules, position):
            return position


def _ending(
    rules: Rules, rng: Random, left: list[tuple[int, ...]], down: int, stock: int, width: int
) -> Position:
    kings = [piece[0] % 4 for piece in left if piece[0] // 4 == 12]
    gone = tuple(rules.copies * (s in rules.suits) - kings.count(n) for n, s in enumerate(SUITS))
    places = [(i, k) for i, piece in enumerate(left) for k in range(len(piece))]
    taken = rng.sample(places, stock)
    hidden = tuple(left[i][k] for i, k in taken)
    left = [tuple(c for k, c in enumerate(piece) if (i, k) not in taken) for i, piece in enumerate(left)]
    columns: list[tuple[int, ...]] = [()] * len(rules.dealt)
    for piece in left:
        columns[rng.randrange(min(width, len(columns)))] += piece
    room = [i for i, column in enumerate(columns) for _ in column[1:]]
    turned = rng.sample(room, min(down, len(room)))
    faces = tuple(turned.count(i) for i in range(len(columns)))
    return settle(rules, Position(tuple(columns), faces, hidden, gone))


def headed_ending(rules: Rules, rng: Random, *, runs: int, tail: tuple[int, int], down: int) -> Position:
    """An ending in which few moves are to be had: each of ``runs`` runs, from the king down to all but its
    last ``tail`` cards (least and most), has a column of its own. Of the last cards, ``down`` lie face down,
    one by one below the others, which are on the columns that are left, in pieces."""
    chosen = rng.sample([s for s in rules.suits for _ in range(rules.copies)], runs)
    heads: list[tuple[int, ...]] = []
    ends: list[list[int]] = []
    for s in map(SUITS.index, chosen):
        cut = rng.randint(*tail)
        heads.append(tuple(4 * r + s for r in range(12, cut - 1, -1)))
        ends.append([4 * r + s for r in range(cut - 1, -1, -1)])
    hidden = []
    for _ in range(down):
        end = rng.choice([end for end in ends if end])
        hidden.append(end.pop(rng.randrange(len(end))))
    others: list[tuple[int, ...]] = [()] * (len(rules.dealt) - runs)
    pieces = [tuple(end[a:b]) for end in ends for a, b in pairwise(sorted({0, len(end) // 2, len(end)}))]
    rng.shuffle(pieces)
    for n, piece in enumerate(pieces):
        others[n if n < len(others) else rng.randrange(len(others))] += piece
    turned = [0] * len(others)
    for n, card in enumerate(hidden):
        others[n % len(others)] = (card, *others[n % len(others)])
        turned[n % len(others)] += 1
    gone = tuple(rules.copies * (s in rules.suits) - chosen.count(s) for s in SUITS)
    return settle(rules, Position((*heads, *others), (*[0] * runs, *turned), (), gone))
