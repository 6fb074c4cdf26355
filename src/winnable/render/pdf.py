"""Drawings as the pages of a PDF; needs fpdf2, which the extra ``print`` installs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from winnable.errors import InputError
from winnable.render.drawing import Drawing, document

__all__ = ["pdf_of"]

_POINTS: Final = {"mm": 72 / 25.4, "px": 72 / 96}
_TITLE: Final = re.compile("<title>[^<]*</title>")  # fpdf2 warns of each


def pdf_of(pages: Sequence[Drawing], *, unit: str = "mm") -> bytes:
    """A PDF with these pages, each as large as its drawing, whose unit is ``mm`` or ``px``.

    Raises:
        InputError: fpdf2 is not installed.
    """
    try:
        from fpdf import FPDF
        from fpdf.svg import SVGObject
    except ImportError:
        raise InputError(
            "PDF needs the package fpdf2", mend="install winnable[print], or write .svg files instead"
        ) from None
    pdf = FPDF(unit="pt")
    pdf.set_creator("Winnable")
    for page in pages:
        pdf.add_page(format=(page.width * _POINTS[unit], page.height * _POINTS[unit]))
        SVGObject(_TITLE.sub("", document(page, unit=unit))).draw_to_page(pdf)
    return bytes(pdf.output())
