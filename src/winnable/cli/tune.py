"""`winnable tune`: searches for heuristic weights on a set of deals."""

from __future__ import annotations

from itertools import count as numbers_from
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.groups import Command
from winnable.cli.interrupts import cancellable
from winnable.cli.kinds import OneOf
from winnable.cli.main import ANSWERED, CANCELLED
from winnable.cli.measuring import line_of, study_option
from winnable.cli.options import (
    autoplay_option,
    count_option,
    default_jobs,
    echo_json,
    game_argument,
    jobs_option,
    json_option,
    load_game,
    make_limits,
    max_memory_option,
    max_nodes_option,
    position_argument,
    quiet_option,
    seed_option,
)
from winnable.cli.positions import all_entries
from winnable.cli.progress import Progress
from winnable.text.phrases import count_noun

if TYPE_CHECKING:
    from pathlib import Path

    from winnable.studies.tune import Trial

_NODES = 20_000
_MOST_DEALS = 100_000  # they are all held at once
_MOST_TRIALS = 1_000_000


@click.command(
    "tune",
    cls=Command,
    examples=[
        (
            "Which weights solve most of these deals?",
            "winnable tune freecell 1..10 --algorithm greedy --count 20 --max-nodes 500",
        ),
        (
            "Weigh two features only, evenly spaced:",
            "winnable tune pyramid 1..6 --algorithm greedy --features removals,covered --method grid -n 4",
        ),
    ],
)
@game_argument
@position_argument
@click.option(
    "--algorithm",
    default="astar",
    show_default=True,
    metavar="NAME",
    help="The search to find weights for: greedy, astar, weighted_astar, ida_star or beam.",
)
@click.option(
    "--features",
    default=None,
    metavar="NAMES",
    help="The features of a board to weigh. A range may follow each: foundation=0..1,columns=-1..0.  "
    "[default: foundation,cells,columns,blocked; in Pyramid removals,tableau,covered,cards_left; in Undead "
    "open,lines,choices]",
)
@click.option(
    "--method",
    type=OneOf(["grid", "random", "coordinate", "cem"]),
    default="cem",
    show_default=True,
    help="How weights are chosen: evenly spaced (grid), at random, one weight at a time (coordinate), or by "
    "the cross-entropy method (cem).",
)
@count_option("How many sets of weights to try at most.", 100, _MOST_TRIALS)
@seed_option
@autoplay_option(
    "Which cards the search sends to the foundations by itself after each move.  [default: safe; Pyramid and "
    "Undead have none]"
)
@max_nodes_option("each search", _NODES)
@max_memory_option("each search")
@jobs_option
@quiet_option
@study_option
@json_option
def command(
    game: str,
    position: str,
    features: str | None,
    count: int,
    max_nodes: int,
    max_memory: int,
    jobs: int | None,
    file: Path | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Find the weights with which a textbook search solves most of the deals in POSITION.

    A search judges a board by its features, such as how many cards are on the foundations. Each feature is
    multiplied by a weight. The best weights are those with which most deals are solved. If several solve as
    many, those are better with which fewer positions are searched, and then those whose solutions are
    shorter. Each trial is printed as a line, and the best comes last. The same arguments give the same
    answer.
    """
    from winnable.errors import InputError, quote
    from winnable.studies.experiments.starts import kept_of
    from winnable.studies.tune import tune

    chosen = load_game(game)
    entries = islice(all_entries(chosen, position), _MOST_DEALS + 1)
    deals = [kept_of(chosen, entry, label) for label, entry in entries]
    if len(deals) > _MOST_DEALS:
        raise InputError(f"{quote(position)} names too many deals", expected=f"at most {_MOST_DEALS}")
    ranges = None if features is None else parse_features(features)
    # Weights tell a trial apart; how they are sought does not matter to it.
    fixed = {name: options[name] for name in ("algorithm", "autoplay")}
    fixed |= {"max_nodes": max_nodes, "max_memory": max_memory}
    with cancellable() as token, Progress(token=token, total=count, noun="trial") as progress:
        best: list[Trial] = []
        numbers = numbers_from(1)

        def on_trial(trial: Trial) -> None:
            number = next(numbers)
            if as_json:
                echo_json({"game": chosen.spelled, "games": len(deals), **_data(trial, number)})
            else:
                click.echo(f"trial {number}: {_told(trial, len(deals))}")
            best[:] = [min((*best, trial), key=lambda t: t.score.key)]
            progress.show(f"the best solves {best[0].score.solved} of {len(deals)}", number)

        try:
            result = tune(
                chosen,
                deals,
                features=ranges,
                trials=count,
                limits=make_limits(max_nodes, None, max_memory),
                on_trial=on_trial,
                token=token,
                jobs=jobs or default_jobs(),
                file=file,
                made_by=line_of("tune", chosen.spelled, position, **fixed),
                **options,
            )
        except InputError:
            if token.cancelled:  # before the first trial ended: there is no answer
                raise KeyboardInterrupt from None
            raise
    if as_json:
        number = result.trials.index(result.best) + 1
        best_data = _data(result.best, number)
        counts = {"games": len(deals), "trials": len(result.trials)}
        echo_json({"game": chosen.spelled, **counts, "best": best_data})
    else:
        click.echo(f"best of {count_noun(len(result.trials), 'trial')}: {_told(result.best, len(deals))}")
    return CANCELLED if result.cancelled else ANSWERED


def _told(trial: Trial, deals: int) -> str:
    """Weights and what they achieved, for people."""
    score = trial.score
    counts = f"{score.nodes} positions expanded, {score.length} moves in all"
    return f"{trial.heuristic}  # {score.solved} of {deals} solved, {counts}"


def parse_features(text: str) -> list[str] | dict[str, tuple[float, float]]:
    """``foundation,cells`` or ``foundation=0..1,columns=-1..0``; InputError for anything else."""
    from winnable.errors import InputError, quote

    items = [item.partition("=") for item in text.split(",")]
    if not any(equals for _, equals, _ in items):
        return [name for name, _, _ in items]
    ranges: dict[str, tuple[float, float]] = {}
    for name, _, span in items:
        if name in ranges:
            raise InputError(f"--features: {quote(name)} is given twice", expected="each feature once")
        low, _, high = span.partition("..")
        try:
            ranges[name] = (float(low), float(high))
        except ValueError:
            raise InputError(
                f"--features: {quote(span)} is no range for {name}",
                expected="low..high for every feature, as in foundation=0..1",
            ) from None
    return ranges


def _data(trial: Trial, number: int) -> dict[str, Any]:
    score = trial.score
    return {
        "trial": number,
        "weights": dict(trial.heuristic.weights),
        "wins": score.solved,
        "total_length": score.length,
        "stats": {"expanded": score.nodes},
    }
