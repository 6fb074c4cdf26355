"""A connection to an X display, and the names of the programs that run on it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from winnable.errors import InputError, quote

__all__ = ["open_display", "program_of"]

_INTERPRETERS = ("python", "perl", "guile", "java", "mono", "wine")


def open_display(name: str) -> Any:
    """A connection to a display; InputError if there is none, or the package is missing."""
    try:
        from Xlib import display, error
    except ImportError:
        raise InputError(
            "windows need the package python-xlib", mend="install it: pip install 'winnable[automate]'"
        ) from None
    if not name:
        wayland = " of X11; Wayland's own windows cannot be read" if os.environ.get("WAYLAND_DISPLAY") else ""
        raise InputError(
            f"there is no display{wayland}", mend="set DISPLAY, such as DISPLAY=:0, or give a picture instead"
        )
    try:
        return display.Display(name)
    except (error.DisplayError, OSError) as why:
        raise InputError(
            f"the display {quote(name)} cannot be opened: {why}",
            mend="set DISPLAY to that of your screen, or give a picture instead",
        ) from None


def program_of(number: int) -> str:
    """The name of a process: of its program, or of the script that its interpreter runs."""
    try:
        words = Path(f"/proc/{number}/cmdline").read_bytes().decode("utf-8", "replace").split("\0")
    except OSError:
        return ""
    names = [Path(word).name for word in words if word and not word.startswith("-")]
    if len(names) > 1 and names[0].startswith(_INTERPRETERS):
        return names[1].removesuffix(".py")
    return names[0] if names else ""
