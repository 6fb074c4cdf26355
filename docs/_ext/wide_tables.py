"""Headings of table columns may break behind an underscore, since names such as ``empty_column`` are long."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HEADING = re.compile(r"<th\b[^>]*>.*?</th>", re.DOTALL)
UNDERSCORE = re.compile(r"_(?![^<>]*>)")  # in the text, not within a tag


def breakable(html: str) -> str:
    """The page with a place to break a line behind each underscore of a table's headings."""
    return HEADING.sub(lambda found: UNDERSCORE.sub("_<wbr>", found[0]), html)


def on_page(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
    if "body" in context:
        context["body"] = breakable(context["body"])


def setup(app: Sphinx) -> dict[str, bool]:
    """What Sphinx calls."""
    app.connect("html-page-context", on_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
