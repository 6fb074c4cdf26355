"""`winnable solve`: positions in, verdicts and solutions out."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeVar

import click

from winnable.cli.groups import Command
from winnable.cli.ink import in_symbols, unicode_option
from winnable.cli.interrupts import cancellable, tell_cancelled, until_cancelled
from winnable.cli.kinds import MOST_NODES, OneOf
from winnable.cli.main import ANSWERED, CANCELLED, LIMIT, NO
from winnable.cli.options import (
    DEFAULT_BYTES,
    after_option,
    autoplay_option,
    count_option,
    default_jobs,
    echo_json,
    game_argument,
    jobs_option,
    json_option,
    limit_options,
    listed,
    load_game,
    make_limits,
    position_argument,
    quiet_option,
)
from winnable.cli.positions import how_many, started
from winnable.cli.progress import Progress
from winnable.errors import InputError, quote
from winnable.text.phrases import count_noun

if TYPE_CHECKING:
    from winnable.cli.positions import Start
    from winnable.search.api import Limits
    from winnable.search.native import RawResult
    from winnable.text.answers import Total

T = TypeVar("T")

_CODES = {True: ANSWERED, False: NO, None: LIMIT}  # of what all answers say together


@click.command(
    "solve",
    cls=Command,
    examples=[
        ("Can deal 617 be won, and how?", "winnable solve freecell 617"),
        ("I played 2a and 3b. Can it still be won?", "winnable solve freecell 617 --after '2a 3b'"),
    ],
)
@game_argument
@position_argument
@after_option(
    "Start after these moves from POSITION. In Spider a move names the cards that it turned up,"
    " if they are not known: '37=QH deal=KS,7D,...'."
)
@click.option(
    "--solver",
    default="auto",
    show_default=True,
    metavar="NAME",
    help="How to solve. auto finds out as fast as it can whether the position can be won. In games "
    "like FreeCell, short looks for a win with few moves, and shortest proves that no win has "
    "fewer. In Pyramid, fewest proves that no win takes fewer actions, and score proves that "
    "nobody can make more points. In Undead, auto also says whether the solution is the only "
    "one, first does not ask that, and count counts the solutions.",
)
@click.option(
    "--metric",
    default=None,
    metavar="NAME",
    help="What the solver keeps small. With shortest: moves, where cards that move together count "
    "once; cards, where each counts; or player-safe, the moves that you make yourself under "
    "--autoplay safe. With fewest: actions (draws, recycles and removals), removals, or passes "
    "through the stock.  [default: moves; actions]",
)
@click.option(
    "--challenge",
    "challenges",
    multiple=True,
    metavar="GOAL",
    help="In Pyramid, reach this goal instead of a win: points=500 makes so many points, clear=3x9 "
    "removes three nines (clear=12x9 does so over several deals), clear=board+3x9 removes them "
    "and wins, and most=9 removes as many nines as possible.",
)
@count_option(
    "With --solver count, stop counting at so many solutions.  [default: 1000000]",
    None,
    MOST_NODES,
)
@click.option(
    "--print",
    "style",
    type=OneOf(["moves", "cards", "words", "boards"]),
    default=None,
    help="How a solution is printed: as moves, where cards may move together; as moves of single "
    "cards; as numbered lines in words; or as the board after each move.  [default: moves; in "
    "Undead the filled board]",
)
@unicode_option
@autoplay_option(
    "Solve the game as it is played in a program that sends cards to the foundations by itself."
    " Those moves are left out of the solution. horne and safe send only cards that are not "
    "needed any more. max sends every card that can go, and then some deals cannot be won.",
    "none",
)
@click.option(
    "--summary", is_flag=True, help="Print only how many positions can be won, and which ones cannot."
)
@limit_options(jobs=True, of="each deal or board")
@jobs_option
@quiet_option
@json_option
def command(
    game: str,
    position: str,
    solver: str,
    metric: str | None,
    challenges: tuple[str, ...],
    after: str,
    count: int | None,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int | None,
    jobs: int | None,
    style: str | None,
    autoplay: str,
    summary: bool,
    as_json: bool,
) -> int:
    """Find out whether POSITION of GAME can be won, and print a solution.

    POSITION is a deal number (617, ms:617, pysol:123456, seed:42), a range of them (ms:1..1000), a game ID of
    Undead, a file of boards, IDs or deal numbers, or - for standard input. If a position cannot be won, that
    is proved.

    Exit code 1: the one position that you asked about cannot be won. 3: a limit was reached before every
    position was decided.
    """
    from winnable.registry import pick_solver
    from winnable.search.solvers import solve_stream

    chosen = load_game(game)
    if len(challenges) > 1:
        what = f"{len(challenges)} challenges: {' and '.join(map(quote, challenges))}"
        raise InputError(what, expected="one --challenge")
    challenge = challenges[0] if challenges else None
    # A wrong name is an error before any position is read.
    policy = autoplay if chosen.info.plays_itself and autoplay != "none" else None
    choice = pick_solver(chosen, solver, metric=metric, challenge=challenge, most=count, autoplay=policy)
    tally = _Tally(chosen.spelled)
    given = make_limits(max_nodes, max_seconds, max_memory or DEFAULT_BYTES)
    asked = how_many(chosen, [position])
    with (
        cancellable() as token,
        Progress(token=token, total=asked, noun="" if asked == 1 else "position") as progress,
    ):
        answers = chosen.family.answers()(chosen, choice, style, autoplay, given, token)
        starts = started(chosen, position, after, given, tally.unmade)
        jobs, items = _useful_jobs(jobs or default_jobs(), until_cancelled(starts, token))
        limits = make_limits(max_nodes, max_seconds, max_memory or DEFAULT_BYTES // jobs)

        def left(start: Start) -> Limits:
            return replace(start.limits, bytes=limits.bytes)

        # Of one position it is told what is known of its solution; of many there would be too much to tell.
        make = choice if asked != 1 else partial(choice.told, lambda found: progress.show(_best(found)))
        for (label, _), result in solve_stream(
            make,
            items,
            limits=limits if chosen.family.generator is None else left,
            jobs=jobs,
            token=token,
        ):
            if result.reason == "cancelled" and not result.stats["expanded"]:
                continue  # not begun
            tally.add(label, result)
            if result.verdict != "unknown" or result.reason != "cancelled":
                answers.note(result)
            if not summary and as_json:
                echo_json(answers.data(label, result))
            elif not summary:
                click.echo(in_symbols(answers.text(label, result)), nl=False)
            progress.show(tally.line(), tally.deals)
        cancelled = token.cancelled
    if cancelled and not tally.deals and (summary or not tally.cancelled):
        raise KeyboardInterrupt
    if summary:
        _show_summary(tally, as_json)
    elif cancelled and asked != 1:
        tell_cancelled(tally.deals, asked, "position")
    total = answers.total()
    if total is not None:
        _show_total(tally.game, total, as_json)
    return CANCELLED if cancelled else tally.code() if total is None else _CODES[total.met]


def _best(found: RawResult) -> str:
    """A solution that is known while a better one is sought."""
    least = f", no win costs less than {found.lower_bound:g}" if found.lower_bound else ""
    return f"{count_noun(found.length, 'move')} known{least}"


def _useful_jobs(jobs: int, items: Iterator[T]) -> tuple[int, Iterator[T]]:
    """One job where there is one item, and the items still to come."""
    if jobs == 1:
        return 1, items
    first = list(islice(items, 2))
    return (jobs if len(first) > 1 else 1), chain(first, items)


class _Tally:
    """What the summary counts."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.start = time.process_time()
        self.deals = self.solved = self.moves = self.peak_bytes = 0
        self.unsolvable: list[str] = []
        self.unknown: list[str] = []
        self.cancelled: list[str] = []  # begun, and not finished: they are none of the deals
        self.unfinished = 0  # solved, but a limit came before it was known how many ways

    def add(self, label: str, result: Any) -> None:
        self.peak_bytes = max(self.peak_bytes, int(result.stats["peak_bytes"]))
        if result.verdict == "unknown" and result.reason == "cancelled":
            self.cancelled.append(label)
            return
        self.deals += 1
        if result.verdict == "solved":
            self.solved += 1
            self.moves += result.length
            self.unfinished += result.reason not in ("goal", "exhausted")
        else:
            (self.unsolvable if result.verdict == "unsolvable" else self.unknown).append(label)

    def unmade(self, label: str) -> None:
        """A puzzle that was not made within the limits."""
        self.deals += 1
        self.unknown.append(label)

    def code(self) -> int:
        if self.unknown or self.unfinished:
            return LIMIT
        return NO if self.deals == len(self.unsolvable) == 1 else ANSWERED

    def line(self) -> str:
        unknown = f", {len(self.unknown)} unknown" if self.unknown else ""
        return f"{self.solved} solved, {len(self.unsolvable)} unsolvable{unknown}"

    def data(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "games": self.deals,
            "wins": self.solved,
            "losses": len(self.unsolvable),
            "lost": self.unsolvable,
            "undecided": self.unknown,
            **({"cancelled": self.cancelled} if self.cancelled else {}),
            "mean_length": round(self.moves / self.solved, 3) if self.solved else None,
            "stats": {
                "cpu_seconds": round(time.process_time() - self.start, 3),
                "peak_bytes": self.peak_bytes,
            },
        }


def _show_total(game: str, total: Total, as_json: bool) -> None:
    if as_json:
        echo_json({"game": game, **total.data})
    else:
        click.echo(total.text)


def _show_summary(tally: _Tally, as_json: bool) -> None:
    data = tally.data()
    if as_json:
        echo_json(data)
        return
    rows = {
        "deals": data["games"],
        "decided": data["wins"] + data["losses"],
        "solved": data["wins"],
        "unsolvable": listed(data["lost"]),
        "unknown": listed(data["undecided"]),
        **({"cancelled": listed(cancelled)} if (cancelled := data.get("cancelled")) else {}),
        "mean length": "none" if data["mean_length"] is None else data["mean_length"],
        "cpu seconds": data["stats"]["cpu_seconds"],
        "peak bytes": data["stats"]["peak_bytes"],
    }
    for name, value in rows.items():
        click.echo(f"{name}: {value}")
