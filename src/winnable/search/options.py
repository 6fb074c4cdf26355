"""Options of searches as a form knows them: their names, what they mean, and how their values are read."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from winnable.errors import InputError, quote

__all__ = ["TEXTBOOK_OPTIONS", "SearchOption", "read_options"]

_KINDS: Final = {
    "flag": "yes or no",
    "whole": "a whole number",
    "number": "a number",
    "weights": "features with weights, or a name of such",
}


@dataclass(frozen=True, slots=True)
class SearchOption:
    """An option that a search takes.

    ``kind`` is flag, whole, number, choice (one of the ``choices``) or weights (of features). ``default`` is
    what holds where nothing is said; empty where that depends on the game.
    """

    name: str
    words: str
    kind: str = "flag"
    default: str = ""
    choices: tuple[str, ...] = ()

    def read(self, text: str) -> Any:
        """The value that a text stands for; InputError for one that this option does not take."""
        text = text.strip()
        try:
            if self.kind == "flag":
                return {"yes": True, "no": False}[text]
            if self.kind == "whole":
                return int(text)
            if self.kind == "number":
                value = float(text)
                if math.isfinite(value):
                    return value
        except (KeyError, ValueError):
            pass
        if self.kind == "weights" or text in self.choices:
            return text
        expected = _KINDS.get(self.kind) or "one of " + ", ".join(self.choices)
        raise InputError(f"{self.name} is {quote(text)}", expected=expected)


TEXTBOOK_OPTIONS: Final[Mapping[str, SearchOption]] = {
    option.name: option
    for option in (
        SearchOption("heuristic", "Estimate of the cost to come", "weights"),
        SearchOption("weight", "Weight of the estimate", "number", "1.5"),
        SearchOption("depth_limit", "Deepest position, in moves", "whole"),
        SearchOption("beam_width", "Positions kept of each level", "whole", "1000"),
        SearchOption(
            "autoplay", "Moves that make themselves", "choice", "none", ("none", "horne", "safe", "max")
        ),
        SearchOption("supermoves", "Groups move at once", "flag", "yes"),
        SearchOption("off_foundation", "Cards come back from the foundations", "flag", "yes"),
    )
}


def read_options(name: str, taken: Sequence[SearchOption], given: Mapping[str, str]) -> dict[str, Any]:
    """The values of the options that are given, by name; empty texts are not given.

    Raises:
        InputError: an option that the search ``name`` does not take, or a value that it does not take.
    """
    known = {option.name: option for option in taken}
    for option in given:
        if option not in known:
            expected = "one of " + ", ".join(known) if known else "none"
            raise InputError(f"{name} takes no option {quote(option)}", expected=expected)
    return {option: known[option].read(text) for option, text in given.items() if text.strip()}
