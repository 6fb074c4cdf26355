"""Drawings as PNG; needs resvg-py, which the extra ``print`` installs."""

from __future__ import annotations

from functools import cache
from typing import Final

from winnable.errors import InputError
from winnable.render.drawing import Drawing, document, draw_text

__all__ = ["png_of"]

_MEND: Final = "or write an .svg file instead"


def png_of(drawing: Drawing, *, zoom: float = 1.0) -> bytes:
    """A PNG with ``zoom`` pixels for each one of the drawing.

    Raises:
        InputError: resvg-py is not installed, or the machine has no font for the words in the drawing.
    """
    try:
        import resvg_py
    except ImportError:
        raise InputError("PNG needs the package resvg-py", mend=f"install winnable[print], {_MEND}") from None
    if "<text" in drawing.body and not _has_font():
        raise InputError(
            "PNG needs a font for its words, and this machine has none",
            mend=f"install DejaVu Sans or Liberation Sans, {_MEND}",
        )
    return bytes(resvg_py.svg_to_bytes(svg_string=document(drawing), zoom=zoom))


@cache
def _has_font() -> bool:
    """Does a word leave any trace? Without a font the library leaves it out and says nothing."""
    import resvg_py

    word, nothing = Drawing(40, 20, draw_text("123", 20, 10, 12)), Drawing(40, 20, "")
    return bytes(resvg_py.svg_to_bytes(svg_string=document(word))) != bytes(
        resvg_py.svg_to_bytes(svg_string=document(nothing))
    )
