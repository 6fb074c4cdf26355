"""Options of the commands that serve a page or look at a window, and what they say when a page is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from winnable.cli.kinds import Whole

__all__ = ["page_options", "process_option", "started", "window_option"]

F = TypeVar("F", bound=Callable[..., Any])


window_option = click.option(
    "--window", "title", default="", metavar="TITLE", help="Take the window that has this in its title."
)
process_option = click.option(
    "--process", default="", metavar="NAME", help="Take the window of this program, by its name or number."
)


def page_options(usual: int) -> Callable[[F], F]:
    """--open, --host and --port, which by default is the ``usual`` one."""

    def decorate(function: F) -> F:
        for option in (
            click.option(
                "--port",
                type=Whole(0, 65535),
                help="The port of the page's address; 0 means any that is free.  "
                f"[default: {usual}, or another where that is taken]",
            ),
            click.option(
                "--host",
                default="127.0.0.1",
                show_default=True,
                metavar="ADDRESS",
                help="The address that the page answers at.",
            ),
            click.option("--open", "open_page", is_flag=True, help="Open the page in the browser."),
        ):
            function = option(function)
        return function

    return decorate


def started(what: str, *, open_page: bool) -> Callable[[str], None]:
    """Says where it is, and opens it in the browser where that is asked for."""

    def say(url: str) -> None:
        click.echo(f"{what} is at {url} ; Ctrl-C ends it.")
        if open_page:
            import webbrowser

            webbrowser.open(url)

    return say
