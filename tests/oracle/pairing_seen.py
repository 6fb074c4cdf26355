"""What a player of a pairing game sees, and how often the best play wins that sees no more: slow, by worlds.

From the written rules (docs/rules/pyramid.md): cards of the tableau lie face up, but those of the rows dealt
face down as long as a card lies on them; the waste is face up, and of the stock its top, where it is in play.
Whatever lay face up once stays known, as no card changes its place but in the order of the stock.

A world is a position and the cards that its player has seen. The best play is found over all worlds that look
the same, which all get the same move: expectimax over what is seen.
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from .pairing import Position, Rules, cards_in_play, is_won, legal_moves, lying_on, play_unchecked


class World(NamedTuple):
    position: Position
    seen: frozenset[int]  # cards that lay face up at some time


def face_up(rules: Rules, position: Position) -> set[int]:
    """The cards that lie face up."""
    up = set(position.waste) | {card for column in position.columns for card in column}
    for r, row in enumerate(position.rows):
        for place, card in enumerate(row):
            if card is not None and (r >= rules.face_down or not lying_on(rules, position, r, place)):
                up.add(card)
    if rules.stock_top != "no":
        up |= set(position.stock[:1])
    return up


def first_look(rules: Rules, position: Position) -> World:
    """A position as its player comes upon it; in a later pass the stock has been gone through."""
    seen = face_up(rules, position) | (set(position.stock) if position.pass_number > 1 else set())
    return World(position, frozenset(seen))


def after(rules: Rules, world: World, move: str) -> World:
    position = play_unchecked(rules, world.position, move)
    return World(position, world.seen | face_up(rules, position))


def unseen(world: World) -> list[int]:
    """The cards in play that are not known."""
    return sorted(set(cards_in_play(world.position)) - world.seen)


def look(world: World) -> Position:
    """The position with -1 for each card that is not known: what tells two worlds apart."""

    def shown(card: int | None) -> int | None:
        return card if card is None or card in world.seen else -1

    rows, columns, waste, stock, pass_number = world.position
    return Position(
        tuple(tuple(map(shown, row)) for row in rows),
        tuple(tuple(map(shown, column)) for column in columns),  # type: ignore[misc]
        tuple(map(shown, waste)),  # type: ignore[arg-type]
        tuple(map(shown, stock)),  # type: ignore[arg-type]
        pass_number,
    )


def all_worlds(world: World) -> list[World]:
    """Every world that looks like this one."""
    hidden, out = unseen(world), []
    for order in permutations(hidden):
        other = dict(zip(hidden, order, strict=True))

        def changed(pile: tuple[int, ...], other: dict[int, int] = other) -> tuple[int, ...]:
            return tuple(other.get(card, card) for card in pile)

        rows, columns, waste, stock, pass_number = world.position
        swapped = tuple(tuple(None if c is None else other.get(c, c) for c in row) for row in rows)
        position = Position(
            swapped, tuple(map(changed, columns)), changed(waste), changed(stock), pass_number
        )
        out.append(World(position, world.seen))
    return out


def best_wins(rules: Rules, worlds: Sequence[World]) -> int:
    """Of worlds that look the same, those that the best play wins. Passes must have an end."""
    return _best_wins(rules, tuple(worlds), {})


def wins_after(rules: Rules, worlds: Sequence[World], move: str) -> int:
    """The same after a move, which is made in all of them."""
    return _wins_after(rules, tuple(worlds), move, {})


Known = dict[tuple[World, ...], int]  # what was found before


def _best_wins(rules: Rules, worlds: tuple[World, ...], known: Known) -> int:
    first = worlds[0].position
    if is_won(rules, first):
        return len(worlds)
    if worlds not in known:
        moves = legal_moves(rules, first)
        known[worlds] = max((_wins_after(rules, worlds, move, known) for move in moves), default=0)
    return known[worlds]


def _wins_after(rules: Rules, worlds: tuple[World, ...], move: str, known: Known) -> int:
    groups: dict[Position, list[World]] = defaultdict(list)
    for world in worlds:
        following = after(rules, world, move)
        groups[look(following)].append(following)
    return sum(_best_wins(rules, tuple(group), known) for group in groups.values())
