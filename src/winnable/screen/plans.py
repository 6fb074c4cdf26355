"""What a game's table looks like when it begins: the piles of its scene, in the order in which they lie."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from winnable.analysis.scenes import scene_of
from winnable.errors import InputError
from winnable.registry import game_names, get_game

if TYPE_CHECKING:
    from winnable.scene import Pile, Role

__all__ = ["Plan", "all_plans", "plan_of"]

_IN_ROWS: frozenset[Role] = frozenset({"pyramid"})  # roles of piles that lie in rows, over each other


@dataclass(frozen=True, slots=True)
class Plan:
    """The piles of a game by what they are for; each list from left to right, upper ones first.

    ``pyramid`` has its rows from the top. ``others`` are all piles beside columns and pyramid.
    """

    game: str
    columns: tuple[Pile, ...]
    pyramid: tuple[tuple[Pile, ...], ...]
    others: tuple[Pile, ...]

    @property
    def one_row(self) -> bool:
        """Do all other piles lie side by side?"""
        return len({pile.y for pile in self.others}) <= 1

    @property
    def only_foundations(self) -> bool:
        """Are foundations all that lies beside columns and pyramid, but for the stock?"""
        return {pile.role for pile in self.others if pile.role != "stock"} == {"foundation"}

    @property
    def all_up(self) -> bool:
        """Does no card lie face down?"""
        return not any(pile.down for pile in (*self.columns, *self.others, *sum(self.pyramid, ())))


@cache
def plan_of(name: str) -> Plan:
    """The plan of the game of that name, which may have options.

    Raises:
        InputError: unknown game, or one that is not played with cards.
    """
    game = get_game(name)
    scene = scene_of(game, game.deal(1))
    if not scene.piles:
        raise InputError(f"{game.info.title} is not played with cards", expected="a game of patience")
    piles = sorted(scene.piles, key=lambda pile: (pile.y, pile.x))
    rows: dict[float, list[Pile]] = {}
    for pile in piles:
        if pile.role in _IN_ROWS:
            rows.setdefault(pile.y, []).append(pile)
    return Plan(
        game.info.name,
        tuple(sorted((pile for pile in piles if pile.role == "tableau"), key=lambda pile: pile.x)),
        tuple(tuple(row) for row in rows.values()),
        tuple(pile for pile in piles if pile.role != "tableau" and pile.role not in _IN_ROWS),
    )


@cache
def all_plans() -> tuple[Plan, ...]:
    """The plans of all games that are played with cards, in the order of the docs."""
    return tuple(plan_of(name) for name in game_names() if not get_game(name).info.on_squares)
