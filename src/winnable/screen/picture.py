"""Opens pictures of screens: an array of colours, or one line that says why there is none."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Final

from winnable.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

    from winnable.screen.seen import Picture

__all__ = ["MOST_PIXELS", "check_picture", "open_picture"]

MOST_PIXELS: Final = 40_000_000
_LEAST_SIDE: Final = 32
_ALIKE: Final = 6  # the most that colours of an empty picture differ, of 255
_SCREENSHOT: Final = "a screenshot as PNG, JPEG or WebP"


def open_picture(source: str | Path | bytes) -> Picture:
    """The picture in a file, or of a file's bytes, as an array of shape (height, width, 3), RGB, uint8.

    Turned as its EXIF data say; transparent parts are drawn on white; 16 bits a channel become 8.

    Raises:
        InputError: no file, no picture, a damaged one, one without anything on it, or more than 40 megapixels
            (told from the header, before it is decoded).
    """
    name = None if isinstance(source, bytes) else str(source)
    try:
        return check_picture(_decode(_content(source)))
    except InputError as error:
        raise error.at(source=name) from None


def check_picture(picture: Picture) -> Picture:
    """The same picture, or an InputError if nothing can be seen on it: too small, too large, or all alike."""
    height, width = picture.shape[:2]
    _check_size(width, height)
    # Every third pixel will do: nothing that is to be read is smaller.
    some = picture[::3, ::3].reshape(-1, 3)
    least, most = some.min(0), some.max(0)
    if int((most - least).max()) > _ALIKE:
        return picture
    if int(most.max()) <= 2 * _ALIKE:
        raise InputError(
            "the picture is all black",
            mend="is the screen locked, or the window not drawn yet? take it again",
        )
    raise InputError("the picture is all of one colour", mend="take it again with the game on the screen")


def _content(source: str | Path | bytes) -> bytes:
    if isinstance(source, bytes):
        return source
    try:
        return Path(source).read_bytes()
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be read: {why}", expected=_SCREENSHOT) from None


def _decode(content: bytes) -> Picture:
    try:
        from PIL import Image, ImageOps
    except ImportError:
        raise InputError("pictures need the package Pillow", mend="install winnable[vision]") from None
    if not content:
        raise InputError("the file is empty", expected=_SCREENSHOT)
    try:
        with warnings.catch_warnings():
            # The limit below is stricter than the one that Pillow warns of.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image: Image.Image = Image.open(io.BytesIO(content))
    except Image.DecompressionBombError:
        raise _too_large("over 100") from None
    except (OSError, SyntaxError, ValueError):
        raise InputError("not a picture", expected=_SCREENSHOT) from None
    _check_size(*image.size)
    try:
        return _colours(ImageOps.exif_transpose(image))
    except (OSError, SyntaxError, ValueError, EOFError, MemoryError) as error:
        why = " ".join(str(error).split()) or "it ends too early"
        raise InputError(f"a damaged picture: {why}", mend="save it again") from None


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise _too_large(f"{width} x {height}")
    if min(width, height) < _LEAST_SIDE:
        raise InputError(
            f"the picture is only {width} x {height} pixels", expected=f"at least {_LEAST_SIDE} each way"
        )


def _too_large(size: str) -> InputError:
    limit = MOST_PIXELS // 1_000_000
    unit = "megapixels" if size.startswith("over") else "pixels"
    return InputError(
        f"the picture has {size} {unit}", expected=f"at most {limit} megapixels", mend="cut out the window"
    )


def _colours(image: Image) -> Picture:
    """The picture in RGB; what is not opaque is laid on white."""
    import numpy as np
    from PIL import Image as Images

    if image.mode == "F" or image.mode.startswith("I"):
        return _grey(np.asarray(image))
    if image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info:
        image = image.convert("RGBA")
        white = Images.new("RGBA", image.size, (255, 255, 255, 255))
        image = Images.alpha_composite(white, image)
    return np.ascontiguousarray(np.asarray(image.convert("RGB"), dtype=np.uint8))


def _grey(values: np.ndarray) -> Picture:
    """Grey levels of more than 8 bits as RGB: 16 bits where they are that large, else as they stand."""
    import numpy as np

    levels = np.nan_to_num(values.astype(np.float64))
    scale = 257.0 if levels.max(initial=0.0) > 255 else 1.0
    if levels.max(initial=0.0) <= 1.0 and np.issubdtype(values.dtype, np.floating):
        scale = 1 / 255
    grey = np.clip(np.rint(levels / scale), 0, 255).astype(np.uint8)
    return np.ascontiguousarray(np.repeat(grey[:, :, None], 3, axis=2))
