"""Standard notation of moves: two piles, and a count where the longest run that may go is not meant."""

from .rules import FIRST_CELL, FIRST_FOUNDATION, Move, Position, Rules, legal_moves

COLUMNS = "1234567890xyz"
CELLS = "abcdefgi"  # h is home
SUITS = "CDHS"


def format_move(rules: Rules, position: Position, move: Move) -> str:
    """The text of a legal move: ``26``, ``2a``, ``a6``, ``3h``, ``13v2``, and ``S3`` off a foundation."""
    text = _from(move.from_pile) + _to(move.to_pile)
    counts = [
        other.count
        for other in legal_moves(rules, position)
        if (other.from_pile, other.to_pile) == (move.from_pile, move.to_pile)
    ]
    return text if move.count == max(counts) else f"{text}v{move.count:x}"


def _from(pile: int) -> str:
    return SUITS[pile - FIRST_FOUNDATION] if pile >= FIRST_FOUNDATION else _to(pile)


def _to(pile: int) -> str:
    if pile >= FIRST_FOUNDATION:
        return "h"
    return CELLS[pile - FIRST_CELL] if pile >= FIRST_CELL else COLUMNS[pile]
