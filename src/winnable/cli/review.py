"""`winnable review`: was it winnable after each move, and which move lost it?"""

from __future__ import annotations

import click

from winnable.cli.groups import Command
from winnable.cli.ink import in_symbols, unicode_option
from winnable.cli.interrupts import cancellable
from winnable.cli.main import ANSWERED, CANCELLED, LIMIT
from winnable.cli.options import (
    about,
    autoplay_option,
    count_option,
    default_jobs,
    echo_json,
    game_argument,
    jobs_option,
    json_option,
    limit_options,
    load_game,
    make_limits,
    position_argument,
    quiet_option,
    seed_option,
)
from winnable.cli.positions import read_moves, session_within
from winnable.cli.progress import Progress
from winnable.errors import InputError

_POLICY, _GAMES = "fast", 30
_NO_NODES = "a policy plays here, which has no limit in nodes"


@click.command(
    "review",
    cls=Command,
    examples=[
        ("I began deal 617 so. Did a move lose it?", "winnable review freecell 617 '2a 3b'"),
        ("The same of a game written in a file:", "winnable review freecell 617 moves.txt"),
    ],
)
@game_argument
@position_argument
@click.argument("moves", metavar="MOVES")
@autoplay_option(
    "Which cards went to the foundations by themselves, if MOVES leave those moves out.  "
    "[default: what MOVES say, or else what fits them]"
)
@click.option(
    "--open", "open_cards", is_flag=True, help="Ask the solver, which knows every card, and no policy."
)
@click.option(
    "--policy",
    default=None,
    metavar="NAME",
    help="Where cards are hidden: the policy that plays on from each position. 'winnable games GAME' lists "
    f"them.  [default: {_POLICY}]",
)
@count_option(
    f"Where cards are hidden: how many games are played from each position.  [default: {_GAMES}]", None, 10**6
)
@seed_option
@unicode_option
@limit_options(seconds=60.0)
@jobs_option
@quiet_option
@json_option
def command(
    game: str,
    position: str,
    moves: str,
    autoplay: str | None,
    open_cards: bool,
    policy: str | None,
    count: int | None,
    seed: int,
    jobs: int | None,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
) -> int:
    """Say which of the MOVES from POSITION of GAME lost the game, and what would have won.

    MOVES is a file, - for standard input, or the moves themselves: '26 3a 5h'.

    If cards are hidden, nobody can know whether a move lost the game. Then a policy, a computer player that
    sees only what you see, plays from each position to the end, many times. You are told after which move it
    wins much less often. This is so in Spider. In Pyramid it is so if some cards are unknown, or with
    --policy or --count.

    Exit code 3: a limit was reached before it was known which move lost the game.
    """
    from winnable.analysis.chances import Chances
    from winnable.analysis.hint import can_hide, plays_unseen
    from winnable.moves import Autoplay
    from winnable.search.policy import make_policy, strongest_policy

    chosen = load_game(game)
    asked = policy is not None or count is not None
    if not chosen.info.hidden and open_cards:
        raise InputError(f"{chosen.info.title} hides no cards", mend="leave out --open")
    if asked and (open_cards or not can_hide(chosen)):
        raise InputError(
            "here a solver is asked, which knows every card", mend="leave out --policy and --count"
        )
    surely = asked or (plays_unseen(chosen) and not open_cards)  # else unknown cards may ask for it
    if surely and max_nodes is not None:
        raise InputError(_NO_NODES, expected="--count, or --open")
    if position == moves == "-":
        raise InputError(
            "position and moves cannot both be standard input", expected="a file for one of them"
        )
    if surely:
        if policy is None:
            strongest_policy(chosen, otherwise="--open, or --policy random")
        make_policy(chosen, policy or _POLICY)
    label, session, limits = session_within(
        make_limits(max_nodes, max_seconds, max_memory),
        chosen,
        position,
        open_cards=open_cards,
        unseen=asked,
    )
    unseen = session.unseen
    if unseen and max_nodes is not None:
        raise InputError(_NO_NODES, expected="--count, or --open")
    session.play_all(read_moves(chosen, moves, "MOVES"), None if autoplay is None else Autoplay(autoplay))
    noun = "game" if unseen else "position"
    with cancellable() as token, Progress(token=token, noun=noun) as progress:
        found = session.review(
            policy=policy or _POLICY,
            games=count or _GAMES,
            seed=seed,
            jobs=jobs or default_jobs(),
            limits=limits,
            token=token,
            on_step=lambda done, most: progress.show("", done, most),
        )
        cancelled = token.cancelled
    if cancelled and isinstance(found, Chances) and not found.games:
        raise KeyboardInterrupt  # of nothing there is no chance
    if as_json:
        echo_json({**about(chosen, label), **found.data()})
    else:
        click.echo(in_symbols(found.text()), nl=False)
    return CANCELLED if cancelled else ANSWERED if found.complete else LIMIT
