"""Group moves by brute force: which runs can cross, one card at a time, through empty cells and columns.

This is what the formula (empty cells + 1) * 2^(empty columns, the target not counted) claims to count.
"""

from collections.abc import Iterator

Piles = tuple[tuple[int, ...], ...]
State = tuple[Piles, tuple[int, ...]]  # source, target, spare columns; cards in cells

UNDER = 99  # the card under the run in its first column: nothing of the run lies on it


def can_cross(
    run: int,
    cells: int,
    spare: int,
    *,
    target_empty: bool = False,
    kings_only: bool = False,
    whole_column: bool = False,
) -> bool:
    """Whether the run ``run``, .. 2, 1 can go from one column to another by single moves.

    ``cells`` are the empty cells and ``spare`` the empty columns besides the target. With ``kings_only`` an
    empty column takes the run's first card alone, and that one only if the target is empty too (the run then
    starts with a king). With ``whole_column`` nothing lies under the run: its column is spare once it is out.
    """
    in_order = tuple(range(run, 0, -1))
    source = in_order if whole_column else (UNDER, *in_order)
    target = () if target_empty else (run + 1,)
    opener = run if target_empty else None
    start: State = ((source, target, *((),) * spare), ())
    seen, frontier = {start}, [start]
    while frontier:
        state = frontier.pop()
        if state[0][1] == target + in_order:
            return True
        for following in _successors(state, run, cells, kings_only, opener):
            if following not in seen:
                seen.add(following)
                frontier.append(following)
    return False


def _successors(state: State, run: int, cells: int, kings_only: bool, opener: int | None) -> Iterator[State]:
    piles, held = state
    for source, column in enumerate(piles):
        if column and column[-1] <= run:
            lifted = _replaced(piles, source, column[:-1])
            if len(held) < cells:
                yield _sorted(lifted, (*held, column[-1]))
            yield from _landings(lifted, held, column[-1], source, kings_only, opener)
    for card in held:
        left = tuple(other for other in held if other != card)
        yield from _landings(piles, left, card, None, kings_only, opener)


def _landings(
    piles: Piles, held: tuple[int, ...], card: int, source: int | None, kings_only: bool, opener: int | None
) -> Iterator[State]:
    for target, column in enumerate(piles):
        fits = column[-1] == card + 1 if column else (not kings_only or card == opener)
        if target != source and fits:
            yield _sorted(_replaced(piles, target, (*column, card)), held)


def _replaced(piles: Piles, pile: int, column: tuple[int, ...]) -> Piles:
    return (*piles[:pile], column, *piles[pile + 1 :])


def _sorted(piles: Piles, held: tuple[int, ...]) -> State:
    """Spare columns and cells in a fixed order: which is which makes no difference."""
    return (*piles[:2], *sorted(piles[2:])), tuple(sorted(held))
