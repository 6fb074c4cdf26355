"""How hard a position of FreeCell or its kin is: six levels, and what there is to measure.

The level follows from one number alone, the score: how many cards two simulated players leave when they are
stuck, on average (:mod:`winnable.families.patience.players`). Each game has its own scores at which the
levels begin. Beside it stands what a solver says of the position: the shortest win that it finds, what the
other moves along it come to, and how few cells would do. All efforts are counts of positions, so that a
position has one level on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, NamedTuple

from winnable._core import CancelToken, PatienceRules
from winnable._core import PatienceGame as CoreGame
from winnable._core import PatienceSolver as CoreSolver
from winnable.analysis.difficulty import GraderKind, Level, ungraded, why_stopped
from winnable.cards import UNKNOWN_INDEX
from winnable.families.patience.game import PatienceGame, PatienceMove, PatiencePosition
from winnable.families.patience.levels import cutoffs, level_of, uncalibrated
from winnable.families.patience.players import Games, play_all, score
from winnable.families.patience.solver import PatienceSolver
from winnable.results import Result
from winnable.search.api import Limits, SolveResult, StopReason, Verdict
from winnable.text.phrases import counted

__all__ = ["GRADER", "PatienceDifficulty", "PatienceGrader", "PatienceTraits"]

# Positions that a solver may look at: for a short win, for the verdict of a move, for a win with fewer cells.
SHORT_EFFORT: Final = 20_000
MOVE_EFFORT: Final = 2_000
CELLS_EFFORT: Final = 20_000


@dataclass(frozen=True, slots=True)
class PatienceTraits:
    """What makes a position hard, in figures.

    ``hasty`` and ``careful`` are the games of the two players. ``choices`` counts the moves along the
    shortest win that is known, moves that lead to equal positions once; after ``losing`` of them the game
    is proved lost, after ``winning`` of them a win was found, and of the rest neither is known. ``places``
    are the positions on that way with more than one move, ``narrow`` those of them at which no more than
    two are known to win. ``first_trap`` is the number of the first move, from 1, at whose place another one
    loses or is not known to win; 0: there is none. ``cells`` are the fewest cells with which a win was
    found, of those that the game has; ``cells_proved`` says whether fewer are proved not to do. Both are
    None in games without cells.
    """

    hasty: Games
    careful: Games
    choices: int
    winning: int
    losing: int
    places: int
    narrow: int
    first_trap: int
    cells: int | None
    cells_proved: bool | None

    @property
    def losing_share(self) -> float:
        """The moves that are proved to lose, among all; 0 where there is none."""
        return self.losing / self.choices if self.choices else 0.0

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return asdict(self) | {"losing_share": self.losing_share}


@dataclass(frozen=True, slots=True)
class PatienceDifficulty(Result):
    """A position's level, with what it rests on.

    ``traits`` and ``score`` are None where the position is lost, or won already, or a limit was reached;
    ``why`` then says so, and also where the position has no level for another reason. ``line`` is the
    shortest win that is known, in the game's notation.
    """

    verdict: Verdict
    reason: StopReason
    why: str = ""
    level: Level | None = None
    score: float | None = None
    traits: PatienceTraits | None = None
    line: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return {
            "verdict": self.verdict.value,
            "reason": self.reason.value,
            "why": [self.why] if self.why else [],
            "level": None if self.level is None else self.level.value,
            "rating": None if self.score is None else round(self.score, 3),
            "play": None if self.traits is None else self.traits.data(),
            "moves": list(self.line),
            "length": len(self.line),
        }

    def text(self) -> str:
        """In one line."""
        traits = self.traits
        if traits is None or self.score is None:
            return f"no level: {self.why}"
        level = f"no level: {self.why}" if self.level is None else self.level.value
        parts = [
            f"{level} (score {self.score:.2f}): {_won('a hasty player', traits.hasty)}",
            _won("a careful one", traits.careful),
            f"shortest win known {counted(len(self.line), 'move')}",
            _moves_told(traits),
        ]
        if traits.cells is not None:
            cells = {0: "without cells", 1: "with 1 cell"}.get(traits.cells, f"with {traits.cells} cells")
            parts.append(f"can be won {cells}")
        return "; ".join(parts)


def _won(who: str, games: Games) -> str:
    if games.lost_after is None:
        return f"{who} wins all {counted(games.games, 'game')}"
    of, stuck = counted(games.games, "game"), f"stuck after {counted(round(games.lost_after), 'move')}"
    return (
        f"{who} wins {games.wins} of {of}, otherwise {stuck}"
        if games.wins
        else f"{who} wins none of {of}, {stuck}"
    )


def _moves_told(traits: PatienceTraits) -> str:
    unknown = traits.choices - traits.winning - traits.losing
    none = "none is proved to lose" if unknown else "none loses"
    lose = {0: none, 1: "1 loses"}.get(traits.losing, f"{traits.losing} lose")
    told = f"of {counted(traits.choices, 'move')} along it {lose}"
    if unknown:
        told += f" and {unknown} {'is' if unknown == 1 else 'are'} not known to win"
    return told + (f", the first at move {traits.first_trap}" if traits.first_trap else "")


class PatienceGrader:
    """Grades positions of one game; keeps its solvers' tables from one to the next.

    Args:
        game: FreeCell or one of its kin.
        limits: for each question put to a solver; those about moves and cells have smaller ones of their
            own. Their seconds hold for the simulated players, too.
    """

    def __init__(self, game: PatienceGame, *, limits: Limits | None = None) -> None:
        self.game = game
        self.limits = limits or Limits()
        self._ends = cutoffs(game)
        self._auto = PatienceSolver(game)
        self._short = PatienceSolver(game, "short")

    def grade(self, position: PatiencePosition, *, token: CancelToken | None = None) -> PatienceDifficulty:
        """The level of a position."""
        win = self._auto.solve(position, limits=self.limits, token=token)
        if not win.moves:
            return PatienceDifficulty(*ungraded(win))
        played = play_all(self.game, position, limits=self.limits, token=token)
        if isinstance(played, StopReason):
            return _stopped(played)
        short = self._shorter(position, win, token)
        along = self._moves_along(position, short.moves, token)
        cells, proved = self._cells_needed(position, token)
        if token is not None and token.cancelled:
            return _stopped(StopReason.CANCELLED)
        hasty, careful = played
        traits = PatienceTraits(hasty, careful, *along, cells, proved)
        total = score(hasty, careful)
        level = None if self._ends is None else level_of(total, self._ends)
        why = uncalibrated(self.game)
        return PatienceDifficulty(win.verdict, win.reason, why, level, total, traits, short.texts)

    def _at_most(self, nodes: int) -> Limits:
        return replace(self.limits, nodes=min(nodes, self.limits.nodes or nodes))

    def _shorter(
        self, position: PatiencePosition, win: SolveResult[PatienceMove], token: CancelToken | None
    ) -> SolveResult[PatienceMove]:
        """The shortest win that is known."""
        short = self._short.solve(position, limits=self._at_most(SHORT_EFFORT), token=token)
        return short if short.moves and len(short.moves) <= len(win.moves) else win

    def _moves_along(
        self, position: PatiencePosition, line: Sequence[PatienceMove], token: CancelToken | None
    ) -> _Along:
        """What is known of the moves at each place of a line that wins."""
        game, numbers = self.game, dict[PatiencePosition, int]()
        places: list[list[int]] = []  # by place, by move: which successor
        on_line = {position}
        for move in line:
            after = [game.play(position, choice) for choice in game.distinct_moves(position)]
            places.append([numbers.setdefault(one, len(numbers)) for one in after])
            position = game.play(position, move)
            on_line.add(position)
        answers = self._auto.solve_many(list(numbers), limits=self._at_most(MOVE_EFFORT), token=token)
        known = zip(numbers, answers, strict=True)
        verdicts = ["solved" if one in on_line else answer.verdict for one, answer in known]
        return _count_along([[verdicts[number] for number in place] for place in places])

    def _cells_needed(
        self, position: PatiencePosition, token: CancelToken | None
    ) -> tuple[int | None, bool | None]:
        """The fewest cells with which a win was found, and whether fewer are proved not to do."""
        cells = self.game.core.rules.to_dict()["cells"]
        assert isinstance(cells, int)
        if not cells:
            return None, None
        held = bytes(card for card in position.cells if card != UNKNOWN_INDEX)
        limits = self._at_most(CELLS_EFFORT)
        for fewer in range(cells - 1, len(held) - 1, -1):
            verdict = _verdict_with(self.game, position, held, fewer, limits, token)
            if verdict != "solved":
                return fewer + 1, verdict == "unsolvable"
        return len(held), True


def _verdict_with(
    game: PatienceGame,
    position: PatiencePosition,
    held: bytes,
    cells: int,
    limits: Limits,
    token: CancelToken | None,
) -> str:
    """The verdict on a position, told the cards in its cells, if the game had so many."""
    fewer = CoreGame(PatienceRules.from_dict({**game.rules, "cells": cells, "cells_filled": 0}))
    padded = held + bytes([UNKNOWN_INDEX]) * (cells - len(held))
    same = fewer.position(position.columns, padded, position.home, position.base)
    solver = CoreSolver(fewer, "auto")
    (answer,) = solver.solve_many([same], limits.nodes or 0, limits.seconds or 0.0, limits.bytes, token)
    return answer.verdict


class _Along(NamedTuple):
    choices: int
    winning: int
    losing: int
    places: int
    narrow: int
    first_trap: int


_NARROW: Final = 2  # moves known to win, at the most


def _count_along(places: Sequence[Sequence[str]]) -> _Along:
    """Told the verdicts of the moves at each place."""
    winning = [place.count("solved") for place in places]
    chosen = [(won, len(place)) for won, place in zip(winning, places, strict=True) if len(place) > 1]
    return _Along(
        choices=sum(map(len, places)),
        winning=sum(winning),
        losing=sum(place.count("unsolvable") for place in places),
        places=len(chosen),
        narrow=sum(won <= _NARROW for won, _ in chosen),
        first_trap=next((n for n, place in enumerate(places, 1) if set(place) != {"solved"}), 0),
    )


def _stopped(reason: StopReason) -> PatienceDifficulty:
    return PatienceDifficulty(Verdict.UNKNOWN, reason, why_stopped(reason))


GRADER: Final[GraderKind[PatienceGame, PatiencePosition]] = GraderKind(
    PatienceGrader, unlevelled=uncalibrated
)
