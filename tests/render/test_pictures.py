"""The pictures of the rules are what tools/undead_pictures.py draws now."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_pictures_of_the_rules_are_up_to_date() -> None:
    drawn = runpy.run_path(str(ROOT / "tools" / "undead_pictures.py"))
    folder, pictures = drawn["FOLDER"], drawn["pictures"]()
    assert sorted(path.name for path in folder.iterdir()) == sorted(pictures)
    for name, text in pictures.items():
        assert (folder / name).read_text(encoding="utf-8") == text, name
    page = (ROOT / "docs" / "rules" / "undead.md").read_text(encoding="utf-8")
    assert all(f"(undead/{name})" in page for name in pictures)
