"""`winnable audit`: does some program stack its deals?"""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.interrupts import cancellable
from winnable.cli.main import ANSWERED, CANCELLED, NO
from winnable.cli.options import default_jobs, echo_json, json_option, variant_option
from winnable.cli.players import (
    hidden_game,
    jobs_option,
    log_option,
    make_player,
    open_log,
    policy_option,
    seed_option,
)
from winnable.cli.positions import all_entries
from winnable.cli.progress import Progress
from winnable.errors import InputError, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from winnable.family import AnyGame
    from winnable.studies.audit import Audit, DealtGame

_SEEN = 0.05  # the difference that the answer says how many hands it takes to see
_SHOWN = 5


@click.command("audit")
@click.argument("game", default="spider", metavar="[GAME]")
@variant_option
@click.option(
    "--hands",
    "source",
    required=True,
    metavar="DIR",
    help="The hands: a folder of files, a file, a range of deals such as ms:1..40, or -.",
)
@click.option(
    "--random",
    "count",
    type=click.IntRange(1, 10**6),
    default=None,
    metavar="N",
    help="Random hands to compare with.  [default: as many]",
)
@policy_option
@click.option(
    "--games", type=click.IntRange(1, 10**6), default=10, show_default=True, help="Games of each hand."
)
@click.option(
    "--shuffles",
    type=click.IntRange(1, 10**6),
    default=999,
    show_default=True,
    help="Sets of even shuffles that the places of the cards are compared with.",
)
@seed_option
@jobs_option
@log_option
@json_option
def command(
    game: str,
    source: str,
    count: int | None,
    policy: str,
    games: int,
    shuffles: int,
    seed: int,
    jobs: int | None,
    log: str | None,
    as_json: bool,
) -> int:
    """Compare hands that some program dealt with evenly shuffled ones.

    Are they as easy to win, and do ranks and suits lie evenly in them? The same player plays as many games
    of each hand and of each random one. GAME is spider unless named. Exit code 1: an alarm, which fair hands
    give in at most 5 audits of 100.
    """
    from winnable.studies import audit
    from winnable.studies.shuffle import shuffle_tests

    chosen = hidden_game(game)
    if not isinstance(chosen, audit.DealtGame):
        what = f"{chosen.info.title} has no hands with hidden cards in columns, which an audit compares"
        raise InputError(what, expected="spider or one of its kin")
    hands, repeated, lengths = _starts(chosen, source)
    start = time.process_time()
    with ExitStack() as stack:
        token = stack.enter_context(cancellable())
        progress = stack.enter_context(Progress())
        play = make_player(chosen, policy, jobs or default_jobs(), token)
        record = open_log(stack, chosen, policy, log, [source])
        drawn = audit.drawn_hands(chosen, count or len(hands), seed, lengths)
        shuffle = shuffle_tests(
            audit.start_layout(chosen, lengths),
            [audit.start_of(chosen, chosen.setup(hand), lengths) for hand in hands],
            shuffles=shuffles,
            seed=seed,
            token=token,
            on_shuffle=lambda made: progress.show(f"{made} of {shuffles} sets shuffled"),
        )
        won = audit.play_hands(play, hands, drawn, games, seed=seed, on_game=record)
        found = audit.Audit(games, *won, shuffle, seed=seed, cancelled=token.cancelled)
    data = {
        "game": chosen.spelled,
        "from": source,
        "policy": policy,
        "seed": seed,
        "repeated": repeated,
        **_data(found),
        "stats": {"cpu_seconds": round(time.process_time() - start, 3)},
    }
    if as_json:
        echo_json(data)
    else:
        _print(data, found)
    if found.cancelled:
        return CANCELLED
    return NO if found.alarm else ANSWERED


def _starts(game: DealtGame, source: str) -> tuple[list[Any], int, list[int]]:
    """The different hands, how many of those read were the same as an earlier one, and how many cards each
    column has in all of them."""
    from winnable.studies.audit import start_lengths, start_of

    starts: dict[bytes, Any] = {}
    lengths: list[int] = []
    read = 0
    for label, entry in _entries(game, source):
        setup = entry.checked(game)
        try:
            lengths = lengths or start_lengths(game, setup)
            hand = start_of(game, setup, lengths)
        except InputError as error:
            raise error.at(source=label) from None
        read += 1
        starts.setdefault(hand, game.position(setup))
    if not starts:
        raise InputError(f"there are no hands in {quote(source)}", expected="a file for each hand")
    return list(starts.values()), read - len(starts), lengths


def _entries(game: AnyGame, source: str) -> Iterator[tuple[str, Any]]:
    """What the files of a folder hold, by name; or what the argument itself names."""
    folder = Path(source)
    if source == "-" or not folder.is_dir():
        yield from all_entries(game, source)
        return
    for path in sorted(folder.iterdir()):
        if path.is_file() and not path.name.startswith("."):
            yield from all_entries(game, str(path))


def _data(found: Audit) -> dict[str, Any]:
    interval, tests = found.interval(), found.shuffle
    given, drawn = found.means
    return {
        "hands": len(found.given),
        "random_hands": len(found.drawn),
        "games": found.games,
        "share": given,
        "random_share": drawn,
        "difference": found.difference,
        "difference_interval": interval,
        "p_equity": found.equity_p,
        "p_shuffle": None if tests is None else tests.p,
        "shuffle_tests": [
            {"name": test.name, "p": test.p, "corrected": test.corrected, "most": test.most}
            for test in (() if tests is None else tests.tests)
        ],
        "p": found.p,
        "alarm_level": found.level,
        "alarm": found.alarm,
        "visible_difference": found.visible(),
        "hands_to_see_5_points": found.hands_to_see(_SEEN),
    }


def _print(data: dict[str, Any], found: Audit) -> None:
    repeated = f"; {data['repeated']} more were the same as one of these" if data["repeated"] else ""
    rows = {
        "game": data["game"],
        "hands": f"{data['hands']} of {data['from']}{repeated}",
        "random hands": data["random_hands"],
        "policy": f"{data['policy']}, {data['games']} games of each hand, seed {data['seed']}",
        "equity of the hands": _percent(data["share"]),
        "equity of the random ones": _percent(data["random_share"]),
        "difference": _difference(data),
        "p, as easy to win": f"{data['p_equity']:.4f}",
        "p, evenly shuffled": _shuffle(data),
        "p, both questions": f"{data['p']:.4f}",
    }
    for name, value in rows.items():
        click.echo(f"{name}: {value}")
    for test in data["shuffle_tests"]:
        click.echo(f"  {test['name']}: p {test['p']:.3f}, corrected {test['corrected']:.3f}; {test['most']}")
    for line in verdict(found):
        click.echo(line)
    click.echo(f"cpu seconds: {data['stats']['cpu_seconds']}")


def verdict(found: Audit) -> list[str]:
    """What the audit says in words, and what it cannot say."""
    lines = []
    if found.alarm:
        share = f"{100 * found.level:g} of 100"
        lines.append(f"ALARM: of fair hands at most {share} such audits would say so")
    else:
        lines.append("no alarm: evenly shuffled hands often look like these")
    if found.interval() is None:
        lines.append("these are too few hands to say how much easier or harder they are to win")
        return lines
    need = f"to see {100 * _SEEN:g} points takes about {found.hands_to_see(_SEEN):,} hands of each kind"
    if found.visible() > _SEEN:
        lines.append(f"{_points(found.visible())} or more would be seen four times of five; {need}")
    else:
        lines.append(f"a difference of {_points(found.visible())} or more would be seen four times of five")
    return lines


def _difference(data: dict[str, Any]) -> str:
    span = data["difference_interval"]
    where = (
        "too few hands for an interval" if span is None else f"{100 * span[0]:+.1f} to {100 * span[1]:+.1f}"
    )
    return f"{100 * data['difference']:+.1f} points; {where}"


def _shuffle(data: dict[str, Any]) -> str:
    return "not tested" if data["p_shuffle"] is None else f"{data['p_shuffle']:.4f}"


def _points(share: float) -> str:
    return f"{100 * share:.1f} points"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
