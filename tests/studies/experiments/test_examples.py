"""The studies that are shipped as examples: each can be read, and its players play its games."""

from __future__ import annotations

from pathlib import Path

import pytest

from winnable.studies.experiments.plan import read_study

FOLDER = Path(__file__).parents[3] / "examples" / "studies"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_an_example_can_be_run(path: Path) -> None:
    study = read_study(path.read_text(encoding="utf-8"), str(path))
    assert study.title
    assert study.pairs()
