"""`winnable train`: tunes what a game's policies judge boards by."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.groups import Command
from winnable.cli.interrupts import cancellable, tell_cancelled
from winnable.cli.kinds import Number, OneOf, Whole
from winnable.cli.main import ANSWERED, CANCELLED
from winnable.cli.measuring import command_line, line_of, study_option, tell_going
from winnable.cli.options import (
    count_option,
    default_jobs,
    echo_json,
    game_argument,
    jobs_option,
    json_option,
    load_game,
    output_option,
    quiet_option,
    seed_option,
)
from winnable.cli.progress import Progress
from winnable.errors import InputError

if TYPE_CHECKING:
    from winnable.search.policy import Trainer
    from winnable.studies.experiments.run import Going


@click.command(
    "train",
    cls=Command,
    examples=[
        (
            "Train for two short generations:",
            "winnable train spider:suits=1 --boards 20 -n 2 --population 4 --elite 2 --generations 2",
        ),
        ("Train as long as it takes, and keep every game:", "winnable train spider --study train.db"),
    ],
)
@game_argument
@click.option(
    "--boards",
    type=Whole(1, 10**7),
    default=2000,
    show_default=True,
    help="How many boards a search in a game keeps at most.",
)
@count_option("How many games each set of numbers plays in a generation.", 250, 10**6)
@click.option(
    "--population",
    type=Whole(2, 10**4),
    default=48,
    show_default=True,
    help="How many sets of numbers are tried in each generation.",
)
@click.option(
    "--elite",
    type=Whole(1, 10**4),
    default=14,
    show_default=True,
    help="How many of them, the best, the next generation is made from.",
)
@click.option(
    "--generations",
    type=Whole(1, 10**6),
    default=14,
    show_default=True,
    help="How many generations there are in all.",
)
@click.option(
    "--scale",
    type=Number(0.001, 10),
    default=1.0,
    show_default=True,
    help="Make the first steps away from the start this many times as long.",
)
@seed_option
@click.option(
    "--stock-rows",
    "rows",
    type=Whole(0, 5),
    default=None,
    help="Train only the numbers that count when this many rows, 0 to 5, are left in the stock.",
)
@click.option(
    "--positions",
    type=Whole(1, 10**6),
    default=None,
    help="With --stock-rows: on how many boards, where that stage of the game begins, games are played.  "
    "[default: 500]",
)
@click.option(
    "--start",
    type=OneOf(["package", "first"]),
    default="package",
    show_default=True,
    help="Start from the numbers that this package plays with, or from the first ones, set by hand.",
)
@output_option("Write what was found to this file, as C++: native/spider/policy/shapes.hpp is such a file.")
@jobs_option
@quiet_option
@study_option
@json_option
def command(
    game: str,
    count: int,
    generations: int,
    output: Path | None,
    jobs: int | None,
    file: Path | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Train the numbers by which Spider's policies judge boards, by the games that they win.

    A policy is a computer player that sees only what you see. Many sets of numbers play in each generation,
    and the next generation is made from the best of them. GAME is spider, spider:suits=2 or spider:suits=1.
    Each generation is printed as a line. The same options give the same numbers. With --study, a run that was
    broken off goes on where it was.
    """
    from winnable.family import require
    from winnable.studies.experiments.measured import measurer
    from winnable.studies.train import played_by

    chosen = load_game(game)
    trainer = require(chosen, "trainer", chosen.family.trainer)()
    _check(trainer, output, options)
    settings = trainer.settings(chosen, games=count, **options)
    told = {"stock_rows" if name == "rows" else name: value for name, value in options.items()}
    asked = line_of("train", chosen.spelled, count=count, **told)
    threads, state = jobs or default_jobs(), None
    with ExitStack() as stack:
        token = stack.enter_context(cancellable())
        progress = stack.enter_context(Progress(token=token, noun="game"))
        measuring = stack.enter_context(measurer(file, jobs=threads, token=token, made_by=asked))

        def on_position(found: int) -> None:
            progress.show("", found, settings.positions, "board")

        def on_games(going: Going) -> None:
            progress.show(noun="game")
            tell_going(progress, going)

        play = played_by(measuring, command_line(), on_games)
        for found in trainer.train(
            settings, generations, play, jobs=threads, token=token, on_position=on_position
        ):
            state = found.state
            if as_json:
                shares = {"share": found.won, "best_share": found.best}
                echo_json({"game": chosen.spelled, "generation": state.generation, **shares})
            else:
                best = f"{found.best:.1%} by the best shape"
                click.echo(f"generation {state.generation}: {found.won:.1%} won, {best}")
        cancelled = token.cancelled
    if cancelled and state is None:
        raise KeyboardInterrupt  # there is nothing to tell
    if cancelled and state is not None:
        tell_cancelled(state.generation, generations, "generation")
    if output is not None and not cancelled:
        trainer.write_header(output, settings, state)
    return CANCELLED if cancelled else ANSWERED


def _check(trainer: Trainer, output: Path | None, options: dict[str, Any]) -> None:
    """InputError for what would only show after hours of training; drops an option that was not given."""
    if options["elite"] > options["population"]:
        raise InputError("--elite is more than --population", expected="at most that many")
    if options["positions"] is None:
        del options["positions"]
    elif options["rows"] is None:
        raise InputError("--positions is of a stage's boards", expected="--stock-rows with it")
    if output is not None:
        trainer.check_writable(output)
