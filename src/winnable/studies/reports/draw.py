"""Drawing the panels of a report with matplotlib, which is imported only here and only when something is
drawn.

Colours go with shapes and dashes, so that no player is told by its colour alone. In a page a drawing takes
the page's colours.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import partial
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

from winnable.errors import InputError
from winnable.studies.reports.panels import Curve, Panel, Range, Rows, Spread
from winnable.studies.reports.words import scaled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["DARK", "FORMS", "INK", "LIGHT", "NO_MATPLOTLIB", "can_draw", "draw", "inline_svg"]

NO_MATPLOTLIB: Final = 'no matplotlib on this machine; install it: pip install "winnable[plot]"'
FORMS: Final = ("svg", "png", "pdf")
# For people who see red and green alike, too; each at 3 to 1 or more against its ground.
LIGHT: Final = ("#0072b2", "#d55e00", "#007f5f", "#b6538b", "#a07300", "#3c3f44")
DARK: Final = ("#56b4e9", "#ff8a4c", "#2cc7a0", "#e59ac6", "#f0c24a", "#d0d2d6")
INK, GRID = "#1a1b1e", "#c9cbcf"
_MARKERS: Final = "osD^vPX*"
_DASHES: Final[tuple[Any, ...]] = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))
_WIDTH: Final = 4.4  # inches; the text is then legible on a telephone
_LEFT, _RIGHT, _TOP, _BOTTOM = 0.8, 0.25, 0.4, 0.55  # inches around axes
_HEIGHT, _ROW, _LINE = 2.5, 0.42, 0.19  # of axes with curves, of a row, of a line of the legend
_COUNTS: Final = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
_MARKED: Final = 40  # points of a line up to which each has its mark
_DECADES: Final = 2  # of a log axis above which only powers of ten have a tick
_WRAP: Final = 52  # characters of a label in one line
_STYLE: Final = {
    "font.size": 9.0,
    "font.family": "sans-serif",
    "text.parse_math": False,
    "text.color": INK,
    "axes.facecolor": "none",
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "axes.grid": True,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "winnable",
    "pdf.fonttype": 42,
}


def can_draw() -> bool:
    """Is matplotlib installed?"""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        return False
    return True


def draw(panels: Sequence[Panel | Rows], form: str, *, ground: bool = True) -> bytes:
    """The panels below each other as a picture.

    Args:
        form: one of ``FORMS``.
        ground: white behind it; else nothing.

    Raises:
        InputError: matplotlib is not installed.
    """
    if not can_draw():
        raise InputError(NO_MATPLOTLIB)
    with _style():
        figure = _figure(panels)
        stream = io.BytesIO()
        undated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}[form]
        facecolor = "white" if ground else "none"
        figure.savefig(stream, format=form, facecolor=facecolor, dpi=150, metadata=undated)
    return stream.getvalue()


def inline_svg(panel: Panel | Rows, name: str) -> str:
    """A panel as an element ``svg`` for a page: its colours are the page's ``--ink``, ``--grid`` and
    ``--c0`` on, and its identifiers begin with a name that no other drawing of the page has."""
    text = draw([panel], "svg", ground=False).decode()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    text = re.sub(r'\b(id="|href="#|url\(#)', rf"\1{name}-", text)
    for number, colour in enumerate(LIGHT):
        text = text.replace(colour, f"var(--c{number})")
    text = text.replace(INK, "var(--ink)").replace(GRID, "var(--grid)")
    text = re.sub(r' (width|height)="[^"]*"', "", text, count=2)
    return text.replace("<svg ", '<svg role="img" ', 1).strip()


def _style() -> AbstractContextManager[None]:
    import matplotlib as mpl

    style: AbstractContextManager[None] = mpl.rc_context(_STYLE)
    return style


def _figure(panels: Sequence[Panel | Rows]) -> Figure:
    from matplotlib.figure import Figure

    heights = [_height(panel) for panel in panels]
    whole = sum(heights)
    figure = Figure(figsize=(_WIDTH, whole))
    top = whole
    for panel, height in zip(panels, heights, strict=True):
        inner = height - _TOP - _BOTTOM - _legend_height(panel)
        left = 0.2 if isinstance(panel, Rows) else _LEFT
        low = top - _TOP - inner
        box = (left / _WIDTH, low / whole, 1 - (left + _RIGHT) / _WIDTH, inner / whole)
        axes = figure.add_axes(box)
        axes.set_title(fill(panel.title, _WRAP), loc="left", fontsize=9.5, fontweight="bold")
        axes.set_xlabel(panel.x_label)
        if isinstance(panel, Rows):
            _draw_rows(axes, panel)
        else:
            _draw_curves(axes, panel)
            place = (_LEFT / _WIDTH - 0.1, (low - _BOTTOM) / whole)
            figure.legend(*_legend(axes, panel), loc="upper left", bbox_to_anchor=place, borderpad=0)
        _tick(axes, panel)
        top -= height
    return figure


def _tick(axes: Axes, panel: Panel | Rows) -> None:
    """Few ticks; those of log axes with their units, ``10 µs``."""
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullFormatter, NullLocator

    sides: list[tuple[Any, str]] = [(axes.xaxis, panel.x_measure)]
    if isinstance(panel, Panel):
        sides.append((axes.yaxis, panel.y_measure))
    for axis, measure in sides:
        if not measure:
            axis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10], integer=True))
            axis.set_major_formatter(FuncFormatter(lambda value, _place: f"{value:,.0f}"))
            continue
        low, high = axis.get_view_interval()
        decades = math.log10(high / low)
        subs = (1.0,) if decades > _DECADES else (1.0, 2.0, 5.0) if decades > 1 else tuple(range(1, 10))
        axis.set_major_locator(LogLocator(subs=subs, numticks=7))
        axis.set_major_formatter(FuncFormatter(partial(_tick_text, measure)))
        axis.set_minor_locator(NullLocator())
        axis.set_minor_formatter(NullFormatter())


def _tick_text(measure: str, value: float, _place: int | None) -> str:
    """A value as short as it can be: ``100 µs``; of what is counted ``100 k``."""
    size, unit = scaled(value * (1 + 1e-9), measure)
    if not unit:
        size, unit = next((pair for pair in _COUNTS if value >= pair[0]), (1.0, ""))
    return f"{value / size:,.3g} {unit}".rstrip() if value / size < 1000 else f"{value / size:,.0f} {unit}"


def _height(panel: Panel | Rows) -> float:
    inner = _HEIGHT
    if isinstance(panel, Rows):
        inner = _ROW * (0.3 + sum(1 + _more(_about(row)) for row in panel.rows))
    return _TOP + inner + _BOTTOM + _legend_height(panel)


def _legend_height(panel: Panel | Rows) -> float:
    if isinstance(panel, Rows):
        return 0.0
    return 0.15 + _LINE * sum(_legible(curve.label).count("\n") + 1 for curve in panel.curves)


def _legible(label: str) -> str:
    """A label in lines that fit; matplotlib leaves out one that begins with an underscore."""
    text = fill(label, _WRAP)
    return f" {text}" if text.startswith("_") else text


def _colour(place: int) -> str:
    return LIGHT[place % len(LIGHT)]


def _draw_rows(axes: Axes, panel: Rows) -> None:
    if panel.x_log:
        axes.set_xscale("log")
    else:
        axes.set_xlim(-2, 102)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.grid(visible=True, axis="x")
    y = 0.0
    for row in panel.rows:
        about = _about(row)
        y += _more(about)
        if isinstance(row, Spread):
            _draw_spread(axes, y + 0.35, row)
        else:
            _draw_range(axes, y + 0.35, row)
        axes.text(0, y + 0.12, about, transform=axes.get_yaxis_transform(), va="bottom", fontsize=8)
        y += 1
    axes.set_ylim(y - 0.1, -0.4)


def _about(row: Spread | Range) -> str:
    """What stands above a row, in lines that fit."""
    return fill(f"{row.label} ({_counts(row)})" if isinstance(row, Spread) else row.label, _WRAP + 8)


def _more(about: str) -> float:
    """The height of the lines above a row but one, in rows."""
    return 0.75 * _LINE / _ROW * about.count("\n")


def _counts(row: Spread) -> str:
    boards = f"{row.boards:,} board" + ("" if row.boards == 1 else "s")
    return f"{boards}, {row.open:,} open" if row.open else boards


def _draw_spread(axes: Axes, y: float, row: Spread) -> None:
    colour, (least, low, middle, high, most) = _colour(row.place), row.quantiles
    axes.plot([least, most], [y, y], color=colour, linewidth=1)
    axes.fill_betweenx([y - 0.13, y + 0.13], low, high, facecolor=colour, alpha=0.3, edgecolor=colour)
    axes.plot([middle, middle], [y - 0.17, y + 0.17], color=colour, linewidth=2.2)
    style: dict[str, Any] = {"linestyle": "none", "color": colour, "markersize": 3.2}
    axes.plot(row.dots, [y] * len(row.dots), marker="o", **style, alpha=0.75)
    axes.plot(row.bounds, [y] * len(row.bounds), marker=">", **style | {"markersize": 6}, fillstyle="none")


def _draw_range(axes: Axes, y: float, row: Range) -> None:
    colour = _colour(row.place)
    axes.plot([100 * x for x in row.interval], [y, y], color=colour, linewidth=1.2, marker="|")
    known, most = (100 * x for x in row.share)
    if known == most:
        axes.plot([known], [y], color=colour, marker="o", markersize=6)
    else:
        axes.plot([known, most], [y, y], color=colour, linewidth=5, solid_capstyle="butt")


def _draw_curves(axes: Axes, panel: Panel) -> None:
    axes.set_ylabel(panel.y_label)
    if panel.x_log:
        axes.set_xscale("log")
    else:
        last = max((x for curve in panel.curves for x in curve.xs), default=1.0)
        axes.set_xlim(0, 1.03 * panel.mark if panel.mark else last + 0.5)
    if panel.y_log:
        axes.set_yscale("log")
    else:
        axes.set_ylim(-2, 102)
    if panel.mark is not None:
        axes.axvline(panel.mark, color=INK, linewidth=1, linestyle=":")
    for curve in panel.curves:
        _draw_curve(axes, curve, panel)


def _look(curve: Curve, panel: Panel) -> dict[str, Any]:
    """How a player's line or points look."""
    place = curve.place
    look: dict[str, Any] = {
        "color": _colour(place),
        "markersize": 4,
        "marker": _MARKERS[place % len(_MARKERS)],
    }
    if panel.shape == "points":
        return look | {"linestyle": "none", "alpha": 0.7}
    look |= {"linestyle": _DASHES[place % len(_DASHES)], "linewidth": 1.5}
    if panel.shape == "steps":
        return look | {"marker": None}
    return look | {"markevery": 1 if len(curve.xs) <= _MARKED else len(curve.xs) // 8}


def _draw_curve(axes: Axes, curve: Curve, panel: Panel) -> None:
    look, xs, ys = _look(curve, panel), list(curve.xs), list(curve.ys)
    if panel.shape == "steps" and xs:  # from all boards on
        axes.plot([xs[0], *xs], [100.0, *ys], drawstyle="steps-post", **look)
        axes.fill_between(xs, curve.lows, ys, step="post", color=look["color"], alpha=0.2, linewidth=0)
    else:
        axes.plot(xs, ys, **look)
        if curve.highs:
            axes.vlines(xs, curve.lows, curve.highs, color=look["color"], linewidth=1, alpha=0.7)
    triangle: dict[str, Any] = {"marker": ">", "markersize": 6, "fillstyle": "none"}
    axes.plot(*curve.bounds, linestyle="none", color=look["color"], **triangle)


def _legend(axes: Axes, panel: Panel) -> tuple[list[Any], list[str]]:
    from matplotlib.lines import Line2D

    handles: list[Any] = []
    for curve in panel.curves:
        look = {key: value for key, value in _look(curve, panel).items() if key != "markevery"}
        handles.append(Line2D([], [], **look))
    return handles, [_legible(curve.label) for curve in panel.curves]
