"""Pyright sees the same types as mypy, which checks these files and the examples with ``make types``."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PACKAGE = ROOT / "src"
EXAMPLES = sorted((ROOT / "examples").rglob("*.py"))


@pytest.mark.skipif(importlib.util.find_spec("pyright") is None, reason="pyright is not installed")
def test_pyright_agrees(tmp_path: Path) -> None:
    for path in (HERE / "uses.py", HERE / "wrong.py", *EXAMPLES):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    settings = {"typeCheckingMode": "strict", "enableTypeIgnoreComments": False, "extraPaths": [str(PACKAGE)]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    quiet = {**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=quiet, capture_output=True, text=True, check=False)
    if not done.stdout.lstrip().startswith("{"):
        pytest.skip(f"pyright does not run here; it needs Node: {done.stderr.strip().splitlines()[-1:]}")
    found = {
        (Path(error["file"]).name, error["range"]["start"]["line"] + 1): error["message"]
        for error in json.loads(done.stdout)["generalDiagnostics"]
        if error["severity"] == "error"
    }
    marked = {
        ("wrong.py", number)
        for number, line in enumerate((HERE / "wrong.py").read_text(encoding="utf-8").splitlines(), 1)
        if "# type: ignore" in line
    }
    assert found.keys() == marked, found
