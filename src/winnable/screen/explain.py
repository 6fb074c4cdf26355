"""What somebody else did: legal moves that lead from what is known of a game to what was seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from winnable.scene import Scene

if TYPE_CHECKING:
    from winnable.screen.belief import Belief
    from winnable.screen.sight import Sight

__all__ = ["Expected", "Explainer"]


@dataclass(frozen=True, slots=True)
class Expected:
    """What a move should lead to: a scene, and the places in it of cards that nobody knows yet."""

    scene: Scene
    free: frozenset[tuple[str, int]] = frozenset()


class Explainer:
    """Finds moves that lead from what is known to what was seen, in a game of which every card is known."""

    def __init__(self, belief: Belief, sight: Sight) -> None:
        self.belief, self.sight = belief, sight
        self.game = belief.game
        self.home = _tops_home(sight)

    def find(self, likely: str) -> list[str] | None:
        """The moves, at most two and what goes home by itself after them; None if nothing explains it.

        What hands made is rather among them than not: a king that left a waste on which the program then laid
        the next card by itself looks as if nothing but that card had been drawn.
        """
        here = self.belief.session.here.placed
        differ = set(self.belief.match(self.sight).places)
        firsts = [text for text in self._legal(here) if text != likely]
        made = [likely] if likely else []
        for lines in (
            ([text] for text in made),
            self._pairs(here, made, differ),
            [list[str]()],
            ([text] for text in firsts),
            self._pairs(here, firsts, differ),
        ):
            for line in lines:
                if (found := self._fits(here, line)) is not None:
                    return found
        return None

    def _legal(self, place: Any) -> list[str]:
        return [self.game.notation.format(place, move) for move in self.game.legal_moves(place)]

    def _pairs(self, here: Any, firsts: list[str], differ: set[str]) -> Iterator[list[str]]:
        """Two moves, as far as they touch nothing but piles that differ."""
        for first in firsts:
            if not self._touches_only(here, first, differ):
                continue
            after = self._play(here, first)
            for second in self._legal(after):
                if self._touches_only(after, second, differ):
                    yield [first, second]

    def _touches_only(self, place: Any, text: str, differ: set[str]) -> bool:
        scene = self.belief.scene_of(place)
        for move in scene.moves:
            if move.text == text:
                names = [name for name in (move.source, move.target) if name]
                roles = [scene.pile(name).role for name in names]
                if all(name in differ or role in differ for name, role in zip(names, roles, strict=True)):
                    return True
        return False

    def _play(self, place: Any, text: str) -> Any:
        return self.game.play(place, self.game.notation.parse(place, text))

    def _fits(self, place: Any, line: list[str]) -> list[str] | None:
        """The line with what went home after it, if it leads to what was seen."""
        line = list(line)
        for text in line:
            place = self._play(place, text)
        while True:
            scene = self.belief.scene_of(place)
            if self.belief.match(self.sight, Expected(scene)).right:
                return line
            home = self._goes_home(scene)
            if home is None:
                return None
            line.append(home)
            place = self._play(place, home)

    def _goes_home(self, scene: Scene) -> str | None:
        """A move of a card that is seen to be home."""
        if not self.game.info.plays_itself:
            return None
        for move in scene.moves:
            if move.target and scene.pile(move.target).role == "foundation":
                cards = scene.pile(move.source).cards[move.index :]
                if len(cards) == 1 and self.home.get(cards[0].suit, -1) >= cards[0].rank:
                    return move.text
        return None


def _tops_home(sight: Sight) -> dict[Any, int]:
    """The rank of the top card on the foundations, by suit, as it was seen."""
    out: dict[Any, int] = {}
    for pile in () if sight.table is None else sight.table.piles:
        if pile.role == "foundation" and pile.cards:
            card = pile.cards[-1].card
            if card is not None and card.known:
                out[card.suit] = max(out.get(card.suit, -1), int(card.rank))
    return out
