"""`winnable --version`: the version, and the commit where it is known."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from winnable import __version__
from winnable.cli import version


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package installed in a folder of its own."""
    folder = tmp_path / "src" / "winnable"
    folder.mkdir(parents=True)
    monkeypatch.setattr(version, "_PACKAGE", folder)
    return folder


needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="no git here")


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", "-C", folder, *who, *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_version_is_said_by_both_options(winnable: Callable) -> None:
    said = winnable("--version")
    assert said == winnable("-V")
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(f"winnable {__version__}")


def test_commit_is_what_the_build_noted(package: Path) -> None:
    (package / "commit.txt").write_text("1a2b3c4\n")
    assert version.version_text() == f"winnable {__version__} (commit 1a2b3c4)"


def test_without_a_known_commit_none_is_named(package: Path) -> None:
    assert version.version_text() == f"winnable {__version__}"
    (package / "commit.txt").write_text("\n")
    assert version.version_text() == f"winnable {__version__}"


@needs_git
def test_in_a_clone_the_commit_is_asked_of_git(package: Path) -> None:
    clone = package.parents[1]
    (clone / "CMakeLists.txt").write_text("one\n")
    git(clone, "init", "-q")
    git(clone, "add", ".")
    git(clone, "commit", "-q", "-m", "first")
    commit = git(clone, "rev-parse", "--short", "HEAD")
    assert version.version_text() == f"winnable {__version__} (commit {commit})"
    (clone / "CMakeLists.txt").write_text("two\n")
    assert version.version_text() == f"winnable {__version__} (commit {commit}-dirty)"


@needs_git
def test_another_projects_commit_is_not_named(package: Path) -> None:
    """The package is installed below a folder that some other project keeps in git."""
    git(package.parents[1], "init", "-q")
    assert version.version_text() == f"winnable {__version__}"


@needs_git
def test_where_git_is_missing_no_commit_is_named(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clone = package.parents[1]
    (clone / "CMakeLists.txt").touch()
    git(clone, "init", "-q")
    monkeypatch.setenv("PATH", "")
    assert version.version_text() == f"winnable {__version__}"
