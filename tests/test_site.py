"""The documentation site: what can be told of it without building it, and the check of what was built."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SOURCES = [
    path
    for path in sorted(DOCS.rglob("*"))
    if path.suffix in (".md", ".ipynb") and "_build" not in path.parts
]
# What Sphinx writes at the top of a site without asking whether a page of that name is there.
SPHINX_OWN = {"genindex", "py-modindex", "search", "objects", "searchindex"}


def loaded(path: Path) -> ModuleType:
    """A module that is in no package."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def check_site() -> ModuleType:
    return loaded(ROOT / "tools" / "check_site.py")


def test_no_page_is_overwritten_by_one_of_sphinx() -> None:
    names = {path.relative_to(DOCS).with_suffix("").as_posix() for path in SOURCES}
    assert not names & SPHINX_OWN
    assert len(names) == len(SOURCES), "two sources make one page"


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(DOCS)))
def test_every_page_has_a_heading(source: Path, check_site: ModuleType) -> None:
    assert check_site.heading_of(source)


def contents(page: Path) -> set[Path]:
    """The pages, without their endings, that a page's tables of contents list."""
    text = page.read_text(encoding="utf-8")
    listed: set[Path] = set()
    for block in re.findall(r"^```\{toctree\}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line and not line.startswith(":"):
                found = {path.with_suffix("") for path in SOURCES if path.with_suffix("").match(line)}
                assert found, f"{page.name}: lists {line}, which is not there"
                listed |= {path for path in found if path.parent == (page.parent / line).parent}
    return listed


def test_every_page_is_in_the_contents() -> None:
    index = DOCS / "index.md"
    reached: set[Path] = set()
    new = {index.with_suffix("")}
    while new:
        reached |= new
        pages = [path.with_suffix(".md") for path in new]
        new = {path for page in pages if page.exists() for path in contents(page)} - reached
    missing = {path.with_suffix("") for path in SOURCES} - reached
    assert not missing, f"docs/index.md, or what it lists, lacks {sorted(map(str, missing))}"


def test_the_reference_has_every_public_name() -> None:
    import winnable

    pages = {path.stem: path.read_text(encoding="utf-8") for path in (DOCS / "api").glob("*.md")}
    families = {"freecell", "pyramid", "spider", "undead"}
    directive = re.compile(r"^\.\. auto(?:function|class|exception):: winnable\.(\w+)$", re.MULTILINE)
    listed = set(directive.findall(pages["winnable"]))
    assert listed == set(winnable.__all__) - families - {"__version__"}
    for name in families:  # whose page takes the names from the module itself
        assert f".. automodule:: winnable.{name}\n   :members:\n" in pages[name]


Built = Callable[[str, str], Path]


@pytest.fixture
def built(tmp_path: Path) -> Built:
    """Writes a page of one line into ``docs`` and what came of it into ``site``."""

    def write(source: str, html: str) -> Path:
        for folder, name, text in (("docs", "page.md", source), ("site", "page.html", html)):
            (tmp_path / folder).mkdir()
            (tmp_path / folder / name).write_text(text, encoding="utf-8")
        return tmp_path

    return write


@pytest.mark.parametrize(
    ("source", "html", "wrong"),
    [
        (
            "# Find `x` & more\n",
            '<h1>Find <code>x</code> &amp; more<a class="headerlink" href="#x">¶</a></h1>',
            [],
        ),
        ("# Searches\n", "<h1>Search</h1><p>Searches</p>", ["written over"]),
        ("# Searches\n", "<p>Searches</p>", ["written over"]),
        ("No heading\n", "<h1>No heading</h1>", ["has no heading"]),
        ("# A\n", '<h1>A</h1><img src="no.png" alt="A"><a href="page.html#a">A</a>', ["links to no.png"]),
        ("# A\n", '<h1>A</h1><img src="page.html">', ["page.html has no words"]),
        (
            "# A\n",
            '<h1>A</h1><img src="page.html" alt=" "><img src="page.html" alt="page.html">',
            ["no words"] * 2,
        ),
        ("# A\n", '<h1>A</h1><a href="https://example.org/no.html">A</a><a href="#a">A</a>', []),
    ],
)
def test_the_check_sees_what_is_wrong(
    source: str, html: str, wrong: list[str], built: Built, check_site: ModuleType
) -> None:
    folder = built(source, html)
    found = list(check_site.faults(folder / "docs", folder / "site"))
    assert len(found) == len(wrong)
    assert all(part in line for part, line in zip(wrong, found, strict=True))


def test_the_check_misses_a_page(
    built: Built, check_site: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = built("# A\n", "<h1>A</h1>")
    assert check_site.main(str(folder / "docs"), str(folder / "site")) == 0
    (folder / "docs" / "other.md").write_text("# Other\n", encoding="utf-8")
    assert check_site.main(str(folder / "docs"), str(folder / "site")) == 1
    assert capsys.readouterr().out == "other.md: not in the site\n"


def test_headings_of_tables_may_break_behind_underscores() -> None:
    breakable = loaded(DOCS / "_ext" / "wide_tables.py").breakable
    cell = '<td class="a_b">face_down</td>'
    assert breakable(f'<th class="a_b"><p>empty_column</p></th>{cell}') == (
        f'<th class="a_b"><p>empty_<wbr>column</p></th>{cell}'
    )


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(DOCS)))
def test_no_line_is_lost_as_a_comment(source: Path) -> None:
    """A line that begins with a per cent sign is a comment to MyST: what stands there is not on the site."""
    prose = re.sub(r"^```.*?^```$", "", source.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert not re.findall(r"^\s*%.*", prose, re.MULTILINE)
