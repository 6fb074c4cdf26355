"""A scene as a drawing, and as an SVG file that refers to nothing outside itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from winnable.render.cards_svg import draw_table
from winnable.render.drawing import Drawing, document
from winnable.render.style import Style

if TYPE_CHECKING:
    from winnable.scene import Scene, TableMove

__all__ = ["draw", "svg_of"]


def draw(scene: Scene, style: Style | None = None, *, move: TableMove | None = None) -> Drawing:
    """A table of cards, on which ``move`` is ringed, or a grid."""
    style = style or Style()
    if scene.grid is not None:
        from winnable.render.grid_svg import draw_grid

        return draw_grid(scene, style)
    return draw_table(scene, style, move)


def svg_of(scene: Scene, style: Style | None = None, *, move: TableMove | None = None) -> str:
    """The SVG file."""
    return document(draw(scene, style, move=move), title=scene.title)
