"""`winnable deal`: the start of a deal, or any position, as text; or deals found by what they are like."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from winnable.cli.groups import Command
from winnable.cli.ink import CARD_FORMS, in_symbols, unicode_option
from winnable.cli.interrupts import cancellable, tell_cancelled
from winnable.cli.kinds import MOST_NODES, OneOf
from winnable.cli.main import ANSWERED, CANCELLED, LIMIT
from winnable.cli.options import (
    FORMATS,
    about,
    count_option,
    echo_json,
    game_argument,
    given,
    json_option,
    limit_options,
    load_game,
    make_limits,
    quiet_option,
    rows_option,
    seed_option,
)
from winnable.cli.positions import all_entries, made
from winnable.cli.progress import Progress

if TYPE_CHECKING:
    from winnable.deals import DealNumber
    from winnable.family import AnyGame
    from winnable.search.api import Limits
    from winnable.text.readers import Notes

_LEVELS = ("easy", "medium", "hard", "expert", "master", "grandmaster")
_MOST_TRIED = 100_000  # deals in a row that are not as asked; there may be none


@click.command(
    "deal",
    cls=Command,
    examples=[
        ("How does deal 617 of FreeCell begin?", "winnable deal freecell 617"),
        ("Find three easy deals of Pyramid:", "winnable deal pyramid --difficulty easy --count 3"),
    ],
)
@game_argument
@click.argument("position", metavar="[POSITION]", required=False)
@rows_option
@click.option("--winnable", is_flag=True, help="Find deals that can be won, among random deals.")
@click.option(
    "--difficulty",
    type=OneOf(_LEVELS),
    default=None,
    help="Find deals of this difficulty that can be won (in games like FreeCell, and in Pyramid).",
)
@count_option("How many deals to find.", 1, MOST_NODES)
@seed_option
@click.option(
    "--format",
    "form",
    type=OneOf(FORMATS),
    default="board",
    show_default=True,
    help="How a position is written: board draws it. For Pyramid there are also flat, the deck on "
    "one line, and thesis, JSON with numbers for ranks. For Spider there is also hand, a file "
    "of hands. For Undead there are also id, a game ID of sgt-puzzles, save, its save file, and"
    " paths, the lines of sight as a dissertation writes them. json is Winnable's own JSON.",
)
@unicode_option
@limit_options(of="each question to a solver")
@quiet_option
@json_option
def command(
    game: str,
    position: str | None,
    winnable: bool,
    difficulty: str | None,
    count: int,
    seed: int,
    form: str,
    max_nodes: int | None,
    max_seconds: float | None,
    max_memory: int,
    as_json: bool,
) -> int:
    """Print POSITION of GAME as a board, or in another format; or find deals that can be won.

    POSITION is a deal number (617, ms:617, kpat:101, pysol:123456, seed:42), several (1,2,5-7), a range
    (ms:1..10), a file, or - for standard input. For Undead it may also be a game ID, and a deal number makes
    a board. If there are several positions, a line --- stands between two boards.

    With --winnable or --difficulty there is no POSITION. A deal that is not decided within the limits is
    passed over.

    Exit code 3: fewer deals were found than you asked for.
    """
    chosen = load_game(game)
    wanted = winnable or difficulty is not None
    of_search = ("count", "seed", "max_nodes", "max_seconds", "max_memory")
    if wanted == (position is not None) or (not wanted and any(map(given, of_search))):
        raise click.UsageError("give a POSITION, or --winnable or --difficulty with --count and --seed")
    note = (difficulty or "winnable") if wanted else None
    printer = _Printer(chosen, "json" if as_json else form, note)
    if position is not None:
        return _show_all(printer, position)
    limits = make_limits(max_nodes, max_seconds, max_memory)
    return _find(printer, difficulty, seed, count, limits)


class _Printer:
    """Positions one after the other, in one format; ``note`` says what was found."""

    def __init__(self, game: AnyGame, form: str, note: str | None) -> None:
        self.game, self.form, self.note = game, form, note
        self.number = 0

    def show(self, label: str, position: Any, notes: Notes | None = None) -> None:
        from winnable.text.boards import form_warning, position_data, write_position

        self.number += 1
        if self.form == "json":
            echo_json({**about(self.game, label), **position_data(self.game, position)})
            return
        text = write_position(self.game, position, self.form, notes)
        if self.form in CARD_FORMS:
            text = in_symbols(text)
        if self.number > 1 and self.form in ("board", "hand"):
            click.echo("---")
        if self.note is not None and self.form in ("board", "flat", "hand", "id"):  # these may hold comments
            click.echo(f"# {self.game.spelled} {label}: {self.note}")
        click.echo(text, nl=False)
        if warning := form_warning(self.game, position, self.form):
            click.echo(f"winnable: {label}: {warning}", err=True)


def _show_all(printer: _Printer, text: str) -> int:
    """Prints the positions that an argument names; the exit code."""
    for label, start, notes in _starts(printer.game, text):
        printer.show(label, start, notes)
    return ANSWERED


def _starts(game: AnyGame, text: str) -> Iterator[tuple[str, Any, Notes | None]]:
    """What an argument names, as ``write_position`` takes it: in Spider unknown cards may be shown."""
    from winnable.family import observed

    for label, entry in all_entries(game, text):
        position = entry.checked(observed(game)) if game.info.can_observe else made(game, entry)
        yield label, position, entry.notes(game)


def _find(printer: _Printer, difficulty: str | None, seed: int, count: int, limits: Limits) -> int:
    """Prints up to ``count`` deals as asked; the exit code."""
    from winnable.analysis.difficulty import Level, find_deals
    from winnable.deals import random_deals

    undecided: list[DealNumber] = []

    def so_far(tried: int) -> str:
        left = f", {len(undecided)} undecided" if undecided else ""
        return f"{tried:,} looked at{left}"

    with cancellable() as token, Progress(token=token, total=count, noun="deal") as progress:
        found = find_deals(
            printer.game,
            random_deals(seed),
            level=None if difficulty is None else Level(difficulty),
            give_up=_MOST_TRIED,
            limits=limits,
            token=token,
            on_deal=lambda tried: progress.show(so_far(tried), printer.number),
            on_undecided=undecided.append,
        )
        for deal in islice(found, count):
            printer.show(str(deal.deal), deal.position)
        cancelled = token.cancelled
    if undecided:
        passed = f"{len(undecided)} deal{'' if len(undecided) == 1 else 's'} passed over"
        click.echo(f"winnable: {passed}: a limit left them undecided", err=True)
    if cancelled and not printer.number:
        raise KeyboardInterrupt  # there is nothing to tell
    if cancelled:
        tell_cancelled(printer.number, count, "deal")
        return CANCELLED
    if printer.number < count:
        wanted = "another one as asked" if printer.number else "as asked"
        missing = f"found {printer.number} of {count}: none of the last {_MOST_TRIED} deals is {wanted}"
        click.echo(f"winnable: {missing}", err=True)
        return LIMIT
    return ANSWERED
