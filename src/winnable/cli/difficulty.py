"""`winnable difficulty`: how hard is this position?"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.groups import Command
from winnable.cli.interrupts import cancellable, tell_cancelled, until_cancelled
from winnable.cli.main import ANSWERED, CANCELLED, LIMIT, NO
from winnable.cli.measuring import command_line, measuring, study_option
from winnable.cli.options import (
    about,
    echo_json,
    game_argument,
    json_option,
    limit_options,
    listed,
    load_game,
    make_limits,
    position_argument,
    quiet_option,
)
from winnable.cli.positions import deals_of_study, how_many, started
from winnable.cli.progress import Progress
from winnable.errors import InputError, quote

if TYPE_CHECKING:
    from pathlib import Path

    from winnable.analysis.difficulty import Tally
    from winnable.family import AnyGame
    from winnable.search.api import Limits
    from winnable.studies.experiments.plan import GameDeals, Study

_MOST = 4


class Weights(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases of click
    """Four numbers with commas between them."""

    name = "weights"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, ...]:
        if isinstance(value, tuple):
            return value
        from winnable.analysis.difficulty import read_weights

        try:
            weights = read_weights(str(value))
        except InputError:
            weights = ()
        if len(weights) != _MOST:
            self.fail(f"{quote(str(value))} are not four numbers, as 1,1,1,1", param, ctx)
        return weights


@click.command(
    "difficulty",
    cls=Command,
    examples=[
        ("How hard is deal 617?", "winnable difficulty freecell 617"),
        ("How many of ten deals are easy?", "winnable difficulty pyramid 1..10 --summary"),
    ],
)
@game_argument
@position_argument
@click.option(
    "--weights",
    type=Weights(),
    default=None,
    metavar="W1,W2,W3,W4",
    help="In Undead, the four weights in the formula of a dissertation on the game.",
)
@click.option("--summary", is_flag=True, help="Print only how many positions have each grade.")
@study_option
@limit_options(of="each question to a solver")
@quiet_option
@json_option
def command(
    game: str,
    position: str,
    weights: tuple[float, ...] | None,
    summary: bool,
    file: Path | None,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
) -> int:
    """Grade POSITION of GAME: easy, medium, hard, expert, master or grandmaster.

    POSITION is a deal, a range of deals, a file, a game ID of Undead, or - for standard input. Games like
    FreeCell, Pyramid and Undead have grades. Only a position that can be won has a grade, and a board of
    Undead only if it has one solution. For Undead you also get the grade of sgt-puzzles and the value of a
    dissertation's formula. If you changed the rules of a game, its positions are measured, but have no grade.

    Exit code 1: the one position that you asked about cannot be won. 3: a limit was reached, so that some
    position has no grade.
    """
    chosen = load_game(game)
    limits = make_limits(max_nodes, max_seconds, max_memory)
    if summary:
        verdicts, cancelled = _summarise(chosen, position, limits, weights, file, as_json=as_json)
    elif file is not None:
        raise click.UsageError("--study keeps the results of a --summary: give both")
    else:
        verdicts, cancelled = _grade_each(chosen, position, limits, weights, as_json=as_json)
    if cancelled:
        return CANCELLED
    if any(verdict not in ("solved", "unsolvable") for verdict in verdicts):
        return LIMIT
    return NO if verdicts == ["unsolvable"] else ANSWERED


def _grade_each(
    game: AnyGame, position: str, limits: Limits, weights: tuple[float, ...] | None, *, as_json: bool
) -> tuple[list[str], bool]:
    """Prints the level of each position; the verdicts, and whether it was cancelled."""
    from winnable.analysis.difficulty import make_grader

    grader = make_grader(game, limits=limits, weights=weights)
    verdicts: list[str] = []
    total = how_many(game, [position])

    def unmade(label: str) -> None:
        verdicts.append("unknown")

    with (
        cancellable() as token,
        Progress(token=token, total=total, noun="" if total == 1 else "position") as progress,
    ):
        starts = started(game, position, "", limits, unmade)
        for (label, _), start in until_cancelled(starts, token):
            graded = grader.grade(start, token=token)
            if token.cancelled:
                break
            verdicts.append(graded.verdict.value)
            if as_json:
                echo_json({**about(game, label), **graded.data()})
            else:
                click.echo(f"{label}: {graded.text()}")
            progress.show("", len(verdicts))
        cancelled = token.cancelled
    if cancelled and not verdicts:
        raise KeyboardInterrupt  # there is nothing to tell
    if cancelled:
        tell_cancelled(len(verdicts), total, "position")
    return verdicts, cancelled


def _summarise(
    game: AnyGame,
    position: str,
    limits: Limits,
    weights: tuple[float, ...] | None,
    file: Path | None,
    *,
    as_json: bool,
) -> tuple[list[str], bool]:
    """Prints how many positions have each level; the verdicts, and whether it was cancelled."""
    from winnable.analysis.difficulty import Tally, make_grader

    make_grader(game, limits=limits, weights=weights)  # of another game nothing need be read
    tally, verdicts = Tally(), []
    with cancellable() as token:
        study = _study(deals_of_study(game, position, token), limits, weights, kept=file is not None)
        with measuring(study, file, 1, "position", token) as (asked, going):
            (units,) = asked.units
            for place, outcome, figures in units.rows("figures"):
                found = json.loads(figures or "{}")
                tally.add(partial(units.label, place), outcome, found.get("level"), found.get("scales", {}))
                verdicts.append(outcome)
    if going.cancelled and not verdicts:
        raise KeyboardInterrupt  # of nothing there is no summary
    _show_summary(game, tally, as_json)
    return verdicts, going.cancelled


def _study(deals: GameDeals, limits: Limits, weights: tuple[float, ...] | None, *, kept: bool) -> Study:
    from winnable.studies.experiments.plan import USUAL_MEASURES, Study
    from winnable.studies.experiments.players import LEVEL, Player

    grader = Player("grader", LEVEL, {} if weights is None else {"weights": ",".join(map(repr, weights))})
    measures = USUAL_MEASURES if kept else ("figures",)
    return Study("Difficulty", (deals,), (grader,), limits, measures=measures, text=command_line())


def _show_summary(game: AnyGame, tally: Tally, as_json: bool) -> None:
    data = tally.data()
    if as_json:
        echo_json({"game": game.spelled, **data})
        return
    click.echo(f"positions: {data['games']}")
    for level, count in data["levels"].items():
        click.echo(f"{level}: {count}")
    for scale, counts in data["scales"].items():
        click.echo(f"{scale}: " + ", ".join(f"{grade} {count}" for grade, count in counts.items()))
    for what in ("lost", "undecided", "without_level"):
        if data[what]:
            click.echo(f"{what.replace('_', ' ')}: {listed(data[what])}")
