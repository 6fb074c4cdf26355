"""`winnable explain`: a whole solution, step by step, as one reasons."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.main import ANSWERED, CANCELLED, LIMIT, NO
from winnable.cli.options import (
    cancellable,
    echo_json,
    json_option,
    limit_options,
    load_game,
    make_limits,
    position_argument,
)
from winnable.cli.positions import one_position
from winnable.cli.undead_steps import open_cells, show_board, step_data, step_lines
from winnable.errors import InputError

if TYPE_CHECKING:
    from winnable.analysis.undead_explain import Explanation
    from winnable.analysis.undead_reasons import Told

RUNGS = ("sighting", "difference", "totals", "one line", "two lines", "what if")


@click.command("explain")
@click.argument("game", metavar="GAME")
@position_argument
@click.option("--after", default="", metavar="MOVES", help="Moves already made from POSITION, e.g. 'r2c3=g'.")
@click.option(
    "--hardest",
    type=click.Choice([rung.replace(" ", "-") for rung in RUNGS]),
    default="what-if",
    show_default=True,
    help="Use no reasons beyond this rung.",
)
@click.option("--boards", is_flag=True, help="Draw the board with the line after each step.")
@click.option(
    "--svg",
    type=click.Path(file_okay=False, path_type=Path),
    default=None,
    metavar="FOLDER",
    help="Write a drawing of each step with its line: FOLDER/step-1.svg and so on.",
)
@limit_options(seconds=60.0)
@json_option
def command(
    game: str,
    position: str,
    after: str,
    hardest: str,
    boards: bool,
    svg: Path | None,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
) -> int:
    """Explain step by step how POSITION of GAME, which is undead, is solved.

    Each step names its rule, its line and its cells; a what-if shows the chain that refutes it. Exit
    code 1: there is no solution, or several, and the steps end where nothing more follows; 3: a
    limit came first.
    """
    from winnable.analysis.undead_explain import explain
    from winnable.analysis.undead_reasons import tell

    chosen = load_game(game)
    if chosen.info.family != "undead":
        raise InputError(f"{chosen.info.title} has no explanations", expected="undead; see winnable hint")
    label, start = one_position(chosen, position, after)
    with cancellable() as token:
        limits = make_limits(max_nodes, max_seconds, max_memory)
        explanation = explain(start, hardest=hardest.replace("-", " "), limits=limits, token=token)
        cancelled = token.cancelled
    steps = tell(start, explanation.steps)
    _show(chosen, label, start, explanation, steps, boards=boards, as_json=as_json)
    if svg is not None:
        _draw(chosen, steps, svg)
    if explanation.solved:
        return ANSWERED
    return CANCELLED if cancelled else NO if explanation.complete else LIMIT


def _show(
    game: Any,
    label: int | str,
    start: Any,
    explanation: Explanation,
    steps: list[Told],
    *,
    boards: bool,
    as_json: bool,
) -> None:
    if as_json:
        for number, told in enumerate(steps, 1):
            echo_json({"deal": label, "step": number, **step_data(start, told)})
        echo_json(_ending(label, start, explanation))
        return
    for number, told in enumerate(steps, 1):
        for line in step_lines(told, str(number)):
            click.echo(line)
        if boards:
            show_board(told.after, told)
    click.echo(f"# {_told(start, explanation)}")
    if not boards or not steps:
        show_board(steps[-1].after if steps else start)


def _ending(label: int | str, start: Any, explanation: Explanation) -> dict[str, Any]:
    return {
        "deal": label,
        "solved": explanation.solved,
        "reason": explanation.reason.value,
        "steps": explanation.by_rung,
        "hardest": explanation.hardest,
        "open": open_cells(start, explanation.candidates),
        **({"broken": _what_breaks(start, explanation)} if explanation.broken is not None else {}),
    }


def _told(start: Any, explanation: Explanation) -> str:
    """Where the steps end: solved, or what is left open, and why."""
    from winnable.games.phrases import count_noun

    steps = count_noun(len(explanation.steps), "step")
    if explanation.solved:
        return f"solved in {steps}; the hardest rule: {explanation.hardest or 'none'}"
    if explanation.broken is not None:
        mistakes = "; winnable hint names the mistakes" if start != start.start else ""
        return f"no solution: {_what_breaks(start, explanation)}{mistakes}"
    left = open_cells(start, explanation.candidates)
    listed = " ".join(f"{cell}={held}" for cell, held in left.items())
    if not explanation.complete:
        return f"stopped by {explanation.reason.value} after {steps}; open: {listed}"
    if explanation.passed_over:
        long = "lines that can be filled in too many ways were passed over"
        return f"here the steps end, after {steps}: {long}; open: {listed}"
    if explanation.with_what_ifs:
        return f"here the steps end, after {steps}: there are several solutions; open: {listed}"
    return f"here these rules end, after {steps}; open: {listed}"


def _what_breaks(start: Any, explanation: Explanation) -> str:
    from winnable.analysis.undead_reasons import breaking

    assert explanation.broken is not None
    return breaking(start, explanation.candidates, explanation.broken)


def _draw(game: Any, steps: list[Told], folder: Path) -> None:
    from winnable.families.scenes import scene_of
    from winnable.render.drawing import document
    from winnable.render.svg import draw

    folder.mkdir(parents=True, exist_ok=True)
    for number, told in enumerate(steps, 1):
        scene = scene_of(game, told.after, candidates=told.candidates, lines=told.lines, cells=told.cells)
        text = document(draw(scene), title=f"{number}. {told.rule}: {told.words}")
        (folder / f"step-{number}.svg").write_text(text, encoding="utf-8")
