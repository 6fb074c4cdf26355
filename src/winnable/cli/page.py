"""Options of the commands that serve a page, and what they say when it is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from winnable.cli.kinds import Whole

__all__ = ["page_options", "started"]

F = TypeVar("F", bound=Callable[..., Any])


def page_options(usual: int) -> Callable[[F], F]:
    """--open, --host and --port, which by default is the ``usual`` one."""

    def decorate(function: F) -> F:
        for option in (
            click.option(
                "--port",
                type=Whole(0, 65535),
                help="The port to listen at; 0: any free one. "
                f"[default: {usual}, or another where that is taken]",
            ),
            click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at."),
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
