"""The `winnable` command. Subcommands are imported only when they run."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from winnable import __version__

# Name -> (module below winnable.cli, one line of help). Kept here so that --help imports nothing.
COMMANDS = {
    "games": ("games", "List the games, or show the rules of one."),
    "deal": ("deal", "Show the start of a deal."),
    "solve": ("solve", "Solve positions: deals, ranges, files or standard input."),
    "hint": ("hint", "Give the best move in a position, and why."),
    "check": ("check", "Replay a solution, and say where it breaks."),
    "verdicts": ("verdicts", "Say for each legal move whether the game is still winnable after it."),
    "search": ("search", "Run a textbook search, with statistics and an optional trace."),
    "tune": ("tune", "Search for heuristic weights on a set of deals."),
}

ANSWERED, NO, BAD_INPUT, LIMIT, CANCELLED = 0, 1, 2, 3, 130


class LazyGroup(click.Group):
    """A group whose commands are modules, loaded on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"winnable.cli.{COMMANDS[cmd_name][0]}")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, prog_name="winnable")
def cli() -> None:
    """The analysis board for single-player games: can this be won? Prove it.

    Exit codes: 0 answered; 1 answered "no"; 2 bad input; 3 a limit was reached; 130 cancelled.
    """


def main(argv: list[str] | None = None) -> None:
    """Runs the command line and exits with the code that it documents."""
    sys.exit(run(sys.argv[1:] if argv is None else argv))


def run(argv: list[str]) -> int:
    """Runs the command line; the exit code is the answer. Errors are one line on stderr."""
    try:
        code = cli.main(args=argv, prog_name="winnable", standalone_mode=False)
        return code if isinstance(code, int) else ANSWERED
    except click.exceptions.NoArgsIsHelpError as help_wanted:
        click.echo(help_wanted.ctx.get_help())
        return BAD_INPUT
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "winnable"
        return _complain(f"{error.format_message().rstrip('.')}; see {where} --help")
    except click.ClickException as error:
        return _complain(error.format_message())
    except (KeyboardInterrupt, click.Abort):
        click.echo("winnable: cancelled", err=True)
        return CANCELLED
    except BrokenPipeError:
        # The reader of our output has gone; what it read stands.
        sys.stderr.close()
        return ANSWERED
    except (ValueError, OSError) as error:
        from winnable.errors import InputError

        if isinstance(error, (InputError, OSError)):
            return _complain(_os_message(error) if isinstance(error, OSError) else str(error))
        raise


def _os_message(error: OSError) -> str:
    if error.filename is not None:
        return f"{error.filename}: {error.strerror or error}"
    return str(error)


def _complain(message: str) -> int:
    click.echo("winnable: " + " ".join(message.split()), err=True)
    return BAD_INPUT
