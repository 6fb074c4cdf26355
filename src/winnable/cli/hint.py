"""`winnable hint`: the best move, and why."""

from __future__ import annotations

import click

from winnable.cli.groups import Command
from winnable.cli.ink import in_symbols, unicode_option
from winnable.cli.interrupts import cancellable
from winnable.cli.main import ANSWERED, CANCELLED, LIMIT, NO
from winnable.cli.options import (
    about,
    after_option,
    echo_json,
    game_argument,
    json_option,
    limit_options,
    load_game,
    make_limits,
    position_argument,
    quiet_option,
    seed_option,
)
from winnable.cli.positions import session_within
from winnable.cli.progress import Progress
from winnable.errors import InputError


@click.command(
    "hint",
    cls=Command,
    examples=[
        ("What is the best move at the start of deal 617?", "winnable hint freecell 617"),
        ("And after the move 2a?", "winnable hint freecell 617 --after 2a"),
    ],
)
@game_argument
@position_argument
@after_option(
    "Start after these moves from POSITION, such as '26 3a 5h', 'draw 8S+5D' or 'r2c3=g'. In "
    "Spider a move names the cards that it turned up: '37=QH deal=KS,7D,...'."
)
@click.option(
    "--policy",
    default=None,
    metavar="NAME",
    help="In games with hidden cards: the policy whose move you want. 'winnable games GAME' lists "
    "the policies.  [default: best, if it can play the game]",
)
@seed_option
@click.option("--open", "open_cards", is_flag=True, help="Ask the solver instead, which knows every card.")
@unicode_option
@limit_options(seconds=10.0)
@quiet_option
@json_option
def command(
    game: str,
    position: str,
    after: str,
    policy: str | None,
    seed: int,
    open_cards: bool,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
) -> int:
    """Give the best move in POSITION of GAME, and say why it is good.

    POSITION is a deal, a file with one board, or - for standard input. The move is the first of a short win.
    If the game is lost and counts points, it is the first move towards the most points. In Undead it is the
    next square that is certain, with the reason. Mistakes on the board, and wrong pencil marks in a save
    file, are named first.

    If cards are hidden, the move is that of a policy, a computer player that sees only what you see. This is
    so in Spider. In Pyramid it is so if some cards are written ??, or with --policy.

    Exit code 1: the position is lost. 3: no win was found within the limits, or the policy gives up.
    """
    from winnable.analysis.hint import can_hide

    chosen = load_game(game)
    if not chosen.info.hidden and (open_cards or policy is not None):
        what = f"{chosen.info.title} hides no cards: its hints are the solver's"
        raise InputError(what, mend="leave out --open and --policy")
    if not can_hide(chosen) and policy is not None:
        what = f"{chosen.info.title} has no policies: its hints are the solver's, which knows every card"
        raise InputError(what, mend="leave out --policy")
    if open_cards and policy is not None:
        raise InputError("--open asks the solver, --policy a policy", expected="one of them")
    label, session, limits = session_within(
        make_limits(max_nodes, max_seconds, max_memory),
        chosen,
        position,
        after,
        open_cards=open_cards,
        unseen=policy is not None,
    )
    cancelled = False
    if session.unseen:  # nothing to cancel: an interrupt ends it at once
        with Progress():
            advice = session.hint(policy=policy, seed=seed)
    else:
        with cancellable() as token, Progress(token=token):
            advice = session.hint(limits=limits, token=token)
            cancelled = token.cancelled
        if cancelled and advice.move is None and advice.verdict.value == "unknown":
            raise KeyboardInterrupt  # there is nothing to tell
    if as_json:
        drawn = {"seed": seed} if session.unseen else {}
        echo_json({**about(chosen, label), **drawn, **advice.data()})
    else:
        click.echo(in_symbols(advice.text()), nl=False)
    if cancelled:
        return CANCELLED
    if session.unseen and advice.move is not None:
        return ANSWERED
    return {"solved": ANSWERED, "unsolvable": NO, "unknown": LIMIT}[advice.verdict.value]
