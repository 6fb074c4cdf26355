"""Every position that play reaches from a small one, and what can be read off: wins, minima, most points."""

from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from itertools import count

from .pairing import (
    Position,
    Rules,
    gone_of_rank,
    is_won,
    legal_moves,
    play,
    play_unchecked,
    removals,
    score,
)
from .solve import TooManyPositionsError


class Reach:
    """All that can be reached from ``start``; raises TooManyPositionsError rather than leave some out."""

    def __init__(self, rules: Rules, start: Position, at_most: int = 100_000) -> None:
        self.rules = rules
        self.start = start
        self.after: dict[Position, list[tuple[str, Position]]] = {}
        frontier = [start]
        while frontier:
            here = frontier.pop()
            if here in self.after:
                continue
            moves = legal_moves(rules, here)
            self.after[here] = [(move, play_unchecked(rules, here, move)) for move in moves]
            frontier += [following for _, following in self.after[here]]
            if len(self.after) > at_most:
                raise TooManyPositionsError(f"more than {at_most} positions")

    def wins(self) -> list[Position]:
        return [position for position in self.after if is_won(self.rules, position)]

    def fewest(
        self, cost: Callable[[str], int], done: Callable[[Position], bool] | None = None
    ) -> int | None:
        """The least total cost of moves that win, or bring about what is to be done (Dijkstra); None if none
        do."""
        if done is None:
            done = partial(is_won, self.rules)
        best = {self.start: 0}
        order = count()
        frontier = [(0, next(order), self.start)]
        while frontier:
            spent, _, here = heappop(frontier)
            if done(here):
                return spent
            if spent > best[here]:
                continue
            for move, following in self.after[here]:
                total = spent + cost(move)
                if total < best.get(following, total + 1):
                    best[following] = total
                    heappush(frontier, (total, next(order), following))
        return None

    def fewest_actions(self) -> int | None:
        """Draws, recycles and removals, one each."""
        return self.fewest(lambda move: 1)

    def fewest_removals(self) -> int | None:
        """Pairs and kings."""
        counts = [removals(position) for position in self.wins()]
        return min(counts) - removals(self.start) if counts else None

    def fewest_passes(self) -> int | None:
        """The recycles and the pass that is going on; none in games without a stock."""
        recycles = self.fewest(lambda move: int(move == "recycle"))
        return recycles if recycles is None or self.rules.columns else recycles + 1

    def most_points(self) -> int:
        """The highest score of any position, after a win, too, where the rules let play go on."""
        return max(score(self.rules, position) for position in self.after)

    def most_of_rank(self, wanted: int) -> int:
        """The most cards of one rank that can be gone."""
        return max(gone_of_rank(position, wanted) for position in self.after)


def replay(rules: Rules, start: Position, moves: list[str]) -> Position:
    """The position after a line of moves, each of them checked."""
    position = start
    for move in moves:
        position = play(rules, position, move)
    return position


def perft(rules: Rules, position: Position, depth: int) -> int:
    """How many sequences of ``depth`` legal moves there are (won positions included)."""
    moves = legal_moves(rules, position) if depth > 0 else []
    if depth <= 1:
        return len(moves) if depth == 1 else 1
    return sum(perft(rules, play_unchecked(rules, position, move), depth - 1) for move in moves)
