"""What `winnable --version` says: the version, and the commit that it was built from where that is known."""

from __future__ import annotations

from pathlib import Path

import click

from winnable import __version__

_PACKAGE = Path(__file__).parents[1]


def show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Prints the version and ends, where it is asked for."""
    if value and not ctx.resilient_parsing:
        click.echo(version_text())
        ctx.exit()


def version_text() -> str:
    """``winnable 0.1.0 (commit 1a2b3c4)``, or without a commit where none is known."""
    commit = _commit()
    return f"winnable {__version__}" + (f" (commit {commit})" if commit else "")


def _commit() -> str:
    """What the build noted; in a clone, where code changes without a build, what git says now."""
    noted = _PACKAGE / "commit.txt"
    if noted.is_file():
        return noted.read_text(encoding="utf-8").strip()
    clone = _PACKAGE.parents[1]
    if not ((clone / ".git").exists() and (clone / "CMakeLists.txt").is_file()):
        return ""
    import subprocess

    asked = ["git", "-C", str(clone), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):  # no git here, or not of the clone's owner
        return ""
