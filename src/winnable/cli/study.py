"""`winnable study`: measure games and players. Its commands are imported only when they run."""

from __future__ import annotations

import click

from winnable.cli.groups import LazyGroup

# Name -> (module below winnable.cli, one line of help).
COMMANDS = {
    "run": ("study_run", "Measure what a study asks for, or what is missing of it."),
    "status": ("study_status", "Say how far a study is, and what it has found."),
    "add": ("study_add", "Ask a study for more: deals, players, repetitions."),
    "report": ("study_report", "Write tables and plots: a page, Markdown, or one plot."),
    "page": ("study_page", "Serve a page in the browser that fills while a study runs."),
    "export": ("study_export", "Write what was measured as a table, CSV or Parquet."),
    "merge": ("study_merge", "Put several studies into one file, each unit once."),
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

    Whatever interrupts it, the next run does only what is missing.
    """
