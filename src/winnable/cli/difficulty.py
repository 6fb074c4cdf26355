"""`winnable difficulty`: how hard is this position?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from winnable.cli.main import ANSWERED, CANCELLED, LIMIT, NO
from winnable.cli.options import (
    cancellable,
    echo_json,
    game_argument,
    json_option,
    limit_options,
    load_game,
    make_limits,
    position_argument,
    until_cancelled,
)
from winnable.cli.positions import all_positions
from winnable.cli.progress import Progress
from winnable.errors import InputError
from winnable.families.undead.grade_text import Weights, grades_data, grades_text

if TYPE_CHECKING:
    from winnable.analysis.difficulty import Difficulty, Grader
    from winnable.families.undead.grade import UndeadGrader
    from winnable.search.api import Limits


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
@limit_options()
@json_option
def command(
    game: str,
    position: str,
    weights: tuple[float, ...] | None,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
) -> int:
    """Grade POSITION of GAME: easy, medium, hard, expert, master or grandmaster.

    POSITION may also be a range of deals, a file or a game ID; limits hold for each question put to a
    solver. Only winnable positions have a level, and only boards of Undead with one solution; those come
    with sgt-puzzles' grade, what their explanation needs, and the dissertation's formula. Exit code 1:
    the one position asked about is unwinnable; 3: a limit left some position without its level.
    """
    chosen = load_game(game)
    grader = _grader(chosen, weights, make_limits(max_nodes, max_seconds, max_memory))
    data, text = (grades_data, grades_text) if chosen.info.family == "undead" else (_data, _text)
    verdicts: list[str] = []
    with cancellable() as token, Progress() as progress:
        for label, start in until_cancelled(all_positions(chosen, position), token):
            graded: Any = grader.grade(start, token=token)
            if token.cancelled:
                break
            verdicts.append(graded.verdict.value)
            if as_json:
                echo_json({"deal": label, **data(graded)})
            else:
                click.echo(f"{label}: {text(graded)}")
            progress.show(f"{len(verdicts)} positions graded")
        cancelled = token.cancelled
    if cancelled:
        return CANCELLED
    if "unknown" in verdicts:
        return LIMIT
    return NO if verdicts == ["unsolvable"] else ANSWERED


def _grader(game: Any, weights: tuple[float, ...] | None, limits: Limits) -> Grader | UndeadGrader:
    from winnable.analysis.difficulty import make_grader

    if weights is None:
        return make_grader(game, limits=limits)
    from winnable.families.undead.grade import UndeadGrader

    if game.info.family != "undead":
        raise InputError(f"{game.info.name} is not graded by a formula with weights", expected="undead")
    return UndeadGrader(game, limits=limits, weights=weights)


def _data(graded: Difficulty) -> dict[str, Any]:
    from dataclasses import asdict

    traits = graded.traits
    return {
        "verdict": graded.verdict.value,
        "reason": graded.reason.value,
        "why": graded.why,
        "level": None if graded.level is None else graded.level.value,
        "score": None if graded.score is None else round(graded.score, 3),
        "traits": None if traits is None else asdict(traits) | {"losing_share": traits.losing_share},
        "line": list(graded.line),
    }


def _text(graded: Difficulty) -> str:
    traits = graded.traits
    if graded.level is None or traits is None:
        return f"no level: {graded.why}"
    of = f"of {traits.choices} legal moves along a line of {traits.actions} actions"
    if traits.losing:
        lost = f"{of} {traits.losing} lose, the last at move {traits.last_escape}"
    else:
        lost = f"none {of} loses"
    places = "place" if traits.narrow == 1 else "places"
    return (
        f"{graded.level.value} (score {graded.score:.2f}): {lost}; only one move wins at "
        f"{traits.narrow} {places}; passes needed: {traits.passes}"
    )
