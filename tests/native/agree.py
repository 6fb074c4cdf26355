"""The same game twice: as the oracle's functions and as the native engine's rules value."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from oracle import rules as oracle
from oracle import toys
from oracle.games import GAMES, plain
from oracle.rules import Move, Position, Rules
from winnable import _core
from winnable.registry import get_game

EMPTY = 255

FOLLOWS = {
    "none": oracle.never,
    "suit": oracle.same_suit,
    "colour": oracle.same_colour,
    "alternate": oracle.alternate,
    "any": oracle.any_suit,
}
FILLS = {"none": oracle.nothing, "king": oracle.kings, "any": oracle.anything}


class Pair(NamedTuple):
    """One game in both forms."""

    rules: Rules
    core: _core.PatienceGame


def pair(name: str) -> Pair:
    return Pair(GAMES[name], get_game(name).core)


def to_core(game: Pair, position: Position) -> _core.PatiencePosition:
    cells = bytes(EMPTY if card is None else card for card in position.cells)
    columns = [bytes(column) for column in position.columns]
    return game.core.position(columns, cells, list(position.home), position.base)


def from_core(position: _core.PatiencePosition) -> Position:
    return Position(
        tuple(tuple(column) for column in position.columns),
        tuple(None if card == EMPTY else card for card in position.cells),
        tuple(position.home),
        position.base,
    )


def to_core_move(move: Move) -> _core.PatienceMove:
    return _core.PatienceMove(move.from_pile, move.to_pile, move.count)


def from_core_move(move: _core.PatienceMove) -> Move:
    return Move(move.from_pile, move.to_pile, move.count)


def walk(rules: Rules, position: Position, choices: list[int]) -> Position:
    """The position after moves chosen by number, fewer if it ends earlier."""
    for choice in choices:
        moves = oracle.legal_moves(rules, position)
        if not moves:
            break
        position = oracle.play_unchecked(rules, position, moves[choice % len(moves)])
    return position


# --- hypothesis strategies -------------------------------------------------------------------------------


@st.composite
def positions(draw: st.DrawFn, rules: Rules) -> Position:
    """Positions of a game: after a random deal and a few moves, and ragged ones near the end."""
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    if draw(st.booleans()):
        deck = list(range(52))
        rng.shuffle(deck)
        start = rules.layout(rules, deck)
    elif rules.suits_leave:
        start = toys.toy_deal(rules, draw(st.integers(1, 4)), rng)
    else:
        start = toys.ragged_deal(rules, rng, draw(st.integers(1, 45)))
    return walk(rules, start, draw(st.lists(st.integers(0, 999), max_size=40)))


@st.composite
def any_rules(draw: st.DrawFn) -> Pair:
    """Rules of no named game: every key that steers play, in any combination the engine takes."""
    build, lift, drop = (draw(st.sampled_from(sorted(FOLLOWS))) for _ in range(3))
    fill = draw(st.sampled_from(sorted(FILLS)))
    size = draw(st.sampled_from(["one", "limited", "unlimited"]))
    columns, cells = draw(st.integers(1, 13)), draw(st.integers(0, 8))
    runs = draw(st.booleans())
    back = not runs and draw(st.booleans())
    rules = Rules(
        "any rules",
        columns,
        cells,
        FOLLOWS[build],
        FOLLOWS[lift],
        FILLS[fill],
        size,
        plain,
        suits_leave=runs,
        takes_back=back,
        drops=FOLLOWS[drop],
    )
    value = {
        "columns": columns,
        "cells": cells,
        "build": build,
        "group_lift": lift,
        "group_drop": drop,
        "group_size": size,
        "empty_column": fill,
        "leave": "runs" if runs else "singly",
        "foundation_return": back,
    }
    return Pair(rules, _core.PatienceGame(_core.PatienceRules.from_dict(value)))
