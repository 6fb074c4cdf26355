"""A pairing game twice: as the oracle's functions and as the native engine's rules value."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from oracle.cards import card
from oracle.pairing import Position, Rules, layout, legal_moves, play_unchecked
from oracle.pairing_games import MIXED_GAMES, PAIRING_GAMES
from winnable import _core
from winnable.registry import get_game

GAP = 255
STOCK_TOPS = {"pairs": "open", "apart": "apart", "no": "hidden"}
ALL_GAMES = {**PAIRING_GAMES, **MIXED_GAMES}


class Pair(NamedTuple):
    """One game in both forms."""

    rules: Rules
    core: _core.PairingGame


def pair(spelled: str) -> Pair:
    return Pair(ALL_GAMES[spelled], get_game(spelled).core)


def from_core(rules: Rules, position: _core.PairingPosition) -> Position:
    rows, at = [], 0
    for length in range(1, rules.rows + 1) if not rules.upside_down else range(rules.rows, 0, -1):
        rows.append(tuple(None if c == GAP else c for c in position.tableau[at : at + length]))
        at += length
    assert at == len(position.tableau)
    columns = tuple(tuple(column) for column in position.columns)
    return Position(tuple(rows), columns, tuple(position.waste), tuple(position.stock), position.pass_number)


def to_core(game: Pair, position: Position) -> _core.PairingPosition:
    tableau = bytes(GAP if c is None else c for row in position.rows for c in row)
    columns = [bytes(column) for column in position.columns]
    return game.core.position(
        tableau, columns, bytes(position.waste), bytes(position.stock), position.pass_number
    )


def to_core_move(text: str) -> _core.PairingMove:
    if text in ("draw", "recycle"):
        return getattr(_core.PairingMove, text.upper())
    return _core.PairingMove(*map(card, text.split("+")))


def walk(rules: Rules, position: Position, choices: Sequence[int]) -> Position:
    """The position after moves chosen by number, fewer if it ends earlier; removals are likelier."""
    for choice in choices:
        moves = legal_moves(rules, position)
        if not moves:
            break
        removals = [move for move in moves if move not in ("draw", "recycle")]
        if removals and choice % 3:
            moves = removals
        position = play_unchecked(rules, position, moves[choice // 3 % len(moves)])
    return position


# --- hypothesis strategies -------------------------------------------------------------------------------

_WALKS = st.lists(st.integers(0, 999), max_size=90)


@st.composite
def positions(draw: st.DrawFn, rules: Rules) -> Position:
    """Positions that play reaches from any deck."""
    deck = list(range(52))
    Random(draw(st.integers(0, 2**32 - 1))).shuffle(deck)
    return walk(rules, layout(rules, deck), draw(_WALKS))


def any_rules() -> st.SearchStrategy[Pair]:
    """Rules of no named game: every key in any combination that the engine takes."""
    return st.integers(0, 2**32 - 1).map(lambda seed: in_both_forms(random_rules(Random(seed))))


def in_both_forms(rules: Rules) -> Pair:
    return Pair(rules, _core.PairingGame(_core.PairingRules.from_dict(rules_value(rules))))


def random_rules(rng: Random) -> Rules:
    """Rules of no named game."""
    rows = rng.randint(1, 9)
    rest = 52 - rows * (rows + 1) // 2
    upside_down = rng.random() < 0.4
    scoring = rng.choice(["none", "par", "microsoft" if rows == 7 and not upside_down else "par"])
    shape = Rules("any rules", rows=rows, upside_down=upside_down, scoring=scoring)
    shape = shape._replace(
        face_down=rng.randint(0, rows), slips_out=rng.random() < 0.5, all_cards=rng.random() < 0.5
    )
    shape = shape._replace(plays_on=rows % 2 == 0)
    if rng.random() < 0.3:
        return shape._replace(columns=rng.choice([1, 2, 8, 13]), passes=1)
    return shape._replace(
        passes=rng.choice([1, 2, 3] if scoring == "par" else [1, 2, 3, 9, None]),
        draw=rng.randint(1, 5),
        dealt_to_waste=rng.choice([0, 0, 1, 3, rest]),
        stock_top=rng.choice(sorted(STOCK_TOPS)),
    )


def rules_value(rules: Rules) -> dict[str, int | bool | str]:
    """The oracle's rules in the engine's words."""
    return {
        "tableau": "triangle" if rules.upside_down else "pyramid",
        "rows": rules.rows,
        "face_down_rows": rules.face_down,
        "columns": rules.columns,
        "passes": "unlimited" if rules.passes is None else rules.passes,
        "draw": rules.draw,
        "waste_cards": rules.dealt_to_waste,
        "stock_top": STOCK_TOPS[rules.stock_top],
        "overlap": rules.slips_out,
        "goal": "all" if rules.all_cards else "tableau",
        "scoring": rules.scoring,
        "play_on": rules.plays_on,
    }
