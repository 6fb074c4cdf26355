"""What the reader of TOML says of a text that is none, with the place that stands in its words."""

from __future__ import annotations

import re
from typing import Final

from winnable.errors import InputError

__all__ = ["toml_error"]

_PLACE: Final = re.compile(r" \(at line (\d+), column (\d+)\)$")


def toml_error(why: str, source: str | None) -> InputError:
    """The words of a ``tomllib.TOMLDecodeError`` as an error that has its file, line and column."""
    found = _PLACE.search(why)
    line, column = (int(found[1]), int(found[2])) if found else (None, None)
    what = why[: found.start()] if found else why.replace(" (at end of document)", ", at the end of the file")
    return InputError(f"no TOML: {what}", source=source, line=line, column=column)
