"""How much memory a question may ask for on this machine."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

__all__ = ["machine_megabytes", "most_megabytes"]

_LEAST: Final = 500.0  # megabytes; with less hardly anything is decided
_MOST: Final = 4000.0
_SUPPOSED: Final = 8000.0  # of a machine that does not say what it has
_GROUP: Final = Path("/sys/fs/cgroup/memory.max")  # of a container


def machine_megabytes() -> float:
    """The memory of this machine, or of the container that this runs in where that is less."""
    known = []
    with suppress(AttributeError, OSError, ValueError):
        known.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e6)
    with suppress(OSError, ValueError):
        known.append(int(_GROUP.read_text(encoding="ascii")) / 1e6)
    return min((size for size in known if size > 0), default=_SUPPOSED)


def most_megabytes(workers: int, machine: float) -> float:
    """What each of so many workers may hold: together half of the machine's memory, each no less than 500 MB
    and no more than 4 GB."""
    return float(round(min(_MOST, max(_LEAST, machine / 2 / workers))))
