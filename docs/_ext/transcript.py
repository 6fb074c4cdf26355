"""How a ``console`` block is coloured: the commands stand out, and what they print is left as it is.

The lexer that Pygments has for it takes every line that begins with ``#`` for a command of root's, and
solutions begin so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Generic, Name

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class Transcript(RegexLexer):
    """Lines of ``$`` and a command, which goes on behind a backslash; the rest is output."""

    name = "Transcript"
    tokens: ClassVar = {
        "root": [
            (r"^(\$ )((?:.*\\\n)*.*\n)", bygroups(Generic.Prompt, Name.Function)),
            (r".*\n", Generic.Output),
        ]
    }


def setup(app: Sphinx) -> dict[str, bool]:
    """What Sphinx calls."""
    app.add_lexer("console", Transcript)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
