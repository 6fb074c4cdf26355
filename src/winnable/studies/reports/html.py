"""A report as one page of HTML that asks for nothing from elsewhere: no scripts, no fonts, no files."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from winnable.studies.reports.document import Code, Document, Heading, Part, Pictures, Text
from winnable.studies.reports.draw import DARK, GRID, INK, LIGHT, inline_svg
from winnable.studies.reports.panels import Panel, Rows
from winnable.studies.reports.tables import Table

__all__ = ["STYLE", "html", "picture_alone"]

_DARK_INK, _DARK_GRID = "#e6e7ea", "#44484f"


def _colours(ink: str, grid: str, ground: str, players: tuple[str, ...]) -> str:
    own = "".join(f"--c{number}:{colour};" for number, colour in enumerate(players))
    return f"--ink:{ink};--grid:{grid};--ground:{ground};{own}"


_ROOT: Final = f"""
:root {{ color-scheme: light dark; {_colours(INK, GRID, "#ffffff", LIGHT)} }}
@media (prefers-color-scheme: dark) {{ :root {{ {_colours(_DARK_INK, _DARK_GRID, "#17181b", DARK)} }} }}
@media print {{ :root {{ {_colours(INK, GRID, "#ffffff", LIGHT)} }} }}
"""
STYLE: Final = f"""{_ROOT}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; padding: 1rem; max-width: 76rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }}
p, figcaption {{ max-width: 46rem; }}
h1, h2, h3 {{ line-height: 1.25; margin: 1.6em 0 .5em; }}
h1 {{ font-size: 1.7rem; margin-top: .4em; }} h2 {{ font-size: 1.3rem; }} h3 {{ font-size: 1.05rem; }}
table {{ border-collapse: collapse; font-size: .8125rem; font-variant-numeric: tabular-nums;
  margin: 0 0 1.5rem; }}
caption {{ text-align: left; font-weight: 600; font-size: 1rem; padding: .4rem 0; }}
th, td {{ padding: .25rem .5rem; text-align: right; vertical-align: top;
  border-bottom: 1px solid var(--grid); }}
th.w, td.w {{ text-align: left; }}
thead th {{ vertical-align: bottom; border-bottom-width: 2px; }}
td, th {{ overflow-wrap: break-word; }} td:not(.w) {{ white-space: nowrap; }}
.wide {{ overflow-x: auto; }}
pre {{ overflow-x: auto; padding: .7rem; border: 1px solid var(--grid); font-size: .85rem;
  overflow-wrap: normal; }}
summary {{ cursor: pointer; padding: .3rem 0; }}
figure {{ margin: 0 0 2rem; }}
.panels {{ display: grid; gap: 1rem 1.5rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); }}
svg, .panels img {{ width: 100%; max-width: 34rem; height: auto; display: block; }}
figcaption {{ font-size: .875rem; margin-top: .4rem; }}
@media (max-width: 60rem) {{
  table, caption, tbody, tr, td {{ display: block; text-align: left; }}
  thead {{ position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }}
  tr {{ border-top: 2px solid var(--grid); padding: .4rem 0; }}
  td, td:not(.w) {{ display: flex; overflow-wrap: anywhere; gap: 1rem;
    justify-content: space-between; text-align: right; border: 0; padding: .1rem 0; white-space: normal; }}
  td::before {{ content: attr(data-label); opacity: .8; flex: 0 0 auto; max-width: 45%; text-align: left; }}
}}
"""


def html(document: Document, *, plots: bool) -> str:
    """The report as a page.

    Args:
        plots: draw them; else the page has tables alone.

    Raises:
        InputError: plots are to be drawn, and matplotlib is not installed.
    """
    title = escape(document.title)
    return "".join(
        [
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
            *(_written(part, plots) for part in document.blocks if plots or part != Heading("Plots")),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _written(part: Part, plots: bool) -> str:
    if isinstance(part, Heading):
        return f"<h2>{escape(part.text)}</h2>\n"
    if isinstance(part, Text):
        return f"<p>{escape(part.text)}</p>\n"
    if isinstance(part, Code):
        text = escape(part.text.rstrip())
        return f"<details><summary>{escape(part.title)}</summary><pre>{text}</pre></details>\n"
    if isinstance(part, Pictures):
        return "".join(_figure(part)) if plots else ""
    return "".join(_table(part))


def _table(table: Table) -> Iterator[str]:
    classes = [' class="w"' if i < table.words else "" for i in range(len(table.columns))]
    yield f'<div class="wide"><table>\n<caption>{escape(table.title)}</caption>\n<thead><tr>'
    for name, kind in zip(table.columns, classes, strict=True):
        yield f'<th scope="col"{kind}>{escape(name)}</th>'
    yield "</tr></thead>\n<tbody>\n"
    for row in table.rows:
        cells = zip(row, table.columns, classes, strict=True)
        yield "<tr>"
        yield from (
            f'<td{kind} data-label="{escape(name)}">{escape(text)}</td>' for text, name, kind in cells
        )
        yield "</tr>\n"
    yield "</tbody>\n</table></div>\n"


def _figure(part: Pictures) -> Iterator[str]:
    yield f'<h3 id="{part.name}">{escape(part.title)}</h3>\n<figure>\n<div class="panels">\n'
    for number, panel in enumerate(part.panels):
        label = escape(f"{part.title}: {panel.title}")
        svg = inline_svg(panel, f"{part.name}{number}")
        yield svg.replace("<svg ", f'<svg aria-label="{label}" ', 1) + "\n"
    yield f"</div>\n<figcaption>{escape(part.caption)}</figcaption>\n</figure>\n"


def picture_alone(panel: Panel | Rows) -> str:
    """A panel as an SVG file of its own, in the colours of a report, light or dark as the page that shows it
    is."""
    head, end, rest = inline_svg(panel, "plot").partition(">")
    return f"{head}{end}<style>{_ROOT}</style>{rest}"
