"""Commands whose help ends with examples, and groups of commands that are modules, loaded on use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from winnable.errors import InputError, quote

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

__all__ = ["Command", "Example", "LazyGroup", "every_command"]

Table = Mapping[str, tuple[str, str]]  # name -> (module below winnable.cli, one line of help)
Example = tuple[str, str]  # what somebody wants, and the command line that does it


class _WithExamples(click.Command):
    """A command whose help ends with examples."""

    def __init__(self, *args: Any, examples: Sequence[Example] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        # Click keeps a command's help option from the first context that asks for it, whatever that has.
        self.context_settings.setdefault("help_option_names", ["-h", "--help"])
        self.examples = tuple(examples)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_epilog(ctx, formatter)
        if not self.examples:
            return
        with formatter.section("Examples"):
            for want, line in self.examples:
                formatter.write_text(want)
                formatter.write(f"{'':{formatter.current_indent + 2}}{line}\n")


class Command(_WithExamples):
    """A command: ``@click.command("solve", cls=Command, examples=[...])``."""


class LazyGroup(_WithExamples, click.Group):
    """A group of commands that are modules below ``winnable.cli``: ``sections`` has by heading a table of
    names, each with its module and one line of help, so that listing them imports nothing."""

    def __init__(self, *args: Any, sections: Mapping[str, Table], **more: Any) -> None:
        super().__init__(*args, **more)
        self.sections = sections
        self.table: Table = {name: row for rows in sections.values() for name, row in rows.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.table)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Takes ``help solve`` for ``solve --help``."""
        if args and args[0].casefold() == "help" and "help" not in self.table:
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, *rest = args
        if ctx.parent is None and not ctx.resilient_parsing and self._found(name) is None:
            from winnable.cli.mistyped import no_command

            error = no_command(name, rest, lambda: self._unknown(name))
            if error is not None:
                raise error
        return super().resolve_command(ctx, args)

    def _found(self, name: str) -> str | None:
        """The command of that name, in any case."""
        if name in self.table:
            return name
        from winnable.names import find_name

        return find_name(name, self.table)

    def _unknown(self, name: str) -> InputError | None:
        """The error for a name that is like that of a command; None for any other."""
        from winnable.names import unknown_name

        error = unknown_name(f"No such command {quote(name)}", name, self.table)
        return error if error.mend is not None else None

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        found = self._found(cmd_name)
        if found is None:
            error = self._unknown(cmd_name)
            if error is None:
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
        width = max(map(len, self.table))
        for heading, rows in self.sections.items():
            with formatter.section(heading):
                formatter.write_dl([(f"{name:<{width}}", text) for name, (_, text) in rows.items()])


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
