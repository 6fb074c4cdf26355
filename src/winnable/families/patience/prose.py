"""Solutions as sentences or as boards, as ``fc-solve -m`` and ``fc-solve -p`` print them.

    Move a card from stack 7 to freecell 0
    Move 3 cards from stack 1 to stack 4

Stacks and cells count from 0. In Simple Simon a move of Freecell Solver's may take a group that is not all in
suit, whose parts go through empty columns. Without sentences, a solution may also be the boards that it goes
through, one after each move; the comments and the talk between them are passed over. Any other text is moves
in our notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from winnable.errors import InputError, quote
from winnable.families.patience.setup import BOARD
from winnable.families.patience.text import has_header, parse_boards
from winnable.moves import MoveToken, is_talk
from winnable.text.solution import Solution, limited, parse_moves, stated_autoplay

__all__ = ["parse_solution"]

_SENTENCE: Final = re.compile(r"\s*move (a card|the sequence|\d+ cards?) (from|on top of) ", re.IGNORECASE)
_MOVE: Final = re.compile(
    r"move (?P<count>a|\d+) cards? from (?P<from>stack|freecell) (?P<at>\d+)"
    r" to (?:(?P<to>stack|freecell) (?P<on>\d+)|the foundations)",
    re.IGNORECASE,
)
_RUN_LEAVES: Final = re.compile(r"move the sequence on top of stack \d+ to the foundations", re.IGNORECASE)
# The letters of our notation.
_PILES: Final = {"stack": "1234567890xyz", "freecell": "abcdefgi"}


def parse_solution(text: str, source: str | None = None) -> Solution:
    """The moves in ``text``: sentences, or boards, which the solution's ``board`` holds, or our notation.

    InputError, with the place, for a sentence that is none of these, a board that cannot be read, and as
    for lists of moves.
    """
    lines = text.splitlines()
    if any(_SENTENCE.match(line) for line in lines):
        return Solution(limited(tuple(_tokens(lines, source)), source), None, source, in_parts=True)
    if not any(has_header(line) for line in lines) or text.lstrip().startswith("{"):
        return parse_moves(text, source)
    shown = ("===" if is_talk(line) else line for line in lines)
    boards = tuple(parse_boards(shown, source))
    tokens = tuple(MoveToken("", *board.places[BOARD]) for board in boards)
    return Solution(
        limited(tokens, source), stated_autoplay(lines, source), source, board=boards, in_parts=True
    )


def _tokens(lines: list[str], source: str | None) -> Iterator[MoveToken]:
    """The moves of the sentences; whatever stands between them says the same in another way."""
    for number, line in enumerate(lines, 1):
        sentence = " ".join(line.split())
        if not _SENTENCE.match(line) or _RUN_LEAVES.fullmatch(sentence):  # here a run leaves by itself
            continue
        found = _MOVE.fullmatch(sentence)
        ends = [] if found is None else [(found["from"], found["at"]), (found["to"], found["on"])]
        try:
            piles = ["h" if kind is None else _PILES[kind.lower()][int(at)] for kind, at in ends]
        except IndexError:
            piles = []
        column = len(line) - len(line.lstrip()) + 1
        if found is None or not piles:
            what = f"cannot read the move {quote(sentence)}"
            expected = "such as: Move a card from stack 7 to freecell 0"
            raise InputError(what, expected=expected, source=source, line=number, column=column)
        between = [kind.lower() for kind, _ in ends if kind] == ["stack", "stack"]
        count = 1 if found["count"].lower() == "a" else int(found["count"])
        yield MoveToken("".join(piles) + (f"v{count:x}" if between else ""), number, column)
