"""The notebooks run, and print what they were saved with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from sizes import PATIENCE

ROOT = Path(__file__).parents[1]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def shown(notebook: Any) -> list[tuple[str, set[str]]]:
    """What each cell of code shows: its text, and the kinds of pictures."""
    cells = []
    for cell in notebook.cells:
        if cell.cell_type == "code":
            kinds = {kind for output in cell.outputs for kind in output.get("data", ())}
            text = "".join(
                output.get("text", "") or output.get("data", {}).get("text/plain", "")
                for output in cell.outputs
            )
            cells.append((text, {kind for kind in kinds if kind.startswith("image/")}))
    return cells


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
@pytest.mark.filterwarnings("default")  # those of the kernel and its client are not ours
def test_a_notebook_runs_and_shows_what_it_was_saved_with(path: Path) -> None:
    saved = nbformat.read(path, 4)
    wanted = shown(saved)
    assert any(kinds for _, kinds in wanted), "a notebook without a picture"
    NotebookClient(saved, timeout=PATIENCE, kernel_name="python3").execute(cwd=str(path.parent))
    assert shown(saved) == wanted
