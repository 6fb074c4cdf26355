"""Tables as eyes would see them, made from scenes, and a reader that knows what lies there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from winnable.cards import Card, parse_card
from winnable.scene import Pile, Scene
from winnable.screen.seen import Box, SeenCard, SeenPile, SeenTable

WIDTH, HEIGHT, GAP = 80.0, 116.0, 20.0
BLANK = np.zeros((8, 8, 3), dtype=np.uint8)

Shares = Mapping[str, float]


def box_at(x: float, y: float) -> Box:
    return Box(GAP + x * (WIDTH + GAP), GAP + y * (HEIGHT + GAP), WIDTH, HEIGHT)


def seen_pile(pile: Pile) -> SeenPile:
    """A pile with its cards; of one that does not lie spread out the last one alone."""
    shown = pile.shown if pile.role != "stock" else range(max(len(pile.cards) - 1, 0), len(pile.cards))
    cards = []
    for at, index in enumerate(shown):
        step = pile.spread * at
        right, down = (step, 0.0) if pile.fan == "right" else (0.0, step)
        box = box_at(pile.x, pile.y).moved(right * WIDTH, down * HEIGHT)
        cards.append(SeenCard(box, box, up=index >= pile.down))
    return SeenPile(pile.name, pile.role, box_at(pile.x, pile.y), tuple(cards))


def truth_of(scene: Scene) -> dict[tuple[str, int], Card]:
    """The card of each place of the table that ``lay_out_of`` gives."""
    return {
        (pile.name, at): pile.cards[index]
        for pile in scene.piles
        for at, index in enumerate(pile.shown)
        if index >= pile.down
    }


def lay_out_of(scene: Scene) -> Callable[[Any, str], SeenTable]:
    """Eyes that see the table of a scene."""
    piles = tuple(seen_pile(pile) for pile in scene.piles)
    return lambda picture, game: SeenTable(game or scene.game, WIDTH, HEIGHT, piles)


class KnowingReader:
    """Tells each card as it lies in a scene, with ``sure``; ``slips`` are places of which it says what they
    give instead, the rest of the probability even."""

    def __init__(
        self,
        scene: Scene,
        slips: Mapping[tuple[str, int], Shares] | None = None,
        *,
        name: str = "knowing",
        sure: float = 0.98,
    ) -> None:
        self.name = name
        self._rows = [
            row_of((slips or {}).get(spot, {str(card): sure})) for spot, card in truth_of(scene).items()
        ]

    def scores(self, picture: Any, cards: Any) -> Any:
        assert len(cards) == len(self._rows)
        return np.array(self._rows)


def row_of(shares: Shares) -> Any:
    row = np.full(52, (1 - sum(shares.values())) / 52)
    for name, share in shares.items():
        row[parse_card(name).index] += share
    return row
