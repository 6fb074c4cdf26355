"""The pictures of the docs are what the tools draw now."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


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
    assert sorted(path.name for path in folder.iterdir()) == sorted(pictures)
    for name, text in pictures.items():
        assert (folder / name).read_text(encoding="utf-8") == text, name
    words = "".join((ROOT / "docs" / page).read_text(encoding="utf-8") for page in pages.split())
    assert all(f"({folder.name}/{name})" in words for name in pictures)
