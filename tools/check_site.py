"""Looks at the documentation that was built: python tools/check_site.py docs docs/_build/html

Every page of ``docs`` must be found in the HTML under its own name with its own heading: Sphinx writes
pages of its own, such as ``search.html`` and ``genindex.html``, over those of the same name and says
nothing. Links that a page makes to files beside it must lead to one, and pictures must have words for those
who do not see them. What is wrong is printed, a line each, and makes the exit code 1.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

PAGES = (".md", ".ipynb")
HEADING = re.compile(r"^# +(.+?)\s*$", re.MULTILINE)


class Page(HTMLParser):
    """The first heading of an HTML page, what it links to, and its pictures that no words describe."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.heading = ""
        self.links: list[str] = []
        self.wordless: list[str] = []
        self._in_heading = self._past = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "h1" and not self._past:
            self._in_heading = True
        named = dict(attrs)
        link = named.get("href" if tag in ("a", "link") else "src")
        if link and self._in_heading and "headerlink" in (named.get("class") or ""):
            self._in_heading, self._past = False, True  # the sign behind a heading that links to it
        elif link:
            self.links.append(link)
        # Sphinx puts the name of the file where a page gives no words.
        if tag == "img" and (named.get("alt") or "").strip() in ("", link):
            self.wordless.append(link or "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "h1" and self._in_heading:
            self._in_heading, self._past = False, True

    def handle_data(self, data: str) -> None:
        if self._in_heading:
            self.heading += data


def heading_of(source: Path) -> str:
    """The first heading of a page's source, without the marks of Markdown."""
    text = source.read_text(encoding="utf-8")
    if source.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    found = HEADING.search(text)
    return letters(found[1]) if found else ""


def letters(heading: str) -> str:
    """A heading without what is typeset otherwise in HTML: marks, quotes, dashes, dots and spaces."""
    return "".join(letter for letter in heading if letter.isalnum())


def faults(docs: Path, site: Path) -> Iterator[str]:
    """What is wrong with the site, a line each."""
    for source in sorted(path for path in docs.rglob("*") if path.suffix in PAGES):
        name = source.relative_to(docs)
        if "_build" in name.parts:
            continue
        built = site / name.with_suffix(".html")
        if not built.is_file():
            yield f"{name}: not in the site"
            continue
        page, wanted = Page(built.read_text(encoding="utf-8")), heading_of(source)
        if not wanted:
            yield f"{name}: has no heading"
        elif letters(page.heading) != wanted:
            yield f"{name}: its page is headed {page.heading.strip()!r}: another one was written over it"
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or not parts.path:
                continue
            if not (built.parent / unquote(parts.path)).exists():
                yield f"{name}: links to {link}, which is not there"
        for picture in page.wordless:
            yield f"{name}: the picture {picture} has no words beside it"


def main(docs: str, site: str) -> int:
    wrong = list(faults(Path(docs), Path(site)))
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
