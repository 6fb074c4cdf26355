"""Small positions of Spider solved exhaustively: with every card known, and as a player sees them.

With cards unseen, every way to put the unseen cards in the hidden places is equally likely, whatever was
played before, since play depends on what is seen only. So what a player sees is all that a value needs:
a position with UNKNOWN in its hidden places.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count, pairwise

from .rules import same_suit
from .solve import TooManyPositionsError
from .spider import (
    UNKNOWN,
    Move,
    Position,
    Rules,
    canonical,
    is_won,
    legal_moves,
    observe,
    play,
    put,
    settle,
    settle_once,
    unseen,
)

Gamble = frozenset[tuple[Position, Fraction]]  # what a move that brings cards to light may lead to

# --- every card known --------------------------------------------------------------------------------------


def is_winnable(rules: Rules, position: Position, at_most: int = 100_000) -> bool:
    """Whether some sequence of legal moves wins; raises TooManyPositionsError rather than guess."""
    return winning_line(rules, position, at_most) is not None


def winning_line(rules: Rules, position: Position, at_most: int = 100_000) -> list[Move] | None:
    """Some sequence of legal moves that wins, tidy positions tried first; None if there is none."""
    reached: dict[Position, tuple[Position, Move] | None] = {canonical(position): None}
    order = count()
    frontier = [(0, next(order), position)]
    while frontier:
        _, _, here = heappop(frontier)
        if is_won(rules, here):
            return _line(reached, here)
        for move in legal_moves(rules, here):
            following = settle(rules, put(here, move))
            if canonical(following) not in reached:
                reached[canonical(following)] = here, move
                heappush(frontier, (-tidiness(following), next(order), following))
        if len(reached) > at_most:
            raise TooManyPositionsError(f"more than {at_most} positions")
    return None


def _line(reached: dict[Position, tuple[Position, Move] | None], end: Position) -> list[Move]:
    line: list[Move] = []
    while (step := reached[canonical(end)]) is not None:
        end, move = step
        line.insert(0, move)
    return line


def tidiness(position: Position) -> int:
    """Neighbours in suit, on the tableau and in runs that left; only the order of search depends on it."""
    joins = sum(
        same_suit(upper, lower)
        for column, down in zip(position.columns, position.down, strict=True)
        for lower, upper in pairwise(column[down:])
    )
    return joins + 13 * sum(position.runs) - 4 * sum(position.down) - len(position.stock)


def reachable(rules: Rules, position: Position, at_most: int = 100_000) -> set[Position]:
    """Every canonical position that can be reached, the first included."""
    start = canonical(position)
    seen, frontier = {start}, [start]
    while frontier:
        here = frontier.pop()
        for move in legal_moves(rules, here):
            following = canonical(settle(rules, put(here, move)))
            if following not in seen:
                seen.add(following)
                frontier.append(following)
        if len(seen) > at_most:
            raise TooManyPositionsError(f"more than {at_most} positions")
    return seen


def perft(rules: Rules, position: Position, depth: int) -> int:
    """How many sequences of ``depth`` legal moves there are, each empty column by name."""
    if depth == 0:
        return 1
    moves = legal_moves(rules, position)
    if depth == 1:
        return len(moves)
    return sum(perft(rules, play(rules, position, move), depth - 1) for move in moves)


# --- cards unseen ------------------------------------------------------------------------------------------


def outcomes(rules: Rules, seen: Position, move: Move) -> Counter[Position]:
    """What may be seen after a move, with probabilities (a Counter of Fractions): each card that comes to
    light is any of the unseen cards, as likely as there are copies of it."""
    found: Counter[Position] = Counter()
    open_ends = [(Fraction(1), put(seen, move))]
    while open_ends:
        chance, position = open_ends.pop()
        place = _unknown_place(position)
        if place is not None:
            cards = unseen(rules, position)
            for card, copies in cards.items():
                known = _with_card(position, place, card)
                open_ends.append((chance * Fraction(copies, cards.total()), known))
        elif (settled := settle_once(rules, position)) != position:
            open_ends.append((chance, settled))
        else:
            found[canonical(position)] += chance  # type: ignore[assignment]
    return found


def _unknown_place(position: Position) -> tuple[int, int] | None:
    """A card that lies face up and has not been looked at yet: its column and depth."""
    for i, (column, down) in enumerate(zip(position.columns, position.down, strict=True)):
        for depth in range(down, len(column)):
            if column[depth] == UNKNOWN:
                return i, depth
    return None


def _with_card(position: Position, place: tuple[int, int], card: int) -> Position:
    i, depth = place
    column = position.columns[i]
    changed = (*column[:depth], card, *column[depth + 1 :])
    return position._replace(columns=(*position.columns[:i], changed, *position.columns[i + 1 :]))


class Endings:
    """Exact win probabilities of one game's endings, for a player who takes nothing back and plays as well
    as can be. ``at_most`` positions, as seen, may be met in one ending."""

    def __init__(self, rules: Rules, at_most: int = 200_000) -> None:
        self.rules = rules
        self.at_most = at_most
        self.met = 0
        self._values: dict[Position, Fraction] = {}

    def win_probability(self, position: Position) -> Fraction:
        """The chance to win from what is seen of ``position``; TooManyPositionsError rather than a guess."""
        self.met = 0
        return self._value(canonical(observe(position)))

    def _value(self, start: Position) -> Fraction:
        """Moves that bring nothing to light cost nothing: whatever they reach may be had. So the value is 1
        if they win, else that of the best gamble within reach, and 0 without any. A gamble leaves fewer
        hidden cards, so this ends."""
        if start not in self._values:
            best = Fraction(0)
            tried: set[Gamble] = set()
            for gamble in self._within_reach(start):
                if gamble is None:
                    best = Fraction(1)
                elif gamble not in tried:
                    tried.add(gamble)
                    best = max(best, self._worth(gamble))
                if best == 1:
                    break
            self._values[start] = best
        return self._values[start]

    def _worth(self, gamble: Gamble) -> Fraction:
        ends = sorted(gamble, key=lambda end: tidiness(end[0]), reverse=True)
        return sum((chance * self._value(end) for end, chance in ends), Fraction(0))

    def _within_reach(self, start: Position) -> Iterator[Gamble | None]:
        """The gambles of every position that is reached with nothing brought to light; None for a win."""
        seen, order = {start}, count()
        frontier = [(0, next(order), start)]
        while frontier:
            _, _, here = heappop(frontier)
            if is_won(self.rules, here):
                yield None
            for move in legal_moves(self.rules, here):
                ends = outcomes(self.rules, here, move)
                if brings_to_light(here, ends):
                    yield frozenset(ends.items())  # type: ignore[arg-type]
                    continue
                (following,) = ends
                if following not in seen:
                    seen.add(following)
                    heappush(frontier, (-tidiness(following), next(order), following))
                    self._count()

    def _count(self) -> None:
        self.met += 1
        if self.met > self.at_most:
            raise TooManyPositionsError(f"more than {self.at_most} positions")


def brings_to_light(before: Position, ends: Counter[Position]) -> bool:
    """Did the move turn a card or deal one? Then fewer cards are hidden afterwards, whatever they are."""
    return all(hidden_cards(end) < hidden_cards(before) for end in ends)


def hidden_cards(position: Position) -> int:
    return sum(position.down) + len(position.stock)


def worlds(rules: Rules, seen: Position) -> Iterator[Position]:
    """Every position that looks like this, each once. They are equally likely: told apart, equal cards could
    be put in as many ways into any of them."""
    places = [(i, d) for i, down in enumerate(seen.down) for d in range(down)]
    for cards in _arrangements(unseen(rules, seen), len(places) + len(seen.stock)):
        world = seen._replace(stock=cards[len(places) :])
        for place, card in zip(places, cards, strict=False):
            world = _with_card(world, place, card)
        yield world


def _arrangements(cards: Counter[int], length: int) -> Iterator[tuple[int, ...]]:
    if length == 0:
        yield ()
        return
    for card in sorted(cards):
        for rest in _arrangements(+(cards - Counter([card])), length - 1):
            yield (card, *rest)


Policy = Callable[[Position], Move | None]  # of what is seen; None: it concedes


def chance_of(rules: Rules, position: Position, policy: Policy, most_moves: int = 300) -> Fraction:
    """How often a policy that draws no lots wins, over all worlds that look like ``position``."""
    won = total = 0
    for world in worlds(rules, observe(position)):
        total += 1
        here, moves = world, 0
        while not is_won(rules, here) and moves < most_moves:
            move = policy(observe(here))
            if move is None:
                break
            here, moves = play(rules, here, move), moves + 1
        won += is_won(rules, here)
    return Fraction(won, total)
