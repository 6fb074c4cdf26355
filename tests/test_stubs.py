"""The committed stub is the one that the native module gives."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
STUB = ROOT / "src" / "winnable" / "_core.pyi"


def test_stub_is_current(tmp_path: Path) -> None:
    fresh = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "--quiet", "-m", "winnable._core", "-o", fresh]
    subprocess.run(command, check=True)
    assert STUB.read_text(encoding="utf-8") == fresh.read_text(encoding="utf-8"), "run: make stubs"


def test_stub_names_everything_public() -> None:
    import winnable._core

    stub = ast.parse(STUB.read_text(encoding="utf-8"))
    named = {node.name for node in stub.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    public = {
        name
        for name in dir(winnable._core)
        if not name.startswith("_") and callable(getattr(winnable._core, name))
    }
    assert public <= named
