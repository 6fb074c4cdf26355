"""`winnable difficulty`: how hard is this position?"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.interrupts import cancellable, until_cancelled
from winnable.cli.main import ANSWERED, CANCELLED, LIMIT, NO
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
)
from winnable.cli.positions import all_positions
from winnable.cli.progress import Progress
from winnable.errors import quote
from winnable.text.phrases import count_noun

if TYPE_CHECKING:
    from winnable.analysis.difficulty import Tally
    from winnable.family import AnyGame

_MOST = 4


class Weights(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases of click
    """Four numbers with commas between them."""

    name = "weights"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, ...]:
        if isinstance(value, tuple):
            return value
        weights: list[float] = []
        for word in str(value).split(","):
            try:
                weights.append(float(word))
            except ValueError:
                self.fail(f"{quote(word)} is no number; write four, as 1,1,1,1", param, ctx)
        if len(weights) != _MOST or not all(map(isfinite, weights)):
            self.fail(f"{quote(str(value))} are not four numbers, as 1,1,1,1", param, ctx)
        return tuple(weights)


@click.command("difficulty")
@game_argument
@position_argument
@click.option(
    "--weights",
    type=Weights(),
    default=None,
    metavar="W1,W2,W3,W4",
    help="Undead: of the dissertation's formula.  [default: 1,1,1,1]",
)
@click.option(
    "--summary", is_flag=True, help="Print how many positions have each level, instead of each one's."
)
@limit_options()
@json_option
def command(
    game: str,
    position: str,
    weights: tuple[float, ...] | None,
    summary: bool,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
) -> int:
    """Grade POSITION of GAME: easy, medium, hard, expert, master or grandmaster.

    For FreeCell and its kin, Pyramid and Undead. POSITION may also be a range of deals, a file or a game ID;
    limits hold for each question put to a solver. Only winnable positions have a level, and only boards of
    Undead with one solution; those come with sgt-puzzles' grade, what their explanation needs, and the
    dissertation's formula. Rules that you set yourself are measured and have no level. Exit code 1: the one
    position asked about is unwinnable; 3: a limit left some position without its level.
    """
    from winnable.analysis.difficulty import Tally, make_grader

    chosen = load_game(game)
    grader = make_grader(chosen, limits=make_limits(max_nodes, max_seconds, max_memory), weights=weights)
    verdicts: list[str] = []
    tally = Tally(chosen)
    with cancellable() as token, Progress() as progress:
        for label, start in until_cancelled(all_positions(chosen, position), token):
            graded = grader.grade(start, token=token)
            if token.cancelled:
                break
            verdicts.append(graded.verdict.value)
            if summary:
                tally.add(label, graded)
            elif as_json:
                echo_json({**about(chosen, label), **graded.data()})
            else:
                click.echo(f"{label}: {graded.text()}")
            progress.show(f"{count_noun(len(verdicts), 'position')} graded")
        cancelled = token.cancelled
    if summary:
        _show_summary(chosen, tally, as_json)
    if cancelled:
        return CANCELLED
    if "unknown" in verdicts:
        return LIMIT
    return NO if verdicts == ["unsolvable"] else ANSWERED


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
