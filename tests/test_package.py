"""What the package says about itself, and what importing it costs."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest

import winnable

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGE = ROOT / "src" / "winnable"
OWN = set(sys.stdlib_module_names) | {"winnable"}

# Module that only an extra brings -> the package that it comes in.
FROM_EXTRAS = {
    "fpdf": ("print", "fpdf2"),
    "resvg_py": ("print", "resvg-py"),
    "numpy": ("vision", "numpy"),
    "PIL": ("vision", "pillow"),
    "mss": ("automate", "mss"),
    "Xlib": ("automate", "python-xlib"),
    "pynput": ("automate", "pynput"),
    "pywinctl": ("automate", "pywinctl"),
    "distributed": ("cluster", "distributed"),
    "pyarrow": ("parquet", "pyarrow"),
    "matplotlib": ("plot", "matplotlib"),
}

# What no start of the command line may load: the heavy, and what only some commands need.
NOT_FOR_HELP = (
    "torch",
    "cv2",
    "dask",
    "platformdirs",
    "starlette",
    "uvicorn",
    "rich",
    *FROM_EXTRAS,
    "winnable._core",
)


def requirement_names(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=!~;\[ ]", requirement)[0] for requirement in requirements}


@cache
def imported_names(folder: Path, leave_out: str = "") -> set[str]:
    """First names of all modules that the sources in a folder import."""
    names: set[str] = set()
    for path in folder.rglob("*.py"):
        if leave_out and (leave_out in path.relative_to(folder).parts or path.stem == "strategies"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module.partition(".")[0])
    return names


def test_version_is_the_installed_one() -> None:
    assert metadata.version("winnable") == winnable.__version__


def test_changelog_ends_at_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {winnable.__version__}" in changelog


def test_base_dependencies_are_just_what_is_imported() -> None:
    declared = requirement_names(PROJECT["project"]["dependencies"])
    assert imported_names(PACKAGE, leave_out="testing") - OWN - set(FROM_EXTRAS) == declared


@pytest.mark.parametrize("module", FROM_EXTRAS)
def test_extras_bring_what_some_commands_import(module: str) -> None:
    extra, package = FROM_EXTRAS[module]
    assert package in requirement_names(PROJECT["project"]["optional-dependencies"][extra])
    assert module in imported_names(PACKAGE)


def test_testing_extra_holds_what_the_kit_imports() -> None:
    base, extras = PROJECT["project"]["dependencies"], PROJECT["project"]["optional-dependencies"]
    declared = requirement_names(base + extras["testing"])
    assert imported_names(PACKAGE / "testing") - OWN <= declared
    assert set(extras["testing"]) <= set(extras["dev"])


def test_console_script_is_main() -> None:
    (script,) = metadata.entry_points(group="console_scripts", name="winnable")
    assert callable(script.load())


def test_package_is_typed() -> None:
    assert (Path(winnable.__file__).parent / "py.typed").is_file()


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from winnable.cli.main import run\n"
        "code = run(['--help'])\n"
        f"heavy = [name for name in {NOT_FOR_HELP!r} if name in sys.modules]\n"
        "sys.exit(f'loaded {heavy}' if heavy else code)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "solve" in done.stdout


def test_every_public_name_is_importable() -> None:
    for name in winnable.__all__:
        assert getattr(winnable, name) is not None


# The wheel with all that it needs, unpacked, in bytes; the bytecode that Python makes of it comes on top.
MOST_INSTALLED = 15_000_000
CLONE = (ROOT / ".git").exists() and shutil.which("git") is not None


def pip(*arguments: object) -> None:
    subprocess.run([sys.executable, "-m", "pip", *map(str, arguments)], check=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip(
        "wheel", "--quiet", "--no-deps", "--no-build-isolation",
        f"--config-settings=build-dir={folder / 'build'}", "--wheel-dir", folder, ROOT,
    )  # fmt: skip
    (made,) = folder.glob("*.whl")
    return made


@pytest.mark.slow
def test_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    info = f"winnable-{winnable.__version__}.dist-info/"
    share = f"winnable-{winnable.__version__}.data/data/share/"
    inside = {name for name in names if not name.startswith((info, share))}
    assert all(name.startswith("winnable/") for name in inside)
    assert sum(name.startswith("winnable/_core.") and name.endswith(".so") for name in inside) == 1
    sources = (ROOT / "src" / "winnable").rglob("*.*")
    wanted = {
        str(path.relative_to(ROOT / "src"))
        for path in sources
        if path.suffix in (".py", ".pyi", ".toml", ".npz") and "__pycache__" not in path.parts
    }
    assert wanted | {"winnable/py.typed", "winnable/commit.txt"} <= inside
    assert {f"{info}licenses/LICENSE", f"{info}licenses/LICENSES.md"} <= set(names)
    for file in ("man/man1/winnable-study-run.1", "bash-completion/completions/winnable"):
        assert share + file in names


@pytest.mark.slow
def test_wheel_knows_its_commit_and_where_its_links_lie(wheel: Path) -> None:
    inside = zipfile.ZipFile(wheel)
    commit = inside.read("winnable/commit.txt").decode().strip()
    if CLONE:
        asked = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert asked.stdout.startswith(commit.removesuffix("-dirty"))
    told = inside.read(f"winnable-{winnable.__version__}.dist-info/METADATA").decode()
    links = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"(?s)```.*?```", "", told))
    assert links
    assert all(link.startswith(("https://", "#")) for link in links), links


@pytest.mark.slow
def test_a_base_install_is_small(wheel: Path, tmp_path: Path) -> None:
    pip("install", "--quiet", "--no-compile", "--target", tmp_path, wheel)
    size = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    assert size <= MOST_INSTALLED, f"{size / 1e6:.1f} MB"


@pytest.mark.slow
@pytest.mark.skipif(not CLONE, reason="a source package is made in a clone")
def test_source_package_holds_all_that_git_knows(tmp_path: Path) -> None:
    """Without what only serves developing in a clone."""
    code = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, tmp_path], cwd=ROOT, check=True, capture_output=True)
    (made,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(made) as packed:
        inside = {name.partition("/")[2] for name in packed.getnames()}
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    tracked = {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}
    assert tracked - inside == {name for name in tracked if name.startswith(".ci/")}
    assert {"PKG-INFO", "commit.txt"} <= inside


def test_changelog_fragments_are_named_for_their_kind() -> None:
    for fragment in (ROOT / "changelog.d").glob("*.md"):
        if fragment.name != "README.md":
            assert re.fullmatch(r"[\w-]+\.(added|changed|fixed|removed)\.md", fragment.name), fragment.name
            assert fragment.read_text(encoding="utf-8").strip()
