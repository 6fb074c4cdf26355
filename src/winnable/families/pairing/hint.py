"""A move of a pairing game as a policy makes it, from what the player sees, with the chance of a win.

Where few cards are hidden the chance is exact: that of the best play, over all orders in which they may lie.
Else games are played: worlds are drawn evenly from all that look so, in each the move is made and a policy
plays on that sees no hidden card; every move is tried in the same worlds, with the same seeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from winnable._core import PairingObservation
from winnable.analysis.hint import Hint
from winnable.analysis.hint import hint as solver_hint
from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
from winnable.families.pairing.words import describe_seen
from winnable.families.pairing.worlds import Exact, exact, told
from winnable.game import Outcome
from winnable.intervals import wilson
from winnable.results import Result
from winnable.search.api import Limits, StopReason, Verdict
from winnable.search.solvers import make_solver
from winnable.text.phrases import count_noun

__all__ = ["MoveChance", "PolicyHint", "hint"]

MOST_GAMES: Final = 100  # of each move
_LEAST_GAMES: Final = 10
_NODES: Final = 15_000_000  # of the policy's solver for all games, so that a hint takes seconds
_KNOWN_NODES: Final = 2_000_000  # for the solver, where nothing is hidden from it
_PLAYS_ON: Final = "fast"
_SOLVERS: Final = ("best", "fast")  # whose solver decides what is known; others play on by chance
_OTHERWISE: Final = "open_cards=True (--open), or a policy by name"


@dataclass(frozen=True, slots=True)
class MoveChance(Result):
    """A legal move and how often it won: in so many games, or orders, where ``exact``."""

    move: PairingMove
    text: str
    wins: int
    games: int
    exact: bool

    @property
    def share(self) -> float:
        """Of the games; 0 without games."""
        return self.wins / max(1, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, for 95 %; nothing is left open where the share is exact."""
        return (self.share, self.share) if self.exact else wilson(self.wins, self.games)

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "move": self.text,
            "games": self.games,
            "wins": self.wins,
            "share": self.share,
            "interval": list(self.interval),
            "exact": self.exact,
        }

    def told(self) -> str:
        """``draw 41.0 % (31.9 to 50.8)``, ``draw 3 of 6``"""
        if self.exact:
            return f"{self.text} {self.wins} of {self.games}"
        low, high = self.interval
        return f"{self.text} {100 * self.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


@dataclass(frozen=True, slots=True)
class PolicyHint(Hint[PairingMove]):
    """A policy's move; ``equities`` are the chances of all legal moves, the best first.

    Whether the game can be won is UNKNOWN, unless it is won already, no move is left, or the orders in which
    the hidden cards may lie decide it. With no card hidden the hint is the solver's, and ``policy`` is empty.
    """

    policy: str = ""
    plays_on: str = ""
    equities: tuple[MoveChance, ...] = ()

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        more = {"policy": self.policy, "plays_on": self.plays_on}
        return Hint.data(self) | more | {"equities": [one.data() for one in self.equities]}


def hint(
    game: PairingGame, seen: PairingObservation, *, policy: str | None = None, seed: int = 0
) -> PolicyHint:
    """The move of a policy, which knows what is seen and nothing else, and the chances of all moves.

    ``policy`` is one of ``policy_names(game)``, the strongest by default.

    Raises:
        InputError: there is no such policy for this game.
    """
    from winnable.families.pairing.policy import make_policy
    from winnable.search.policy import strongest_policy

    world = game.determinise(seen, Random(0))  # any: what is said holds in all of them
    hidden = game.unseen_cards(seen)
    if hidden == 0 and policy is None:
        return _known(game, world)
    player = make_policy(game, policy or strongest_policy(game, _OTHERWISE))
    moves = list(game.legal_moves(world))
    if game.outcome(world) is Outcome.WON:
        return _without_move(player.name, Verdict.SOLVED, StopReason.GOAL, "the game is won already")
    if not moves:
        why = "lost: no card can leave, and none can be drawn"
        return _without_move(player.name, Verdict.UNSOLVABLE, StopReason.EXHAUSTED, why)
    found = exact(game, seen, moves) if hidden else None
    if found is not None and found.most == 0:
        return _without_move(player.name, Verdict.UNSOLVABLE, StopReason.EXHAUSTED, told(hidden, found))
    plan = player.decide(seen, seed)
    if not plan:
        return _without_plan(game, world, player.name)
    sure = found is not None and found.most == found.orders
    plays_on = "" if found is not None else player.name if player.name not in _SOLVERS else _PLAYS_ON
    if hidden == 0 and plays_on == _PLAYS_ON:  # the plan is a win, by the solver
        sure, plays_on = True, ""
    equities: tuple[MoveChance, ...] = ()
    if found is not None:
        equities = _exactly(game, world, found)
    elif plays_on:
        equities = _by_games(game, seen, world, moves, plays_on, seed)
    return PolicyHint(
        verdict=Verdict.SOLVED if sure else Verdict.UNKNOWN,
        reason=StopReason.GOAL if sure else StopReason.INCOMPLETE,
        move=plan[0],
        move_text=game.notation.format(world, plan[0]),
        words=describe_seen(game, seen, world, plan[0]),
        why=tuple(_why(equities, found, hidden, plays_on, moves)),
        line=_texts(game, world, plan),
        others=(),
        policy=player.name,
        plays_on=plays_on,
        equities=equities,
    )


def _exactly(game: PairingGame, world: PairingPosition, found: Exact) -> tuple[MoveChance, ...]:
    equities = [
        MoveChance(move, game.notation.format(world, move), wins, found.orders, True)
        for move, wins in zip(found.moves, found.wins, strict=True)
    ]
    return tuple(sorted(equities, key=lambda one: -one.wins))


def _by_games(
    game: PairingGame,
    seen: PairingObservation,
    world: PairingPosition,
    moves: Sequence[PairingMove],
    plays_on: str,
    seed: int,
) -> tuple[MoveChance, ...]:
    """The chances by games that a policy plays on, in the same worlds after every move."""
    from winnable.families.pairing.policy import make_policy
    from winnable.search.policy import play_many

    wins, games, nodes = [0] * len(moves), 0, 0

    def starts() -> Iterator[tuple[int, PairingPosition, int]]:
        rng = Random(seed)
        for _ in range(MOST_GAMES):
            drawn, game_seed = game.determinise(seen, rng), rng.randrange(1, 2**63)
            for number, move in enumerate(moves):
                yield number, game.play(drawn, move), game_seed

    for (number, _, _), played in play_many(game, starts(), lambda: make_policy(game, plays_on)):
        wins[number] += played.won
        nodes += played.nodes
        if number == len(moves) - 1:
            games += 1
            if games >= _LEAST_GAMES and nodes > _NODES:
                break
    equities = [
        MoveChance(move, game.notation.format(world, move), won, games, False)
        for move, won in zip(moves, wins, strict=True)
    ]
    return tuple(sorted(equities, key=lambda one: -one.wins))


def _why(
    equities: Sequence[MoveChance],
    found: Exact | None,
    hidden: int,
    plays_on: str,
    moves: Sequence[PairingMove],
) -> Iterator[str]:
    if len(moves) == 1:
        yield "it is the only legal move"
    shares = ", ".join(one.told() for one in equities)
    if found is not None:
        yield told(hidden, found)
        if len(equities) > 1:
            yield f"of them, after each move: {shares}"
        return
    if not equities:
        yield "with all cards known it can be won"
        return
    games = count_noun(equities[0].games, "game")
    known = f"with {count_noun(hidden, 'card')} unseen" if hidden else "with all cards known"
    yield f"the chance of a win {known}, by {games} that the policy {plays_on} plays on: {shares}"


def _known(game: PairingGame, world: PairingPosition) -> PolicyHint:
    """The solver's hint, where no card is hidden."""
    found = solver_hint(game, world, limits=Limits(nodes=_KNOWN_NODES), open_cards=True)
    why = (*found.why, "no card is hidden")
    return PolicyHint(
        found.verdict,
        found.reason,
        found.move,
        found.move_text,
        found.words,
        why,
        found.line,
        found.others,
        found.score,
    )


def _texts(game: PairingGame, world: PairingPosition, plan: Sequence[PairingMove]) -> tuple[str, ...]:
    texts = []
    for move in plan:
        texts.append(game.notation.format(world, move))
        world = game.play(world, move)
    return tuple(texts)


def _without_plan(game: PairingGame, world: PairingPosition, player: str) -> PolicyHint:
    """With every card known, and no win found: is there none?"""
    (known,) = make_solver(game).solve_many([world])
    if known.verdict == Verdict.UNSOLVABLE.value:
        why = "lost: with every card known no line wins"
        return _without_move(player, Verdict.UNSOLVABLE, StopReason.EXHAUSTED, why)
    return _without_move(player, Verdict.UNKNOWN, StopReason.INCOMPLETE, "not known: no win was found")


def _without_move(policy: str, verdict: Verdict, reason: StopReason, why: str) -> PolicyHint:
    return PolicyHint(verdict, reason, None, "", "", (why,), (), (), policy=policy)
