"""Group moves against single-card moves: a limited group goes if and only if single cards could carry it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.cards import rank
from oracle.rules import Position
from oracle.supermove import can_cross
from winnable import _core

from .agree import Pair, pair, to_core


def crossing(
    run: int, free_cells: int, spare: int, *, to_empty: bool, kings: bool
) -> tuple[Pair, _core.PatiencePosition]:
    """A run of ``run`` cards in column 1 on a card of its own rank or lower; column 2 is the target.

    The run's first card is one rank below the target's (a king if the target is empty and only kings fill
    it); the columns besides are empty or end in cards that nothing of the run fits.
    """
    game = pair("forecell" if kings else "freecell")
    first = 12 if to_empty else 11
    in_run = [4 * (first - i) + (0, 1)[i % 2] for i in range(run)]  # clubs and diamonds in turn
    target = [] if to_empty else [4 * (first + 1) + 2]  # the king of hearts
    rest = [c for c in range(52) if c not in in_run and c not in target]
    cells = [rest.pop() if k >= free_cells else None for k in range(4)]
    under = [rest.pop(0)]  # an ace, on which nothing lies
    stops = [rest.pop(0) for _ in range(6 - spare)]
    heaps = [[stop] for stop in stops]
    heaps[0] = [*rest, stops[0]]
    columns = [under + in_run, target, *heaps, *[[] for _ in range(spare)]]
    assert all(rank(column[-1]) <= 1 for column in heaps)
    return game, to_core(game, Position(tuple(map(tuple, columns)), tuple(cells)))


@pytest.mark.parametrize("kings", [False, True])
@settings(max_examples=60, deadline=None)
@given(
    run=st.integers(1, 11),
    free_cells=st.integers(0, 3),
    spare=st.integers(0, 2),
    to_empty=st.booleans(),
)
def test_groups_go_where_single_cards_could(
    run: int, free_cells: int, spare: int, to_empty: bool, kings: bool
) -> None:
    game, position = crossing(run, free_cells, spare, to_empty=to_empty, kings=kings)
    why = game.core.why_illegal(position, _core.PatienceMove(0, 1, run))
    expected = can_cross(run, free_cells, spare, target_empty=to_empty, kings_only=kings)
    assert (why is None) == expected, why
    if why is not None:
        assert "too many" in why
