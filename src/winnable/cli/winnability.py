"""`winnable winnability`: the share of a game's deals that can be won."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.groups import Command
from winnable.cli.kinds import MOST_NODES, Share
from winnable.cli.main import ANSWERED, CANCELLED, LIMIT
from winnable.cli.measuring import command_line, measuring, study_option
from winnable.cli.options import (
    count_option,
    echo_json,
    game_argument,
    given,
    jobs_option,
    json_option,
    limit_options,
    load_game,
    make_limits,
    quiet_option,
    seed_option,
    z_option,
)
from winnable.cli.players import policy_named
from winnable.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from winnable.family import AnyGame
    from winnable.studies.experiments.plan import GameDeals
    from winnable.studies.winnability import Winnability

_WIDE_Z = 3.0
_SHOWN = 5


@click.command(
    "winnability",
    cls=Command,
    examples=[
        ("What share of Pyramid's deals can be won?", "winnable winnability pyramid --count 500"),
        (
            "How many do you win if you always remove what you can?",
            "winnable winnability pyramid --policy greedy --count 100",
        ),
    ],
)
@game_argument
@count_option("How many deals to decide at most.", 10_000, MOST_NODES)
@seed_option
@click.option(
    "--from",
    "first",
    default=None,
    metavar="DEAL",
    help="Take the deals from this one on, such as ms:1, instead of random ones.",
)
@click.option(
    "--half-width",
    type=Share(),
    default=None,
    metavar="SHARE",
    help="Stop when the share is known to plus or minus this: 0.005 or 0.5%.",
)
@z_option
@click.option(
    "--policy",
    default=None,
    metavar="NAME",
    help="Count the deals that this policy wins instead. A policy is a computer player that sees only what "
    "you see; 'winnable games GAME' lists them.",
)
@limit_options(memory="256M", of="each deal")  # for any number of jobs, so that the answer is the same
@jobs_option
@quiet_option
@study_option
@json_option
def command(
    game: str,
    count: int,
    seed: int,
    first: str | None,
    half_width: float | None,
    z: float,
    policy: str | None,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    jobs: int | None,
    file: Path | None,
    as_json: bool,
) -> int:
    """Estimate what share of the deals of GAME can be won by somebody who knows all cards.

    Every deal is decided exactly. If a limit is reached for a deal, it counts as lost at the lower end of the
    interval, and as won at the upper end. The same seed gives the same answer, unless you use --max-seconds.
    With --policy the deals are played, and --max-nodes is the most moves of a game.

    Exit code 3: some deals were not decided within the limits.
    """
    from winnable.studies.winnability import counted, winnability_study

    if first is not None and given("seed"):
        raise click.UsageError("--seed and --from both choose the deals: give one")
    chosen = load_game(game)
    if chosen.info.always_winnable:
        what = f"every deal of {chosen.info.title} has a solution: it is made so"
        raise InputError(what, expected="a game of cards")
    deals, source = _choose(chosen, first, count, seed)
    if policy is not None:
        policy = policy_named(chosen, policy)
        source |= {"policy": policy, "seed": seed}
    study = winnability_study(
        chosen,
        deals,
        policy,
        seed,
        half_width=half_width,
        z=z,
        limits=make_limits(max_nodes, max_seconds, max_memory),
        kept=file is not None,
        text=command_line(),
    )
    start = time.process_time()
    with measuring(study, file, jobs, "deal") as (asked, going):
        (units,) = asked.units
        found = counted(units, z, cancelled=going.cancelled)
    if found.cancelled and not found.deals:
        raise KeyboardInterrupt  # of nothing there is no share
    cpu_seconds = round(time.process_time() - start, 3)
    if as_json:
        echo_json({"game": chosen.spelled, **source, **_data(found, cpu_seconds, played=policy is not None)})
    else:
        _print(chosen.spelled, source, found, cpu_seconds)
    if found.cancelled:
        return CANCELLED
    return LIMIT if found.undecided else ANSWERED


def _choose(
    game: AnyGame, first: str | None, count: int, seed: int
) -> tuple[GameDeals, dict[str, int | str]]:
    """The deals, and where they come from."""
    from winnable.deals import consecutive_deals, parse_deal
    from winnable.studies.experiments.plan import GameDeals

    if first is None:
        return GameDeals(game.spelled, random=count), {"seed": seed}
    begin = parse_deal(first, game.info.dialects[0])
    return GameDeals(game.spelled, (consecutive_deals(begin, count),)), {"from": str(begin)}


def _data(found: Winnability, cpu_seconds: float, *, played: bool) -> dict[str, Any]:
    least, most = found.share
    proved = {"losses": found.unwinnable, "undecided": found.undecided}
    return {
        "games": found.deals,
        "wins": found.winnable,
        **({"broken_off": len(found.undecided)} if played else proved),
        "share": least if least == most else None,
        "share_bounds": [least, most],
        "z": found.z,
        "interval": found.interval(),
        "interval_3_sigma": found.interval(_WIDE_Z),
        **({"interval_at_any_time": found.interval_at_any_time()} if found.by_rule else {}),
        "half_width": found.half_width,
        "stats": {
            "expanded": found.expanded,
            "peak_bytes": found.peak_bytes,
            "cpu_seconds": cpu_seconds,
        },
    }


def _print(game: str, source: dict[str, int | str], found: Winnability, cpu_seconds: float) -> None:
    least, most = found.share
    drawn = f"from {source['from']} on" if "from" in source else f"drawn with seed {source['seed']}"
    policy = source.get("policy")
    counts = {
        "winnable": found.winnable,
        "unwinnable": found.unwinnable,
        "undecided": _named(found.undecided),
    }
    played = {"policy": policy, "won": found.winnable, "broken off": _named(found.undecided)}
    rows = {
        "game": game,
        "deals": f"{found.deals}, {drawn}",
        **(counts if policy is None else played),
        "share": _percent(least) if least == most else f"{_percent(least)} to {_percent(most)}",
        **_intervals(found),
        "positions expanded": found.expanded,
        "cpu seconds": cpu_seconds,
        **({"peak bytes": found.peak_bytes} if policy is None else {}),
    }
    for name, value in rows.items():
        click.echo(f"{name}: {value}")


def _intervals(found: Winnability) -> dict[str, str]:
    """Where the deals decided when to stop, an interval for as many chosen in advance is no honest one."""
    if found.by_rule:
        return {f"interval at any time, z {found.z:g}": _span(found.interval_at_any_time())}
    return {
        f"interval, z {found.z:g}": _span(found.interval()),
        "interval, z 3": _span(found.interval(_WIDE_Z)),
    }


def _span(ends: tuple[float, float]) -> str:
    return " to ".join(map(_percent, ends))


def _named(deals: list[str]) -> str:
    """How many, and the first of them; --json has them all."""
    if not deals:
        return "none"
    return f"{len(deals)} ({', '.join(deals[:_SHOWN])}{', …' if len(deals) > _SHOWN else ''})"


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"
