"""The pictures of the docs are what the tools draw now."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHOWN = re.compile(r"!\[[^]]*\]\(([^):]+)\)")


@pytest.mark.parametrize(
    ("tool", "pages"),
    [
        ("undead_pictures.py", "rules/undead.md"),
        ("spider_pictures.py", "rules/spider.md"),
        ("howto_pictures.py", "howto/pictures.md howto/traces.md"),
    ],
)
def test_the_pictures_are_up_to_date(tool: str, pages: str) -> None:
    drawn = runpy.run_path(str(ROOT / "tools" / tool))
    folder, pictures = drawn["FOLDER"], drawn["pictures"]()
    assert sorted(path.name for path in folder.glob("*.svg")) == sorted(pictures)
    for name, text in pictures.items():
        assert (folder / name).read_text(encoding="utf-8") == text, name
    words = "".join((ROOT / "docs" / page).read_text(encoding="utf-8") for page in pages.split())
    assert all(f"({folder.name}/{name})" in words for name in pictures)


def test_the_boards_pictures_are_those_that_the_page_shows() -> None:
    drawn = runpy.run_path(str(ROOT / "tools" / "board_pictures.py"))
    names = sorted(drawn["file_of"](name) for name in drawn["PICTURES"])
    files = sorted(drawn["FOLDER"].glob("*.png"))
    assert [path.name for path in files] == names
    assert sum(path.stat().st_size for path in files) < 1_500_000
    page = (ROOT / "docs" / "howto" / "page.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"!\[[^]]+\]\(pictures/(board_\w+\.png)\)", page)) == names


def test_every_picture_that_is_shown_is_there() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = [(page, name) for page in pages for name in SHOWN.findall(page.read_text(encoding="utf-8"))]
    assert shown
    assert [name for page, name in shown if not (page.parent / name).is_file()] == []
