"""`winnable study`: measure games and players. Its commands are imported only when they run."""

from __future__ import annotations

import click

from winnable.cli.groups import LazyGroup

# Name -> (module below winnable.cli, one line of help).
COMMANDS = {
    "run": ("study_run", "Measure what a study asks for, or what is still missing."),
    "status": ("study_status", "Say how far a study is, and what it has found."),
    "add": ("study_add", "Add more deals, players or repetitions to a study."),
    "report": ("study_report", "Write tables and plots of a study, as a page or as Markdown."),
    "page": ("study_page", "Show a study in the browser while it runs."),
    "export": ("study_export", "Write what was measured as a table (CSV or Parquet)."),
    "merge": ("study_merge", "Put the results of several studies into one file."),
}


@click.group(
    "study",
    cls=LazyGroup,
    sections={"Commands": COMMANDS},
    examples=[
        ("Measure what a study asks for:", "winnable study run study.toml"),
        ("How far is it?", "winnable study status study.db"),
    ],
)
def command() -> None:
    """Measure games and players as a study file says, on one machine or many.

    However a run is interrupted, the next one does only what is missing.
    """
