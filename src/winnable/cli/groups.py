"""Groups of commands whose commands are modules, loaded on use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from winnable.errors import quote

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["LazyGroup", "every_command"]


class LazyGroup(click.Group):
    """A group of commands that are modules below ``winnable.cli``: ``table`` has for each name the module and
    one line of help, so that listing them imports nothing."""

    def __init__(self, *args: Any, table: Mapping[str, tuple[str, str]], **more: Any) -> None:
        super().__init__(*args, **more)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.table:
            from winnable.names import find_name, unknown_name

            found = find_name(cmd_name, self.table)
            if found is None:
                error = unknown_name(f"No such command {quote(cmd_name)}", cmd_name, self.table)
                if error.mend is None:
                    return None  # click says that there is none, and where they are listed
                raise error
            cmd_name = found
        from winnable.registry import load

        command = load(f"cli.{self.table[cmd_name][0]}").command
        assert isinstance(command, click.Command)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        from click.shell_completion import CompletionItem

        found = [
            CompletionItem(name, help=text)
            for name, (_, text) in self.table.items()
            if name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.table.items()])


def every_command(group: LazyGroup) -> dict[str, click.Command]:
    """The commands of a group by name, those of groups within it with theirs: ``screen read``."""
    context = click.Context(group)
    found: dict[str, click.Command] = {}
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, LazyGroup):
            found |= {f"{name} {inner}": one for inner, one in every_command(command).items()}
        else:
            found[name] = command
    return found
