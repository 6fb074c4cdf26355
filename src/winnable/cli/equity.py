"""`winnable equity`: how likely a player who sees no hidden card wins a hand."""

from __future__ import annotations

import time
from contextlib import ExitStack
from itertools import count as numbers_from
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.groups import Command
from winnable.cli.interrupts import cancellable
from winnable.cli.kinds import Share
from winnable.cli.main import ANSWERED, CANCELLED
from winnable.cli.measuring import command_line, line_of, study_option
from winnable.cli.options import (
    about,
    after_option,
    count_option,
    default_jobs,
    echo_json,
    jobs_option,
    json_option,
    quiet_option,
    seed_option,
    variant_option,
    z_option,
)
from winnable.cli.players import hidden_game, log_option, open_log, policy_named, policy_option
from winnable.cli.positions import one_setup
from winnable.cli.progress import Progress
from winnable.text.phrases import count_noun

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Record = Callable[["World", "Played"], None]

    from winnable.analysis.equity import Equity, MoveEquity, Played, World

_BAR = 20  # cells


@click.command(
    "equity",
    cls=Command,
    examples=[
        ("How likely is it to win this deal?", "winnable equity spider:suits=1 seed:1 --count 20"),
        ("And after each first move?", "winnable equity spider:suits=1 seed:1 --moves --count 2"),
    ],
)
@click.argument("words", nargs=-1, required=True, metavar="[GAME] HAND")
@variant_option
@after_option(
    "Start after these moves from HAND, with the cards that they turned up: '37=QH deal=KS,7D,...'."
)
@policy_option
@count_option("How many games to play at most. With --moves, how many for each move.", 100)
@click.option(
    "--half-width",
    type=Share(),
    default=None,
    metavar="SHARE",
    help="Stop when the chance is known to plus or minus this: 0.05 or 5%.",
)
@click.option(
    "--sampled", is_flag=True, help="Draw the hidden cards anew for each game, even if HAND has them."
)
@click.option("--moves", "each_move", is_flag=True, help="Estimate the chance after each legal move instead.")
@z_option
@seed_option
@jobs_option
@quiet_option
@study_option
@log_option
@json_option
def command(
    words: tuple[str, ...],
    after: str,
    policy: str,
    count: int,
    half_width: float | None,
    sampled: bool,
    each_move: bool,
    z: float,
    seed: int,
    jobs: int | None,
    file: Path | None,
    log: str | None,
    as_json: bool,
) -> int:
    """Estimate how likely a player who sees no hidden card wins HAND.

    A policy, a computer player that sees only what you see, plays HAND again and again. The share of games
    that it wins is called the equity of the hand. HAND is a deal, a file with one board, or - for standard
    input. GAME is spider if you do not name it. Cards that are not known, written ??, are drawn anew for each
    game. The same seed gives the same games.
    """
    from winnable.analysis.equity import World, hide, is_open, measure, measure_moves, worlds
    from winnable.search.policy import make_policy
    from winnable.studies.equity import equity_study
    from winnable.studies.experiments.measured import measurer
    from winnable.studies.experiments.played import play_of

    if len(words) > 2:
        raise click.UsageError("there are too many arguments; expected a game and a hand")
    game = hidden_game(words[0] if len(words) == 2 else None)
    label, setup = one_setup(game, words[-1], after)
    if sampled:
        setup = hide(game, setup)
    policy = policy_named(game, policy)
    make_policy(game, policy)  # before anything is written: is there such a one?
    first = next(worlds(game, setup, seed)).position
    among = list(game.distinct_moves(first)) if each_move else None
    start = time.process_time()
    with ExitStack() as stack:
        token = stack.enter_context(cancellable())
        progress = stack.enter_context(Progress(token=token, total=count, noun="game"))
        record = open_log(stack, game, policy, log, [words[-1], *map(str, filter(None, [file]))])
        study = equity_study(
            game,
            label,
            setup,
            policy,
            count,
            seed=seed,
            moves=among and [game.notation.format(first, move) for move in among],
            text=command_line(),
        )
        fixed = {"after": after, "policy": policy, "seed": seed, "sampled": sampled, "moves": each_move}
        asked = line_of("equity", game.spelled, words[-1], **fixed)
        measuring = measurer(file, jobs=jobs or default_jobs(), token=token, made_by=asked)
        play = play_of(stack.enter_context(stack.enter_context(measuring).follow(study)))
        # The study makes its games' starts itself; only a log needs them here, too.
        source = worlds(game, setup, seed) if log else (World(number, first, 0) for number in numbers_from())
        options: dict[str, Any] = {"count": count, "half_width": half_width, "z": z, "token": token}
        data = {**about(game, label), "policy": policy, "seed": seed, "z": z}
        if among is not None:
            moves = measure_moves(
                game, play, source, among=among, on_game=_told_moves(record, progress), **options
            )
            data["choices"] = [_move_data(move, moves[0], z) for move in moves]
            cancelled = any(move.equity.cancelled for move in moves)
            played = sum(move.equity.games for move in moves)
        else:
            found = measure(play, source, on_game=_told(record, progress), **options)
            data |= _data(found) | ({"different_games": found.different} if is_open(setup) else {})
            cancelled, played = found.cancelled, found.games
    if cancelled and not played:
        raise KeyboardInterrupt  # of nothing there is no share
    data["stats"] = {"cpu_seconds": round(time.process_time() - start, 3)}
    if as_json:
        echo_json(data)
    else:
        _print(data, stops=half_width is not None)
    return CANCELLED if cancelled else ANSWERED


def _told(record: Record, progress: Progress) -> Callable[[Equity, World, Played], None]:
    def on_game(found: Equity, world: World, game: Played) -> None:
        record(world, game)
        progress.show(f"won {_span(found.interval)} of them", found.games)

    return on_game


def _told_moves(record: Record, progress: Progress) -> Callable[[list[MoveEquity], World, Played], None]:
    def on_game(moves: list[MoveEquity], world: World, game: Played) -> None:
        record(world, game)
        progress.show(f"each of {count_noun(len(moves), 'move')} is played in them", moves[0].equity.games)

    return on_game


def _data(found: Equity) -> dict[str, Any]:
    return {
        "games": found.games,
        "wins": found.won,
        "share": found.share,
        "interval": list(found.interval),
        "interval_at_any_time": list(found.sequence.interval),
    }


def _move_data(move: MoveEquity, best: MoveEquity, z: float) -> dict[str, Any]:
    return {"move": move.text, **_data(move.equity), "less_than_best": list(best.against(move, z))}


def _print(data: dict[str, Any], *, stops: bool) -> None:
    click.echo(f"game: {data['game']}")
    click.echo(f"hand: {data['deal']}")
    click.echo(f"policy: {data['policy']}, seed {data['seed']}")
    if "choices" in data:
        _print_moves(data["choices"], stops)
    else:
        _print_equity(data, stops)
    click.echo(f"cpu seconds: {data['stats']['cpu_seconds']}")


def _print_equity(data: dict[str, Any], stops: bool) -> None:
    games, different = data["games"], data.get("different_games")
    click.echo(f"games: {games}" + ("" if different is None else f", {different} of them different"))
    click.echo(f"won: {data['wins']}")
    click.echo(f"equity: {_percent(data['share'])}")
    click.echo(f"interval, z {data['z']:g}{_if_chosen(games, stops)}: {_span(data['interval'])}")
    click.echo(f"interval at any time, 95 %: {_span(data['interval_at_any_time'])}")
    if different == 1 and games > 1:
        click.echo(
            f"all {games} games are one and the same: this player finds nothing to choose here, so the "
            "intervals say only that it always plays so; try --sampled"
        )


def _if_chosen(games: int, stops: bool) -> str:
    """What the interval takes for granted that is not so where the games decide when to stop."""
    return f", had {count_noun(games, 'game')} been chosen in advance" if stops else ""


def _print_moves(moves: list[dict[str, Any]], stops: bool) -> None:
    if not moves:
        click.echo("there is no legal move")
        return
    games = moves[0]["games"]
    click.echo(f"games: {games} of each move, in the same worlds")
    if stops:
        click.echo(f"intervals{_if_chosen(games, stops)}; those at any time, 95 %, are in --json")
    width = max(len(move["move"]) for move in moves)
    for i, move in enumerate(moves):
        less = "" if not i else f"; {_behind(move['less_than_best'])} {moves[0]['move']}"
        bar = _bar(move["share"])
        click.echo(
            f"{move['move']:<{width}} {bar} {_percent(move['share'])}, {_span(move['interval'])}{less}"
        )


def _bar(share: float) -> str:
    full = round(_BAR * share)
    return "#" * full + "." * (_BAR - full)


def _behind(ends: Any) -> str:
    """``13.9 to 40.0 points worse than``, or ``from 5.1 points better to 30.2 points worse than``."""
    low, high = (round(100 * end, 1) for end in ends)
    if low < 0 < high:
        return f"from {-low} points better to {high} points worse than"
    return f"{low} to {high} points worse than" if low >= 0 else f"{-high} to {-low} points better than"


def _span(ends: Any) -> str:
    low, high = ends
    return f"{100 * low:.1f} to {100 * high:.1f} %"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
