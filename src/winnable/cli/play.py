"""`winnable play`: games with hidden cards, played out by a policy."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from winnable.cli.groups import Command
from winnable.cli.interrupts import cancellable, tell_cancelled, until_cancelled
from winnable.cli.kinds import MOST_NODES, OneOf, Whole
from winnable.cli.main import ANSWERED, CANCELLED, LIMIT
from winnable.cli.options import (
    about,
    after_option,
    count_option,
    default_jobs,
    echo_json,
    game_argument,
    jobs_option,
    json_option,
    max_seconds_option,
    quiet_option,
    seed_option,
)
from winnable.cli.players import hidden_game, log_option, open_log, policy_named
from winnable.cli.positions import all_entries, how_many, position_after
from winnable.cli.progress import Progress

if TYPE_CHECKING:
    from winnable.family import AnyGame
    from winnable.search.policy import PlayedGame
    from winnable.text.detect import Entry

_SEEDS = 2**64
_BROKEN_OFF = ("moves", "time", "memory")


class _Item(NamedTuple):
    """A game to play: ``play_many`` wants the position second and the seed third."""

    label: str
    position: Any
    seed: int
    entry: Entry


@click.command(
    "play",
    cls=Command,
    examples=[
        ("Let the fast policy play a deal of Spider:", "winnable play spider 1 --policy fast"),
        (
            "How many of ten deals does it win?",
            "winnable play spider:suits=1 1..10 --policy fast --summary",
        ),
    ],
)
@game_argument
@click.argument("positions", nargs=-1, required=True, metavar="POSITION...")
@click.option(
    "--policy",
    default="best",
    show_default=True,
    metavar="NAME",
    help="Who plays: best (takes up to 10 seconds for a game), fast (0.2 seconds), random, or another that "
    "'winnable games GAME' lists.",
)
@seed_option
@after_option("Start after these moves, with the cards that they turned up: '37=QH deal=KS,7D,...'.")
@count_option("How many games to play from each POSITION, with seeds from --seed on.")
@click.option(
    "--boards",
    type=Whole(1),
    default=None,
    help="For best and fast: how many boards a search keeps. In Pyramid, in how many ways the hidden"
    " cards are laid out for each decision. With more of them it plays better and more slowly.",
)
@click.option(
    "--settings",
    type=click.Path(path_type=Path),
    default=None,
    metavar="FILE",
    help="For moveblocks: read its parameters from this file, which is written like moveblocks.toml.",
)
@click.option(
    "--max-moves",
    type=Whole(1, MOST_NODES),
    default=None,
    help="Make at most this many moves in each game. A game of 2000 moves always counts as conceded.",
)
@max_seconds_option("each game")
@jobs_option
@quiet_option
@click.option(
    "--print",
    "style",
    type=OneOf(["moves", "words", "boards"]),
    default="moves",
    show_default=True,
    help="How a game is printed: as moves, as numbered lines in words, or as the board after each move.",
)
@click.option("--summary", is_flag=True, help="Print only how many games were won.")
@log_option
@json_option
def command(
    game: str,
    positions: tuple[str, ...],
    policy: str,
    seed: int,
    after: str,
    count: int,
    boards: int | None,
    settings: Path | None,
    max_moves: int | None,
    max_seconds: float | None,
    jobs: int | None,
    style: str,
    summary: bool,
    log: str | None,
    as_json: bool,
) -> int:
    """Let a policy play POSITION of GAME to the end.

    A policy is a computer player that sees only what you would see, and takes no move back. Policies play
    Spider and games like it, and Pyramid.

    POSITION is a deal number (617, pysol:123456, seed:42), a range (1..1000), a file of boards or deal
    numbers, or - for standard input. All cards must be known, but the policy is not shown the hidden ones.
    The same deal, policy and seed give the same game.

    Exit code 3: a limit broke off some game.
    """
    from winnable.family import require
    from winnable.search.api import Limits
    from winnable.search.policy import make_policy, play_many

    chosen = hidden_game(game, to_play=True)
    policy = policy_named(chosen, policy)
    policies = require(chosen, "policies", chosen.family.policies)()
    given = None if settings is None else policies.settings(settings)
    make = partial(make_policy, chosen, policy, settings=given, boards=boards)
    make()  # a wrong name is an error before any position is read
    tally = _Tally(chosen, policy, seed)
    with ExitStack() as stack:
        token = stack.enter_context(cancellable())
        asked = how_many(chosen, positions)
        total = None if asked is None else asked * count
        progress = stack.enter_context(Progress(token=token, total=total, noun="" if total == 1 else "game"))
        record = open_log(stack, chosen, policy, log, positions, boards)
        for item, played in play_many(
            chosen,
            until_cancelled(_items(chosen, positions, after, seed, count), token),
            make,
            limits=Limits(nodes=max_moves, seconds=max_seconds),
            jobs=jobs or default_jobs(),
            token=token,
        ):
            if played.reason == "cancelled":
                break
            tally.add(played)
            record(item, played, None if after else item.entry.deal)
            if not summary:
                _show(chosen, policy, item, played, style, as_json)
            progress.show(f"{tally.won} won", tally.games)
        cancelled = token.cancelled
    if cancelled and not tally.games:
        raise KeyboardInterrupt  # of nothing there is no share
    if cancelled and not summary:
        tell_cancelled(tally.games, total, "game")
    if summary or (tally.games > 1 and not as_json):
        _show_summary(tally, as_json, brief=not summary)
    return CANCELLED if cancelled else LIMIT if tally.broken_off else ANSWERED


def _items(game: AnyGame, positions: Iterable[str], after: str, seed: int, count: int) -> Iterator[_Item]:
    for text in positions:
        for label, entry in all_entries(game, text):
            position = position_after(game, entry, after)
            for number in range(count):
                yield _Item(label, position, (seed + number) % _SEEDS, entry)


def _show(game: AnyGame, policy: str, item: _Item, played: PlayedGame, style: str, as_json: bool) -> None:
    from winnable.text.solution_text import Style, format_solution, move_texts

    if as_json:
        texts = (
            list(played.texts)
            if style == "moves"
            else move_texts(game, played.start, played.moves, style=Style(style))
        )
        echo_json(
            {
                **about(game, item.label),
                "policy": policy,
                "seed": item.seed,
                "won": played.won,
                "reason": played.reason,
                "why": [played.why] if played.why else [],
                **({"complete_runs": played.runs} if game.info.runs_leave else {}),
                "score": played.score,
                "length": len(played.moves),
                "moves": texts,
            }
        )
        return
    text = format_solution(game, played.start, played.moves, style=Style(style), deal=item.label)
    end = f"broken off: {played.reason}" if played.reason in _BROKEN_OFF else played.reason
    if played.why:
        end = f"lost: {played.why}"
    click.echo(text.replace("\n", f"\n# {end}; played by {policy}, seed {item.seed}\n", 1), nl=False)


class _Tally:
    """What the summary counts."""

    def __init__(self, game: AnyGame, policy: str, seed: int) -> None:
        self.game, self.policy, self.seed = game, policy, seed
        self.start = time.process_time()
        self.games = self.won = self.broken_off = 0
        self.runs = self.score = self.moves = 0

    def add(self, played: PlayedGame) -> None:
        self.games += 1
        self.won += played.won
        self.broken_off += played.reason in _BROKEN_OFF
        self.runs += played.runs
        self.score += played.score
        self.moves += len(played.moves)

    def line(self) -> str:
        return f"{self.games} game{'' if self.games == 1 else 's'}: {self.won} won"

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, 95 %."""
        from winnable.intervals import wilson

        return wilson(self.won, self.games)

    def data(self) -> dict[str, Any]:
        played = max(1, self.games)
        return {
            "game": self.game.spelled,
            "policy": self.policy,
            "seed": self.seed,
            "games": self.games,
            "wins": self.won,
            "broken_off": self.broken_off,
            "share": round(self.won / played, 6),
            "interval": [round(end, 6) for end in self.interval],
            **({"mean_complete_runs": round(self.runs / played, 3)} if self.game.info.runs_leave else {}),
            "mean_score": round(self.score / played, 3),
            "mean_length": round(self.moves / played, 3),
            "stats": {"cpu_seconds": round(time.process_time() - self.start, 3)},
        }


def _show_summary(tally: _Tally, as_json: bool, *, brief: bool) -> None:
    if as_json:
        echo_json(tally.data())
        return
    rate = f"{100 * tally.won / max(1, tally.games):.1f} %"
    low, high = (f"{100 * end:.1f}" for end in tally.interval)
    if brief:
        click.echo(f"# {tally.line()}, {rate}, 95 % interval {low} to {high} %")
        return
    data = tally.data()
    rows = {
        "game": data["game"],
        "policy": data["policy"],
        "seed": data["seed"],
        "games": data["games"],
        "won": data["wins"],
        "broken off": data["broken_off"],
        "win rate": rate,
        "interval": f"{low} to {high} % (95 %, Wilson)",
        "mean runs": data.get("mean_complete_runs"),
        "mean score": data["mean_score"],
        "mean moves": data["mean_length"],
        "cpu seconds": data["stats"]["cpu_seconds"],
    }
    for name, value in rows.items():
        if value is not None:
            click.echo(f"{name}: {value}")
