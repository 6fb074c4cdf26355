"""`winnable completion`: the script with which a shell completes `winnable` command lines."""

from __future__ import annotations

import os
from pathlib import PurePath

import click

from winnable.cli.groups import Command
from winnable.errors import InputError

_SHELLS = ("bash", "zsh", "fish")


@click.command(
    "completion",
    cls=Command,
    examples=[
        ("Print the script for bash:", "winnable completion bash"),
        ("And that for the shell that you log in with:", "winnable completion"),
    ],
)
@click.argument("shell", type=click.Choice(_SHELLS), metavar="[SHELL]", required=False)
def command(shell: str | None) -> None:
    """Print the script with which SHELL completes winnable's commands when you press Tab.

    SHELL is bash, zsh or fish; without it the shell that you log in with is taken. The script completes
    commands, options, files, and names: of games, variants, solvers, policies and more.

    \b
    bash: put this line at the end of ~/.bashrc:
      eval "$(winnable completion bash)"
    zsh: put this line at the end of ~/.zshrc, after compinit:
      eval "$(winnable completion zsh)"
    fish: run this once:
      winnable completion fish > ~/.config/fish/completions/winnable.fish
    """
    from winnable.cli.completing import script_for

    click.echo(script_for(shell or _login_shell()), nl=False)


def _login_shell() -> str:
    """The shell that the environment names; InputError if it is none of ours."""
    named = PurePath(os.environ.get("SHELL", "")).name
    if named in _SHELLS:
        return named
    what = f"the login shell is {named}" if named else "no login shell is known"
    raise InputError(f"{what}, which cannot be completed for", expected=f"one of {', '.join(_SHELLS)}")
