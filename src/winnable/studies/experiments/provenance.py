"""What was measured with, and on what: facts of the program and of the machine, without its name."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import winnable

__all__ = ["Machine", "commit", "this_machine", "version"]


@dataclass(frozen=True, slots=True)
class Machine:
    """Facts of a machine that measures, as far as the system tells them; ``version`` is Winnable's there."""

    system: str
    processor: str
    cores: int
    memory: int  # bytes, 0 where unknown
    python: str
    version: str

    def text(self) -> str:
        """As JSON, the same for the same facts."""
        return json.dumps(asdict(self))


@cache
def this_machine() -> Machine:
    """The machine that this process runs on."""
    return Machine(
        system=f"{platform.system()} {platform.machine()}",
        processor=_processor(),
        cores=os.cpu_count() or 1,
        memory=_memory(),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        version=version(),
    )


def version() -> str:
    """Winnable's version."""
    return winnable.__version__


@cache
def commit() -> str | None:
    """The commit that this Winnable was run from, with ``-dirty`` behind it where files were changed; None
    where it lies in no repository of its own."""
    folder = Path(winnable.__file__).parent
    if _git(folder, "ls-files", "--error-unmatch", "__init__.py") is None:
        return None
    return _git(folder, "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*")


def _git(folder: Path, *words: str) -> str | None:
    import subprocess

    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words],
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor()


def _memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return 0
