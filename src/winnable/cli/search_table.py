"""What `winnable search` shows of many searches: a row for each, and averages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import mean
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from winnable.family import AnyGame

__all__ = ["Run", "shown", "summary", "tables"]

_STATS: Final = (
    "expanded",
    "generated",
    "duplicates",
    "backtracks",
    "depth",
    "branching",
    "peak_bytes",
    "seconds",
)


@dataclass(frozen=True, slots=True)
class Run:
    """One search of one position, and its answer."""

    label: str
    start: Any
    algorithm: str
    result: Any  # a SolveResult
    length: int = 0  # of a solution, once its moves are gone

    @property
    def moves(self) -> int:
        """Of the solution."""
        return self.length or len(self.result.moves)

    def without_moves(self) -> Run:
        """The same without what takes much memory."""
        result = replace(self.result, moves=(), second=())
        return replace(self, start=None, result=result, length=len(self.result.moves))

    @property
    def cancelled(self) -> bool:
        """Was it cancelled before it was decided?"""
        return (self.result.verdict.value, self.result.reason.value) == ("unknown", "cancelled")

    @property
    def stats(self) -> dict[str, int | float]:
        """What every search counts."""
        return {name: getattr(self.result.stats, name) for name in _STATS}

    @property
    def figures(self) -> dict[str, int | float]:
        """What searches that somebody wrote about count besides, as they do; empty for others."""
        return asdict(self.result.figures) if hasattr(self.result, "figures") else {}

    def data(self, game: AnyGame) -> dict[str, Any]:
        """The answer as a value that JSON can hold."""
        from winnable.text.solution_text import move_texts

        result, moves = self.result, move_texts(game, self.start, self.result.moves)
        data = {
            "game": game.spelled,
            "deal": self.label,
            "algorithm": self.algorithm,
            "verdict": result.verdict.value,
            "reason": result.reason.value,
            "why": [result.why] if result.why else [],
            "length": len(moves),
            "moves": moves,
            "cost": result.cost,
            "lower_bound": result.lower_bound,
            "optimal": result.optimal,
            "stats": self.stats,
        }
        if result.solutions is not None:
            second = move_texts(game, self.start, result.second)
            data |= {"solutions": result.solutions, "unique": result.unique, "second": second}
        return {**data, "figures": self.figures} if self.figures else data


def summary(game: AnyGame, algorithm: str, runs: Iterable[Run]) -> dict[str, Any]:
    """What an algorithm did on all positions, as a value that JSON can hold; lengths are of those solved."""
    own = [run for run in runs if run.algorithm == algorithm]
    data: dict[str, Any] = {
        "game": game.spelled,
        "algorithm": algorithm,
        "games": len(own),
        "wins": _count(own, "solved"),
        "losses": _count(own, "unsolvable"),
        "undecided": [run.label for run in own if run.result.verdict.value == "unknown"],
        "mean_length": _mean_length(own),
        "mean_stats": _means([run.stats for run in own]),
    }
    figures = [run.figures for run in own]
    return {**data, "mean_figures": _means(figures)} if own and all(figures) else data


def tables(runs: Sequence[Run], algorithms: Sequence[str]) -> str:
    """The figures of each search, a row for each, and their averages by algorithm; below it the figures that
    all these algorithms count in their own way."""
    parts = [_table(runs, algorithms, ("verdict", "moves", *_STATS), [run.stats for run in runs])]
    figures = [run.figures for run in runs]
    if all(figures) and all(other.keys() == figures[0].keys() for other in figures):
        title = "# as counted by " + " and ".join(algorithms)
        parts.append(f"{title}\n{_table(runs, algorithms, tuple(figures[0]), figures)}")
    return "\n\n".join(parts)


def shown(value: Any) -> str:
    """A figure for people."""
    return f"{value:,.3g}" if isinstance(value, float) else f"{value:,}"


def _table(
    runs: Sequence[Run],
    algorithms: Sequence[str],
    columns: Sequence[str],
    figures: Sequence[Mapping[str, int | float]],
) -> str:
    rows = [["position", "algorithm", *(name.replace("_", " ") for name in columns)]]
    for run, values in zip(runs, figures, strict=True):
        moves = str(run.moves) if run.result.verdict.value == "solved" else "-"
        told = {"verdict": run.result.verdict.value, "moves": moves}
        rows.append([run.label, run.algorithm, *(told.get(c) or shown(values[c]) for c in columns)])
    for algorithm in algorithms:
        own = [i for i, run in enumerate(runs) if run.algorithm == algorithm]
        if not own:
            continue
        of = [runs[i] for i in own]
        length = _mean_length(of)
        told = {
            "verdict": f"{_count(of, 'solved')} of {len(of)} solved",
            "moves": "-" if length is None else f"{length:,.1f}",
        }
        means = _means([figures[i] for i in own])
        rows.append(["average", algorithm, *(told.get(c) or _mean_shown(means[c]) for c in columns)])
    return _aligned(rows, left=3 if columns[0] == "verdict" else 2)


def _mean_shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:,.3g}"


def _aligned(rows: Sequence[Sequence[str]], left: int) -> str:
    """Rows below each other; the first ``left`` columns are words."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            word.ljust(width) if i < left else word.rjust(width)
            for i, (word, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _count(runs: Sequence[Run], verdict: str) -> int:
    return sum(run.result.verdict.value == verdict for run in runs)


def _mean_length(runs: Sequence[Run]) -> float | None:
    lengths = [run.moves for run in runs if run.result.verdict.value == "solved"]
    return round(sum(lengths) / len(lengths), 3) if lengths else None


def _means(figures: Sequence[Mapping[str, int | float]]) -> dict[str, float]:
    """Of each figure; none of none."""
    if not figures:
        return {}
    return {name: float(f"{mean(one[name] for one in figures):.6g}") for name in figures[0]}
