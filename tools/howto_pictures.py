"""Draws the pictures of docs/howto/pictures.md and docs/howto/traces.md: python tools/howto_pictures.py

They are what the commands on these pages write; a test draws them again and compares.
"""

from __future__ import annotations

import re
import shlex
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from winnable.cli.main import run

HOWTO = Path(__file__).parents[1] / "docs" / "howto"
PAGES = (HOWTO / "pictures.md", HOWTO / "traces.md")
FOLDER = HOWTO / "pictures"
COMMANDS = "show|search|replay"


def pictures() -> dict[str, str]:
    """Every picture that a command on a page writes and the page shows, by its file's name."""
    return {name: text for page in PAGES for name, text in pictures_of(page).items()}


def pictures_of(page: Path) -> dict[str, str]:
    """Those of one page."""
    text = page.read_text(encoding="utf-8")
    shown = set(re.findall(r"\(pictures/(\S+\.svg)\)", text))
    with TemporaryDirectory() as folder, chdir(folder):
        for line in re.findall(rf"^\$ winnable ((?:{COMMANDS}) (?:[^\\\n|]|\\\n)*)", text, re.MULTILINE):
            words = shlex.split(line.replace("\\\n", " "))
            if shown & set(words) or "--trace" in words:
                run(words)
        return {name: Path(name).read_text(encoding="utf-8") for name in sorted(shown)}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
