"""Which decks the games on this machine are set to use, from their own settings files."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from winnable.screen.decks import Deck

__all__ = ["decks_in_use"]

# Program: its settings file below the home folder or the folder of settings, and what names the deck there.
_SETTINGS: Final = {
    "KPat": (("kpatrc",), re.compile(r"^Cardname=(.+)$", re.MULTILINE)),
    "AisleRiot": (("gnome-games/aisleriot",), re.compile(r"^Theme=(?:\w+:)?(.+)$", re.MULTILINE)),
    "PySolFC": (
        (".PySolFC/options.cfg", ".pysolfc/options.cfg"),
        re.compile(r'^\s*1\s*=\s*"?([^",\n]+)', re.MULTILINE),
    ),
}


def decks_in_use(decks: Sequence[Deck]) -> list[Deck]:
    """Those of the decks that a program is set to use; a program without settings names none."""
    named = {(program, name) for program in _SETTINGS for name in _named(program)}
    return [deck for deck in decks if (deck.program, deck.name) in named]


def _named(program: str) -> list[str]:
    files, pattern = _SETTINGS[program]
    settings = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    found = []
    for name in files:
        path = Path.home() / name if name.startswith(".") else settings / name
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue  # the program was never started here, or keeps its settings elsewhere
        found += [match.strip() for match in pattern.findall(text)]
    return found
