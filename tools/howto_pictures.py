"""Draws the pictures of docs/howto/pictures.md: python tools/howto_pictures.py

They are what the commands on that page write; a test draws them again and compares.
"""

from __future__ import annotations

import re
import shlex
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from winnable.cli.main import run

PAGE = Path(__file__).parents[1] / "docs" / "howto" / "pictures.md"
FOLDER = PAGE.with_suffix("")


def pictures() -> dict[str, str]:
    """Every picture that a command on the page writes and the page shows, by its file's name."""
    text = PAGE.read_text(encoding="utf-8")
    shown = set(re.findall(r"\(pictures/(\S+\.svg)\)", text))
    with TemporaryDirectory() as folder, chdir(folder):
        for line in re.findall(r"^\$ winnable (show (?:[^\\\n]|\\\n)*)", text, re.MULTILINE):
            words = shlex.split(line.replace("\\\n", " "))
            if shown & set(words):
                run(words)
        return {path.name: path.read_text(encoding="utf-8") for path in sorted(Path().glob("*.svg"))}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
