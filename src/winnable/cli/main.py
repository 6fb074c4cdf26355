"""The `winnable` command. Subcommands are imported only when they run."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

import click

from winnable.cli.groups import LazyGroup
from winnable.cli.version import show_version
from winnable.errors import InputError, NoDealError, quote

# Heading -> name -> (module below winnable.cli, one line of help). Kept here so that --help imports nothing.
SECTIONS = {
    "Play": {
        "solve": ("solve", "Find out whether a position can be won, and how."),
        "hint": ("hint", "Give the best move in a position, and say why."),
        "verdicts": ("verdicts", "Say for each legal move whether the game can still be won after it."),
        "review": ("review", "Say which move lost a game, and what would have won."),
        "check": ("check", "Replay a solution, and say where it breaks."),
        "show": ("show", "Draw a position, as text or as a picture."),
        "deal": ("deal", "Print the start of a deal, or find deals that can be won."),
        "games": ("games", "List the games, or the rules of one."),
        "board": ("board", "Play a game on the terminal, with hints and verdicts."),
        "serve": ("serve", "Open the analysis board in the browser."),
        "screen": ("screen", "Read games from pictures and windows, and play them there."),
    },
    "Puzzles": {
        "generate": ("generate", "Make Undead puzzles of any size and grade."),
        "sheet": ("sheet", "Print Undead puzzles on pages, with their solutions."),
        "explain": ("explain", "Explain step by step how an Undead puzzle is solved."),
    },
    "Measure": {
        "difficulty": ("difficulty", "Grade positions from easy to grandmaster."),
        "winnability": ("winnability", "Estimate what share of a game's deals can be won."),
        "play": ("play", "Let a computer player play games with hidden cards."),
        "equity": ("equity", "Estimate how likely a hand is won without seeing hidden cards."),
        "audit": ("audit", "Test whether a program deals its hands evenly."),
        "study": ("study", "Measure many games and players, as a file says."),
    },
    "Search": {
        "search": ("search", "Run textbook searches, with statistics, tables and traces."),
        "replay": ("replay", "Step through the trace of a search, or draw it as an animation."),
        "tune": ("tune", "Find the weights with which a search solves most deals."),
        "train": ("train", "Train the numbers by which Spider's policies judge boards."),
    },
    "More": {
        "completion": ("completion", "Print the script with which bash, zsh or fish completes commands."),
        "schema": ("schema", "Print the JSON Schema of what a command prints with --json."),
    },
}
COMMANDS = {name: row for rows in SECTIONS.values() for name, row in rows.items()}

ANSWERED, NO, BAD_INPUT, LIMIT, CANCELLED = 0, 1, 2, 3, 130


@click.group(
    cls=LazyGroup,
    sections=SECTIONS,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "token_normalize_func": str.lower,  # names of commands and options in any case
    },
    examples=[
        ("Can deal 617 of FreeCell be won, and how?", "winnable solve freecell 617"),
        ("Which move comes next, after these two?", "winnable hint freecell 617 --after '2a 3b'"),
    ],
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=show_version,
    help="Show the version, with the commit that it was built from, and exit.",
)
def cli() -> None:
    """The analysis board for single-player games: FreeCell, Pyramid, Spider and others like them, and Undead.

    Can this position still be won? What is the best move, and why? A win comes with its moves, and a loss is
    proved. 'winnable games' lists the games, and 'winnable help COMMAND' explains a command.

    The exit code is 0 if the question was answered, 1 if the answer is no, 2 if something in the question is
    wrong, 3 if a limit was reached before the answer was known, and 130 if you pressed Ctrl-C.
    """


def main(argv: list[str] | None = None) -> None:
    """Runs the command line and exits with the code that it documents."""
    if "_WINNABLE_COMPLETE" in os.environ:  # a shell asks what can stand next: see winnable completion
        from winnable.cli.completing import answer_shell

        sys.exit(answer_shell(cli))
    from winnable.cli.interrupts import answer_signals, ignore_signals

    answer_signals()
    _open_missing_streams()
    code = run(sys.argv[1:] if argv is None else argv)
    _discard_unwritten()
    ignore_signals()
    sys.exit(code)


def run(argv: list[str]) -> int:
    """Runs the command line; the exit code is the answer.

    Errors are one line on stderr, and with --json also an object on stdout.
    """
    try:
        return _run(argv)
    except NoDealError as none:
        _talk(str(none))
        return LIMIT
    except InputError as error:
        _talk(str(error))
        if _wants_json(argv):
            _print_error(error)
        return BAD_INPUT


def _run(argv: list[str]) -> int:
    """Runs the command line; InputError for whatever is wrong with the question."""
    try:
        # Not cli.main: that answers 1, which is our "no", where the reader of our output has gone.
        with cli.make_context("winnable", list(argv)) as context:
            code = cli.invoke(context)
        sys.stdout.flush()
        return code if isinstance(code, int) else ANSWERED
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.exceptions.NoArgsIsHelpError as help_wanted:
        click.echo(help_wanted.ctx.get_help())
        return BAD_INPUT
    except click.UsageError as error:
        from winnable.cli.mistyped import as_input_error

        raise as_input_error(error, argv) from None
    except click.ClickException as error:
        raise InputError(_in_a_line(error.format_message())) from None
    except (KeyboardInterrupt, click.Abort):
        _talk("cancelled")
        return CANCELLED
    except BrokenPipeError:  # the reader of our output has gone; what it read stands
        return ANSWERED
    except OSError as error:
        reason = error.strerror or str(error)
        what = f"cannot write: {reason}" if error.filename is None else _why(reason, str(error.filename))
        source = None if error.filename is None else str(error.filename)
        raise InputError(_in_a_line(what), source=source) from None


def _why(reason: str, name: str) -> str:
    """Why a file cannot be opened: where its folder is missing, that."""
    folder = Path(name).parent
    return reason if folder.is_dir() else f"{reason}: there is no folder {quote(str(folder))}"


def _in_a_line(message: str) -> str:
    return " ".join(message.split())


def _wants_json(argv: list[str]) -> bool:
    """Is --json among the options, right or wrong as the rest may be?"""
    options = argv[: argv.index("--")] if "--" in argv else argv
    return "--json" in map(str.lower, options)


def _print_error(error: InputError) -> None:
    from winnable.cli.options import echo_json

    with suppress(OSError):  # nobody may be listening; the exit code says it too
        echo_json({"error": error.data()})
        sys.stdout.flush()


def _talk(message: str) -> None:
    with suppress(OSError):  # nobody may be listening; the exit code says it too
        click.echo(f"winnable: {message}", err=True)


def _open_missing_streams() -> None:
    """Python leaves out streams that were closed when it started; then nothing is read or shown."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _discard_unwritten() -> None:
    """Keeps Python from failing once more, at its end, on output that cannot be written."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
