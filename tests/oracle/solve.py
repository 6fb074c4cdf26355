"""Exhaustive search: every position that can be reached, up to the order of columns and cells."""

from collections import deque
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from .rules import Move, Position, Rules, canonical, is_won, legal_moves, play_unchecked


class TooManyPositionsError(Exception):
    """The search met more positions than its caller allows: no verdict."""


def is_winnable(
    rules: Rules,
    position: Position,
    at_most: int = 100_000,
    settle: Callable[[Position], Position] = lambda position: position,
) -> bool:
    """Whether some sequence of legal moves wins; raises TooManyPositionsError rather than guess.

    ``settle`` makes the moves that follow each of the player's by themselves.
    """
    start = canonical(position)
    seen, frontier = {start}, [start]
    while frontier:
        here = frontier.pop()
        if is_won(here):
            return True
        for move in legal_moves(rules, here):
            following = canonical(settle(play_unchecked(rules, here, move)))
            if following not in seen:
                seen.add(following)
                frontier.append(following)
        if len(seen) > at_most:
            raise TooManyPositionsError(f"more than {at_most} positions")
    return False


def shortest(rules: Rules, position: Position, at_most: int = 100_000) -> int | None:
    """The fewest moves that win, a group move counting as one and moves home included; None if lost."""
    start = canonical(position)
    seen = {start}
    frontier = deque([(start, 0)])
    while frontier:
        here, depth = frontier.popleft()
        if is_won(here):
            return depth
        for move in legal_moves(rules, here):
            following = canonical(play_unchecked(rules, here, move))
            if following not in seen:
                seen.add(following)
                frontier.append((following, depth + 1))
        if len(seen) > at_most:
            raise TooManyPositionsError(f"more than {at_most} positions")
    return None


def reachable(rules: Rules, position: Position, at_most: int = 100_000) -> set[Position]:
    """Every canonical position that can be reached, the first included."""
    start = canonical(position)
    seen, frontier = {start}, [start]
    while frontier:
        here = frontier.pop()
        for move in legal_moves(rules, here):
            following = canonical(play_unchecked(rules, here, move))
            if following not in seen:
                seen.add(following)
                frontier.append(following)
        if len(seen) > at_most:
            raise TooManyPositionsError(f"more than {at_most} positions")
    return seen


def perft(rules: Rules, position: Position, depth: int) -> int:
    """How many sequences of ``depth`` legal moves there are, each pile by name."""
    if depth == 0:
        return 1
    moves = legal_moves(rules, position)
    if depth == 1:
        return len(moves)
    return sum(perft(rules, play_unchecked(rules, position, move), depth - 1) for move in moves)


def line_positions(rules: Rules, position: Position, moves: list[Move]) -> list[Position]:
    """The positions along a line of moves, first and last included; each move is checked."""
    positions = [position]
    for move in moves:
        assert move in legal_moves(rules, positions[-1]), f"illegal {move}"
        positions.append(play_unchecked(rules, positions[-1], move))
    return positions


def cheapest(
    rules: Rules,
    position: Position,
    cost: Callable[[Move], int],
    settle: Callable[[Position], Position] = lambda position: position,
    at_most: int = 100_000,
) -> int | None:
    """The least total ``cost`` of moves that win (Dijkstra); None if lost.

    ``settle`` makes the moves that cost nothing and follow by themselves, also before the first.
    """
    start = canonical(settle(position))
    found = {start: 0}
    frontier = [(0, 0, start)]
    order = count(1)
    while frontier:
        spent, _, here = heappop(frontier)
        if is_won(here):
            return spent
        if spent > found[here]:
            continue
        for move in legal_moves(rules, here):
            following = canonical(settle(play_unchecked(rules, here, move)))
            total = spent + cost(move)
            if total < found.get(following, total + 1):
                found[following] = total
                heappush(frontier, (total, next(order), following))
        if len(found) > at_most:
            raise TooManyPositionsError(f"more than {at_most} positions")
    return None
