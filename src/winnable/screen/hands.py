"""How a move is made by hand in a window: every way that its profile has, the likeliest first.

The table that was seen is brought to the names of the scene first: which of the cells holds a card, and on
which of the empty foundations an ace will lie, is the program's affair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from winnable.cards import Card
from winnable.errors import InputError
from winnable.screen.expect import ALIKE

if TYPE_CHECKING:
    from winnable.scene import Pile, Scene, TableMove
    from winnable.screen.belief import Belief
    from winnable.screen.plan import Step
    from winnable.screen.profile import Action, Profile
    from winnable.screen.seen import SeenPile, SeenTable
    from winnable.screen.sight import Sight

__all__ = ["aligned", "completes_run", "gestures", "home_action", "mark_ways", "undo_action", "ways"]


def gestures(profile: Profile, belief: Belief, sight: Sight, step: Step) -> list[list[Action]]:
    """The ways to make a step from what is known and was seen, each a list of actions.

    Raises:
        InputError: the profile does not say how, or what it needs was not seen.
    """
    if step.undo:
        return [[undo_action(profile)]]
    scene = belief.scene()
    if sight.table is None:
        return [list(mark_ways(profile, scene, belief.expected(step.text).scene, sight))]
    name = belief.game.info.name
    foundations = next((hints.foundations for hints in profile.game if hints.name == name), "")
    found = ways(profile, name, step.text, scene, sight.table, foundations=foundations)
    return [[action] for action in found]


def completes_run(profile: Profile, belief: Belief, step: Step) -> bool:
    """May a step complete a run, which the program leaves where it is until it is told to send it home?"""
    if step.undo or not belief.game.info.runs_leave or not profile.keys.home:
        return False
    scene, move = belief.scene(), belief.move(step.text)
    if move is not None and scene.pile(move.source).role == "stock":
        return True
    return _runs(belief.expected(step.text).scene) > _runs(scene)


def _runs(scene: Scene) -> int:
    return sum(bool(pile.cards) for pile in scene.piles if pile.role == "foundation")


def ways(
    profile: Profile, game: str, text: str, scene: Scene, table: SeenTable, *, foundations: str = ""
) -> list[Action]:
    """The ways to make a move of a scene where the table lies as was seen.

    Two cards that leave together may be laid on each other either way; a way by which hands might as well
    make another move comes last. ``foundations`` are the suits of the foundations from left to right, where
    each has one of its own.

    Raises:
        InputError: the profile has no gesture for it, or what it needs was not seen.
    """
    moves = [move for move in scene.moves if move.text == text]
    if not moves:
        raise InputError(f"{text} is no move that hands make here", expected="a legal move")
    moves.sort(key=lambda move: _is_shared(move, scene))
    found: list[Action] = []
    error: InputError | None = None
    for move in moves:
        for number in range(_empty_places(move, scene, table)):
            seen = replace(aligned(scene, table, foundations, number), game=game)
            try:
                action = profile.action(move, scene, seen)
            except InputError as why:
                error = error or why
                continue
            if action not in found:
                found.append(action)
    if not found:
        assert error is not None
        raise error
    return found


def _is_shared(move: TableMove, scene: Scene) -> bool:
    """Would the same hands make another move, too?"""
    return any(
        (other.source, other.index, other.target) == (move.source, move.index, move.target)
        for other in scene.moves
        if other.text != move.text
    )


def _empty_places(move: TableMove, scene: Scene, table: SeenTable) -> int:
    """How many empty places a move may be made to, all alike: 1 if it goes onto a card, or nowhere."""
    if not move.target or scene.pile(move.target).cards or scene.pile(move.target).role not in ALIKE:
        return 1
    role = scene.pile(move.target).role
    return max(sum(pile.role == role and not pile.cards for pile in table.piles), 1)


def aligned(scene: Scene, table: SeenTable, foundations: str = "", first: int = 0) -> SeenTable:
    """A table whose cells and foundations are named as the scene names them: those with cards by their tops,
    empty ones in their order from the ``first`` on, or by the suits in ``foundations``."""
    piles = list(table.piles)
    for role in ALIKE:
        wanted = [pile for pile in scene.piles if pile.role == role]
        places = [number for number, pile in enumerate(piles) if pile.role == role]
        names = _names(wanted, [piles[number] for number in places], first, foundations)
        for number, name in zip(places, names, strict=True):
            piles[number] = replace(piles[number], name=name)
    return replace(table, piles=tuple(piles))


def _names(wanted: Sequence[Pile], seen: Sequence[SeenPile], first: int, foundations: str) -> list[str]:
    """The scene's name for each of the piles that were seen."""
    names = [""] * len(seen)
    left = list(wanted)

    def give(number: int, pile: Pile) -> None:
        names[number] = pile.name
        left.remove(pile)

    for number, place in enumerate(seen):
        card = place.cards[-1].card if place.cards else None
        if card is not None and (pile := _holding(left, card)) is not None:
            give(number, pile)
    by_suit = sorted((n for n, name in enumerate(names) if not name), key=lambda n: seen[n].box.left)
    if foundations and len(seen) == len(foundations) and seen[0].role == "foundation":
        order = sorted(range(len(seen)), key=lambda n: (seen[n].box.left, seen[n].box.top))
        for number, suit in zip(order, foundations, strict=True):
            fits = [pile for pile in left if pile.sign == suit]
            if not names[number] and fits:
                give(number, fits[0])
    free = [number for number in by_suit if not names[number] and not seen[number].cards]
    empty = [pile for pile in left if not pile.cards]
    for i, pile in enumerate(empty):
        if i < len(free):
            names[free[(i + first) % len(free)]] = pile.name
    return [name or f"unnamed {seen[number].role} {number}" for number, name in enumerate(names)]


def _holding(piles: Sequence[Pile], card: Card) -> Pile | None:
    return next((pile for pile in piles if pile.cards and pile.cards[-1] == card), None)


def mark_ways(profile: Profile, before: Scene, after: Scene, sight: Sight) -> Iterator[Action]:
    """What is done to the squares that differ between two scenes."""
    assert before.grid is not None
    assert after.grid is not None
    for number, (was, cell) in enumerate(zip(before.grid.cells, after.grid.cells, strict=True)):
        if was.holds != cell.holds:
            letters = (mark.letter for mark in profile.mark if mark.letter.lower() == cell.holds.lower())
            yield profile.mark_action(next(letters, cell.holds), *sight.squares[number].middle)


def undo_action(profile: Profile) -> Action:
    """How a move is taken back; InputError if the profile does not say."""
    from winnable.screen.profile import Action

    if not profile.keys.undo:
        raise InputError(f"the profile {profile.name} has no key to undo", mend="add undo to its [keys]")
    return Action("key", key=profile.keys.undo)


def home_action(profile: Profile) -> Action:
    """How what can go home is sent there, where the profile has a key for that."""
    from winnable.screen.profile import Action

    return Action("key", key=profile.keys.home)
