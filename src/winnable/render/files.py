"""Scenes into files: the name's ending says in which form."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from winnable.errors import InputError, quote
from winnable.render.style import Style
from winnable.render.svg import draw, svg_of

if TYPE_CHECKING:
    from winnable.scene import Scene

__all__ = ["appearing", "check_ending", "write_scene", "write_whole"]

_ZOOM: Final = 2.0  # of PNG, for screens with small pixels


def check_ending(path: Path) -> None:
    """InputError if a file's name does not end in one of the forms."""
    if path.suffix.lower() not in _FORMS:
        *most, last = _FORMS
        endings = f"{', '.join(most)} or {last}"
        raise InputError(f"{quote(path.name)} names no format", expected=f"a file that ends in {endings}")


def write_scene(scene: Scene, path: Path, style: Style | None = None) -> None:
    """Writes a picture, or the scene's JSON; the file appears when it is complete.

    Raises:
        InputError: the name's ending is none of those known, or a package for it is not installed.
        OSError: the file cannot be written.
    """
    check_ending(path)
    write_whole(path, _FORMS[path.suffix.lower()](scene, style or Style()))


def write_whole(path: Path, data: bytes) -> None:
    """Writes under another name beside it first, so that nobody finds half a file."""
    with appearing(path) as unfinished:
        unfinished.write_bytes(data)


@contextmanager
def appearing(path: Path) -> Iterator[Path]:
    """Where to write what is to appear under a name once it is complete; it is gone again where that fails.

    OSError, with the name that was asked for, where it cannot be written.
    """
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield unfinished
        unfinished.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        with suppress(OSError):
            unfinished.unlink()


def _svg(scene: Scene, style: Style) -> bytes:
    return svg_of(scene, style).encode()


def _pdf(scene: Scene, style: Style) -> bytes:
    from winnable.render.pdf import pdf_of

    return pdf_of([draw(scene, style)], unit="px")


def _png(scene: Scene, style: Style) -> bytes:
    from winnable.render.png import png_of

    return png_of(draw(scene, style), zoom=_ZOOM)


def _json(scene: Scene, style: Style) -> bytes:
    return json.dumps(scene.data(), indent=1).encode() + b"\n"


def _text(scene: Scene, style: Style) -> bytes:
    return scene.text().encode() + b"\n"


_FORMS: Final[dict[str, Callable[[Scene, Style], bytes]]] = {
    ".svg": _svg,
    ".pdf": _pdf,
    ".png": _png,
    ".json": _json,
    ".txt": _text,
}
