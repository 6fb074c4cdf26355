"""Pyright sees the same types as mypy, which checks these files and the examples with ``make types``.

It finds none that is wrong in the Python of README and docs, which may be copied into a checked program.
"""

from __future__ import annotations

import doctest
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from test_docs import PAGES, Block, blocks_of

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PACKAGE = ROOT / "src"
EXAMPLES = sorted((ROOT / "examples").rglob("*.py"))
MODULES = [HERE / "uses.py", HERE / "wrong.py", *EXAMPLES]
# A program of a page is checked as strictly as ours, but for types that are partly open: those of matplotlib,
# and those of a session of any game, which only mypy works out.
PROGRAM = "# pyright: strict, " + ", ".join(
    f"{rule}=false"
    for rule in ("reportUnknownMemberType", "reportUnknownVariableType", "reportDuplicateImport")
)
# A session at the prompt is not annotated: who types it has seen that an answer is there, or a loop ran.
SESSION = "# pyright: standard, reportOptionalMemberAccess=false, reportPossiblyUnboundVariable=false"

Found = dict[tuple[str, int], str]


def code_of(block: Block) -> str:
    """The Python of a block; of a session what is typed, without what shows an error."""
    if block.language == "python":
        return block.body
    typed = doctest.DocTestParser().get_examples(block.body)
    return "".join(example.source for example in typed if example.exc_msg is None)


def pages() -> Iterator[tuple[str, str]]:
    """Modules of what pages show, by their names: the programs of a page alone, and all of its Python."""
    for page in PAGES:
        name = page.relative_to(ROOT).with_suffix("").as_posix().replace("/", "_")
        blocks = [block for block in blocks_of(page) if block.language in ("python", "pycon")]
        programs = [block for block in blocks if block.language == "python"]
        for kind, of_kind, settings in (("program", programs, PROGRAM), ("session", blocks, SESSION)):
            if of_kind:
                yield f"{name}_{kind}.py", "\n".join([settings, *map(code_of, of_kind)])


def errors(folder: Path) -> Found:
    """Where pyright sees an error among the modules of a folder, by file and line, and what it says."""
    settings = {
        "typeCheckingMode": "strict",
        "enableTypeIgnoreComments": False,
        "extraPaths": [str(PACKAGE)],
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    quiet = {**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    done = subprocess.run(command, cwd=folder, env=quiet, capture_output=True, text=True, check=False)
    if not done.stdout.lstrip().startswith("{"):
        pytest.skip(f"pyright does not run here; it needs Node: {done.stderr.strip().splitlines()[-1:]}")
    return {
        (Path(error["file"]).name, error["range"]["start"]["line"] + 1): error["message"]
        for error in json.loads(done.stdout)["generalDiagnostics"]
        if error["severity"] == "error"
    }


@pytest.mark.skipif(importlib.util.find_spec("pyright") is None, reason="pyright is not installed")
def test_pyright_agrees(tmp_path: Path) -> None:
    """It runs once for all, which takes less time than several runs."""
    for path in MODULES:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    shown = dict(pages())
    for name, code in shown.items():
        (tmp_path / name).write_text(code, encoding="utf-8")
    (tmp_path / "mistaken_program.py").write_text(f"{PROGRAM}\ndef untyped(value): ...\n", encoding="utf-8")
    (tmp_path / "mistaken_session.py").write_text(f"{SESSION}\n1 .nothing\n", encoding="utf-8")
    assert {"README_session.py", "docs_library_program.py", "docs_library_session.py"} <= shown.keys()
    marked = {
        ("wrong.py", number)
        for number, line in enumerate((HERE / "wrong.py").read_text(encoding="utf-8").splitlines(), 1)
        if "# type: ignore" in line
    }
    found = errors(tmp_path)
    assert found.keys() == marked | {("mistaken_program.py", 2), ("mistaken_session.py", 2)}, found
