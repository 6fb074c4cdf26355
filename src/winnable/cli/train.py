"""`winnable train`: tunes what a game's policies judge boards by."""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.interrupts import cancellable
from winnable.cli.main import ANSWERED, CANCELLED
from winnable.cli.options import default_jobs, echo_json, game_argument, json_option, load_game
from winnable.cli.players import jobs_option
from winnable.cli.progress import Progress
from winnable.errors import InputError

if TYPE_CHECKING:
    from winnable.search.policy import Trainer


@click.command("train")
@game_argument
@click.option("--boards", type=click.IntRange(1, 10**7), default=2000, show_default=True, help="A search.")
@click.option("--games", type=click.IntRange(1, 10**6), default=250, show_default=True, help="A shape.")
@click.option(
    "--population", type=click.IntRange(2, 10**4), default=48, show_default=True, help="Shapes a generation."
)
@click.option(
    "--elite",
    type=click.IntRange(1, 10**4),
    default=14,
    show_default=True,
    help="Of those, that make the next.",
)
@click.option("--generations", type=click.IntRange(1, 10**6), default=14, show_default=True, help="In all.")
@click.option(
    "--scale", type=click.FloatRange(0.001, 10), default=1.0, show_default=True, help="Of the first steps."
)
@click.option(
    "--seed", type=click.IntRange(0, 10**9), default=1, show_default=True, help="Of shapes and deals."
)
@click.option(
    "--rows",
    type=click.IntRange(0, 5),
    default=None,
    metavar="N",
    help="Tune what counts with N rows left only.",
)
@click.option(
    "--positions",
    type=click.IntRange(1, 10**6),
    default=None,
    metavar="N",
    help="With --rows: boards on which that stage begins.  [default: 500]",
)
@click.option(
    "--start",
    type=click.Choice(["package", "first"]),
    default="package",
    show_default=True,
    help="The shape in use, or the one set by hand.",
)
@click.option(
    "--log",
    type=click.Path(path_type=Path),
    default=None,
    metavar="FILE",
    help="Each generation; goes on from it.",
)
@click.option(
    "--header",
    "header_path",
    type=click.Path(path_type=Path),
    default=None,
    metavar="FILE",
    help="Write native/spider/policy/shapes.hpp anew.",
)
@jobs_option
@json_option
def command(
    game: str,
    generations: int,
    log: Path | None,
    header_path: Path | None,
    jobs: int | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Tune the numbers by which Spider's policies judge boards, by the games they win.

    GAME is spider, spider:suits=2 or spider:suits=1. Each generation is a line. The same options give the
    same numbers; a run that was broken off goes on from its --log.
    """
    from winnable.family import require

    chosen = load_game(game)
    trainer = require(chosen, "trainer", chosen.family.trainer)()
    _check(trainer, log, header_path, options)
    settings = trainer.settings(chosen, **options)
    state = (log and trainer.read_log(log, settings)) or trainer.first_state(settings)
    if state.generation > generations:
        raise InputError(f"{log} has {state.generation} generations", expected="--generations not below that")
    with cancellable() as token, Progress() as progress:

        def on_position(found: int) -> None:
            progress.show(f"{found} of {settings.positions} boards found")

        for found in trainer.train(
            settings, state, generations, jobs=jobs or default_jobs(), token=token, on_position=on_position
        ):
            state = found.state
            if log is not None:
                trainer.append_log(log, settings, found)
            if as_json:
                shares = {"share": found.won, "best_share": found.best}
                echo_json({"game": chosen.spelled, "generation": state.generation, **shares})
            else:
                best = f"{found.best:.1%} by the best shape"
                click.echo(f"generation {state.generation}: {found.won:.1%} won, {best}")
        cancelled = token.cancelled
    if header_path is not None and not cancelled:
        trainer.write_header(header_path, settings, state)
    return CANCELLED if cancelled else ANSWERED


def _check(trainer: Trainer, log: Path | None, header_path: Path | None, options: dict[str, Any]) -> None:
    """InputError for what would only show after hours of training; drops an option that was not given."""
    if options["elite"] > options["population"]:
        raise InputError("--elite is more than --population", expected="at most that many")
    if isnan(options["scale"]):
        raise InputError("--scale is nan", expected="a number from 0.001 to 10")
    if options["positions"] is None:
        del options["positions"]
    elif options["rows"] is None:
        raise InputError("--positions is of a stage's boards", expected="--rows with it")
    if str(log) == "-":
        raise InputError("a log cannot be standard output", expected="a file name; for a file called -, ./-")
    for path in (log, header_path):
        if path is not None:
            trainer.check_writable(path)
