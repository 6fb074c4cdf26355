"""Drawings as the pages of a PDF; needs fpdf2, which the extra ``print`` installs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from winnable.errors import InputError
from winnable.render.svg import Drawing, document

__all__ = ["pdf_of"]

_POINTS: Final = 72 / 25.4  # in a millimetre


def pdf_of(pages: Sequence[Drawing]) -> bytes:
    """A PDF with these pages, each as large as its drawing, in millimetres.

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
        pdf.add_page(format=(page.width * _POINTS, page.height * _POINTS))
        SVGObject(document(page, unit="mm")).draw_to_page(pdf)
    return bytes(pdf.output())
