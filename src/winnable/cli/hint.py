"""`winnable hint`: the best move, and why."""

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
)
from winnable.cli.positions import one_position
from winnable.cli.undead_steps import hint_data, show_hint

if TYPE_CHECKING:
    from winnable.analysis.hint import Hint


@click.command("hint")
@game_argument
@position_argument
@click.option(
    "--after",
    default="",
    metavar="MOVES",
    help="Moves already made from POSITION, e.g. '26 3a 5h', 'draw 8S+5D' or 'r2c3=g'.",
)
@limit_options(seconds=2.0)
@json_option
def command(
    game: str,
    position: str,
    after: str,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
) -> int:
    """Give the first move of a short win from POSITION of GAME, and say why it is good.

    POSITION is a deal, a file with one board, or - for standard input. Where a position is lost
    but the game has points, the move is the first of those that make the most. In Undead it is the
    next cell that is certain, with the reasons, after any mistakes. Exit code 1: the position is
    lost; 3: no win was found within the limits, which hold for each search.
    """
    from winnable.analysis.hint import hint

    chosen = load_game(game)
    label, start = one_position(chosen, position, after)
    with cancellable() as token:
        advice = hint(chosen, start, limits=make_limits(max_nodes, max_seconds, max_memory), token=token)
        cancelled = token.cancelled
    if as_json:
        echo_json({"deal": label, **_data(advice)})
    else:
        _show(advice)
    if cancelled:
        return CANCELLED
    return {"solved": ANSWERED, "unsolvable": NO, "unknown": LIMIT}[advice.verdict.value]


def _data(advice: Hint[Any]) -> dict[str, Any]:
    from winnable.analysis.undead_hint import UndeadHint

    data: dict[str, Any] = {
        "verdict": advice.verdict.value,
        "reason": advice.reason.value,
        "move": advice.text or None,
        "words": advice.words,
        "why": list(advice.why),
        "moves": list(advice.line),
        "others": {other.text: other.verdict.value for other in advice.others},
    }
    if advice.score is not None:
        data["score"] = advice.score
    return data | (hint_data(advice) if isinstance(advice, UndeadHint) else {})


def _show(advice: Hint[Any]) -> None:
    from winnable.analysis.undead_hint import UndeadHint

    if isinstance(advice, UndeadHint):
        show_hint(advice)
    elif advice.move is None:
        click.echo("; ".join(advice.why))
    else:
        named = advice.words.startswith(advice.text)  # as in "draw: 4S to the waste"
        words = advice.words if named else f"{advice.text}: {advice.words}"
        click.echo("; ".join((words, *advice.why)))
